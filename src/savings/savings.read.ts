import type { Sql } from '../database/database.js'
import { inList } from '../database/in-list.js'
import { selectAll } from '../database/rows.js'
import { Clock, systemClockId } from '../clocks/clock.entity.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import type { Msisdn } from '../shared/msisdn.js'
import { figuresOn, type PositionFigures } from './position.rules.js'
import { selectSavings, type Savings } from './savings.repository.js'

/** A position as it stands on its owner's business date. */
export interface PositionView extends Savings {
  /** The business date of the figures. */
  readonly on: LocalDate
  readonly figures: PositionFigures
}

const open = `positions.status <> 'CLOSED'`

/** The dates of the test clocks among these books. */
const datesOf = async (sql: Sql, books: readonly string[]): Promise<Map<string, LocalDate>> => {
  const ids = [...new Set(books)].filter((book) => book !== systemClockId)
  if (ids.length === 0) return new Map()
  const { places, parameters } = inList(ids)
  const clocks = await selectAll(sql, Clock, `WHERE id IN (${places})`, parameters)
  return new Map(clocks.map(({ id, nowOn }) => [id, nowOn]))
}

/**
 * Views of savings on the date of the world they are in. A test clock's date is read after the rows of its customers, so
 * that they are never shown on an earlier day than they were written.
 */
export const viewsOf = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  savings: readonly Savings[],
): Promise<PositionView[]> => {
  const dates = await datesOf(
    sql,
    savings.map(({ position }) => position.book),
  )
  return savings.map(({ position, deposits }) => {
    const on = dates.get(position.book) ?? call.today
    return { position, deposits, on, figures: figuresOn(position, deposits, on) }
  })
}

/** The open positions of a number, oldest first: accruing, matured and paying out. */
export const readPositions = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  msisdn: Msisdn,
): Promise<PositionView[]> =>
  viewsOf(
    sql,
    call,
    await selectSavings(
      sql,
      `JOIN customers ON customers.id = positions.customer_id WHERE customers.msisdn = ? AND ${open}`,
      [msisdn],
    ),
  )

/** The positions of many customers in one statement, oldest first; `customerIds` has at least one. */
export const readPositionsOf = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  customerIds: readonly string[],
  which: 'OPEN' | 'ALL',
): Promise<PositionView[]> => {
  const { places, parameters } = inList(customerIds)
  const those = `WHERE positions.customer_id IN (${places})`
  return viewsOf(
    sql,
    call,
    await selectSavings(sql, which === 'OPEN' ? `${those} AND ${open}` : those, parameters),
  )
}
