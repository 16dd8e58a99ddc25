import type { Pool } from 'mysql2/promise'
import { rowOf, rowsOf } from './database.js'
import { businessDate, daysBetween } from './dates.js'
import { netInterest } from './interest.js'
import { answer } from './wire.js'

interface RegistrationRow {
  readonly account_id: string
  readonly email: string | null
}

export const registrationStatus = async (pool: Pool, msisdn: string): Promise<string> => {
  const row = await rowOf<RegistrationRow>(
    pool,
    `SELECT accounts.id AS account_id, accounts.email
     FROM customers JOIN accounts ON accounts.open_key = customers.id
     WHERE customers.msisdn = ?`,
    [msisdn],
  )
  return answer({
    registration_status: row ? 'REGISTERED' : 'NOT_REGISTERED',
    account_id: row?.account_id,
    user_email: row?.email ?? undefined,
  })
}

interface DepositRow {
  readonly id: string
  readonly status: string
  readonly maturity_on: string
  readonly rate_ppm: number
  readonly basis_days: number
  readonly tax_ppm: number
  readonly currency: string
  readonly principal: number
  readonly value_on: string
  readonly now_on: string | null
  readonly exited_on: string | null
  readonly payout_interest: number | null
  readonly payout_tax: number | null
}

/** Reads rows instead of sums: adding up in the database was measured too, and is slower. */
const depositsStatement = `
SELECT positions.id, positions.status, positions.maturity_on, positions.rate_ppm, positions.basis_days,
  positions.tax_ppm, positions.currency, deposits.principal, deposits.value_on, clocks.now_on,
  payouts.exited_on, payouts.interest AS payout_interest, payouts.tax AS payout_tax
FROM customers
JOIN positions ON positions.customer_id = customers.id AND positions.status <> 'CLOSED'
JOIN deposits ON deposits.position_id = positions.id
LEFT JOIN clocks ON clocks.id = customers.clock_id
LEFT JOIN payouts ON payouts.open_key = positions.id
WHERE customers.msisdn = ?`

const groupOf = (row: DepositRow, today: string): 'accruing' | 'due' | 'payingOut' => {
  if (row.status === 'PAYING_OUT' && (row.exited_on === null || row.exited_on <= today)) return 'payingOut'
  return row.maturity_on <= today ? 'due' : 'accruing'
}

export const savingsBalance = async (pool: Pool, msisdn: string): Promise<string> => {
  const rows = await rowsOf<DepositRow>(pool, depositsStatement, [msisdn])
  const market = businessDate()
  const sums = { accruing: 0, due: 0, payingOut: 0 }
  const ids = { accruing: new Set(), due: new Set(), payingOut: new Set() }
  let interest = 0
  for (const row of rows) {
    const today = row.now_on ?? market
    const group = groupOf(row, today)
    sums[group] += row.principal
    const until = today < row.maturity_on ? today : row.maturity_on
    if (group !== 'payingOut' || row.exited_on === null) {
      interest += netInterest(row.principal, Math.max(0, daysBetween(row.value_on, until)), row)
    } else if (!ids.payingOut.has(row.id)) interest += row.payout_interest! - row.payout_tax!
    ids[group].add(row.id)
  }
  return answer({
    total_balance: sums.accruing + sums.due + sums.payingOut,
    accruing_balance: sums.accruing,
    due_balance: sums.due,
    pending_withdrawal_amount: sums.payingOut,
    total_interest: interest,
    accruing_count: ids.accruing.size,
    due_count: ids.due.size,
    paying_out_count: ids.payingOut.size,
    position_count: ids.accruing.size + ids.due.size + ids.payingOut.size,
    currency: rows[0]?.currency ?? 'XAF',
  })
}
