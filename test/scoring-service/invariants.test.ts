import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { assess } from '../../src/scoring-service/card/assessment.rules.js'
import { dossierOf } from '../../src/scoring-service/card/rows/dossier.rules.js'
import { factsOf } from '../../src/scoring-service/card/features/features.rules.js'
import { parametersOf } from '../../src/scoring-service/card/rows/parameters.rules.js'
import { pointsOf } from '../../src/scoring-service/card/points/points.rules.js'
import type { FeatureName } from '../../src/scoring-service/card/points/card.rules.js'
import type { ParsedStatement, StatementRow } from '../../src/scoring-service/model/statement.js'
import { parsOf } from './bodies.js'
import { personaNames, personaStatement } from './personas.js'
import { row } from './rows.js'
import { rowsOf, statement, type Movement } from './statements.js'

const pointsFor = (name: FeatureName, read: ParsedStatement): number => {
  const { facts } = assess([read])
  return pointsOf(facts.features).find(({ characteristic }) => characteristic.name === name)?.points ?? NaN
}

/** A time in the first half of 2025. */
const moment = fc
  .integer({ min: Date.parse('2025-01-01') / 1000, max: Date.parse('2025-06-30T23:59:59Z') / 1000 })
  .map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' '))

const shuffled = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length })

const withRow = (read: ParsedStatement, added: StatementRow): ParsedStatement => ({
  ...read,
  rows: [...read.rows, added],
})

describe('the result of a request', () => {
  test.each(personaNames)('%s: does not depend on the order of the rows', (name) => {
    const read = personaStatement(name)
    const expected = parsOf([read])
    fc.assert(
      fc.property(shuffled(read.rows), (rows) => {
        expect(parsOf([{ ...read, rows }])).toBe(expected)
      }),
      { numRuns: 5 },
    )
  })

  const cut = (read: ParsedStatement, last: string, next: string): [ParsedStatement, ParsedStatement] => {
    const first = read.rows.filter(({ completionTime }) => completionTime.slice(0, 10) <= last)
    const second = read.rows.filter(({ completionTime }) => completionTime.slice(0, 10) > last)
    const part = (rows: readonly StatementRow[], from: string, to: string): ParsedStatement => ({
      ...read,
      rows: rows.map((each, rowIndex) => ({ ...each, rowIndex })),
      period: { from, to },
      reconciliation: { groups: rows.length, agreeing: rows.length },
    })
    return [part(first, read.period.from, last), part(second, next, read.period.to)]
  }

  test.each([
    ['2025-03-31', '2025-04-01'],
    ['2025-02-12', '2025-02-13'],
  ])('is the same if the statement is cut in two after %s', (last, next) => {
    for (const name of ['trader', 'overdraftDependent', 'loanStacker'] as const) {
      const read = personaStatement(name)
      const [first, second] = cut(read, last, next)
      const whole = parsOf([read])
      expect(parsOf([first, second])).toBe(whole)
      expect(parsOf([second, first])).toBe(whole)
    }
  })

  test('counts common rows of two documents once', () => {
    const read = personaStatement('gambler')
    const [first] = cut(read, '2025-04-30', '2025-05-01')
    const [, second] = cut(read, '2025-01-31', '2025-02-01')
    expect(parsOf([first, second])).toBe(parsOf([read]))
  })

  test('counts a document that is sent twice once', () => {
    const read = personaStatement('trader')
    expect(parsOf([read, { ...read, documentName: 'again.pdf' }])).toBe(parsOf([read]))
  })

  test('counts a wallet whose number is masked in one document as the same wallet', () => {
    const read = personaStatement('trader')
    const masked = { ...read, header: { ...read.header, phoneNumber: '0712***678' } }
    expect(assess([read, masked]).facts.totalIncome).toBe(assess([read]).facts.totalIncome)
  })

  test('counts two equal rows in one document as two', () => {
    const twice = row({ at: '2025-03-03', details: 'Airtime Purchase', paidOut: 50, receipt: 'SAME' })
    const read = { ...personaStatement('student'), rows: [twice, { ...twice, rowIndex: 1 }] }
    expect(assess([read, { ...read, rows: [twice] }]).facts.dossier.counted).toHaveLength(2)
  })
})

