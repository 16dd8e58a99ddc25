import { grouped, pointOf, shortened } from './figures.js'
import { language } from './language.js'

const locales = { fr: 'fr-CM', en: 'en-GB' }

/** The currency's usual name (docs/decisions/0189-people-of-the-house-read-fcfa.md). */
export const nameOfCurrency = (currency: string): string => (currency === 'XAF' ? 'FCFA' : currency)

/** Money in the form of the language. The amount stays a text, so that no digit is lost. */
export const money = (amount: string, currency?: string): string => {
  const [, sign = '', whole = '', decimals] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  if (whole === '') return amount
  const end = decimals === undefined ? '' : pointOf(language.value) + decimals
  const text = `${sign === '' ? '' : '−'}${grouped(whole, language.value)}${end}`
  return currency === undefined ? text : `${text}\u00a0${nameOfCurrency(currency)}`
}

const isoInstant = /^[\d-]+T[\d:.]+Z$/

/** French writes the first of a month as `1er`. A text that only looks like a date, such as one of a note, stays as it is. */
const written = (given: string, rest: string, form: Intl.DateTimeFormatOptions): string => {
  const at = new Date(given + rest)
  const isInstant = isoInstant.test(given + rest) && !Number.isNaN(+at)
  // `2026-02-30` would be 2 March.
  if (!isInstant || at.toISOString().slice(0, 10) !== (given + rest).slice(0, 10)) return given
  const text = new Intl.DateTimeFormat(locales[language.value], form).format(at)
  return language.value === 'fr' ? text.replace(/^1(?= )/, '1er') : text
}

/** A civil date, which has no time zone. */
export const date = (day: string): string =>
  written(day, 'T00:00:00Z', { dateStyle: 'medium', timeZone: 'UTC' })

export const month = (of: string): string =>
  written(of, '-01T00:00:00Z', { year: 'numeric', month: 'long', timeZone: 'UTC' })

/** `237670000010` in groups of digits; a masked number is unchanged. */
export const msisdn = (number: string): string =>
  number.replace(/^237(\d{3})(\d{2})(\d{2})(\d{2})$/, '+237\u00a0$1\u00a0$2\u00a0$3\u00a0$4')

/** The market's time zone, in which dates of the books are. */
const timeZone = document.documentElement.dataset['zone']

export const moment = (instant: string, zone = timeZone): string =>
  written(instant, '', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })

/** The date in the market at an instant: `2026-03-01`. */
const dayAt = (at: number): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)

/** The date in the market some days from today. */
export const dayFromNow = (days = 0): string => dayAt(new Date().getTime() + days * 86_400_000)

/** The instant of a date in the market, at its beginning or at a time; any other text is unchanged, and the server refuses it. */
export const instantOf = (local: string): string => {
  const at = Date.parse(`${local}${local.includes('T') ? '' : 'T00:00'}Z`)
  if (Number.isNaN(at)) return local
  const there = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  }).format(at)
  return new Date(2 * at - Date.parse(`${there.replace(' ', 'T')}Z`)).toISOString()
}

export const count = (value: number): string => money(String(value))

export const brief = (value: number): string => shortened(value, language.value)
