import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { assess, type Assessment } from '../../src/scoring-service/card/assessment.rules.js'
import { realSurplus } from '../../src/scoring-service/card/limits.rules.js'
import { owedFactor } from '../../src/scoring-service/card/features/lending.rules.js'
import { sum } from '../../src/scoring-service/card/features/statistics.rules.js'
import type { ParsedStatement } from '../../src/scoring-service/model/statement.js'
import { dailyLife, endOf, from, lived, lives, loansOf, monthsOf, shop, type Life } from './lives.js'
import { personaStatement } from './personas.js'
import { daysOf, type Movement, type StatementWish } from './statements.js'
import { present } from '../support/present.js'

interface Verdict {
  readonly score: number
  readonly generic: number
  readonly limit: number
  readonly gross: number
}

const verdictOf = ({ shortTermScore, genericScore, limits }: Assessment): Verdict => ({
  score: shortTermScore,
  generic: genericScore,
  limit: limits.shortTermLimit,
  gross: limits.grossLimit,
})

const verdict = (...statements: ParsedStatement[]): Verdict => verdictOf(assess(statements))

const expectNotAbove = (worse: Verdict, better: Verdict): void => {
  for (const name of ['score', 'generic', 'limit', 'gross'] as const) {
    expect([name, worse[name]]).toEqual([name, Math.min(worse[name], better[name])])
  }
}

/** A trick may gain less than ten points and must not raise a limit. */
const expectWorthNothing = (tricked: Verdict, honest: Verdict): void => {
  expect(tricked.score - honest.score).toBeLessThan(10)
  expect(tricked.generic - honest.generic).toBeLessThan(10)
  expect(tricked.limit).toBeLessThanOrEqual(honest.limit)
  expect(tricked.gross).toBeLessThanOrEqual(honest.gross)
}

const monthly = (life: Life, day: string, time: string, details: string, amount: number): Movement[] =>
  monthsOf(life.months).map((month) => ({ at: `${month}-${day} ${time}`, details, amount }))

const runs = { numRuns: Number(process.env['RUNS'] ?? 25), endOnFailure: true }

describe('loans', () => {
  test('a loan with missing repayments never has a higher score or limit than the same loan repaid', () => {
    fc.assert(
      fc.property(lives, fc.uniqueArray(fc.nat(13), { maxLength: 14 }), (life, unpaid) => {
        const whole = lived(life, [...dailyLife(life), ...loansOf(life, () => true)])
        const part = lived(life, [...dailyLife(life), ...loansOf(life, (month) => !unpaid.includes(month))])
        expectNotAbove(verdict(part), verdict(whole))
      }),
      runs,
    )
  })

  test('each further missing repayment lowers the score or leaves it unchanged', () => {
    fc.assert(
      fc.property(lives, (life) => {
        let before = verdict(lived(life, [...dailyLife(life), ...loansOf(life, () => true)]))
        for (let left = life.months - 1; left >= 0; left -= 3) {
          const now = verdict(lived(life, [...dailyLife(life), ...loansOf(life, (month) => month < left)]))
          expectNotAbove(now, before)
          before = now
        }
      }),
      runs,
    )
  })

  test('a person with every loan unpaid is declined with a limit of 0, whatever else the statement shows', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const { riskBand, limits } = assess([
          lived(life, [...dailyLife(life), ...loansOf(life, () => false)]),
        ])
        expect([riskBand, limits.shortTermLimit]).toEqual(['C', 0])
      }),
      runs,
    )
  })

  test('leaving every loan unpaid divides the odds of repayment by at least twenty', () => {
    const life: Life = {
      months: 12,
      income: 40_000,
      spent: 0.7,
      paydays: [1],
      lent: 2_000,
      interest: 0.1,
      termDays: 20,
      opening: 5_000,
    }
    const pd = (isRepaid: boolean): number =>
      assess([lived(life, [...dailyLife(life), ...loansOf(life, () => isRepaid)])]).probabilityOfDefault ??
      NaN
    const odds = (risk: number): number => (1 - risk) / risk
    expect(odds(pd(true)) / odds(pd(false))).toBeGreaterThan(20)
  })

  test('a loan that is repaid within days counts as repaid', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const early = assess([
          lived(life, [...dailyLife(life), ...loansOf({ ...life, termDays: 2 }, () => true)]),
        ])
        expect(early.facts.features.repaid).toBe(1)
        expect(early.facts.lending.owed).toBe(0)
      }),
      runs,
    )
  })
})