describe('a row that is added to a statement', () => {
  const stake = (at: string, paidOut: number) =>
    row({ at, details: 'Pay Bill Online to 955100 - BETIKA Acc. 1', paidOut, balance: null })

  test.each(['salaried', 'gambler', 'trader', 'student'] as const)(
    'never raises the points of betting if it is a stake: %s',
    (name) => {
      const read = personaStatement(name)
      const before = pointsFor('betting', read)
      fc.assert(
        fc.property(moment, fc.integer({ min: 1, max: 200_000 }), (at, paidOut) => {
          expect(pointsFor('betting', withRow(read, stake(at, paidOut)))).toBeLessThanOrEqual(before)
        }),
        { numRuns: 30 },
      )
    },
  )

  test('costs all points of betting if it is a very large stake', () => {
    const read = personaStatement('salaried')
    expect(pointsFor('betting', read)).toBe(20)
    expect(pointsFor('betting', withRow(read, stake('2025-03-03', 500_000)))).toBe(-110)
  })

  test('does not count if it is a stake that is reversed', () => {
    const read = withRow(personaStatement('salaried'), stake('2025-03-03', 5_000))
    const reversal = row({ at: '2025-03-04', details: 'Pay Bill Reversal to 955100 - BETIKA', paidIn: 5_000 })
    expect([pointsFor('betting', read), pointsFor('betting', withRow(read, reversal))]).toEqual([0, 20])
  })

  const repayments = [
    'Pay Bill to 851900 - TALA Acc. 1',
    'M-Shwari Loan Repayment',
    'Pay Bill to 400200 - UMOJA SACCO Acc. 7',
  ]

  test.each(['loanStacker', 'overdraftDependent', 'salaried'] as const)(
    'never lowers the points of repayment or of lenders if it is a repayment: %s',
    (name) => {
      const read = personaStatement(name)
      const before = [pointsFor('repaid', read), pointsFor('lenders', read)] as const
      fc.assert(
        fc.property(
          moment,
          fc.integer({ min: 1, max: 100_000 }),
          fc.constantFrom(...repayments),
          (at, paidOut, details) => {
            const more = withRow(read, row({ at, details, paidOut, balance: null }))
            expect(pointsFor('repaid', more)).toBeGreaterThanOrEqual(before[0])
            expect(pointsFor('lenders', more)).toBeGreaterThanOrEqual(before[1])
          },
        ),
        { numRuns: 30 },
      )
    },
  )

  test('gives back all points of repayment if such a row for each lender repays all loans of that lender', () => {
    const details = [
      'Pay Bill to 851900 - TALA',
      'Pay Bill to 300067 - TIMIZA',
      'M-Shwari Loan Repayment',
      'Pay Bill to 998877 - ZENKA',
    ]
    const repaid = details
      .map((text) => row({ at: '2025-06-30', details: text, paidOut: 30_000 }))
      .reduce(withRow, personaStatement('loanStacker'))
    expect([pointsFor('repaid', personaStatement('loanStacker')), pointsFor('repaid', repaid)]).toEqual([
      -510, 0,
    ])
  })

  test.each(['overdraftDependent', 'gambler'] as const)(
    'never raises the points of overdraft if it is an overdraft: %s',
    (name) => {
      const read = personaStatement(name)
      const draws = read.rows.filter(({ details }) => details === 'OverDraft of Credit Party')
      for (const left of [draws.length - 1, draws.length >> 1, 0]) {
        const kept = new Set(draws.slice(0, left))
        const rows = read.rows.filter(
          (each) => each.details !== 'OverDraft of Credit Party' || kept.has(each),
        )
        expect(pointsFor('overdraftShare', { ...read, rows })).toBeGreaterThanOrEqual(
          pointsFor('overdraftShare', read),
        )
      }
    },
  )

  test.each([
    ['a betting payout', 'Business Payment from 290290 - SportPesa B2C via API'],
    ['an overdraft draw', 'OverDraft of Credit Party'],
    ['a withdrawal of own savings', 'M-Shwari Withdraw'],
    ['a loan', 'Business Payment from 851900 - TALA via API'],
    ['a reversal', 'Transaction Reversal'],
  ])('is no income if it is %s', (_, details) => {
    const read = personaStatement('trader')
    const before = assess([read]).facts
    const after = assess([withRow(read, row({ at: '2025-03-03', details, paidIn: 77_777 }))]).facts
    expect([after.totalIncome, after.incomes]).toEqual([before.totalIncome, before.incomes])
  })
})

