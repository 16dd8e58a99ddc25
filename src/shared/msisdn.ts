import { market } from './market.js'

/** A mobile number as digits with its calling code: `237670000010`. */
export type Msisdn = string & { readonly __brand: 'Msisdn' }

const code = market.callingCode
const digits = `\\d{${market.nationalDigits}}`
/** Without its prefix a number may not begin with the calling code: that is an international one cut short. */
const accepted = new RegExp(`^(?:(?:\\+|00)?${code}(${digits})|(?!${code})(${digits}))$`)

/** Accepts `+237…`, `00237…`, `237…` and the national 9 digits; undefined for anything else. */
export const parseMsisdn = (raw: string): Msisdn | undefined => {
  const match = accepted.exec(raw.trim())
  return match ? (`${code}${match[1] ?? match[2]}` as Msisdn) : undefined
}

/**
 * For logs and analysts: keeps the calling code and the last two digits, `237*******10`. What is shorter than a whole
 * number is hidden altogether, since those five digits would be most of it.
 */
export const maskMsisdn = (msisdn: string): string =>
  msisdn.length < market.callingCode.length + market.nationalDigits
    ? '*'.repeat(msisdn.length)
    : msisdn.slice(0, market.callingCode.length) +
      '*'.repeat(msisdn.length - market.callingCode.length - 2) +
      msisdn.slice(-2)

const numberInText = /\d{9,15}/g

/** Free text with every number in it masked that could be somebody's. */
export const maskNumbersIn = (text: string): string => text.replace(numberInText, maskMsisdn)
