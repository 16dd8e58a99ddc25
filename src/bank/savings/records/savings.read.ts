import type { Sql } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { systemClockId } from '../../business-clock/clock.entity.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { figuresOn, type PositionFigures } from '../rules/position.rules.js'
import { notClosed, selectSavings, type Savings } from './savings.repository.js'

/** A position on its owner's business date. */
export interface PositionView extends Savings {
  /** The business date of the figures; that of the withdrawal, once it is withdrawn. */
  readonly on: LocalDate
  readonly figures: PositionFigures
}

/**
 * Savings on the business date of their book. What a walk has done on an incomplete day is not shown: neither its withdrawals
 * (docs/design/clocks-and-nights.md#what-a-walk-shows) nor the holds that it has ended, which `payoutStatusAt` hides.
 */
const viewOf = (call: Pick<Call, 'today'>, savings: Savings): PositionView => {
  const { position, deposits, payout } = savings
  const on = position.book === systemClockId ? call.today : savings.clockOn
  if (payout === null) return { ...savings, on, figures: figuresOn(position, deposits, on) }
  if (payout.withdrawnOn > on) {
    const open = { ...position, status: 'OPEN' as const }
    return { ...savings, position: open, payout: null, on, figures: figuresOn(open, deposits, on) }
  }
  return { ...savings, on: payout.withdrawnOn, figures: figuresOn(position, deposits, payout.withdrawnOn) }
}

/** The positions of a number that are not closed, oldest first: accruing, matured and paying out. */
export const readPositions = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  msisdn: Msisdn,
): Promise<PositionView[]> => {
  const savings = await selectSavings(
    sql,
    `JOIN customers ON customers.id = positions.customer_id WHERE customers.msisdn = ? AND ${notClosed}`,
    [msisdn],
  )
  return savings.map((each) => viewOf(call, each))
}

/** `ids` has at least one; unknown ids are left out. */
export const readPositionsById = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  ids: readonly string[],
): Promise<PositionView[]> => {
  const { places, parameters } = inList(ids)
  const savings = await selectSavings(sql, `WHERE positions.id IN (${places})`, parameters)
  return savings.map((each) => viewOf(call, each))
}
