import { expect, test } from '@jest/globals'
import { readRegistration } from '../../src/bank/customers/customers.read.js'
import type { StatusResult } from '../../src/bank/payments/port.js'
import { readBalance } from '../../src/bank/savings/positions/balance.read.js'
import { resetCustomer } from '../../src/bank/savings/closing/reset-customer.js'
import type { Reset } from '../../src/bank/savings/rules/reset.rules.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { describeEachDatabase } from '../support/services.js'
import { declined, paid, pending, worldFor, type World } from '../support/world.js'
import { first, present } from '../support/present.js'

const answerOf = ({ status, waitingOn }: Reset): string => waitingOn ?? status
const failed = (reason: string): StatusResult => ({ state: 'FAILED', reason })
const callsMax = 8

/**
 * Calls the reset until it is READY, as a client does; the worker runs after each call. Returns the answers in order.
 */
const resetFully = async (world: World, msisdn: Msisdn): Promise<string[]> => {
  const answers: string[] = []
  for (let i = 0; i < callsMax; i++) {
    answers.push(answerOf(await world.reset(msisdn)))
    if (answers.at(-1) === 'READY' || answers.at(-1) === 'FAILED') return answers
    await world.endTestOrders()
  }
  return answers
}

/** The number of rows of each table to which a reset may add rows. */
const rowCounts = async (world: World) => {
  const tables = [
    'accounts',
    'positions',
    'payouts',
    'payment_orders',
    'journals',
    'audit_log',
    'review_cases',
  ]
  return Promise.all(tables.map(async (table) => (await world.rows(`SELECT COUNT(*) AS n FROM ${table}`))[0]))
}

const transfersAt = (world: World, msisdn: Msisdn) =>
  [...world.providers.test.orders.values()].filter(
    (order) => order.msisdn === msisdn && order.kind === 'PAY_OUT',
  )

const newcomer = async (world: World, now = '2026-01-01') => {
  const clock = await world.newClock(now)
  const { msisdn, accountId } = await world.register({ clockId: clock.id, email: 'a@b.cm' })
  return { msisdn, accountId, clock }
}

/** A deposit that the provider has taken and leaves pending. */
const unanswered = async (world: World, msisdn: Msisdn, amount = '9000') => {
  world.providers.test.settle(msisdn, pending)
  const { reference } = await world.quote(msisdn, amount, 'LOCK1M')
  await world.confirm(msisdn, reference)
  await world.dispatch()
  return world.orderOf(present(reference))
}

const withdrawFirst = async (world: World, msisdn: Msisdn) => {
  const view = first(await world.positions(msisdn))
  return world.withdraw(msisdn, (await world.preview(msisdn, view.position.id)).reference)
}

type State = (world: World, customer: Awaited<ReturnType<typeof newcomer>>) => Promise<unknown>

