/** As wallets print a number: `2547******123`. How long it is stays unsaid; what is masked already stays as it is. */
export const maskedPhone = (phone: string): string => {
  const digits = phone.replace(/[^\d*]/g, '')
  if (digits === '' || digits.includes('*')) return digits
  return digits.length < 8 ? '******' : `${digits.slice(0, 4)}******${digits.slice(-3)}`
}

/** `w***@example.com`: enough to know one's own again. */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  if (email === '' || email.includes('*')) return email
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`
}
