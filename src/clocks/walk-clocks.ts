import { setImmediate as turn } from 'node:timers/promises'
import { settleBook, type DriveDeps } from '../payments/drive-orders.js'
import type { BookDay } from '../savings/accrue-day.js'
import { addDays } from '../shared/calendar.js'
import { systemClockId } from './clock.entity.js'
import { arrive, completeDay, LeaseLost, type SetAside } from './day.js'
import {
  beat,
  beatForWaiting,
  claimNight,
  claimTestWalk,
  release,
  type LeaseDeps,
  type Walk,
} from './lease.js'
import { closeSettled, payOutDue, releaseDue, type LeaveDeps } from './leave-due.js'
import { matureDue } from './mature-due.js'

export interface WalkDeps extends LeaseDeps, LeaveDeps {
  readonly orders: DriveDeps
  /** How many positions are accrued in one transaction, when it is not the usual number. */
  readonly partSize?: number
}

/** Remarks for the log of the day; undefined when the tick's time was up. The real world waits for no payment. */
const settlePayments = async (deps: WalkDeps, walk: Walk, isFirst: boolean, signal: AbortSignal) => {
  const { book, clock } = walk
  if (book === systemClockId) return []
  const turn = { book, since: clock.queuedAt ?? 0, isFirst }
  const unsettled = await settleBook(deps.orders, turn, signal)
  return unsettled?.map((id) => `payment order ${id} has not answered`)
}

/**
 * The interest of the day, part by part, and its end; between two parts whoever waits for the clock gets it. Undefined when
 * the tick's time was up before the end: the parts that are posted stay.
 */
const endDay = async (
  deps: WalkDeps,
  walk: Walk,
  day: BookDay,
  remarks: readonly string[],
  signal: AbortSignal,
): Promise<'MATURING' | readonly SetAside[] | undefined> => {
  const call = deps.jobCall()
  for (;;) {
    const end = await deps.database.inTransaction((tx) =>
      completeDay(tx, call, walk, day, remarks, deps.partSize),
    )
    if (end !== 'MORE') return end
    if (signal.aborted) return undefined
    await turn()
  }
}

/**
 * One day: its payments, holds that end, maturities, automatic payouts, accounts to close, then its interest and the clock's
 * new date. Each step is idempotent, so a day that was cut off anywhere is begun again and ends the same. False when the
 * tick's time was up before the end.
 */
const walkDay = async (deps: WalkDeps, walk: Walk, day: BookDay, signal: AbortSignal): Promise<boolean> => {
  const remarks = await settlePayments(deps, walk, day.from === walk.clock.nowOn, signal)
  if (remarks === undefined) return false
  for (;;) {
    if (!(await releaseDue(deps, day, signal))) return false
    if (!(await matureDue(deps, day, signal))) return false
    if (!(await payOutDue(deps, day, signal))) return false
    if (!(await closeSettled(deps, day, signal))) return false
    const aside = await endDay(deps, walk, day, remarks, signal)
    if (aside === undefined) return false
    if (aside !== 'MATURING') {
      for (const { positionId, step, problem } of aside) {
        deps.log.error({ position: positionId, step, problem, day: day.to }, 'a position is set aside')
      }
      return true
    }
    if (signal.aborted) return false
  }
}

const walkOn = async (deps: WalkDeps, walk: Walk, signal: AbortSignal): Promise<void> => {
  let from = walk.clock.nowOn
  while (from < walk.to && !signal.aborted) {
    const day = { book: walk.book, from, to: addDays(from, 1) }
    if (!(await walkDay(deps, walk, day, signal))) return
    // SQLite answers within one turn of the event loop: requests and timers get theirs between two days.
    await turn()
    from = day.to
  }
  if (from < walk.to) return
  // What the last day sent is settled before its customers may act again.
  if ((await settlePayments(deps, walk, true, signal)) === undefined) return
  await deps.database.inTransaction((tx) => arrive(tx, walk))
}

const walkClaimed = async (deps: WalkDeps, walk: Walk, signal: AbortSignal): Promise<void> => {
  const heart = beat(deps, walk)
  try {
    await walkOn(deps, walk, signal)
    await release(deps, walk, null)
  } catch (error) {
    if (error instanceof LeaseLost) {
      deps.log.warn({ book: walk.book }, 'a walk went on in another worker')
      return
    }
    deps.log.error({ err: error, book: walk.book }, 'a walk stands before something that it cannot process')
    await release(deps, walk, error instanceof Error ? error.message : String(error))
  } finally {
    clearInterval(heart)
  }
}

/** Walks test clocks that were asked to, one after the other, for as long as the tick has time (DESIGN 8). */
export const walkTestClocks = async (deps: WalkDeps, signal: AbortSignal): Promise<void> => {
  let heart: NodeJS.Timeout | undefined
  try {
    while (!signal.aborted) {
      const walk = await claimTestWalk(deps)
      if (!walk) return
      heart ??= await beatForWaiting(deps)
      await walkClaimed(deps, walk, signal)
    }
  } finally {
    clearInterval(heart)
  }
}

/**
 * The night of the real world: the system clock walks to today's date, a missed night day by day. It refuses nobody and
 * changes no figure that a customer sees, since what a date implies is derived from the date.
 */
export const walkNight = async (deps: WalkDeps, signal: AbortSignal): Promise<void> => {
  const walk = await claimNight(deps, deps.jobCall().today)
  if (walk) await walkClaimed(deps, walk, signal)
}
