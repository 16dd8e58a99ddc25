import type { Sql, Tx } from '../database/database.js'
import { databaseNow, insertOrKeep, selectOne, update } from '../database/rows.js'
import type { Call } from '../../kernel/call.js'
import { newId } from '../../kernel/ids.js'
import { Refusal } from '../../kernel/refusal.js'
import { StaffAct } from './act.entity.js'
import { shortId } from './short-id.js'

const actorLengthMax = 128

const actorOf = ({ id, name }: Call['actor']): string => shortId(id ?? name, actorLengthMax)

type Keyed = Pick<Call, 'once' | 'actor'>

const keptAct = (sql: Sql, { once, actor }: Keyed, lock = ''): Promise<StaffAct | undefined> =>
  selectOne(sql, StaffAct, `WHERE actor = ? AND act_key = ? ${lock}`, [actorOf(actor), once?.key])

/** Refuses: INVALID_ARGUMENT for a key that was used for something else. */
const subjectOf = (kept: StaffAct, { once }: Keyed): string => {
  if (kept.act === once?.act && kept.input === once.input) return kept.subject
  throw new Refusal('INVALID_ARGUMENT', 'This idempotencyKey was used for something else')
}

/**
 * As `recordOnce`, but records nothing. For an act that changes the rows from which its input is read: an exact repeat would not find
 * them any more. Refuses: INVALID_ARGUMENT for a key that was used for something else.
 */
export const earlierSubject = async (sql: Sql, keyed: Keyed): Promise<string | undefined> => {
  const kept = keyed.once && (await keptAct(sql, keyed))
  return kept && subjectOf(kept, keyed)
}

/**
 * Idempotency keys of people. Records the first request with a key in the transaction of its act, and returns undefined. For a repeat
 * by the same person, returns the id of the row that the first request changed, or the result stored by `storeResult`. Refuses:
 * INVALID_ARGUMENT for a key that was used for something else.
 */
export const recordOnce = async (
  tx: Tx,
  keyed: Keyed & Pick<Call, 'now'>,
  subject: string,
): Promise<string | undefined> => {
  const { once, actor, now } = keyed
  if (!once) return undefined
  const id = newId(now)
  const row = { id, actor: actorOf(actor), ...once, subject, at: databaseNow } as const
  await insertOrKeep(tx, StaffAct, row, 'id')
  const kept = await keptAct(tx, keyed, tx.dialect.forUpdate)
  if (!kept) throw new Error('the act with the same idempotency key was deleted concurrently')
  return kept.id === id ? undefined : subjectOf(kept, keyed)
}

/**
 * Replaces the row id that `recordOnce` has just recorded by the result of the act, for an act whose answer cannot be read from a row
 * later. For a repeated key, `recordOnce` then returns this result.
 */
export const storeResult = async (tx: Tx, { once, actor }: Keyed, answer: string): Promise<void> => {
  if (!once) return
  const subject = answer
  await update(tx, StaffAct, { subject }, 'actor = ? AND act_key = ?', [actorOf(actor), once.key])
}
