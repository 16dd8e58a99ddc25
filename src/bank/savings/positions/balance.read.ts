import { batchedRead } from '../../../platform/database/batched-read.js'
import { toBigint, toNumber } from '../../../platform/database/columns.js'
import type { Row, Sql } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import { netInterestOn } from '../../../kernel/interest.js'
import { market } from '../../../kernel/market.js'
import type { Minor } from '../../../kernel/money.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { statusOn } from '../rules/position.rules.js'
import type { StoredPositionStatus } from '../records/savings.entity.js'
import { notClosed } from '../records/savings.repository.js'
import { arrivedSql, outstandingOfRow, refundedSql } from '../records/transfers.sql.js'

interface Group {
  readonly principal: Minor
  readonly count: number
}

/**
 * The positions that are not closed, in three groups: each position is in exactly one of them. `interest` is the net interest of all
 * three that is earned and not yet paid. A refund also counts as money on its way out, although it is not a position.
 */
export interface SavingsBalance {
  readonly currency: string
  readonly accruing: Group
  readonly due: Group
  readonly payingOut: Group
  readonly interest: Minor
}

/** The status of rows that are refunds and not deposits. */
const refund = 'REFUND'

/**
 * One row per deposit, and one per refund, with only the columns that are needed: this is the most frequent query. Sums in SQL took
 * longer than reading the rows (docs/benchmarks.md), and would duplicate the rules. The CROSS JOIN fixes the order of tables: for several
 * customers SQLite would otherwise start with all orders that ever succeeded.
 */
const readDeposits = batchedRead(async (sql, msisdns: readonly Msisdn[]): Promise<Row[][]> => {
  const { places, parameters } = inList(msisdns)
  const rows = await sql.all(
    `SELECT customers.msisdn, positions.id, positions.status, positions.maturity_on, positions.rate_ppm, positions.early_rate_ppm,
       positions.basis_days, positions.tax_ppm, positions.currency, deposits.principal, deposits.value_on,
       clocks.now_on, accounts.leave_on, payouts.exited_on, payouts.amount AS payout_amount,
       payouts.principal AS payout_principal, ${arrivedSql} AS arrived
     FROM customers
     JOIN positions ON positions.customer_id = customers.id AND ${notClosed}
     JOIN deposits ON deposits.position_id = positions.id
     LEFT JOIN accounts ON accounts.id = positions.account_id
     LEFT JOIN clocks ON clocks.id = customers.clock_id
     LEFT JOIN payouts ON payouts.open_key = positions.id
     WHERE customers.msisdn IN (${places})
     UNION ALL
     SELECT customers.msisdn, collection.id, '${refund}', NULL, NULL, NULL, NULL, NULL, collection.currency,
       collection.amount - ${refundedSql('collection')}, NULL, NULL, NULL, NULL, NULL, NULL, NULL
     FROM customers
     CROSS JOIN accounts ON accounts.open_key = customers.id AND accounts.status = 'CLOSING'
     CROSS JOIN payment_orders collection ON collection.customer_id = customers.id AND collection.account_id = accounts.id
     WHERE customers.msisdn IN (${places}) AND collection.kind = 'COLLECT' AND collection.status = 'SUCCESSFUL'
       AND NOT EXISTS (SELECT 1 FROM deposits WHERE deposits.id = collection.id)`,
    [...parameters, ...parameters],
  )
  const byMsisdn = new Map<unknown, Row[]>(msisdns.map((msisdn) => [msisdn, []]))
  for (const row of rows) byMsisdn.get(row['msisdn'])!.push(row)
  return msisdns.map((msisdn) => byMsisdn.get(msisdn)!)
})

const netInterestOf = (
  row: Row,
  maturityOn: LocalDate,
  today: LocalDate,
  ratePpm = toNumber(row['rate_ppm']),
): Minor =>
  netInterestOn(
    {
      principal: toBigint(row['principal']),
      ratePpm,
      basisDays: toNumber(row['basis_days']),
      valueOn: row['value_on'] as LocalDate,
      maturityOn,
    },
    toNumber(row['tax_ppm']),
    today,
  )

/**
 * The interest that an opt-out pays for a row whose withdrawal is not booked yet, on the terms of the date of the opt-out, as in
 * `withdrawal.rules`.
 */
const withdrawalInterestOf = (row: Row, maturityOn: LocalDate, closingOn: LocalDate): Minor => {
  const ratePpm = toNumber(row['rate_ppm'])
  const earlyRatePpm = Math.min(ratePpm, toNumber(row['early_rate_ppm']))
  return netInterestOf(row, maturityOn, closingOn, maturityOn <= closingOn ? ratePpm : earlyRatePpm)
}

/** A position that a walk withdraws on an incomplete day still counts as open, as in `savings.read`. */
const storedStatusOf = (row: Row, today: LocalDate): StoredPositionStatus =>
  row['exited_on'] !== null && String(row['exited_on']) > today
    ? 'OPEN'
    : (row['status'] as StoredPositionStatus)

/** Zeros for an unregistered number. */
export const readBalance = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  msisdn: Msisdn,
): Promise<SavingsBalance> => {
  const rows = await readDeposits(sql, msisdn)
  const sums = { ACCRUING: 0n, MATURED: 0n, PAYING_OUT: 0n, CLOSED: 0n }
  const statuses = new Map<unknown, keyof typeof sums>()
  let interest = 0n
  for (const row of rows) {
    if (row['status'] === refund) {
      sums.PAYING_OUT += toBigint(row['principal'])
      continue
    }
    // A test customer's business date is their clock's, as in `customers.repository`.
    const today = (row['now_on'] ?? call.today) as LocalDate
    const maturityOn = row['maturity_on'] as LocalDate
    const stored = storedStatusOf(row, today)
    // Every open position of a closing account counts as withdrawn, as in `savings.repository`.
    const closingOn = stored === 'OPEN' ? (row['leave_on'] as LocalDate | null) : null
    const status = closingOn === null ? statusOn({ status: stored, maturityOn }, today) : 'PAYING_OUT'
    if (closingOn !== null) {
      sums[status] += toBigint(row['principal'])
      interest += withdrawalInterestOf(row, maturityOn, closingOn)
    } else if (status !== 'PAYING_OUT' || row['exited_on'] === null) {
      sums[status] += toBigint(row['principal'])
      interest += netInterestOf(row, maturityOn, today)
    } else if (!statuses.has(row['id'])) {
      // The money on its way out is what has not arrived of the payout, counted once per position and not per deposit.
      const outstanding = outstandingOfRow(row)
      sums[status] += outstanding.principal
      interest += outstanding.interest
    }
    statuses.set(row['id'], status)
  }
  const groupOf = (group: keyof typeof sums): Group => ({
    principal: sums[group],
    count: [...statuses.values()].filter((status) => status === group).length,
  })
  return {
    currency: String(rows[0]?.['currency'] ?? market.currency),
    accruing: groupOf('ACCRUING'),
    due: groupOf('MATURED'),
    payingOut: groupOf('PAYING_OUT'),
    interest,
  }
}
