import { describe, expect, test } from '@jest/globals'
import {
  dependableOf,
  meansFacts,
  passingOf,
} from '../../../src/scoring-service/card/features/means.rules.js'
import {
  calendarOf,
  monthly,
  monthSums,
  type Month,
} from '../../../src/scoring-service/card/features/months.rules.js'
import type { ClassifiedRow } from '../../../src/scoring-service/card/rows/classify.rules.js'
import { dayOf } from '../../../src/scoring-service/card/rows/dossier.rules.js'
import { dossierWith, eachMonth, read } from './facts.js'

const earned = (at: string, amount: number, wish: object = {}) =>
  read({ at, in: amount, isIncome: true, ...wish })
const range = (first: string, last: string) => ({ first: dayOf(first), last: dayOf(last) })
const calendarFrom = (first: string, last: string, rows: readonly ClassifiedRow[] = []) =>
  calendarOf(dossierWith([first, last], rows))
const shown = (months: readonly Month[]) => months.map(({ month, covered }) => [month, covered])

describe('months of a dossier', () => {
  test('that are covered whole are full, over the end of a year too', () => {
    expect(calendarFrom('2024-12-01', '2025-01-31')).toEqual({
      all: [
        { month: '2024-12', days: 31, covered: 31 },
        { month: '2025-01', days: 31, covered: 31 },
      ],
      fullMonths: 2,
      used: [
        { month: '2024-12', days: 31, covered: 31 },
        { month: '2025-01', days: 31, covered: 31 },
      ],
      method: 'full_months',
      days: 62,
      monthsWithRows: 0,
    })
  })

  test('one that lacks three days counts for depth, one that lacks four does not', () => {
    expect(calendarFrom('2025-01-04', '2025-03-28')).toMatchObject({ fullMonths: 3, days: 84 })
    expect(calendarFrom('2025-01-05', '2025-03-28')).toMatchObject({ fullMonths: 2 })
    expect(calendarFrom('2025-01-04', '2025-03-27')).toMatchObject({ fullMonths: 2 })
  })

  test('one that lacks days is used where its income reaches the usual month, in the order of time', () => {
    const rows = [
      earned('2025-01-10', 100),
      earned('2025-02-10', 100),
      earned('2025-03-10', 99),
      read({ at: '2025-03-11', in: 500 }),
      earned('2025-03-12', 50, { netted: 50 }),
    ]
    const { used, fullMonths } = calendarFrom('2025-01-04', '2025-03-28', rows)
    expect(fullMonths).toBe(3)
    expect(used).toEqual([
      { month: '2025-01', days: 31, covered: 31 },
      { month: '2025-02', days: 28, covered: 28 },
    ])
  })

  test('without a whole month nothing is usual, and all that are nearly whole are used', () => {
    expect(calendarFrom('2025-01-02', '2025-02-26').used.map(({ month }) => month)).toEqual([
      '2025-01',
      '2025-02',
    ])
  })

  test('fewer than two full ones are used with all that are covered', () => {
    const calendar = calendarFrom('2025-01-10', '2025-02-10', [
      earned('2025-01-10', 5),
      earned('2025-01-11', 5),
    ])
    expect(shown(calendar.used)).toEqual([
      ['2025-01', 22],
      ['2025-02', 10],
    ])
    expect(calendar).toMatchObject({ method: 'pro_rated', fullMonths: 0, days: 32, monthsWithRows: 1 })
    expect(calendarFrom('2025-01-01', '2025-02-10')).toMatchObject({ method: 'pro_rated', fullMonths: 1 })
  })

  test('a month that no statement covers is one of all, and never used', () => {
    const covered = [range('2025-01-20', '2025-01-31'), range('2025-03-01', '2025-03-05')]
    const calendar = calendarOf(dossierWith(['2025-01-20', '2025-03-05'], [], { covered, depth: covered }))
    expect(shown(calendar.all)).toEqual([
      ['2025-01', 12],
      ['2025-02', 0],
      ['2025-03', 5],
    ])
    expect(shown(calendar.used)).toEqual([
      ['2025-01', 12],
      ['2025-03', 5],
    ])
    expect(calendar.days).toBe(17)
  })

  test('depth is that of the main account', () => {
    const depth = [range('2025-01-01', '2025-02-28')]
    expect(calendarOf(dossierWith(['2025-01-01', '2025-06-30'], [], { depth }))).toMatchObject({
      fullMonths: 2,
      days: 181,
    })
  })

  test('without a covered day there is nothing', () => {
    const nothing = { covered: [], depth: [] }
    expect(calendarOf(dossierWith(['2025-01-01', '2025-01-31'], [], nothing))).toMatchObject({
      used: [],
      method: 'pro_rated',
      days: 0,
    })
  })
})

