import { expect, jest, test } from '@jest/globals'
import { nextPart } from '../../src/bank/end-of-day/accrue-part.js'
import { Clock } from '../../src/bank/business-clock/clock.entity.js'
import { completeDay, type DayEnd } from '../../src/bank/end-of-day/day.js'
import { runEndOfDay, advanceTestClocks, type WalkDeps } from '../../src/bank/end-of-day/walk-clocks.js'
import type { Database } from '../../src/platform/database/database.js'
import { selectOne } from '../../src/platform/database/rows.js'
import { pointAfter } from '../../src/bank/savings/accrual/accrue-day.js'
import { addDays } from '../../src/kernel/calendar.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { accrueTo } from '../support/accrual.js'
import { describeEachDatabase } from '../support/services.js'
import { checkBooks, newWorldFor, pending, type World } from '../support/world.js'
import { interruptedAt, Killed } from './interrupted.js'
import { date, daysOf, historyOf, clockWithSavings, neverAborted } from './support.js'
import { first, last, present } from '../support/present.js'

const yesterday = date('2026-03-01')
const today = addDays(yesterday, 1)
const products = ['LOCK1M', 'LOCK3M', 'LOCK6M', 'LOCK12M', 'LOCK1M', 'LOCK3M']

describeEachDatabase('a day that is accrued in parts', (database) => {
  let world: World
  newWorldFor(database, (opened) => {
    world = opened
  })

  const row = async (id = 'system') => first(await world.rows('SELECT * FROM clocks WHERE id = ?', id))
  /** Commits one part: one position, and with the last position the clock's new date. */
  const part = async (): Promise<DayEnd> => {
    const begin = nextPart(present(await selectOne(world.database.read, Clock, 'WHERE id = ?', ['system'])))
    const until = await pointAfter(world.database.read, dayOf(), begin.from, 1)
    return world.database.inTransaction((tx) =>
      completeDay(
        tx,
        world.call(),
        { book: 'system', fence: 0 },
        { day: dayOf(), part: { ...begin, until }, remarks: [] },
      ),
    )
  }
  const dayOf = () => ({ book: 'system', from: yesterday, to: today })
  const finish = async (): Promise<DayEnd> => {
    for (;;) {
      const end = await part()
      await checkBooks(world.database)
      if (end !== 'MORE') return end
    }
  }

  /** One customer per product, whose payments all settle together. */
  const saversIn = async (all: readonly string[]): Promise<Msisdn[]> => {
    const savers: Msisdn[] = []
    for (const product of all) {
      const { msisdn } = await world.register()
      const { reference } = await world.quote(msisdn, '1000000', product)
      await world.confirm(msisdn, reference)
      savers.push(msisdn)
    }
    await world.driveOrders()
    return savers
  }
  const leave = async (msisdn: Msisdn) => {
    const view = first(await world.positions(msisdn))
    const { reference } = await world.preview(msisdn, view.position.id)
    return world.withdraw(msisdn, reference)
  }
  const answer = (msisdn: Msisdn, reason: string) => {
    world.providers.real.settle(msisdn, { state: 'FAILED', reason })
    return world.driveOrders()
  }

  /** `act` happens to a customer between two parts; `before`, if there is one, on the day before. */
  const acts: Record<
    string,
    { readonly before?: typeof leave; readonly act: (m: Msisdn) => Promise<unknown> }
  > = {
    'a withdrawal': { act: leave },
    'a top-up': { act: (msisdn) => world.deposit(msisdn, '1000', 'LOCK6M') },
    'a position of its own': { act: (msisdn) => world.deposit(msisdn, '1000', 'LOCK12M') },
    'the settlement of a payment from the day before': {
      before: async (msisdn) => {
        world.providers.real.settle(msisdn, pending)
        const { reference } = await world.quote(msisdn, '777777', 'LOCK3M')
        await world.confirm(msisdn, reference)
        return undefined as never
      },
      act: async (msisdn) => {
        world.providers.real.settle(msisdn, { state: 'SUCCESSFUL', providerTransactionId: null })
        await world.driveOrders()
      },
    },
    'a payout that is given back': {
      before: async (msisdn) => {
        world.providers.real.settle(msisdn, pending)
        return leave(msisdn)
      },
      act: (msisdn) => answer(msisdn, 'PAYEE_NOT_FOUND'),
    },
  }

  test.each(Object.keys(acts))(
    "allows %s between its parts, whether the customer's part is posted or not",
    async (name) => {
      const { before, act } = present(acts[name])
      for (const [code, termMonths] of [
        ['NOW1M', 1],
        ['NOW6M', 6],
      ] as const) {
        await world.sell(code, { holdHours: 0, termMonths })
      }
      const savers = await saversIn(['NOW1M', 'NOW6M', ...products])
      if (before) {
        // A payout can be given back on the next day only if it was sent at once, as those of NOW1M and NOW6M are.
        if (name.includes('payout')) savers.splice(2)
        for (const saver of savers) await before(saver)
      }
      world.clock.set(today)
      const open = await world.rows(
        `SELECT id FROM positions WHERE status = 'OPEN' ORDER BY maturity_on, positions.id`,
      )
      const middle = Math.floor(open.length / 2)
      for (let done = 0; done < middle; done++) expect(await part()).toBe('MORE')
      expect(await row()).toMatchObject({
        now_on: yesterday,
        accruing_to: today,
        accrued_parts: expect.anything(),
      })
      await checkBooks(world.database)
      for (const saver of savers) {
        await act(saver)
        await checkBooks(world.database)
      }
      expect(await finish()).toEqual([])
      expect(await row()).toMatchObject({ now_on: today, accruing_to: null, accrued_position_id: null })
      world.clock.set(addDays(today, 1))
      await world.night()
      expect(await row()).toMatchObject({ now_on: addDays(today, 1) })
    },
  )

  test('logs the same as a day in one part, and posts the same totals', async () => {
    const facts: unknown[] = []
    for (const partSize of [1, 3, 1000]) {
      const { clockId } = await clockWithSavings(
        world,
        '2026-01-30',
        ...products.map((p) => [['77777', p]] as const),
      )
      await accrueTo(world, clockId, '2026-02-25')
      await world.ask(clockId, '2026-03-02')
      await advanceTestClocks({ ...world.walks, partSize }, neverAborted())
      const totals = await world.rows(
        `SELECT account, business_on, SUM(amount) AS amount FROM (
           SELECT book, account, business_on, amount FROM ledger_totals
           UNION ALL SELECT book, account, business_on, amount FROM ledger_shared_totals) totals
         WHERE book = ? AND account LIKE 'interest%' GROUP BY account, business_on ORDER BY account, business_on`,
        clockId,
      )
      facts.push({
        days: await daysOf(world, clockId),
        totals: totals.map((total) => Object.values(total).map(String)),
      })
    }
    expect(facts[0]).toMatchObject({ days: { length: 5 } })
    expect(facts[1]).toEqual(facts[0])
    expect(facts[2]).toEqual(facts[0])
  })

  test('continues after the last part that was posted, wherever its worker was killed', async () => {
    const requestedWalk = async () => {
      const { clockId } = await clockWithSavings(
        world,
        '2026-02-27',
        ...products.map((p) => [['77777', p]] as const),
      )
      await world.ask(clockId, '2026-02-28')
      return clockId
    }
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const deps = (db: Database): WalkDeps => ({
      ...world.walks,
      database: db,
      orders: { ...world.orders, database: db },
      log,
      partSize: 2,
    })
    const undisturbed = await requestedWalk()
    const counting = interruptedAt(world.database, () => undefined)
    await advanceTestClocks(deps(counting.database), neverAborted())
    const expected = await historyOf(world, undisturbed)
    expect(expected.ledger.filter((line) => line.startsWith('ACCRUAL 2026-02-28 3 '))).not.toEqual([])

    let amid = 0
    const every = database.kind === 'sqlite' ? 6 : 7
    for (let at = 1; at <= counting.steps(); at += every) {
      const clockId = await requestedWalk()
      const killing = interruptedAt(world.database, (step) => {
        if (step >= at) throw new Killed(`at ${at}`)
      })
      await advanceTestClocks(deps(killing.database), neverAborted()).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
      await checkBooks(world.database)
      if ((await row(clockId))['accruing_to'] !== null) amid++
      await world.write('UPDATE clocks SET lease_until = 0 WHERE id = ?', clockId)
      await advanceTestClocks(deps(world.database), neverAborted())
      expect([at, await historyOf(world, clockId)]).toEqual([at, expected])
    }
    expect(amid).toBeGreaterThan(2)
  })

  test('takes one search for due work, and writes only its interest, its log and the date of the clock', async () => {
    const { clockId } = await clockWithSavings(world, '2026-01-30', [['77777', 'LOCK12M']])
    const stepsTo = async (to: string): Promise<number> => {
      await world.ask(clockId, to)
      const counting = interruptedAt(world.database, () => undefined)
      await advanceTestClocks({ ...world.walks, database: counting.database }, neverAborted())
      return counting.steps()
    }
    // No heartbeats: on a busy machine the walk lasts long enough for one, which would be counted and is no step of a day.
    const beats = jest.spyOn(globalThis, 'setInterval').mockReturnValue(undefined as never)
    const [five, ten] = [await stepsTo('2026-02-04'), await stepsTo('2026-02-14')]
    beats.mockRestore()
    // A day takes 13 steps: one each for the search for due work, BEGIN, the lock of the clock, the question whether a position still has
    // to mature or is set aside, the interest, the date of the clock and COMMIT; four for the journal, and two for the log.
    expect((ten - five) / 5).toBe(13)
  })

  test('ends its tick between two parts when its time is over, and is finished by the next tick', async () => {
    await saversIn(products)
    world.clock.set(today)
    const time = new AbortController()
    const impatient: Database = {
      ...world.database,
      inTransaction: async (work) => {
        const result = await world.database.inTransaction(work)
        if ((result as unknown) === 'MORE') time.abort()
        return result
      },
    }
    await runEndOfDay({ ...world.walks, database: impatient, partSize: 2 }, time.signal)
    expect(await row()).toMatchObject({ now_on: yesterday, accruing_to: today, lease_until: null })
    await checkBooks(world.database)
    await world.night()
    expect(await row()).toMatchObject({ now_on: today, accruing_to: null })
    expect(await daysOf(world, 'system')).toHaveLength(1)
  })

  test('sets aside a record that becomes invalid between its parts, as accrued to the day before', async () => {
    await saversIn(products)
    world.clock.set(today)
    const open = await world.rows('SELECT id FROM positions ORDER BY maturity_on, positions.id')
    for (let done = 0; done < 3; done++) expect(await part()).toBe('MORE')
    const basis = (days: number) =>
      world.write(
        'UPDATE positions SET basis_days = ? WHERE id IN (?, ?)',
        days,
        first(open)['id'],
        last(open)['id'],
      )
    await basis(0)
    for (let end: DayEnd = 'MORE'; end === 'MORE';) end = await part()
    await basis(365)
    await checkBooks(world.database)
    expect(await world.rows('SELECT position_id, accrued_to FROM day_exceptions')).toMatchObject([
      { position_id: last(open)['id'], accrued_to: yesterday },
    ])
    world.clock.set(addDays(today, 1))
    await world.night()
    expect(await world.rows('SELECT * FROM day_exceptions')).toEqual([])
  })
})
