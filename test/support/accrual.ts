import { accrualsOf, postAccruals, wholeBook } from '../../src/bank/savings/accrual/accrue-day.js'
import type { World } from './world.js'
import { first } from './present.js'
import { dateOf, textOf } from './typed.js'

/** Moves a book to a later day in one step: posts the interest of the days between, and sets the date. */
export const accrueTo = (world: World, book: string, day: string): Promise<void> =>
  world.database.inTransaction(async (tx) => {
    const clock = first(
      await tx.all(`SELECT now_on FROM clocks WHERE id = ? ${tx.dialect.forUpdate}`, [book]),
    )
    const days = { book, from: dateOf(textOf(clock['now_on'])), to: dateOf(day) }
    const { accruals } = await accrualsOf(tx, days, wholeBook)
    await postAccruals(tx, world.clock.now(), days, { part: 1, accruals })
    await tx.run('UPDATE clocks SET now_on = ? WHERE id = ?', [day, book])
  })
