import { describe, expect, test } from '@jest/globals'
import { completenessOf, confidenceOf } from '../../../src/scoring-service/card/completeness.rules.js'
import { factsOf } from '../../../src/scoring-service/card/features/features.rules.js'
import type { ClassifiedRow } from '../../../src/scoring-service/card/rows/classify.rules.js'
import { dayOf } from '../../../src/scoring-service/card/rows/dossier.rules.js'
import { dossierWith, eachMonth, factsWith, read } from './facts.js'

const months = ['2025-01', '2025-02', '2025-03']
const period = ['2025-01-01', '2025-03-31'] as const
const salary = months.map((month) => read({ at: `${month}-01`, in: 1000, isIncome: true }))
const living = months.map((month) => read({ at: `${month}-05`, out: 600 }))
const range = (first: string, last: string) => ({ first: dayOf(first), last: dayOf(last) })

describe('the facts of a dossier', () => {
  test('have quartiles of the income, rounded half up', () => {
    const rows = [1, 2, 3, 4].map((amount, index) =>
      read({ at: `2025-0${index + 1}-10`, in: amount, isIncome: true }),
    )
    expect(factsWith(['2025-01-01', '2025-04-30'], rows)).toMatchObject({
      incomes: [1, 2, 3, 4],
      incomeP25: 2,
      observedIncome: 3,
      dependableIncome: 3,
      stayingIncome: 3,
      incomeP75: 3,
      totalIncome: 10,
    })
  })

  test('have inflow and outflow without the overdraft, and the days with any counted row as active', () => {
    const rows = [
      ...salary,
      ...living,
      read({ at: '2025-01-05', in: 70, kind: 'overdraftDraw' }),
      read({ at: '2025-01-06', out: 70, kind: 'overdraftRepayment' }),
      read({ at: '2025-01-07', out: 40, kind: 'loanRepayment' }),
    ]
    expect(factsWith(period, rows)).toMatchObject({
      inflow: 3000,
      outflow: 1840,
      livingCosts: [600, 600, 600],
      activeDayCount: 8,
    })
  })

  test('have as monthlyDebt the repayments of a month, and as debtBurden also a third of what is owed with its price', () => {
    const rows = [
      read({ at: '2025-01-07', in: 360, kind: 'loanDisbursement' }),
      read({ at: '2025-02-07', out: 120, kind: 'loanRepayment' }),
    ]
    expect(factsWith(period, rows)).toMatchObject({ monthlyDebt: 40, debtBurden: 40 + 100 })
  })

  test('have the share of used months with a utility payment, and the empty months', () => {
    const rows = [
      read({ at: '2025-01-07', out: 10, spending: 'utilities' }),
      read({ at: '2025-01-08', out: 10, spending: 'bills' }),
      read({ at: '2025-02-07', out: 10, spending: 'bills' }),
    ]
    expect(factsWith(period, rows)).toMatchObject({ utilityMonthsShare: 1 / 3, emptyMonths: 1 })
  })

  test('have as gaps the days that no statement of the main account covers', () => {
    const mainCovered = [
      range('2025-01-01', '2025-01-10'),
      range('2025-01-14', '2025-02-10'),
      range('2025-02-16', '2025-03-31'),
    ]
    expect(factsWith(period, [], { mainCovered }).gapDays).toBe(3 + 5)
    expect(factsWith(period, []).gapDays).toBe(0)
  })

  test.each([
    [null, 0],
    ['2025-03-31T23:59:59Z', 0],
    ['2025-04-01T00:00:00Z', 1],
    ['2025-04-10T12:00:00Z', 10],
    ['2025-03-01T12:00:00Z', 0],
  ])('requested at %s have statements that are %d days old', (asOf, expected) => {
    expect(factsOf(dossierWith(period, []), asOf === null ? null : new Date(asOf)).ageDays).toBe(expected)
  })

  test('have low balances by the limits of the currency', () => {
    const rows = [read({ at: '2025-01-01', in: 1, after: 499_99 })]
    const lowDays = (currency: string) => factsWith(period, rows, { currency }).lowBalanceDays
    expect([lowDays('KES'), lowDays('XAF')]).toEqual([0, 90])
    expect(factsWith(period, rows).averageBalance).toBe(499_99)
  })
})

