import { parseLocalDate } from '../../kernel/calendar.js'
import { exponentOf } from '../../kernel/money.js'

/** Parses one value of an answer; throws `UnreadableReport` when the value is not valid. */
export type ValueParser<T> = (raw: unknown, currency: string) => T

/** `at`: the paths at which the value may be, with a dot between members. */
export type Mapping<T> = {
  readonly [K in keyof T]: { readonly at: readonly string[]; readonly parse: ValueParser<T[K]> }
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
export const text: ValueParser<string> = (raw) => {
  const value = typeof raw === 'number' ? String(raw) : raw
  return typeof value === 'string' && value.trim() !== '' && value.length <= textLengthMax
    ? value.trim()
    : unreadable('is not a text of 1 to 200 characters')
}

export const flag: ValueParser<boolean> = (raw) =>
  typeof raw === 'boolean' ? raw : unreadable('is not a boolean')

export const count: ValueParser<number> = (raw) =>
  typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0
    ? raw
    : unreadable('is not a whole number from 0 on')

/** The day of a date or of an instant, `YYYY-MM-DD`. */
export const date: ValueParser<string> = (raw) =>
  (typeof raw === 'string' && parseLocalDate(raw.slice(0, 10))) || unreadable('is not a date')

/**
 * An amount in units of the currency, as text or number, converted to minor units. Further decimals are rounded, halves
 * away from zero.
 */
export const money: ValueParser<number> = (raw, currency) => {
  const written = typeof raw === 'number' || typeof raw === 'string' ? String(raw) : ''
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(written)
  if (!match?.[2] || match[2].length > moneyDigitsMax) return unreadable('is not an amount')
  const exponent = exponentOf(currency)
  const decimals = (match[3] ?? '').padEnd(exponent + 1, '0')
  const minor = Number(match[2] + decimals.slice(0, exponent)) + (decimals[exponent]! >= '5' ? 1 : 0)
  return match[1] === '-' && minor !== 0 ? -minor : minor
}

/** Bureaus write 999 or XX where they have no score. Read as a score, 999 would be the best there is. */
export const score: ValueParser<number | null> = (raw) => {
  if (raw == null || raw === 'XX' || raw === 999) return null
  return typeof raw === 'number' && Number.isFinite(raw) ? raw : unreadable('is not a score')
}

export const maybe =
  <T>(parse: ValueParser<T>): ValueParser<T | null> =>
  (raw, currency) =>
    raw == null || raw === '' ? null : parse(raw, currency)

/** A word in upper or lower case, translated by a table of known words. */
export const oneOf =
  <T>(words: Readonly<Record<string, T>>): ValueParser<T> =>
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
export const parseBy = <T extends object>(mapping: Mapping<T>, from: unknown, currency: string): T => {
  const parseMember = (key: keyof T): unknown => {
    const { at, parse } = mapping[key]
    const found = at.map((path) => member(from, path)).find((value) => value !== undefined)
    try {
      return parse(found, currency)
    } catch (error) {
      throw error instanceof UnreadableReport ? new UnreadableReport(`${at[0]} ${error.message}`) : error
    }
  }
  const keys = Object.keys(mapping) as (keyof T)[]
  return Object.fromEntries(keys.map((key) => [key, parseMember(key)])) as T
}