describe('names, places and contacts do not change score or limit', () => {
  const renamed = (text: string): string =>
    text
      .replace(/2547\*{6}(\d+)/g, '2541******$1')
      .replace('MARY DOE', 'AISHA MOHAMED ALI')
      .replace('PARENT', 'PASTOR JOHN')
      .replace('FOREMAN', 'KAMAU WA NJOROGE')
      .replace('BUYER', 'CLIENTE')
      .replace('UNCLE', 'ZAINAB')
      .replace('WESTLANDS 4', 'MOMBASA 31')
      .replace('CITY UNIVERSITY', 'COAST UNIVERSITY')
      .replace('ACME LIMITED', 'ZED HOLDINGS')
      .replace('SUNRISE', 'LIKONI')
      .replace('CORNER SHOP', 'KIOSK YA MAMA')
      .replace('CASUAL WORKS', 'MASJID NOOR')

  test.each(personaNames)('%s', (name) => {
    const read = personaStatement(name)
    const other: ParsedStatement = {
      ...read,
      header: {
        ...read.header,
        name: 'FATUMA OTIENO',
        phoneNumber: '254111222333',
        email: 'x@y.z',
        branch: 'GARISSA',
      },
      rows: read.rows.map((each) => ({ ...each, details: renamed(each.details) })),
    }
    expect(other.rows).not.toEqual(read.rows)
    const scores = (of: ParsedStatement) => {
      const { shortTermScore, genericScore, businessScore, features, limits } = assess([of])
      return {
        shortTermScore,
        genericScore,
        businessScore,
        limits,
        features: features.map(({ value, points }) => [value, points]),
      }
    }
    expect(scores(other)).toEqual(scores(read))
  })
})

test.each(personaNames)('%s: amounts and thresholds times k give the same points', (name) => {
  const read = personaStatement(name)
  const parameters = parametersOf('KES')
  const expected = pointsOf(factsOf(dossierOf([read]), null, parameters).features).map(({ points }) => points)
  for (const k of [2, 10, 1000]) {
    const rows = read.rows.map((each) => ({
      ...each,
      paidIn: each.paidIn * k,
      paidOut: each.paidOut * k,
      balance: each.balance === null ? null : each.balance * k,
    }))
    const scaled = { ...parameters, lowBalance: parameters.lowBalance * k }
    const points = pointsOf(factsOf(dossierOf([{ ...read, rows }]), null, scaled).features).map(
      (each) => each.points,
    )
    expect(points).toEqual(expected)
  }
})

