import { describe, expect, test } from '@jest/globals'
import {
  businessOf,
  businessScoreOf,
  hasBusinessWallet,
  hasTill,
  takingsOf,
} from '../../../src/scoring-service/card/business.rules.js'
import {
  businessCard,
  businessPoints,
  businessPointsOf,
} from '../../../src/scoring-service/card/points/business-card.rules.js'
import type { ClassifiedRow } from '../../../src/scoring-service/card/rows/classify.rules.js'
import type { Account } from '../../../src/scoring-service/card/rows/dossier.rules.js'
import type { RowKind } from '../../../src/scoring-service/card/rows/wordings.js'
import { present } from '../../support/present.js'
import { factsWith, read, type Wish } from './facts.js'

const takingsOn = (at: string, amount: number, counterparty = 'a', wish: Partial<Wish> = {}) =>
  read({ at, in: amount, kind: 'pochiReceipt', isIncome: true, counterparty, ...wish })
const fortnight = ['2025-01-01', '2025-01-15'] as const
const businessWith = (period: readonly [string, string], rows: readonly ClassifiedRow[]) =>
  present(businessOf(factsWith(period, rows)))
const featuresWith = (...rows: readonly ClassifiedRow[]) => businessWith(fortnight, rows).features

describe('a trade', () => {
  const receipts = (count: number, kind: RowKind) =>
    Array.from({ length: count }, () => read({ at: '2025-01-02', in: 5, kind }))

  test('is recognised by a till: a till statement or five till receipts', () => {
    const has = (count: number, changes: object = {}) =>
      hasTill(factsWith(fortnight, receipts(count, 'tillReceipt'), changes))
    expect([has(4), has(5)]).toEqual([false, true])
    const account = (type: Account['type']): Account => ({ type, issuer: 'M-PESA', rows: [] })
    expect(has(0, { accounts: [account('WALLET_STATEMENT'), account('WALLET_TILL_STATEMENT')] })).toBe(true)
    expect(hasTill(factsWith(fortnight, receipts(5, 'pochiReceipt')))).toBe(false)
  })

  test('is recognised by a business wallet', () => {
    expect(hasBusinessWallet(factsWith(fortnight, receipts(1, 'pochiReceipt')))).toBe(true)
    expect(hasBusinessWallet(factsWith(fortnight, receipts(5, 'tillReceipt')))).toBe(false)
  })

  test('with a till or business wallet has the takings that came through it and did not go round', () => {
    const pochi = takingsOn('2025-01-02', 100)
    const till = takingsOn('2025-01-03', 100, 'b', { kind: 'tillReceipt' })
    const rows = [
      pochi,
      till,
      takingsOn('2025-01-04', 100, 'b', { isIncome: false }),
      takingsOn('2025-01-05', 100, 'b', { netted: 100 }),
      takingsOn('2025-01-06', 100, 'b', { kind: 'transferIn' }),
    ]
    expect(takingsOf(factsWith(fortnight, rows))).toEqual([pochi, till])
    const through = [takingsOn('2025-01-07', 300), read({ at: '2025-01-08', out: 300 })]
    expect(takingsOf(factsWith(fortnight, [...rows, ...through]))).toEqual([pochi, till])
    const tills = receipts(5, 'tillReceipt').map((row) => ({ ...row, isIncome: true }))
    expect(takingsOf(factsWith(fortnight, tills))).toEqual(tills)
  })

  describe('without a till or business wallet has takings if many people send a large part of the income', () => {
    const quarter = ['2025-01-01', '2025-03-31'] as const
    const sent = (payers: number, wish: Partial<Wish> = {}) =>
      ['2025-01', '2025-02'].flatMap((month) =>
        Array.from({ length: payers }, (_, index) =>
          takingsOn(`${month}-10`, 10, `payer ${index}`, { kind: 'transferIn', ...wish }),
        ),
      )
    const countWith = (rows: readonly ClassifiedRow[], salary = 0) =>
      takingsOf(
        factsWith(quarter, [...rows, read({ at: '2025-01-01', in: salary, kind: 'salary', isIncome: true })]),
      ).length

    test.each([
      ['for twenty people in the usual month', sent(20), 0, 40],
      ['not for nineteen people', sent(19), 0, 0],
      ['not for twenty payments of nineteen people', [...sent(19), ...sent(1)], 0, 0],
      ['not for twenty payers whose payments are not income', sent(20, { isIncome: false }), 0, 0],
      ['not for twenty payers with another kind of row', sent(20, { kind: 'otherIn' }), 0, 0],
      ['for 30 % of the income', sent(30), 1400, 60],
      ['not for less than 30 %', sent(30), 1401, 0],
    ])('%s', (_, rows, salary, expected) => {
      expect(countWith(rows, salary)).toBe(expected)
    })
  })
})

