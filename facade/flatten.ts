import type { PlannedField } from './plan.js'

/** An object of a GraphQL result: each value is what a scalar serialised, a nested object, or null. */
type Node = Readonly<Record<string, unknown>>

/**
 * Writes one record of a result as the JSON text of its pairs, in the order of the plan. The fields of a nested object
 * become pairs of the record. A null is omitted, and so is an empty optional value; every leaf becomes a string.
 */
export const flattenRecord = (fields: readonly PlannedField[], record: unknown): string =>
  `[${writePairs(fields, record as Node).slice(1)}]`

/** Writes a list of records as the JSON text of a list of lists of pairs. */
export const flattenRows = (fields: readonly PlannedField[], rows: unknown): string => {
  let text = ''
  for (const row of rows as Iterable<unknown>) text += `,${flattenRecord(fields, row)}`
  return `[${text.slice(1)}]`
}

const writePairs = (fields: readonly PlannedField[], node: Node): string => {
  let text = ''
  for (const planned of fields) {
    const value = node[planned.field]
    if (value === null || value === undefined) continue
    if (planned.fields) text += writePairs(planned.fields, value as Node)
    else if (value !== '' || !planned.optional) text += `${planned.text}${quote(leafText(value))}}}`
  }
  return text
}

const leafText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  throw new Error('A scalar serialised to something that is no text, number or boolean')
}

// A text that surely needs no escape: it has no quote, backslash, control character or surrogate. Almost all values are
// such, and `JSON.stringify` took half the time of writing a record.
const plain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/
const quote = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text))