/** How much the balance has grown, without the movements of loans and savings. */
const leftByBalances = ({ rows }: ParsedStatement): number => {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return NaN
  const opening = (first.balance ?? NaN) - first.paidIn + first.paidOut
  const of = (words: RegExp): number =>
    rows.filter(({ details }) => words.test(details)).reduce((sum, row) => sum + row.paidIn - row.paidOut, 0)
  return (last.balance ?? NaN) - opening - of(/TALA|M-Shwari/)
}

const leftByCard = ({ facts: { incomes, livingCosts } }: Assessment): number =>
  sum(incomes) - sum(livingCosts)

describe('income and surplus', () => {
  test('the surpluses of all months add up to the growth of the balances apart from loans and savings: no row counts twice', () => {
    const circles = [
      ['Funds received from - 2547******111 MARY DOE', 'Customer Transfer to - 2547******111 MARY DOE'],
      ['Deposit of Funds at Agent Till 55555', 'Customer Withdrawal At Agent Till 123456 - AGENT'],
    ] as const
    fc.assert(
      fc.property(lives, fc.constantFrom(...circles), fc.nat(9_000), (life, [comes, goes], amount) => {
        // A pay that is put into savings in one piece counts neither as earned nor as saved.
        fc.pre(amount !== Math.round(life.income / life.paydays.length))
        const read = lived(life, [
          ...dailyLife(life),
          ...loansOf(life, (month) => month % 3 > 0),
          ...monthly(life, '04', '10:00:00', 'M-Shwari Deposit', -amount),
          ...monthly(life, '05', '10:00:00', 'M-Shwari Withdraw', amount >> 1),
          ...monthly(life, '11', '07:00:00', goes, -amount),
          ...monthly(life, '19', '07:00:00', comes, amount >> 2),
        ])
        expect(leftByCard(assess([read]))).toBe(leftByBalances(read))
      }),
      runs,
    )
  })

  test.each(['salaried', 'trader', 'student', 'farmer'] as const)(
    'the surpluses of all months of the persona %s add up to the growth of its balances apart from loans and savings',
    (name) => {
      const read = personaStatement(name)
      expect(leftByCard(assess([read]))).toBe(leftByBalances(read))
    },
  )

  test('a loan of the full limit can be repaid, with its price, from the real surplus of one month', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const { limits, facts } = assess([lived(life, dailyLife(life))])
        const carried = Math.max(0, realSurplus(facts))
        expect(limits.grossLimit * owedFactor).toBeLessThanOrEqual(carried)
        expect((limits.businessLimit ?? 0) * owedFactor).toBeLessThanOrEqual(carried)
      }),
      runs,
    )
  })

  test('no limit or affordability is above the real surplus of a month', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const { limits, facts } = assess([lived(life, dailyLife(life))])
        expect(limits.grossLimit).toBeLessThanOrEqual(Math.max(0, realSurplus(facts)))
        expect(limits.affordability).toBeLessThanOrEqual(Math.max(0, realSurplus(facts)))
      }),
      runs,
    )
  })

  const circles: readonly (readonly [string, string, string])[] = [
    [
      'a friend',
      'Funds received from - 2547******111 MARY DOE',
      'Customer Transfer to - 2547******111 MARY DOE',
    ],
    [
      'a bank',
      'Transfer from Bank 517819 - EQUITY BANK LIMITED- APP to Customer via API',
      'Pay Bill to 247247 - EQUITY BANK Acc. 01',
    ],
    ['a till', 'Business Payment from 123123 - MY SHOP via API', 'Merchant Payment to 123123 - MY SHOP'],
  ]

  test.each(circles)(
    'money that goes to %s and comes back changes no income and brings no limit',
    (_, comes, goes) => {
      fc.assert(
        fc.property(
          lives,
          fc.integer({ min: 1_000, max: 60_000 }),
          fc.boolean(),
          (life, amount, isOutFirst) => {
            const honest = lived({ ...life, opening: life.opening + amount }, dailyLife(life))
            const [into, out] = isOutFirst ? ['20', '10'] : ['10', '20']
            const circle = [
              ...monthly(life, into, '07:00:00', comes, amount),
              ...monthly(life, out, '07:00:00', goes, -amount),
            ]
            const tricked = lived({ ...life, opening: life.opening + amount }, [
              ...dailyLife(life),
              ...circle,
            ])
            // Money that stays in the wallet for ten days may raise the score, but no limit.
            expectWorthNothing(
              isOutFirst ? verdict(tricked) : { ...verdict(tricked), score: 0, generic: 0 },
              verdict(honest),
            )
            expect(assess([tricked]).facts.incomes).toEqual(assess([honest]).facts.incomes)
          },
        ),
        runs,
      )
    },
  )

  test('cash that is withdrawn and paid in again, even in parts, gains nothing', () => {
    fc.assert(
      fc.property(
        lives,
        fc.integer({ min: 1_000, max: 60_000 }),
        fc.integer({ min: 1, max: 4 }),
        (life, amount, parts) => {
          const opened = { ...life, opening: life.opening + amount }
          const honest = lived(opened, dailyLife(life))
          const back = Array.from({ length: parts }, (_, nth) =>
            monthly(
              life,
              String(12 + 3 * nth),
              '07:00:00',
              'Deposit of Funds at Agent Till 55555',
              Math.floor(amount / parts),
            ),
          )
          const out = monthly(
            life,
            '10',
            '07:00:00',
            'Customer Withdrawal At Agent Till 123456 - AGENT',
            -amount,
          )
          const tricked = lived(opened, [...dailyLife(life), ...out, ...back.flat()])
          expectWorthNothing(verdict(tricked), verdict(honest))
        },
      ),
      runs,
    )
  })

  test('transfers to and from a second wallet of the same person gain nothing, nor does the statement of that wallet', () => {
    const name = 'JANE WANJIKU DOE'
    fc.assert(
      fc.property(lives, fc.integer({ min: 1_000, max: 60_000 }), (life, amount) => {
        const opened = { ...life, opening: life.opening + amount }
        const honest = lived(opened, dailyLife(life))
        const out = monthly(life, '10', '07:00:00', `Customer Transfer to - 2547******777 ${name}`, -amount)
        const there = monthly(life, '10', '07:00:00', `Funds received from - 2547******678 ${name}`, amount)
        const back = monthly(life, '12', '07:00:00', `Customer Transfer to - 2547******678 ${name}`, -amount)
        const again = monthly(life, '12', '07:00:00', `Funds received from - 2547******777 ${name}`, amount)
        const first = lived(opened, [...dailyLife(life), ...out, ...again])
        const other = lived({ ...life, opening: 0 }, [...there, ...back])
        const second = { ...other, header: { ...other.header, phoneNumber: '254799000777' } }
        expectWorthNothing(verdict(first), verdict(honest))
        expectWorthNothing(verdict(first, second), verdict(honest))
        expect(verdict(second).limit).toBe(0)
      }),
      runs,
    )
  })

  test('a longer statement of a second wallet does not lengthen the history of the first', () => {
    const short: Life = {
      months: 4,
      income: 30_000,
      spent: 0.8,
      paydays: [1],
      lent: 0,
      interest: 0,
      termDays: 5,
      opening: 0,
    }
    const main = lived(short, dailyLife(short))
    const other = lived(
      { ...short, months: 14 },
      monthly({ ...short, months: 14 }, '05', '07:00:00', 'Airtime Purchase', -5),
      {
        opening: 900,
      },
    )
    const second = { ...other, header: { ...other.header, phoneNumber: '254799000777' } }
    expect(assess([main, second]).facts.features.fullMonths).toBe(4)
    expectWorthNothing(verdict(main, second), verdict(main))
  })

  test('a bonus, a raise or a richer month never lowers score or limit', () => {
    fc.assert(
      fc.property(
        lives,
        fc.nat(13),
        fc.double({ min: 1, max: 5, noNaN: true }),
        fc.boolean(),
        (life, month, times, stays) => {
          const weights = Array.from({ length: 14 }, (_, index) =>
            (stays ? index >= month % life.months : index === month % life.months) ? times : 1,
          )
          expectNotAbove(
            verdict(lived(life, dailyLife(life))),
            verdict(lived(life, dailyLife(life, weights))),
          )
        },
      ),
      runs,
    )
  })

  test('a raise with unchanged spending never lowers the score', () => {
    fc.assert(
      fc.property(lives, fc.double({ min: 1, max: 4, noNaN: true }), (life, times) => {
        const since = endOf(life.months >> 1)
        // A wallet is never below zero, so it starts with enough.
        const opening = 2 * times * life.income
        const risen = dailyLife({ ...life, spent: Math.min(0.95, life.spent) }).map((movement) =>
          movement.at > `${since} 24`
            ? { ...movement, amount: Math.round(movement.amount * times) }
            : movement,
        )
        const level = dailyLife({ ...life, spent: Math.min(0.95, life.spent) })
        const { score } = verdict(lived({ ...life, opening }, risen))
        expect(score).toBeGreaterThanOrEqual(verdict(lived({ ...life, opening }, level)).score)
      }),
      runs,
    )
  })

  test('one more month that is like the others or better never lowers score or limit', () => {
    fc.assert(
      fc.property(lives, fc.double({ min: 1, max: 3, noNaN: true }), (life, times) => {
        const spent = Math.min(0.97, life.spent)
        const longer = { ...life, spent, months: life.months + 1 }
        const weights = Array.from({ length: longer.months }, (_, index) =>
          index === life.months ? times : 1,
        )
        expectNotAbove(
          verdict(lived(life, dailyLife({ ...life, spent }))),
          verdict(lived(longer, dailyLife(longer, weights))),
        )
      }),
      runs,
    )
  })

  test.each(['2024-12-29', '2024-12-28'])(
    'a statement that ends on %s has twelve full months, and the same score as one that ends with the month',
    (to) => {
      const life: Life = {
        months: 12,
        income: 30_000,
        spent: 0.8,
        paydays: [28],
        lent: 0,
        interest: 0,
        termDays: 5,
        opening: 9_000,
      }
      for (const paydays of [[28], [1]]) {
        const whole = lived(life, dailyLife({ ...life, paydays }))
        const part = {
          ...whole,
          period: { from, to },
          rows: whole.rows.filter((row) => row.completionTime <= `${to} 24`),
        }
        expect(assess([part]).facts.features.fullMonths).toBe(12)
        expect(verdict(part).score).toBe(verdict(whole).score)
      }
    },
  )

  test('a nearly complete month that ends before payday is left out of the incomes', () => {
    const life: Life = {
      months: 12,
      income: 30_000,
      spent: 0.8,
      paydays: [30],
      lent: 0,
      interest: 0,
      termDays: 5,
      opening: 9_000,
    }
    const whole = lived(life, dailyLife(life))
    const part = {
      ...whole,
      period: { from, to: '2024-12-29' },
      rows: whole.rows.filter((row) => row.completionTime <= '2024-12-29 24'),
    }
    const { facts } = assess([part])
    expect([facts.features.fullMonths, facts.incomes.length]).toEqual([12, 11])
  })

  test("a harvest income scores like a salary of the same yearly amount, and its limit is more than a third of that salary's limit", () => {
    const salaried: Life = {
      months: 12,
      income: 30_000,
      spent: 0.85,
      paydays: [5],
      lent: 0,
      interest: 0,
      termDays: 5,
      opening: 60_000,
    }
    const spent = salaried.spent
    const harvests = [0, 3, 3, 0, 0, 0, 0, 3, 3, 0, 0, 0]
    const level = verdict(lived(salaried, dailyLife({ ...salaried, spent })))
    const seasonal = assess([lived(salaried, dailyLife({ ...salaried, spent }, harvests))])
    expect(seasonal.shortTermScore).toBeGreaterThanOrEqual(level.score - 20)
    expect(seasonal.limits.shortTermLimit).toBeGreaterThan(level.limit / 3)
  })
})

