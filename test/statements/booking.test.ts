import { expect, test } from '@jest/globals'
import { readTrialBalance } from '../../src/bank/ledger/ledger.read.js'
import { readTransactions } from '../../src/bank/savings/positions/transactions.read.js'
import { addDays } from '../../src/kernel/calendar.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { readContents } from '../../src/bank/statements/contents/contents.read.js'
import { describeEachDatabase } from '../support/services.js'
import { newWorldFor, paid, pending, type Customer, type World } from '../support/world.js'
import { first, present } from '../support/present.js'
import { dateOf, keysOf } from '../support/typed.js'

const day = (text: string) => dateOf(text)

/** A customer of the real world, or of a test clock, which begins on 1 March. */
const worlds = {
  'in the real world': (world: World) => ({
    book: async () => 'system',
    goTo: async (to: string) => {
      for (let on = world.call().today; on < to;) {
        world.clock.set((on = addDays(on, 1)))
        await world.night()
        await world.releaseHolds()
      }
      await world.driveOrders()
    },
  }),
  'on a test clock': (world: World) => {
    let clock: string | undefined
    const book = async () => (clock ??= (await world.newClock('2026-03-01')).id)
    return { book, goTo: async (to: string) => void (await world.walk(await book(), to)) }
  },
} as const

