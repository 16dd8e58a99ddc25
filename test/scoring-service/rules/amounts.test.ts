import { describe, expect, test } from '@jest/globals'
import {
  amountOf,
  amountOfKind,
  daysWith,
  gainOf,
  incomeOf,
  inflowOf,
  livingCostOf,
  outflowOf,
  savedOfKind,
  total,
} from '../../../src/scoring-service/card/features/amounts.rules.js'
import { borrowingSection } from '../../../src/scoring-service/card/features/borrowing.rules.js'
import {
  lastDay,
  lendersOf,
  monthlyDebtOf,
  repaidOf,
} from '../../../src/scoring-service/card/features/debt.rules.js'
import { lendingOf } from '../../../src/scoring-service/card/features/lending.rules.js'
import { spendingByCategory, spendingOf } from '../../../src/scoring-service/card/features/spending.rules.js'
import {
  countBy,
  finite,
  median,
  percentile,
  ratio,
  sum,
  sumBy,
  twoDecimals,
  units,
  variation,
  wholeHundredths,
  winsorisedMean,
} from '../../../src/scoring-service/card/features/statistics.rules.js'
import { calendarOf } from '../../../src/scoring-service/card/features/months.rules.js'
import { dayOf } from '../../../src/scoring-service/card/rows/dossier.rules.js'
import type { RowKind } from '../../../src/scoring-service/card/rows/wordings.js'
import { dossierWith, factsWith, read, type Wish } from './facts.js'

const day = '2025-01-10'
const inOf = (wish: Partial<Wish>) => read({ at: day, in: 100, ...wish })
const outOf = (wish: Partial<Wish>) => read({ at: day, out: 100, ...wish })

describe('the value of a row', () => {
  test('counts as income what did not go round, if the row is income', () => {
    expect(incomeOf(inOf({ isIncome: true, netted: 30 }))).toBe(70)
    expect(incomeOf(inOf({ netted: 30 }))).toBe(0)
  })

  test.each<[RowKind, number]>([
    ['overdraftDraw', 0],
    ['overdraftRepayment', 0],
    ['loanDisbursement', 100],
    ['transferIn', 100],
  ])('of kind %s counts %d of 100 as inflow and as outflow', (kind, expected) => {
    expect([inflowOf(inOf({ kind })), outflowOf(outOf({ kind }))]).toEqual([expected, expected])
  })

  test.each<[RowKind, number]>([
    ['overdraftDraw', 0],
    ['overdraftRepayment', 0],
    ['loanDisbursement', 0],
    ['loanRepayment', 0],
    ['savingsDeposit', 0],
    ['savingsWithdrawal', 0],
    ['bettingPayout', 70],
    ['payBill', 70],
  ])('of kind %s counts %d of 100 as gain and as cost of living, if 30 went round', (kind, expected) => {
    expect(gainOf(inOf({ kind, netted: 30 }))).toBe(expected)
    expect(livingCostOf(outOf({ kind, netted: 30 }))).toBe(expected)
  })

  test('is 0 as gain for money out, and as cost of living for money in', () => {
    expect(gainOf(outOf({ netted: 30 }))).toBe(0)
    expect(livingCostOf(inOf({ netted: 30 }))).toBe(0)
  })

  test('counts savings as cost of living, and not as saved, if no wording of the issuer shows that they are savings', () => {
    const called = { isIssuersWording: false, netted: 30 }
    expect(livingCostOf(outOf({ kind: 'savingsDeposit', ...called }))).toBe(70)
    expect(livingCostOf(outOf({ kind: 'loanRepayment', ...called }))).toBe(0)
    expect(savedOfKind('savingsDeposit')(outOf({ kind: 'savingsDeposit', ...called }))).toBe(0)
    expect(savedOfKind('savingsDeposit')(outOf({ kind: 'savingsDeposit', netted: 30 }))).toBe(70)
    expect(savedOfKind('savingsDeposit')(outOf({ kind: 'savingsWithdrawal' }))).toBe(0)
  })

  test('is the amount in or out, of any kind or only of the given kind', () => {
    expect([amountOf(inOf({})), amountOf(outOf({}))]).toEqual([100, 100])
    expect(amountOfKind('payBill')(outOf({ kind: 'payBill' }))).toBe(100)
    expect(amountOfKind('payBill')(outOf({ kind: 'buyGoods' }))).toBe(0)
  })

  test('is summed over rows, and the days of rows are counted', () => {
    const rows = [inOf({}), outOf({}), read({ at: '2025-01-12', in: 5 })]
    expect(total(rows, amountOf)).toBe(205)
    expect(daysWith(rows, ({ row }) => row.paidIn > 0)).toEqual(new Set([dayOf(day), dayOf('2025-01-12')]))
    expect(daysWith(rows, ({ row }) => row.paidOut > 0)).toEqual(new Set([dayOf(day)]))
  })

  test('counts as spending with its charges, which are not counted again', () => {
    expect(spendingOf(outOf({ spending: 'groceries', charges: 7 }))).toBe(107)
    expect(spendingOf(outOf({ spending: 'charges', chargeOf: 0 }))).toBe(0)
    expect(spendingOf(outOf({}))).toBe(0)
    const rows = [
      outOf({ spending: 'groceries' }),
      outOf({ spending: 'bills', charges: 50 }),
      outOf({ spending: 'groceries' }),
      read({ at: day, spending: 'airtime_data' }),
      outOf({}),
    ]
    expect(spendingByCategory(rows)).toEqual([
      ['groceries', 200],
      ['bills', 150],
    ])
  })
})