describe('several accounts', () => {
  const wallet: readonly Movement[] = [
    {
      at: '2025-03-01 10:00:00',
      details: 'Transfer from Bank 517819 - EQUITY BANK LIMITED- APP to Customer via API',
      amount: 5_000,
    },
    {
      at: '2025-03-02 10:00:00',
      details: 'Transfer from Bank 517820 - FAMILY BANK LIMITED- APP to Customer via API',
      amount: 700,
    },
    { at: '2025-03-05 10:00:00', details: 'Pay Bill to 247247 - EQUITY BANK Acc. 01', amount: -900 },
  ]
  const bank: readonly Movement[] = [
    { at: '2025-03-01 00:00:00', details: 'MPESA B2C 254712345678', amount: -5_000 },
    { at: '2025-03-05 00:00:00', details: 'MPESA C2B 254712345678', amount: 900 },
    { at: '2025-03-28 00:00:00', details: 'SALARY ACME', amount: 40_000 },
  ]
  const period = { from: '2025-03-01', to: '2025-03-31' }
  const ofWallet = statement({ ...period, movements: wallet })
  const ofBank = statement({
    ...period,
    movements: bank,
    opening: 9_000,
    documentType: 'BANK_STATEMENT',
    issuer: 'EQUITY',
  })

  test('have no income from transfers between bank and wallet if the statements of both are given', () => {
    const alone = assess([ofWallet]).facts
    const both = assess([ofWallet, ofBank]).facts
    expect([alone.totalIncome, both.totalIncome]).toEqual([480_000, 4_070_000])
    expect([both.inflow, both.outflow]).toEqual([4_070_000, 0])
  })

  test('have the sum of their balances on each day', () => {
    const both = assess([ofWallet, ofBank]).facts
    const walletAverage = assess([ofWallet]).facts.averageBalance ?? NaN
    const bankAverage = assess([ofBank]).facts.averageBalance ?? NaN
    expect(both.averageBalance).toBeCloseTo(walletAverage + bankAverage, 6)
  })

  test('end a day with the balance of its last row if a bank prints no times, whatever the receipts', () => {
    const days = ['03', '04', '05'].flatMap((day) =>
      [100, -40, 250].map((amount, nth) => ({
        at: `2025-03-${day} 00:00:00`,
        details: `ROW ${nth}`,
        amount,
        // The later a row is on its day, the lower its receipt.
        receipt: `REF${day}${9 - nth}`,
      })),
    )
    const bankOf = (movements: typeof days) =>
      statement({
        from: '2025-03-03',
        to: '2025-03-05',
        opening: 1_000,
        documentType: 'BANK_STATEMENT',
        movements,
      })
    // The days end with 1,310, 1,620 and 1,930.
    expect(assess([bankOf(days)]).facts.averageBalance).toBe(162_000)
  })

  test('have the bank with most of the money as the main bank', () => {
    expect(assess([ofWallet]).persona).toMatchObject({ mainBank: 'EQUITY', hasBankAccount: true })
    expect(assess([ofWallet, ofBank]).persona).toMatchObject({ mainBank: 'EQUITY', hasSalary: true })
  })

  test('in two currencies are not analysed together', () => {
    const francs = { ...ofBank, currency: 'XAF' }
    expect(assess([ofWallet, francs])).toMatchObject({
      shortTermScore: -1,
      riskBand: null,
      decision: 'INSUFFICIENT_DATA',
      cappedBy: 'CURRENCY',
      reasonCodes: [{ code: 'C03' }],
      facts: { dossier: { currency: null }, inflow: 0, outflow: 0 },
      limits: { affordability: 0, shortTermLimit: 0, grossLimit: 0 },
    })
    expect(() => assess([])).toThrow('a statement is needed')
  })

  test.each([
    ['UGX', 'C02'],
    [null, 'C01'],
  ])('in the currency %s are shown and not scored', (currency, code) => {
    expect(assess([{ ...ofWallet, currency }])).toMatchObject({
      shortTermScore: -1,
      decision: 'INSUFFICIENT_DATA',
      reasonCodes: [{ code }],
      facts: { dossier: { currency } },
      limits: { affordability: 0, shortTermLimit: 0 },
    })
  })

  test('have as takings everything that a till receives', () => {
    const till = statement({
      ...period,
      documentType: 'WALLET_TILL_STATEMENT',
      movements: [{ at: '2025-03-03 10:00:00', details: 'Funds received from - 2547******1 A', amount: 50 }],
    })
    expect(assess([till]).persona.hasTill).toBe(true)
    expect(assess([till]).business?.monthlyTakings).toBeGreaterThan(0)
  })
})

