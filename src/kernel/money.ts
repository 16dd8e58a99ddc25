/** Money is a count of minor units; the currency is another column of the same row. */
export type Minor = bigint

const exponents = new Map<string, number>()

/** Decimals of an ISO 4217 currency: 0 for XAF. */
export const exponentOf = (currency: string): number => {
  const known = exponents.get(currency)
  if (known !== undefined) return known
  const { maximumFractionDigits = 0 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  exponents.set(currency, maximumFractionDigits)
  return maximumFractionDigits
}

/** The longest amount: 12 digits before the decimals. In minor units that is far below 2^53. */
const amountDigitsMax = 12

const plainIn = (exponent: number): RegExp =>
  exponent === 0 ? /^([0-9]+)$/ : new RegExp(`^([0-9]+)(?:\\.([0-9]{${exponent}}))?$`)

/**
 * An amount in minor units. Undefined unless it is a positive number in plain digits with exactly the decimals of its
 * currency or none; nothing is ever rounded (`1e3`, `1 000`, `100.00` XAF are refused).
 */
export const parseAmount = (raw: string, currency: string): Minor | undefined => {
  const exponent = exponentOf(currency)
  const match = plainIn(exponent).exec(raw.trim())
  if (!match?.[1] || match[1].length > amountDigitsMax) return undefined
  const minor = BigInt(match[1] + (match[2] ?? '0'.repeat(exponent)))
  return minor > 0n ? minor : undefined
}

/** Why a text that a customer typed is not an amount. */
export type AmountFault = 'MISSING' | 'NOT_DIGITS' | 'DECIMALS' | 'NOT_POSITIVE' | 'TOO_LONG'

const faultIn = (text: string, currency: string): AmountFault => {
  if (text === '') return 'MISSING'
  if (/^-[0-9]+([.,][0-9]+)?$|^0[0.,\s]*$/.test(text)) return 'NOT_POSITIVE'
  if (plainIn(exponentOf(currency)).test(text)) return 'TOO_LONG'
  return /^[0-9]+[.,][0-9]+$/.test(text) ? 'DECIMALS' : 'NOT_DIGITS'
}

/**
 * Groups of three digits with the same separator between all of them, as phones and printed amounts have it. The first digit is
 * not a zero, since `0.500` means a half and not 500.
 */
const grouped = /^[1-9][0-9]{0,2}(?:([ \u00a0\u202f.])[0-9]{3})(?:\1[0-9]{3})*$/

/**
 * An amount as a customer types it, or why it is none. As `parseAmount`, but an amount in a currency without decimals may be
 * grouped: `1 000`, `1.250.000`. In a currency with decimals `1.000` would be ambiguous.
 */
export const typedAmount = (raw: string, currency: string): Minor | AmountFault => {
  const text = raw.trim()
  const plain = exponentOf(currency) === 0 && grouped.test(text) ? text.replace(/[^0-9]/g, '') : text
  return parseAmount(plain, currency) ?? faultIn(plain, currency)
}

/** Plain digits for the wire: `5000` for XAF, `50.00` for a currency of two decimals. */
export const formatAmount = (minor: Minor, currency: string): string => {
  const exponent = exponentOf(currency)
  if (exponent === 0) return minor.toString()
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

export const minMinor = (a: Minor, b: Minor): Minor => (a < b ? a : b)
export const maxMinor = (a: Minor, b: Minor): Minor => (a > b ? a : b)
