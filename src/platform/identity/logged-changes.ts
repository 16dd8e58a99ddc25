import type { Log } from '../../kernel/log.js'
import type { Database, Tx } from '../database/database.js'
import type { AuditAction } from './audit-action.js'

/** Audit actions that are also logged, for operators. BLOCK_CUSTOMER and UNBLOCK_CUSTOMER are about blocks of an account. */
const messages: { readonly [Action in AuditAction]?: string } = {
  OPEN_REVIEW: 'a review case was opened',
  RESOLVE_REVIEW: 'a review case was resolved',
  PROPOSE_RESOLUTION: 'a resolution waits for another person',
  PROPOSE: 'a proposal waits for another person',
  END_PROPOSAL: 'a proposal has ended',
  BLOCK_CUSTOMER: 'an account was blocked',
  CONFIRM_BLOCK: 'the block of an account was confirmed by another person',
  UNBLOCK_CUSTOMER: 'the block of an account was lifted',
  CREATE_API_KEY: 'an API key was created',
  REVOKE_API_KEY: 'an API key was revoked',
  PAUSE_QUEUE: 'a queue was paused',
  RESUME_QUEUE: 'a queue was resumed',
}

/** A change to log. The line has only an id, by which the persons involved are found in the audit log. */
interface LoggedChange {
  readonly action: AuditAction
  readonly subject: string
}

const changesToLog = new WeakMap<Tx, LoggedChange[]>()

/** Changes written in this transaction: logged once it is committed. */
export const logOnceCommitted = (tx: Tx, changes: readonly LoggedChange[]): void => {
  for (const { action, subject } of changes) {
    if (messages[action] === undefined) continue
    const before = changesToLog.get(tx)
    if (before) before.push({ action, subject })
    else changesToLog.set(tx, [{ action, subject }])
  }
}

/** The same database, which logs the changes of its own transactions once they are committed. */
export const loggingChanges = (database: Database, log: Log): Database => {
  const loggingWhenCommitted =
    (inUnit: Database['inTransaction']): Database['inTransaction'] =>
    async (work) => {
      let last: Tx | undefined
      // A retried transaction is a new one, and logs nothing of the previous try.
      const result = await inUnit((tx) => work((last = tx)))
      for (const { action, subject } of (last && changesToLog.get(last)) ?? [])
        log.info({ subject }, messages[action]!)
      return result
    }
  return {
    ...database,
    inTransaction: loggingWhenCommitted(database.inTransaction),
    inOneStatement: loggingWhenCommitted(database.inOneStatement),
  }
}
