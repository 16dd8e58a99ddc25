/** An amount of a statement, in hundredths of the currency, even if the currency has no decimals. */
export interface Amount {
  readonly value: number
  /** The side given by a sign, brackets or a `Dr` after the amount; null if there is none. */
  readonly side: 'credit' | 'debit' | null
}

const currencyWords =
  /\b(?:f\s?cfa|xaf|xof|cfa|kes|kshs?|ugx|ushs?|tzs|tshs?|rwf|frw|ngn|ghs|zmw|usd|eur|gbp)\b\.?|[₦₵]/gi
const shape = /^([-+−–(]?)\s*(\d[\d.,' ]*)\s*([-)]?)\s*(dr|cr|d|c)?\.?$/i
const digitsMax = 15

/**
 * Reads digits with separators. After the last separator three digits are thousands, one or two are decimals: no
 * currency that we support has three decimals.
 */
const hundredthsOf = (digits: string): number | undefined => {
  const compact = digits.trim().replaceAll(/[ ']/g, '')
  const last = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','))
  const decimals = last < 0 ? '' : compact.slice(last + 1)
  const hasDecimals = last >= 0 && decimals.length < 3
  const whole = hasDecimals ? compact.slice(0, last) : compact
  const isPlain = /^\d+$/.test(whole) || /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole)
  // Lakhs and crores: `12,34,567.00`.
  if (!isPlain && !/^\d{1,2}(?:,\d{2})+,\d{3}$/.test(whole)) return undefined
  if (hasDecimals && whole.includes(compact[last] as string)) return undefined
  const plain = whole.replaceAll(/[.,]/g, '')
  if (plain.length > digitsMax - 2) return undefined
  return Number(plain) * 100 + (hasDecimals ? Number(decimals.padEnd(2, '0')) : 0)
}

/** Whether spaces group the digits by thousands: `12 345`, never `12 34`. Otherwise they are not one number. */
const isGrouped = (digits: string): boolean =>
  !digits.includes(' ') || /^\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?$/.test(digits)

/** The shape of nearly all amounts, which is tried first. */
const commonShape = /^(-?)(\d{1,3}(?:,\d{3}){0,4})\.(\d\d)$/

const commonAmount = (text: string): Amount | undefined => {
  const match = commonShape.exec(text)
  if (!match) return undefined
  const whole = match[2] as string
  const units = Number(whole.includes(',') ? whole.replaceAll(',', '') : whole)
  return { value: units * 100 + Number(match[3]), side: match[1] === '-' ? 'debit' : null }
}

/**
 * Reads `1,234,567.89`, `-50.00`, `(50.00)`, `50.00 Dr`, `1 234 567`, `1.234.567 FCFA` and similar amounts, with any
 * kind of space. Undefined if the text is not an amount.
 */
export const parseAmount = (text: string): Amount | undefined => {
  const common = commonAmount(text)
  if (common) return common
  const plain = text.replaceAll(/\s/g, ' ').replaceAll('’', "'").replaceAll(currencyWords, ' ').trim()
  const match = shape.exec(plain)
  if (!match) return undefined
  const [, before, digits = '', after, side] = match
  if (!isGrouped(digits.trim()) || (before === '(') !== (after === ')')) return undefined
  const value = hundredthsOf(digits)
  if (value === undefined) return undefined
  if (side) return { value, side: /^c/i.test(side) ? 'credit' : 'debit' }
  if (before === '+') return { value, side: 'credit' }
  return { value, side: before !== '' || after === '-' ? 'debit' : null }
}

const amountLettersMax = 24
const beginsAsAmount = /^(?:[-+−–(]?\s*\d|[A-Za-z]{1,4}\.?\s?\d)/

/** Whether a text looks like an amount, in any column. A date, a time and a reference with letters do not. */
export const isAmountText = (text: string): boolean =>
  text.length <= amountLettersMax && beginsAsAmount.test(text) && parseAmount(text) !== undefined

const damagedDigitsMin = 3
const damagedLettersMax = 2
/**
 * A text with more letters than a damaged amount has. Nearly every text that is not an amount has them, so this is
 * tested first.
 */
const wordsPattern = /[A-Za-z].*[A-Za-z].*[A-Za-z]/s

/**
 * Whether a text was probably meant as an amount but is damaged, `12,345.00*` or `1O,000.00`. Taken for words, it
 * would hide that there was an amount.
 */
export const isDamagedAmount = (text: string): boolean => {
  if (text.length > amountLettersMax || wordsPattern.test(text) || isAmountText(text)) return false
  const digits = text.replaceAll(/\D/g, '').length
  const letters = text.replaceAll(/\P{L}/gu, '').length
  return digits >= damagedDigitsMin && letters <= damagedLettersMax && !/[:/]/.test(text)
}