describe('statistics', () => {
  test('a percentile is interpolated between two values, whatever their order', () => {
    expect(percentile([40, 10, 20, 30], 0.25)).toBe(17.5)
    expect(percentile([40, 10, 20, 30], 1)).toBe(40)
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5])
    expect(sum([1, 2, 3])).toBe(6)
  })

  test('a winsorised mean counts the largest value as the next largest', () => {
    expect([winsorisedMean([10, 30]), winsorisedMean([30, 10, 20])]).toEqual([10, 50 / 3])
  })

  test('a ratio without a divisor is 0 or infinite, and a variation without a mean above 0 is infinite', () => {
    expect([ratio(0, 0), ratio(2, -1), ratio(-2, -1), ratio(0, 5)]).toEqual([0, Infinity, -Infinity, 0])
    expect([variation([-4, -4]), variation([-1, 1]), variation([1, 3])]).toEqual([Infinity, Infinity, 0.5])
  })

  test('amounts are rounded half up', () => {
    expect([0.4, 0.5, 1.5, -0.5].map(wholeHundredths)).toEqual([0, 1, 2, 0])
    expect([units(149.5), units(-0.4), units(1)]).toEqual([1.5, 0, 0.01])
    expect([twoDecimals(1.006), twoDecimals(-0.001), twoDecimals(0.5)]).toEqual([1.01, 0, 0.5])
  })

  test('a number that JSON cannot have is null', () => {
    expect([finite(5), finite(null), finite(Infinity), finite(Number.NaN)]).toEqual([5, null, null, null])
  })

  test('items are counted and summed by a key', () => {
    const items = ['aa', 'b', 'ac']
    expect([...countBy(items, ([first = '']) => first)]).toEqual([
      ['a', 2],
      ['b', 1],
    ])
    expect([
      ...sumBy(
        items,
        ([first = '']) => first,
        ({ length }) => length,
      ),
    ]).toEqual([
      ['a', 4],
      ['b', 1],
    ])
  })
})

const loan = (at: string, amount: number, lender: string | null = 'tala') =>
  read({ at, in: amount, kind: 'loanDisbursement', lender })
const repay = (at: string, amount: number, lender: string | null = 'tala') =>
  read({ at, out: amount, kind: 'loanRepayment', lender })
