import type { Tx } from '../../platform/database/database.js'
import { inSets } from '../../platform/database/in-sets.js'
import { databaseNow, insertAll } from '../../platform/database/rows.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import { newId } from '../../kernel/ids.js'
import type { Minor } from '../../kernel/money.js'
import type { LedgerAccount } from './chart.js'
import { linesOf } from './journal.rules.js'
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
  /** The event. A unique index refuses to post the same reference twice. */
  readonly reference: string
  readonly customerId: string | null
  /** The booking date, which must be an open day: the caller holds the lock of the book's clock. */
  readonly businessOn: LocalDate
  /** The value date. */
  readonly valueOn: LocalDate
  readonly currency: string
  readonly lines: readonly JournalLine[]
}

/**
 * The only writer of postings. Lines of zero are left out; unless two or more are left and sum to zero, it throws. Totals are
 * locked last, right before the commit, and in a fixed order, so that lock waits are short and never deadlock.
 */
export const postJournals = async (tx: Tx, now: Instant, journals: readonly NewJournal[]): Promise<void> => {
  const posted = journals.map((journal) => ({ id: newId(now), journal, lines: linesOf(journal) }))
  await insertAll(
    tx,
    Journal,
    posted.map(({ id, journal: { book, reference, customerId, businessOn, valueOn } }) => ({
      id,
      book,
      reference,
      customerId,
      businessOn,
      valueOn,
      createdAt: databaseNow,
    })),
  )
  const postings = posted.flatMap(({ id, journal: { book, currency }, lines }) =>
    lines.map(({ account, dimension = '', amount }, i) => [
      id,
      i + 1,
      book,
      account,
      dimension,
      currency,
      amount,
    ]),
  )
  for (const set of inSets(postings)) {
    await tx.run(
      `INSERT INTO postings (journal_id, line, book, account, dimension, currency, amount)
       VALUES ${set.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
      set.flat(),
    )
  }
  addToTotals(
    tx,
    posted.flatMap(({ journal: { book, businessOn, currency }, lines }) =>
      lines.map(({ account, dimension = '', amount }) => ({
        book,
        businessOn,
        account,
        dimension,
        currency,
        amount,
      })),
    ),
  )
}

export const postJournal = (tx: Tx, now: Instant, journal: NewJournal): Promise<void> =>
  postJournals(tx, now, [journal])