/** A state of a test customer, how it is reached, and the answers of the reset. */
const states: readonly (readonly [string, State, readonly string[]])[] = [
  ['without savings', async () => undefined, ['READY']],
  [
    'with savings that accrue, in several products',
    async (world, { msisdn }) => {
      for (const product of ['LOCK1M', 'LOCK3M']) await world.deposit(msisdn, '50000', product)
    },
    ['PAYOUT_SETTLEMENT', 'READY'],
  ],
  [
    'with matured savings',
    async (world, { msisdn, clock }) => {
      await world.deposit(msisdn, '50000', 'LOCK1M')
      await world.walk(clock.id, '2026-02-20')
    },
    ['PAYOUT_SETTLEMENT', 'READY'],
  ],
  [
    'with a payout on hold',
    async (world, { msisdn }) => {
      await world.deposit(msisdn, '50000')
      await withdrawFirst(world, msisdn)
    },
    ['PAYOUT_SETTLEMENT', 'READY'],
  ],
  [
    'with a deposit that was never sent',
    async (world, { msisdn }) => {
      const { reference } = await world.quote(msisdn, '9000')
      await world.confirm(msisdn, reference)
    },
    ['PAYMENT_SETTLEMENT', 'READY'],
  ],
  [
    'with a deposit that stays pending',
    (world, { msisdn }) => unanswered(world, msisdn),
    ['PAYMENT_SETTLEMENT', 'READY'],
  ],
  [
    'with a deposit that was lost on the way to the provider',
    async (world, { msisdn }) => {
      world.providers.test.scriptSend(msisdn, { outcome: 'UNKNOWN', detail: 'NO_ANSWER' })
      const { reference } = await world.quote(msisdn, '9000')
      await world.confirm(msisdn, reference)
      await world.dispatch()
    },
    ['PAYMENT_SETTLEMENT', 'READY'],
  ],
  [
    'with a deposit that has just succeeded at the provider',
    async (world, { msisdn }) => {
      const { id } = await unanswered(world, msisdn)
      world.providers.test.settle(id, paid)
    },
    ['PAYMENT_SETTLEMENT', 'PAYOUT_SETTLEMENT', 'READY'],
  ],
  [
    'with a deposit under review',
    async (world, { msisdn, accountId }) => {
      const { id } = await unanswered(world, msisdn)
      await world.write(`UPDATE payment_orders SET polls = 99 WHERE account_id = ?`, accountId)
      await world.makeAllDue()
      await world.poll()
      expect((await world.rows('SELECT status FROM payment_orders WHERE id = ?', id))[0]).toEqual({
        status: 'UNDER_REVIEW',
      })
    },
    ['PAYMENT_SETTLEMENT', 'READY'],
  ],
  [
    'with a payout that stays pending',
    async (world, { msisdn, clock }) => {
      await world.deposit(msisdn, '50000', 'LOCK1M')
      await world.walk(clock.id, '2026-02-20')
      world.providers.test.settle(msisdn, pending)
      await withdrawFirst(world, msisdn)
      await world.dispatch()
    },
    ['PAYOUT_SETTLEMENT', 'READY'],
  ],
  [
    'with a refused payout, while the account closes',
    async (world, { msisdn, clock }) => {
      await world.deposit(msisdn, '50000', 'LOCK1M')
      await world.walk(clock.id, '2026-02-20')
      await world.optOut(msisdn)
      world.providers.test.settle(msisdn, failed('PAYEE_NOT_FOUND'))
      await world.driveOrders()
    },
    ['PAYOUT_SETTLEMENT', 'REGISTRATION', 'READY'],
  ],
  [
    'with a payout under review',
    async (world, { msisdn, clock }) => {
      await world.deposit(msisdn, '50000', 'LOCK1M')
      await world.walk(clock.id, '2026-02-20')
      await withdrawFirst(world, msisdn)
      world.providers.test.settle(msisdn, failed('EXPIRED'))
      await world.driveOrders()
    },
    ['PAYOUT_SETTLEMENT', 'READY'],
  ],
  [
    'with a payout for which our float is empty',
    async (world, { msisdn, clock }) => {
      await world.deposit(msisdn, '50000', 'LOCK1M')
      await world.walk(clock.id, '2026-02-20')
      await withdrawFirst(world, msisdn)
      world.providers.test.settle(msisdn, failed('NOT_ENOUGH_FUNDS'))
      await world.dispatch()
      await world.makeAllDue()
      await world.poll()
    },
    ['PAYOUT_SETTLEMENT', 'READY'],
  ],
  [
    'with a number that refuses every payout',
    async (world, { msisdn }) => {
      await world.deposit(msisdn, '50000')
      world.providers.test.settle(msisdn, failed('PAYEE_NOT_FOUND'))
    },
    // The outcome for this number has not been reported yet, so the reset overrides it.
    ['PAYOUT_SETTLEMENT', 'READY'],
  ],
  [
    'with a payout whose refusal by the provider we do not know yet',
    async (world, { msisdn, clock }) => {
      await world.deposit(msisdn, '50000', 'LOCK1M')
      await world.walk(clock.id, '2026-02-20')
      await withdrawFirst(world, msisdn)
      await world.dispatch()
      const { reference } = first(transfersAt(world, msisdn))
      world.providers.test.settle(reference, failed('PAYEE_NOT_FOUND'))
    },
    // The provider's outcome is final: the position is given back, and withdrawn again.
    ['PAYOUT_SETTLEMENT', 'PAYOUT_SETTLEMENT', 'READY'],
  ],
  ['after an opt-out', (world, { msisdn }) => world.optOut(msisdn), ['REGISTRATION', 'READY']],
  [
    'while the account closes, with money on hold and a deposit in flight',
    async (world, { msisdn }) => {
      await world.deposit(msisdn, '50000')
      await unanswered(world, msisdn)
      await world.optOut(msisdn)
    },
    ['PAYMENT_SETTLEMENT', 'REGISTRATION', 'READY'],
  ],
  [
    'while the account closes, with a deposit that is refunded',
    async (world, { msisdn }) => {
      const { id } = await unanswered(world, msisdn)
      await world.optOut(msisdn)
      world.providers.test.settle(id, paid)
      await world.makeAllDue()
      await world.poll()
    },
    ['PAYOUT_SETTLEMENT', 'REGISTRATION', 'READY'],
  ],
  [
    'while the account closes, with a deposit whose refund was refused',
    async (world, { msisdn }) => {
      const { id } = await unanswered(world, msisdn)
      await world.optOut(msisdn)
      world.providers.test.settle(id, paid)
      world.providers.test.settle(msisdn, failed('PAYEE_NOT_FOUND'))
      await world.driveOrders()
    },
    ['PAYOUT_SETTLEMENT', 'REGISTRATION', 'READY'],
  ],
]

