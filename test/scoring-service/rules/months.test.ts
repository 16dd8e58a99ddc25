import { describe, expect, test } from '@jest/globals'
import {
  dependableOf,
  resourceFacts,
  incomePassedOn,
} from '../../../src/scoring-service/card/features/resources.rules.js'
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

describe('the months of a dossier', () => {
  test('are full if all their days are covered, even over the end of a year', () => {
    expect(calendarFrom('2024-12-01', '2025-01-31')).toEqual({
      all: [
        { month: '2024-12', length: 31, covered: 31 },
        { month: '2025-01', length: 31, covered: 31 },
      ],
      fullMonths: 2,
      used: [
        { month: '2024-12', length: 31, covered: 31 },
        { month: '2025-01', length: 31, covered: 31 },
      ],
      method: 'full_months',
      coveredDays: 62,
      monthsWithRows: 0,
    })
  })

  test('count as full with three days missing, but not with four', () => {
    expect(calendarFrom('2025-01-04', '2025-03-28')).toMatchObject({ fullMonths: 3, coveredDays: 84 })
    expect(calendarFrom('2025-01-05', '2025-03-28')).toMatchObject({ fullMonths: 2 })
    expect(calendarFrom('2025-01-04', '2025-03-27')).toMatchObject({ fullMonths: 2 })
  })

  test('are used with days missing only if their income reaches that of the median month', () => {
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
      { month: '2025-01', length: 31, covered: 31 },
      { month: '2025-02', length: 28, covered: 28 },
    ])
  })

  test('are all used if none is complete and they are nearly complete', () => {
    expect(calendarFrom('2025-01-02', '2025-02-26').used.map(({ month }) => month)).toEqual([
      '2025-01',
      '2025-02',
    ])
  })

  test('are all used if fewer than two are full', () => {
    const calendar = calendarFrom('2025-01-10', '2025-02-10', [
      earned('2025-01-10', 5),
      earned('2025-01-11', 5),
    ])
    expect(shown(calendar.used)).toEqual([
      ['2025-01', 22],
      ['2025-02', 10],
    ])
    expect(calendar).toMatchObject({ method: 'pro_rated', fullMonths: 0, coveredDays: 32, monthsWithRows: 1 })
    expect(calendarFrom('2025-01-01', '2025-02-10')).toMatchObject({ method: 'pro_rated', fullMonths: 1 })
  })

  test('are listed but never used if no statement covers them', () => {
    const covered = [range('2025-01-20', '2025-01-31'), range('2025-03-01', '2025-03-05')]
    const calendar = calendarOf(
      dossierWith(['2025-01-20', '2025-03-05'], [], { covered, mainCovered: covered }),
    )
    expect(shown(calendar.all)).toEqual([
      ['2025-01', 12],
      ['2025-02', 0],
      ['2025-03', 5],
    ])
    expect(shown(calendar.used)).toEqual([
      ['2025-01', 12],
      ['2025-03', 5],
    ])
    expect(calendar.coveredDays).toBe(17)
  })

  test('count as full by the days of the main account', () => {
    const mainCovered = [range('2025-01-01', '2025-02-28')]
    expect(calendarOf(dossierWith(['2025-01-01', '2025-06-30'], [], { mainCovered }))).toMatchObject({
      fullMonths: 2,
      coveredDays: 181,
    })
  })

  test('are none without a covered day', () => {
    const nothing = { covered: [], mainCovered: [] }
    expect(calendarOf(dossierWith(['2025-01-01', '2025-01-31'], [], nothing))).toMatchObject({
      used: [],
      method: 'pro_rated',
      coveredDays: 0,
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

  test('leave out months with a sum of 0', () => {
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
  ])('extrapolate 101 in %d covered days of 31 to %d', (covered, expected) => {
    expect(monthly([{ month: '2025-01', length: 31, covered }], rows, paidIn)).toEqual([expected])
  })

  test('are in the order of the given months', () => {
    const whole = (month: string) => ({ month, length: 30, covered: 30 })
    expect(monthly([whole('2025-03'), whole('2025-02'), whole('2025-01')], rows, paidIn)).toEqual([7, 0, 101])
  })
})

describe('the resources of a month (its income, and own money from before), compared with the cost of living', () => {
  const months = ['2025-01', '2025-02', '2025-03', '2025-04']
  const facts = (
    incomes: readonly number[],
    livingCosts: readonly number[],
    before: Readonly<Record<string, number>> = {},
  ) => {
    const used = months.slice(0, livingCosts.length).map((month) => ({ month, length: 30, covered: 30 }))
    const calendar = { ...calendarFrom('2025-01-01', '2025-04-30'), used }
    return resourceFacts(calendar, incomes, livingCosts, {
      balances: [],
      atStartOf: (month) => before[month] ?? 0,
    })
  }

  test('are regular if they reach half of the cost; the shortfall is the root mean square of the missing shares', () => {
    expect(facts([50, 49, 200], [100, 100, 100])).toEqual({
      regularity: 2 / 3,
      shortfall: Math.sqrt((0.5 ** 2 + 0.51 ** 2) / 3),
      recent: null,
    })
  })

  test('are regular without any cost only if there is some money', () => {
    expect(facts([0, 1], [0, 0])).toMatchObject({ regularity: 0.5, shortfall: 0 })
  })

  test('include own money from before, but no debt', () => {
    expect(facts([0, 0], [100, 100], { '2025-01': 80, '2025-02': -80 })).toMatchObject({
      regularity: 0.5,
      shortfall: Math.sqrt((0.2 ** 2 + 1) / 2),
    })
  })

  test('are compared with the median cost of living until then', () => {
    // The cost is 100, then (100 + 300) / 2, then 200.
    expect(facts([50, 99, 100], [100, 300, 200])).toMatchObject({
      regularity: 2 / 3,
      shortfall: Math.sqrt((0.5 ** 2 + 0.505 ** 2 + 0.5 ** 2) / 3),
    })
  })

  test('of the last three months and own money from before are compared with the cost of the months before', () => {
    const livingCosts = [80, 500, 500, 500]
    expect(facts([100, 50, 60, 70], livingCosts).recent).toBe(180 / 240)
    expect(facts([100, 50, 60, 70], livingCosts, { '2025-02': 30 }).recent).toBe(210 / 240)
    expect(facts([100, 50, 60, 70], livingCosts, { '2025-02': -30 }).recent).toBe(150 / 240)
    expect(facts([50, 60, 70], [1, 1, 1]).recent).toBeNull()
  })
})

describe('the dependable income', () => {
  const times = (count: number, amount: number) => Array.from({ length: count }, () => amount)

  test.each([
    ['is the median month', [10, 30, 20], 20],
    ['is the mean of two months, rounded half up', [0, 1], 1],
    ['is the median month of eleven, without seasons', [...times(4, 300), ...times(7, 0)], 0],
    ['is four fifths of the mean of twelve months', [...times(4, 300), ...times(8, 0)], 80],
    ['is rounded half up', [...times(2, 1), ...times(10, 3)], 3],
    ['counts one windfall as the second best month', [...times(11, 100), 9000], 100],
    ['is the larger of both', [...times(6, 0), ...times(6, 200)], 100],
  ])('%s', (_, incomes, expected) => {
    expect(dependableOf(incomes)).toBe(expected)
  })
})

describe('income that is passed on', () => {
  const months = ['2025-01', '2025-02', '2025-03']
  const calendar = calendarFrom('2025-01-01', '2025-03-31')
  const pass = (amount: number, to: object = {}) =>
    months.flatMap((month) => [
      earned(`${month}-20`, amount),
      read({ at: `${month}-21`, out: amount, ...to }),
    ])
  const salary = eachMonth(months, { in: 1000, isIncome: true })

  test('is taken off the income if it is at least a fifth of the other income', () => {
    const rows = pass(200)
    const { staying, onward } = incomePassedOn([...salary, ...rows], calendar)
    expect([staying, onward]).toEqual([1000, new Set(rows)])
  })

  test('stays part of the income if it is less than a fifth of the other income', () => {
    const { staying, onward } = incomePassedOn([...salary, ...pass(199)], calendar)
    expect([staying, onward.size]).toEqual([1199, 0])
  })

  test('in cash is taken off the income, but counts for the score', () => {
    const { staying, onward } = incomePassedOn(
      [...salary, ...pass(200, { kind: 'agentWithdrawal' })],
      calendar,
    )
    expect([staying, onward.size]).toEqual([1000, 0])
  })

  test('is taken off the income if there is no other income, but counts for the score', () => {
    const { staying, onward } = incomePassedOn(pass(200), calendar)
    expect([staying, onward.size]).toEqual([0, 0])
  })
})
