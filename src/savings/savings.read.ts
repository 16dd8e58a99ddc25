import type { Sql } from '../database/database.js'
import { selectOne } from '../database/rows.js'
import { Clock } from '../clocks/clock.entity.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import { market } from '../shared/market.js'
import type { Minor } from '../shared/money.js'
import type { Msisdn } from '../shared/msisdn.js'
import { figuresOn, type PositionFigures, type PositionStatus } from './position.rules.js'
import { selectSavings, type Savings } from './savings.repository.js'

/** A position as it stands on its owner's business date. */
export interface PositionView extends Savings {
  readonly figures: PositionFigures
}

const open = `positions.status <> 'CLOSED'`

/**
 * Views of savings on the date of the world they are in. A test clock's date is read after the rows of its customers, so
 * that they are never shown on an earlier day than they were written.
 */
export const viewsOf = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  savings: readonly Savings[],
): Promise<PositionView[]> => {
  const dates = new Map<string, LocalDate>()
  for (const { position } of savings) {
    if (position.book === 'system' || dates.has(position.book)) continue
    const clock = await selectOne(sql, Clock, 'WHERE id = ?', [position.book])
    if (clock) dates.set(position.book, clock.nowOn)
  }
  return savings.map(({ position, deposits }) => ({
    position,
    deposits,
    figures: figuresOn(position, deposits, dates.get(position.book) ?? call.today),
  }))
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

interface Group {
  readonly principal: Minor
  readonly count: number
}

/** The three groups that every open position is in exactly one of, and the net interest earned on all of them. */
export interface SavingsBalance {
  readonly currency: string
  readonly accruing: Group
  readonly due: Group
  readonly payingOut: Group
  readonly interest: Minor
}

const groupOf = (views: readonly PositionView[], status: PositionStatus): Group => {
  const members = views.filter(({ figures }) => figures.status === status)
  return {
    principal: members.reduce((sum, { figures }) => sum + figures.principal, 0n),
    count: members.length,
  }
}

/** Zeros for a number that nobody registered (DESIGN 6). */
export const readBalance = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  msisdn: Msisdn,
): Promise<SavingsBalance> => {
  const views = await readPositions(sql, call, msisdn)
  return {
    currency: views[0]?.position.currency ?? market.currency,
    accruing: groupOf(views, 'ACCRUING'),
    due: groupOf(views, 'MATURED'),
    payingOut: groupOf(views, 'PAYING_OUT'),
    interest: views.reduce((sum, { figures }) => sum + figures.accrued.net, 0n),
  }
}
