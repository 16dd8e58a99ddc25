import { amount, column, columns, date, integer, orNull, text } from '../../platform/database/read-row.js'
import type { Sql } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { columnsOf, hydrate } from '../../platform/database/rows.js'
import { accrualsOf, wholeBook, type Accrual } from '../savings/accrual/accrue-day.js'
import { hadAutoPayout } from '../savings/payouts/auto-payout.js'
import { interestSql } from '../savings/records/interest.sql.js'
import { isLeftEarly } from '../savings/records/savings.repository.js'
import {
  addDays,
  firstDate,
  firstDateFrom,
  maxDate,
  midnight,
  type LocalDate,
} from '../../kernel/calendar.js'
import { Refusal } from '../../kernel/refusal.js'
import { isStalledAt } from '../business-clock/clock.rules.js'
import { Clock, systemClockId } from '../business-clock/clock.entity.js'
import { frozenUntilSql } from '../customers/blocks.js'

/** A test clock. `stalled`: whether its walk has lost its worker; null when no walk is in progress. */
export interface ClockView {
  readonly clock: Clock
  readonly stalled: boolean | null
}

const readAtOf = columns({ readAt: integer })

/** Test clocks by id, at least one; unknown ids are left out. The age of heartbeats is measured by the database's clock. */
export const readClocks = async (
  sql: Sql,
  ids: readonly string[],
  stallSeconds: number,
): Promise<ClockView[]> => {
  const { places, parameters } = inList(ids)
  const rows = await sql.all(
    `SELECT ${columnsOf(sql, Clock)}, ${sql.dialect.nowMs} AS read_at FROM clocks WHERE id IN (${places}) AND id <> ?`,
    [...parameters, systemClockId],
  )
  return rows.map((row) => {
    const clock = hydrate(sql, Clock, row)
    return { clock, stalled: isStalledAt(clock, readAtOf(row).readAt, stallSeconds) }
  })
}

const attachedOf = columns({ clockId: text, attached: integer })

/** How many customers are on each of these clocks; a clock without any is left out. */
export const countAttached = async (sql: Sql, clockIds: readonly string[]): Promise<Map<string, number>> => {
  const { places, parameters } = inList(clockIds)
  const rows = await sql.all(
    `SELECT clock_id, COUNT(*) AS attached FROM customers WHERE clock_id IN (${places}) GROUP BY clock_id`,
    parameters,
  )
  return new Map(rows.map(attachedOf).map(({ clockId, attached }) => [clockId, attached]))
}

/** A customer and the clock that they are on. */
export interface ClockedCustomer extends ClockView {
  readonly msisdn: string
}

const clockedCustomersMax = 10_000

const msisdnOf = columns({ msisdn: text })

/** Customers with a test clock, by number. */
export const readClockedCustomers = async (sql: Sql, stallSeconds: number): Promise<ClockedCustomer[]> => {
  const rows = await sql.all(
    `SELECT customers.msisdn, ${columnsOf(sql, Clock)}, ${sql.dialect.nowMs} AS read_at
     FROM clocks JOIN customers ON customers.clock_id = clocks.id
     ORDER BY customers.msisdn LIMIT ${clockedCustomersMax}`,
  )
  return rows.map((row) => {
    const clock = hydrate(sql, Clock, row)
    const stalled = isStalledAt(clock, readAtOf(row).readAt, stallSeconds)
    return { msisdn: msisdnOf(row).msisdn, clock, stalled }
  })
}

/** What a walk to a date would do: interest per product, maturities and payouts. Moves nothing. */
export interface Projection {
  readonly to: LocalDate
  readonly accruals: readonly Accrual[]
  readonly maturities: readonly {
    readonly on: LocalDate
    readonly product: string
    readonly currency: string
    readonly count: number
    readonly principal: bigint
    readonly interest: bigint
  }[]
  readonly releases: readonly ProjectedMoneyOut[]
  readonly automaticPayouts: readonly ProjectedMoneyOut[]
}

/** What the customers of one product would be paid on a day. */
export interface ProjectedMoneyOut {
  readonly on: LocalDate
  readonly product: string
  readonly currency: string
  readonly count: number
  readonly amount: bigint
}

const rowsOfMaturity = (sql: Sql) =>
  `SELECT maturity_on, product_code, currency, COUNT(DISTINCT id) AS count, SUM(principal) AS principal, SUM(interest) AS interest
   FROM (
     SELECT positions.id, positions.maturity_on, positions.product_code, positions.currency, deposits.principal,
       ${interestSql(sql.dialect, 'positions.maturity_on')} AS interest
     FROM positions JOIN deposits ON deposits.position_id = positions.id
     WHERE positions.book = ? AND positions.status = 'OPEN'
       AND positions.maturity_on > ? AND positions.maturity_on <= ? AND NOT ${isLeftEarly}) maturing
   GROUP BY maturity_on, product_code, currency ORDER BY maturity_on, product_code, currency`

