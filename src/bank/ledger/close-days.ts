import { systemClockId } from '../business-clock/clock.entity.js'
import { findLastClosedDay } from '../business-clock/clocks.repository.js'
import type { Database, Sql } from '../../platform/database/database.js'
import { insertOrKeep } from '../../platform/database/rows.js'
import { assert } from '../../kernel/assert.js'
import { addDays, type LocalDate } from '../../kernel/calendar.js'
import { LedgerClosing } from './ledger.entity.js'
import { lastClosing, readTrialBalance } from './ledger.read.js'
import { date, only } from '../../platform/database/read-row.js'

/** The first day of a book whose balances are not stored; undefined when nothing was ever posted. */
const firstUnstored = async (sql: Sql, book: string, closedOn: LocalDate): Promise<LocalDate | undefined> => {
  const [row] = await sql.all(
    'SELECT business_on FROM journals WHERE book = ? ORDER BY business_on LIMIT 1',
    [book],
  )
  if (!row) return undefined
  const first = only(row, date)
  return closedOn < first ? first : addDays(closedOn, 1)
}

/** Stores the balances of the next closed day; false when there is none. */
const closeNext = async ({ read, inTransaction }: Database, book: string): Promise<boolean> => {
  const closedTo = await findLastClosedDay(read, book)
  if (closedTo === undefined) return false
  const closedOn = await firstUnstored(read, book, await lastClosing(read, book, closedTo))
  if (closedOn === undefined || closedOn > closedTo) return false
  const balances = await readTrialBalance(read, book, closedOn)
  assert(balances.length > 0, `${book} has nothing to close by ${closedOn}`)
  assert(
    balances.reduce((sum, { balance }) => sum + balance, 0n) === 0n,
    `${book} is not balanced on ${closedOn}`,
  )
  await inTransaction(async (tx) => {
    for (const closing of balances)
      await insertOrKeep(tx, LedgerClosing, { book, closedOn, ...closing }, 'book')
  })
  return true
}

/**
 * Stores the balances of the real world's accounts at the end of each closed day, so that a trial balance adds up the postings
 * since then and not the whole history. A closed day never changes, so nothing is locked, and writing it twice is harmless.
 */
export const closeDays = async (database: Database, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await closeNext(database, systemClockId)));
}
