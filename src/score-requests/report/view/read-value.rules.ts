import type { Language } from '../../../kernel/call.js'
import { ownEntry } from '../own-entry.rules.js'
import { scoreBandOf } from '../../../scoring-contract/bands.rules.js'
import type { Tone } from '../charts/shapes.rules.js'
import type { DisplayField, DisplayUnit } from '../display/display.rules.js'
import { datesIn, grouped, inWords, percent } from '../display/format.rules.js'
import { translate } from '../display/translate.rules.js'
import type { FigureView } from './view.rules.js'

/** What values are read from: one body, in which members that the reader may not see are masked already. */
export interface ReadSource {
  readonly data: unknown
  readonly currency: string | null
  readonly language: Language
}

/**
 * The member at a path; undefined where there is none. Inherited members are not read, so a path never leads into a
 * prototype.
 */
export const memberOf = (data: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Readonly<Record<string, unknown>>)[key]
          : undefined,
      data,
    )

const tones: Readonly<Record<string, Tone>> = {
  a: 'good',
  approve: 'good',
  green: 'good',
  good: 'good',
  excellent: 'good',
  b: 'fair',
  'approve with conditions': 'fair',
  yellow: 'fair',
  fair: 'fair',
  c: 'poor',
  decline: 'poor',
  red: 'poor',
  poor: 'poor',
  'high risk': 'poor',
  'fraud reported': 'poor',
  'long default': 'poor',
  // Why a document is not accepted as genuine (docs/scoring-contract.md#validity).
  'name invalid': 'poor',
  'email invalid': 'poor',
  'phone number invalid': 'poor',
  'document modified': 'poor',
  'insufficient transactions': 'poor',
  'author mismatch': 'poor',
}

/**
 * The tone of a word such as `approve`, or of a text that begins with the letter of a band; undefined for other texts.
 */
export const toneOfWord = (text: string): Tone | undefined => {
  const [, letter] = /^([ABC]) \(/.exec(text) ?? []
  return ownEntry(tones, (letter ?? text).toLowerCase())
}

/** The text for a value that the service does not give; such values are left out. */
export const notGiven = 'Not given'

/** A value as text, with words in English; undefined when the value does not fit the unit. */
export const textOf = (
  value: unknown,
  unit: DisplayUnit,
  { currency, language }: Omit<ReadSource, 'data'>,
): string | undefined => {
  if (typeof value === 'number' && Number.isFinite(value)) {
    if (unit === 'share') return percent(value, language)
    const digits = grouped(value, language)
    return unit === 'money' && currency !== null ? `${digits} ${currency}` : digits
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'string' || value === '') return undefined
  return unit === 'word' ? inWords(value) : datesIn(value, language)
}

const wordsOf = (value: unknown, field: DisplayField, source: ReadSource): string | undefined => {
  const isNoScore = value === -1
  if (field.unit === 'scoreBand') return typeof value === 'number' ? inWords(scoreBandOf(value)) : undefined
  return field.unit === 'score' && isNoScore ? undefined : textOf(value, field.unit, source)
}

/** One value with its label and explanation, whatever the service sent. */
export const figureOf = (field: DisplayField, source: ReadSource): FigureView => {
  const value = memberOf(source.data, field.field)
  const text = wordsOf(value, field, source)
  const inLanguage = (words: string): string => translate(words, source.language)
  const isNull = value === null || value === -1
  return {
    label: field.label,
    value:
      text === undefined
        ? isNull && field.absent !== notGiven
          ? inLanguage(field.absent ?? 'Not known')
          : notGiven
        : field.personal
          ? text
          : inLanguage(text),
    isAbsent: text === undefined,
    explanation: field.explanation,
    tone: text === undefined ? undefined : toneOfWord(text),
  }
}
