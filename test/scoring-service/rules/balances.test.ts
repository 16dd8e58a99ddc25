import { describe, expect, test } from '@jest/globals'
import { endOfDayBalances } from '../../../src/scoring-service/card/features/balances.rules.js'
import {
  balanceFacts,
  coverFacts,
  ownMoneyOf,
} from '../../../src/scoring-service/card/features/own-money.rules.js'
import type { Lending } from '../../../src/scoring-service/card/features/lending.rules.js'
import { dayOf } from '../../../src/scoring-service/card/rows/dossier.rules.js'
import { parametersOf } from '../../../src/scoring-service/card/rows/parameters.rules.js'
import { dossierWith, read } from './facts.js'

const period = ['2025-01-01', '2025-01-04'] as const
const from = dayOf('2025-01-01')
type Rows = Parameters<typeof dossierWith>[1]

/** The balance before the first day, and at the end of each of the four days. */
const balancesOf = (...rows: Rows) =>
  endOfDayBalances(dossierWith(period, rows)).map(({ balance }) => balance)

describe('the balance at the end of a day', () => {
  test('is the last one printed until then; the list of days begins with the balance before the first day', () => {
    const rows = [
      read({ at: '2025-01-01', in: 50, after: 150 }),
      read({ at: '2025-01-03 08:00:00', out: 30, after: 120 }),
      read({ at: '2025-01-03 09:00:00', out: 20, after: 100 }),
    ]
    expect(endOfDayBalances(dossierWith(period, rows))).toEqual([
      { day: from - 1, balance: 100 },
      { day: from, balance: 150 },
      { day: from + 1, balance: 150 },
      { day: from + 2, balance: 100 },
      { day: from + 3, balance: 100 },
    ])
  })

  test('is unknown if no balance is printed or no day is covered', () => {
    expect(balancesOf(read({ at: '2025-01-01', in: 50 }))).toEqual([])
    const row = read({ at: '2025-01-01', in: 50, after: 50 })
    expect(endOfDayBalances(dossierWith(period, [row], { covered: [] }))).toEqual([])
  })

  test('ignores rows that were not completed', () => {
    expect(
      balancesOf(
        read({ at: '2025-01-01', in: 50, after: 150 }),
        read({ at: '2025-01-02', in: 9, after: 999, completed: false }),
      ),
    ).toEqual([100, 150, 150, 150, 150])
  })

  test('follows from the previous one for a row without a balance', () => {
    expect(
      balancesOf(
        read({ at: '2025-01-01', in: 10 }),
        read({ at: '2025-01-02', in: 50, after: 150 }),
        read({ at: '2025-01-03', out: 30 }),
      ),
    ).toEqual([100, 100, 150, 120, 120])
  })

  test('is that after all rows of one second, in whatever order they are printed', () => {
    const second = '2025-01-02 10:00:00'
    expect(
      balancesOf(
        read({ at: '2025-01-01', in: 50, after: 150 }),
        read({ at: second, out: 30, after: 170 }),
        read({ at: second, in: 50, after: 200 }),
      ),
    ).toEqual([100, 150, 170, 170, 170])
  })

  test('is that after all rows of one receipt', () => {
    expect(
      balancesOf(
        read({ at: '2025-01-01', in: 50, after: 150 }),
        read({ at: '2025-01-02 10:00:00', out: 30, after: 170, receipt: 'A' }),
        read({ at: '2025-01-02 10:00:01', in: 50, after: 200, receipt: 'A' }),
      ),
    ).toEqual([100, 150, 170, 170, 170])
  })

  test('is of its own day if a reference is printed on several days', () => {
    expect(
      balancesOf(
        read({ at: '2025-01-01', in: 50, after: 150, receipt: 'TRF' }),
        read({ at: '2025-01-02', in: 50, after: 200, receipt: 'TRF' }),
        read({ at: '2025-01-04', out: 30, after: 170, receipt: 'TRF' }),
      ),
    ).toEqual([100, 150, 200, 200, 170])
  })

  test('is that of the last row if the rows differ in second and receipt', () => {
    expect(
      balancesOf(
        read({ at: '2025-01-01', in: 50, after: 150 }),
        read({ at: '2025-01-02 10:00:00', out: 30, after: 170, receipt: 'A' }),
        read({ at: '2025-01-02 10:00:01', in: 50, after: 200, receipt: 'B' }),
      ),
    ).toEqual([100, 150, 200, 200, 200])
  })

  test('after rows of one second is the end of their chain: the only printed balance from which no other of them continues', () => {
    const second = '2025-01-01 10:00:00'
    // 50 + 50 = 100, and 100 - 30 = 70.
    expect(
      balancesOf(read({ at: second, out: 30, after: 70 }), read({ at: second, in: 50, after: 100 })),
    ).toEqual([50, 70, 70, 70, 70])
    // The row without a printed balance moves 5 too, so the balance before all rows is 45.
    expect(
      balancesOf(
        read({ at: second, out: 30, after: 70 }),
        read({ at: second, in: 5 }),
        read({ at: second, in: 50, after: 100 }),
      ),
    ).toEqual([45, 70, 70, 70, 70])
  })

  test('after rows of one second is the end of their chain, even if another row is printed last', () => {
    const second = '2025-01-01 10:00:00'
    expect(
      balancesOf(read({ at: second, in: 50, after: 120 }), read({ at: second, out: 30, after: 70 })),
    ).toEqual([100, 120, 120, 120, 120])
    // 30 + 20 = 50, + 50 = 100, - 30 = 70; the first row has no printed balance.
    expect(
      balancesOf(
        read({ at: second, in: 5 }),
        read({ at: second, in: 50, after: 100 }),
        read({ at: second, out: 30, after: 70 }),
        read({ at: second, in: 20, after: 50 }),
      ),
    ).toEqual([25, 70, 70, 70, 70])
    // -25 + 50 = 25, - 30 = -5. If the row without a balance counted as one with balance 0, the balance before it would be
    // 0 - 5 = -5, and so -5 would not be the last balance.
    expect(
      balancesOf(
        read({ at: second, out: 30, after: -5 }),
        read({ at: second, in: 5 }),
        read({ at: second, in: 50, after: 25 }),
      ),
    ).toEqual([-30, -5, -5, -5, -5])
  })

  test('after rows of one second that form no chain is the balance before them plus their amounts if one of them prints it, else the last one printed', () => {
    const second = '2025-01-02 10:00:00'
    const apart = [
      read({ at: second, in: 10, after: 115 }),
      read({ at: second, in: 5, after: 700 }),
      read({ at: second }),
    ]
    expect(balancesOf(read({ at: '2025-01-01', in: 50, after: 100 }), ...apart)).toEqual([
      50, 100, 115, 115, 115,
    ])
    expect(balancesOf(read({ at: '2025-01-01', in: 50, after: 101 }), ...apart)).toEqual([
      51, 101, 700, 700, 700,
    ])
    expect(balancesOf(...apart)).toEqual([685, 685, 700, 700, 700])
    const three = [500, 700, 900].map((after) => read({ at: second, in: 10, after }))
    expect(balancesOf(...three)).toEqual([870, 870, 900, 900, 900])
    // A circle: each row begins where the other one ended.
    expect(
      balancesOf(read({ at: second, in: 10, after: 110 }), read({ at: second, out: 10, after: 100 })),
    ).toEqual([100, 100, 100, 100, 100])
    // Two rows end at 100, and the row that begins at 100 can continue only one of them.
    expect(
      balancesOf(
        read({ at: second, out: 40, after: 60 }),
        read({ at: second, in: 10, after: 100 }),
        read({ at: second, in: 20, after: 100 }),
      ),
    ).toEqual([110, 110, 100, 100, 100])
  })

  test('is the sum over all accounts, for covered days only', () => {
    const first = [read({ at: '2025-01-01', in: 50, after: 150 })]
    const second = [read({ at: '2025-01-03', in: 1, after: 1001 })]
    const account = { type: 'WALLET_STATEMENT', issuer: 'M-PESA' } as const
    const dossier = dossierWith(period, [], {
      accounts: [
        { ...account, rows: first },
        { ...account, rows: second },
        { ...account, rows: [] },
      ],
      covered: [
        { first: from, last: from },
        { first: from + 2, last: from + 2 },
      ],
    })
    expect(endOfDayBalances(dossier)).toEqual([
      { day: from - 1, balance: 1100 },
      { day: from, balance: 1150 },
      { day: from + 2, balance: 1151 },
    ])
  })
})

