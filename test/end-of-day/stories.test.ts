import { expect, test } from '@jest/globals'
import { readTransactions } from '../../src/bank/savings/positions/transactions.read.js'
import { addDays, type LocalDate } from '../../src/kernel/calendar.js'
import { accrueTo } from '../support/accrual.js'
import { describeEachDatabase } from '../support/services.js'
import { declined, pending, worldFor } from '../support/world.js'
import {
  date,
  daysOf,
  expectBooksToClose,
  interestOfMonth,
  clockWithSavings,
  clockWithThreeSavers,
} from './support.js'
import { first, present } from '../support/present.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'

describeEachDatabase('a walk through time', (database) => {
  const world = worldFor(database)

  const only = async (msisdn: Msisdn) => {
    const positions = await world().positions(msisdn)
    expect(positions).toHaveLength(1)
    return first(positions)
  }
  const linesOf = async (msisdn: Msisdn) =>
    (await readTransactions(world().database.read, world().call(), msisdn)).map(
      ({ type, date, amount, status }) => `${date} ${type} ${amount} ${status}`,
    )

  test.each([
    ['31 January', '2026-01-31', 'LOCK1M', '2026-02-28', 28],
    ['31 January of a leap year', '2028-01-31', 'LOCK1M', '2028-02-29', 29],
    ['29 February', '2028-02-29', 'LOCK12M', '2029-02-28', 365],
    ['30 November', '2026-11-30', 'LOCK3M', '2027-02-28', 90],
    ['31 August', '2026-08-31', 'LOCK6M', '2027-02-28', 181],
    ['a term with 29 February', '2028-02-28', 'LOCK1M', '2028-03-28', 29],
  ])(
    'from %s to maturity and 60 days on earns interest until maturity, and none after',
    async (_from, start, product, maturity, days) => {
      const { clockId, msisdns } = await clockWithSavings(world(), start, [['100000', product]])
      const msisdn = first(msisdns)
      // On MySQL only one story walks every day. The others walk two days up to the maturity and two up to the end, and accrue the days
      // before those at once.
      const isWalked = database.kind === 'sqlite' || start === '2026-01-31'
      const last = addDays(date(maturity), 60)
      const skipTo = async (day: LocalDate) => {
        if (!isWalked) await accrueTo(world(), clockId, day)
      }
      const before = await only(msisdn)
      expect(before.position).toMatchObject({ startOn: start, maturityOn: maturity })
      await skipTo(addDays(date(maturity), -2))
      const stood = await world().walk(clockId, maturity)
      expect(stood).toMatchObject({ nowOn: maturity, advancingTo: null, walkError: null })
      const matured = await only(msisdn)
      expect(matured.figures.status).toBe('MATURED')
      expect(matured.figures.accrued).toEqual(before.figures.atMaturity)
      const whole = before.figures.atMaturity.net
      const rate = BigInt(before.position.ratePpm)
      expect(whole).toBe((2n * rate * 100_000n * BigInt(days) + 365_000_000n) / (2n * 365_000_000n))

      const expected = [
        `${maturity} MATURITY ${100_000n + whole} SUCCESSFUL`,
        `${start} DEPOSIT 100000 SUCCESSFUL`,
      ]
      expect(await linesOf(msisdn)).toEqual(expected)
      await skipTo(addDays(last, -2))
      await world().walk(clockId, last)
      expect((await only(msisdn)).figures.accrued.net).toBe(whole)
      expect(await linesOf(msisdn)).toEqual(expected)
      expect(await daysOf(world(), clockId)).toHaveLength(isWalked ? days + 60 : 4)
    },
  )

  test('leaves books that close after each day from 4 to 28 February, and shows the figures of that day', async () => {
    const { clockId, msisdns } = await clockWithThreeSavers(world(), '2026-01-30')
    await world().walk(clockId, '2026-02-03')
    // This top-up gets the maturity date of its position.
    await world().deposit(first(msisdns), '100000', 'LOCK1M')
    for (let day = 4; day <= 28; day++) {
      const on = `2026-02-${String(day).padStart(2, '0')}`
      await world().walk(clockId, on)
      await expectBooksToClose(world())
      const position = first(await world().positions(first(msisdns)))
      expect([position.on, position.figures.status]).toEqual([on, day < 28 ? 'ACCRUING' : 'MATURED'])
      const topUp = present(position.deposits.find(({ valueOn }) => valueOn === '2026-02-03'))
      expect(topUp.principal).toBe(100_000n)
      expect(interestOfMonth('2026-02-03', '2026-02-28', on)).toBeLessThanOrEqual(
        position.figures.accrued.gross,
      )
    }
    await world().walk(clockId, '2026-03-31')
    expect(await linesOf(first(msisdns))).toEqual([
      expect.stringMatching(/^2026-02-28 MATURITY 233/),
      '2026-02-03 DEPOSIT 100000 SUCCESSFUL',
      '2026-01-30 DEPOSIT 33333 SUCCESSFUL',
      '2026-01-30 DEPOSIT 100000 SUCCESSFUL',
    ])
  })

  test('first settles, on its own date, a deposit that was pending when the walk was requested', async () => {
    const { id } = await world().newClock('2026-03-31')
    const { msisdn } = await world().register({ clockId: id })
    const { reference } = await world().quote(msisdn, '100000', 'LOCK1M')
    await world().confirm(msisdn, reference)
    await world().walk(id, '2026-04-30')
    expect((await world().orderOf(present(reference))).status).toBe('SUCCESSFUL')
    const position = await only(msisdn)
    expect(position).toMatchObject({ position: { startOn: '2026-03-31', maturityOn: '2026-04-30' } })
    expect(position.figures.accrued.net).toBe(interestOfMonth('2026-03-31', '2026-04-30', '2026-04-30'))
    expect((await daysOf(world(), id)).flatMap(({ remarks }) => remarks)).toEqual([])
  })

  test('goes on without a payment that the customer declined', async () => {
    const { id } = await world().newClock('2026-03-31')
    const { msisdn } = await world().register({ clockId: id })
    world().providers.test.settle(msisdn, declined)
    const { reference } = await world().quote(msisdn, '5000')
    await world().confirm(msisdn, reference)
    await world().walk(id, '2026-04-02')
    expect((await world().orderOf(present(reference))).status).toBe('FAILED')
    expect(await world().positions(msisdn)).toEqual([])
  })

  test('waits two seconds, once, for a payment without an answer, and names it in the log of each day; settled later, it counts from the date of its confirm', async () => {
    const { id } = await world().newClock('2026-01-31')
    const { msisdn } = await world().register({ clockId: id })
    world().providers.test.settle(msisdn, pending)
    const { reference } = await world().quote(msisdn, '100000', 'LOCK1M')
    await world().confirm(msisdn, reference)
    // The wait for payments begins with the first worker, however long the walk was queued.
    await world().ask(id, '2026-03-10')
    await world().write('UPDATE clocks SET queued_at = queued_at - 60000 WHERE id = ?', id)
    const begun = performance.now()
    await world().tick()
    expect(performance.now() - begun).toBeGreaterThan(1_900)
    const order = await world().orderOf(present(reference))
    // About ten polls a second for two seconds; waiting on each of the 38 days would make more than 700.
    const asked = world().providers.test.calls.filter((call) => call.reference === order.id)
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.length).toBeLessThanOrEqual(25)
    const days = await daysOf(world(), id)
    expect(days).toHaveLength(38)
    for (const { remarks } of days) expect(remarks).toEqual([`payment order ${order.id} has not answered`])

    world().providers.test.settle(msisdn, { state: 'SUCCESSFUL', providerTransactionId: null })
    await world().driveOrders()
    const late = await only(msisdn)
    expect(late).toMatchObject({ position: { startOn: '2026-01-31', maturityOn: '2026-02-28' } })
    expect(late.figures).toMatchObject({ status: 'MATURED' })
    expect(late.figures.accrued.net).toBe(interestOfMonth('2026-01-31', '2026-02-28', '2026-02-28'))
    expect(await linesOf(msisdn)).toEqual([
      '2026-03-10 DEPOSIT 100000 SUCCESSFUL',
      `2026-02-28 MATURITY ${100_000n + late.figures.accrued.net} SUCCESSFUL`,
    ])
  })

  test('gives its payments their full two seconds also if a tick ends meanwhile', async () => {
    const { id } = await world().newClock('2026-01-31')
    const { msisdn } = await world().register({ clockId: id })
    world().providers.test.settle(msisdn, pending)
    const { reference } = await world().quote(msisdn, '100000', 'LOCK1M')
    await world().confirm(msisdn, reference)
    await world().ask(id, '2026-02-01')
    await world().tick(300)
    expect(await daysOf(world(), id)).toEqual([])
    world().providers.test.settle(msisdn, { state: 'SUCCESSFUL', providerTransactionId: null })
    await world().tick()
    expect(await daysOf(world(), id)).toMatchObject([{ day: '2026-02-01', remarks: [] }])
    expect((await world().orderOf(present(reference))).status).toBe('SUCCESSFUL')
  })

  test('shows a maturity in the mini statement from the maturity date on, even if the night of the real world is late', async () => {
    world().clock.set('2026-03-01')
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '100000', 'LOCK1M')
    world().clock.set('2026-03-31')
    expect(await linesOf(msisdn)).toEqual(['2026-03-01 DEPOSIT 100000 SUCCESSFUL'])
    world().clock.set('2026-04-02')
    const due = [
      `2026-04-01 MATURITY ${100_000n + interestOfMonth('2026-03-01', '2026-04-01', '2026-04-01')} SUCCESSFUL`,
      '2026-03-01 DEPOSIT 100000 SUCCESSFUL',
    ]
    expect(await world().rows('SELECT 1 FROM maturities WHERE book = ?', 'system')).toEqual([])
    expect(await linesOf(msisdn)).toEqual(due)
    await world().night()
    expect(await world().rows('SELECT 1 FROM maturities WHERE book = ?', 'system')).toHaveLength(1)
    expect(await linesOf(msisdn)).toEqual(due)
    // A matured position that was withdrawn keeps the line of its maturity.
    await world().write(`UPDATE positions SET status = 'PAYING_OUT' WHERE customer_id IN
      (SELECT id FROM customers WHERE msisdn = '${msisdn}')`)
    expect(await linesOf(msisdn)).toEqual(due)
    await world().write(`UPDATE positions SET status = 'OPEN' WHERE customer_id IN
      (SELECT id FROM customers WHERE msisdn = '${msisdn}')`)
    for (let i = 0; i < 10; i++) await world().deposit(msisdn, '1000', 'LOCK3M')
    expect(await linesOf(msisdn)).toEqual(Array(10).fill('2026-04-02 DEPOSIT 1000 SUCCESSFUL'))
  })
})
