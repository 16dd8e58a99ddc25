import { toBigint } from '../../src/database/columns.js'
import { postJournal } from '../../src/ledger/post-journal.js'
import { interestSql } from '../../src/savings/interest.sql.js'
import type { LocalDate } from '../../src/shared/calendar.js'
import type { World } from './world.js'

/** What a night posts (DESIGN 4), so that settlements can be late: the interest of the days up to `day`, and the date. */
export const accrueTo = (world: World, book: string, day: string): Promise<void> =>
  world.database.inTransaction(async (tx) => {
    const { dialect } = tx
    const [clock] = await tx.all(`SELECT now_on FROM clocks WHERE id = ? ${dialect.forUpdate}`, [book])
    const rows = await tx.all(
      `SELECT product_code, currency,
         SUM(${interestSql(dialect, 'dates.day')}) - SUM(${interestSql(dialect, 'dates.accrued_to')}) AS earned
       FROM positions JOIN deposits ON deposits.position_id = positions.id
       CROSS JOIN (SELECT ${dialect.dateParameter} AS day, ${dialect.dateParameter} AS accrued_to) dates
       WHERE book = ? AND status = 'OPEN' GROUP BY product_code, currency`,
      [day, clock!['now_on'], book],
    )
    for (const row of rows) {
      const earned = toBigint(row['earned'])
      if (earned === 0n) continue
      const product = String(row['product_code'])
      await postJournal(tx, world.clock.now(), {
        book,
        reference: `ACCRUAL:${book}:${product}:${day}`,
        customerId: null,
        businessOn: day as LocalDate,
        currency: String(row['currency']),
        lines: [
          { account: 'interest_expense', amount: earned },
          { account: 'interest_payable', dimension: product, amount: -earned },
        ],
      })
    }
    await tx.run('UPDATE clocks SET now_on = ? WHERE id = ?', [day, book])
  })
