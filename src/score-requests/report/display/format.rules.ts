import type { Language } from '../../../kernel/call.js'

/** Keeps groups of three digits on one line. */
const space = '\u00a0'

const decimalMarks: Readonly<Record<Language, string>> = { en: '.', fr: ',' }

/** `1 250 000`, `1 250.50`: two decimals, or none for a whole number. */
export const grouped = (value: number, language: Language): string => {
  const [whole = '0', decimals] = Math.abs(value).toFixed(2).split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, space)
  const sign = value < 0 && !/^[0.]*$/.test(`${whole}.${decimals}`) ? '-' : ''
  return `${sign}${digits}${decimals === '00' ? '' : decimalMarks[language] + decimals}`
}

const scales = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

const plain = (value: number, language: Language): string =>
  String(Number(value.toFixed(2))).replace('.', decimalMarks[language])

/** For the marks of an axis: `250k`, `1.5M`. */
export const compact = (value: number, language: Language): string => {
  const [divisor, letter] = scales.find(([least]) => Math.abs(value) >= least) ?? [1, '']
  return `${plain(value / divisor, language)}${letter}`
}

export const percent = (share: number, language: Language): string =>
  `${plain(share * 100, language)}${space}%`

/** The words of codes such as `APPROVE_WITH_CONDITIONS`, `full_months` and `daysOfCover`. */
export const inWords = (code: string): string => {
  const words = code
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const monthNames: Readonly<Record<Language, readonly string[]>> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  fr: ['janv', 'févr', 'mars', 'avr', 'mai', 'juin', 'juil', 'août', 'sept', 'oct', 'nov', 'déc'],
}

const longNames: Readonly<Record<Language, readonly string[]>> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
}

/** Writes each date such as `2025-01-01` in a text in the reader's language; other text is unchanged. */
export const datesIn = (text: string, language: Language): string =>
  text.replace(/\b(\d{4})-(\d\d)-(\d\d)\b/g, (whole, year: string, month: string, day: string) => {
    const name = longNames[language][Number(month) - 1]
    const number = day === '01' && language === 'fr' ? '1er' : String(Number(day))
    return name === undefined ? whole : [number, name, year].join(space)
  })

/** `2025-01` as [`Jan`, `2025`]; other text is unchanged. */
export const monthOf = (text: string, language: Language): readonly [month: string, year: string] => {
  const [, year = '', month = ''] = /^(\d{4})-(\d{2})$/.exec(text) ?? []
  const name = monthNames[language][Number(month) - 1]
  return name === undefined ? [text, ''] : [name, year]
}