describe('cheap tricks', () => {
  const tricks: readonly (readonly [string, (life: Life) => Movement[]])[] = [
    [
      'five shillings of airtime a day',
      (life) =>
        daysOf(from, endOf(life.months)).map((date) => ({
          at: `${date} 07:00:00`,
          details: 'Airtime Purchase',
          amount: -5,
        })),
    ],
    [
      'a bill of ten shillings a month',
      (life) => monthly(life, '07', '07:00:00', 'Pay Bill to 888880 - KPLC PREPAID Acc. 1', -10),
    ],
    [
      'ten shillings a month into savings',
      (life) => monthly(life, '07', '07:00:00', 'M-Shwari Deposit', -10),
    ],
    [
      'savings that are withdrawn the next day',
      (life) => [
        ...monthly(life, '07', '07:00:00', 'M-Shwari Deposit', -3_000),
        ...monthly(life, '08', '07:00:00', 'M-Shwari Withdraw', 3_000),
      ],
    ],
    [
      'a tiny loan that is repaid the same week',
      (life) => [
        ...monthly(life, '03', '07:00:00', 'M-Shwari Loan Disburse', 100),
        ...monthly(life, '05', '07:00:00', 'M-Shwari Loan Repayment', -101),
      ],
    ],
  ]

  test.each(tricks)('%s: gains less than ten points and no limit', (_, trick) => {
    fc.assert(
      fc.property(lives, (life) => {
        const opened = { ...life, opening: life.opening + 5_000 }
        expectWorthNothing(
          verdict(lived(opened, [...dailyLife(life), ...trick(life)])),
          verdict(lived(opened, dailyLife(life))),
        )
      }),
      runs,
    )
  })
})

