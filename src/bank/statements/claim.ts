import type { Database, Tx } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { databaseNow, selectAll, update } from '../../platform/database/rows.js'
import { claimDue, keepClaim, releaseClaim } from '../../platform/queue/queue.js'
import type { Claim, Queue } from '../../platform/queue/queue.rules.js'
import { audit } from '../../platform/identity/audit.js'
import type { Call } from '../../kernel/call.js'
import type { Log } from '../../kernel/log.js'
import { waitMsAfter } from './retry.rules.js'
import { Statement } from '../statement-orders/statement.entity.js'

/** The number of attempts is the fence: only the worker of the last attempt may schedule the next one. */
const queue: Queue = {
  table: 'statements',
  until: 'due_at',
  empty: 'NEVER_DUE',
  fence: 'attempts',
  namesHolder: true,
  whileClaimed: `status = 'GENERATING'`,
}

const claimOf = ({ id, attempts }: Pick<Statement, 'id' | 'attempts'>): Claim => ({ id, fence: attempts })

/** Claims due statements for this worker, at most this many, and counts the attempt before it is made. */
export const claimStatements = (database: Database, limit: number): Promise<Statement[]> =>
  database.inTransaction(async (tx) => {
    const claims = await claimDue(tx, queue, {
      where: 'TRUE ORDER BY due_at',
      limit,
      changes: { sql: `, status = 'GENERATING'` },
    })
    if (claims.length === 0) return []
    const { places, parameters } = inList(claims.map(({ id }) => id))
    return selectAll(tx, Statement, `WHERE id IN (${places})`, parameters)
  })

/** Renews the lease while the statement is made and mailed. */
export const keepLease = (
  deps: { readonly database: Database; readonly log: Log },
  statement: Statement,
): (() => void) => keepClaim(deps, queue, claimOf(statement))

const end = async (
  tx: Tx,
  call: Pick<Call, 'now' | 'actor'>,
  statement: Statement,
  { status, problem }: { readonly status: 'SENT' | 'FAILED'; readonly problem: string | null },
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

/** Records that the mail server has accepted it. Not guarded by the fence, since it is true whichever worker has the claim now. */
export const recordSent = (
  database: Database,
  call: Pick<Call, 'now' | 'actor'>,
  statement: Statement,
): Promise<void> =>
  database.inTransaction((tx) => end(tx, call, statement, { status: 'SENT', problem: null }))

/** Records that the mail server refuses the recipient for good. */
export const recordFailed = (
  database: Database,
  call: Pick<Call, 'now' | 'actor'>,
  statement: Statement,
  problem: string,
): Promise<void> => database.inTransaction((tx) => end(tx, call, statement, { status: 'FAILED', problem }))

/** Schedules a retry with a growing backoff. There is no limit, since no requested statement may be dropped. */
export const recordRetry = async (
  database: Database,
  statement: Statement,
  problem: string,
  scale: number,
): Promise<void> => {
  await releaseClaim(database, queue, {
    claim: claimOf(statement),
    waitMs: waitMsAfter(statement.attempts) / scale,
    changes: { sql: ', problem = ?', parameters: [problem.slice(0, 64)] },
  })
}
