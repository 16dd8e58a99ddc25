import type { LocalDate } from '../../kernel/calendar.js'
import { formatAmount, type Minor } from '../../kernel/money.js'

/**
 * `1 250 000 XAF`, `1 250,50 GHS` with a comma as mark. The spaces are plain ones: `Intl` writes narrow no-break spaces, which
 * are not in GSM 03.38, so that the message would be sent in UCS-2 and have room for half as many characters.
 */
export const groupedMoney = (amount: Minor, currency: string, decimalMark: DecimalMark): string =>
  `${groupedAmount(amount, currency, decimalMark)} ${currency}`

/** An amount without its currency, for a column that names the currency once. */
export const groupedAmount = (amount: Minor, currency: string, decimalMark: DecimalMark): string => {
  const [whole = '', decimals] = formatAmount(amount, currency).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ' ')
  return `${grouped}${decimals === undefined ? '' : decimalMark + decimals}`
}

type DecimalMark = ',' | '.'

/** `31/12/2026`, the order that both languages use in the market. */
export const shortDate = (date: LocalDate): string => date.split('-').reverse().join('/')
