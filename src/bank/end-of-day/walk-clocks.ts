import { setImmediate as turn } from 'node:timers/promises'
import type { DriveDeps } from '../payments/drive/dispatch-and-poll.js'
import { settleBook } from '../payments/drive/settle-book.js'
import { pointAfter, type BookDay } from '../savings/accrual/accrue-day.js'
import { versionsPayingOut } from '../savings/payouts/auto-payout.js'
import { addDays } from '../../kernel/calendar.js'
import { firstPart, nextPart, type DayPart } from './accrue-part.js'
import { systemClockId } from '../business-clock/clock.entity.js'
import { readDayWork } from './day-work.js'
import { ClaimLost } from '../../platform/queue/queue.js'
import { endWalk, completeDay, partSizeMax } from './day.js'
import {
  keepSeenWaiting,
  claimNight,
  claimTestWalk,
  keepLease,
  release,
  type LeaseDeps,
  type Walk,
} from './lease.js'
import { closeSettled, finishClosings, payOutDue, releaseDue, type WithdrawDueDeps } from './withdraw-due.js'
import { matureDue } from './mature-due.js'
import { catchUpCorrected } from './catch-up.js'

export interface WalkDeps extends LeaseDeps, WithdrawDueDeps {
  readonly orders: DriveDeps
  /** How many positions are accrued in one transaction; `partSizeMax` when absent. */
  readonly partSize?: number
}

const partSizeOf = ({ partSize = partSizeMax }: WalkDeps): number => partSize

/**
 * Settles the payments of a test clock's customers; the real world waits for no payment. Returns remarks for the log of the day,
 * or undefined when the tick's time was up.
 */
const settlePayments = async (deps: WalkDeps, walk: Walk, mustPoll: boolean, signal: AbortSignal) => {
  const { book, clock } = walk
  if (book === systemClockId) return []
  const unsettled = await settleBook(deps.orders, { book, since: clock.queuedAt ?? 0, mustPoll }, signal)
  return unsettled?.map((id) => `payment order ${id} has not answered`)
}

/** A walk, with all that stays the same on each of its days. */
interface WalkContext {
  readonly deps: WalkDeps
  readonly walk: Walk
  /** Versions of the products with automatic payout. */
  readonly versions: readonly string[]
  readonly signal: AbortSignal
}

/**
 * The steps of a day before its interest: pending withdrawals of opt-outs, ending holds, corrected records, maturities,
 * automatic payouts, accounts to close. False when the time of the tick was up before the end.
 */
const runDueSteps = async ({ deps, walk, versions, signal }: WalkContext, day: BookDay): Promise<boolean> => {
  if (!(await finishClosings(deps, day, signal))) return false
  if (!(await releaseDue(deps, day, signal))) return false
  // Before the maturities, since a corrected position may mature and be paid out on this same day.
  await catchUpCorrected(deps, walk, day)
  if (!(await matureDue(deps, day, signal))) return false
  if (!(await payOutDue(deps, day, versions, signal))) return false
  return closeSettled(deps, day, signal)
}

/**
 * Posts the interest of the day part by part, and ends the day. Between two parts, transactions that wait for the clock's lock
 * get it. False when the time of the tick was up first; the posted parts stay.
 */
const endDay = async (
  context: WalkContext,
  day: BookDay,
  begin: DayPart,
  remarks: readonly string[],
): Promise<boolean> => {
  const { deps, walk, signal } = context
  const call = deps.jobCall()
  for (let part = begin; ;) {
    const end = await deps.database.inTransaction((tx) => completeDay(tx, call, walk, { day, part, remarks }))
    if (end !== 'MORE' && end !== 'MATURING') {
      for (const { positionId, step, problem } of end) {
        deps.log.error(
          { position: positionId, step, problem, day: day.to },
          'a day is complete, but a position that is set aside is left out of it',
        )
      }
      return true
    }
    if (signal.aborted) return false
    if (end === 'MATURING' && !(await runDueSteps(context, day))) return false
    const next = end === 'MORE' ? { from: part.until, number: part.number + 1 } : part
    part = { ...next, until: await pointAfter(deps.database.read, day, next.from, partSizeOf(deps)) }
    await turn()
  }
}

/**
 * One day: its payments, all due steps, then its interest and the clock's new date. Each step is idempotent, so an
 * interrupted day is started again and ends the same. False when the tick's time was up first.
 */
const walkDay = async (context: WalkContext, day: BookDay): Promise<boolean> => {
  const { deps, walk, versions, signal } = context
  const isFirst = day.from === walk.clock.nowOn
  const begin = isFirst ? nextPart(walk.clock) : firstPart
  const work = await readDayWork(deps.database.read, day, {
    versions,
    begin: begin.from,
    partSize: partSizeOf(deps),
  })
  const remarks = work.hasOrders ? await settlePayments(deps, walk, isFirst, signal) : []
  if (remarks === undefined) return false
  // A settlement may have made something due.
  if ((work.hasOrders || work.hasDue) && !(await runDueSteps(context, day))) return false
  return endDay(context, day, { ...begin, until: work.until }, remarks)
}

const walkDays = async (deps: WalkDeps, walk: Walk, signal: AbortSignal): Promise<void> => {
  const versions = await versionsPayingOut(deps.database.read)
  let from = walk.clock.nowOn
  while (from < walk.to && !signal.aborted) {
    const day = { book: walk.book, from, to: addDays(from, 1) }
    if (!(await walkDay({ deps, walk, versions, signal }, day))) return
    // SQLite answers without leaving this turn of the event loop: let requests and timers run between two days.
    await turn()
    from = day.to
  }
  if (from < walk.to) return
  // Payments of the last day settle before its customers may act again.
  if ((await settlePayments(deps, walk, true, signal)) === undefined) return
  await deps.database.inTransaction((tx) => endWalk(tx, walk))
}

const walkUnderLease = async (deps: WalkDeps, walk: Walk, signal: AbortSignal): Promise<void> => {
  const stopBeating = keepLease(deps, walk)
  try {
    await walkDays(deps, walk, signal)
    await release(deps, walk, null)
  } catch (error) {
    if (error instanceof ClaimLost) {
      deps.log.warn({ book: walk.book }, 'a walk lost its lease; another worker continues it')
      return
    }
    deps.log.error({ err: error, book: walk.book }, 'a walk is stopped by an error and is tried again')
    await release(deps, walk, error instanceof Error ? error.message : String(error))
  } finally {
    stopBeating()
  }
}

/** Advances the test clocks whose walk was requested, one after the other, as long as the tick has time. */
export const advanceTestClocks = async (deps: WalkDeps, signal: AbortSignal): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  try {
    while (!signal.aborted) {
      const walk = await claimTestWalk(deps)
      if (!walk) return
      timer ??= await keepSeenWaiting(deps)
      await walkUnderLease(deps, walk, signal)
    }
  } finally {
    clearInterval(timer)
  }
}

/**
 * The night of the real world: moves the system clock to today's date, day by day if nights were missed. It blocks no customer
 * and changes no figure that a customer sees, since those figures are derived from the date.
 */
export const runEndOfDay = async (deps: WalkDeps, signal: AbortSignal): Promise<void> => {
  const walk = await claimNight(deps, deps.jobCall().today)
  if (walk) await walkUnderLease(deps, walk, signal)
}
