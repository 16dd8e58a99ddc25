import type { Call } from '../../kernel/call.js'
import { toJson } from '../../kernel/json.js'
import { Refusal } from '../../kernel/refusal.js'
import type { Tx } from '../../platform/database/database.js'
import { databaseNow, insertAll } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import type { AccountNumbers } from './account-numbers.js'
import { ClosedMonth } from './closed-month.entity.js'
import { findClosedMonth, readAccounts, readHindrances, type MonthAccount } from './month-end.read.js'
import type { Month } from './month.rules.js'

/**
 * The accounts that closing a month would store. Its days are closed and never change, so nothing has to be locked. Refuses:
 * MONTH_NOT_READY, with everything that prevents it; INVALID_ARGUMENT (closed already).
 */
export const planClose = async (tx: Tx, month: Month, numbers: AccountNumbers): Promise<MonthAccount[]> => {
  if (await findClosedMonth(tx, month.name))
    throw new Refusal('INVALID_ARGUMENT', `${month.name} is closed already`)
  const accounts = await readAccounts(tx, month, numbers)
  const hindrances = await readHindrances(tx, month, accounts)
  if (hindrances.length > 0) {
    const details = hindrances.map(({ count, detail }) => (count > 1 ? `${count} ${detail}` : detail))
    throw new Refusal('MONTH_NOT_READY', `${month.name} cannot be closed: ${details.join('; ')}`)
  }
  return accounts
}

/** Closes a month permanently, after two people approved it. Refuses as `planClose`. */
export const closeMonth = async (
  tx: Tx,
  call: Call,
  month: Month,
  { numbers, proposedBy }: { readonly numbers: AccountNumbers; readonly proposedBy: string },
): Promise<void> => {
  const accounts = await planClose(tx, month, numbers)
  const closed = { month: month.name, accounts: toJson(accounts), proposedBy, closedBy: call.actor.name }
  await insertAll(tx, ClosedMonth, [{ ...closed, closedAt: databaseNow }])
  await audit(tx, call, {
    action: 'CLOSE_MONTH',
    customerId: null,
    subject: month.name,
    after: { proposedBy, accounts },
  })
}
