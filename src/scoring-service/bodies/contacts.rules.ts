/**
 * A number as wallets print it: `2547******123`, which hides its length too. A number that is masked already is kept
 * as it is.
 */
export const maskedPhone = (phone: string): string => {
  const digits = phone.replace(/[^\d*]/g, '')
  if (digits === '' || digits.includes('*')) return digits
  return digits.length < 8 ? '******' : `${digits.slice(0, 4)}******${digits.slice(-3)}`
}

/** `w***@example.com`: enough for its owner to recognise it. */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  if (email === '' || email.includes('*')) return email
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`
}