describe('wordings that the holder can choose', () => {
  const inWords = (
    life: Life,
    words: string,
    wish: Partial<StatementWish> = {},
    more: readonly Movement[] = [],
  ): ParsedStatement =>
    lived(
      life,
      [
        ...dailyLife(life).map((movement) =>
          movement.details === shop ? { ...movement, details: words } : movement,
        ),
        ...more,
      ],
      wish,
    )
  const atBank = { documentType: 'BANK_STATEMENT', issuer: 'KCB' } as const

  test.each([
    'TRF LANDLORD TO SAVINGS',
    'PESALINK PETER FIXED DEPOSIT',
    'MONEY MARKET',
    'M-SHWARI DEPOSIT',
    'EPARGNE',
    'TRF PETER OVERDRAFT REPAYMENT',
    'OD RECOVERY',
    'LOAN REPAYMENT',
  ])('%s in a bank statement does not lower the cost of living', (words) => {
    fc.assert(
      fc.property(lives, (life) => {
        expectWorthNothing(
          verdict(inWords(life, words, atBank)),
          verdict(inWords(life, 'POS PURCHASE CORNER SHOP', atBank)),
        )
      }),
      runs,
    )
  })

  test.each([
    'PESALINK LOAN REPAYMENT TO 254733999888',
    'TRF PETER LOAN REPAYMENT',
    'LOAN REPAYMENT TO PETER',
    'VIREMENT PIERRE REMBOURSEMENT PRET',
  ])('%s in a bank statement repays no loan of the bank: its holder is declined', (words) => {
    fc.assert(
      fc.property(lives, (life) => {
        const loans = monthly(life, '03', '09:00:00', 'LOAN DISBURSEMENT 12', life.lent)
        const { riskBand, limits, facts } = assess([inWords(life, words, atBank, loans)])
        expect([riskBand, limits.shortTermLimit, limits.grossLimit]).toEqual(['C', 0, 0])
        expect(facts.lending.repaid).toBe(0)
      }),
      runs,
    )
  })

  test("a bank's own words for repayments repay its loans", () => {
    fc.assert(
      fc.property(lives, (life) => {
        const loans = monthly(life, '03', '09:00:00', 'LOAN DISBURSEMENT 12', life.lent)
        const recoveries = monthly(life, '26', '09:00:00', 'LOAN RECOVERY MARCH', -life.lent)
        const rest = inWords(life, 'POS PURCHASE CORNER SHOP', atBank, [...loans, ...recoveries])
        const { features, lending } = assess([rest]).facts
        expect([features.repaid, lending.owed]).toEqual([1, 0])
      }),
      runs,
    )
  })

  test.each([
    'Merchant Payment to 7053097 - MALI STORES',
    'Merchant Payment to 7053097 - NDOVU HARDWARE',
    'Pay Bill to 555123 - ZIMELE SHOP Acc. 1',
    'Pay Bill to 555123 - UNIT TRUST TRADERS Acc. 1',
  ])('%s as the name of a shop does not lower the cost of living', (words) => {
    fc.assert(
      fc.property(lives, (life) => {
        expectWorthNothing(verdict(inWords(life, words)), verdict(inWords(life, shop)))
      }),
      runs,
    )
  })

  test("a bank transfer to another person's wallet is spending, with or without a statement of the holder's wallet", () => {
    fc.assert(
      fc.property(lives, fc.constantFrom('KCB', null), (life, brand) => {
        const words = 'MPESA B2C 254733999888'
        const wallet = lived(
          { ...life, opening: 500 },
          monthly(
            life,
            '09',
            '07:00:00',
            brand === null
              ? 'Pay Bill to 888880 - KPLC PREPAID Acc. 1'
              : 'Pay Bill to 522522 - KCB Acc. OF MY LANDLORD',
            -10,
          ),
        )
        const tricked = verdict(inWords(life, words, atBank), wallet)
        expectWorthNothing(tricked, verdict(inWords(life, 'POS PURCHASE CORNER SHOP', atBank), wallet))
      }),
      runs,
    )
  })

  test("a bank transfer to the holder's wallet is no spending, but its charge is", () => {
    const life: Life = {
      months: 6,
      income: 40_000,
      spent: 0.5,
      paydays: [1],
      lent: 0,
      interest: 0,
      termDays: 5,
      opening: 5_000,
    }
    const bank = lived(
      life,
      [...dailyLife(life), ...monthly(life, '05', '00:00:00', 'MPESA B2C 254712345678', -10_033)],
      atBank,
    )
    const from = 'Transfer from Bank 522522 - KCB BANK LIMITED- APP to Customer via API'
    const wallet = lived(life, monthly(life, '06', '09:00:00', from, 10_000))
    const { facts } = assess([bank, wallet])
    expect(facts.incomes).toEqual(monthsOf(6).map(() => 40_000_00))
    expect(facts.livingCosts).toEqual(monthsOf(6).map(() => 20_033_00))
  })
})

