import { toBigint, toNumber } from '../database/columns.js'
import type { Sql, Tx } from '../database/database.js'
import { postJournal } from '../ledger/post-journal.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Instant } from '../shared/clock.js'
import type { Minor } from '../shared/money.js'
import { interestSql } from './interest.sql.js'

/** One day of a book: from the last accrued day to the next. */
export interface BookDay {
  readonly book: string
  readonly from: LocalDate
  readonly to: LocalDate
}

export interface Accrual {
  readonly productCode: string
  readonly currency: string
  readonly amount: Minor
}

/** Whether the positions are counted that the night has set aside: what they owe waits until they are mended. */
type Which = 'ALL' | 'NOT_ASIDE'

const notAside = `AND NOT EXISTS
  (SELECT 1 FROM day_exceptions WHERE day_exceptions.position_id = positions.id AND step = 'ACCRUAL')`

/** Positions of the book that still earn after `from`. A matured one earns nothing, so its row is not even read. */
const earning = (sql: Sql, which: Which): string =>
  `FROM positions
   JOIN deposits ON deposits.position_id = positions.id
   CROSS JOIN (SELECT ${sql.dialect.dateParameter} AS day_from, ${sql.dialect.dateParameter} AS day_to) days
   WHERE positions.book = ? AND positions.status = 'OPEN' AND positions.maturity_on > ?
   ${which === 'ALL' ? '' : notAside}`

const earningParameters = ({ book, from, to }: BookDay): readonly unknown[] => [from, to, book, from]

/**
 * What the deposits of a book earn from one day to another, per product, in one statement: Σ interest(to) − Σ
 * interest(from). A row that gives no number is left out of the sums and counted.
 */
export const accrualsOf = async (
  sql: Sql,
  day: BookDay,
  which: Which = 'ALL',
): Promise<{ accruals: Accrual[]; unreadable: number }> => {
  const rows = await sql.all(
    `SELECT product_code, currency, SUM(CASE WHEN earned > 0 THEN earned ELSE 0 END) AS amount,
       SUM(CASE WHEN earned IS NULL OR earned < 0 THEN 1 ELSE 0 END) AS unreadable
     FROM (
       SELECT positions.product_code, positions.currency,
         ${interestSql(sql.dialect, 'days.day_to')} - ${interestSql(sql.dialect, 'days.day_from')} AS earned
       ${earning(sql, which)}) earnings
     GROUP BY product_code, currency ORDER BY product_code, currency`,
    earningParameters(day),
  )
  return {
    accruals: rows.map((row) => ({
      productCode: String(row['product_code']),
      currency: String(row['currency']),
      amount: toBigint(row['amount']),
    })),
    unreadable: rows.reduce((sum, row) => sum + toNumber(row['unreadable']), 0),
  }
}

/** The positions behind the rows that give no number, so that they can be named. */
export const unreadablePositions = async (
  sql: Sql,
  day: BookDay,
): Promise<{ positionId: string; customerId: string }[]> => {
  const rows = await sql.all(
    `SELECT DISTINCT position_id, customer_id FROM (
       SELECT positions.id AS position_id, positions.customer_id,
         ${interestSql(sql.dialect, 'days.day_to')} - ${interestSql(sql.dialect, 'days.day_from')} AS earned
       ${earning(sql, 'NOT_ASIDE')}) earnings
     WHERE earned IS NULL OR earned < 0 ORDER BY position_id`,
    earningParameters(day),
  )
  return rows.map((row) => ({
    positionId: String(row['position_id']),
    customerId: String(row['customer_id']),
  }))
}

/** Posts a day's interest: expense to payable, once per (book, product, day) by the journal's reference (DESIGN 4). */
export const postAccruals = async (
  tx: Tx,
  now: Instant,
  { book, to }: BookDay,
  accruals: readonly Accrual[],
): Promise<void> => {
  for (const { productCode, currency, amount } of accruals) {
    if (amount === 0n) continue
    await postJournal(tx, now, {
      book,
      reference: `ACCRUAL:${book}:${productCode}:${currency}:${to}`,
      customerId: null,
      businessOn: to,
      currency,
      lines: [
        { account: 'interest_expense', amount },
        { account: 'interest_payable', dimension: productCode, amount: -amount },
      ],
    })
  }
}
