import { describe, expect, test } from '@jest/globals'
import type { Facts } from '../../../src/scoring-service/card/features/features.rules.js'
import {
  behaviourOf,
  lifestyleSection,
  mainSpending,
} from '../../../src/scoring-service/card/features/lifestyle.rules.js'
import { personaOf, salaryRows } from '../../../src/scoring-service/card/persona.rules.js'
import type { ClassifiedRow } from '../../../src/scoring-service/card/rows/classify.rules.js'
import type { RowKind } from '../../../src/scoring-service/card/rows/wordings.js'
import { eachMonth, factsWith, read, type Wish } from './facts.js'

const months = ['2025-01', '2025-02', '2025-03', '2025-04']
const period = ['2025-01-01', '2025-04-30'] as const
const paid = (at: string, amount = 100, wish: Partial<Wish> = {}) =>
  read({ at, in: amount, isIncome: true, kind: 'transferIn', counterparty: 'acme', ...wish })
const salariesOf = (...rows: readonly ClassifiedRow[]) => [...salaryRows(factsWith(period, rows))]

describe('a salary', () => {
  test('is income with the wording of a salary', () => {
    const row = paid('2025-01-10', 100, { kind: 'salary' })
    expect(salariesOf(row)).toEqual([row])
    expect(salariesOf({ ...row, isIncome: false })).toEqual([])
  })

  test.each<[RowKind, number]>([
    ['businessPayment', 4],
    ['transferIn', 4],
    ['bankTransfer', 4],
    ['otherIn', 4],
    ['tillReceipt', 0],
  ])('of kind %s, paid by one payer each month, is recognised in %d of 4 months', (kind, expected) => {
    const rows = months.map((month) => paid(`${month}-10`, 100, { kind }))
    expect(salariesOf(...rows)).toHaveLength(expected)
    expect(salariesOf(...rows.map((row) => ({ ...row, counterparty: '' })))).toEqual([])
    expect(salariesOf(...rows.map((row, index) => ({ ...row, counterparty: `payer ${index}` })))).toEqual([])
    expect(salariesOf(...rows.map((row) => ({ ...row, isIncome: false })))).toEqual([])
  })

  test('is the largest payment of each month, the first of equal ones', () => {
    const rows = months.flatMap((month) => [
      paid(`${month}-10`),
      paid(`${month}-11`),
      paid(`${month}-12`, 30),
    ])
    expect(salariesOf(...rows)).toEqual(rows.filter((_, index) => index % 3 === 0))
    const later = months.flatMap((month) => [paid(`${month}-10`, 30), paid(`${month}-11`)])
    expect(salariesOf(...later)).toEqual(later.filter((_, index) => index % 2 === 1))
  })

  test.each([
    ['is recognised in three of the last four months', ['2025-02-10', '2025-03-10', '2025-04-10'], 3],
    ['is not recognised in two months', ['2025-03-10', '2025-04-10'], 0],
    ['may leave out a month', ['2025-01-10', '2025-03-10', '2025-04-10'], 3],
    ['may come after 26 days', ['2025-01-10', '2025-02-05', '2025-03-03'], 3],
    ['does not come after 25 days', ['2025-01-10', '2025-02-04', '2025-03-02'], 0],
    ['may come after 35 days', ['2025-01-05', '2025-02-09', '2025-03-16'], 3],
    ['does not come after 36 days', ['2025-01-05', '2025-02-10', '2025-03-17'], 0],
    ['never comes after less than 26 days', ['2025-01-10', '2025-02-10', '2025-03-02'], 0],
  ])('%s', (_, days, expected) => {
    expect(salariesOf(...days.map((at) => paid(at)))).toHaveLength(expected)
  })

  test('is recognised by the last four used months, whatever was before', () => {
    const salaryCount = (...days: string[]) =>
      salaryRows(
        factsWith(
          ['2024-12-01', '2025-04-30'],
          days.map((at) => paid(at)),
        ),
      ).size
    expect(salaryCount('2024-12-10', '2025-01-10', '2025-04-10')).toBe(0)
    expect(salaryCount('2024-12-20', '2025-02-10', '2025-03-10', '2025-04-10')).toBe(4)
  })

  test.each([
    [[85, 115, 85, 115], 4],
    [[84, 116, 84, 116], 0],
  ])('varies by at most 15 %%: %j', (amounts, expected) => {
    const rows = months.map((month, index) => paid(`${month}-10`, amounts[index]))
    expect(salariesOf(...rows)).toHaveLength(expected)
  })
})

