import { parseLocalDate } from '../../kernel/calendar.js'
import { exponentOf } from '../../kernel/money.js'

/** Parses one value of an answer; throws `UnreadableReport` when the value is not valid. */
export type Reader<T> = (raw: unknown, currency: string) => T

/** `at`: the paths at which the value may be, with a dot between members. */
export type Mapping<T> = {
  readonly [K in keyof T]: { readonly at: readonly string[]; readonly read: Reader<T[K]> }
}

/** An answer contains a report with an invalid field. The message names the field, never its value. */
export class UnreadableReport extends Error {
  override readonly name = 'UnreadableReport'
}

const unreadable = (what: string): never => {
  throw new UnreadableReport(what)
}

const textLengthMax = 200
const moneyDigitsMax = 12

/** A number is read as its digits, since bureaus differ in how they write codes and account numbers. */
export const text: Reader<string> = (raw) => {
  const value = typeof raw === 'number' ? String(raw) : raw
  return typeof value === 'string' && value.trim() !== '' && value.length <= textLengthMax
    ? value.trim()
    : unreadable('is not a text of 1 to 200 characters')
}

export const flag: Reader<boolean> = (raw) =>
  typeof raw === 'boolean' ? raw : unreadable('is not a boolean')

export const count: Reader<number> = (raw) =>
  typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0
    ? raw
    : unreadable('is not a whole number from 0 on')

/** The day of a date or of an instant, `YYYY-MM-DD`. */
export const date: Reader<string> = (raw) =>
  (typeof raw === 'string' && parseLocalDate(raw.slice(0, 10))) || unreadable('is not a date')

/** Decimals of the currency's major unit, as text or number, in minor units; further decimals are rounded half up. */
export const money: Reader<number> = (raw, currency) => {
  const written = typeof raw === 'number' || typeof raw === 'string' ? String(raw) : ''
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(written)
  if (!match?.[2] || match[2].length > moneyDigitsMax) return unreadable('is not an amount')
  const exponent = exponentOf(currency)
  const decimals = (match[3] ?? '').padEnd(exponent + 1, '0')
  const minor = Number(match[2] + decimals.slice(0, exponent)) + (decimals[exponent]! >= '5' ? 1 : 0)
  return match[1] === '-' && minor !== 0 ? -minor : minor
}

/** Bureaus write 999 or XX where they have no score. Read as a score, 999 would be the best there is. */
export const score: Reader<number | null> = (raw) => {
  if (raw == null || raw === 'XX' || raw === 999) return null
  return typeof raw === 'number' && Number.isFinite(raw) ? raw : unreadable('is not a score')
}

export const maybe =
  <T>(read: Reader<T>): Reader<T | null> =>
  (raw, currency) =>
    raw == null || raw === '' ? null : read(raw, currency)

/** A word in upper or lower case, translated by a table of known words. */
export const oneOf =
  <T>(words: Readonly<Record<string, T>>): Reader<T> =>
  (raw) => {
    const word = typeof raw === 'string' ? raw.toUpperCase() : ''
    return Object.hasOwn(words, word) ? words[word]! : unreadable('is not a known word')
  }

const member = (from: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
      from,
    )

/** Every value of a mapping. Throws `UnreadableReport` for the first invalid field. */
export const readBy = <T extends object>(mapping: Mapping<T>, from: unknown, currency: string): T => {
  const read = (key: keyof T): unknown => {
    const { at, read } = mapping[key]
    const found = at.map((path) => member(from, path)).find((value) => value !== undefined)
    try {
      return read(found, currency)
    } catch (error) {
      throw error instanceof UnreadableReport ? new UnreadableReport(`${at[0]} ${error.message}`) : error
    }
  }
  const keys = Object.keys(mapping) as (keyof T)[]
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as T
}
