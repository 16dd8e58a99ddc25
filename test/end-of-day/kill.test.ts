import { expect, test } from '@jest/globals'
import { advanceTestClocks, type WalkDeps } from '../../src/bank/end-of-day/walk-clocks.js'
import type { Database } from '../../src/platform/database/database.js'
import { runProgram } from '../running/processes.js'
import { accrueTo } from '../support/accrual.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { interruptedAt, Killed } from './interrupted.js'
import { historyOf, clockWithSavings, neverAborted } from './support.js'

describeEachDatabase('a walk that is killed', (database) => {
  const world = worldFor(database)

  /**
   * A clock two days before its three 1-month deposits mature, asked to walk to the day after. The 3-month deposit of another
   * customer is in flight or paid.
   */
  const requestedWalk = async (payment: 'PENDING' | 'PAID') => {
    const { clockId } = await clockWithSavings(
      world(),
      '2026-02-27',
      [
        ['100000', 'LOCK1M'],
        ['33333', 'LOCK1M'],
      ],
      [['77777', 'LOCK1M']],
    )
    // These days are accrued at once: a kill during them shows nothing new.
    await accrueTo(world(), clockId, '2026-03-25')
    const { msisdn } = await world().register({ clockId })
    const { reference } = await world().quote(msisdn, '55555', 'LOCK3M')
    await world().confirm(msisdn, reference)
    if (payment === 'PAID') await world().driveOrders()
    await world().ask(clockId, '2026-03-28')
    return clockId
  }
  const expire = (clockId: string) => world().write('UPDATE clocks SET lease_until = 0 WHERE id = ?', clockId)

  /** The jobs on a database that counts its steps, or breaks at one of them. */
  const onSteps = ({ database: counted }: { database: Database }): WalkDeps => ({
    ...world().walks,
    database: counted,
    orders: { ...world().orders, database: counted },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  /** The result of an undisturbed walk, and its number of steps. */
  const undisturbed = async (payment: 'PENDING' | 'PAID') => {
    const clockId = await requestedWalk(payment)
    const counting = interruptedAt(world().database, () => undefined)
    await advanceTestClocks(onSteps(counting), neverAborted())
    const history = await historyOf(world(), clockId)
    expect(history.clock).toMatchObject({ now_on: '2026-03-28', advancing_to: null })
    expect(history.maturities).toHaveLength(2)
    return { history, steps: counting.steps() }
  }

  test('at any step of a day, before a statement or a commit, and then taken over, ends as an undisturbed walk', async () => {
    const { history, steps } = await undisturbed('PENDING')
    expect(steps).toBeGreaterThan(60)

    const every = database.kind === 'sqlite' ? 2 : 4
    for (let at = 1; at <= steps; at += every) {
      const clockId = await requestedWalk('PENDING')
      const killing = interruptedAt(world().database, (step) => {
        if (step >= at) throw new Killed(`at ${at}`)
      })
      await advanceTestClocks(onSteps(killing), neverAborted()).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
      await expire(clockId)
      await world().tick()
      expect([at, await historyOf(world(), clockId)]).toEqual([at, history])
    }
  }, 180_000)

  test('by kill -9 in a process of its own is finished by the next worker, in any time zone', async () => {
    const walker = (zone: string, dieAt: number) =>
      runProgram('walk-and-die', [world().url, String(dieAt)], { TZ: zone })
    const { history, steps } = await undisturbed('PAID')
    /** The share of the steps at which the first worker is killed, and the time zone of the next one; `here`: this process. */
    const kills = [
      [0.15, 'America/Lima'],
      [0.4, 'here'],
      [0.6, 'Asia/Tokyo'],
      [0.8, 'here'],
      [0.95, 'here'],
    ] as const
    for (const [part, zone] of kills) {
      const clockId = await requestedWalk('PAID')
      const killed = await walker('UTC', Math.round(part * steps))
      expect([killed.code, killed.stdout]).toEqual([null, ''])
      const [left] = await world().rows('SELECT advancing_to, fence FROM clocks WHERE id = ?', clockId)
      expect(left).toMatchObject({ advancing_to: '2026-03-28' })
      await expire(clockId)
      if (zone === 'here') await world().tick()
      else expect(await walker(zone, 0)).toMatchObject({ code: 0, stderr: '' })
      expect([part, await historyOf(world(), clockId)]).toEqual([part, history])
    }
  }, 180_000)
})
