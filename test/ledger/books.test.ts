import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { confirmResolution, proposeResolution } from '../support/resolutions.js'
import { openReview } from '../../src/bank/payments/review.js'
import { booksProblems } from '../support/books.js'
import { describeEachDatabase, type TestDatabase } from '../support/services.js'
import { checkBooks, openWorld, paid, pending, type World, type WorldOptions } from '../support/world.js'
import { first, present } from '../support/present.js'

/** A title, the statements that damage the books, and the problem that the audit must report. */
type Damage = [what: string, statements: string, problem: RegExp]

/** Every suite relies on the audit of the books, so each of its checks is tested with a damage that it must report. */
const damages: Damage[] = [
  [
    'a total was changed',
    `UPDATE ledger_shared_totals SET amount = amount + 1 WHERE account = 'interest_expense'`,
    /against ledger_totals/,
  ],
  [
    'an order has another day than its journal',
    `UPDATE payment_orders SET settled_on = '2026-03-02' WHERE status = 'SUCCESSFUL'`,
    /another day than its journal/,
  ],
  [
    'a value date is after the booking date',
    `UPDATE journals SET value_on = '2026-04-01' WHERE reference LIKE 'DEPOSIT:%'`,
    /after its booking date/,
  ],
  [
    'a day was closed before something was booked in it',
    `INSERT INTO walk_days (book, day, facts, digest, completed_at)
       SELECT book, '2099-01-01', '', '', 0 FROM journals GROUP BY book`,
    /in a closed day/,
  ],
  ['a line was removed', `DELETE FROM postings WHERE account = 'wallet_clearing'`, /not balanced/],
  ['all lines were removed', 'DELETE FROM postings', /a journal has no postings/],
  [
    'a line is in another book than its journal',
    `UPDATE postings SET book = 'other' WHERE line = 1`,
    /not of its journal/,
  ],
  [
    'the principal of a deposit has changed',
    'UPDATE deposits SET principal = principal + 1',
    /against customer_principal/,
  ],
  ['a deposit is missing', 'DELETE FROM deposits', /a position has no deposit/],
  [
    'a deposit has another value date than its order',
    `UPDATE deposits SET value_on = '2026-02-01'`,
    /not that of its order/,
  ],
  [
    'a booked order is SUBMITTED again',
    `UPDATE payment_orders SET status = 'SUBMITTED', due_at = 0`,
    /not settled as its status says/,
  ],
  [
    'an order in flight has no due time',
    `UPDATE payment_orders SET status = 'CREATED'`,
    /one in flight is not/,
  ],
  ['an order is missing', 'DELETE FROM payment_orders', /a settlement has no order/],
  ['a rate was changed', 'UPDATE positions SET rate_ppm = 1', /against interest_payable/],
  ['a position changed its book', `UPDATE positions SET book = 'other'`, /not of its customer and book/],
  [
    'the audit row of a confirm is missing',
    `DELETE FROM audit_log WHERE action = 'CONFIRM_DEPOSIT'`,
    /no audit row/,
  ],
  [
    'the end of an order has no audit row',
    `DELETE FROM audit_log WHERE action = 'END_ORDER'`,
    /has not one audit row/,
  ],
  [
    'a registration has no audit row',
    `DELETE FROM audit_log WHERE subject LIKE 'ACC-%'`,
    /account has not one/,
  ],
]

/** Damages to the books of three positions: one paid out, one given back, one with a payout on hold. */
const payoutDamages: Damage[] = [
  [
    'a posting to payout_reserved was changed',
    `UPDATE postings SET amount = amount + 1 WHERE account = 'payout_reserved'`,
    /reserved/,
  ],
  ['the tax of a payout was changed', 'UPDATE payouts SET tax = tax + 1', /against tax_payable/],
  ['a payout has another rate', 'UPDATE payouts SET effective_rate_ppm = 90000', /and should be/],
  ['a payout has a larger amount', 'UPDATE payouts SET amount = amount + 1', /and should be/],
  ['a withdrawn position is OPEN', `UPDATE positions SET status = 'OPEN'`, /do not agree/],
  [
    'a payout has another day than its journals',
    `UPDATE payouts SET settled_on = '2026-03-02' WHERE status = 'PAID'`,
    /another day than its journals/,
  ],
  ['a payout that was given back is PAID', `UPDATE payouts SET status = 'PAID'`, /do not agree/],
  [
    'a payout is UNDER_REVIEW and its parts are not',
    `UPDATE payouts SET status = 'UNDER_REVIEW'`,
    /as its parts are/,
  ],
  ['a payout is of another book', `UPDATE payouts SET book = 'other'`, /not of its customer and book/],
  [
    'the journal of a give-back is missing',
    `UPDATE journals SET reference = CONCAT('X', id) WHERE reference LIKE 'GIVE_BACK:%'`,
    /has not one exit, or not one give-back/,
  ],
  [
    'the journal of a transfer is missing',
    `UPDATE journals SET reference = CONCAT('X', id) WHERE reference LIKE 'PAID:%'`,
    /not paid as its status says/,
  ],
  [
    'a transfer has a smaller amount',
    `UPDATE payment_orders SET amount = amount - 1 WHERE kind = 'PAY_OUT'`,
    /wallet_clearing/,
  ],
  [
    'a part of a payout is missing',
    `DELETE FROM payment_orders WHERE kind = 'PAY_OUT' AND status = 'FAILED'`,
    /not the whole/,
  ],
  [
    'a paid part was sent again',
    `UPDATE payment_orders SET attempt = 2 WHERE kind = 'PAY_OUT' AND part = 1 AND status = 'SUCCESSFUL';
     UPDATE payment_orders SET part = 1 WHERE kind = 'PAY_OUT' AND part = 2 AND status = 'SUCCESSFUL'`,
    /payout was tried again before(.|\n)*payout has arrived twice/,
  ],
  [
    'an exit has no audit row',
    `DELETE FROM audit_log WHERE action = 'EXIT_POSITION'`,
    /has not one audit row/,
  ],
  ['a transfer has no audit row', `DELETE FROM audit_log WHERE action = 'PLACE_TRANSFER'`, /no audit row/],
]

