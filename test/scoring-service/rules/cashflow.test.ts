import { describe, expect, test } from '@jest/globals'
import { cashflowSection } from '../../../src/scoring-service/card/cashflow.rules.js'
import { dayOf } from '../../../src/scoring-service/card/rows/dossier.rules.js'
import type { RowKind } from '../../../src/scoring-service/card/rows/wordings.js'
import { eachMonth, factsWith, read } from './facts.js'

const months = ['2025-01', '2025-02', '2025-03', '2025-04']
const period = ['2025-01-01', '2025-04-30'] as const
const nothing = { salary: 0, business: 0, transfers: 0, other: 0 }

describe('the median monthly income by source', () => {
  test.each<[RowKind, keyof typeof nothing]>([
    ['transferIn', 'transfers'],
    ['international', 'transfers'],
    ['bankTransfer', 'transfers'],
    ['businessPayment', 'business'],
    ['pochiReceipt', 'business'],
    ['promotion', 'other'],
    ['agentDeposit', 'other'],
  ])('counts %s under %s', (kind, source) => {
    const rows = eachMonth(months, { kind, in: 1_000_00, isIncome: true })
    const { observed_income_block: block } = cashflowSection(factsWith(period, rows), new Set())
    expect(block).toEqual({ ...nothing, [source]: 1_000, income_sources: 1, regular_payer_share: 0 })
  })

  test('counts a row of the given salary rows as salary, whatever its kind', () => {
    const rows = eachMonth(months, { kind: 'businessPayment', in: 1_000_00, isIncome: true })
    const { observed_income_block: block } = cashflowSection(factsWith(period, rows), new Set(rows))
    expect(block).toMatchObject({ ...nothing, salary: 1_000 })
  })

  test('leaves out rows that are not income', () => {
    const rows = eachMonth(months, { kind: 'transferIn', in: 1_000_00, counterparty: 'jane' })
    const { observed_income_block: block } = cashflowSection(factsWith(period, rows), new Set())
    expect(block).toEqual({ ...nothing, income_sources: 0, regular_payer_share: 0 })
  })

  test('leaves out the part of income that only goes round', () => {
    const rows = [
      ...eachMonth(months, { in: 1_000_00, isIncome: true, counterparty: 'acme', netted: 400_00 }),
      ...eachMonth(months, { in: 500_00, isIncome: true, counterparty: 'jane', netted: 500_00 }),
    ]
    const { observed_income_block: block } = cashflowSection(factsWith(period, rows), new Set())
    expect(block).toMatchObject({ ...nothing, other: 600, income_sources: 1 })
  })

  test('counts a payer as regular who pays in 75 % of the used months, but no payer without a name', () => {
    const rows = [
      ...eachMonth(months.slice(0, 3), { in: 100_00, isIncome: true, counterparty: 'acme' }),
      ...eachMonth(months.slice(0, 2), { in: 50_00, isIncome: true, counterparty: 'jane' }),
      ...eachMonth(months.slice(2), { in: 50_00, counterparty: 'jane' }),
      ...eachMonth(months, { in: 25_00, isIncome: true }),
    ]
    const { observed_income_block: block } = cashflowSection(factsWith(period, rows), new Set())
    expect(block).toMatchObject({ income_sources: 3, regular_payer_share: 0.6 })
  })
})

describe('inflow and outflow', () => {
  const empty = factsWith(period, [])

  test.each([
    [0, 0, '0.00%', '0.00%'],
    [100, 100, '50.00%', '50.00%'],
    [1, 2, '33.33%', '66.67%'],
    [5, 0, '100.00%', '0.00%'],
    [0, 5, '0.00%', '100.00%'],
  ])('of %d and %d are %s and %s of all money', (inflow, outflow, cash_inflow_ratio, cash_outflow_ratio) => {
    expect(cashflowSection({ ...empty, inflow, outflow }, new Set())).toMatchObject({
      cash_inflow_ratio,
      cash_outflow_ratio,
    })
  })

  test('are listed by month, without months that no statement covers', () => {
    const rows = [
      read({ at: '2025-01-10', in: 200_00, isIncome: true }),
      read({ at: '2025-01-11', in: 70_00, kind: 'bettingPayout' }),
      read({ at: '2025-03-05', out: 30_00 }),
    ]
    const covered = [
      { first: dayOf('2025-01-01'), last: dayOf('2025-01-31') },
      { first: dayOf('2025-03-01'), last: dayOf('2025-03-31') },
    ]
    const section = cashflowSection(factsWith(period, rows, { covered }), new Set())
    expect(section.monthly_income_evolution).toEqual([
      { month: '2025-01', income: 200 },
      { month: '2025-03', income: 0 },
    ])
    expect(section.evolution_of_cashflow).toEqual([
      { month: '2025-01', inflow: 270, outflow: 0 },
      { month: '2025-03', inflow: 0, outflow: 30 },
    ])
    expect(section.snapshot_date).toBe('2025-03-05')
  })
})

describe('monthly and daily figures', () => {
  const empty = factsWith(period, [])
  const sectionOf = (changes: Partial<typeof empty>) => cashflowSection({ ...empty, ...changes }, new Set())

  test('of an empty account are 0 or null', () => {
    expect(sectionOf({})).toMatchObject({
      average_daily_income: 0,
      average_daily_balance: 0,
      days_with_low_balance: 0,
      debt_to_income_ratio: null,
      snapshot_date: '',
    })
  })

  test('divide income by the covered days', () => {
    expect(sectionOf({ totalIncome: 240_00, averageBalance: 12_34, lowBalanceDays: 7 })).toMatchObject({
      average_daily_income: 2,
      average_daily_balance: 12.34,
      days_with_low_balance: 7,
    })
    expect(
      sectionOf({ totalIncome: 240_00, calendar: { ...empty.calendar, coveredDays: 0 } })
        .average_daily_income,
    ).toBe(240)
  })

  test('give the quartiles of the income around its median', () => {
    const range = { incomeP25: 10_00, observedIncome: 20_00, incomeP75: 30_00 }
    expect(sectionOf(range).estimated_monthly_income).toEqual({
      low: 10,
      mid: 20,
      high: 30,
      method: 'full_months',
      months_used: 4,
    })
  })

  test.each([
    [50_00, 200_00, 0.25],
    [50_00, 0, null],
    [0, 0, null],
    [0, 200_00, 0],
  ])('divide a monthly debt of %d by an income of %d: %s', (monthlyDebt, observedIncome, expected) => {
    expect(sectionOf({ monthlyDebt, observedIncome }).debt_to_income_ratio).toBe(expected)
  })
})
