import { expect, test } from '@jest/globals'
import {
  customers,
  failures,
  flowsBy,
  funnel,
  payouts,
  renewals,
  scores,
} from '../../src/bank/insights/read-flows.js'
import { interestExpense, liabilities, projection } from '../../src/bank/insights/read-stocks.js'
import type { Reader } from '../../src/bank/insights/records/insights.read.js'
import { rebuildDays, rollUpDays } from '../../src/bank/insights/roll-up.js'
import { addDays, type LocalDate } from '../../src/kernel/calendar.js'
import { market } from '../../src/kernel/market.js'
import { insightProblems, rolledUp } from '../support/insights.js'
import { describeEachDatabase } from '../support/services.js'
import { paid, worldFor, type Customer, type World } from '../support/world.js'
import { writeScore } from './seeded-world.js'
import { first } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const begin = dateOf('2026-05-04')

const passTo = async (world: World, day: LocalDate): Promise<void> => {
  while (world.call().today < day) {
    world.clock.set(addDays(world.call().today, 1))
    await world.night()
    await world.releaseHolds()
    await world.driveOrders()
  }
  await rollUpDays({ database: world.database, zone: market.timeZone }, new AbortController().signal)
}

const readerOf = ({ database, call }: World): Reader => ({
  sql: database.read,
  audience: 'ANALYST',
  today: call().today,
  now: call().now,
  zone: market.timeZone,
})

/** Quotes several times before confirming, so that each becomes savings of its own with the same maturity date. */
const saveApart = async (
  world: World,
  { msisdn }: Customer,
  times: number,
  product = 'LOCK3M',
): Promise<void> => {
  const quotes = []
  for (let i = 0; i < times; i++) quotes.push(await world.quote(msisdn, '10000', product))
  for (const { reference } of quotes) await world.confirm(msisdn, reference)
  await world.driveOrders()
}

const withdrawAll = async (world: World, { msisdn }: Customer): Promise<void> => {
  for (const { position } of await world.positions(msisdn)) {
    const { reference } = await world.preview(msisdn, position.id)
    await world.withdraw(msisdn, reference)
  }
}

describeEachDatabase('a customer who does everything six times counts as one customer', (database) => {
  const world = worldFor(database, { defaultStatus: paid })
  const whole = { from: dateOf('2026-05-01'), before: dateOf('2026-07-01') }
  const asked = { dates: whole, by: 'MONTH' } as const

  const told = async () => {
    const reader = readerOf(world())
    return {
      owed: (await liabilities(reader, null)).map(({ savings, principal }) => [savings, principal]),
      due: await projection(reader, 366),
      cost: await interestExpense(reader, whole),
      paidIn: (await flowsBy(reader, 'DEPOSITS', asked)).map(({ n }) => n),
      left: await flowsBy(reader, 'EXITS', asked),
      sent: await flowsBy(reader, 'TRANSFERS', asked),
      scored: (await scores(reader, whole, 'MONTH')).map(({ count }) => count),
    }
  }
  const nothing = { owed: [], due: [], cost: [], paidIn: [], left: [], sent: [], scored: [] }

  const score = (person: string, day: string) =>
    writeScore(world(), person, day, { status: 'COMPLETED', decision: 'APPROVE', riskBand: 'A' })

  test('in liabilities, interest expense, deposits and scores', async () => {
    world().clock.set(begin)
    for (const day of ['11', '12', '12', '13', '14', '15']) await score('no customer', `2026-05-${day}`)
    const many = await world().register()
    await saveApart(world(), many, 6)
    for (const { position } of await world().positions(many.msisdn))
      expect(position.maturityOn).toBe('2026-08-04')
    await passTo(world(), dateOf('2026-05-06'))
    expect(await told()).toEqual(nothing)
    const asStaff = { ...readerOf(world()), audience: 'STAFF' } as const
    expect(await liabilities(asStaff, null)).toMatchObject([{ savings: 6, principal: 60_000n }])

    // Four more customers, one of them with two positions: five customers with eleven positions.
    const others = await Promise.all(Array.from({ length: 4 }, () => world().register()))
    for (const [i, other] of others.entries()) await saveApart(world(), other, i === 0 ? 2 : 1)
    await passTo(world(), dateOf('2026-06-01'))
    const atFive = await told()
    expect(atFive).toEqual({ ...nothing, owed: [[5, 100_000n]], cost: [expect.anything()], paidIn: [11] })
    await withdrawAll(world(), many)
    for (let i = 0; i < 5; i++) await score(`person ${i}`, '2026-06-03')
    await passTo(world(), dateOf('2026-06-05'))
    // Stocks are shown for the ends of months, so that they do not show a change within June.
    expect(await told()).toEqual({ ...atFive, scored: [5] })

    expect(await insightProblems(world().database)).toEqual([])
    const before = await rolledUp(world().database)
    for (const from of [begin, addDays(begin, 10)]) {
      await rebuildDays(
        {
          database: world().database,
          zone: market.timeZone,
          batchSizes: { customers: 2, positions: 3, journals: 2 },
        },
        { from, to: world().call().today },
      )
      expect(await rolledUp(world().database)).toEqual(before)
      expect(await insightProblems(world().database)).toEqual([])
    }
    await passTo(world(), dateOf('2026-07-01'))
    expect((await told()).owed).toEqual([])
  })

  test('in waiting times: minutes show nothing about the one who waited longest', async () => {
    const flow = (family: string, keys: readonly string[], who: readonly string[]) =>
      world().write(
        `INSERT INTO insight_flows (family, day, key_1, key_2, key_3, week_on, month_on, n, amount, amount_2, amount_3, customers, few)
         VALUES (?, '2026-03-03', ?, ?, ?, '2026-03-02', '2026-03-01', ?, 7, 0, 0, ?, ?)`,
        family,
        ...keys,
        who.length,
        who.length,
        who.length < 5 ? who.join(',') : null,
      )
    const six = ['A', 'B', 'C', 'D', 'E', 'F']
    await flow('TRANSFERS', ['PAID', '', 'WITHDRAWAL'], [...six, 'LAST'])
    await flow('TRANSFER_MINUTES', ['WITHDRAWAL', '5', ''], six)
    const march = { from: dateOf('2026-03-01'), before: dateOf('2026-04-01') }
    for (const band of ['2', '240', '20160']) {
      await flow('TRANSFER_MINUTES', ['WITHDRAWAL', band, ''], ['LAST'])
      expect(await payouts(readerOf(world()), march, 'MONTH')).toMatchObject([
        { n: 5, medianMinutes: 4, p95Minutes: null },
      ])
      expect(await payouts({ ...readerOf(world()), audience: 'STAFF' }, march, 'MONTH')).toMatchObject([
        { n: 7, p95Minutes: expect.any(Number) },
      ])
      await world().write(`DELETE FROM insight_flows WHERE few = 'LAST'`)
    }
    expect(await payouts(readerOf(world()), march, 'MONTH')).toMatchObject([
      { n: 5, medianMinutes: 4, p95Minutes: 5 },
    ])
  })
})

