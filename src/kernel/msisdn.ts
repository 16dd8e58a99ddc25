import { market } from './market.js'

/** A mobile number as digits with its calling code: `237670000010`. */
export type Msisdn = string & { readonly __brand: 'Msisdn' }

const callingCode = market.callingCode
const nationalPattern = `(?=${market.mobilePrefixes.join('|')})\\d{${market.nationalDigits}}`
const acceptedPattern = new RegExp(`^(?:(?:\\+|00)?${callingCode})?(${nationalPattern})$`)

/** Accepts a mobile number as `+237…`, `00237…`, `237…` or the national 9 digits, with spaces; undefined for anything else. */
export const parseMsisdn = (raw: string): Msisdn | undefined => {
  const match = acceptedPattern.exec(raw.replace(/[ \u00a0\u202f]/g, ''))
  return match ? (`${callingCode}${match[1]}` as Msisdn) : undefined
}

/**
 * For logs and analysts: keeps the calling code and the last two digits, `237*******10`. A text shorter than a whole number
 * is masked completely, since those five digits would be most of it.
 */
export const maskMsisdn = (msisdn: string): string =>
  msisdn.length < market.callingCode.length + market.nationalDigits
    ? '*'.repeat(msisdn.length)
    : msisdn.slice(0, market.callingCode.length) +
      '*'.repeat(msisdn.length - market.callingCode.length - 2) +
      msisdn.slice(-2)

const numberInText = /\d{9,15}/g
/** As people write them: `6 70 00 00 10`, `+237 670-00-00-10`. */
const spacedInText = /\d(?:[ \u00a0\u202f]?\d){8,14}|(?<=\+)\d(?:[ \u00a0\u202f.-]?\d){8,14}/g

/** Free text in which everything that may be a phone number is masked. */
export const maskNumbersIn = (text: string): string =>
  text
    .replace(numberInText, maskMsisdn)
    .replace(spacedInText, (spaced) => maskMsisdn(spaced.replaceAll(/\D/g, '')))
