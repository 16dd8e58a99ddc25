/** Initials tell a row from the next and nobody from anybody: `J*** W***`. */
const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => `${[...part][0]}***`)
    .join(' ')

/** The last two digits only. */
const maskPhone = (phone: string): string => `********${phone.replace(/\D/g, '').slice(-2)}`

/** What one reader sees instead of personal data. */
export const masked = (text: string, personal: 'name' | 'phone' | 'text'): string => {
  if (personal === 'name') return maskName(text)
  return personal === 'phone' ? maskPhone(text) : '***'
}