describe('sums by month', () => {
  const rows = [
    earned('2025-01-10', 60),
    earned('2025-01-11', 41),
    earned('2025-02-10', 0),
    earned('2025-03-10', 7),
  ]
  const paidIn = ({ row }: ClassifiedRow) => row.paidIn

  test('as they are, without months of nothing', () => {
    expect([...monthSums(rows, paidIn)]).toEqual([
      ['2025-01', 101],
      ['2025-03', 7],
    ])
  })

  test.each([
    [31, 101],
    [10, 313],
    [2, 1566],
    [0, 101],
  ])('a month of which %d days of 31 are covered', (covered, expected) => {
    expect(monthly([{ month: '2025-01', days: 31, covered }], rows, paidIn)).toEqual([expected])
  })

  test('in the order that is asked for', () => {
    const whole = (month: string) => ({ month, days: 30, covered: 30 })
    expect(monthly([whole('2025-03'), whole('2025-02'), whole('2025-01')], rows, paidIn)).toEqual([7, 0, 101])
  })
})

describe('what each month had against what living cost', () => {
  const months = ['2025-01', '2025-02', '2025-03', '2025-04']
  const facts = (
    incomes: readonly number[],
    livingCosts: readonly number[],
    before: Readonly<Record<string, number>> = {},
  ) => {
    const used = months.slice(0, livingCosts.length).map((month) => ({ month, days: 30, covered: 30 }))
    const calendar = { ...calendarFrom('2025-01-01', '2025-04-30'), used }
    return meansFacts(calendar, incomes, livingCosts, { balances: [], before: (month) => before[month] ?? 0 })
  }

  test('is regular where half is reached, and short by what it lacks', () => {
    expect(facts([50, 49, 200], [100, 100, 100])).toEqual({
      regularity: 2 / 3,
      shortfall: Math.sqrt((0.5 ** 2 + 0.51 ** 2) / 3),
      recent: null,
    })
  })

  test('a month of nothing that needs nothing is not regular; one that has something is', () => {
    expect(facts([0, 1], [0, 0])).toMatchObject({ regularity: 0.5, shortfall: 0 })
  })

  test('own money from before counts, and debt does not count against it', () => {
    expect(facts([0, 0], [100, 100], { '2025-01': 80, '2025-02': -80 })).toMatchObject({
      regularity: 0.5,
      shortfall: Math.sqrt((0.2 ** 2 + 1) / 2),
    })
  })

  test('what is needed is the usual cost of living until then', () => {
    // 100, then (100 + 300) / 2, then 200.
    expect(facts([50, 99, 100], [100, 300, 200])).toMatchObject({
      regularity: 2 / 3,
      shortfall: Math.sqrt((0.5 ** 2 + 0.505 ** 2 + 0.5 ** 2) / 3),
    })
  })

  test('recent income is that of three months and own money from before, against the months before them', () => {
    const livingCosts = [80, 500, 500, 500]
    expect(facts([100, 50, 60, 70], livingCosts).recent).toBe(180 / 240)
    expect(facts([100, 50, 60, 70], livingCosts, { '2025-02': 30 }).recent).toBe(210 / 240)
    expect(facts([100, 50, 60, 70], livingCosts, { '2025-02': -30 }).recent).toBe(150 / 240)
    expect(facts([50, 60, 70], [1, 1, 1]).recent).toBeNull()
  })
})

describe('what can be counted on', () => {
  const times = (count: number, amount: number) => Array.from({ length: count }, () => amount)

  test.each([
    ['the usual month', [10, 30, 20], 20],
    ['of two the mean, a half upwards', [0, 1], 1],
    ['eleven months have no seasons', [...times(4, 300), ...times(7, 0)], 0],
    ['four fifths of the mean of twelve', [...times(4, 300), ...times(8, 0)], 80],
    ['a half of it upwards', [...times(2, 1), ...times(10, 3)], 3],
    ['one windfall counts as the second best', [...times(11, 100), 9000], 100],
    ['the larger of both', [...times(6, 0), ...times(6, 200)], 100],
  ])('%s', (_, incomes, expected) => {
    expect(dependableOf(incomes)).toBe(expected)
  })
})

describe('income that goes on in one piece', () => {
  const months = ['2025-01', '2025-02', '2025-03']
  const calendar = calendarFrom('2025-01-01', '2025-03-31')
  const pass = (amount: number, to: object = {}) =>
    months.flatMap((month) => [
      earned(`${month}-20`, amount),
      read({ at: `${month}-21`, out: amount, ...to }),
    ])
  const salary = eachMonth(months, { in: 1000, isIncome: true })

  test('carries nothing from a fifth of what is left without it', () => {
    const rows = pass(200)
    const { staying, onward } = passingOf([...salary, ...rows], calendar)
    expect([staying, onward]).toEqual([1000, new Set(rows)])
  })

  test('is how people live below it', () => {
    const { staying, onward } = passingOf([...salary, ...pass(199)], calendar)
    expect([staying, onward.size]).toEqual([1199, 0])
  })

  test('taken out in cash it stays in the score, and carries nothing', () => {
    const { staying, onward } = passingOf([...salary, ...pass(200, { kind: 'agentWithdrawal' })], calendar)
    expect([staying, onward.size]).toEqual([1000, 0])
  })

  test('where nothing else is earned it stays in the score, and carries nothing', () => {
    const { staying, onward } = passingOf(pass(200), calendar)
    expect([staying, onward.size]).toEqual([0, 0])
  })
})
