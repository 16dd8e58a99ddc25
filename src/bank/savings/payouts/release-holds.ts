import { systemClockId } from '../../business-clock/clock.entity.js'
import { blockedBy } from '../../customers/block.rules.js'
import { notBlockedSql } from '../../customers/blocks.js'
import { lockCustomerById } from '../../customers/customers.repository.js'
import type { Database } from '../../../platform/database/database.js'
import { selectOne } from '../../../platform/database/rows.js'
import { midnight, type LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'
import type { Log } from '../../../kernel/log.js'
import { trace } from '../../../kernel/trace.js'
import type { BookDay } from '../accrual/accrue-day.js'
import { dueIds, type DueRows } from '../records/due-rows.js'
import { Payout } from '../records/payout.entity.js'
import { releasePayout, type ReleaseDeps } from './release-payout.js'

/** An instant in a book, and its date there. */
interface Release {
  readonly at: Instant
  readonly on: LocalDate
}

/**
 * Payouts of a book whose hold is over, from accounts without a block. Rows of a previous version have the hold as a date.
 */
export const payoutsToRelease = (book: string, { at, on }: Release): DueRows => ({
  id: 'payouts.id',
  from: `payouts WHERE payouts.book = ? AND payouts.status = 'ON_HOLD'
    AND (payouts.held_until <= ? OR (payouts.held_until IS NULL AND payouts.hold_until <= ?))
    AND ${notBlockedSql('payouts.account_id')}`,
  parameters: [book, at, on, on],
})

/** Payouts whose hold ends on a day of a walk; none in the real world, where a job releases each at its own time. */
export const payoutsToReleaseOn = ({ book, to }: BookDay): DueRows[] =>
  book === systemClockId ? [] : [payoutsToRelease(book, { at: midnight(to), on: to })]

interface HoldDeps {
  readonly database: Database
  readonly payouts: ReleaseDeps
}

const traceparentOf = async ({ database }: HoldDeps, payoutId: string): Promise<string | null> =>
  (await selectOne(database.read, Payout, 'WHERE id = ?', [payoutId]))?.traceparent ?? null

const isOver = ({ heldUntil, firstSendableOn }: Payout, { at, on }: Release): boolean =>
  heldUntil === null ? firstSendableOn !== null && firstSendableOn <= on : heldUntil <= at

const releaseIfOver = (
  { database, payouts }: HoldDeps,
  call: Call,
  { payoutId, ...release }: Release & { readonly payoutId: string },
): Promise<boolean> =>
  database.inTransaction(async (tx) => {
    const unlockedPayout = await selectOne(tx, Payout, 'WHERE id = ?', [payoutId])
    const facts = unlockedPayout && (await lockCustomerById(tx, call, unlockedPayout.customerId))
    const payout = await selectOne(tx, Payout, 'WHERE id = ?', [payoutId])
    if (!facts || !payout || !isOver(payout, release)) return false
    if (blockedBy({ ...facts, today: release.on }, call).debit) return false
    return releasePayout(tx, call, payouts, { payout, msisdn: facts.customer.msisdn, on: release.on })
  })

/** Sends one payout whose hold is over, dated `on`. Does nothing if it is already sent, or its account is blocked. */
export const releaseHeld = async (
  deps: HoldDeps,
  call: Call,
  release: Release & { readonly payoutId: string },
): Promise<boolean> => {
  // Read before its transaction, so that the send continues the trace of the call that withdrew.
  const parent = trace.isOn() ? await traceparentOf(deps, release.payoutId) : null
  const attributes = { 'cauri.payout.id': release.payoutId }
  return trace.span('payout', attributes, () => releaseIfOver(deps, call, release), { parent })
}

const batchSizeMax = 200

interface Deps {
  readonly database: Database
  readonly payouts: ReleaseDeps
  readonly jobCall: () => Call
  /** Called when a payout was released, to dispatch it. */
  readonly onOrder: () => void
  readonly log: Log
}

/** Sends the payouts of the real world whose hold is over. A failure does not delay the others, and is retried. */
export const releaseDueHolds = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  const { database, jobCall, onOrder, log } = deps
  for (let after = ''; !signal.aborted;) {
    const { now: at, today: on } = jobCall()
    const due = payoutsToRelease(systemClockId, { at, on })
    const ids = await dueIds(database.read, due, after, batchSizeMax)
    for (const id of ids) {
      if (signal.aborted) return
      try {
        if (await releaseHeld(deps, jobCall(), { payoutId: id, at, on })) onOrder()
      } catch (error) {
        log.error({ err: error, payout: id }, 'a payout whose hold is over cannot be sent')
      }
    }
    if (ids.length < batchSizeMax) return
    after = ids.at(-1)!
  }
}