describeEachDatabase('the reset of a test customer', (database) => {
  const world = worldFor(database)

  const expectReady = async (msisdn: Msisdn) => {
    expect((await readRegistration(world().database.read, msisdn)).email).toBe('a@b.cm')
    expect(await readBalance(world().database.read, world().call(), msisdn)).toMatchObject({
      accruing: { count: 0 },
      due: { count: 0 },
      payingOut: { count: 0 },
    })
    const owned = 'customer_id = (SELECT id FROM customers WHERE msisdn = ?)'
    expect(
      await world().rows(`SELECT id FROM payment_orders WHERE ${owned} AND due_at IS NOT NULL`, msisdn),
    ).toEqual([])
    expect(
      await world().rows(`SELECT id FROM review_cases WHERE ${owned} AND status = 'OPEN'`, msisdn),
    ).toEqual([])
    // All money of the customer has been paid back.
    const sums = first(
      await world().rows(
        `SELECT SUM(CASE WHEN account = 'customer_principal' THEN amount ELSE 0 END) AS principal,
         SUM(CASE WHEN account = 'payout_reserved' THEN amount ELSE 0 END) AS reserved,
         SUM(CASE WHEN account = 'suspense' THEN amount ELSE 0 END) AS suspense
       FROM postings JOIN journals ON journals.id = journal_id WHERE ${owned}`,
        msisdn,
      ),
    )
    expect(Object.values(sums).map(Number)).toEqual([0, 0, 0])
  }

  test.each(states)('%s, ends READY, and a repeat changes nothing', async (_name, reach, answers) => {
    const customer = await newcomer(world())
    await reach(world(), customer)
    expect(await resetFully(world(), customer.msisdn)).toEqual(answers)
    await expectReady(customer.msisdn)
    const before = await rowCounts(world())
    expect(await resetFully(world(), customer.msisdn)).toEqual(['READY'])
    expect(await rowCounts(world())).toEqual(before)
    // The customer can be used again at once.
    world().providers.test.settle(customer.msisdn, paid)
    await world().deposit(customer.msisdn, '5000')
    expect(await world().positions(customer.msisdn)).toHaveLength(1)
  })

  test('during a walk waits for the walk, and notifies the worker that walks', async () => {
    const { msisdn, clock } = await newcomer(world())
    await world().deposit(msisdn, '50000')
    await world().ask(clock.id, '2026-01-05')
    const before = await rowCounts(world())
    let woken = 0
    const waking = {
      database: world().database,
      payoutMax: undefined,
      payeeNote: 'payout',
      onWalk: () => void woken++,
      onReset: () => undefined,
    }
    expect(answerOf(await resetCustomer(waking, world().call(), { msisdn }))).toBe('CLOCK_WALK')
    expect(woken).toBe(1)
    expect(await rowCounts(world())).toEqual(before)
    await world().tick()
    expect(await resetFully(world(), msisdn)).toEqual(['PAYOUT_SETTLEMENT', 'READY'])
    const [row] = await world().rows('SELECT now_on FROM clocks WHERE id = ?', clock.id)
    expect(row).toEqual({ now_on: '2026-01-05' })
    await expectReady(msisdn)
  })

  test('twenty times at once, with the worker in between, sends each payout once', async () => {
    const { msisdn } = await newcomer(world())
    for (const product of ['LOCK1M', 'LOCK3M']) await world().deposit(msisdn, '50000', product)
    await unanswered(world(), msisdn)
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await world().reset(msisdn)
        await world().endTestOrders()
      }),
    )
    expect((await resetFully(world(), msisdn)).at(-1)).toBe('READY')
    expect(transfersAt(world(), msisdn).map(({ amount }) => amount)).toEqual([50_000n, 50_000n])
    await expectReady(msisdn)
  })

  test('continues with orders that a worker had claimed when it died', async () => {
    const { msisdn } = await newcomer(world())
    await world().deposit(msisdn, '50000')
    expect(answerOf(await world().reset(msisdn))).toBe('PAYOUT_SETTLEMENT')
    await world().write(
      'UPDATE payment_orders SET reset_at = NULL, sends = sends + 1 WHERE msisdn = ?',
      msisdn,
    )
    await world().endTestOrders()
    expect(await resetFully(world(), msisdn)).toEqual(['PAYOUT_SETTLEMENT', 'READY'])
    await expectReady(msisdn)
  })

  test('keeps its orders from the dispatcher, which sends them later if no worker has ended them', async () => {
    const { msisdn } = await newcomer(world())
    await world().deposit(msisdn, '50000')
    await world().reset(msisdn)
    await world().dispatch()
    expect(transfersAt(world(), msisdn)).toEqual([])
    await world().driveOrders()
    expect(transfersAt(world(), msisdn)).toHaveLength(1)
    await world().endTestOrders()
    expect(await resetFully(world(), msisdn)).toEqual(['READY'])
  })

  test('of a real customer or an unregistered number is FAILED, and changes nothing', async () => {
    const { msisdn } = await world().register({ email: 'a@b.cm' })
    await world().deposit(msisdn, '50000')
    world().providers.real.settle(msisdn, declined)
    const { reference } = await world().quote(msisdn, '6000')
    await world().confirm(msisdn, reference)
    const before = await rowCounts(world())
    for (const number of [msisdn, world().newNumber()])
      expect(await world().reset(number)).toEqual({ status: 'FAILED', waitingOn: null })
    expect(await rowCounts(world())).toEqual(before)
    // Even if the order of a real customer is marked for a reset, the emulator is not called.
    const calls = world().providers.test.calls.length
    await world().write('UPDATE payment_orders SET reset_at = 1 WHERE msisdn = ?', msisdn)
    await world().endTestOrders()
    expect(world().providers.test.calls).toHaveLength(calls)
    await world().write('UPDATE payment_orders SET reset_at = NULL WHERE msisdn = ?', msisdn)
    await world().driveOrders()
  })

  test('of one customer does not affect another on the same clock', async () => {
    const { msisdn, clock } = await newcomer(world())
    const other = await world().register({ clockId: clock.id })
    for (const number of [msisdn, other.msisdn]) await world().deposit(number, '50000')
    await resetFully(world(), msisdn)
    expect(await world().positions(other.msisdn)).toMatchObject([{ position: { status: 'OPEN' } }])
  })
})