describe('money that comes in and goes out again in one piece', () => {
  const sources = [
    'Funds received from - 2547******111 MARY DOE',
    'Salary Payment from 777777 - OTHER LIMITED via API',
    'Deposit of Funds at Agent Till 55555',
  ]
  const goals = [
    'M-Shwari Deposit',
    'Customer Transfer to - 2547******222 PETER ROE',
    'Pay Bill to 555123 - SOME FIRM Acc. 1',
    'Pay Bill to 247247 - KCB BANK Acc. 01',
    'Merchant Payment to 999123 - BIG STORE',
  ]
  const anyPair = fc.tuple(fc.constantFrom(...sources), fc.constantFrom(...goals))

  test('gains nothing if every balance stays the same, whatever the wordings', () => {
    fc.assert(
      fc.property(
        lives,
        anyPair,
        fc.double({ min: 0.3, max: 4, noNaN: true }),
        (life, [comes, goes], times) => {
          const amount = Math.round(life.income * times)
          const pair = [
            ...monthly(life, '10', '07:00:00', comes, amount),
            ...monthly(life, '10', '07:30:00', goes, -amount),
          ]
          expectWorthNothing(
            verdict(lived(life, [...dailyLife(life), ...pair])),
            verdict(lived(life, dailyLife(life))),
          )
        },
      ),
      runs,
    )
  })

  test('adds no income to a month without any, and does not lower the shares of income that bets and debt take', () => {
    const poor: Life = {
      months: 12,
      income: 20_000,
      spent: 0.9,
      paydays: [1],
      lent: 2_000,
      interest: 0.1,
      termDays: 20,
      opening: 60_000,
    }
    const weights = [1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0]
    const bets = monthly(poor, '15', '20:00:00', 'Pay Bill to 290290 - BETIKA Acc. 1', -1_500)
    const real = [...dailyLife(poor, weights), ...bets, ...loansOf(poor, () => true)]
    const honest = verdict(lived(poor, real))
    for (const goes of goals)
      for (const amount of [4_000, 20_000, 90_000]) {
        const pair = [
          ...monthly(poor, '10', '07:00:00', present(sources[1]), amount),
          ...monthly(poor, '10', '07:30:00', goes, -amount),
        ]
        expectWorthNothing(verdict(lived(poor, [...real, ...pair])), honest)
      }
  })

  test('counts as income, but gives no limit, if the person sends all income on', () => {
    const life: Life = {
      months: 12,
      income: 30_000,
      spent: 0,
      paydays: [1],
      lent: 0,
      interest: 0,
      termDays: 5,
      opening: 5_000,
    }
    const swept = assess([
      lived(life, [
        ...dailyLife(life).filter(({ amount }) => amount > 0),
        ...monthly(life, '02', '07:00:00', 'Pay Bill to 247247 - KCB BANK Acc. 01', -30_000),
        ...monthly(life, '12', '07:00:00', 'Airtime Purchase', -10),
        ...monthly(life, '22', '07:00:00', 'Airtime Purchase', -10),
      ]),
    ])
    expect(swept.facts.features.incomeRegularity).toBe(1)
    expect(swept.limits.shortTermLimit).toBe(0)
  })

  test('does not raise the limit of a business', () => {
    const shopkeeper: Life = {
      months: 12,
      income: 60_000,
      spent: 0.5,
      paydays: [2, 9, 16, 23],
      lent: 0,
      interest: 0,
      termDays: 5,
      opening: 20_000,
    }
    const limitWith = (movements: readonly Movement[]): number =>
      assess([
        lived(shopkeeper, [...dailyLife(shopkeeper), ...movements], {
          documentType: 'WALLET_TILL_STATEMENT',
        }),
      ]).limits.businessLimit ?? NaN
    const honest = limitWith([])
    expect(honest).toBeGreaterThan(0)
    for (const goes of goals)
      expect(
        limitWith([
          ...monthly(shopkeeper, '10', '07:00:00', present(sources[0]), 90_000),
          ...monthly(shopkeeper, '10', '07:30:00', goes, -90_000),
        ]),
      ).toBeLessThanOrEqual(honest)
  })

  test('counts as saved if it is the part of a salary that goes into savings', () => {
    const life: Life = {
      months: 12,
      income: 40_000,
      spent: 0.6,
      paydays: [1],
      lent: 0,
      interest: 0,
      termDays: 5,
      opening: 5_000,
    }
    const saving = assess([
      lived(life, [...dailyLife(life), ...monthly(life, '02', '07:00:00', 'M-Shwari Deposit', -6_000)]),
    ])
    expect(saving.facts.features.netSaving).toBeGreaterThan(0.2)
    expect(saving.facts.stayingIncome).toBe(saving.facts.dependableIncome)
  })
})

