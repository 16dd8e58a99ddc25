import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * Whether this very text is an international number that can exist. The library alone forgives blanks, extensions,
 * digits of other scripts and a national zero after the country code, so that the text is judged before and after it.
 */
export const isPhoneNumber = (text: string): boolean => {
  if (!/^\+[1-9]\d{6,14}$/.test(text)) return false
  const parsed = parsePhoneNumberFromString(text)
  return parsed?.isValid() === true && parsed.number === text
}