const period = ['2025-01-01', '2025-03-31'] as const
const lending = (...rows: Parameters<typeof dossierWith>[1]) => lendingOf(dossierWith(period, rows))

describe('loans and what is owed', () => {
  test('a loan that was repaid costs its price and nothing more', () => {
    expect(lending(loan('2025-01-01', 1000), repay('2025-01-20', 1100))).toEqual({
      owed: 0,
      overdue: 0,
      repaid: 1000,
      price: 100,
      owedByDay: new Map([
        [dayOf('2025-01-01'), 1000],
        [dayOf('2025-01-20'), 0],
      ]),
    })
  })

  test('a loan that was partly repaid is still owed, with a price of a quarter of the rest', () => {
    expect(
      lending(loan('2025-03-01', 1000), repay('2025-03-02', 400), repay('2025-03-03', 200)),
    ).toMatchObject({
      owed: 400,
      repaid: 600,
      price: 100,
    })
  })

  test.each([
    ['a quarter of the loan counts as its price', 1250, { owed: 1000, repaid: 1000, price: 250 + 250 }],
    ['more than a quarter pays back the next loan', 1251, { owed: 749, repaid: 1251, price: 0.25 * 749 }],
    ['both are settled', 2000, { owed: 0, repaid: 2000, price: 0 }],
    ['the rest that pays back no loan counts as price', 2500, { owed: 0, repaid: 2000, price: 500 }],
    ['the rest counts as price, however large it is', 9000, { owed: 0, repaid: 2000, price: 7000 }],
  ])('two loans of 1000 and one repayment: %s', (_, amount, expected) => {
    const loans = [loan('2025-01-01', 1000), loan('2025-01-05', 1000)]
    expect(lending(...loans, repay('2025-01-10', amount))).toMatchObject(expected)
  })

  test('a repayment without a loan counts as price', () => {
    expect(lending(repay('2025-01-10', 70))).toMatchObject({ owed: 0, repaid: 0, price: 70 })
  })

  test('a repayment pays back loans of its own lender only; unnamed lenders are one lender', () => {
    expect(lending(loan('2025-01-01', 1000, 'kcb'), repay('2025-01-10', 1000))).toMatchObject({
      owed: 1000,
      repaid: 0,
      price: 1000 + 250,
    })
    expect(lending(loan('2025-01-01', 1000, null), repay('2025-01-10', 1000, null))).toMatchObject({
      owed: 0,
    })
  })

  test('a repayment pays back earlier loans and those of the same instant, but no later ones', () => {
    expect(lending(repay('2025-01-01', 500), loan('2025-01-02', 500))).toMatchObject({
      owed: 500,
      price: 625,
    })
    expect(lending(loan('2025-01-02', 500), repay('2025-01-01', 500))).toMatchObject({
      owed: 500,
      price: 625,
    })
    expect(lending(repay('2025-01-01', 500), loan('2025-01-01', 500))).toMatchObject({ owed: 0, price: 0 })
  })

  test('a loan is overdue if it was lent more than 45 days before the last day', () => {
    expect(lending(loan('2025-02-14', 1000))).toMatchObject({ owed: 1000, overdue: 0 })
    expect(lending(loan('2025-02-13', 1000))).toMatchObject({ owed: 1000, overdue: 1000, repaid: 0 })
  })

  test('an overdraft is owed in addition to loans, whichever column it is printed in', () => {
    const draw = read({ at: '2025-01-01', out: 500, kind: 'overdraftDraw' })
    const repaid = read({ at: '2025-01-03', in: 300, kind: 'overdraftRepayment' })
    expect(lending(draw, repaid, read({ at: '2025-01-04', out: 70 }))).toMatchObject({
      owed: 200,
      overdue: 0,
      repaid: 0,
      price: 50,
    })
    expect(lending(draw, repay('2025-01-05', 500, null))).toMatchObject({ owed: 500 })
    expect(lending(loan('2025-01-01', 500, null), repaid)).toMatchObject({ owed: 500 })
  })

  test('nothing is overdue without a covered day', () => {
    expect(lendingOf(dossierWith(period, [loan('2025-01-01', 500)], { covered: [] })).overdue).toBe(0)
  })
})