describe('gaps and age of the statements', () => {
  const life: Life = {
    months: 12,
    income: 60_000,
    spent: 0.6,
    paydays: [1],
    lent: 0,
    interest: 0,
    termDays: 5,
    opening: 40_000,
  }
  const whole = lived(life, dailyLife(life))
  const part = (first: string, last: string): ParsedStatement => {
    const rows = whole.rows.filter(
      ({ completionTime }) => completionTime >= first && completionTime <= `${last} 24`,
    )
    return {
      ...whole,
      rows,
      period: { from: first, to: last },
      reconciliation: { groups: rows.length, agreeing: rows.length },
    }
  }
  const codes = ({ reasons }: Assessment): string[] =>
    reasons.map(({ characteristic }) => characteristic.reason.code)

  test('missing days between two statements cap the score, and a reason names them', () => {
    const gap = assess([part('2024-01-01', '2024-05-31'), part('2024-06-20', '2024-12-31')])
    expect(assess([whole])).toMatchObject({ riskBand: 'A', cappedBy: null })
    expect(gap).toMatchObject({ shortTermScore: 599, riskBand: 'B', cappedBy: 'GAPS' })
    expect(codes(gap)[0]).toBe('R16')
  })

  test('a month without a row caps the score as a gap does', () => {
    const rows = whole.rows.filter(({ completionTime }) => !completionTime.startsWith('2024-06'))
    expect(assess([{ ...whole, rows }])).toMatchObject({ shortTermScore: 599, cappedBy: 'GAPS' })
  })

  test.each([
    ['2025-02-14', 'A'],
    ['2025-02-15', 'B'],
  ])('statements until 31 December that are scored on %s give band %s', (day, riskBand) => {
    const assessed = assess([whole], new Date(`${day}T23:00:00Z`))
    expect(assessed.riskBand).toBe(riskBand)
    expect([assessed.cappedBy === 'STALE', codes(assessed).includes('R17')]).toEqual([
      riskBand === 'B',
      riskBand === 'B',
    ])
  })
})