const personaWith = (
  rows: readonly ClassifiedRow[],
  changes: Parameters<typeof factsWith>[2] = {},
  salaries: readonly ClassifiedRow[] = [],
) => personaOf(factsWith(period, rows, changes), new Set(salaries))

describe('a persona', () => {
  test('of an empty account has nothing', () => {
    expect(personaWith([])).toEqual({
      hasSalary: false,
      hasTill: false,
      hasBusinessWallet: false,
      hasBankAccount: false,
      isDriver: false,
      mainBank: null,
      earningProfile: 'informal',
    })
  })

  test('has a salary, a till and a business wallet if rows show them', () => {
    const row = paid('2025-01-10', 100, { kind: 'pochiReceipt' })
    const tills = Array.from({ length: 5 }, () => paid('2025-01-10', 5, { kind: 'tillReceipt' }))
    expect(personaWith([row, ...tills], {}, [row])).toMatchObject({
      hasSalary: true,
      hasTill: true,
      hasBusinessWallet: true,
      hasBankAccount: false,
    })
  })

  test.each<[number, string]>([
    [60, 'formal'],
    [59, 'mixed'],
    [10, 'mixed'],
    [9, 'informal'],
  ])('with %d %% of income as salary is %s', (share, expected) => {
    const salary = paid('2025-01-10', share)
    const other = paid('2025-01-11', 100 - share)
    expect(personaWith([salary, other], {}, [salary]).earningProfile).toBe(expected)
  })

  const transfer = (brand: string | null, wish: Partial<Wish>) =>
    read({ at: '2025-01-10', kind: 'bankTransfer', brand, ...wish })

  test('has as main bank the one with the largest transfers in both directions', () => {
    const rows = [
      transfer('KCB', { in: 60 }),
      transfer('KCB', { out: 50 }),
      transfer('Equity', { in: 100 }),
      transfer(null, { in: 900 }),
      read({ at: '2025-01-10', brand: 'Absa', in: 900 }),
    ]
    expect(personaWith(rows)).toMatchObject({ hasBankAccount: true, mainBank: 'KCB' })
    expect(personaWith([transfer(null, { in: 900 })])).toMatchObject({ hasBankAccount: true, mainBank: null })
  })

  test('counts the rows of a bank statement for that bank', () => {
    const account = {
      type: 'BANK_STATEMENT' as const,
      issuer: 'Equity',
      rows: [
        read({ at: '2025-01-10', in: 30 }),
        read({ at: '2025-01-11', out: 40 }),
        read({ at: '2025-01-12', out: 900, completed: false }),
      ],
    }
    const wallet = { ...account, type: 'WALLET_STATEMENT' as const, issuer: 'M-PESA' }
    const rows = [transfer('KCB', { in: 99 }), transfer('Equity', { in: 30 })]
    expect(personaWith(rows, { accounts: [account, wallet] }).mainBank).toBe('Equity')
    expect(personaWith(rows.slice(0, 1), { accounts: [account] }).mainBank).toBe('KCB')
    expect(personaWith([], { accounts: [account] })).toMatchObject({
      hasBankAccount: true,
      mainBank: 'Equity',
    })
    expect(personaWith([], { accounts: [wallet, account] }).hasBankAccount).toBe(true)
    expect(personaWith([], { accounts: [wallet] })).toMatchObject({ hasBankAccount: false, mainBank: null })
  })

  const fuel = (month: string, count: number, wish: Partial<Wish> = {}) =>
    Array.from({ length: count }, () => read({ at: `${month}-10`, out: 5, sector: 'fuel', ...wish }))

  test.each([
    [
      'is a driver if fuel is bought four times a month, in half of the months',
      [...fuel('2025-01', 15), ...fuel('2025-02', 1)],
      true,
    ],
    [
      'is no driver if fuel is bought less than four times a month',
      [...fuel('2025-01', 14), ...fuel('2025-02', 1)],
      false,
    ],
    ['is no driver if fuel is bought in one month of four only', fuel('2025-01', 40), false],
    [
      'is no driver if the amounts for fuel are 0',
      [...fuel('2025-01', 15, { out: 0 }), ...fuel('2025-02', 15, { out: 0 })],
      false,
    ],
    [
      'is no driver by other purchases',
      [...fuel('2025-01', 15, { sector: 'supermarket' }), ...fuel('2025-02', 15, { sector: 'supermarket' })],
      false,
    ],
  ])('%s', (_, rows, expected) => {
    expect(personaWith(rows).isDriver).toBe(expected)
  })

  test('is a driver by income from rides', () => {
    const ride = paid('2025-01-10', 5, { sector: 'rideHailing' })
    expect(personaWith([ride]).isDriver).toBe(true)
    expect(personaWith([{ ...ride, isIncome: false }]).isDriver).toBe(false)
    expect(personaWith([paid('2025-01-10', 5, { sector: 'fuel' })]).isDriver).toBe(false)
  })

  test('is no driver without a used month', () => {
    expect(personaWith(fuel('2025-01', 9), { covered: [], mainCovered: [] }).isDriver).toBe(false)
  })
})

