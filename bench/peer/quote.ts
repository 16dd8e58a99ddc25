import type { Pool } from 'mysql2/promise'
import { messagesFor } from '../../src/bank/messages/messages.js'
import type { LocalDate } from '../../src/kernel/calendar.js'
import { systemClock } from '../../src/kernel/clock.js'
import { newId, newReference } from '../../src/kernel/ids.js'
import { formatRate } from '../../src/kernel/rate.js'
import { rowOf, rowsOf } from './database.js'
import { addMonths, businessDate, daysBetween } from './dates.js'
import { netInterest } from './interest.js'
import { answer, type PeerCall } from './wire.js'

const quoteLifeMs = 15 * 60_000

/** The content of a quote, as stored in the request log. Amounts are below 2^53, so plain numbers are exact. */
interface Terms {
  readonly basis: 'TOP_UP' | 'NEW'
  readonly amount: number
  readonly currency: string
  readonly productCode: string
  readonly productVersionId: string
  readonly termMonths: number
  readonly positionId: string | null
  readonly ratePpm: number
  readonly maturityOn: string
  readonly durationDays: number
  readonly estimatedEarnings: number
  readonly savingsBalanceNow: number
  readonly savingsEarningsAtMaturity: number
}

interface FactsRow {
  readonly customer_id: string
  readonly account_status: string | null
  readonly today: string
  readonly advancing_to: string | null
  readonly in_flight: number
  readonly product_version_id: string | null
  readonly term_months: number
  readonly rate_ppm: number
  readonly day_count: string
  readonly tax_ppm: number
  readonly currency: string
  readonly min_amount: number
  readonly max_balance: number
  readonly joins_other_rate: number
}

/** Customer, account, clock, the product on sale and the money in flight, in one round trip. */
const factsStatement = `
SELECT customers.id AS customer_id, accounts.status AS account_status,
  COALESCE(clocks.now_on, CAST(? AS DATE)) AS today, clocks.advancing_to,
  (SELECT CAST(COALESCE(SUM(amount), 0) AS SIGNED) FROM payment_orders
   WHERE payment_orders.customer_id = customers.id AND payment_orders.product_code = ? AND kind = 'COLLECT'
     AND payment_orders.status IN ('CREATED', 'SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW')) AS in_flight,
  product.id AS product_version_id, product.term_months, product.rate_ppm, product.day_count, product.tax_ppm,
  product.currency, product.min_amount, product.max_balance, product.joins_other_rate
FROM customers
LEFT JOIN accounts ON accounts.open_key = customers.id
LEFT JOIN clocks ON clocks.id = customers.clock_id
LEFT JOIN product_versions product ON product.code = ? AND product.on_sale = 1
  AND product.version = (SELECT MAX(version) FROM product_versions newest WHERE newest.code = product.code)
WHERE customers.msisdn = ?`

interface SavingsRow {
  readonly id: string
  readonly product_version_id: string
  readonly rate_ppm: number
  readonly basis_days: number
  readonly tax_ppm: number
  readonly maturity_on: string
  readonly status: string
  readonly principal: number
  readonly value_on: string
}

/** One row for each deposit, from the oldest position on. */
const savingsStatement = `
SELECT positions.id, positions.product_version_id, positions.rate_ppm, positions.basis_days, positions.tax_ppm,
  positions.maturity_on, positions.status, deposits.principal, deposits.value_on
FROM customers
JOIN positions ON positions.customer_id = customers.id AND positions.product_code = ? AND positions.status <> 'CLOSED'
JOIN deposits ON deposits.position_id = positions.id
WHERE customers.msisdn = ? ORDER BY positions.created_at, positions.id`

const joinedBy = (facts: FactsRow, savings: readonly SavingsRow[]): SavingsRow | undefined => {
  let best: SavingsRow | undefined
  for (const row of savings) {
    if (row.status !== 'OPEN' || row.maturity_on <= facts.today) continue
    if (!facts.joins_other_rate && row.rate_ppm !== facts.rate_ppm) continue
    if (!best || row.maturity_on > best.maturity_on) best = row
  }
  return best
}

const termsOf = (
  facts: FactsRow,
  savings: readonly SavingsRow[],
  amount: number,
  productCode: string,
): Terms => {
  const joined = joinedBy(facts, savings)
  const rule = joined ?? { ...facts, basis_days: facts.day_count === 'ACT_360' ? 360 : 365 }
  const maturityOn = joined?.maturity_on ?? addMonths(facts.today, facts.term_months)
  const durationDays = daysBetween(facts.today, maturityOn)
  const estimatedEarnings = netInterest(amount, durationDays, rule)
  let before = 0
  let earnings = estimatedEarnings
  for (const row of savings) {
    if (row.id !== joined?.id) continue
    before += row.principal
    earnings += netInterest(row.principal, daysBetween(row.value_on, row.maturity_on), row)
  }
  return {
    basis: joined ? 'TOP_UP' : 'NEW',
    amount,
    currency: facts.currency,
    productCode,
    productVersionId: joined?.product_version_id ?? facts.product_version_id!,
    termMonths: facts.term_months,
    positionId: joined?.id ?? null,
    ratePpm: rule.rate_ppm,
    maturityOn,
    durationDays,
    estimatedEarnings,
    savingsBalanceNow: before,
    savingsEarningsAtMaturity: earnings,
  }
}

