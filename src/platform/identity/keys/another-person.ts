import type { Actor } from '../../../kernel/call.js'
import type { Sql } from '../../database/database.js'
import { selectAll, selectOne } from '../../database/rows.js'
import { ApiKey } from './api-key.entity.js'
import { isSamePerson, nameKey, type Identified } from '../person.rules.js'

/** Whoever uses the command line has the machine, and creates the first keys. */
export const operatorName = 'operator'

/**
 * Whether an approver is independent of a proposer: neither the proposer, nor the holder of a key that the proposer
 * created, nor of a key whose creator also created a key of the proposer. Whoever creates keys could act as any of
 * their holders.
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
