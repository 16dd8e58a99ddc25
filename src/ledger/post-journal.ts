import type { Tx } from '../database/database.js'
import { databaseNow, insert } from '../database/rows.js'
import { assert } from '../shared/assert.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Instant } from '../shared/clock.js'
import { newId } from '../shared/ids.js'
import type { Minor } from '../shared/money.js'
import type { LedgerAccount } from './chart.js'
import { Journal } from './ledger.entity.js'
import { addToTotals } from './totals.js'

/** A debit is positive, a credit negative. */
export interface JournalLine {
  readonly account: LedgerAccount
  readonly dimension?: string
  readonly amount: Minor
}

export interface NewJournal {
  readonly book: string
  /** What happened, once: posting the same reference again breaks. */
  readonly reference: string
  readonly customerId: string | null
  /** The booking date, in a day that is not closed: under the lock of the book's clock, which the caller holds. */
  readonly businessOn: LocalDate
  /** From when it counts for interest. */
  readonly valueOn: LocalDate
  readonly currency: string
  readonly lines: readonly JournalLine[]
}

const keyOf = (line: JournalLine): string => `${line.account} ${line.dimension ?? ''}`

/**
 * The only writer of postings. Lines of zero are left out; the rest sums to zero or nothing is written. Totals are
 * locked last, right before the commit, and in one order, so that no two transactions wait for each other.
 */
export const postJournal = async (tx: Tx, now: Instant, journal: NewJournal): Promise<void> => {
  const lines = journal.lines
    .filter(({ amount }) => amount !== 0n)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  assert(lines.length >= 2, `${journal.reference} has fewer than two lines`)
  assert(lines.reduce((sum, { amount }) => sum + amount, 0n) === 0n, `${journal.reference} is not balanced`)

  const id = newId(now)
  const { book, currency, businessOn, valueOn } = journal
  await insert(tx, Journal, {
    id,
    book,
    reference: journal.reference,
    customerId: journal.customerId,
    businessOn,
    valueOn,
    createdAt: databaseNow,
  })
  await tx.run(
    `INSERT INTO postings (journal_id, line, book, account, dimension, currency, amount)
     VALUES ${lines.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
    lines.flatMap((line, i) => [id, i + 1, book, line.account, line.dimension ?? '', currency, line.amount]),
  )
  addToTotals(
    tx,
    lines.map(({ account, dimension = '', amount }) => ({
      book,
      businessOn,
      account,
      dimension,
      currency,
      amount,
    })),
  )
}