describe('the behaviour', () => {
  const base = factsWith(period, [])
  const titles = [
    'Saves regularly',
    'Uses overdraft often',
    'Borrows from several lenders',
    'Bets regularly',
    'Pays utilities on time',
    'Keeps a buffer',
    'Income growing',
    'Sends support to family',
  ]
  const shownOf = (facts: Facts) =>
    behaviourOf(facts)
      .filter(({ status }) => status)
      .map(({ title }) => title)
  const withFeatures = (features: Partial<Facts['features']>) =>
    shownOf({ ...base, features: { ...base.features, ...features } })
  const withRows = (rows: readonly ClassifiedRow[]) => shownOf(factsWith(period, rows))

  test('is a fixed list, with nothing true for an empty account', () => {
    expect(behaviourOf(base)).toEqual(titles.map((title) => ({ title, status: false })))
  })

  test.each<[RowKind, string]>([
    ['savingsDeposit', 'Saves regularly'],
    ['bettingStake', 'Bets regularly'],
  ])('of %s is true from half of the months on', (kind, title) => {
    expect(withRows(eachMonth(months.slice(0, 2), { kind, out: 5 }))).toEqual([title])
    expect(withRows(eachMonth(months.slice(0, 1), { kind, out: 5 }))).toEqual([])
  })

  test('of overdraft, lenders, buffer and utilities depends on a threshold of the figure', () => {
    expect(withFeatures({ overdraftShare: 0.2 })).toEqual([])
    expect(withFeatures({ overdraftShare: 0.21 })).toEqual(['Uses overdraft often'])
    expect(withFeatures({ lenders: 1 })).toEqual([])
    expect(withFeatures({ lenders: 2 })).toEqual(['Borrows from several lenders'])
    expect(withFeatures({ daysOfCover: 6.9 })).toEqual([])
    expect(withFeatures({ daysOfCover: 7 })).toEqual(['Keeps a buffer'])
    expect(shownOf({ ...base, utilityMonthsShare: 0.79 })).toEqual([])
    expect(shownOf({ ...base, utilityMonthsShare: 0.8 })).toEqual(['Pays utilities on time'])
  })

  test.each([
    [[100, 110, 110, 110], true],
    [[100, 109, 109, 109], false],
    [[0, 500, 500, 500], false],
    [[100, 100, 100, 100, 110, 130, 110], true],
    [[100, 110, 110, 110, 100, 100, 100], false],
    [[110, 110, 110], false],
  ])("'Income growing' for %j is %s", (incomes, expected) => {
    expect(shownOf({ ...base, incomes }).includes('Income growing')).toBe(expected)
  })

  test('of supporting a family is true if one person gets money in half of the months, and in two at least', () => {
    const sent = (chosen: readonly string[], wish: Partial<Wish> = {}) =>
      eachMonth(chosen, { kind: 'sendMoney', out: 5, counterparty: 'mary', ...wish })
    expect(withRows(sent(['2025-01', '2025-03']))).toEqual(['Sends support to family'])
    expect(withRows(sent(['2025-01', '2025-01']))).toEqual([])
    expect(withRows([...sent(['2025-01']), ...sent(['2025-02'], { counterparty: 'john' })])).toEqual([])
    expect(withRows(sent(['2025-01', '2025-03'], { counterparty: '' }))).toEqual([])
    expect(withRows(sent(['2025-01', '2025-03'], { kind: 'payBill' }))).toEqual([])
    const long = (chosen: readonly string[]) => shownOf(factsWith(['2025-01-01', '2025-06-30'], sent(chosen)))
    expect(long(['2025-01', '2025-02'])).toEqual([])
    expect(long(['2025-01', '2025-02', '2025-03'])).toEqual(['Sends support to family'])
    const short = (chosen: readonly string[]) =>
      shownOf(factsWith(['2025-01-01', '2025-02-28'], sent(chosen)))
    expect(short(['2025-01'])).toEqual([])
  })
})

