import { expect, test } from '@jest/globals'
import { setImmediate as turn } from 'node:timers/promises'
import { advanceTestClocks } from '../../src/bank/end-of-day/walk-clocks.js'
import { figuresOn } from '../../src/bank/savings/rules/position.rules.js'
import { readBalance } from '../../src/bank/savings/positions/balance.read.js'
import type { PositionView } from '../../src/bank/savings/records/savings.read.js'
import { readTransactions } from '../../src/bank/savings/positions/transactions.read.js'
import { describeEachDatabase } from '../support/services.js'
import { refusalOf } from '../support/thrown.js'
import { worldFor } from '../support/world.js'
import { argumentsOf, gatewayOf } from '../graphql/gateway.js'
import { date, expectBooksToClose, clockWithSavings, clockWithThreeSavers } from './support.js'
import { first, present } from '../support/present.js'
import type { LocalDate } from '../../src/kernel/calendar.js'

/** What a customer's screens must show on a date, computed by the pure functions. */
const shownOn = (positions: readonly PositionView[], on: LocalDate) => {
  const figures = positions.map(({ position, deposits }) => figuresOn(position, deposits, on))
  const sum = (status: string) =>
    figures.filter((each) => each.status === status).reduce((total, { principal }) => total + principal, 0n)
  return {
    accruing: sum('ACCRUING'),
    due: sum('MATURED'),
    interest: figures.reduce((total, { accrued }) => total + accrued.net, 0n),
    matured: figures.filter(({ status }) => status === 'MATURED').length,
  }
}