describe('with little or no income', () => {
  const months = ['01', '02', '03', '04', '05', '06', '07', '08']
  const lived = (incomes: readonly string[], more: readonly Movement[] = []) =>
    assess([
      statement({
        from: '2025-01-01',
        to: '2025-08-31',
        opening: 90_000,
        movements: [
          ...months.map((month) => ({
            at: `2025-${month}-12 10:00:00`,
            details: 'Airtime Purchase',
            amount: -20,
          })),
          ...incomes.map((month) => ({
            at: `2025-${month}-05 10:00:00`,
            details: 'Funds received from - 2547******111 MARY DOE',
            amount: 900,
          })),
          ...more,
        ],
      }),
    ]).facts.features

  test('recentIncome is the income of the last three months plus the own money before them, divided by three times the usual monthly cost of living before them', () => {
    // 90,000 at the start, and 20 a month are spent.
    expect(lived([]).recentIncome).toBeCloseTo((90_000 - 100) / 60, 9)
    expect(lived(['06', '07', '08']).recentIncome).toBeCloseTo((90_000 - 100 + 2_700) / 60, 9)
  })

  test('deposits into savings do not count as net saving', () => {
    const deposit = [{ at: '2025-02-03 10:00:00', details: 'M-Shwari Deposit', amount: -500 }]
    expect(lived([], deposit).netSaving).toBe(0)
    expect(lived(['01'], deposit).netSaving).toBeCloseTo(500 / 160, 12)
  })
})

describe('months', () => {
  const monthly = (to: string) =>
    assess([
      statement({
        from: '2025-01-16',
        to,
        movements: ['2025-01-20', '2025-02-20', '2025-03-20', '2025-04-20']
          .filter((date) => date <= to)
          .map((date) => ({ at: `${date} 09:00:00`, details: 'Salary Payment from 1 - A', amount: 1_600 })),
      }),
    ]).facts

  test('that are incomplete are left out if there are two full months', () => {
    expect(monthly('2025-04-10')).toMatchObject({
      incomes: [160_000, 160_000],
      calendar: { fullMonths: 2, method: 'full_months' },
    })
  })

  test('all count if fewer than two are full, and incomplete ones are extrapolated', () => {
    const facts = monthly('2025-03-10')
    expect(facts.calendar).toMatchObject({ fullMonths: 1, method: 'pro_rated', coveredDays: 54 })
    expect(facts.incomes).toEqual([Math.round((160_000 * 31) / 16), 160_000, 0])
  })

  test("end at midnight of the statement's own clock, whatever the time zone of the machine", () => {
    const facts = assess([
      statement({
        from: '2025-01-01',
        to: '2025-02-28',
        movements: [{ at: '2025-01-31 23:30:00', details: 'Salary Payment from 1 - A', amount: 100 }],
      }),
    ]).facts
    expect(facts.incomes).toEqual([10_000, 0])
  })

  test.each([
    [['2025-01-05', '2025-02-05', '2025-03-05', '2025-04-05', '2025-05-05'], 'Green'],
    [['2025-01-05', '2025-02-05', '2025-03-05', '2025-05-05'], 'Yellow'],
    [['2025-01-05', '2025-02-05', '2025-03-05'], 'Red'],
  ])('of which five are covered, with rows on %j, have the flag %s', (dates, flag) => {
    const movements = dates.map((date) => ({
      at: `${date} 09:00:00`,
      details: 'Airtime Purchase',
      amount: -5,
    }))
    const read = statement({ from: '2025-01-01', to: '2025-05-31', opening: 100, movements })
    expect(assess([read]).completeness.flag).toBe(flag)
  })
})

test('the balance at the end of a day is that of its last group of rows, in whatever order the group is printed', () => {
  const read = statement({ from: '2025-03-01', to: '2025-03-02', opening: 1_000, movements: [] })
  const rows = rowsOf(
    [
      { at: '2025-03-01 10:00:00', details: 'Pay Bill to 123456 - A', amount: -300, receipt: 'B1' },
      { at: '2025-03-01 10:00:00', details: 'Pay Bill Charge', amount: -10, receipt: 'B1' },
    ],
    1_000,
  )
  const facts = (printed: readonly StatementRow[]) =>
    assess([{ ...read, rows: printed }]).facts.averageBalance
  const before = row({ at: '2025-03-01 09:00:00', details: 'Airtime Purchase', paidOut: 1, balance: 1_000 })
  expect(facts([before, ...rows])).toBe(69_000)
  expect(facts([...rows].reverse().concat(before))).toBe(69_000)
})