describe('the features of a business', () => {
  test('are none without a trade', () => {
    expect(businessOf(factsWith(fortnight, []))).toBeNull()
    expect(businessScoreOf(factsWith(fortnight, []), null)).toBe(-1)
  })

  test('include the share of days with takings, the median number of payers in a whole week, and the sum of the squared shares of the largest payers', () => {
    const features = featuresWith(
      takingsOn('2025-01-01 08:00:00', 100, 'a'),
      takingsOn('2025-01-01 09:00:00', 50, 'b'),
      takingsOn('2025-01-07', 10, 'a'),
      takingsOn('2025-01-08', 60, 'a'),
      takingsOn('2025-01-15', 900, 'c'),
    )
    expect(features.tradingDays).toBe(4 / 15)
    expect(features.payersAWeek).toBe(1.5)
    expect(features.concentration).toBeCloseTo((170 ** 2 + 50 ** 2 + 900 ** 2) / 1120 ** 2, 10)
  })

  test('sum the squared shares of the five largest payers only', () => {
    const rows = [10, 20, 20, 20, 20, 20].map((amount, index) =>
      takingsOn('2025-01-02', amount, `payer ${index}`),
    )
    expect(featuresWith(...rows).concentration).toBeCloseTo((5 * 20 ** 2) / 110 ** 2, 10)
  })

  test('measure the shortfall of weeks: the part of the median weekly cost until then that takings and money left from earlier weeks do not reach', () => {
    const weeks = [
      takingsOn('2025-01-01', 150),
      read({ at: '2025-01-02', out: 120 }),
      takingsOn('2025-01-08', 60),
      read({ at: '2025-01-14', out: 200 }),
      read({ at: '2025-01-15', out: 999 }),
    ]
    // Week 1 needs 120 and leaves 150 - 120 = 30. Week 2 needs the median cost until then, (120 + 200) / 2 = 160, and has
    // 30 + 60 = 90. 15 January is in no whole week.
    expect(featuresWith(...weeks).takingsShortfall).toBeCloseTo(Math.sqrt((70 / 160) ** 2 / 2), 10)
    // Week 2 spends more than there is: week 3 starts with 0, not below.
    const third = [takingsOn('2025-01-16', 100), read({ at: '2025-01-17', out: 500 })]
    const { features } = businessWith(['2025-01-01', '2025-01-21'], [...weeks.slice(0, 4), ...third])
    expect(features.takingsShortfall).toBeCloseTo(Math.sqrt(((70 / 160) ** 2 + (100 / 200) ** 2) / 3), 10)
  })

  test('count a period of less than a week as one week', () => {
    const { features } = businessWith(
      ['2025-01-01', '2025-01-03'],
      [takingsOn('2025-01-02', 50), read({ at: '2025-01-03', out: 100 })],
    )
    expect(features).toMatchObject({ takingsShortfall: 0.5, payersAWeek: 1 })
  })

  test('count supplies beyond 90 % of the takings, and refunds', () => {
    const supplies = (['shopping', 'groceries', 'bills', 'utilities'] as const).map((spending, index) =>
      read({ at: '2025-01-02', out: [400, 300, 500, 9000][index] ?? 0, spending }),
    )
    const { supplyGap, refunds } = featuresWith(
      takingsOn('2025-01-01', 1000),
      ...supplies,
      read({ at: '2025-01-03', out: 50, kind: 'reversal' }),
      read({ at: '2025-01-03', in: 70, kind: 'reversal' }),
      read({ at: '2025-01-03', out: 70 }),
    )
    expect(supplyGap).toBeCloseTo(0.3, 10)
    expect(refunds).toBe(0.05)
    expect(featuresWith(takingsOn('2025-01-01', 1000), ...supplies.slice(0, 1)).supplyGap).toBe(0)
  })

  test('measure how long takings stay, first in first out', () => {
    const earlier = read({ at: '2025-01-01 09:00:00', in: 40, isIncome: true })
    const takings = [
      earlier,
      takingsOn('2025-01-01', 100),
      takingsOn('2025-01-01', 50),
      takingsOn('2025-01-08', 60),
    ]
    const cash = (at: string, out: number, kind: RowKind = 'agentWithdrawal') => read({ at, out, kind })
    const lag = (...rows: ClassifiedRow[]) =>
      featuresWith(...[...takings, ...rows].sort((a, b) => a.seconds - b.seconds)).takingsLag
    // 120 stay two days; then 30 stay nine days and 30 two.
    expect(lag(cash('2025-01-03', 120), cash('2025-01-10', 60, 'bankTransfer'))).toBe(
      (120 * 2 + 30 * 9 + 30 * 2) / 180,
    )
    expect(lag(cash('2025-01-03', 5000))).toBe(2)
    expect(lag(cash('2025-01-03', 150), cash('2025-01-09', 60))).toBe((150 * 2 + 60) / 210)
    expect(lag(cash('2025-01-03', 120, 'payBill'))).toBeNull()
    expect(lag(read({ at: '2025-01-03', in: 120, kind: 'bankTransfer' }))).toBeNull()
    expect(lag()).toBeNull()
  })

  test('compare recent takings with the earlier cost of living, and give the median of the monthly takings', () => {
    const months = ['2025-01', '2025-02', '2025-03', '2025-04']
    const rows = months.flatMap((month, index) => [
      takingsOn(`${month}-10`, [7, 1, 2, 4][index] ?? 0),
      read({ at: `${month}-25`, out: [2, 90, 90, 90][index] ?? 0 }),
    ])
    expect(businessWith(['2025-01-01', '2025-04-30'], rows)).toMatchObject({
      monthlyTakings: 3,
      features: { recentTakings: 7 / 6, fullMonths: 4, overdraftShare: 0, debtService: 0 },
    })
    expect(businessWith(['2025-01-01', '2025-04-30'], rows.slice(0, 4)).monthlyTakings).toBe(1)
    expect(businessWith(['2025-02-01', '2025-04-30'], rows.slice(2)).features.recentTakings).toBeNull()
  })

  test('give a score of 500 plus their points', () => {
    const facts = factsWith(fortnight, [takingsOn('2025-01-01', 100)])
    const business = present(businessOf(facts))
    const points = businessPointsOf(business.features).map(({ points }) => points)
    // One payer on one day, no outflow, no withdrawal, no debt, a short history.
    expect(points).toEqual([-60, 50, -40, -40, 0, 0, 0, 0, 40, 15, -60])
    expect(businessPoints(business.features)).toBe(-95)
    const enough = {
      ...facts,
      activeDayCount: 10,
      dossier: {
        ...facts.dossier,
        counted: Array.from({ length: 30 }, () => present(facts.dossier.counted[0])),
      },
      calendar: { ...facts.calendar, coveredDays: 30 },
    }
    expect(businessScoreOf(enough, business)).toBe(405)
    expect(businessScoreOf(facts, business)).toBe(-1)
  })

  test('each have a reason with a code and a text', () => {
    expect(businessCard.map(({ reason: { code, text } }) => [code, text])).toEqual([
      ['W01', 'Takings on few days'],
      ['W02', 'Some weeks do not bring what goes out'],
      ['W03', 'Few customers pay in a week'],
      ['W04', 'Takings depend on a few payers'],
      ['W05', 'Purchases take more than the takings'],
      ['W06', 'Takings are often taken back'],
      ['W07', 'Recent takings do not exceed what used to go out'],
      ['W08', 'Takings are withdrawn at once'],
      ['R06', 'The overdraft is used'],
      ['R07', 'Debt takes a part of income'],
      ['R12', 'The statements cover less than twelve full months'],
    ])
  })
})