describe('debt', () => {
  const debtOf = (owed: number, ...rows: Parameters<typeof dossierWith>[1]) => {
    const dossier = dossierWith(['2025-01-01', '2025-04-30'], rows)
    return monthlyDebtOf(dossier, calendarOf(dossier), owed)
  }
  const overdraft = (drawn: number, repaid: number) => [
    read({ at: '2025-02-01', in: drawn, kind: 'overdraftDraw' }),
    read({ at: '2025-03-01', out: repaid, kind: 'overdraftRepayment' }),
  ]

  test('of a month is a third of the sum of the repayments in the last three used months and what is owed', () => {
    const rows = [
      repay('2025-01-05', 999),
      repay('2025-02-05', 100),
      repay('2025-03-05', 200),
      repay('2025-04-05', 300),
    ]
    expect(debtOf(60, ...rows)).toBe(220)
    expect(debtOf(61.5, ...rows)).toBe(221)
  })

  test.each([
    [1050, 17],
    [1100, 33],
    [1300, 33],
    [900, 0],
  ])('of a month for an overdraft of 1000 after a repayment of %d is %d', (repaid, expected) => {
    expect(debtOf(0, ...overdraft(1000, repaid))).toBe(expected)
  })

  test('of a month is 0 without a used month', () => {
    const dossier = dossierWith(period, [], { covered: [], mainCovered: [] })
    expect(monthlyDebtOf(dossier, calendarOf(dossier), 500)).toBe(0)
    expect(lastDay(dossier)).toBe(0)
  })

  test('has a repaid share, which is null without any loan', () => {
    const none = { owed: 0, overdue: 0, repaid: 0, price: 0, owedByDay: new Map() }
    expect(repaidOf(none)).toBeNull()
    expect(repaidOf({ ...none, repaid: 30, overdue: 10 })).toBe(0.75)
    expect(repaidOf({ ...none, overdue: 10 })).toBe(0)
  })

  test('has the number of lenders who lent in the last 90 days', () => {
    const dossier = dossierWith(period, [
      loan('2024-12-31', 1, 'early'),
      loan('2025-01-01', 1, 'first'),
      loan('2025-03-31', 1, 'last'),
      loan('2025-03-01', 1, 'last'),
      loan('2025-03-01', 1, null),
      repay('2025-03-01', 1, 'repaid'),
    ])
    expect(lendersOf(dossier)).toBe(3)
  })

  test('is shown with counts, sums, averages and largest amounts', () => {
    const facts = factsWith(period, [
      loan('2025-01-01', 100_00),
      loan('2025-01-02', 300_00),
      repay('2025-01-03', 50_00),
      read({ at: '2025-01-04', out: 20_00, kind: 'overdraftDraw' }),
      read({ at: '2025-01-05', kind: 'loanDisbursement' }),
      read({ at: '2025-01-06', out: 9_00 }),
    ])
    expect(borrowingSection(facts)).toEqual({
      nb_disb_events: 2,
      total_disbursed: 400,
      avg_disb_per_event: 200,
      highest_disbursement: 300,
      nb_repay_events: 1,
      total_repaid: 50,
      avg_repay_per_event: 50,
      highest_repayment: 50,
      nb_overdraft_events: 1,
      total_overdraft: 20,
      avg_overdraft_per_event: 20,
      highest_overdraft: 20,
    })
    expect(borrowingSection(factsWith(period, []))).toMatchObject({
      nb_disb_events: 0,
      total_disbursed: 0,
      avg_disb_per_event: 0,
      highest_disbursement: 0,
    })
  })
})
