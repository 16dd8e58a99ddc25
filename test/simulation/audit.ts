import type { Disk } from './disk.js'
import type { World } from './world.js'

/** The sums of each closed day, as they were when first read, by book and day. */
export type ClosedDays = Map<string, string>

/** Compares the sums of every closed day with those read before. Returns a sentence for each difference. */
export const closedDays = async (disk: Disk, known: ClosedDays): Promise<string[]> => {
  const rows = await disk.look(
    `SELECT journals.book || ' ' || business_on AS day, group_concat(account || ' ' || dimension || ' ' || amount ORDER BY account, dimension) AS sums FROM
       (SELECT book, business_on, account, dimension, SUM(amount) AS amount FROM
         (SELECT journals.book, journals.business_on, account, dimension, amount FROM journals
          JOIN postings ON postings.journal_id = journals.id JOIN clocks ON clocks.id = journals.book
          WHERE journals.business_on < clocks.now_on) AS booked
        GROUP BY book, business_on, account, dimension) AS journals GROUP BY day`,
  )
  const problems: string[] = []
  const seen = new Set<string>()
  for (const row of rows) {
    const day = String(row['day'])
    const sums = String(row['sums'])
    seen.add(day)
    const before = known.get(day)
    if (before === undefined) known.set(day, sums)
    else if (before !== sums) problems.push(`the closed day ${day} was ${before} and is ${sums}`)
  }
  for (const day of known.keys()) if (!seen.has(day)) problems.push(`the closed day ${day} is gone`)
  return problems
}

/** The breaches of what must hold after every transaction. */
export const auditProblems = async (world: World, known: ClosedDays): Promise<string[]> => [
  ...(await world.booksProblems()),
  ...(await closedDays(world.disk, known)),
]
