import type { Actor } from '../../../kernel/call.js'
import type { Sql } from '../../database/database.js'
import { selectAll, selectOne } from '../../database/rows.js'
import { ApiKey } from './api-key.entity.js'
import { isSamePerson, nameKey, type Identified } from '../person.rules.js'

/** Who makes keys at the command line has the machine, and makes the first keys of all. */
export const operatorName = 'operator'

/**
 * Whether somebody decides as another person on what was proposed: neither its proposer, nor whoever shows a key that the
 * proposer made, nor one that was made by whoever made a key of the proposer. Who makes keys could be anybody whom they make
 * one for.
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
