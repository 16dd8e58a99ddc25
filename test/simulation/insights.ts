import type { Disk } from './disk.js'

/** Sums of the roll-ups, and the same sums of the books, by separate SQL. */
const pairs = [
  {
    what: 'deposits',
    rolled: `SELECT day || ' ' || key_1 AS k, SUM(n) AS n, SUM(amount) AS amount FROM insight_flows
      WHERE family = 'DEPOSITS' GROUP BY day, key_1`,
    booked: `SELECT journals.business_on || ' ' || product_code AS k, COUNT(*) AS n, SUM(deposits.principal) AS amount
      FROM (SELECT id, position_id, principal FROM deposits
        UNION ALL SELECT id, position_id, principal FROM voided_deposits) deposits JOIN positions ON positions.id = deposits.position_id
      JOIN journals ON journals.reference = 'DEPOSIT:' || deposits.id
      WHERE positions.book = 'system' AND journals.business_on <= ? GROUP BY journals.business_on, product_code`,
  },
  {
    what: 'exits',
    rolled: `SELECT day || ' ' || key_1 AS k, SUM(n) AS n, SUM(amount) AS amount FROM insight_flows
      WHERE family = 'EXITS' AND key_3 = 'LEFT' GROUP BY day, key_1`,
    booked: `SELECT journals.business_on || ' ' || product_code AS k, COUNT(*) AS n, SUM(payouts.principal) AS amount
      FROM payouts JOIN positions ON positions.id = payouts.position_id
      JOIN journals ON journals.reference = 'EXIT:' || payouts.id
      WHERE payouts.book = 'system' AND journals.business_on <= ? GROUP BY journals.business_on, product_code`,
  },
  {
    what: 'savers',
    rolled: `SELECT customer_id AS k, 0 AS n, balance AS amount FROM insight_savers WHERE balance <> 0`,
    booked: `SELECT journals.customer_id AS k, 0 AS n, -SUM(postings.amount) AS amount
      FROM journals JOIN postings ON postings.journal_id = journals.id
      WHERE journals.book = 'system' AND postings.account = 'customer_principal' AND journals.business_on <= ?
      GROUP BY journals.customer_id HAVING SUM(postings.amount) <> 0`,
  },
] as const

/** The figures of analysts must equal the books of closed days. Returns a sentence for each difference. */
export const insightProblems = async (disk: Disk): Promise<string[]> => {
  const [progress] = await disk.look(`SELECT rolled_to FROM insight_progress WHERE name = 'DAYS'`)
  const to = progress?.['rolled_to']
  if (to == null) return []
  const problems: string[] = []
  for (const { what, rolled, booked } of pairs) {
    const sums = new Map<string, string[]>()
    const add = (side: 0 | 1, rows: Awaited<ReturnType<Disk['look']>>) => {
      for (const row of rows) {
        const both = sums.get(String(row['k'])) ?? ['0 0', '0 0']
        both[side] = `${String(row['n'])} ${String(row['amount'])}`
        sums.set(String(row['k']), both)
      }
    }
    add(0, await disk.look(rolled))
    add(1, await disk.look(booked, [to]))
    for (const [key, [shown, is]] of sums)
      if (shown !== is) problems.push(`insights show ${what} of ${key} as ${shown}, and they are ${is}`)
  }
  return problems
}