/**
 * Payouts on hold, grouped by the end of the hold and the end of the blocks of the account. On a test clock a hold ends at the
 * beginning of a day.
 */
const rowsOfRelease = `SELECT held_until, frozen_until, product_code, currency, COUNT(*) AS count, SUM(amount) AS amount
  FROM (
    SELECT held_until, ${frozenUntilSql('payouts.account_id')} AS frozen_until, positions.product_code, payouts.currency,
      payouts.amount
    FROM payouts JOIN positions ON positions.id = payouts.position_id
    WHERE payouts.book = ? AND payouts.status = 'ON_HOLD' AND held_until <= ?) held
  GROUP BY held_until, frozen_until, product_code, currency`

/**
 * Positions with automatic payout, chosen as by `dueAutoPayouts`, but without those of an account with an opt-out, which withdraws all
 * its savings, also matured ones. The amount is principal and interest less tax, which is rounded for each deposit, as by `taxOn`.
 */
const rowsOfAutomatic = (sql: Sql) =>
  `SELECT maturity_on AS leaving_on, frozen_until, product_code, currency, COUNT(DISTINCT id) AS count,
     SUM(principal + interest - ${sql.dialect.divide('2 * interest * tax_ppm + 1000000', '2000000')}) AS amount
   FROM (
     SELECT positions.id, positions.maturity_on, ${frozenUntilSql('positions.account_id')} AS frozen_until,
       positions.product_code, positions.currency, positions.tax_ppm,
       deposits.principal, ${interestSql(sql.dialect, 'positions.maturity_on')} AS interest
     FROM positions JOIN deposits ON deposits.position_id = positions.id
     JOIN product_versions ON product_versions.id = positions.product_version_id
     WHERE positions.book = ? AND positions.status = 'OPEN'
       AND positions.maturity_on > ? AND positions.maturity_on <= ? AND maturity_instruction = 'AUTO_PAYOUT'
       AND NOT ${hadAutoPayout}
       AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = positions.account_id AND accounts.leave_on IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM day_exceptions WHERE day_exceptions.position_id = positions.id)) leaving
   GROUP BY maturity_on, frozen_until, product_code, currency`

const moneyOut = {
  frozenUntil: orNull(date),
  product: column('product_code', text),
  currency: text,
  count: integer,
  amount,
} as const
const releaseOf = columns({ until: column('held_until', integer), ...moneyOut })
const automaticOf = columns({ on: column('leaving_on', date), ...moneyOut })

/** What a walk to a date would pay: each amount when it is due and no block keeps it any more, at the earliest on the next day. */
const paidBy = (
  due: readonly (ProjectedMoneyOut & { readonly frozenUntil: LocalDate | null })[],
  nowOn: LocalDate,
  to: LocalDate,
): ProjectedMoneyOut[] => {
  const paid = new Map<string, ProjectedMoneyOut>()
  for (const { frozenUntil, ...money } of due) {
    const on = [frozenUntil ?? money.on, addDays(nowOn, 1)].reduce(maxDate, money.on)
    if (on > to) continue
    const key = [on, money.product, money.currency].join(' ')
    const { count = 0, amount = 0n } = paid.get(key) ?? {}
    paid.set(key, { ...money, on, count: money.count + count, amount: money.amount + amount })
  }
  return [...paid].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, money]) => money)
}

/** Refuses: CLOCK_CANNOT_MOVE_BACK. */
export const readProjection = async (
  sql: Sql,
  clock: Pick<Clock, 'id' | 'nowOn'>,
  to: LocalDate,
): Promise<Projection> => {
  if (to < clock.nowOn) throw new Refusal('CLOCK_CANNOT_MOVE_BACK')
  const [{ accruals }, rows, releases, automatic] = await Promise.all([
    accrualsOf(sql, { book: clock.id, from: clock.nowOn, to }, wholeBook),
    sql.all(rowsOfMaturity(sql), [clock.id, clock.nowOn, to]),
    sql.all(rowsOfRelease, [clock.id, midnight(to)]),
    sql.all(rowsOfAutomatic(sql), [clock.id, firstDate, to]),
  ])
  const maturities = rows.map(
    columns({
      on: column('maturity_on', date),
      product: column('product_code', text),
      currency: text,
      count: integer,
      principal: amount,
      interest: amount,
    }),
  )
  return {
    to,
    accruals,
    maturities,
    releases: paidBy(
      releases.map(releaseOf).map(({ until, ...money }) => ({ on: firstDateFrom(until), ...money })),
      clock.nowOn,
      to,
    ),
    automaticPayouts: paidBy(automatic.map(automaticOf), clock.nowOn, to),
  }
}
