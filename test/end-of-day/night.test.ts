import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { registerQueueMetrics } from '../../src/app/metrics/queues.js'
import { runEndOfDay } from '../../src/bank/end-of-day/walk-clocks.js'
import { readBalance } from '../../src/bank/savings/positions/balance.read.js'
import { readTransactions } from '../../src/bank/savings/positions/transactions.read.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { describeEachDatabase } from '../support/services.js'
import { checkBooks, newWorldFor, pending, type World } from '../support/world.js'
import { daysOf, expectBooksToClose, historyOf, ledgerOf, neverAborted } from './support.js'
import { at, firstOf, first } from '../support/present.js'
import { dateOf } from '../support/typed.js'

describeEachDatabase('the night of the real world', (database) => {
  let world: World
  newWorldFor(database, (opened) => {
    world = opened
  })

  /** Two customers; one has savings that mature on 1 April. */
  const savers = async (): Promise<Msisdn[]> => {
    const saver = await world.register()
    await world.deposit(saver.msisdn, '100000', 'LOCK1M')
    await world.deposit(saver.msisdn, '77777', 'LOCK3M')
    const other = await world.register()
    await world.deposit(other.msisdn, '1999999', 'LOCK12M')
    return [saver.msisdn, other.msisdn]
  }

  /** All that the customers' screens show now. */
  const shownTo = (msisdns: readonly Msisdn[]) =>
    Promise.all(
      msisdns.map(async (msisdn) => ({
        balance: await readBalance(world.database.read, world.call(), msisdn),
        positions: await world.positions(msisdn),
        lines: await readTransactions(world.database.read, world.call(), msisdn),
      })),
    )
  const withoutClock = (shown: Awaited<ReturnType<typeof shownTo>>) =>
    shown.map(({ balance, positions, lines }) => ({
      balance,
      lines,
      positions: positions.map(({ clockOn: _, ...rest }) => rest),
    }))
  const nowOn = async () => at(await world.rows(`SELECT now_on FROM clocks WHERE id = 'system'`), 0)['now_on']

  test('that is late, or has not run, changes no figure that a customer sees', async () => {
    const msisdns = await savers()
    for (const day of ['2026-03-02', '2026-03-31', '2026-04-01', '2026-04-02', '2026-06-01']) {
      world.clock.set(day)
      const before = withoutClock(await shownTo(msisdns))
      expect(at(at(before, 0).positions, 0).figures.status).toBe(day < '2026-04-01' ? 'ACCRUING' : 'MATURED')
      expect(at(at(before, 0).positions, 0).on).toBe(day)
      await checkBooks(world.database)
      await world.night()
      expect(await nowOn()).toBe(day)
      expect(withoutClock(await shownTo(msisdns))).toEqual(before)
      await checkBooks(world.database)
    }
  })

  test('runs missed nights in order, and a repeat runs none', async () => {
    await savers()
    world.clock.set('2026-04-03')
    await world.night()
    const days = await daysOf(world, 'system')
    expect(days).toHaveLength(33)
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-03-02', '2026-04-03'])
    const history = await historyOf(world, 'system')
    expect(history.maturities).toEqual([
      expect.stringMatching(/^LOCK1M \| XAF \| 2026-04-01 \| 100000 \| 255 /),
    ])
    await world.night()
    await world.night()
    expect(await historyOf(world, 'system')).toEqual(history)
  })

  test('logs a payout on the day that it was sent, also long after its hold, and on no other', async () => {
    const { msisdn } = await world.register()
    await world.deposit(msisdn, '100000', 'LOCK3M')
    const { position } = first(await world.positions(msisdn))
    const { reference } = await world.preview(msisdn, position.id)
    await world.withdraw(msisdn, reference)
    world.clock.set('2026-03-10')
    await world.releaseHolds()
    const sent = `UPDATE payment_orders SET created_at = ? WHERE kind = 'PAY_OUT' AND business_on = '2026-03-10'`
    // Shortly before midnight in a market far from UTC.
    await world.write(sent, Date.parse('2026-03-11T11:59:00Z'))
    world.clock.set('2026-03-14')
    await world.night()
    const rows = await world.rows(`SELECT day, facts FROM walk_days WHERE book = 'system' ORDER BY day`)
    const released = rows.filter(({ facts }) => !String(facts).includes('"releases":[]'))
    expect(released).toEqual([{ day: '2026-03-11', facts: expect.stringContaining('"count":1') }])
  })

  test('is counted as missing by the metric from its midnight until it is done', async () => {
    const registry = new Registry()
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    registerQueueMetrics(registry, world.database, { today: () => world.call().today, log })
    const missing = async () => /^cauri_nights_behind (\d+)$/m.exec(await registry.metrics())?.[1]
    expect(await missing()).toBe('0')
    for (const [day, nights] of [
      ['2026-03-02', '1'],
      ['2026-03-05', '3'],
    ] as const) {
      world.clock.set(day)
      expect([day, await missing()]).toEqual([day, nights])
      await world.night()
      expect([day, await missing()]).toEqual([day, '0'])
    }
  })

  test('run by several workers at once is run once', async () => {
    await savers()
    world.clock.set('2026-04-03')
    await Promise.all([1, 2, 3].map(() => runEndOfDay(world.walks, neverAborted())))
    await world.night()
    expect(await daysOf(world, 'system')).toHaveLength(33)
    const accruals = (await ledgerOf(world, 'system')).filter((row) =>
      row.includes('| interest_payable | LOCK12M'),
    )
    expect(accruals).toHaveLength(33)
  })

  test('blocks no customer while it is late, and a payment that settles late earns from the day of its confirm', async () => {
    const { msisdn } = await world.register()
    world.providers.real.settle(msisdn, pending)
    const { reference } = await world.quote(msisdn, '100000', 'LOCK1M')
    await world.confirm(msisdn, reference)
    world.clock.set('2026-03-20')
    await world.night()
    world.providers.real.settle(msisdn, { state: 'SUCCESSFUL', providerTransactionId: null })
    await world.driveOrders()
    await expectBooksToClose(world)
    world.clock.set('2026-04-05')
    await world.deposit(msisdn, '5000', 'LOCK3M')
    const [first, second] = await world.positions(msisdn)
    expect(first).toMatchObject({ position: { startOn: '2026-03-01' }, figures: { status: 'MATURED' } })
    expect(second).toMatchObject({ position: { startOn: '2026-04-05' } })
    await expectBooksToClose(world)
    await world.night()
    expect(await nowOn()).toBe('2026-04-05')
  })

  test('never goes beyond today, whatever date a worker takes for today', async () => {
    await savers()
    world.clock.set('2026-03-05')
    await world.night()
    const { jobCall } = world.walks
    const calls = [{ ...jobCall(), today: dateOf('2026-03-09') }, jobCall()]
    await runEndOfDay({ ...world.walks, jobCall: () => calls.shift() ?? jobCall() }, neverAborted())
    expect(await nowOn()).toBe('2026-03-05')
    const [clock] = await world.rows(`SELECT walk_error, advancing_to FROM clocks WHERE id = 'system'`)
    expect(clock).toMatchObject({
      walk_error: 'broken invariant: the real world is not yet at 2026-03-06',
      advancing_to: null,
    })
    await world.write(`UPDATE clocks SET lease_until = 0 WHERE id = 'system'`)
    world.clock.set('2026-03-06')
    await world.night()
    expect(await nowOn()).toBe('2026-03-06')
  })

  test('sets an invalid record aside, reports it, and catches up to the franc when it is corrected', async () => {
    const [bad, good] = firstOf(2, await savers())
    world.clock.set('2026-03-03')
    await world.night()
    const { position } = first(await world.positions(bad))
    const { id } = position
    const basis = (days: number) => world.write('UPDATE positions SET basis_days = ? WHERE id = ?', days, id)
    await basis(0)
    const expected = withoutClock(await shownTo([good]))
    for (const day of ['2026-03-04', '2026-03-06']) {
      world.clock.set(day)
      await world.night()
      expect(await nowOn()).toBe(day)
    }
    expect((await daysOf(world, 'system')).slice(2).map(({ remarks }) => remarks)).toEqual(
      Array.from({ length: 3 }, () => [`position ${id} is set aside: interest cannot be computed`]),
    )
    expect(
      await world.rows('SELECT position_id, step, accrued_to, set_aside_on FROM day_exceptions'),
    ).toMatchObject([
      { position_id: id, step: 'ACCRUAL', accrued_to: '2026-03-03', set_aside_on: '2026-03-04' },
    ])
    const alarmed = world.alarms.filter(
      ({ message }) => message === 'a day is complete, but a position that is set aside is left out of it',
    )
    expect(alarmed).toHaveLength(3)
    expect(alarmed[0]?.facts).toMatchObject({ position: id })
    // The interest of the others is posted, and their figures are those of the date.
    world.clock.set('2026-03-03')
    expect(withoutClock(await shownTo([good]))).toEqual(expected)
    world.clock.set('2026-03-06')

    await basis(365)
    await expectBooksToClose(world)
    // A top-up that settles before the next night must not book the missing interest twice.
    await world.deposit(bad, '50000', 'LOCK1M')
    await expectBooksToClose(world)
    world.clock.set('2026-03-09')
    await world.night()
    expect(await world.rows('SELECT * FROM day_exceptions')).toEqual([])
    expect((await daysOf(world, 'system')).slice(-3).map(({ remarks }) => remarks)).toEqual([[], [], []])
    await expectBooksToClose(world)
    const caughtUp = (await ledgerOf(world, 'system')).filter((row) => row.startsWith('CATCH_UP'))
    expect(caughtUp).toEqual([
      expect.stringMatching(/2026-03-06 \| interest_expense \| {2}\| 25$/),
      expect.stringMatching(/2026-03-06 \| interest_payable \| LOCK1M \| -25$/),
    ])
  })

  test('retries a maturity that it could not write', async () => {
    const bad = at(await savers(), 0)
    const { position } = first(await world.positions(bad))
    await world.write('UPDATE positions SET basis_days = 0 WHERE id = ?', position.id)
    world.clock.set('2026-04-03')
    await world.night()
    expect(await nowOn()).toBe('2026-04-03')
    const aside = await world.rows('SELECT step, set_aside_on FROM day_exceptions ORDER BY step')
    expect(aside).toMatchObject([
      { step: 'ACCRUAL', set_aside_on: '2026-03-02' },
      { step: 'MATURITY', set_aside_on: '2026-04-01' },
    ])
    expect((await daysOf(world, 'system')).at(-1)?.remarks).toHaveLength(2)
    await world.write('UPDATE positions SET basis_days = 365 WHERE id = ?', position.id)
    world.clock.set('2026-04-04')
    await world.night()
    expect(await world.rows('SELECT * FROM day_exceptions')).toEqual([])
    const maturities = await world.rows('SELECT matured_on, principal, interest FROM maturities')
    expect(maturities.map((row) => Object.values(row).map(String))).toEqual([['2026-04-01', '100000', '255']])
    await expectBooksToClose(world)
  })
})