const lending = (owedByDay: readonly (readonly [string, number])[]): Lending => ({
  owed: 0,
  overdue: 0,
  repaid: 0,
  price: 0,
  owedByDay: new Map(owedByDay.map(([day, owed]) => [dayOf(day), owed])),
})

const printedFrom = (first: string, ...balances: readonly number[]) =>
  balances.map((balance, index) => ({ day: dayOf(first) + index, balance }))

describe('own money', () => {
  const printed = printedFrom('2025-01-30', 100, 100, 200, 300)
  const owed = lending([
    ['2025-02-02', 0],
    ['2025-01-31', 40],
  ])

  test('is the balance less 1.25 times the debt of the day: the debt and its assumed price, a quarter', () => {
    const { balances } = ownMoneyOf(dossierWith(period, []), printed, owed)
    expect(balances).toEqual([
      { day: dayOf('2025-01-30'), balance: 100 },
      { day: dayOf('2025-01-31'), balance: 50 },
      { day: dayOf('2025-02-01'), balance: 150 },
      { day: dayOf('2025-02-02'), balance: 300 },
    ])
  })

  test.each([
    ['2025-01', [], 100],
    ['2025-02', [], 50],
    ['2025-03', [], 300],
    ['2025-02', [70], 120],
    ['2025-02', [70, -20], 100],
    ['2025-02', [70, -90], 50],
    ['2025-02', [70, -90, 30], 60],
    ['2025-01', [70], 170],
  ])('before %s, with %j put into savings, is %d', (month, saved, expected) => {
    const rows = saved.map((amount, index) =>
      amount > 0
        ? read({ at: `2025-01-30 1${index}:00:00`, out: amount, kind: 'savingsDeposit' })
        : read({ at: `2025-01-30 1${index}:00:00`, in: -amount, kind: 'savingsWithdrawal' }),
    )
    const other = read({ at: '2025-01-31', out: 5 })
    const own = ownMoneyOf(dossierWith(period, [...rows, other]), printed, owed)
    expect(own.atStartOf(month)).toBe(expected)
  })

  test('does not include savings that were put aside later', () => {
    const row = read({ at: '2025-02-01', out: 70, kind: 'savingsDeposit' })
    expect(ownMoneyOf(dossierWith(period, [row]), printed, owed).atStartOf('2025-02')).toBe(50)
    expect(ownMoneyOf(dossierWith(period, [row]), printed, owed).atStartOf('2025-03')).toBe(370)
  })

  test('is 0 if no balance is printed', () => {
    const own = ownMoneyOf(dossierWith(period, []), [], owed)
    expect([own.balances, own.atStartOf('2025-02')]).toEqual([[], 0])
  })
})

