import type { DisplayUnit } from './display.rules.js'

/** Digits in threes stay together on a line. */
const space = '\u00a0'

/** `1 250 000`, `1 250.50`: at most two decimals, none where there are none. */
export const grouped = (value: number): string => {
  const [whole = '0', decimals] = Math.abs(value).toFixed(2).split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, space)
  const sign = value < 0 && !/^[0.]*$/.test(`${whole}.${decimals}`) ? '-' : ''
  return `${sign}${digits}${decimals === '00' ? '' : `.${decimals}`}`
}

const scales = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** For the marks of an axis: `250k`, `1.5M`. */
export const compact = (value: number): string => {
  const [divisor, letter] = scales.find(([least]) => Math.abs(value) >= least) ?? [1, '']
  return `${Number((value / divisor).toFixed(2))}${letter}`
}

export const percent = (share: number): string => `${Number((share * 100).toFixed(2))}${space}%`

/** `APPROVE_WITH_CONDITIONS`, `full_months` and `daysOfCover` as a person writes them. */
export const inWords = (code: string): string => {
  const words = code
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.length === 1 ? words.toUpperCase() : words.charAt(0).toUpperCase() + words.slice(1)
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `2025-01` as [`Jan`, `2025`]; what is no month stays as it is. */
export const monthOf = (text: string): readonly [month: string, year: string] => {
  const [, year = '', month = ''] = /^(\d{4})-(\d{2})$/.exec(text) ?? []
  const name = monthNames[Number(month) - 1]
  return name === undefined ? [text, ''] : [name, year]
}

/** The text of a value that is there; undefined when it is not of the unit. */
export const textOf = (value: unknown, unit: DisplayUnit, currency: string | null): string | undefined => {
  if (typeof value === 'number' && Number.isFinite(value)) {
    if (unit === 'money') return currency === null ? grouped(value) : `${grouped(value)} ${currency}`
    if (unit === 'share') return percent(value)
    return grouped(value)
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'string' || value === '') return undefined
  return unit === 'word' ? inWords(value) : value
}