describe('the features of the card', () => {
  const rows: readonly ClassifiedRow[] = [
    ...salary,
    ...living,
    read({ at: '2025-01-06', out: 60, kind: 'bettingStake' }),
    read({ at: '2025-02-06', out: 90, kind: 'savingsDeposit' }),
    read({ at: '2025-03-06', in: 30, kind: 'savingsWithdrawal' }),
    read({ at: '2025-03-01', in: 100, kind: 'loanDisbursement', lender: 'tala' }),
    read({ at: '2025-01-08 10:00:00', in: 20, kind: 'overdraftDraw' }),
    read({ at: '2025-01-08 11:00:00', out: 20, kind: 'overdraftRepayment' }),
    read({ at: '2025-02-08 10:00:00', in: 20, kind: 'overdraftDraw' }),
    read({ at: '2025-02-08 11:00:00', out: 20, kind: 'overdraftRepayment' }),
  ]

  test('are computed from the rows', () => {
    expect(factsWith(period, rows).features).toEqual({
      incomeRegularity: 1,
      incomeShortfall: 0,
      netCashRatio: (3000 - 1860 - 25) / 3000,
      daysOfCover: null,
      lowBalanceShare: null,
      overdraftShare: 2 / 90,
      debtService: 42 / 1000,
      repaid: null,
      lenders: 1,
      betting: 60 / 3000,
      fullMonths: 3,
      netSaving: (90 - 30 - 100) / 1860,
      recentIncome: null,
    })
  })

  test('ignore money that is passed on, which still counts as income', () => {
    const through = months.flatMap((month) => [
      read({ at: `${month}-20`, in: 300, isIncome: true }),
      read({ at: `${month}-21`, out: 300 }),
    ])
    const facts = factsWith(period, [...rows, ...through])
    expect(facts.features).toEqual(factsWith(period, rows).features)
    expect(facts).toMatchObject({ totalIncome: 3900, dependableIncome: 1300, stayingIncome: 1000 })
    expect(facts.onward).toEqual(new Set(through))
  })

  test('count as days of overdraft the days below zero or the days with a draw, whichever are more', () => {
    const earlier = read({ at: '2025-01-01', in: 5, after: 5 })
    const later = read({ at: '2025-03-27', out: 10, after: -5 })
    expect(factsWith(period, [earlier, later]).features.overdraftShare).toBe(5 / 90)
    const drawn = [1, 2, 3, 4, 5, 6].map((day) =>
      read({ at: `2025-02-0${day}`, in: 1, kind: 'overdraftDraw' }),
    )
    expect(factsWith(period, [earlier, ...drawn, later]).features.overdraftShare).toBe(6 / 90)
  })

  test('have no net saving without income', () => {
    const put = [read({ at: '2025-02-06', out: 90, kind: 'savingsDeposit' }), ...living]
    expect(factsWith(period, put).features.netSaving).toBe(0)
    expect(factsWith(period, [...put, ...salary]).features.netSaving).toBe(0.05)
  })
})

describe('completeness', () => {
  const base = factsWith(['2025-01-01', '2025-05-31'], [])
  const covering = (monthsWithRows: number) => ({
    ...base,
    calendar: { ...base.calendar, monthsWithRows },
  })

  test.each([
    [6, 1, 'Green'],
    [5, 1, 'Green'],
    [4, 0.8, 'Yellow'],
    [3, 0.6, 'Red'],
    [0, 0, 'Red'],
  ])(
    'with rows in %d months, of which five are covered, is %d with the flag %s',
    (monthsWithRows, monthsWithRowsShare, flag) => {
      expect(completenessOf(covering(monthsWithRows))).toEqual({
        from: '2025-01-01',
        to: '2025-05-31',
        monthsWithRowsShare,
        flag,
      })
    },
  )

  test('has no period without a covered day', () => {
    expect(completenessOf(factsWith(period, [], { covered: [] }))).toMatchObject({
      from: '1970-01-01',
      to: '1970-01-01',
    })
  })

  test('confidence weighs coverage, months, rows, balances and wordings', () => {
    const facts = factsWith(
      ['2025-01-01', '2025-05-31'],
      [
        ...eachMonth(['2025-01', '2025-02', '2025-03', '2025-04'], { in: 100 }),
        read({ at: '2025-04-11', out: 100, recognised: false }),
      ],
      { reconciliation: { groups: 8, agreeing: 6 } },
    )
    expect(confidenceOf(facts)).toBeCloseTo(
      0.3 * 0.8 + (0.2 * 5) / 12 + (0.15 * 5) / 600 + 0.2 * 0.75 + 0.15 * 0.8,
      10,
    )
    expect(confidenceOf(factsWith(period, [read({ at: '2025-01-01', out: 5 })]))).toBeCloseTo(
      0.3 / 3 + 0.2 / 4 + 0.15 / 600 + 0.15,
      10,
    )
  })

  test('confidence does not rise with more than enough months and rows', () => {
    const rows = eachMonth(
      Array.from({ length: 601 }, () => '2025-01'),
      { in: 1 },
    )
    const facts = factsWith(period, rows)
    const full = { ...facts, calendar: { ...facts.calendar, fullMonths: 13, monthsWithRows: 3 } }
    expect(confidenceOf(full)).toBeCloseTo(0.3 + 0.2 + 0.15 + 0.15, 10)
  })
})