const shillings = parametersOf('KES')

describe('days with a low balance', () => {
  const spent = (at: string, out: number) => read({ at, out })

  test('are those below a tenth of the usual spending of a day with spending', () => {
    const dossier = dossierWith(period, [
      spent('2025-01-01', 1000_00),
      spent('2025-01-01', 1000_00),
      spent('2025-01-02', 3000_00),
      read({ at: '2025-01-03', in: 9000_00 }),
    ])
    const printed = printedFrom('2024-12-31', -9, 249_99, 250_00, -1, 0)
    expect(balanceFacts(dossier, printed, shillings)).toEqual({
      averageBalance: (249_99 + 250_00 - 1) / 4,
      lowBalanceDays: 3,
      negativeDays: 1,
    })
  })

  test('are those below a hundred shillings or five hundred francs', () => {
    const dossier = dossierWith(period, [])
    const printed = printedFrom('2024-12-31', 0, 99_99, 100_00, 499_99, 500_00)
    expect(balanceFacts(dossier, printed, shillings).lowBalanceDays).toBe(1)
    expect(balanceFacts(dossier, printed, parametersOf('XAF')).lowBalanceDays).toBe(3)
    expect(balanceFacts(dossier, printed, parametersOf('XOF')).lowBalanceDays).toBe(3)
  })

  test('are none if no balance is printed', () => {
    expect(balanceFacts(dossierWith(period, []), [], shillings)).toEqual({
      averageBalance: null,
      lowBalanceDays: 0,
      negativeDays: 0,
    })
  })
})

describe('days of cover and the share of days with a low balance', () => {
  const own = (...balances: number[]) => ({
    balances: printedFrom('2024-12-31', ...balances),
    atStartOf: () => 0,
  })

  test('are the mean balance divided by the mean cost of a day, and the share of days below a tenth of that cost', () => {
    // A day costs 2,000, and a balance below a tenth of that is low.
    expect(coverFacts(own(1, 199_99, 200_00, 400_01), 62_000_00, 31, shillings)).toEqual({
      daysOfCover: 800_00 / 3 / 2000_00,
      lowBalanceShare: 1 / 31,
    })
  })

  test('count a balance below a hundred shillings as low if little is spent', () => {
    expect(coverFacts(own(1, 99_99, 100_00), 0, 10, shillings)).toEqual({
      daysOfCover: Infinity,
      lowBalanceShare: 0.1,
    })
  })

  test('are unknown if no balance is printed', () => {
    expect(coverFacts(own(), 100, 10, shillings)).toEqual({ daysOfCover: null, lowBalanceShare: null })
  })
})
