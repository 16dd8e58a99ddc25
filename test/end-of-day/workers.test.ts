import { expect, test } from '@jest/globals'
import { advanceClock } from '../../src/bank/business-clock/advance-clock.js'
import { readClocks } from '../../src/bank/end-of-day/clocks.read.js'
import { firstPart } from '../../src/bank/end-of-day/accrue-part.js'
import { completeDay } from '../../src/bank/end-of-day/day.js'
import { ClaimLost } from '../../src/platform/queue/queue.js'
import { advanceTestClocks, type WalkDeps } from '../../src/bank/end-of-day/walk-clocks.js'
import type { Database } from '../../src/platform/database/database.js'
import { addDays } from '../../src/kernel/calendar.js'
import { accrueTo } from '../support/accrual.js'
import { describeEachDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { pending, worldFor } from '../support/world.js'
import {
  date,
  daysOf,
  expectBooksToClose,
  historyOf,
  clockWithSavings,
  clockWithThreeSavers,
  neverAborted,
} from './support.js'
import { at, present } from '../support/present.js'

/** Three days before the first maturity, which the walk to `target` must write exactly once. */
const start = '2026-02-25'
const target = '2026-03-05'

describeEachDatabase('workers of a walk', (database) => {
  const world = worldFor(database)

  /** The jobs as another process has them, on the same database. */
  const worker = (changes: Partial<WalkDeps> = {}): WalkDeps => ({ ...world().walks, ...changes })

  const newClockAtStart = async () => {
    const clock = await clockWithThreeSavers(world(), '2026-01-30')
    await accrueTo(world(), clock.clockId, start)
    return clock
  }
  const walked = async () => {
    const { clockId } = await newClockAtStart()
    await world().walk(clockId, target)
    return historyOf(world(), clockId)
  }
  let history: ReturnType<typeof walked> | undefined
  /** The result of an undisturbed walk, computed once for all tests. */
  const undisturbed = () => (history ??= walked())
  const requestedWalk = async () => {
    const { clockId } = await newClockAtStart()
    await world().ask(clockId, target)
    return clockId
  }
  const expire = (id: string) => world().write('UPDATE clocks SET lease_until = 0 WHERE id = ?', id)
  const rowOf = async (id: string) => at(await world().rows('SELECT * FROM clocks WHERE id = ?', id), 0)

  test('that walk a clock at the same time complete each day once', async () => {
    const expected = await undisturbed()
    const clockId = await requestedWalk()
    await Promise.all([1, 2, 3].map(() => advanceTestClocks(worker(), neverAborted())))
    expect(await historyOf(world(), clockId)).toEqual(expected)
  })

  test('that froze commit nothing more once another worker has taken over their walk', async () => {
    const expected = await undisturbed()
    const clockId = await requestedWalk()
    let wake = (): void => undefined
    const longSleep = new Promise<void>((resolve) => (wake = resolve))
    let transactions = 0
    const sleepy: Database = {
      ...world().database,
      inTransaction: async (work) => {
        if (++transactions === 4) await longSleep
        return world().database.inTransaction(work)
      },
    }
    const warnings: string[] = []
    const log = {
      ...world().walks.log,
      warn: (_facts: object, message: string) => void warnings.push(message),
    }
    const old = advanceTestClocks(worker({ database: sleepy, log }), neverAborted())
    await eventually('the worker sleeps', () => transactions >= 4)
    const { now_on: before } = await rowOf(clockId)
    await expire(clockId)
    await advanceTestClocks(worker(), neverAborted())
    expect(before).not.toBe(target)
    wake()
    await old
    expect(warnings).toEqual(['a walk lost its lease; another worker continues it'])
    expect(await historyOf(world(), clockId)).toEqual(expected)
  })

  test('with an old fence cannot complete a day, and with the present one complete it only once', async () => {
    const clockId = await requestedWalk()
    await world().write('UPDATE clocks SET fence = 7 WHERE id = ?', clockId)
    const day = { book: clockId, from: date(start), to: addDays(date(start), 1) }
    const complete = (fence: number) =>
      world().database.inTransaction((tx) =>
        completeDay(
          tx,
          world().call(),
          { book: clockId, fence },
          { day, part: { ...firstPart, until: null }, remarks: [] },
        ),
      )
    await expect(complete(6)).rejects.toThrow(ClaimLost)
    expect(await daysOf(world(), clockId)).toEqual([])
    await complete(7)
    await expect(complete(7)).rejects.toThrow(ClaimLost)
    expect(await daysOf(world(), clockId)).toHaveLength(1)
    await world().tick()
  })

  test('are reported as stalled when they die, and any tick continues their walk', async () => {
    const clockId = await requestedWalk()
    const stalled = async () => at(await readClocks(world().database.read, [clockId], 30), 0).stalled
    expect(await stalled()).toBe(false)
    const { nowMs } = world().database.dialect
    const silentFor = (column: string, ms: number) =>
      world().write(`UPDATE clocks SET ${column} = ${nowMs} - ${ms} WHERE id = ?`, clockId)
    await silentFor('queued_at', 31_000)
    expect(await stalled()).toBe(true)
    // A worker that began to walk and died.
    await world().tick(1)
    await world().write(`UPDATE clocks SET lease_until = ${nowMs} + 15000 WHERE id = ?`, clockId)
    await silentFor('queued_at', 40_000)
    await silentFor('heartbeat_at', 20_000)
    expect(await stalled()).toBe(false)
    await silentFor('heartbeat_at', 31_000)
    expect(await stalled()).toBe(true)
    await world().tick()
    expect(await rowOf(clockId)).toMatchObject({ advancing_to: target })
    await expire(clockId)
    let woken = 0
    const deps = { database: world().database, onWalk: () => void woken++ }
    await advanceClock(deps, world().call(), { id: clockId, to: date(target) })
    expect(woken).toBe(1)
    await world().tick()
    expect(await rowOf(clockId)).toMatchObject({ now_on: target, advancing_to: null })
    expect(await stalled()).toBeNull()
    await advanceClock(deps, world().call(), { id: clockId, to: date(target) })
    expect(woken).toBe(1)
  })

  test('are not reported as stalled for a walk that waits while they are busy with another', async () => {
    const clocks: string[] = []
    for (let i = 0; i < 3; i++) clocks.push(await requestedWalk())
    const { nowMs } = world().database.dialect
    const [first, waiting] = [at(clocks, 0), clocks.slice(1)]
    const stalled = async () =>
      (await readClocks(world().database.read, waiting, 30)).map((view) => view.stalled)
    await world().write(`UPDATE clocks SET queued_at = ${nowMs} - 31000 WHERE advancing_to IS NOT NULL`)
    await world().write('UPDATE clocks SET queued_at = queued_at - 1000 WHERE id = ?', first)
    expect(await stalled()).toEqual([true, true])

    let transactions = 0
    let ends = (): void => undefined
    const day = new Promise<void>((resolve) => (ends = resolve))
    const busy: Database = {
      ...world().database,
      inTransaction: async (work) => {
        const result = await world().database.inTransaction(work)
        if (++transactions === 3) await day
        return result
      },
    }
    const walking = advanceTestClocks(worker({ database: busy }), neverAborted())
    await eventually('the worker is inside a day', () => transactions === 3)
    expect(await stalled()).toEqual([false, false])
    const seen = async () => Number((await rowOf(at(waiting, 0)))['seen_waiting_at'])
    const once = await seen()
    await eventually('the worker sees the waiting clocks again', async () => (await seen()) > once)
    ends()
    await walking
    for (const id of [first, ...waiting]) expect(await rowOf(id)).toMatchObject({ now_on: target })
  })

  test('renew their lease while a day is long', async () => {
    const clockId = await requestedWalk()
    let transactions = 0
    let ends = (): void => undefined
    const day = new Promise<void>((resolve) => (ends = resolve))
    const slow: Database = {
      ...world().database,
      inTransaction: async (work) => {
        // The first two transactions claim the clock and mark the clocks that wait; the third belongs to the day.
        if (++transactions === 3) await day
        return world().database.inTransaction(work)
      },
    }
    const walking = advanceTestClocks(worker({ database: slow }), neverAborted())
    await eventually('the worker is inside a day', () => transactions === 3)
    const { heartbeat_at: first, lease_until: lease } = await rowOf(clockId)
    await eventually(
      'the worker renews its heartbeat',
      async () => Number((await rowOf(clockId))['heartbeat_at']) > Number(first),
    )
    expect(Number((await rowOf(clockId))['lease_until'])).toBeGreaterThan(Number(lease))
    ends()
    await walking
  })

  test('stop at an invalid record, report it, and continue when it is corrected', async () => {
    const expected = await undisturbed()
    const { clockId, msisdns } = await newClockAtStart()
    await world().walk(clockId, '2026-02-27')
    const position = at(await world().positions(at(msisdns, 1)), 0)
    const { id } = position.position
    const basis = (days: number) =>
      world().write('UPDATE positions SET basis_days = ? WHERE id = ?', days, id)
    await basis(0)
    const ledger = (await historyOf(world(), clockId)).ledger
    for (let attempt = 0; attempt < 3; attempt++) {
      const stood = attempt === 0 ? await world().walk(clockId, target) : await rowOf(clockId)
      expect({ ...stood }).toMatchObject(
        attempt === 0
          ? { nowOn: '2026-02-27', advancingTo: target, walkError: expect.stringContaining(id) }
          : { now_on: '2026-02-27', advancing_to: target, walk_error: expect.stringContaining(id) },
      )
      await expire(clockId)
      await world().tick()
    }
    expect((await historyOf(world(), clockId)).ledger).toEqual(ledger)
    expect(await world().rows('SELECT * FROM day_exceptions WHERE book = ?', clockId)).toEqual([])
    await basis(365)
    await expire(clockId)
    await world().tick()
    expect(await rowOf(clockId)).toMatchObject({ now_on: target, walk_error: null })
    expect(await historyOf(world(), clockId)).toEqual(expected)
  })

  test('walk other clocks while an invalid record stops one', async () => {
    const bad = await clockWithSavings(world(), start, [['100000', 'LOCK1M']])
    await world().write('UPDATE positions SET basis_days = 0 WHERE book = ?', bad.clockId)
    await world().ask(bad.clockId, target)
    const good = await clockWithSavings(world(), start, [['100000', 'LOCK1M']])
    expect(await world().walk(good.clockId, target)).toMatchObject({ nowOn: target })
    expect(await rowOf(bad.clockId)).toMatchObject({ now_on: start, advancing_to: target })
    await world().write('UPDATE positions SET basis_days = 365 WHERE book = ?', bad.clockId)
    await expire(bad.clockId)
    await world().tick()
    expect(await rowOf(bad.clockId)).toMatchObject({ now_on: target, advancing_to: null })
  })

  /** A worker that runs `act` between the maturities of its first day and the end of that day. */
  const pausing = (act: () => Promise<void>): WalkDeps => {
    let isLate = false
    const { database: db, jobCall } = world().walks
    return worker({
      jobCall: () => {
        isLate = true
        return jobCall()
      },
      database: {
        ...db,
        inTransaction: async (work) => {
          if (isLate) {
            isLate = false
            await act()
          }
          return db.inTransaction(work)
        },
      },
    })
  }

  test.each(['a top-up', 'a position of its own'])(
    'count %s in the maturities of the day on which its payment settles',
    async (what) => {
      const { id: clockId } = await world().newClock('2026-01-31')
      const { msisdn } = await world().register({ clockId })
      if (what === 'a top-up') await world().deposit(msisdn, '50000', 'LOCK1M')
      world().providers.test.settle(msisdn, pending)
      const { reference } = await world().quote(msisdn, '100000', 'LOCK1M')
      await world().confirm(msisdn, reference)
      await world().ask(clockId, '2026-02-27')
      // The two seconds in which the walk waits for payments are over.
      await world().write('UPDATE clocks SET queued_at = 1, heartbeat_at = 2 WHERE id = ?', clockId)
      await world().tick()
      await world().ask(clockId, '2026-02-28')
      await world().write('UPDATE clocks SET queued_at = 1, heartbeat_at = 2 WHERE id = ?', clockId)
      const settles = pausing(async () => {
        world().providers.test.settle(msisdn, { state: 'SUCCESSFUL', providerTransactionId: null })
        await world().driveOrders()
      })
      await advanceTestClocks(settles, neverAborted())
      expect((await world().orderOf(present(reference))).status).toBe('SUCCESSFUL')
      const position = at(await world().positions(msisdn), 0)
      const principal = what === 'a top-up' ? 150_000n : 100_000n
      expect(position).toMatchObject({ on: '2026-02-28', figures: { status: 'MATURED', principal } })
      const rows = await world().rows('SELECT principal, interest FROM maturities WHERE book = ?', clockId)
      expect(rows.map((row) => [String(row['principal']), String(row['interest'])])).toEqual([
        [String(principal), String(position.figures.atMaturity.gross)],
      ])
      const day = at(
        await world().rows(`SELECT facts FROM walk_days WHERE book = ? AND day = '2026-02-28'`, clockId),
        0,
      )
      expect(JSON.parse(String(day['facts']))).toMatchObject({
        maturities: [{ count: 1, principal: String(principal) }],
      })
      await expectBooksToClose(world())
    },
  )
})
