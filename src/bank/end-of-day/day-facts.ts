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

const ofBook = `payouts.book = ? AND payouts.status IN ('PROCESSING', 'PAID', 'FAILED', 'UNDER_REVIEW')`

/**
 * Payouts that were first sent on this day of a walk because their hold ended. In the real world holds end all day long, so a
 * night reports those of the day that is over. Statuses and the range of `held_until` are conditions so that the index is used; only
 * those of accounts that were blocked may be sent long after their hold.
 */
const releasesSql = (
  join: Dialect['joinInOrder'],
) => `SELECT 'RELEASE', positions.product_code, payouts.currency, COUNT(*), SUM(payouts.amount), 0, 0
  FROM (SELECT payouts.id FROM payouts WHERE ${ofBook} AND held_until >= ? AND held_until < ?
    UNION SELECT payouts.id FROM account_blocks
      ${join} payouts ON payouts.customer_id = account_blocks.customer_id AND payouts.account_id = account_blocks.account_id
      WHERE ${ofBook} AND held_until < ?) held
  ${join} payouts ON payouts.id = held.id JOIN positions ON positions.id = payouts.position_id
  JOIN payment_orders first ON first.payout_id = payouts.id AND first.part = 1 AND first.attempt = 1
  WHERE first.business_on = ?
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

const statementSql = (dialect: Dialect) =>
  [accruals, maturities, releasesSql(dialect.joinInOrder), automaticPayouts].join(' UNION ALL ')

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
  const found = await tx.all(`${statementSql(tx.dialect)} ORDER BY kind, product, currency`, [
    begin,
    // The semicolon follows the colon in ASCII: this is an upper bound of all references with the prefix.
    `${begin.slice(0, -1)};`,
    day.book,
    day.to,
    day.book,
    midnight(addDays(day.from, -1)),
    midnight(addDays(day.to, 1)),
    day.book,
    midnight(addDays(day.from, -1)),
    day.book === systemClockId ? day.from : day.to,
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
