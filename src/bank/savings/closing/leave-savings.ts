import { blockedBy } from '../../customers/block.rules.js'
import { notBlockedSql } from '../../customers/blocks.js'
import { lockCustomerById } from '../../customers/customers.repository.js'
import type { Database } from '../../../platform/database/database.js'
import type { Call } from '../../../kernel/call.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Log } from '../../../kernel/log.js'
import { closeIfSettled, closingAccounts } from './close-account.js'
import type { DueRows } from '../records/due-rows.js'
import { exitSome } from '../payouts/exit-all.js'
import type { ReleaseDeps } from '../payouts/release-payout.js'

export interface LeaveSavingsDeps {
  readonly database: Database
  readonly payouts: ReleaseDeps
  readonly jobCall: () => Call
  readonly log: Log
}

/** Accounts that were left with more savings than one transaction exits, and that money may leave. */
const isLeaving = `accounts.leave_on IS NOT NULL AND ${notBlockedSql('accounts.id')}`

/** Those of a book on a date, until the last exit is booked. */
export const leavingAccounts = (book: string, on: LocalDate): DueRows => {
  const closing = closingAccounts(book)
  return { ...closing, from: `${closing.from} AND ${isLeaving}`, parameters: [...closing.parameters, on] }
}

interface Slice {
  /** Exits are left to book. */
  readonly more: boolean
  /** Transfers may be sent now. */
  readonly sent: boolean
}

/**
 * Books the next exits of an account that is being left, on the terms of its opt-out. Twice, late, or in two workers at once:
 * each exit is booked once, under the customer's lock, and a crash leaves what was committed.
 */
export const leaveSome = (deps: Omit<LeaveSavingsDeps, 'log'>, accountId: string): Promise<Slice> =>
  deps.database.inTransaction(async (tx) => {
    const now = deps.jobCall()
    const [row] = await tx.all('SELECT customer_id FROM accounts WHERE id = ?', [accountId])
    const facts = row && (await lockCustomerById(tx, now, String(row['customer_id'])))
    const account = facts?.account
    if (account?.id !== accountId || account.leaveOn === null) return { more: false, sent: false }
    if (blockedBy(facts!, now).debit) return { more: false, sent: false }
    const call = { ...now, now: account.leaveAt ?? now.now }
    const { payouts, isAll } = await exitSome(tx, call, deps.payouts, facts!, 'KEPT')
    if (isAll) await closeIfSettled(tx, call, facts!, accountId)
    return { more: !isAll, sent: payouts.some(({ heldUntil }) => heldUntil === null) }
  })

/** Accounts that one round takes a slice of. */
const accountsMax = 20

/**
 * Books what opt-outs have left to book, a slice of each account in turn, so that a large one holds up no other. One that
 * cannot be booked is named, and tried again by the next run.
 */
export const leaveSavings = async (
  deps: LeaveSavingsDeps & { readonly onOrder: () => void },
  signal: AbortSignal,
): Promise<void> => {
  const failed = new Set<string>()
  for (let after = ''; !signal.aborted;) {
    const rows = await deps.database.read.all(
      `SELECT id FROM accounts WHERE ${isLeaving} AND id > ? ORDER BY id LIMIT ${accountsMax}`,
      [deps.jobCall().today, after],
    )
    const ids = rows.map(({ id }) => String(id)).filter((id) => !failed.has(id))
    if (ids.length === 0 && after === '') return
    for (const id of ids) {
      if (signal.aborted) return
      try {
        if ((await leaveSome(deps, id)).sent) deps.onOrder()
      } catch (err) {
        failed.add(id)
        deps.log.error({ err, account: id }, 'the savings of an account that is being left cannot be exited')
      }
    }
    after = rows.length < accountsMax ? '' : String(rows.at(-1)!['id'])
  }
}