interface Limits {
  readonly minimum: number
  readonly maxBalance: number
  readonly room: number
}

const limitsOf = (facts: FactsRow, savings: readonly SavingsRow[]): Limits => {
  const taken = savings.reduce((sum, row) => sum + (row.maturity_on > facts.today ? row.principal : 0), 0)
  const room = Math.max(0, facts.max_balance - taken - facts.in_flight)
  return { minimum: facts.min_amount, maxBalance: facts.max_balance, room }
}

const statusOf = (facts: FactsRow | undefined, limits: Limits | undefined, typed: string): string => {
  if (!facts?.account_status) return 'NOT_REGISTERED'
  if (facts.account_status !== 'ACTIVE') return 'ACCOUNT_CLOSING'
  if (facts.advancing_to) return 'CLOCK_ADVANCING'
  if (!limits || !facts.product_version_id) return 'PRODUCT_NOT_AVAILABLE'
  if (!/^0*[1-9][0-9]{0,11}$/.test(typed)) return 'INVALID_AMOUNT'
  if (Number(typed) > limits.room) return 'ABOVE_MAXIMUM'
  return Number(typed) < limits.minimum ? 'BELOW_MINIMUM' : 'OK'
}

const messageOf = (language: 'fr' | 'en', terms: Terms): string => {
  const { amount, currency, estimatedEarnings, savingsBalanceNow, savingsEarningsAtMaturity } = terms
  const balanceAfter = savingsBalanceNow + amount
  return messagesFor(language).depositSummary[terms.basis]({
    amount: BigInt(amount),
    currency,
    rate: formatRate(terms.ratePpm),
    termMonths: terms.termMonths,
    maturityOn: terms.maturityOn as LocalDate,
    earnings: BigInt(estimatedEarnings),
    total: BigInt(amount + estimatedEarnings),
    balanceAfter: BigInt(balanceAfter),
    totalOfSavings: BigInt(balanceAfter + savingsEarningsAtMaturity),
  })
}

/** Amounts are texts in the stored JSON, as the service writes them. */
const keptTerms = (terms: Terms): string =>
  JSON.stringify({
    ...terms,
    amount: String(terms.amount),
    estimatedEarnings: String(terms.estimatedEarnings),
    savingsBalanceNow: String(terms.savingsBalanceNow),
    savingsEarningsAtMaturity: String(terms.savingsEarningsAtMaturity),
  })

export const depositSummary = async (pool: Pool, msisdn: string, call: PeerCall): Promise<string> => {
  const product = call.arguments.get('product_code') ?? ''
  const typed = call.arguments.get('amount') ?? ''
  const [facts, savings] = await Promise.all([
    rowOf<FactsRow>(pool, factsStatement, [businessDate(), product, product, msisdn]),
    rowsOf<SavingsRow>(pool, savingsStatement, [product, msisdn]),
  ])
  const limits = facts && limitsOf(facts, savings)
  const status = statusOf(facts, limits, typed)
  const terms = status === 'OK' ? termsOf(facts!, savings, Number(typed), product) : undefined
  const text = terms && messageOf(call.language, terms)
  const reference = terms && newReference('DEP')
  const now = systemClock.now()
  await pool.execute(
    `INSERT INTO request_log (id, operation, customer_id, msisdn, session_id, journey_id, result, reference, terms,
       shown_text, business_on, created_at, expires_at)
     VALUES (?, 'create_deposit_summary', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      newId(now),
      facts?.customer_id ?? null,
      msisdn,
      call.session,
      call.journey,
      status,
      reference ?? null,
      terms ? keptTerms(terms) : null,
      text ?? null,
      facts?.today ?? null,
      now,
      reference ? now + quoteLifeMs : null,
    ],
  )
  if (!terms) return answer({ summary_status: status, currency: facts?.currency ?? 'XAF' })
  const balanceAfter = terms.savingsBalanceNow + terms.amount
  return answer({
    summary_status: status,
    deposit_basis: terms.basis,
    amount: terms.amount,
    interest_rate: formatRate(terms.ratePpm),
    estimated_earnings: terms.estimatedEarnings,
    total_at_maturity: terms.amount + terms.estimatedEarnings,
    duration_days: terms.durationDays,
    maturity_date: terms.maturityOn,
    locked_account_id: terms.positionId ?? undefined,
    savings_balance_now: terms.savingsBalanceNow,
    savings_balance_after: balanceAfter,
    savings_earnings_at_maturity: terms.savingsEarningsAtMaturity,
    savings_total_at_maturity: balanceAfter + terms.savingsEarningsAtMaturity,
    minimum_amount: limits?.minimum,
    max_balance: limits?.maxBalance,
    room_left: limits?.room,
    summary_message: text,
    currency: terms.currency,
    product_code: terms.productCode,
    deposit_reference: reference,
  })
}
