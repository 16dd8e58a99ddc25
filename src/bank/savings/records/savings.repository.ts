import { amount, column, columns, date, integer, orNull, text } from '../../../platform/database/read-row.js'
import type { Row, Sql, Tx } from '../../../platform/database/database.js'
import { columnsOf, hydrate } from '../../../platform/database/rows.js'
import { frozenUntilSql } from '../../customers/blocks.js'
import { productVersions } from '../../products/products.read.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'
import type { Minor } from '../../../kernel/money.js'
import { payoutColumns, payoutViewOf, type PayoutView } from './payouts.repository.js'
import { plannedPayout, plannedPayoutId } from './planned-payout.js'
import { Position } from './savings.entity.js'
import { noTransfers } from './transfers.sql.js'

/** One settled payment as the rules need it. */
export interface SettledDeposit {
  readonly principal: Minor
  readonly valueOn: LocalDate
}

/** A position with its deposits, of which there is at least one unless it is closed. */
export interface Savings {
  readonly position: Position
  readonly deposits: readonly SettledDeposit[]
  /** The last complete day of its book. */
  readonly clockOn: LocalDate
  /** Counts the account's savings of the same term and maturity date, from 1, so that their labels differ. */
  readonly nth: number
  /** What it pays, once it has been withdrawn. */
  readonly payout: PayoutView | null
}

/**
 * SQL: a position is not CLOSED. As a list of states the condition can use an index, so that closed rows are not read.
 */
export const notClosed = `positions.status IN ('OPEN', 'PAYING_OUT')`

/** SQL: an opt-out whose withdrawals are not all booked yet has withdrawn the position before its maturity. */
export const isLeftEarly = `EXISTS (SELECT 1 FROM accounts
  WHERE accounts.id = positions.account_id AND accounts.leave_on < positions.maturity_on)`

const payoutPrefix = 'payout_'

const depositOf = columns({
  principal: column('deposit_principal', orNull(amount)),
  valueOn: column('deposit_value_on', orNull(date)),
})

/** The deposit of a row; empty for a position whose last deposit was voided. */
const depositsOf = (row: Row): SettledDeposit[] => {
  const { principal, valueOn } = depositOf(row)
  return principal === null || valueOn === null ? [] : [{ principal, valueOn }]
}

export const hasDeposit = (row: Row): boolean => depositsOf(row).length > 0

const idOf = columns({ id: text })

/**
 * Groups rows by position, in the order of the rows. A position has one row for each of its deposits, or a single row if it has none.
 */
export const withDeposits = <Facts>(
  rows: readonly Row[],
  factsOf: (row: Row) => Facts,
): (Facts & { readonly deposits: readonly SettledDeposit[] })[] => {
  const byPosition = new Map<string, Facts & { readonly deposits: SettledDeposit[] }>()
  for (const row of rows) {
    const { id } = idOf(row)
    const known = byPosition.get(id)
    if (known) known.deposits.push(...depositsOf(row))
    else byPosition.set(id, { ...factsOf(row), deposits: depositsOf(row) })
  }
  return [...byPosition.values()]
}

/** Savings as stored, also those of a closing account. */
interface StoredSavings extends Savings {
  readonly closing: {
    readonly on: LocalDate
    readonly at: Instant
    /** The first business date on which unsent money may leave the account; null without a block. */
    readonly frozenUntil: LocalDate | null
  } | null
}

/**
 * An open position of a closing account counts as withdrawn on the terms of the opt-out, although a job books its withdrawal later.
 * Whether that withdrawal is already booked is neither shown nor used in a decision.
 */
