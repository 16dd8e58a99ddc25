import { addDays, beginningOf, minDate, type LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Database, Tx } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { integer, only } from '../../../platform/database/read-row.js'
import { selectAll } from '../../../platform/database/rows.js'
import { systemClockId } from '../../business-clock/clock.entity.js'
import { PaymentOrder } from '../payment.entity.js'
import { openReview } from '../review.js'

const batchSize = 100

export interface MatchDeps {
  readonly database: Database
  readonly jobCall: () => Call
}

/** SQL: no file has the order, and people have not decided about that. */
const isMissingSql = `NOT EXISTS (SELECT 1 FROM provider_lines WHERE provider_lines.order_id = payment_orders.id)
  AND NOT EXISTS (SELECT 1 FROM review_cases WHERE review_cases.order_id = payment_orders.id
    AND review_cases.kind = 'SETTLEMENT_FILE' AND review_cases.status = 'RESOLVED')`

/**
 * Those of these orders that are still missing; all are row-locked: another file with a line of one of them waits, and so does a
 * decision about its case. `orders` must not be empty.
 */
const lockMissing = async (tx: Tx, orders: readonly PaymentOrder[]): Promise<PaymentOrder[]> => {
  const { places, parameters } = inList(orders.map(({ id }) => id))
  await tx.all(
    `SELECT id FROM payment_orders WHERE id IN (${places}) ORDER BY id ${tx.dialect.forUpdate}`,
    parameters,
  )
  return selectAll(tx, PaymentOrder, `WHERE id IN (${places}) AND ${isMissingSql}`, parameters)
}

/**
 * Opens a case for each payment that we booked as paid in the days since the previous file and that is in no file: we
 * learn of a payment from the provider, so its files must have it. The last day of the previous file may not have been over when that
 * was read: its later payments count too. Left out are payments sent before the first day of the first file, since perhaps no file
 * covers them, and those whose case is resolved: people have decided about them.
 */
export const findMissing = async (
  { database, jobCall }: MatchDeps,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): Promise<number> => {
  const [earlier] = await database.read.all(
    'SELECT MIN(from_on) AS first_on, MAX(CASE WHEN to_on < ? THEN to_on END) AS before_on FROM provider_files',
    [from],
  )
  const firstOn = minDate(from, (earlier?.['first_on'] as LocalDate | null) ?? from)
  const beforeOn = earlier?.['before_on'] as LocalDate | null
  const [previous] = await database.read.all('SELECT MAX(read_at) FROM provider_files WHERE to_on = ?', [
    beforeOn,
  ])
  const readAt = only(previous, integer)
  let missing = 0
  for (let day = beforeOn ?? from, after = ''; day <= to;) {
    const orders = await selectAll(
      database.read,
      PaymentOrder,
      `WHERE settled_on = ? AND id > ? AND book = ? AND status = 'SUCCESSFUL' AND sent_at >= ?
         AND COALESCE(settled_at, 0) >= ? AND ${isMissingSql}
       ORDER BY id LIMIT ${batchSize}`,
      [day, after, systemClockId, beginningOf(firstOn, jobCall().zone), day === beforeOn ? readAt : 0],
    )
    if (orders.length > 0)
      missing += await database.inTransaction(async (tx) => {
        const stillMissing = await lockMissing(tx, orders)
        for (const order of stillMissing)
          await openReview(tx, jobCall(), order, {
            kind: 'SETTLEMENT_FILE',
            detail: `in no file of the provider up to ${to}`,
          })
        return stillMissing.length
      })
    after = orders.at(-1)?.id ?? ''
    if (orders.length < batchSize) [day, after] = [addDays(day, 1), '']
  }
  return missing
}
