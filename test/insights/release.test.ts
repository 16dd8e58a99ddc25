import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { addDays, type LocalDate } from '../../src/kernel/calendar.js'
import { periodOf, type Period } from '../../src/bank/insights/rules/periods.rules.js'
import {
  roundedToSteps,
  customersMin,
  monthsAround,
  noFigures,
  plus,
  released,
  rounded,
  roundedAmount,
  roundedCount,
  stepSql,
  type Released,
  type SmallGroup,
} from '../../src/bank/insights/rules/release.rules.js'
import { dateOf } from '../support/typed.js'

const first = dateOf('2026-02-25')
const days = 40

/** Each event is one bit of the amount, so that a sum tells which events it contains. */
const bitOf = (event: number): bigint => 1n << BigInt(event)

interface Moved {
  readonly event: number
  readonly on: number
  readonly customer: number
}

const groupsOf = (
  moves: readonly Moved[],
): { readonly small: SmallGroup[]; readonly large: SmallGroup[] } => {
  const groups = [...Map.groupBy(moves, ({ on }) => on)].map(([on, ofDay]): SmallGroup => {
    const who = [...new Set(ofDay.map(({ customer }) => String(customer)))]
    const amount = ofDay.reduce((sum, { event }) => sum + bitOf(event), 0n)
    return {
      day: addDays(first, on),
      keys: ['LOCK3M', 'NEW', '0'],
      ...noFigures,
      n: ofDay.length,
      amount,
      who,
    }
  })
  return {
    small: groups.filter(({ who }) => who.length < customersMin),
    large: groups.filter(({ who }) => who.length >= customersMin),
  }
}

/** All figures that an analyst gets for some dates, as amounts, with their total. */
const answer = (
  { small, large }: ReturnType<typeof groupsOf>,
  from: number,
  before: number,
  by: Period,
  completeTo: LocalDate,
): bigint[] => {
  const dates = { from: addDays(first, from), before: addDays(first, before) }
  const within = monthsAround(dates)
  const sums = new Map<string, bigint>()
  const rows = [
    ...large
      .filter(({ day }) => day >= dates.from && day < dates.before && day <= completeTo)
      .map(({ day, amount }) => ({ period: periodOf[by](day), amount })),
    ...released(
      small.filter(({ day }) => day >= within.from && day < within.before && day <= completeTo),
      dates,
      by,
      completeTo,
    ),
  ]
  for (const { period, amount } of rows) sums.set(period, (sums.get(period) ?? 0n) + amount)
  return [...sums.values(), [...sums.values()].reduce((sum, amount) => sum + amount, 0n)]
}

/** The number of customers with events in one answer and not in the other. */
const customersIn = (ofCustomers: readonly bigint[], one: bigint, other: bigint): number =>
  ofCustomers.filter((events) => (one & ~other & events) !== 0n).length

test('no answer, and no difference of two, is about one to four customers', () => {
  const move = fc.record({ on: fc.nat({ max: days - 1 }), customer: fc.nat({ max: 11 }) })
  const range = fc.tuple(
    fc.nat({ max: days - 1 }),
    fc.integer({ min: 1, max: days }),
    fc.constantFrom<Period>('DAY', 'WEEK', 'MONTH'),
  )
  let compared = 0
  fc.assert(
    fc.property(
      fc.array(move, { minLength: 20, maxLength: 120, size: 'max' }),
      fc.array(range, { minLength: 3, maxLength: 3 }),
      fc.integer({ min: days / 2, max: days + 40 }),
      (drawn, asked, complete) => {
        const moves = drawn.map((each, event) => ({ ...each, event }))
        const ofCustomers = [...Map.groupBy(moves, ({ customer }) => customer).values()].map((own) =>
          own.reduce((sum, { event }) => sum + bitOf(event), 0n),
        )
        const groups = groupsOf(moves)
        const completeTo = addDays(first, complete)
        const told = new Set([0n])
        for (const [from, length, by] of asked) {
          // The same range, a day longer, and up to the end: answers that an analyst may subtract.
          for (const before of [from + length, from + length + 1, days])
            for (const sum of answer(groups, from, Math.min(days, before), by, completeTo)) told.add(sum)
          for (const at of [completeTo, addDays(completeTo, 1)])
            for (const sum of answer(groups, 0, days, by, at)) told.add(sum)
        }
        for (const one of told)
          for (const other of told) {
            const n = customersIn(ofCustomers, one, other)
            if (n > 0 && n < customersMin) throw new Error(`a difference is about ${n} customers`)
            if (n > 0 && other !== 0n) compared++
          }
      },
    ),
    { numRuns: 150 },
  )
  // If nothing were shown, the test would be empty.
  expect(compared).toBeGreaterThan(1_000)
})

