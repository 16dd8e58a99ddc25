import type { Actor } from '../../../kernel/call.js'
import type { Sql } from '../../database/database.js'
import type { Condition } from '../../database/keyset.js'
import { selectAll, selectOne } from '../../database/rows.js'
import { ApiKey } from './api-key.entity.js'
import { isSamePerson, nameKey, type Identified } from '../person.rules.js'

/** The actor of the command line, which creates the first keys. Its user already controls the machine. */
export const operatorName = 'operator'

/**
 * Whether an approver is independent of a proposer. They are not if they are the same person, if the proposer created the approver's
 * key, or if one person created a key for each of them: the creator of a key could act as its holder. Keys that were created on the
 * command line do not count.
 */
export const isAnotherPerson = async (sql: Sql, proposer: Identified, actor: Actor): Promise<boolean> => {
  if (isSamePerson(proposer, actor)) return false
  const key =
    actor.keyId === undefined ? undefined : await selectOne(sql, ApiKey, 'WHERE id = ?', [actor.keyId])
  const maker = key === undefined ? undefined : nameKey(key.createdBy)
  if (maker === undefined || maker === operatorName) return true
  if (maker === nameKey(proposer.name)) return false
  const theirs = await selectAll(sql, ApiKey, 'WHERE holder = ?', [proposer.id ?? ''])
  return theirs.every(({ createdBy }) => nameKey(createdBy) !== maker)
}

/**
 * SQL condition: the proposer made neither the approver's key nor has a key of the same maker, as `isAnotherPerson` decides for one;
 * but SQLite's LOWER changes ASCII only. Approving decides again.
 *
 * @param proposer the columns with the name and the id of the proposer
 */
export const hasOtherMaker = (
  { keyId }: Actor,
  proposer: { readonly name: string; readonly id: string },
): Condition =>
  keyId === undefined
    ? { sql: '1 = 1', parameters: [] }
    : {
        sql: `NOT EXISTS (SELECT 1 FROM api_keys mine WHERE mine.id = ? AND LOWER(mine.created_by) <> '${operatorName}'
          AND (LOWER(mine.created_by) = LOWER(${proposer.name}) OR EXISTS (SELECT 1 FROM api_keys theirs
            WHERE theirs.holder = ${proposer.id} AND LOWER(theirs.created_by) = LOWER(mine.created_by))))`,
        parameters: [keyId],
      }
