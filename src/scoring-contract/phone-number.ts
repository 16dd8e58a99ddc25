import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
// The largest set of facts about numbers; the smaller ones tell a number by its length alone.
import metadata from 'libphonenumber-js/max/metadata'

export const internationalNumber = /^\+[1-9]\d{6,14}$/

/**
 * Whether this very text is an international number that can exist. The library alone forgives blanks, extensions,
 * digits of other scripts and a national zero after the country code, so that the text is judged before and after it.
 */
export const isPhoneNumber = (text: string): boolean => {
  if (!internationalNumber.test(text)) return false
  const parsed = parsePhoneNumberFromString(text, metadata)
  return parsed?.isValid() === true && parsed.number === text
}