test('small groups are shown when they have enough customers together, by whole weeks and months only', () => {
  const { small } = groupsOf(Array.from({ length: 6 }, (_, i) => ({ event: i, on: 4 + i * 4, customer: i })))
  const march = { from: dateOf('2026-03-01'), before: dateOf('2026-04-01') }
  const [whole] = released(small, march, 'MONTH', dateOf('2026-04-05'))
  expect(whole).toMatchObject({ period: '2026-03-01', n: 6, isPartial: false })
  const hidden = { n: 0, amount: 0n, isPartial: true }
  const early = released(small, march, 'MONTH', dateOf('2026-03-30'))
  expect(early).toMatchObject([hidden])
  const shorter = { ...march, before: dateOf('2026-03-31') }
  expect(released(small, shorter, 'MONTH', dateOf('2026-04-05'))).toMatchObject([hidden])
  expect(released(small, march, 'WEEK', dateOf('2026-04-05')).every(({ isPartial }) => isPartial)).toBe(true)
})

test('in stocks, counts are rounded down to a multiple of five, and amounts more coarsely the fewer the customers', () => {
  expect([4, 5, 9, 10, 11].map(roundedCount)).toEqual([0, 5, 5, 10, 10])
  expect(roundedAmount(1_234_567n, 12)).toBe(1_000_000n)
  expect(roundedAmount(1_250_000n, 20_000)).toBe(1_300_000n)
  expect(roundedAmount(-1_234_567n, 500_000)).toBe(-1_230_000n)
  expect(roundedAmount(0n, 5)).toBe(0n)
})

const figures = { n: 1, amount: 10n, amount2: 20n, amount3: 30n }
const keys = ['LOCK3M', 'NEW', '0'] as const
const group = (day: string, who: string, changes: Partial<SmallGroup> = {}): SmallGroup => ({
  day: dateOf(day),
  keys,
  ...figures,
  who: [...who],
  ...changes,
})
const march = { from: dateOf('2026-03-01'), before: dateOf('2026-04-01') }
const april = dateOf('2026-04-01')
const shown = (row: Released) =>
  `${row.period} ${row.n} of ${row.customers}${row.isPartial ? ' and more' : ''}`

test('`plus` adds two rows figure by figure', () => {
  expect(plus(figures, figures)).toEqual({ n: 2, amount: 20n, amount2: 40n, amount3: 60n })
})

// 2026-03-02 is a Monday.
const ofWeek = [group('2026-03-02', 'abc'), group('2026-03-08', 'de')]
const ofNext = [group('2026-03-09', 'ab')]

test('five customers of a week are shown for the week, and the rest of the month is withheld', () => {
  const groups = [...ofWeek, ...ofNext]
  expect(released(groups, march, 'WEEK', april)).toEqual([
    {
      period: '2026-03-02',
      keys,
      n: 2,
      amount: 20n,
      amount2: 40n,
      amount3: 60n,
      customers: 5,
      customersRounded: 5,
      isPartial: false,
    },
    { period: '2026-03-09', keys, ...noFigures, customers: 0, customersRounded: 0, isPartial: true },
  ])
  expect(released(groups, march, 'MONTH', april).map(shown)).toEqual([
    '2026-03-01 2 of 5',
    '2026-03-01 0 of 0 and more',
  ])
})

test('a day whose group is too small has a row without figures, marked as partial', () => {
  expect(released([...ofWeek, ...ofNext], march, 'DAY', april).map(shown)).toEqual([
    '2026-03-02 0 of 0 and more',
    '2026-03-08 0 of 0 and more',
    '2026-03-09 0 of 0 and more',
  ])
})

