import type { Tx } from '../database/database.js'
import { databaseNow, insertOrKeep, selectOne, update } from '../database/rows.js'
import type { Call } from '../../kernel/call.js'
import { newId } from '../../kernel/ids.js'
import { Refusal } from '../../kernel/refusal.js'
import { StaffAct } from './act.entity.js'
import { shortId } from './short-id.js'

const actorLengthMax = 128

const actorOf = ({ id, name }: Call['actor']): string => shortId(id ?? name, actorLengthMax)

/**
 * Idempotency keys of people. Returns the id of the row that an earlier request with the same key of the same person changed, or
 * undefined for the first request, which is recorded in the transaction of its act. Refuses: INVALID_ARGUMENT for a key that was used
 * for something else.
 */
export const doneBefore = async (
  tx: Tx,
  { once, actor, now }: Pick<Call, 'once' | 'actor' | 'now'>,
  subject: string,
): Promise<string | undefined> => {
  if (!once) return undefined
  const { key, act, input } = once
  const id = newId(now)
  const who = actorOf(actor)
  const row = { id, actor: who, key, act, input, subject, at: databaseNow } as const
  await insertOrKeep(tx, StaffAct, row, 'id')
  const where = `WHERE actor = ? AND act_key = ? ${tx.dialect.forUpdate}`
  const kept = await selectOne(tx, StaffAct, where, [who, key])
  if (!kept) throw new Error('the act with the same idempotency key was deleted concurrently')
  if (kept.id === id) return undefined
  if (kept.act === act && kept.input === input) return kept.subject
  throw new Refusal('INVALID_ARGUMENT', 'This idempotencyKey was used for something else')
}

/**
 * Replaces the row id that `doneBefore` has just recorded by the result of the act, for an act whose answer cannot be read from a row
 * later. For a repeated key, `doneBefore` then returns this result.
 */
export const storeResult = async (
  tx: Tx,
  { once, actor }: Pick<Call, 'once' | 'actor'>,
  answer: string,
): Promise<void> => {
  if (!once) return
  const subject = answer
  await update(tx, StaffAct, { subject }, 'actor = ? AND act_key = ?', [actorOf(actor), once.key])
}
