import { Gauge, type Registry } from 'prom-client'
import type { Database, Sql } from '../database/database.js'
import type { Call } from '../../kernel/call.js'
import type { Log } from '../../kernel/log.js'
import type { Archived } from './archived.js'
import { columns, text } from '../database/read-row.js'

interface Day {
  readonly book: string
  readonly businessOn: string
}

const tables = ['journals', 'ledger_totals', 'ledger_shared_totals']

const dayOf = columns({ book: text, businessOn: text })

/** The first day, in any of the tables, that meets a condition. Each table is read by an index, so its size does not matter. */
const firstOf = async (sql: Sql, condition: string, parameters: readonly string[]) => {
  const parts = tables.map(
    (table, i) =>
      `SELECT * FROM (SELECT book, business_on FROM ${table} WHERE ${condition} ORDER BY book, business_on LIMIT 1) first_${i}`,
  )
  const [row] = await sql.all(
    `SELECT book, business_on FROM (${parts.join(' UNION ALL ')}) firsts ORDER BY book, business_on LIMIT 1`,
    tables.flatMap(() => parameters),
  )
  return row && dayOf(row)
}

/** The next day of a book, or the first one of the next book. */
const dayAfter = async (sql: Sql, { book, businessOn }: Day): Promise<Day | undefined> =>
  (await firstOf(sql, 'book = ? AND business_on > ?', [book, businessOn])) ??
  (await firstOf(sql, 'book > ?', [book]))

const beforeFirstDay: Day = { book: '', businessOn: '' }

/** Whether postings of the day are archived elsewhere. */
const hasArchivedPostings = async (
  sql: Sql,
  archived: Archived,
  { book, businessOn }: Day,
): Promise<boolean> => {
  for (const { table, from, before } of archived) {
    if (table !== 'postings') continue
    const found = await sql.all(
      'SELECT id FROM journals WHERE book = ? AND business_on = ? AND id >= ? AND id < ? LIMIT 1',
      [book, businessOn, from, before],
    )
    if (found.length > 0) return true
  }
  return false
}

/** What is wrong with the totals of a day; null when nothing is. Only one day, so that no statement exceeds its timeout. */
const problemOf = async (sql: Sql, { book, businessOn }: Day): Promise<string | null> => {
  const day = 'WHERE book = ? AND business_on = ?'
  const [difference] = await sql.all(
    `SELECT account, dimension, currency FROM (
       SELECT account, dimension, currency, amount FROM ledger_totals ${day}
       UNION ALL
       SELECT account, '', currency, amount FROM ledger_shared_totals ${day}
       UNION ALL
       SELECT account, dimension, currency, -amount FROM postings JOIN journals ON journals.id = journal_id
       WHERE journals.book = ? AND business_on = ?) AS both_sides
     GROUP BY account, dimension, currency HAVING SUM(amount) <> 0 LIMIT 1`,
    [book, businessOn, book, businessOn, book, businessOn],
  )
  if (!difference) return null
  const { account, dimension, currency } = difference
  return `ledger_totals ${[book, account, dimension, currency, businessOn].join(' ')} is not the sum of its postings`
}

/** The first total that differs from the sum of its postings, and the number of days that were left out as they have archived postings. */
export const compareTotals = async (
  sql: Sql,
  archived: Archived = [],
): Promise<{ readonly problem: string | null; readonly archivedDays: number }> => {
  let archivedDays = 0
  for (let day = await dayAfter(sql, beforeFirstDay); day; day = await dayAfter(sql, day)) {
    if (await hasArchivedPostings(sql, archived, day)) {
      archivedDays += 1
      continue
    }
    const problem = await problemOf(sql, day)
    if (problem !== null) return { problem, archivedDays }
  }
  return { problem: null, archivedDays }
}

/**
 * Once a day, adds up the postings of all days without archived ones, and compares them with the stored totals; a difference is logged
 * and counted in a metric. If a tick is aborted, the next tick continues where it stopped.
 */
export const createTotalsComparison = (deps: {
  readonly database: Pick<Database, 'read'>
  /** Reads which rows are archived at present. */
  readonly archived: () => Promise<Archived>
  readonly jobCall: () => Call
  readonly log: Log
  readonly registers: Registry[]
}) => {
  const { database, archived, jobCall, log, registers } = deps
  const differingDays = new Gauge({
    name: 'cauri_totals_differing',
    help: 'Days of books on which a total was not the sum of its postings when they were last compared',
    registers: registers as [Registry],
  })
  differingDays.set(0)
  let comparedOn: string | undefined
  let currentRun: { done: Day; found: number } | undefined
  return async (signal: AbortSignal): Promise<void> => {
    const { today } = jobCall()
    if (comparedOn === today) return
    const run = (currentRun ??= { done: beforeFirstDay, found: 0 })
    const archivedRanges = await archived()
    for (;;) {
      if (signal.aborted) return
      const from = run.done
      const day = await dayAfter(database.read, from)
      if (!day) break
      const isArchived = await hasArchivedPostings(database.read, archivedRanges, day)
      const problem = isArchived ? null : await problemOf(database.read, day)
      // A concurrent tick has compared this day already.
      if (run.done !== from) continue
      run.done = day
      if (problem === null) continue
      run.found += 1
      log.error({ problem }, 'a total of the ledger is not the sum of its postings')
    }
    if (comparedOn === today) return
    differingDays.set(run.found)
    currentRun = undefined
    comparedOn = today
  }
}
