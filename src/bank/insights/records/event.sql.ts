import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'
import { market } from '../../../kernel/market.js'
import { systemClockId } from '../../business-clock/clock.entity.js'

/** A business date, and when it begins and ends in the market. */
export interface MarketDay {
  readonly day: LocalDate
  readonly from: Instant
  readonly before: Instant
  /** The moment of the count: a summary that can still be confirmed then is not counted as lost. */
  readonly now: Instant
}

export interface SqlStatement {
  readonly sql: string
  /** No customer has two events in a group, so that counting them needs no DISTINCT. */
  readonly isOnePerCustomer?: boolean
  readonly parameters: readonly unknown[]
}

/** Within how many days of a maturity a new deposit counts as a renewal. */
export const renewalDays = 30

export const systemSql = `'${systemClockId}'`
export const currency = `'${market.currency}'`

/** Columns of an event, in their order. */
export const eventSql = (
  keys: readonly [string, string, string],
  customer: string,
  figures: { readonly n?: string; readonly amounts?: readonly [string, string?, string?] } = {},
): string => {
  const [amount = '0', second = '0', third = '0'] = figures.amounts ?? []
  return `SELECT ${keys.map((key, i) => `${key} AS key_${i + 1}`).join(', ')}, ${customer} AS customer_id,
    ${figures.n ?? '1'} AS n, ${amount} AS amount, ${second} AS amount_2, ${third} AS amount_3`
}

/** The text for a key that an event does not have. */
export const noKeySql = `''`

/**
 * Journals of the day whose reference has this prefix. SUBSTR keeps SQLite from using the index on references, which covers all
 * days.
 */
export const journalsOfDaySql = (prefix: string): string =>
  `journals.book = ${systemSql} AND journals.business_on = ? AND SUBSTR(journals.reference, 1, ${prefix.length + 1}) = '${prefix}:'`

/** The part of a reference after the colon. */
export const idAfter = (prefix: string): string => `SUBSTR(journals.reference, ${prefix.length + 2})`

/** Orders with this status. COALESCE keeps SQLite from using the index on the status, which covers all days. */
export const statusIs = (status: string): string => `COALESCE(payment_orders.status, '') = '${status}'`

const ofKind = (kind: string): string =>
  `payment_orders.book = ${systemSql} AND payment_orders.kind = '${kind}' AND payment_orders.currency = ${currency}`

/** Orders that ended on a day, in any way. */
export const endedOrdersSql = (kind: string): string => `payment_orders.settled_on = ? AND ${ofKind(kind)}`

/** Orders that ended on a day with this status. */
export const ordersEndedAsSql = (kind: string, status: string): string =>
  `${endedOrdersSql(kind)} AND ${statusIs(status)}`

/** Orders that failed, unless people corrected them later: those are in `correctedOrders` on the same day. */
export const stillFailedSql = `${statusIs('FAILED')}
  AND NOT EXISTS (SELECT 1 FROM corrected_orders WHERE corrected_orders.order_id = payment_orders.id)`

const withOrders = 'corrected_orders JOIN payment_orders ON payment_orders.id = corrected_orders.order_id'

/** Orders that failed on a day and that people corrected later; their reason of that day is in `corrected_orders`. */
export const correctedOrders = (kind: string, joins = ''): string =>
  `${withOrders} ${joins} WHERE corrected_orders.failed_on = ? AND ${ofKind(kind)}`

/** Deposits and voided deposits: figures of their day include both, so that they do not change later. */
const depositTables = ['deposits', 'voided_deposits'] as const

/**
 * Whether a deposit opened its position. `row` is a row of either table; an old one without `opens` is compared with the other
 * deposits of its position.
 */
export const opensSql = (row: string): string =>
  `CASE WHEN ${row}.opens IS NOT NULL THEN ${row}.opens = 1 ELSE ${depositTables
    .map(
      (table) => `NOT EXISTS (SELECT 1 FROM ${table} earlier WHERE earlier.position_id = ${row}.position_id
        AND (earlier.created_at < ${row}.created_at
          OR (earlier.created_at = ${row}.created_at AND earlier.id < ${row}.id)))`,
    )
    .join(' AND ')} END`

/**
 * 1 for the first savings of a customer in a product and month of maturity, 0 for all others, so that a customer with several
 * is counted once. After the first is withdrawn the others keep their 0: too few customers may be counted, never too many.
 */
export const customerCountSql = (row: string): string =>
  `CASE WHEN EXISTS (SELECT 1 FROM positions earlier WHERE earlier.customer_id = ${row}.customer_id
     AND SUBSTR(earlier.maturity_on, 1, 7) = SUBSTR(${row}.maturity_on, 1, 7)
     AND earlier.product_code = ${row}.product_code AND earlier.id < ${row}.id) THEN 0 ELSE 1 END`

export const reasonSql = (column: string): string => `COALESCE(${column}, '')`
