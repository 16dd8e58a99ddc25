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

/** The versions of products with automatic payout. A position that is due has a version older than the walk. */
export const versionsPayingOut = async (sql: Sql): Promise<string[]> => {
  const rows = await sql.all(
    `SELECT id FROM product_versions WHERE maturity_instruction = 'AUTO_PAYOUT' ORDER BY id`,
  )
  return rows.map(({ id }) => String(id))
}

/**
 * Its automatic payout was given back: it is not retried automatically. The reference is wrapped in an expression,
 * since by its own index a database would read all payouts that have none.
 */
export const wasPaidOut = `EXISTS (SELECT 1 FROM payouts WHERE payouts.position_id = positions.id
  AND payouts.basis = 'MATURITY' AND COALESCE(payouts.withdrawal_reference, '') = '')`

/**
 * Positions that have matured by this day, and be it late, in a product that pays out by itself. One that is set aside waits
 * for people: what it would pay is in doubt; one of an account that money may not leave waits for that. Looked for by product, so that what has matured and waits to be withdrawn is not
 * read; the ids are wrapped, since in their own order a database would read the whole book. None when no product does.
 */
export const dueAutoPayouts = (day: BookDay, versions: readonly string[]): DueRows[] => {
  if (versions.length === 0) return []
  const { places, parameters } = inList(versions)
  const from = `positions
     WHERE positions.book = ? AND positions.product_version_id IN (${places}) AND positions.status = 'OPEN'
       AND positions.maturity_on <= ? AND NOT ${wasPaidOut}
       AND NOT EXISTS (SELECT 1 FROM day_exceptions WHERE day_exceptions.position_id = positions.id)
       AND ${notBlockedSql('positions.account_id')}`
  return [{ id: `CONCAT(positions.id, '')`, from, parameters: [day.book, ...parameters, day.to, day.to] }]
}

/**
 * Withdraws one matured position on its day and sends its payout; one that its customer has withdrawn already stays so,
 * and one that is blocked waits.
 */
export const autoPayout = (
  { database, payouts }: { readonly database: Database; readonly payouts: ReleaseDeps },
  call: Call,
  { positionId, on }: { readonly positionId: string; readonly on: LocalDate },
): Promise<void> =>
  database.inTransaction(async (tx) => {
    const seen = await selectOne(tx, Position, 'WHERE id = ?', [positionId])
    const facts = seen && (await lockCustomerById(tx, call, seen.customerId))
    const savings = await savingsById(tx, positionId)
    if (!facts || savings?.position.status !== 'OPEN') return
    if (blockedBy({ ...facts, today: on }, call).debit) return
    const withdrawal = { savings, withdrawalReference: null }
    const payout = await withdrawPosition(tx, call, { ...facts, today: on }, withdrawal)
    await releasePayout(tx, call, payouts, { payout, msisdn: facts.customer.msisdn, on })
  })
