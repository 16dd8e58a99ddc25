import { amount, columns, integer, text, column, date, orNull } from '../../../platform/database/read-row.js'
import type { Row, Sql, Tx } from '../../../platform/database/database.js'
import { postJournal } from '../../ledger/post-journal.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'
import type { Minor } from '../../../kernel/money.js'
import { earnedSql } from '../records/interest.sql.js'

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

/**
 * A point in the order in which a day accrues the open positions of a book: by maturity date, then by id, which is the order of an
 * index. It is given by the position that is there; the point of a position never changes.
 */
export interface AccrualPoint {
  readonly maturityOn: LocalDate
  readonly positionId: string
}

/** The positions from one point up to another, half-open; null is the beginning, or the end. */
export interface AccrualPart {
  readonly from: AccrualPoint | null
  readonly until: AccrualPoint | null
}

export const wholeBook: AccrualPart = { from: null, until: null }

/** SQLite seeks in the index by the first comparison; MySQL makes an index range of the second one in this form. */
const withinSql = ({ from, until }: AccrualPart): string =>
  [
    from &&
      `AND positions.maturity_on >= ? AND (positions.maturity_on > ? OR (positions.maturity_on = ? AND positions.id >= ?))`,
    until &&
      `AND positions.maturity_on <= ? AND (positions.maturity_on < ? OR (positions.maturity_on = ? AND positions.id < ?))`,
  ]
    .filter((condition) => condition !== null)
    .join(' ')

const withinParameters = ({ from, until }: AccrualPart): readonly unknown[] =>
  [from, until].flatMap((point) =>
    point === null ? [] : [point.maturityOn, point.maturityOn, point.maturityOn, point.positionId],
  )

/** The columns that `pointOfRow` reads. */
export const pointColumns = ['maturity_on', 'id'] as const

/**
 * Selects columns of the point that is `count` earning positions after another point; no row when there are fewer.
 */
export const pointAfterSql = (
  { book, from }: BookDay,
  begin: AccrualPoint | null,
  count: number,
  selected: readonly (typeof pointColumns)[number][] = pointColumns,
): { readonly sql: string; readonly parameters: readonly unknown[] } => {
  const part = { from: begin, until: null }
  return {
    sql: `SELECT ${selected.map((name) => `positions.${name}`).join(', ')} FROM positions
     WHERE positions.book = ? AND positions.status = 'OPEN' AND positions.maturity_on > ? ${withinSql(part)}
     ORDER BY positions.maturity_on, positions.id LIMIT 1 OFFSET ${Math.trunc(count)}`,
    parameters: [book, from, ...withinParameters(part)],
  }
}

/** Null when the row has no point, as at the end of the book. */
export const pointOfRow = (row: Row | undefined): AccrualPoint | null => {
  const { maturityOn = null, positionId = null } = row ? pointRead(row) : {}
  return maturityOn === null || positionId === null ? null : { maturityOn, positionId }
}

const pointRead = columns({ maturityOn: orNull(date), positionId: column('id', orNull(text)) })

/** The point that is `count` earning positions after another point; null when there are fewer. */
export const pointAfter = async (
  sql: Sql,
  day: BookDay,
  begin: AccrualPoint | null,
  count: number,
): Promise<AccrualPoint | null> => {
  const point = pointAfterSql(day, begin, count)
  return pointOfRow((await sql.all(point.sql, point.parameters))[0])
}

/** Whether positions that are set aside are included; their interest is posted once their record is corrected. */
type Included = 'ALL' | 'NOT_ASIDE'

const notAside = `AND NOT EXISTS
  (SELECT 1 FROM day_exceptions WHERE day_exceptions.position_id = positions.id AND step = 'ACCRUAL')`

/**
 * Positions of a part of the book that still earn after `from`. Matured ones earn nothing and are not read. The join starts from
 * the positions: starting from all deposits, each part would cost as much as the whole book.
 */
const earning = (sql: Sql, part: AccrualPart, included: Included): string =>
  `FROM positions
   ${sql.dialect.joinInOrder} deposits ON deposits.position_id = positions.id
   CROSS JOIN (SELECT ${sql.dialect.dateParameter} AS day_from, ${sql.dialect.dateParameter} AS day_to) days
   WHERE positions.book = ? AND positions.status = 'OPEN' AND positions.maturity_on > ? ${withinSql(part)}
   ${included === 'ALL' ? '' : notAside}`

const earningParameters = ({ book, from, to }: BookDay, part: AccrualPart): readonly unknown[] => [
  from,
  to,
  book,
  from,
  ...withinParameters(part),
]

