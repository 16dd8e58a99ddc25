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

/** Of a test clock alone. */
const clockDate = businessDateSql('NULL')
const walkWaitMs = 2_000
const walkPauseMs = 100
const walkRoundsMax = 40

/**
 * A refused transfer whose next attempt lies in the future (while people top up our float, say): each attempt that a
 * walk brought forward would be refused like the last. Or a transfer from an account that money may not leave.
 */
const isKept = (nowMs: string): string =>
  `status = 'CREATED' AND ((COALESCE(attempt, 1) > 1 AND due_at > ${nowMs})
     OR (kind = 'PAY_OUT' AND NOT ${notBlockedSql('payment_orders.account_id', clockDate)}))`

const unsettledOf = columns({ id: text, createdAt: integer, now: integer, kept: flag })

/**
 * Open orders of a book, and whether the walk still waits for them: two seconds from `since`, and not for those whose
 * attempt is scheduled for later.
 */
const unsettledIn = async ({ database: { read } }: DriveDeps, book: string, since: Instant) => {
  const { nowMs } = read.dialect
  const rows = await read.all(
    `SELECT id, created_at, ${nowMs} AS now, CASE WHEN ${isKept(nowMs)} THEN 1 ELSE 0 END AS kept FROM payment_orders
     WHERE due_at IS NOT NULL AND book = ? ORDER BY created_at, id`,
    [book],
  )
  const orders = rows.map(unsettledOf)
  const waits = orders.some(
    ({ kept, now, createdAt }) => !kept && now - Math.max(since, createdAt) < walkWaitMs,
  )
  return { ids: orders.map(({ id }) => id), waits }
}

/**
 * Makes the orders of a book due, whatever rung of the ladder they are on, except those scheduled for later; the rung
 * is kept.
 */
const makeDue = ({ database }: DriveDeps, book: string): Promise<number> =>
  database.inTransaction((tx) =>
    tx.run(
      `UPDATE payment_orders SET resume_at = COALESCE(resume_at, due_at), due_at = ${tx.dialect.nowMs}
       WHERE book = ? AND due_at > ${tx.dialect.nowMs} AND NOT (${isKept(tx.dialect.nowMs)})`,
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
 * Drives the orders of a test clock's customers to their end before its date moves. Orders without an answer two
 * seconds after they were created, or after `since`, are skipped; their ids are returned for the log of the day.
 * Undefined when the tick's time was up first.
 *
 * @param isFirst poll them at least once, however late it is
 */
export const settleBook = async (
  deps: DriveDeps,
  { book, since, isFirst }: { readonly book: string; readonly since: Instant; readonly isFirst: boolean },
  signal: AbortSignal,
): Promise<string[] | undefined> => {
  for (let round = 0; ; round++) {
    const { ids, waits } = await unsettledIn(deps, book, since)
    const goesOn = ids.length > 0 && (waits || (isFirst && round === 0)) && round < walkRoundsMax
    if (!goesOn) return ids
    if (signal.aborted) return undefined
    if (round > 0) await sleep(walkPauseMs)
    await driveBook(deps, book, signal)
  }
}