describe('several statements', () => {
  const life: Life = {
    months: 6,
    income: 40_000,
    spent: 0.7,
    paydays: [1],
    lent: 0,
    interest: 0,
    termDays: 5,
    opening: 9_000,
  }
  const printed = (accountNumber: string | null, more: Partial<ParsedStatement> = {}): ParsedStatement => {
    const read = lived(life, dailyLife(life), { documentType: 'BANK_STATEMENT', issuer: 'KCB' })
    return { ...read, header: { ...read.header, accountNumber }, ...more }
  }
  const one = printed('01802345678901', { documentName: 'one.pdf' })
  const from3 = ({ rows }: ParsedStatement): ParsedStatement['rows'] =>
    rows.filter(({ completionTime }) => completionTime > '2024-03-10')

  test.each<[string, ParsedStatement]>([
    ['the same file under another name', printed('01802345678901')],
    ['its number with spaces', printed('0180 2345 678901')],
    ['its number without the leading zero', printed('1802345678901')],
    ['its number masked', printed('0180XXXXXX8901')],
    ['no number at all', printed(null)],
    [
      'its last part alone',
      printed('01802345678901', { rows: from3(one), period: { from: '2024-03-11', to: one.period.to } }),
    ],
    [
      'other wordings of the same rows',
      printed(null, { rows: from3(one).map((row) => ({ ...row, details: `KE ${row.details}` })) }),
    ],
  ])('of one account count once: %s', (_, other) => {
    const again = { ...other, documentName: 'two.pdf' }
    expect(verdict(one, again)).toEqual(verdict(one))
    expect(verdict(again, one)).toEqual(verdict(one))
    expect(assess([one, again])).toMatchObject({ cappedBy: assess([one]).cappedBy })
  })

  test.each<
    [string, (row: ParsedStatement['rows'][number], at: number) => Partial<ParsedStatement['rows'][number]>]
  >([
    ['income, three times as large in one', ({ paidIn }) => ({ paidIn: 3 * paidIn })],
    ['the amount of one payment', ({ paidOut }, at) => (at === 20 ? { paidOut: paidOut - 100 } : {})],
    ['the day of one row', (_row, at) => (at === 20 ? { completionTime: '2024-03-15 10:00:00' } : {})],
  ])('of one account that differ in %s: a person decides, and the limit is 0', (_, change) => {
    const other = printed(null, {
      documentName: 'two.pdf',
      rows: one.rows.map((row, at) => ({ ...row, ...change(row, at) })),
    })
    for (const statements of [
      [one, other],
      [other, one],
    ]) {
      const assessed = assess(statements)
      expect(assessed).toMatchObject({ decision: 'REFER', riskBand: null, cappedBy: 'DOCUMENTS_DISAGREE' })
      expect(assessed.limits).toMatchObject({ shortTermLimit: 0, affordability: 0 })
      expect(assessed.reasonCodes.slice(0, 2)).toMatchObject([
        { code: 'V24', value: 'one.pdf' },
        { code: 'V24', value: 'two.pdf' },
      ])
    }
  })

  test('of one account do not contradict each other by a payment that was reversed later, or by an incomplete last day', () => {
    const early = printed('01802345678901', { documentName: 'two.pdf', rows: one.rows.slice(0, 31) })
    const later = {
      ...one,
      rows: one.rows.map((row, at) => (at === 20 ? { ...row, transactionStatus: 'Reversed' } : row)),
    }
    expect(assess([early, later]).facts.dossier.disagreeing).toEqual([])
  })

  test('of two accounts at one bank count as two accounts', () => {
    const second = lived(
      { ...life, income: 25_000, paydays: [9] },
      dailyLife({ ...life, income: 25_000, paydays: [9] }),
      {
        documentType: 'BANK_STATEMENT',
        issuer: 'KCB',
      },
    )
    const other = { ...second, documentName: 'two.pdf', header: { ...second.header, accountNumber: '0990' } }
    expect(assess([one, other])).toMatchObject({ cappedBy: assess([one]).cappedBy })
    expect(assess([one, other]).facts.observedIncome).toBe(65_000_00)
  })
})

