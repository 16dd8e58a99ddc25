import { columns, flag } from '../../platform/database/read-row.js'
import type { Sql } from '../../platform/database/database.js'
import {
  pointAfterSql,
  pointColumns,
  pointOfRow,
  type AccrualPoint,
  type BookDay,
} from '../savings/accrual/accrue-day.js'
import { dueAutoPayouts } from '../savings/payouts/auto-payout.js'
import { closingAccounts } from '../savings/closing/close-account.js'
import { someDue, type DueRows } from '../savings/records/due-rows.js'
import { duePositions } from '../savings/accrual/mature-position.js'
import { payoutsToReleaseOn } from '../savings/payouts/release-holds.js'
import { systemClockId } from '../business-clock/clock.entity.js'

/** The work of a day, as read before its first step. */
export interface DayWork {
  /** Payment orders of the book's customers are open, and the day waits for them; always false in the real world. */
  readonly hasOrders: boolean
  /** Something besides the interest may be due; the steps themselves check what. */
  readonly hasDue: boolean
  /** Where the next part of the day's interest ends; null when it is the last part. */
  readonly until: AccrualPoint | null
}

const unsettledOrders = (book: string): DueRows => ({
  id: 'payment_orders.id',
  from: 'payment_orders WHERE payment_orders.due_at IS NOT NULL AND payment_orders.book = ?',
  parameters: [book],
})

const exceptions = (book: string): DueRows => ({
  id: 'day_exceptions.position_id',
  from: 'day_exceptions WHERE day_exceptions.book = ?',
  parameters: [book],
})

interface DayWorkQuery {
  /** Versions of the products with automatic payout. */
  readonly versions: readonly string[]
  readonly begin: AccrualPoint | null
  readonly partSize: number
}

const flagsOf = columns({ hasOrders: flag, hasDue: flag })

/**
 * The work of a day, found in one statement, since most days of a walk have none and each query is a round trip. What becomes
 * due after this statement is found at the end of the day, or by the next day.
 */
export const readDayWork = async (
  sql: Sql,
  day: BookDay,
  { versions, begin, partSize }: DayWorkQuery,
): Promise<DayWork> => {
  const orders = someDue(day.book === systemClockId ? [] : [unsettledOrders(day.book)])
  const due = someDue([
    ...payoutsToReleaseOn(day),
    exceptions(day.book),
    duePositions(day),
    ...dueAutoPayouts(day, versions),
    closingAccounts(day.book),
  ])
  const point = pointColumns.map((column) => ({ column, ...pointAfterSql(day, begin, partSize, [column]) }))
  const [row] = await sql.all(
    `SELECT ${orders.sql} AS has_orders, ${due.sql} AS has_due,
       ${point.map((part) => `(${part.sql}) AS ${part.column}`).join(', ')}`,
    [...orders.parameters, ...due.parameters, ...point.flatMap(({ parameters }) => parameters)],
  )
  return {
    ...flagsOf(row!),
    until: pointOfRow(row),
  }
}
