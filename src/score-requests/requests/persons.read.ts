import type { Condition } from '../../platform/database/keyset.js'
import { inList } from '../../platform/database/in-list.js'
import { hashesOfNationalId } from '../../platform/identity/keys/keys.js'
import { nationalIdForms } from '../../scoring-contract/national-id.js'
import { beginningsOf } from '../model/person-name.rules.js'

/** The end of a range: it sorts after every key with this prefix. */
const endOfRange = (prefix: string): string => `${prefix}\u{10ffff}`

/** The possible hashes of the person with this national ID; none for an empty text. */
const hashesOf = (peppers: readonly string[], nationalId: string): string[] =>
  nationalIdForms(nationalId).flatMap((form) => peppers.flatMap((pepper) => hashesOfNationalId(pepper, form)))

/** The SQL condition for the person with this national ID. */
export const nationalIdCondition = (
  column: string,
  peppers: readonly string[],
  nationalId: string,
): Condition => {
  const hashes = hashesOf(peppers, nationalId)
  if (hashes.length === 0) return { sql: '1 = 0', parameters: [] }
  const { places, parameters } = inList(hashes)
  return { sql: `${column} IN (${places})`, parameters }
}

const nameColumns = {
  byFirstName: 'by_first_name',
  byLastName: 'by_last_name',
} as const

/**
 * The SQL condition for a person whose name begins with this text, written with the first or the last name first; each
 * alternative uses an index. Undefined for a text that is too short, or has no letter.
 */
export const nameCondition = (column: string, text: string): Condition | undefined => {
  const beginnings = beginningsOf(text)
  if (beginnings.length === 0) return undefined
  const parts = beginnings.map(
    ({ key }) => `SELECT id FROM score_requests WHERE ${nameColumns[key]} >= ? AND ${nameColumns[key]} < ?`,
  )
  return {
    sql: `${column} IN (SELECT id FROM (${parts.join(' UNION ')}) named)`,
    parameters: beginnings.flatMap(({ prefix }) => [prefix, endOfRange(prefix)]),
  }
}

/**
 * The SQL conditions for score requests about the person with this national ID, or about a person whose name begins
 * with this text; each uses an index. The caller adds a limit.
 */
export const ofPerson = (peppers: readonly string[], text: string): readonly Condition[] => {
  const { sql, parameters } = nationalIdCondition('person_hash', peppers, text)
  return [
    { sql: `WHERE ${sql} ORDER BY id DESC`, parameters },
    ...beginningsOf(text).map(({ key, prefix }) => ({
      sql: `WHERE ${nameColumns[key]} >= ? AND ${nameColumns[key]} < ? ORDER BY ${nameColumns[key]}, id`,
      parameters: [prefix, endOfRange(prefix)],
    })),
  ]
}