test('a week that is not over, or only partly in the range, is withheld on its days in the range', () => {
  const weekOver = dateOf('2026-03-08')
  expect(released(ofWeek, march, 'WEEK', weekOver).map(shown)).toEqual(['2026-03-02 2 of 5'])
  expect(released(ofWeek, march, 'WEEK', addDays(weekOver, -1)).map(shown)).toEqual([
    '2026-03-02 0 of 0 and more',
  ])
  const withoutSunday = { ...march, before: dateOf('2026-03-08') }
  expect(released(ofWeek, withoutSunday, 'DAY', april).map(shown)).toEqual(['2026-03-02 0 of 0 and more'])
  const sunday = { from: dateOf('2026-03-08'), before: dateOf('2026-03-09') }
  expect(released(ofWeek, sunday, 'DAY', april).map(shown)).toEqual(['2026-03-08 0 of 0 and more'])
  expect(released(ofWeek, sunday, 'MONTH', april).map(shown)).toEqual(['2026-03-01 0 of 0 and more'])
})

test('a month whose remaining groups have enough customers is shown as a whole, once it is over', () => {
  const groups = [group('2026-03-02', 'ab'), group('2026-03-10', 'cd'), group('2026-03-31', 'ef')]
  expect(released(groups, march, 'MONTH', dateOf('2026-03-31')).map(shown)).toEqual(['2026-03-01 3 of 6'])
  expect(released(groups, march, 'MONTH', dateOf('2026-03-30')).map(shown)).toEqual([
    '2026-03-01 0 of 0 and more',
  ])
})

test('groups of different months or with different keys are not joined', () => {
  const groups = [
    group('2026-03-30', 'abc'),
    group('2026-04-01', 'de'),
    group('2026-03-30', 'de', { keys: ['LOCK6M', 'NEW', '0'] }),
  ]
  const both = { ...march, before: dateOf('2026-05-01') }
  expect(released(groups, both, 'WEEK', dateOf('2026-05-01')).every(({ isPartial }) => isPartial)).toBe(true)
})

test('an answer for some days is made from the whole months around them', () => {
  const asked = { from: dateOf('2026-03-31'), before: dateOf('2026-04-01') }
  expect(monthsAround(asked)).toEqual(march)
  expect(monthsAround({ ...asked, before: dateOf('2026-04-02') })).toEqual({ ...march, before: '2026-05-01' })
})

test('the number of customers is rounded to the nearest multiple of five, in SQL as in code', () => {
  const headsOf = (customers: number) =>
    released([group('2026-03-02', 'abcdefghijklmnopqr'.slice(0, customers))], march, 'WEEK', april)[0]
      ?.customersRounded
  expect([5, 7, 8, 12, 13, 17, 18].map(headsOf)).toEqual([5, 5, 10, 10, 15, 15, 20])
  expect(stepSql('n')).toBe('(n + 2 - (n + 2) % 5)')
})

test('the amounts of a row are rounded more coarsely the fewer its customers', () => {
  const row: Released = {
    period: dateOf('2026-03-01'),
    keys,
    n: 214,
    amount: 1_234_567n,
    amount2: -1_250_000n,
    amount3: 449n,
    customers: 10_000,
    customersRounded: 105,
    isPartial: false,
  }
  expect(rounded(row)).toEqual({ ...row, n: 105, amount: 1_200_000n, amount2: -1_300_000n, amount3: 450n })
  expect(rounded({ ...row, customers: 9_999 })).toMatchObject({
    amount: 1_000_000n,
    amount2: -1_000_000n,
    amount3: 400n,
  })
  expect(rounded({ ...row, customers: 100_000 })).toMatchObject({ amount: 1_230_000n, amount2: -1_250_000n })
})

test('a count of people and a part of these are each rounded to the nearest multiple of five', () => {
  const inStepsOf = (n: number, first: number) => {
    const { n: people, amount } = roundedToSteps({
      period: dateOf('2026-03-02'),
      keys,
      n,
      amount: BigInt(first),
      amount2: 0n,
      amount3: 0n,
      customers: n,
      customersRounded: 0,
      isPartial: false,
    })
    return [people, amount]
  }
  expect(inStepsOf(7, 2)).toEqual([5, 0n])
  expect(inStepsOf(8, 3)).toEqual([10, 5n])
  expect(inStepsOf(214, 213)).toEqual([215, 215n])
})

test('groups with different keys stay apart, even if the keys joined into one text are equal', () => {
  const groups = [
    group('2026-03-02', 'A', { keys: ['A', 'BC', '0'] }),
    group('2026-03-03', 'B', { keys: ['AB', 'C', '0'] }),
  ]
  expect(released(groups, march, 'DAY', dateOf('2026-04-05')).map(({ keys }) => keys)).toEqual([
    ['A', 'BC', '0'],
    ['AB', 'C', '0'],
  ])
})