describeEachDatabase('one customer who acts on five days', (database) => {
  const world = worldFor(database, { defaultStatus: paid })
  const first = dateOf('2026-03-02')
  const five = ['A', 'B', 'C', 'D', 'E']
  const flow = (
    family: string,
    on: number,
    keys: readonly [string, string, string],
    whose: Iterable<string>,
    each = 10_000,
  ) => {
    const who = [...whose]
    const day = addDays(first, on)
    return world().write(
      `INSERT INTO insight_flows (family, day, key_1, key_2, key_3, week_on, month_on, n, amount, amount_2, amount_3, customers, few)
       VALUES (?, ?, ?, ?, ?, '2026-03-02', '2026-03-01', ?, ?, 0, 0, ?, ?)`,
      family,
      day,
      ...keys,
      who.length,
      who.length * each,
      who.length,
      who.length < 5 ? who.join(',') : null,
    )
  }
  /** All questions of an analyst about the five days: each range of them, by each period. */
  const asked = [0, 1, 2, 3, 4].flatMap((from) =>
    [1, 2, 3, 4, 5]
      .filter((length) => from + length <= 5)
      .flatMap((length) =>
        (['DAY', 'WEEK', 'MONTH'] as const).map((by) => {
          const dates = { from: addDays(first, from), before: addDays(first, from + length) }
          return { length, by, dates }
        }),
      ),
  )
  const begun = async () => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '10000')
    await passTo(world(), addDays(world().call().today, 1))
    await world().write(`UPDATE insight_progress SET rolled_to = '2026-05-31', complete_to = '2026-05-31'`)
  }
  const count = (rows: readonly { readonly n: number }[]) => rows.reduce((sum, { n }) => sum + n, 0)

  test('is not found among six who withdraw, whichever ranges of days an analyst adds or subtracts', async () => {
    await begun()
    for (let on = 0; on < 5; on++) {
      await flow('EXITS', on, ['LOCK3M', 'EARLY', 'LEFT'], five)
      await flow('EXITS', on, ['LOCK12M', 'EARLY', 'LEFT'], ['LAST'])
      await flow('TRANSFERS', on, ['PAID', '', 'WITHDRAWAL'], [...five, 'LAST'])
    }
    const sum = (rows: readonly { readonly amount: bigint }[]) =>
      rows.reduce((total, { amount }) => total + amount, 0n)
    for (const { length, by, dates } of asked) {
      const days = BigInt(length)
      const left = await flowsBy(readerOf(world()), 'EXITS', { dates, by })
      const sent = await flowsBy(readerOf(world()), 'TRANSFERS', { dates, by })
      expect([by, dates, count(left), count(sent)]).toEqual([by, dates, 5 * length, 5 * length])
      // Each day's amounts are rounded, and their sum is not rounded again.
      expect([by, dates, sum(left), sum(sent)]).toEqual([by, dates, 50_000n * days, 60_000n * days])
    }
  })

  test('does not change the rounded sum over any days of a week, so that no sum shows how many joined', async () => {
    await begun()
    const told = async () => {
      const answers = []
      for (const { length, dates } of asked) {
        const weeks = await customers(readerOf(world()), dates)
        const sum = (of: 'joined' | 'active') => weeks.reduce((total, row) => total + (row[of] ?? 0), 0)
        expect([dates, sum('joined'), sum('active')]).toEqual([dates, 10 * length, 10 * length])
        answers.push(weeks)
      }
      return answers
    }
    const people = 'ABCDEFGHIJKL'
    const joined = async (many: number) => {
      await world().write(`DELETE FROM insight_flows WHERE family = 'CUSTOMERS'`)
      for (let on = 0; on < 5; on++) await flow('CUSTOMERS', on, ['JOINED', '', ''], people.slice(0, many), 1)
    }
    await joined(8)
    const before = await told()
    for (const many of [9, 10, 11, 12]) {
      await joined(many)
      expect(await told()).toEqual(before)
    }
  })

  test('is in no renewal figure, and in no difference of two, whether alone in a product, one of three or the sixth', async () => {
    await begun()
    for (let on = 0; on < 5; on++) {
      await flow('RENEWAL', on, ['LOCK3M', 'RENEWED', ''], five)
      await flow('RENEWAL', on, ['LOCK3M', 'NOT_RENEWED', ''], [...five, 'LAST'])
    }
    const told = async () => {
      const answers = []
      for (const { length, by, dates } of asked) {
        const rows = (await renewals(readerOf(world()), dates, by)).filter(({ matured }) => matured > 0)
        const sum = (of: 'matured' | 'renewed') => rows.reduce((total, row) => total + row[of], 0)
        expect([by, dates, sum('matured'), sum('renewed')]).toEqual([by, dates, 10 * length, 5 * length])
        answers.push(rows.map(({ isPartial: _, ...row }) => row))
      }
      return answers
    }
    const before = await told()
    // The customer is alone in one product, and one of three in another: no figure changes.
    for (let on = 0; on < 5; on++) {
      await flow('RENEWAL', on, ['LOCK6M', 'NOT_RENEWED', ''], ['LAST'])
      await flow('RENEWAL', on, ['LOCK12M', 'RENEWED', ''], ['LAST', 'A', 'B'])
    }
    expect(await told()).toEqual(before)
    const asStaff = { ...readerOf(world()), audience: 'STAFF' } as const
    const whole = { from: first, before: addDays(first, 5) }
    expect((await renewals(asStaff, whole, 'MONTH')).map(({ product }) => product).toSorted()).toEqual([
      'LOCK12M',
      'LOCK3M',
      'LOCK6M',
    ])
  })
})

