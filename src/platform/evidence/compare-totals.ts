import { Gauge, type Registry } from 'prom-client'
import type { Database, Sql } from '../database/database.js'
import type { Call } from '../../kernel/call.js'
import type { Log } from '../../kernel/log.js'

interface Day {
  readonly book: string
  readonly businessOn: string
}

const days = async (sql: Sql): Promise<Day[]> => {
  const tables = ['journals', 'ledger_totals', 'ledger_shared_totals']
  const rows = await sql.all(
    `${tables.map((table) => `SELECT book, business_on FROM ${table}`).join(' UNION ')} ORDER BY book, business_on`,
  )
  return rows.map((row) => ({ book: String(row['book']), businessOn: String(row['business_on']) }))
}

/** A day at a time: no statement of a large ledger takes longer than one may. */
const problemOf = async (sql: Sql, { book, businessOn }: Day): Promise<string | null> => {
  const day = 'WHERE book = ? AND business_on = ?'
  const [odd] = await sql.all(
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
  if (!odd) return null
  const { account, dimension, currency } = odd
  return `ledger_totals ${[book, account, dimension, currency, businessOn].join(' ')} is not the sum of its postings`
}

/** The first total that is not the sum of its postings; null where all are. */
export const totalsProblem = async (sql: Sql): Promise<string | null> => {
  for (const day of await days(sql)) {
    const problem = await problemOf(sql, day)
    if (problem !== null) return problem
  }
  return null
}

/**
 * Adds up all postings once a day and compares them with the totals that answers are made of; says in the log and in a metric
 * where they differ. Goes on at the next tick where it was told to stop.
 */
export const createTotalsComparison = (deps: {
  readonly database: Pick<Database, 'read'>
  readonly jobCall: () => Call
  readonly log: Log
  readonly registers: Registry[]
}) => {
  const { database, jobCall, log, registers } = deps
  const differing = new Gauge({
    name: 'cauri_totals_differing',
    help: 'Days of books on which a total was not the sum of its postings when they were last compared',
    registers: registers as [Registry],
  })
  differing.set(0)
  let comparedOn: string | undefined
  let comparing: Promise<{ readonly left: Day[]; found: number }> | undefined
  const begin = async () => ({ left: (await days(database.read)).toReversed(), found: 0 })
  return async (signal: AbortSignal): Promise<void> => {
    const { today } = jobCall()
    if (comparedOn === today) return
    comparing ??= begin().catch((error: unknown) => {
      comparing = undefined
      throw error
    })
    const own = await comparing
    const { left } = own
    for (let day = left.at(-1); day && !signal.aborted; day = left.at(-1)) {
      const problem = await problemOf(database.read, day)
      // Another tick beside this one was first.
      if (left.at(-1) !== day) continue
      left.pop()
      if (problem === null) continue
      own.found += 1
      log.error({ problem }, 'a total of the ledger is not the sum of its postings')
    }
    if (left.length > 0 || comparedOn === today) return
    differing.set(own.found)
    comparing = undefined
    comparedOn = today
  }
}
