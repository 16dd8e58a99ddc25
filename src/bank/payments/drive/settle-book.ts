import { columns, flag, integer, text } from '../../../platform/database/read-row.js'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instant } from '../../../kernel/clock.js'
import { notBlockedSql } from '../../customers/blocks.js'
import { businessDateSql } from '../orders.repository.js'
import {
  createOrdersInFlight,
  dispatchingInWalk,
  handleDue,
  polling,
  type DriveDeps,
} from './dispatch-and-poll.js'

/** The business date of an order on a test clock. */
const clockDate = businessDateSql('NULL')
const walkWaitMs = 2_000
const walkPauseMs = 100
const walkRoundsMax = 40

/**
 * SQL: orders that a walk does not bring forward. A refused transfer whose next attempt is scheduled for later, for example until
 * people have topped up our float, would be refused again; and a transfer from an account with a block on debits has to wait.
 */
const isScheduledLater = (nowMs: string): string =>
  `status = 'CREATED' AND ((COALESCE(attempt, 1) > 1 AND due_at > ${nowMs})
     OR (kind = 'PAY_OUT' AND NOT ${notBlockedSql('payment_orders.account_id', clockDate)}))`

const unsettledOf = columns({ id: text, createdAt: integer, now: integer, isLater: flag })

/**
 * Open orders of a book, and whether the walk still waits for one of them: until two seconds after `since` or the creation of the
 * order, whichever is later, and never for those that are scheduled for later.
 */
const unsettledIn = async ({ database: { read } }: DriveDeps, book: string, since: Instant) => {
  const { nowMs } = read.dialect
  const rows = await read.all(
    `SELECT id, created_at, ${nowMs} AS now, CASE WHEN ${isScheduledLater(nowMs)} THEN 1 ELSE 0 END AS is_later FROM payment_orders
     WHERE due_at IS NOT NULL AND book = ? ORDER BY created_at, id`,
    [book],
  )
  const orders = rows.map(unsettledOf)
  const waits = orders.some(
    ({ isLater, now, createdAt }) => !isLater && now - Math.max(since, createdAt) < walkWaitMs,
  )
  return { ids: orders.map(({ id }) => id), waits }
}

/**
 * Makes the orders of a book due now, except those scheduled for later. Each order stays on its rung of the ladder.
 */
const makeDue = ({ database }: DriveDeps, book: string): Promise<number> =>
  database.inTransaction((tx) =>
    tx.run(
      `UPDATE payment_orders SET resume_at = COALESCE(resume_at, due_at), due_at = ${tx.dialect.nowMs}
       WHERE book = ? AND due_at > ${tx.dialect.nowMs} AND NOT (${isScheduledLater(tx.dialect.nowMs)})`,
      [book],
    ),
  )

const driveBook = async (deps: DriveDeps, book: string, signal: AbortSignal): Promise<void> => {
  for (const handling of [dispatchingInWalk, polling]) {
    await makeDue(deps, book)
    await handleDue(deps, signal, { ...handling, books: { book } }, createOrdersInFlight())
  }
}

/**
 * Dispatches and polls the orders of a test clock's customers until they have ended, before its date moves. Orders that are
 * scheduled for later, or have no answer two seconds after the later of their creation and `since`, are skipped; their ids are
 * returned for the log of the day. Undefined when the time of the tick was up first. With `mustPoll` orders are polled at least
 * once, even when the two seconds are over.
 */
export const settleBook = async (
  deps: DriveDeps,
  { book, since, mustPoll }: { readonly book: string; readonly since: Instant; readonly mustPoll: boolean },
  signal: AbortSignal,
): Promise<string[] | undefined> => {
  for (let round = 0; ; round++) {
    const { ids, waits } = await unsettledIn(deps, book, since)
    const goesOn = ids.length > 0 && (waits || (mustPoll && round === 0)) && round < walkRoundsMax
    if (!goesOn) return ids
    if (signal.aborted) return undefined
    if (round > 0) await sleep(walkPauseMs)
    await driveBook(deps, book, signal)
  }
}