describeEachDatabase('one customer among six', (database) => {
  const world = worldFor(database, { defaultStatus: paid })

  test('is not revealed by acting many times while the other five act once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => world().register()))
    const one = first(people)
    for (const other of people.slice(1)) await saveApart(world(), other, 1, 'LOCK6M')
    await saveApart(world(), one, 5, 'LOCK12M')
    const day = world().call().today
    await passTo(world(), addDays(day, 2))
    for (const person of people) await withdrawAll(world(), person)
    // Five people are approved in one band, and one in another band five times, all for the same reason.
    for (const person of ['a', 'b', 'c', 'd', 'e', 'f', 'f', 'f', 'f', 'f'])
      await writeScore(world(), person, addDays(day, 2), {
        status: 'COMPLETED',
        decision: 'APPROVE',
        riskBand: person === 'f' ? 'B' : 'A',
        reasons: ['R02'],
      })
    await passTo(world(), addDays(day, 5))
    const reader = readerOf(world())
    const own = { dates: { from: addDays(day, 2), before: addDays(day, 5) }, by: 'DAY' } as const
    const asStaff = { ...reader, audience: 'STAFF' } as const
    const both = async (family: 'EXITS' | 'TRANSFERS' | 'SCORES' | 'SCORE_REASONS') => ({
      shown: (await flowsBy(reader, family, own)).map(({ n }) => n),
      is: (await flowsBy(asStaff, family, own)).reduce((sum, { n }) => sum + n, 0),
    })
    expect(await both('EXITS')).toEqual({ shown: [5], is: 10 })
    expect(await both('TRANSFERS')).toEqual({ shown: [5], is: 10 })
    expect(await both('SCORES')).toEqual({ shown: [5], is: 10 })
    expect(await both('SCORE_REASONS')).toEqual({ shown: [5], is: 10 })
    expect(await funnel(reader, own.dates, 'DAY')).toMatchObject([
      { operation: 'WITHDRAWAL', asked: 5, paid: 5 },
    ])
    expect(await failures(reader, own.dates, 'DAY')).toEqual([])
  })
})
