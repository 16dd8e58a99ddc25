import type { Actor } from '../../../kernel/call.js'
import type { Sql } from '../../database/database.js'
import { selectOne } from '../../database/rows.js'
import { ApiKey } from './api-key.entity.js'
import { isSamePerson, nameKey, type Identified } from '../person.rules.js'

/**
 * Whether somebody decides as another person on what was proposed: neither its proposer, nor whoever shows a key that the
 * proposer made. Who makes keys could be anybody whom they make one for.
 */
export const isAnotherPerson = async (sql: Sql, proposer: Identified, actor: Actor): Promise<boolean> => {
  if (isSamePerson(proposer, actor)) return false
  const key =
    actor.keyId === undefined ? undefined : await selectOne(sql, ApiKey, 'WHERE id = ?', [actor.keyId])
  return key === undefined || nameKey(key.createdBy) !== nameKey(proposer.name)
}