/** Damages to two review cases: one resolved by two people, one open. */
const reviewDamages: Damage[] = [
  ['an open case has no key', 'UPDATE review_cases SET open_key = NULL', /open without its key/],
  [
    'the opening of a case has no audit row',
    `DELETE FROM audit_log WHERE action = 'OPEN_REVIEW'`,
    /without audit rows/,
  ],
  [
    'a resolution has no audit row',
    `DELETE FROM audit_log WHERE action = 'RESOLVE_REVIEW'`,
    /without audit rows/,
  ],
  [
    'the proposer of a resolution also confirmed it',
    'UPDATE review_cases SET confirmed_by = proposed_by WHERE confirmed_by IS NOT NULL',
    /one person alone/,
  ],
]

/**
 * Damages to the books of three accounts: one closed after its deposit was paid back in parts, one with a refused refund, one with a payout
 * on hold.
 */
const closingDamages: Damage[] = [
  [
    'a posting to suspense was changed',
    `UPDATE postings SET amount = amount + 1 WHERE account = 'suspense'`,
    /against suspense/,
  ],
  [
    'a refund has a smaller amount',
    `UPDATE payment_orders SET amount = amount - 1 WHERE refund_of IS NOT NULL`,
    /not the whole/,
  ],
  [
    'a refund has no deposit',
    `UPDATE payment_orders SET refund_of = 'nothing' WHERE refund_of IS NOT NULL AND status = 'FAILED'`,
    /not of a deposit that came too late/,
  ],
  [
    'a refund also belongs to a payout',
    `UPDATE payment_orders SET payout_id = 'SET-X' WHERE refund_of IS NOT NULL AND status = 'FAILED'`,
    /belongs neither to a payout nor to a deposit/,
  ],
  [
    'the journal of a refund is missing',
    `UPDATE journals SET reference = CONCAT('X', id) WHERE reference LIKE 'REFUND:%'`,
    /not paid as its status says/,
  ],
  [
    'a paid part was sent again',
    `UPDATE payment_orders SET attempt = 2 WHERE refund_of IS NOT NULL AND part = 1 AND status = 'SUCCESSFUL';
     UPDATE payment_orders SET part = 1 WHERE refund_of IS NOT NULL AND part = 2 AND status = 'SUCCESSFUL'`,
    /refund was tried again before(.|\n)*refund has arrived twice/,
  ],
  [
    'a payout has more interest than its journals',
    `UPDATE payouts SET interest = interest + 1`,
    /open principal/,
  ],
  [
    'an account is CLOSED before everything has settled',
    `UPDATE accounts SET status = 'CLOSED' WHERE status = 'CLOSING'`,
    /closed before everything of it has settled/,
  ],
  [
    'an account is CLOSING with nothing left to settle',
    `UPDATE accounts SET status = 'CLOSING' WHERE status = 'CLOSED'`,
    /still closing with nothing left/,
  ],
  [
    'a closing account has an open position',
    `UPDATE positions SET status = 'OPEN' WHERE status = 'PAYING_OUT'`,
    /has an open position/,
  ],
  [
    'an opt-out has two audit rows',
    `UPDATE audit_log SET action = 'OPT_OUT' WHERE action = 'REGISTER_CUSTOMER'`,
    /account has not one/,
  ],
  [
    'the closing of an account has no audit row',
    `DELETE FROM audit_log WHERE action = 'CLOSE_ACCOUNT'`,
    /account has not one/,
  ],
]