describe('the lifestyle', () => {
  const spent = (spending: ClassifiedRow['spending'], out: number, wish: Partial<Wish> = {}) =>
    read({ at: '2025-01-10', out, spending, ...wish })
  const rows = [
    spent('groceries', 50_00),
    spent('bills', 20_00),
    spent('utilities', 10_00, { brand: 'KPLC' }),
    spent('utilities', 5_00),
    spent('airtime_data', 8_00),
    spent('transport', 4_00),
    spent('health', 3_00),
  ]

  test('has the five largest spending categories with their shares', () => {
    expect(mainSpending(factsWith(period, rows))).toEqual([
      { category: 'groceries', amount: 50, share: 0.5 },
      { category: 'bills', amount: 20, share: 0.2 },
      { category: 'utilities', amount: 15, share: 0.15 },
      { category: 'airtime_data', amount: 8, share: 0.08 },
      { category: 'transport', amount: 4, share: 0.04 },
    ])
    expect(lifestyleSection(factsWith(period, rows)).top_spending_categories).toEqual([
      { category: 'groceries', value: 50 },
      { category: 'bills', value: 20 },
      { category: 'utilities', value: 15 },
      { category: 'airtime_data', value: 8 },
      { category: 'transport', value: 4 },
    ])
  })

  test('has utilities by name, with payments a month', () => {
    const others = [
      spent('utilities', 5_00, { at: '2025-02-10', brand: 'KPLC', charges: 50 }),
      spent('utilities', 0, { brand: 'Water' }),
    ]
    const facts = factsWith(period, [...rows, ...others])
    expect(lifestyleSection(facts).utilities_payments).toEqual([
      { name: 'KPLC', amount: 15.5, frequency: 1 },
      { name: 'Utilities', amount: 5, frequency: 0.5 },
    ])
    expect(lifestyleSection(facts).customer_behaviour).toEqual(behaviourOf(facts))
  })

  test('has the five supermarkets with the largest amounts', () => {
    const bought = ['a', 'b', 'c', 'd', 'e', 'f'].map((counterparty, index) =>
      spent('groceries', (index + 1) * 100, { sector: 'supermarket', counterparty }),
    )
    const named = spent('groceries', 900, { sector: 'supermarket', counterparty: 'a', brand: 'Naivas' })
    const none = spent('groceries', 0, { sector: 'supermarket', counterparty: 'g', charges: 99_00 })
    const facts = factsWith(period, [...bought, named, none, spent('groceries', 9_00, { brand: 'Other' })])
    expect(lifestyleSection(facts).top_supermarkets_visited).toEqual([
      { label: 'Naivas', value: 9 },
      { label: 'f', value: 6 },
      { label: 'e', value: 5 },
      { label: 'd', value: 4 },
      { label: 'c', value: 3 },
    ])
  })
})