describeEachDatabase('a late settlement', (database) => {
  let world: World
  newWorldFor(database, (begun) => (world = begun))

  const linesOf = async (msisdn: Msisdn) =>
    (await readTransactions(world.database.read, world.call(), msisdn)).map(
      ({ date, type, status, amount }) => `${date} ${type} ${amount} ${status}`,
    )
  const contentsOf = async ({ accountId }: Customer, from: string, to: string) => {
    const account = first(await world.rows('SELECT customer_id FROM accounts WHERE id = ?', accountId))
    const stay = { accountId, customerId: String(account['customer_id']) }
    return readContents(world.database.read, world.call(), stay, { from: day(from), to: day(to) })
  }
  const register = async (book: string) => world.register(book === 'system' ? {} : { clockId: book })
  const providerOf = (book: string) => (book === 'system' ? world.providers.real : world.providers.test)

  test.each(keysOf(worlds))('of a withdrawal between two statements changes neither, %s', async (where) => {
    const { book, goTo } = worlds[where](world)
    const customer = await register(await book())
    const { msisdn } = customer
    await world.deposit(msisdn, '200000')
    await goTo('2026-04-01')
    const view = first(await world.positions(msisdn))
    providerOf(await book()).settle(msisdn, pending)
    const { reference } = await world.preview(msisdn, view.position.id)
    const payout = await world.withdraw(msisdn, reference)
    await goTo('2026-04-05')
    expect(await linesOf(msisdn)).toEqual([
      '2026-04-01 WITHDRAWAL 200170 PENDING',
      '2026-03-01 DEPOSIT 200000 SUCCESSFUL',
    ])
    const a = await contentsOf(customer, '2026-03-01', '2026-04-04')
    const owed = { kind: 'PAYOUT', reference: payout.id, on: '2026-04-01', amount: 200_170n }
    expect(a).toMatchObject({
      closing: 200_170n,
      savings: [{ status: 'PAYING_OUT' }],
      underWay: [{ ...owed, standing: 'UNPAID' }],
    })
    // On a test clock it is midnight; the real customer confirmed at noon.
    const at = where === 'on a test clock' ? '00:00' : '12:00'
    const held = await contentsOf(customer, '2026-03-01', '2026-04-02')
    expect(held.underWay).toMatchObject([{ ...owed, standing: 'HELD', heldUntil: { on: '2026-04-03', at } }])

    await goTo('2026-04-06')
    for (const { id } of await world.ordersOf(msisdn)) providerOf(await book()).settle(id, paid)
    await world.driveOrders()
    await goTo('2026-04-08')
    expect(await contentsOf(customer, '2026-03-01', '2026-04-04')).toEqual(a)
    expect(await contentsOf(customer, '2026-03-01', '2026-04-02')).toEqual(held)
    const c = await contentsOf(customer, '2026-04-05', '2026-04-07')
    expect(c).toMatchObject({
      opening: 200_170n,
      movements: [{ on: '2026-04-06', kind: 'WITHDRAWAL', amount: -200_170n, reference: payout.id }],
      closing: 0n,
      savings: [{ status: 'CLOSED' }],
      underWay: [],
    })
    expect((await linesOf(msisdn))[0]).toBe('2026-04-06 WITHDRAWAL 200170 SUCCESSFUL')
    expect(await world.rows('SELECT settled_on FROM payouts')).toEqual([{ settled_on: '2026-04-06' }])
  })

  test.each(keysOf(worlds))(
    'of a deposit that was confirmed a month earlier changes no closed day, %s',
    async (where) => {
      const { book, goTo } = worlds[where](world)
      const customer = await register(await book())
      const { msisdn } = customer
      await world.deposit(msisdn, '50000', 'LOCK12M')
      await goTo('2026-03-31')
      providerOf(await book()).settle(msisdn, pending)
      const { reference } = await world.quote(msisdn, '100000', 'LOCK3M')
      await world.confirm(msisdn, reference)
      await goTo('2026-04-30')
      const days = Array.from({ length: 60 }, (_, i) => addDays(day('2026-03-01'), i))
      const balances = async () => {
        const all = []
        for (const on of days) all.push(await readTrialBalance(world.database.read, await book(), on))
        return all
      }
      const [before, march] = [await balances(), await contentsOf(customer, '2026-03-01', '2026-03-31')]

      const order = await world.orderOf(present(reference))
      providerOf(await book()).settle(order.id, paid)
      await world.driveOrders()
      await goTo('2026-05-02')
      expect(await balances()).toEqual(before)
      expect(await contentsOf(customer, '2026-03-01', '2026-03-31')).toEqual(march)
      expect(await contentsOf(customer, '2026-04-01', '2026-04-30')).toMatchObject({
        opening: march.closing,
        movements: [{ on: '2026-04-30', valueOn: '2026-03-31', kind: 'DEPOSIT', reference }],
      })
      // The interest since the deposit was confirmed: 30 days at 4.50 %.
      const caught = first(
        await world.rows(
          `SELECT business_on, value_on, amount FROM journals JOIN postings ON journal_id = journals.id
         WHERE reference = ? AND account = 'interest_expense'`,
          `DEPOSIT:${order.id}`,
        ),
      )
      expect({ ...caught, amount: Number(caught['amount']) }).toEqual({
        business_on: '2026-04-30',
        value_on: '2026-03-31',
        amount: 370,
      })
      expect(await linesOf(msisdn)).toEqual([
        '2026-04-30 DEPOSIT 100000 SUCCESSFUL',
        '2026-03-01 DEPOSIT 50000 SUCCESSFUL',
      ])
    },
  )

  test('by the reset of a test customer, which sends held payouts, changes no closed day', async () => {
    const { id: book } = await world.newClock('2026-03-01')
    const customer = await world.register({ clockId: book })
    const { msisdn } = customer
    await world.deposit(msisdn, '200000')
    await world.walk(book, '2026-03-11')
    const view = first(await world.positions(msisdn))
    const { reference } = await world.preview(msisdn, view.position.id)
    const payout = await world.withdraw(msisdn, reference)
    await world.walk(book, '2026-03-12')
    const until = { on: '2026-03-13', at: '00:00' }
    const held = await contentsOf(customer, '2026-03-01', '2026-03-11')
    expect(held.underWay).toMatchObject([{ reference: payout.id, standing: 'HELD', heldUntil: until }])

    providerOf(book).settle(msisdn, pending)
    await world.reset(msisdn)
    expect(await contentsOf(customer, '2026-03-01', '2026-03-11')).toEqual(held)
    for (const { id } of await world.ordersOf(msisdn)) providerOf(book).settle(id, paid)
    await world.driveOrders()
    await world.walk(book, '2026-03-14')
    expect(await contentsOf(customer, '2026-03-01', '2026-03-11')).toEqual(held)
    expect((await contentsOf(customer, '2026-03-12', '2026-03-12')).underWay).toEqual([])
  })

  test('of a withdrawal that was confirmed before midnight and commits after it is booked on the next day', async () => {
    const { goTo } = worlds['in the real world'](world)
    const { msisdn } = await world.register()
    await world.deposit(msisdn, '365000')
    await goTo('2026-03-11')
    const view = first(await world.positions(msisdn))
    const { reference } = await world.preview(msisdn, view.position.id)
    // The night of another worker has already closed the day.
    await goTo('2026-03-12')
    world.clock.set('2026-03-11')
    const payout = await world.withdraw(msisdn, reference)
    expect(payout).toMatchObject({ withdrawnOn: '2026-03-11', interest: 100n })
    expect(
      await world.rows('SELECT business_on, value_on FROM journals WHERE reference = ?', `EXIT:${payout.id}`),
    ).toEqual([{ business_on: '2026-03-12', value_on: '2026-03-11' }])
  })
})