/** Removes the triggers that protect the rows of the ledger and of the audit log. */
const disarm = ({ database }: World): Promise<void> =>
  database.inTransaction(async ({ dataSource }) => {
    for (const table of ['postings', 'audit_log', 'journals']) {
      // Without parameters: MySQL cannot prepare DROP TRIGGER.
      await dataSource.query(`DROP TRIGGER IF EXISTS ${table}_no_update`)
      await dataSource.query(`DROP TRIGGER IF EXISTS ${table}_no_delete`)
    }
  })

/** The audit's report on a damage, which is rolled back. */
const problemsOf = async ({ database }: World, statements: string): Promise<string> => {
  const undone = new Error('nothing of this may stay')
  let problems: string[] = []
  const damaged = database.inTransaction(async (tx) => {
    for (const statement of statements.split(';')) await tx.run(statement)
    problems = await booksProblems({ ...database, read: tx })
    throw undone
  })
  await expect(damaged).rejects.toBe(undone)
  return problems.join('\n')
}

/** One test for each damage, all on the same books; these close before the first test and after the last. */
const testEachDamage = (
  database: TestDatabase,
  all: readonly Damage[],
  options: WorldOptions,
  history: (world: World) => Promise<void>,
): void => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(database, { ...options, allowsAnyStatement: true })
    await history(world)
    await checkBooks(world.database)
    await disarm(world)
  })
  afterAll(async () => {
    try {
      await checkBooks(world.database)
    } finally {
      await world.close()
    }
  })
  test.each(all)('%s', async (_what, statements, problem) => {
    expect(await problemsOf(world, statements)).toMatch(problem)
  })
}

describeEachDatabase('the audit of the books reports that', (database) => {
  testEachDamage(database, damages, {}, async (world) => {
    const { msisdn } = await world.register()
    const { reference } = await world.quote(msisdn, '100000')
    await world.confirm(msisdn, reference)
    await world.write(`UPDATE clocks SET now_on = '2026-03-20'`)
    await world.driveOrders()
  })
})

describeEachDatabase('the audit of payouts reports that', (database) => {
  testEachDamage(database, payoutDamages, { payoutMax: 60_000n }, async (world) => {
    await world.sell('TAXED', { taxPpm: 165_000 })
    for (const outcome of ['paid', 'refused', 'held'] as const) {
      world.clock.set('2026-03-01')
      const { msisdn } = await world.register()
      await world.deposit(msisdn, '100000', 'TAXED')
      const view = first(await world.positions(msisdn))
      world.clock.set(outcome === 'held' ? '2026-03-20' : '2026-06-01')
      const { reference } = await world.preview(msisdn, view.position.id)
      await world.withdraw(msisdn, reference)
      if (outcome === 'refused') {
        world.providers.real.settle(msisdn, { state: 'FAILED', reason: 'PAYEE_NOT_FOUND' })
      }
      await world.driveOrders()
    }
  })
})

describeEachDatabase('the audit of review cases reports that', (database) => {
  testEachDamage(database, reviewDamages, { defaultStatus: pending }, async (world) => {
    const { msisdn } = await world.register()
    const { reference } = await world.quote(msisdn, '100000')
    await world.confirm(msisdn, reference)
    const order = await world.orderOf(present(reference))
    const deps = { database: world.database, recordDeps: world.orders, onOrder: () => undefined }
    const as = (name: string) => world.call({ actor: { name, roles: new Set() } })
    const caseId = await world.database.inTransaction(async (tx) => {
      await openReview(tx, world.call(), order, { kind: 'NO_ANSWER', detail: 'no answer' })
      await openReview(tx, world.call(), order, { kind: 'NOT_COMPARED', detail: 'no answer' })
      const row = first(await tx.all(`SELECT id FROM review_cases WHERE kind = 'NO_ANSWER'`))
      return String(row['id'])
    })
    const said = { caseId, outcome: 'NOTHING', reason: null, evidence: 'ticket 1' } as const
    const proposed = await proposeResolution(deps, as('Awa'), said)
    await confirmResolution(deps, as('Paul'), present(proposed.proposalId))
  })
})

describeEachDatabase('the audit of closing accounts reports that', (database) => {
  const leave = async (world: World, refund: 'paid' | 'refused') => {
    const { msisdn } = await world.register()
    world.providers.real.settle(msisdn, { state: 'PENDING' })
    const { reference } = await world.quote(msisdn, '100000')
    await world.confirm(msisdn, reference)
    await world.dispatch()
    await world.optOut(msisdn)
    world.providers.real.settle((await world.orderOf(present(reference))).id, paid)
    world.providers.real.settle(
      msisdn,
      refund === 'paid' ? paid : { state: 'FAILED', reason: 'PAYEE_NOT_FOUND' },
    )
    await world.driveOrders()
  }

  testEachDamage(database, closingDamages, { payoutMax: 60_000n }, async (world) => {
    await leave(world, 'paid')
    await leave(world, 'refused')
    const { msisdn } = await world.register()
    await world.deposit(msisdn, '100000')
    await world.optOut(msisdn)
  })
})
