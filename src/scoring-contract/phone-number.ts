import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
// The complete metadata: with the smaller sets, the library checks little more than the length of a number.
import metadata from 'libphonenumber-js/max/metadata'

export const internationalNumber = /^\+[1-9]\d{6,14}$/

/**
 * Whether the text, exactly as it is, is an international number that can exist. The library also accepts blanks,
 * extensions, digits of other scripts and a national zero after the country code, so the text is checked before and
 * after parsing.
 */
export const isPhoneNumber = (text: string): boolean => {
  if (!internationalNumber.test(text)) return false
  const parsed = parsePhoneNumberFromString(text, metadata)
  return parsed?.isValid() === true && parsed.number === text
}
