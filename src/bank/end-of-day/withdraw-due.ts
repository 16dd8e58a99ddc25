import type { Database } from '../../platform/database/database.js'
import type { BookDay } from '../savings/accrual/accrue-day.js'
import { autoPayout, dueAutoPayouts } from '../savings/payouts/auto-payout.js'
import { settledAccounts, closeSettledAccount } from '../savings/closing/close-account.js'
import { withdrawForClosing, unfinishedClosings } from '../savings/closing/continue-closings.js'
import { midnight } from '../../kernel/calendar.js'
import { payoutsToReleaseOn, releaseHeld } from '../savings/payouts/release-holds.js'
import type { ReleaseDeps } from '../savings/payouts/release-payout.js'
import type { Call } from '../../kernel/call.js'
import type { Log } from '../../kernel/log.js'
import { inBatches, oneByOne } from './in-batches.js'
import { quarantine, retrySetAside } from './quarantine.js'

export interface WithdrawDueDeps {
  readonly database: Database
  readonly payouts: ReleaseDeps
  readonly jobCall: () => Call
  readonly log: Log
}

/** Books the pending withdrawals of opt-outs, before the steps of the day, since they belong to an earlier date. */
export const finishClosings = async (
  deps: WithdrawDueDeps,
  { book, from }: BookDay,
  signal: AbortSignal,
): Promise<boolean> => {
  const withdrawAll = async (id: string): Promise<void> => {
    while (!signal.aborted && (await withdrawForClosing(deps, id)).isMore);
  }
  return (
    (await inBatches(deps.database.read, signal, unfinishedClosings(book, from), oneByOne(withdrawAll))) &&
    !signal.aborted
  )
}

/** Sends the payouts whose hold ends on this day. */
export const releaseDue = async (
  deps: WithdrawDueDeps,
  day: BookDay,
  signal: AbortSignal,
): Promise<boolean> => {
  const { database, jobCall } = deps
  const release = { at: midnight(day.to), on: day.to }
  const send = async (payoutId: string) => void (await releaseHeld(deps, jobCall(), { payoutId, ...release }))
  for (const due of payoutsToReleaseOn(day)) {
    if (!(await inBatches(database.read, signal, due, oneByOne(send)))) return false
  }
  return true
}

/**
 * Withdraws matured positions of products with automatic payout. In the night a position that fails is set aside and retried
 * the next night; on a test clock the first such error is thrown.
 *
 * @param versions of the products with automatic payout
 */
export const payOutDue = async (
  deps: WithdrawDueDeps,
  day: BookDay,
  versions: readonly string[],
  signal: AbortSignal,
): Promise<boolean> => {
  const { database, jobCall } = deps
  const payOut = (positionId: string) => autoPayout(deps, jobCall(), { positionId, on: day.to })
  const payOutOrQuarantine = (id: string) =>
    payOut(id).catch((error: unknown) =>
      quarantine(deps, day, { positionId: id, step: 'AUTO_PAYOUT', cannot: 'be paid out' }, error),
    )
  await retrySetAside(deps, day, 'AUTO_PAYOUT', payOut)
  for (const due of dueAutoPayouts(day, versions)) {
    if (!(await inBatches(database.read, signal, due, oneByOne(payOutOrQuarantine)))) return false
  }
  return true
}

/** Closes accounts that their last settlement should have closed and did not. */
export const closeSettled = (
  { database, jobCall }: WithdrawDueDeps,
  { book }: BookDay,
  signal: AbortSignal,
): Promise<boolean> =>
  inBatches(
    database.read,
    signal,
    settledAccounts(book),
    oneByOne((id) => closeSettledAccount(database, jobCall(), id)),
  )
