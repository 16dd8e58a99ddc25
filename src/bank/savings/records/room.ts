import { columns, date, integer, text, word } from '../../../platform/database/read-row.js'
import { toBigint, toNumber } from '../../../platform/database/columns.js'
import type { Row, Sql } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { collectionsInFlight } from '../../payments/orders.repository.js'
import { offerOf, offerOfRow, type Offer } from '../../products/products.read.js'
import type { Call } from '../../../kernel/call.js'
import type { Minor } from '../../../kernel/money.js'
import type { RoomTaken } from '../rules/deposit.rules.js'
import type { StoredPositionStatus } from './savings.entity.js'
import { hasDeposit, notClosed, withDeposits } from './savings.repository.js'
import { sentSql, unsentOfRow } from './transfers.sql.js'

/** A product on offer, and what takes up a customer's room in it; undefined and nothing when it is not on sale. */
export interface Room {
  readonly product: Offer | undefined
  readonly taken: RoomTaken
}

const noRoom: Room = { product: undefined, taken: { savings: [], collectionsInFlight: 0n } }

/**
 * A product, and what takes up a customer's room in it: the open positions, oldest first, as far as a deposit depends
 * on them, and the deposits in flight. One statement, so that a deposit that settles meanwhile is counted exactly once.
 * Every quote and every confirmation reads this, so it selects only the columns they need. Read under the customer's
 * lock for a decision; `null` is a person without savings.
 */
export const readRoom = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  customerId: string | null,
  productCode: string,
): Promise<Room> => {
  const offer = offerOf(sql, call, productCode)
  const rows = await sql.all(
    `SELECT (${collectionsInFlight}) AS in_flight, ${offer.columns},
       positions.id, positions.product_version_id, positions.status, positions.rate_ppm,
       positions.early_rate_ppm, positions.basis_days, positions.tax_ppm, positions.maturity_on,
       positions.created_at, deposits.principal AS deposit_principal, deposits.value_on AS deposit_value_on
     FROM product_versions
     LEFT JOIN positions ON positions.customer_id = ? AND positions.product_code = product_versions.code
       AND ${notClosed}
     LEFT JOIN deposits ON deposits.position_id = positions.id
     WHERE ${offer.where}`,
    [customerId, productCode, customerId, ...offer.parameters],
  )
  const product = offerOfRow(sql, productCode, rows[0])
  if (!product) return noRoom
  // Behind a LEFT JOIN, MySQL would sort in a temporary table, which costs a tenth of all that a quote reads.
  const paidIn = rows.filter(hasDeposit).toSorted(byAge)
  const withdrawn = await withdrawnEarly(sql, paidIn)
  return {
    product,
    taken: {
      savings: withDeposits(paidIn, (row) => ({
        position: termsOf(row),
        withdrawnEarly: withdrawn.get(row['id']) ?? 0n,
      })),
      collectionsInFlight: toBigint(rows[0]?.['in_flight']),
    },
  }
}

/** What early withdrawals have not sent yet, by position. Few customers have one, so only theirs are read. */
const withdrawnEarly = async (sql: Sql, rows: readonly Row[]): Promise<ReadonlyMap<unknown, Minor>> => {
  const withdrawn = rows.filter((row) => row['status'] === 'PAYING_OUT').map((row) => String(row['id']))
  if (withdrawn.length === 0) return new Map()
  const { places, parameters } = inList([...new Set(withdrawn)])
  const payouts = await sql.all(
    `SELECT payouts.open_key, payouts.amount AS payout_amount, payouts.principal AS payout_principal, ${sentSql} AS sent
     FROM payouts WHERE payouts.open_key IN (${places}) AND payouts.basis = 'EARLY_EXIT'`,
    parameters,
  )
  return new Map(payouts.map((row) => [row['open_key'], unsentOfRow(row).principal]))
}

/** Rows of one position stay as they are. */
const byAge = (a: Row, b: Row): number => {
  if (a['id'] === b['id']) return 0
  const ms = toNumber(a['created_at']) - toNumber(b['created_at'])
  return ms || (String(a['id']) < String(b['id']) ? -1 : 1)
}

const termsOf = columns({
  id: text,
  productVersionId: text,
  status: word<StoredPositionStatus>(),
  ratePpm: integer,
  earlyRatePpm: integer,
  basisDays: integer,
  taxPpm: integer,
  maturityOn: date,
})
