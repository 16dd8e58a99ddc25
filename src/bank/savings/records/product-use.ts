import { columns, date, integer, text, word, amount } from '../../../platform/database/read-row.js'
import type { Row, Sql } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { collectionsInFlight } from '../../payments/orders.repository.js'
import { offerOf, offerOfRow, type Offer } from '../../products/products.read.js'
import type { Call } from '../../../kernel/call.js'
import type { Minor } from '../../../kernel/money.js'
import type { RoomTaken } from '../rules/deposit.rules.js'
import type { StoredPositionStatus } from './savings.entity.js'
import { hasDeposit, notClosed, withDeposits } from './savings.repository.js'
import { arrivedSql, outstandingOfRow } from './transfers.sql.js'

/** A product, undefined when it is not on sale, and what takes up a customer's room in it. */
export interface ProductUse {
  readonly product: Offer | undefined
  readonly taken: RoomTaken
}

const notOnSale: ProductUse = { product: undefined, taken: { savings: [], collectionsInFlight: 0n } }

/**
 * A product, and what takes up a customer's room in it: the positions that are not closed, oldest first, and the deposits in
 * flight. One statement reads the positions and these deposits, so that a deposit that settles meanwhile is counted exactly once;
 * it selects only the columns that are needed, since every quote and confirmation runs it. Whoever books on the basis of the result
 * must hold the customer's lock. `customerId` is null for a person without savings.
 */
export const readProductUse = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  customerId: string | null,
  productCode: string,
): Promise<ProductUse> => {
  const offer = offerOf(sql, call, productCode)
  const rows = await sql.all(
    `SELECT (${collectionsInFlight}) AS in_flight, ${offer.columns},
       positions.id, positions.product_version_id, positions.term_months, positions.status, positions.rate_ppm,
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
  if (!product) return notOnSale
  // Sorted here: after a LEFT JOIN, MySQL would sort in a temporary table, a tenth of the cost of all reads of a quote.
  const paidIn = rows.filter(hasDeposit).toSorted(byAge)
  const outstanding = await outstandingEarlyByPosition(sql, paidIn)
  return {
    product,
    taken: {
      savings: withDeposits(paidIn, (row) => {
        const position = termsOf(row)
        return { position, outstandingEarly: outstanding.get(position.id) ?? 0n }
      }),
      collectionsInFlight: inFlightOf(rows[0]!).inFlight,
    },
  }
}

/**
 * The principal of early withdrawals that has not arrived, by position. It is read only for customers who have one, which few do.
 */
const outstandingEarlyByPosition = async (
  sql: Sql,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Minor>> => {
  const withdrawn = rows.map(termsOf).flatMap(({ id, status }) => (status === 'PAYING_OUT' ? [id] : []))
  if (withdrawn.length === 0) return new Map()
  const { places, parameters } = inList([...new Set(withdrawn)])
  const payouts = await sql.all(
    `SELECT payouts.open_key, payouts.amount AS payout_amount, payouts.principal AS payout_principal, ${arrivedSql} AS arrived
     FROM payouts WHERE payouts.open_key IN (${places}) AND payouts.basis = 'EARLY_EXIT'`,
    parameters,
  )
  return new Map(payouts.map((row) => [payoutOf(row).openKey, outstandingOfRow(row).principal]))
}

/** The order of positions by age; rows of one position keep their order. */
const byAge = (one: Row, other: Row): number => {
  const [a, b] = [ageOf(one), ageOf(other)]
  if (a.id === b.id) return 0
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}

const ageOf = columns({ id: text, createdAt: integer })
const payoutOf = columns({ openKey: text })
const inFlightOf = columns({ inFlight: amount })

const termsOf = columns({
  id: text,
  productVersionId: text,
  termMonths: integer,
  status: word<StoredPositionStatus>(),
  ratePpm: integer,
  earlyRatePpm: integer,
  basisDays: integer,
  taxPpm: integer,
  maturityOn: date,
})