describe('persons with the same income and surplus', () => {
  const base: Life = {
    months: 12,
    income: 40_000,
    spent: 0.8,
    paydays: [1],
    lent: 3_000,
    interest: 0,
    termDays: 15,
    opening: 30_000,
  }
  const level = verdict(lived(base, dailyLife(base)))

  test('have the same score with or without an electricity bill', () => {
    const billed = dailyLife(base).map((movement) =>
      movement.details === shop && movement.at.slice(8, 10) < '04'
        ? { ...movement, details: 'Pay Bill to 888880 - KPLC PREPAID Acc. 1' }
        : movement,
    )
    expect(verdict(lived(base, billed))).toEqual(level)
  })

  test('have at most 15 points less if they borrow and repay than if they never borrow', () => {
    const { score } = verdict(lived(base, [...dailyLife(base), ...loansOf(base, () => true)]))
    expect(Math.abs(score - level.score)).toBeLessThanOrEqual(15)
    expect(score).toBeLessThanOrEqual(level.score)
  })

  test('lose at most ten points by a month without pay that savings cover', () => {
    const leave = [...Array<number>(7).fill(12 / 11), 0, ...Array<number>(4).fill(12 / 11)]
    expect(verdict(lived(base, dailyLife(base, leave))).score).toBeGreaterThanOrEqual(level.score - 10)
  })

  test('have scores within 25 points of each other, whether they are paid weekly, every two weeks or monthly', () => {
    const scores = [[1], [1, 15], [2, 9, 16, 23]].map(
      (paydays) => verdict(lived(base, dailyLife({ ...base, paydays }))).score,
    )
    expect(Math.max(...scores) - Math.min(...scores)).toBeLessThanOrEqual(25)
  })
})

test('all amounts times k give the same score, and the limit times k', () => {
  fc.assert(
    fc.property(lives, fc.constantFrom(2, 10), (life, k) => {
      // Large enough for the fixed amounts of a currency not to matter: 100 shillings for a low balance, limits in
      // steps of 10 and 100.
      const large = { ...life, income: life.income * 100, opening: life.opening * 100, lent: life.lent * 100 }
      const times = (statementOf: ParsedStatement): ParsedStatement => ({
        ...statementOf,
        rows: statementOf.rows.map((row) => ({
          ...row,
          paidIn: row.paidIn * k,
          paidOut: row.paidOut * k,
          balance: (row.balance ?? 0) * k,
        })),
      })
      const read = lived(large, [...dailyLife(large), ...loansOf(large, () => true)])
      expect(verdict(times(read)).score).toBe(verdict(read).score)
      // Where a limit lies on a step, rounding may cost the whole step.
      expect(verdict(times(read)).gross / k - verdict(read).gross).toBeLessThanOrEqual(100_00)
    }),
    runs,
  )
})
