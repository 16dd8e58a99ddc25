import { expect, test } from '@jest/globals'
import { booksProblems } from '../support/books.js'
import { describeEachDatabase } from '../support/services.js'
import { openWorld } from '../support/world.js'

/** Every suite trusts the audit of the books, so each of its checks is shown one thing that it must see. */
const damages: [string, string, RegExp][] = [
  [
    'a total was changed',
    `UPDATE ledger_totals SET amount = amount + 1 WHERE account = 'interest_expense'`,
    /against ledger_totals/,
  ],
  ['a line was removed', `DELETE FROM postings WHERE account = 'wallet_clearing'`, /not balanced/],
  ['all lines were removed', 'DELETE FROM postings', /a journal has no postings/],
  ['a line is of another book', `UPDATE postings SET book = 'other' WHERE line = 1`, /not of its journal/],
  ['a deposit grew', 'UPDATE deposits SET principal = principal + 1', /against customer_principal/],
  ['a deposit is gone', 'DELETE FROM deposits', /a position has no deposit/],
  [
    'a deposit earns from another day',
    `UPDATE deposits SET value_on = '2026-02-01'`,
    /not that of its order/,
  ],
  [
    'an order forgot its end',
    `UPDATE payment_orders SET status = 'SUBMITTED', due_at = 0`,
    /not settled as its status says/,
  ],
  ['an order lost its time', `UPDATE payment_orders SET status = 'CREATED'`, /one in flight is not/],
  ['an order is gone', 'DELETE FROM payment_orders', /a settlement is of no order/],
  ['a rate was changed', 'UPDATE positions SET rate_ppm = 1', /against interest_payable/],
  ['a position changed its book', `UPDATE positions SET book = 'other'`, /not of its customer and book/],
  ['a row of the audit is gone', `DELETE FROM audit_log WHERE action = 'CONFIRM_DEPOSIT'`, /no audit row/],
  ['the end has no witness', `DELETE FROM audit_log WHERE action = 'END_ORDER'`, /has not one audit row/],
  [
    'a registration has no witness',
    `DELETE FROM audit_log WHERE subject LIKE 'ACC-%'`,
    /account has not one/,
  ],
]

describeEachDatabase('the audit of the books says so when', (database) => {
  test.each(damages)('%s', async (_what, statement, problem) => {
    const world = await openWorld(database)
    try {
      const { msisdn } = await world.register()
      const { reference } = await world.quote(msisdn, '100000')
      await world.confirm(msisdn, reference)
      await world.write(`UPDATE clocks SET now_on = '2026-03-20'`)
      await world.driveOrders()
      expect(await booksProblems(world.database)).toEqual([])
      for (const table of ['postings', 'audit_log']) {
        await world.write(`DROP TRIGGER ${table}_no_update`)
        await world.write(`DROP TRIGGER ${table}_no_delete`)
      }
      await world.write(statement)
      expect((await booksProblems(world.database)).join('\n')).toMatch(problem)
    } finally {
      await world.close()
    }
  })
})
