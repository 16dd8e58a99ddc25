import type { Database, Tx } from '../../platform/database/database.js'
import { databaseNow, selectAll, update } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import type { Call } from '../../kernel/call.js'
import type { Log } from '../../kernel/log.js'
import { waitMsAfter } from './retry.rules.js'
import { Statement } from '../statement-orders/statement.entity.js'

/** A worker that dies leaves its statements for this long. */
const leaseMs = 15_000
const heartbeatMs = 4_000

/** Takes due statements for this worker, at most so many, and counts the attempt before it is made. */
export const claimStatements = (database: Database, limit: number): Promise<Statement[]> =>
  database.inTransaction(async (tx) => {
    const { nowMs, skipLocked } = tx.dialect
    const due = await selectAll(
      tx,
      Statement,
      `WHERE due_at <= ${nowMs} ORDER BY due_at LIMIT ${limit} ${skipLocked}`,
      [],
    )
    if (due.length > 0) {
      await tx.run(
        `UPDATE statements SET status = 'GENERATING', attempts = attempts + 1, due_at = ${nowMs} + ${leaseMs}
         WHERE id IN (${due.map(() => '?').join(', ')})`,
        due.map(({ id }) => id),
      )
    }
    return due.map((statement) => ({ ...statement, attempts: statement.attempts + 1 }))
  })

/** Only the worker of the last attempt has a say in when the next one is. */
const isHeld = `id = ? AND attempts = ? AND status = 'GENERATING'`

/** Keeps the lease for as long as a slow mail server looks at a mail. */
export const keepLease = (
  { database, log }: { readonly database: Database; readonly log: Log },
  { id, attempts }: Statement,
): NodeJS.Timeout =>
  setInterval(() => {
    database
      .inOneStatement((tx) =>
        tx.run(`UPDATE statements SET due_at = ${tx.dialect.nowMs} + ${leaseMs} WHERE ${isHeld}`, [
          id,
          attempts,
        ]),
      )
      .catch((error: unknown) => log.warn({ err: error }, 'a statement could not be kept'))
  }, heartbeatMs)

const end = async (
  tx: Tx,
  call: Pick<Call, 'now' | 'actor'>,
  statement: Statement,
  status: 'SENT' | 'FAILED',
  problem: string | null,
): Promise<void> => {
  const ended = await update(
    tx,
    Statement,
    { status, problem, dueAt: null, sentAt: status === 'SENT' ? databaseNow : null },
    `id = ? AND status = 'GENERATING'`,
    [statement.id],
  )
  if (ended === 0) return
  await audit(tx, call, {
    action: 'END_STATEMENT',
    customerId: statement.customerId,
    subject: statement.id,
    before: { status: 'GENERATING' },
    after: { status, ...(problem !== null && { problem }) },
  })
}

/** The mail server has taken it. That stays true if another worker has taken the statement over meanwhile. */
export const recordSent = (
  database: Database,
  call: Pick<Call, 'now' | 'actor'>,
  statement: Statement,
): Promise<void> => database.inTransaction((tx) => end(tx, call, statement, 'SENT', null))

/** The recipient is refused for good. */
export const recordFailed = (
  database: Database,
  call: Pick<Call, 'now' | 'actor'>,
  statement: Statement,
  problem: string,
): Promise<void> => database.inTransaction((tx) => end(tx, call, statement, 'FAILED', problem))

/** It is tried again, each time after a longer wait, for ever: nothing that was asked for is lost. */
export const recordLater = async (
  database: Database,
  { id, attempts }: Statement,
  problem: string,
  scale: number,
): Promise<void> => {
  const wait = Math.ceil(waitMsAfter(attempts) / scale)
  await database.inOneStatement((tx) =>
    tx.run(`UPDATE statements SET problem = ?, due_at = ${tx.dialect.nowMs} + ${wait} WHERE ${isHeld}`, [
      problem.slice(0, 64),
      id,
      attempts,
    ]),
  )
}
