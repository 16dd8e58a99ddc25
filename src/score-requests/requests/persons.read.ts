import type { Condition } from '../../platform/database/keyset.js'
import { inList } from '../../platform/database/in-list.js'
import { hashesOfNationalId } from '../../platform/identity/keys/keys.js'
import { beginningsOf, nationalIdForms } from '../model/person-name.rules.js'

/** Behind every key that begins so. */
const after = (begin: string): string => `${begin}\u{10ffff}`

/** Hashes under which the person with this national ID may be known; at least one, and none is of an empty text. */
const hashesOf = (peppers: readonly string[], nationalId: string): string[] =>
  nationalIdForms(nationalId).flatMap((form) => peppers.flatMap((pepper) => hashesOfNationalId(pepper, form)))

/** Of the person with this national ID. */
export const isOfNationalId = (column: string, peppers: readonly string[], nationalId: string): Condition => {
  const hashes = hashesOf(peppers, nationalId)
  if (hashes.length === 0) return { sql: '1 = 0', parameters: [] }
  const { places, parameters } = inList(hashes)
  return { sql: `${column} IN (${places})`, parameters }
}

const namesInOrder = {
  byFirstName: 'by_first_name',
  byLastName: 'by_last_name',
} as const

/** Of somebody whose names begin so, whichever is said first: each an end of an index. Undefined for a text without letters. */
export const isOfName = (column: string, text: string): Condition | undefined => {
  const beginnings = beginningsOf(text)
  if (beginnings.length === 0) return undefined
  const parts = beginnings.map(
    ({ key }) => `SELECT id FROM score_requests WHERE ${namesInOrder[key]} >= ? AND ${namesInOrder[key]} < ?`,
  )
  return {
    sql: `${column} IN (SELECT id FROM (${parts.join(' UNION ')}) named)`,
    parameters: beginnings.flatMap(({ begin }) => [begin, after(begin)]),
  }
}

/** Ways to the score requests about the person with this national ID, or with such a name: each by an index, a few rows of it. */
export const ofPerson = (peppers: readonly string[], text: string): readonly Condition[] => {
  const { sql, parameters } = isOfNationalId('person_hash', peppers, text)
  return [
    { sql: `WHERE ${sql} ORDER BY id DESC`, parameters },
    ...beginningsOf(text).map(({ key, begin }) => ({
      sql: `WHERE ${namesInOrder[key]} >= ? AND ${namesInOrder[key]} < ? ORDER BY ${namesInOrder[key]}, id`,
      parameters: [begin, after(begin)],
    })),
  ]
}
