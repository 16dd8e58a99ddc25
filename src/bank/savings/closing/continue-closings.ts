import { setImmediate as turn } from 'node:timers/promises'
import { blockedBy } from '../../customers/block.rules.js'
import { businessDateOfAccountSql, notBlockedSql } from '../../customers/blocks.js'
import { Account } from '../../customers/customer.entity.js'
import { lockCustomerById } from '../../customers/customers.repository.js'
import type { Database } from '../../../platform/database/database.js'
import type { Call } from '../../../kernel/call.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Log } from '../../../kernel/log.js'
import { trace } from '../../../kernel/trace.js'
import { closeIfSettled, closingAccounts } from './close-account.js'
import type { DueRows } from '../records/due-rows.js'
import { withdrawSome } from '../payouts/withdraw-some.js'
import type { ReleaseDeps } from '../payouts/release-payout.js'
import { selectOne } from '../../../platform/database/rows.js'
import { only, text } from '../../../platform/database/read-row.js'

export interface ContinueClosingsDeps {
  readonly database: Database
  readonly payouts: ReleaseDeps
  readonly jobCall: () => Call
  readonly log: Log
}

/**
 * SQL: a closing account with withdrawals that are not booked yet (only then `leave_on` is set), and without a block on the
 * customer's business date. Its parameter is the business date of the real world.
 */
const isUnfinished = `accounts.leave_on IS NOT NULL AND ${notBlockedSql('accounts.id', businessDateOfAccountSql('?'))}`

/** Closing accounts of a book that on a date have withdrawals left to book, and no block. */
export const unfinishedClosings = (book: string, on: LocalDate): DueRows => {
  const closing = closingAccounts(book)
  return { ...closing, from: `${closing.from} AND ${isUnfinished}`, parameters: [...closing.parameters, on] }
}

interface Slice {
  /** More withdrawals can be booked now. */
  readonly isMore: boolean
  /** Transfers are ready to be dispatched. */
  readonly hasTransfers: boolean
}

const traceparentOf = async ({ read }: Database, accountId: string): Promise<string | null> =>
  (await selectOne(read, Account, 'WHERE id = ?', [accountId]))?.traceparent ?? null

const withdrawSlice = (deps: Omit<ContinueClosingsDeps, 'log'>, accountId: string): Promise<Slice> =>
  deps.database.inTransaction(async (tx) => {
    const jobCall = deps.jobCall()
    const [row] = await tx.all('SELECT customer_id FROM accounts WHERE id = ?', [accountId])
    const facts = row && (await lockCustomerById(tx, jobCall, only(row, text)))
    const account = facts?.account
    if (account?.id !== accountId || account.closingOn === null) return { isMore: false, hasTransfers: false }
    if (blockedBy(facts!, jobCall).debit) return { isMore: false, hasTransfers: false }
    const call = { ...jobCall, now: account.closingAt ?? jobCall.now }
    const { payouts, isAll } = await withdrawSome(tx, call, deps.payouts, { facts: facts!, holds: 'KEPT' })
    if (isAll) await closeIfSettled(tx, call, facts!, accountId)
    return { isMore: !isAll, hasTransfers: payouts.some(({ heldUntil }) => heldUntil === null) }
  })

/**
 * Books the next withdrawals of a closing account, on the terms of its opt-out. Idempotent and safe in two workers at once: each
 * withdrawal is booked once, under the customer's lock.
 */
export const withdrawForClosing = async (
  deps: Omit<ContinueClosingsDeps, 'log'>,
  accountId: string,
): Promise<Slice> => {
  // Read before its transaction, so that the slice continues the trace of the opt-out.
  const parent = trace.isOn() ? await traceparentOf(deps.database, accountId) : null
  return trace.span('closing', { 'cauri.account.id': accountId }, () => withdrawSlice(deps, accountId), {
    parent,
  })
}

/** Accounts per round. */
const accountsMax = 20

/**
 * Books the pending withdrawals of opt-outs, some of each account in turn, so that a large account delays no other. An account
 * that fails is logged, and retried by the next run.
 */
export const continueClosings = async (
  deps: ContinueClosingsDeps & { readonly onOrder: () => void },
  signal: AbortSignal,
): Promise<void> => {
  const failed = new Set<string>()
  for (let after = ''; !signal.aborted;) {
    const rows = await deps.database.read.all(
      `SELECT id FROM accounts WHERE ${isUnfinished} AND id > ? ORDER BY id LIMIT ${accountsMax}`,
      [deps.jobCall().today, after],
    )
    const ids = rows.map(({ id }) => String(id)).filter((id) => !failed.has(id))
    if (ids.length === 0 && after === '') return
    for (const id of ids) {
      if (signal.aborted) return
      // SQLite answers without leaving this turn of the event loop: let requests and timers run between two slices.
      await turn()
      try {
        if ((await withdrawForClosing(deps, id)).hasTransfers) deps.onOrder()
      } catch (err) {
        failed.add(id)
        deps.log.error({ err, account: id }, 'the savings of a closing account cannot be withdrawn')
      }
    }
    after = rows.length < accountsMax ? '' : String(rows.at(-1)!['id'])
  }
}