describeEachDatabase('customers of a walking clock', (database) => {
  const world = worldFor(database)

  test('read figures of one complete day, that of their clock, and never a mixture of days', async () => {
    const { clockId, msisdns } = await clockWithSavings(world(), '2026-01-31', [
      ['100000', 'LOCK1M'],
      ['77777', 'LOCK3M'],
      ['1001', 'LOCK12M'],
    ])
    const msisdn = first(msisdns)
    const { read } = world().database
    const positions = await world().positions(msisdn)
    const clockNow = async () => {
      const row = first(await world().rows('SELECT now_on FROM clocks WHERE id = ?', clockId))
      return date(String(row['now_on']))
    }
    await world().ask(clockId, '2026-05-05')
    const walk = { isOver: false }
    const walking = world()
      .tick()
      .finally(() => (walk.isOver = true))
    const seen = new Set<string>()
    while (!walk.isOver) {
      const from = await clockNow()
      const [balance, views, lines] = [
        await readBalance(read, world().call(), msisdn),
        await world().positions(msisdn),
        await readTransactions(read, world().call(), msisdn),
      ]
      const to = await clockNow()
      const days = [...new Set(views.map(({ on }) => on))]
      expect(days).toHaveLength(1)
      const on = first(days)
      expect(from <= on && on <= to).toBe(true)
      const shown = shownOn(views, on)
      expect(views.map(({ figures }) => figures)).toEqual(
        positions.map(({ position, deposits }) => figuresOn(position, deposits, on)),
      )
      if (from === to) {
        expect(balance).toMatchObject({
          accruing: { principal: shown.accruing },
          due: { principal: shown.due },
          interest: shown.interest,
        })
        expect(lines.filter(({ type }) => type === 'MATURITY')).toHaveLength(shown.matured)
      }
      seen.add(on)
      await turn()
    }
    await walking
    expect(seen.size).toBeGreaterThan(20)
    expect(await clockNow()).toBe('2026-05-05')
  })

  test('are refused every change, while customers of other clocks and of the real world are not', async () => {
    const walking = await clockWithSavings(world(), '2026-01-31', [['5000', 'LOCK1M']])
    const other = await clockWithSavings(world(), '2026-01-31', [['5000', 'LOCK1M']])
    const real = await world().register()
    const msisdn = first(walking.msisdns)
    const { reference } = await world().quote(msisdn, '7000')
    await world().ask(walking.clockId, '2026-02-15')

    expect(await refusalOf(world().confirm(msisdn, reference))).toBe('CLOCK_ADVANCING')
    expect((await world().quote(msisdn, '7000')).status).toBe('CLOCK_ADVANCING')
    expect(await refusalOf(world().register({ clockId: walking.clockId }))).toBe('CLOCK_ADVANCING')
    const { record } = gatewayOf(world())
    expect(
      await record('create_deposit_summary', argumentsOf(msisdn, { amount: '7000', product_code: 'LOCK3M' })),
    ).toMatchObject({
      summary_status: 'CLOCK_ADVANCING',
    })
    expect(
      await record('confirm_deposit', argumentsOf(msisdn, { deposit_reference: present(reference) })),
    ).toMatchObject({
      deposit_status: 'FAILED',
      failure_reason: 'CLOCK_ADVANCING',
    })
    expect(await record('get_savings_balance', argumentsOf(msisdn))).toMatchObject({ total_balance: '5000' })

    for (const number of [first(other.msisdns), real.msisdn]) {
      const free = await world().quote(number, '7000')
      expect(free.status).toBe('OK')
      expect(await refusalOf(world().confirm(number, free.reference))).toBe('accepted')
    }
    expect(await refusalOf(world().register({ clockId: other.clockId }))).toBe('accepted')
    await world().driveOrders()
    await world().tick()
    expect((await world().quote(msisdn, '7000')).status).toBe('OK')
  })

  test('have their change written before a walk that begins at the same time, or refused', async () => {
    const rounds = 12
    const roundsMax = 200
    let landed = 0
    let round = 0
    // Repeats until both outcomes have been seen: which one comes first depends on the machine.
    for (; round < rounds || (round < roundsMax && (landed === 0 || landed === round)); round++) {
      const { clockId, msisdns } = await clockWithSavings(world(), '2026-01-31', [])
      const msisdn = first(msisdns)
      const { reference } = await world().quote(msisdn, '100000', 'LOCK1M')
      const confirm = () => refusalOf(world().confirm(msisdn, reference))
      const begin = () =>
        world()
          .ask(clockId, '2026-02-03')
          .then(() => advanceTestClocks(world().walks, AbortSignal.timeout(20_000)))
      const register = () => refusalOf(world().register({ clockId }))
      const writes = round % 2 === 0 ? [confirm(), register(), begin()] : [begin(), confirm(), register()]
      const [verdict] = await Promise.all(round % 2 === 0 ? writes : [writes[1], writes[0], writes[2]])
      const rows = await world().rows(
        'SELECT business_on, status FROM payment_orders WHERE msisdn = ?',
        msisdn,
      )
      if (verdict === 'accepted') {
        landed++
        expect(rows).toMatchObject([{ business_on: '2026-01-31', status: 'SUCCESSFUL' }])
        expect(await world().positions(msisdn)).toMatchObject([
          { on: '2026-02-03', position: { startOn: '2026-01-31' } },
        ])
      } else {
        expect(['CLOCK_ADVANCING', 'REFERENCE_EXPIRED']).toContain(verdict)
        expect(rows).toEqual([])
      }
      await world().tick()
    }
    expect(landed).toBeGreaterThan(0)
    expect(landed).toBeLessThan(round)
    await expectBooksToClose(world())
  })

  test('are listed with the state of their clock, right after they were registered and while it walks', async () => {
    const { record, rows } = gatewayOf(world())
    const { clockId, msisdns } = await clockWithThreeSavers(world(), '2026-01-31')
    const listed = async () =>
      (await rows('list_clocked_customers', {})).filter(({ clock_id }) => clock_id === clockId)
    const compare = async () => {
      const { created_at, attached_customer_count, ...standing } = await record('get_test_clock', {
        clock_id: clockId,
      })
      expect([created_at, attached_customer_count]).toEqual([expect.any(String), '3'])
      expect(await listed()).toEqual(msisdns.toSorted().map((msisdn) => ({ msisdn, ...standing })))
      return standing
    }
    expect(await compare()).toEqual({ clock_id: clockId, now: '2026-01-31' })
    await world().ask(clockId, '2026-02-10')
    expect(await compare()).toEqual({
      clock_id: clockId,
      now: '2026-01-31',
      advancing_to: '2026-02-10',
      advance_stalled: 'false',
    })
    await world().tick()
    expect(await compare()).toEqual({
      clock_id: clockId,
      now: '2026-02-10',
      advance_heartbeat_at: expect.any(String),
    })
  })
})
