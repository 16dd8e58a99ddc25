import { expect, test } from '@jest/globals'
import { walkTestClocks } from '../../src/clocks/walk-clocks.js'
import { runSource } from '../running/processes.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { interruptedAt, Killed } from './interrupted.js'
import { historyOf, newWalkers, whole } from './support.js'

describeEachDatabase('a walk that is killed', (database) => {
  const world = worldFor(database)

  /** Two days before everything matures, asked to walk one day past it; with a payment in flight, or none. */
  const asked = async (payment: 'PENDING' | 'PAID') => {
    const { clockId } = await newWalkers(
      world(),
      '2026-02-27',
      [
        ['100000', 'LOCK1M'],
        ['33333', 'LOCK1M'],
      ],
      [['77777', 'LOCK1M']],
    )
    await world().walk(clockId, '2026-03-25')
    const { msisdn } = await world().register({ clockId })
    const { reference } = await world().quote(msisdn, '55555', 'LOCK3M')
    await world().confirm(msisdn, reference)
    if (payment === 'PAID') await world().driveOrders()
    await world().ask(clockId, '2026-03-28')
    return clockId
  }
  const expire = (clockId: string) => world().write('UPDATE clocks SET lease_until = 0 WHERE id = ?', clockId)

  test('at any statement of a day leaves what a walk that was never disturbed leaves', async () => {
    const undisturbed = await asked('PENDING')
    const counting = interruptedAt(world().database, () => undefined)
    const deps = (counted: { database: typeof counting.database }) => ({
      ...world().walks,
      database: counted.database,
      orders: { ...world().orders, database: counted.database },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    })
    await walkTestClocks(deps(counting), whole())
    const expected = await historyOf(world(), undisturbed)
    expect(expected.clock).toMatchObject({ now_on: '2026-03-28', advancing_to: null })
    expect(expected.maturities).toHaveLength(2)
    expect(counting.steps()).toBeGreaterThan(60)

    const every = database.kind === 'sqlite' ? 2 : 4
    for (let at = 1; at <= counting.steps(); at += every) {
      const clockId = await asked('PENDING')
      const killing = interruptedAt(world().database, (step) => {
        if (step >= at) throw new Killed(`at ${at}`)
      })
      await walkTestClocks(deps(killing), whole()).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
      await expire(clockId)
      await world().tick()
      expect([at, await historyOf(world(), clockId)]).toEqual([at, expected])
    }
  }, 180_000)
  test('with kill -9, as a process of its own, is finished by the next worker, in whatever zone that lives', async () => {
    const walker = (zone: string, dieAt: number) =>
      runSource('test/clocks/fixtures/walk-and-die.ts', [world().url, String(dieAt)], { TZ: zone })
    const undisturbed = await asked('PAID')
    const first = await walker('UTC', 0)
    expect([first.code, first.stderr]).toEqual([0, ''])
    const expected = await historyOf(world(), undisturbed)
    expect(expected.maturities).toHaveLength(2)

    const moments = [0.15, 0.4, 0.6, 0.8, 0.95].map((part) => Math.round(part * Number(first.stdout)))
    const zones = ['America/Lima', 'Asia/Tokyo']
    for (const [i, moment] of moments.entries()) {
      const clockId = await asked('PAID')
      const killed = await walker('UTC', moment)
      expect([killed.code, killed.stdout]).toEqual([null, ''])
      const [left] = await world().rows('SELECT advancing_to, fence FROM clocks WHERE id = ?', clockId)
      expect(left).toMatchObject({ advancing_to: '2026-03-28' })
      await expire(clockId)
      const resumed = await walker(zones[i % zones.length]!, 0)
      expect([resumed.code, resumed.stderr]).toEqual([0, ''])
      expect([moment, await historyOf(world(), clockId)]).toEqual([moment, expected])
    }
  }, 180_000)
})
