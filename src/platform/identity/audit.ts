import { databaseNow, insertAll } from '../database/rows.js'
import type { Tx } from '../database/database.js'
import type { Call } from '../../kernel/call.js'
import { newId } from '../../kernel/ids.js'
import { toJson } from '../../kernel/json.js'
import type { AuditAction } from './audit-action.js'
import { logOnceCommitted } from './logged-changes.js'
import { AuditEntry } from './audit.entity.js'

export interface Change {
  readonly action: AuditAction
  readonly customerId: string | null
  /** As in `AuditEntry`. */
  readonly subject: string
  readonly before?: object
  readonly after?: object
}

const json = (state: object | undefined): string | null => (state ? toJson(state) : null)

type Caller = Pick<Call, 'now' | 'actor' | 'address'>

/** Writes one audit row, in the transaction of what it reports. */
export const audit = (tx: Tx, call: Caller, change: Change): Promise<void> => auditAll(tx, call, [change])

export const auditAll = (tx: Tx, call: Caller, changes: readonly Change[]): Promise<void> => {
  logOnceCommitted(tx, changes)
  return insertAll(
    tx,
    AuditEntry,
    changes.map((change) => ({
      id: newId(call.now),
      at: databaseNow,
      actor: call.actor.name,
      actorId: call.actor.id ?? null,
      address: call.address ?? null,
      action: change.action,
      customerId: change.customerId,
      subject: change.subject,
      before: json(change.before),
      after: json(change.after),
    })),
  )
}
