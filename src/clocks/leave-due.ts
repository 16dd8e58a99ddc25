import type { Database } from '../database/database.js'
import type { BookDay } from '../savings/accrue-day.js'
import { autoPayout, dueAutoPayouts } from '../savings/auto-payout.js'
import { settledAccounts, sweepAccount } from '../savings/close-account.js'
import { heldPayouts, releaseHeld } from '../savings/release-holds.js'
import type { ReleaseDeps } from '../savings/release-payout.js'
import type { Call } from '../shared/call.js'
import type { Log } from '../shared/log.js'
import { setAside, tryAgain } from './set-aside.js'

export interface LeaveDeps {
  readonly database: Database
  readonly payouts: ReleaseDeps
  readonly jobCall: () => Call
  readonly log: Log
}

const batchSizeMax = 200

/** Handles all rows that are due, a bounded batch at a time; false when the tick's time was up before the end. */
const inBatches = async (
  signal: AbortSignal,
  dueAfter: (id: string) => Promise<string[]>,
  handle: (id: string) => Promise<void>,
): Promise<boolean> => {
  for (let after = ''; ;) {
    const ids = await dueAfter(after)
    for (const id of ids) await handle(id)
    if (ids.length < batchSizeMax) return true
    if (signal.aborted) return false
    after = ids.at(-1)!
  }
}

/** Sends the payouts whose hold ends on this day. */
export const releaseDue = (
  { database, payouts, jobCall }: LeaveDeps,
  day: BookDay,
  signal: AbortSignal,
): Promise<boolean> =>
  inBatches(
    signal,
    (after) => heldPayouts(database, day, after, batchSizeMax),
    (id) => releaseHeld(database, payouts, jobCall(), id, day.to),
  )

/**
 * Leaves the positions that have matured in products that pay out by themselves. In the night one that cannot be left is set
 * aside and tried again the night after. Throws: the first such error, on a test clock.
 */
export const payOutDue = async (deps: LeaveDeps, day: BookDay, signal: AbortSignal): Promise<boolean> => {
  const { database, payouts, jobCall } = deps
  const payOut = (id: string) => autoPayout(database, payouts, jobCall(), id, day.to)
  await tryAgain(deps, day, 'AUTO_PAYOUT', payOut)
  return inBatches(
    signal,
    (after) => dueAutoPayouts(database, day, after, batchSizeMax),
    (id) =>
      payOut(id).catch((error: unknown) =>
        setAside(deps, day, { positionId: id, step: 'AUTO_PAYOUT', cannot: 'be paid out' }, error),
      ),
  )
}

/** Closes what the last settlement of a leaving customer has left open: the sweep behind it (DESIGN 7). */
export const closeSettled = (
  { database, jobCall }: LeaveDeps,
  { book }: BookDay,
  signal: AbortSignal,
): Promise<boolean> =>
  inBatches(
    signal,
    (after) => settledAccounts(database.read, book, after, batchSizeMax),
    (id) => sweepAccount(database, jobCall(), id),
  )