const earnedOf = columns({ productCode: text, currency: text, amount, invalidRows: integer })

/**
 * What the deposits of a part of a book earn from one day to another, per product, in one statement: Σ interest(to) − Σ
 * interest(from). Invalid rows (NULL or negative) are left out of the sums and counted.
 */
export const accrualsOf = async (
  sql: Sql,
  day: BookDay,
  part: AccrualPart,
  included: Included = 'ALL',
): Promise<{ accruals: Accrual[]; invalidRows: number }> => {
  const rows = await sql.all(
    `SELECT product_code, currency, SUM(CASE WHEN earned > 0 THEN earned ELSE 0 END) AS amount,
       SUM(CASE WHEN earned IS NULL OR earned < 0 THEN 1 ELSE 0 END) AS invalid_rows
     FROM (
       SELECT positions.product_code, positions.currency,
         ${earnedSql(sql.dialect, 'days.day_from', 'days.day_to')} AS earned
       ${earning(sql, part, included)}) earnings
     GROUP BY product_code, currency ORDER BY product_code, currency`,
    earningParameters(day, part),
  )
  const earned = rows.map(earnedOf)
  return {
    accruals: earned.map(({ invalidRows: _, ...accrual }) => accrual),
    invalidRows: earned.reduce((sum, { invalidRows }) => sum + invalidRows, 0),
  }
}

/** The positions with invalid rows, without those that are already set aside. */
export const invalidPositions = async (
  sql: Sql,
  day: BookDay,
  part: AccrualPart,
): Promise<{ positionId: string; customerId: string }[]> => {
  const rows = await sql.all(
    `SELECT DISTINCT position_id, customer_id FROM (
       SELECT positions.id AS position_id, positions.customer_id,
         ${earnedSql(sql.dialect, 'days.day_from', 'days.day_to')} AS earned
       ${earning(sql, part, 'NOT_ASIDE')}) earnings
     WHERE earned IS NULL OR earned < 0 ORDER BY position_id`,
    earningParameters(day, part),
  )
  return rows.map(columns({ positionId: text, customerId: text }))
}

const statusOf = columns({ status: text })

/**
 * The interest that a position that was set aside has missed between two days, computed as the night does; undefined while one of
 * its rows is still invalid, or if it has none. Zero if it was withdrawn since, as the withdrawal has cleared it from the books.
 */
export const missedInterest = async (
  sql: Sql,
  positionId: string,
  { from, to }: Pick<BookDay, 'from' | 'to'>,
): Promise<Accrual | undefined> => {
  const [row] = await sql.all(
    `SELECT status, product_code, currency, SUM(CASE WHEN earned IS NULL THEN 1 ELSE 0 END) AS invalid_rows,
       SUM(CASE WHEN earned > 0 THEN earned ELSE 0 END) AS amount
     FROM (
       SELECT positions.status, positions.product_code, positions.currency,
         ${earnedSql(sql.dialect, 'days.day_from', 'days.day_to')} AS earned
       FROM positions
       JOIN deposits ON deposits.position_id = positions.id
       CROSS JOIN (SELECT ${sql.dialect.dateParameter} AS day_from, ${sql.dialect.dateParameter} AS day_to) days
       WHERE positions.id = ?) earnings
     GROUP BY status, product_code, currency`,
    [from, to, positionId],
  )
  if (!row) return undefined
  const { invalidRows, ...accrual } = earnedOf(row)
  if (invalidRows > 0) return undefined
  return statusOf(row).status === 'OPEN' ? accrual : { ...accrual, amount: 0n }
}

/** The prefix of the references of all journals that post the interest of a day. */
export const accrualReferencePrefix = ({ book, to }: BookDay): string => `ACCRUAL:${book}:${to}:`

/**
 * Posts one part of a day's interest: expense to payable, once per (book, product, day, part) by the journal's reference
 * (docs/design/money-and-ledger.md#the-invariant). The parts of a day add up to one total per account, since totals are kept
 * by booking date.
 */
export const postAccruals = async (
  tx: Tx,
  now: Instant,
  day: BookDay,
  { part, accruals }: { readonly part: number; readonly accruals: readonly Accrual[] },
): Promise<void> => {
  for (const { productCode, currency, amount } of accruals) {
    if (amount === 0n) continue
    await postJournal(tx, now, {
      book: day.book,
      reference: `${accrualReferencePrefix(day)}${part}:${productCode}:${currency}`,
      customerId: null,
      businessOn: day.to,
      valueOn: day.to,
      currency,
      lines: [
        { account: 'interest_expense', amount },
        { account: 'interest_payable', dimension: productCode, amount: -amount },
      ],
    })
  }
}
