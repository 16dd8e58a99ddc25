import { blockedBy } from '../../customers/block.rules.js'
import { notBlockedSql } from '../../customers/blocks.js'
import { lockCustomerById } from '../../customers/customers.repository.js'
import type { Database, Sql } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { selectOne } from '../../../platform/database/rows.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { BookDay } from '../accrual/accrue-day.js'
import type { DueRows } from '../records/due-rows.js'
import { withdrawPosition } from './withdraw-position.js'
import { releasePayout, type ReleaseDeps } from './release-payout.js'
import { Position } from '../records/savings.entity.js'
import { savingsById } from '../records/savings.repository.js'

/**
 * The versions of products with automatic payout. A walk reads them once: a position that becomes due during the walk was opened
 * with a version that was published before the walk.
 */
export const versionsPayingOut = async (sql: Sql): Promise<string[]> => {
  const rows = await sql.all(
    `SELECT id FROM product_versions WHERE maturity_instruction = 'AUTO_PAYOUT' ORDER BY id`,
  )
  return rows.map(({ id }) => String(id))
}

/**
 * SQL: the position had an automatic payout before, which was given back and is not retried automatically. COALESCE keeps the
 * database from using the index on the reference, through which it would read all payouts that have none.
 */
export const hadAutoPayout = `EXISTS (SELECT 1 FROM payouts WHERE payouts.position_id = positions.id
  AND payouts.basis = 'MATURITY' AND COALESCE(payouts.withdrawal_reference, '') = '')`

/**
 * Positions of products with automatic payout that mature on this day or have matured earlier. Excluded are positions that are set
 * aside, those whose automatic payout was given back, and those of accounts with a block on debits. The search is by product,
 * so that matured positions of other products are not read; the ids are wrapped in an expression, since with the index of ids
 * the database would read the whole book. Empty when no product has automatic payout.
 */
export const dueAutoPayouts = (day: BookDay, versions: readonly string[]): DueRows[] => {
  if (versions.length === 0) return []
  const { places, parameters } = inList(versions)
  const from = `positions
     WHERE positions.book = ? AND positions.product_version_id IN (${places}) AND positions.status = 'OPEN'
       AND positions.maturity_on <= ? AND NOT ${hadAutoPayout}
       AND NOT EXISTS (SELECT 1 FROM day_exceptions WHERE day_exceptions.position_id = positions.id)
       AND ${notBlockedSql('positions.account_id')}`
  return [{ id: `CONCAT(positions.id, '')`, from, parameters: [day.book, ...parameters, day.to, day.to] }]
}

/**
 * Withdraws one matured position on the date `on` and sends its payout. Does nothing if the customer has already withdrawn it, or if
 * the account is blocked.
 */
export const autoPayout = (
  { database, payouts }: { readonly database: Database; readonly payouts: ReleaseDeps },
  call: Call,
  { positionId, on }: { readonly positionId: string; readonly on: LocalDate },
): Promise<void> =>
  database.inTransaction(async (tx) => {
    const position = await selectOne(tx, Position, 'WHERE id = ?', [positionId])
    const facts = position && (await lockCustomerById(tx, call, position.customerId))
    const savings = await savingsById(tx, positionId)
    if (!facts || savings?.position.status !== 'OPEN') return
    if (blockedBy({ ...facts, today: on }, call).debit) return
    const withdrawal = { savings, withdrawalReference: null }
    const payout = await withdrawPosition(tx, call, { ...facts, today: on }, withdrawal)
    await releasePayout(tx, call, payouts, { payout, msisdn: facts.customer.msisdn, on })
  })