const asWithdrawn = async (sql: Sql, stored: readonly StoredSavings[]): Promise<Savings[]> => {
  const withdrawn = stored.filter(({ position, closing }) => closing !== null && position.status === 'OPEN')
  if (withdrawn.length === 0) return [...stored]
  const versions = await productVersions(sql, [
    ...new Set(withdrawn.map(({ position }) => position.productVersionId)),
  ])
  const holdHoursOf = new Map(versions.map(({ id, holdHours }) => [id, holdHours]))
  return stored.map((savings) => {
    const { position, closing, clockOn } = savings
    if (closing === null || position.status !== 'OPEN') return savings
    const payout = plannedPayout(savings, {
      payoutId: plannedPayoutId(position.id),
      withdrawalReference: null,
      ...closing,
      holdHours: holdHoursOf.get(position.productVersionId) ?? 0,
      accruedTo: clockOn,
    })
    const status = payout.heldUntil === null ? ('PROCESSING' as const) : payout.status
    return {
      ...savings,
      position: { ...position, status: 'PAYING_OUT' },
      payout: { ...payout, ...noTransfers, frozenUntil: closing.frozenUntil, clockOn, status },
    }
  })
}

/** Savings as they are shown and as decisions use them. */
export const selectSavings = async (
  sql: Sql,
  clauses: string,
  parameters: readonly unknown[],
): Promise<Savings[]> => asWithdrawn(sql, await selectStored(sql, clauses, parameters))

const nthSql = `
  (SELECT COUNT(*) FROM positions twins
   WHERE twins.customer_id = positions.customer_id AND twins.account_id = positions.account_id
     AND twins.term_months = positions.term_months AND twins.maturity_on = positions.maturity_on
     AND (twins.created_at < positions.created_at
       OR (twins.created_at = positions.created_at AND twins.id <= positions.id)))`

/** `payoutColumns` contains `clock_on`. */
const clockAndNthOf = columns({ clockOn: date, nth: integer })

const leavingOf = columns({
  on: column('leave_on', orNull(date)),
  at: column('leave_at', integer),
  frozenUntil: column('leave_frozen_until', orNull(date)),
})

const closingOf = (row: Row): StoredSavings['closing'] => {
  const { on, ...leaving } = leavingOf(row)
  return on === null ? null : { on, ...leaving }
}

/**
 * Positions with their deposits and the day of their clock in one statement, so that no reader sees one without the
 * other, or a mixture of two days of a walk. Oldest first. `clauses` follow the FROM of positions, deposits, clocks and
 * payouts.
 */
export const selectStored = async (
  sql: Sql,
  clauses: string,
  parameters: readonly unknown[],
): Promise<StoredSavings[]> => {
  const rows = await sql.all(
    `SELECT ${columnsOf(sql, Position)},
       deposits.principal AS deposit_principal, deposits.value_on AS deposit_value_on, ${nthSql} AS nth,
       closing.leave_on, closing.leave_at,
       ${frozenUntilSql('closing.id', 'closing.leave_on IS NOT NULL')} AS leave_frozen_until,
       ${payoutColumns(sql, payoutPrefix)}
     FROM positions
     LEFT JOIN deposits ON deposits.position_id = positions.id
     JOIN clocks ON clocks.id = positions.book
     LEFT JOIN accounts closing ON closing.id = positions.account_id
     LEFT JOIN payouts ON payouts.open_key = positions.id ${clauses}
     ORDER BY positions.created_at, positions.id`,
    parameters,
  )
  return withDeposits(rows, (row) => ({
    position: hydrate(sql, Position, row),
    ...clockAndNthOf(row),
    payout: row[`${payoutPrefix}id`] === null ? null : payoutViewOf(sql, row, payoutPrefix),
    closing: closingOf(row),
  }))
}

/** Compares the row's own id, since MySQL ignores trailing blanks in `=`. */
export const savingsById = async (sql: Sql, positionId: string): Promise<Savings | undefined> =>
  (await selectSavings(sql, 'WHERE positions.id = ?', [positionId])).find(
    ({ position }) => position.id === positionId,
  )

/**
 * As `savingsById`, row-locked until the transaction ends: a deposit into a position and its maturity are serialized.
 */
export const lockedSavings = async (tx: Tx, positionId: string): Promise<Savings | undefined> => {
  await tx.all(`SELECT id FROM positions WHERE id = ? ${tx.dialect.forUpdate}`, [positionId])
  return savingsById(tx, positionId)
}
