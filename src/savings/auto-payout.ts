import { lockCustomerById } from '../customers/customers.repository.js'
import type { Database } from '../database/database.js'
import { selectOne } from '../database/rows.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import type { BookDay } from './accrue-day.js'
import { exitPosition } from './exit-position.js'
import { releasePayout, type ReleaseDeps } from './release-payout.js'
import { Position } from './savings.entity.js'
import { savingsById } from './savings.repository.js'

/**
 * Positions that matured on this day in a product that pays out by itself. One that was ever left is not among them: an
 * automatic payout that failed is not tried again by itself (DESIGN 8). One that is set aside waits for people: what it
 * would pay is in doubt.
 */
export const dueAutoPayouts = async (
  { read }: Database,
  day: BookDay,
  after: string,
  limit: number,
): Promise<string[]> => {
  const rows = await read.all(
    `SELECT positions.id FROM positions
     JOIN product_versions ON product_versions.id = positions.product_version_id
     WHERE positions.book = ? AND positions.status = 'OPEN' AND positions.maturity_on > ?
       AND positions.maturity_on <= ? AND positions.id > ?
       AND product_versions.maturity_instruction = 'AUTO_PAYOUT'
       AND NOT EXISTS (SELECT 1 FROM payouts WHERE payouts.position_id = positions.id)
       AND NOT EXISTS (SELECT 1 FROM day_exceptions WHERE day_exceptions.position_id = positions.id)
     ORDER BY positions.id LIMIT ${limit}`,
    [day.book, day.from, day.to, after],
  )
  return rows.map(({ id }) => String(id))
}

/** Leaves one matured position on its day and sends its payout; one that its customer has left already stays so. */
export const autoPayout = (
  database: Database,
  deps: ReleaseDeps,
  call: Call,
  positionId: string,
  on: LocalDate,
): Promise<void> =>
  database.inTransaction(async (tx) => {
    const seen = await selectOne(tx, Position, 'WHERE id = ?', [positionId])
    const facts = seen && (await lockCustomerById(tx, call, seen.customerId))
    const savings = await savingsById(tx, positionId)
    if (!facts || savings?.position.status !== 'OPEN') return
    const payout = await exitPosition(tx, call, { ...facts, today: on }, savings, null)
    await releasePayout(tx, call, deps, payout, facts.customer.msisdn, on)
  })
