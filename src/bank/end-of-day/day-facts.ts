import { amount, columns, integer, text } from '../../platform/database/read-row.js'
import type { Tx } from '../../platform/database/database.js'
import type { Dialect } from '../../platform/database/dialect.js'
import { accrualReferencePrefix, type BookDay } from '../savings/accrual/accrue-day.js'
import { addDays, midnight, type LocalDate } from '../../kernel/calendar.js'
import { systemClockId } from '../business-clock/clock.entity.js'

/** What happened on a day, without ids or instants: stored in the log of days, with a digest of it. */
export interface DayFacts {
  readonly day: LocalDate
  readonly accruals: readonly { product: string; currency: string; amount: string }[]
  readonly maturities: readonly {
    product: string
    currency: string
    count: number
    principal: string
    interest: string
    tax: string
  }[]
  /** Payouts sent because their hold ended. */
  readonly releases: readonly MoneyOut[]
  /** Automatic payouts of positions that matured. */
  readonly automaticPayouts: readonly MoneyOut[]
}

/** What the customers of one product are paid. */
export interface MoneyOut {
  readonly product: string
  readonly currency: string
  readonly count: number
  readonly amount: string
}

/** The interest is read from the ledger, since a day may post it in several parts. */
const accruals = `SELECT 'ACCRUAL' AS kind, postings.dimension AS product, postings.currency, COUNT(*) AS count,
    -SUM(amount) AS amount, 0 AS interest, 0 AS tax
  FROM journals JOIN postings ON postings.journal_id = journals.id AND account = 'interest_payable'
  WHERE reference >= ? AND reference < ? GROUP BY postings.dimension, postings.currency`

const maturities = `SELECT 'MATURITY', product_code, currency, COUNT(*), SUM(principal), SUM(interest), SUM(tax)
  FROM maturities WHERE book = ? AND matured_on = ? GROUP BY product_code, currency`

/**
 * Payouts that were first sent on this day because their hold had ended, however long before: a block, a paused queue or an outage
 * delays them. In the real world holds end all day long, so a night reports those of the day that is over, which are found among the
 * orders written about then; the days of a test clock are not those of its orders, but it has few payouts. Statuses are a condition
 * so that an index is used.
 */
const releasesSql = (
  isReal: boolean,
  join: Dialect['joinInOrder'],
) => `SELECT 'RELEASE', positions.product_code, payouts.currency, COUNT(*), SUM(payouts.amount), 0, 0
  FROM ${
    isReal
      ? `payment_orders first ${join} payouts ON payouts.id = first.payout_id`
      : `payouts ${join} payment_orders first ON first.payout_id = payouts.id`
  } ${join} positions ON positions.id = payouts.position_id
  WHERE payouts.book = ? AND payouts.status IN ('PROCESSING', 'PAID', 'FAILED', 'UNDER_REVIEW')
    AND held_until IS NOT NULL AND ${isReal ? 'first.created_at >= ? AND first.created_at < ?' : 'held_until < ?'}
    AND first.part = 1 AND first.attempt = 1 AND first.business_on = ?
  GROUP BY positions.product_code, payouts.currency`

/**
 * Payouts at maturity that have no preview: a withdrawal by a customer always has one. Those of an opt-out on this day have none
 * either, and are included.
 */
const automaticPayouts = `SELECT 'AUTO_PAYOUT', positions.product_code, payouts.currency, COUNT(*), SUM(payouts.amount), 0, 0
  FROM payouts JOIN positions ON positions.id = payouts.position_id
  JOIN product_versions ON product_versions.id = positions.product_version_id
  WHERE payouts.book = ? AND exited_on = ? AND payouts.basis = 'MATURITY' AND withdrawal_reference IS NULL
    AND maturity_instruction = 'AUTO_PAYOUT'
  GROUP BY positions.product_code, payouts.currency`

const statementSql = (isReal: boolean, dialect: Dialect) =>
  [accruals, maturities, releasesSql(isReal, dialect.joinInOrder), automaticPayouts].join(' UNION ALL ')

const factOf = columns({
  kind: text,
  product: text,
  currency: text,
  count: integer,
  amount,
  interest: amount,
  tax: amount,
})

/** The facts of a day after its last posting, in one statement, since a walk of years needs it for every day. */
export const factsOf = async (tx: Tx, day: BookDay): Promise<DayFacts> => {
  const begin = accrualReferencePrefix(day)
  const isReal = day.book === systemClockId
  const found = await tx.all(`${statementSql(isReal, tx.dialect)} ORDER BY kind, product, currency`, [
    begin,
    // The semicolon follows the colon in ASCII: this is an upper bound of all references with the prefix.
    `${begin.slice(0, -1)};`,
    day.book,
    day.to,
    day.book,
    // Midnight is that of UTC: the day of the market may begin 14 hours earlier, and end 12 hours later.
    ...(isReal
      ? [midnight(addDays(day.from, -1)), midnight(addDays(day.from, 2)), day.from]
      : [midnight(addDays(day.to, 1)), day.to]),
    day.book,
    day.to,
  ])
  const facts = found.map(factOf)
  const ofKind = (kind: string) => facts.filter((fact) => fact.kind === kind)
  const moneyOut = (kind: string): MoneyOut[] =>
    ofKind(kind).map(({ product, currency, count, ...sums }) => ({
      product,
      currency,
      count,
      amount: String(sums.amount),
    }))
  return {
    day: day.to,
    accruals: ofKind('ACCRUAL').map(({ product, currency, ...sums }) => ({
      product,
      currency,
      amount: String(sums.amount),
    })),
    maturities: ofKind('MATURITY').map(({ product, currency, count, ...sums }) => ({
      product,
      currency,
      count,
      principal: String(sums.amount),
      interest: String(sums.interest),
      tax: String(sums.tax),
    })),
    releases: moneyOut('RELEASE'),
    automaticPayouts: moneyOut('AUTO_PAYOUT'),
  }
}
