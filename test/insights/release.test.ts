import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { addDays, type LocalDate } from '../../src/kernel/calendar.js'
import { periodOf, type Period } from '../../src/bank/insights/rules/periods.rules.js'
import {
  customersMin,
  monthsAround,
  noFigures,
  released,
  roundedAmount,
  roundedCount,
  type SmallGroup,
} from '../../src/bank/insights/rules/release.rules.js'
import { dateOf } from '../support/typed.js'

const first = dateOf('2026-02-25')
const days = 40

/** Each event is a bit of the amount, so that a sum tells which are in it. */
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

/** All that an analyst is told of some dates, as one amount. */
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

/** Whom the events are about that are in the one answer and not in the other. */
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
          // The same a day longer and a day later, and the whole: what a difference is made of.
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
    { numRuns: 60 },
  )
  // Books of which nothing is shown would prove nothing.
  expect(compared).toBeGreaterThan(1_000)
})

test('small groups are shown once they are enough, and by whole weeks and months alone', () => {
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

test('what stands is told in steps that one customer does not make', () => {
  expect([4, 5, 9, 10, 11].map(roundedCount)).toEqual([0, 5, 5, 10, 10])
  expect(roundedAmount(1_234_567n, 12)).toBe(1_000_000n)
  expect(roundedAmount(1_250_000n, 200)).toBe(1_300_000n)
  expect(roundedAmount(-1_234_567n, 5_000)).toBe(-1_230_000n)
  expect(roundedAmount(0n, 5)).toBe(0n)
})
