import { describe, expect, test } from '@jest/globals'
import type { Business } from '../../../src/scoring-service/card/business.rules.js'
import type { Facts } from '../../../src/scoring-service/card/features/features.rules.js'
import { bandMultiplier, limitsOf, realSurplus } from '../../../src/scoring-service/card/limits.rules.js'
import { parametersOf } from '../../../src/scoring-service/card/rows/parameters.rules.js'
import type { RiskBand } from '../../../src/scoring-contract/bands.rules.js'
import { factsWith } from './facts.js'

const base = factsWith(['2025-01-01', '2025-06-30'], [])
const times = (count: number, amount: number) => Array.from({ length: count }, () => amount)

/** The facts of the worked example of docs/scorecard.md, with all months covered. */
const factsBut = ({
  owed = 0,
  price = 900_00,
  monthsWithRows = 6,
  ...changes
}: Partial<Facts> & { owed?: number; price?: number; monthsWithRows?: number } = {}): Facts => ({
  ...base,
  incomes: times(6, 30_000_00),
  livingCosts: times(6, 28_300_00),
  stayingIncome: 30_000_00,
  dependableIncome: 30_000_00,
  debtBurden: 2_150_00,
  ...changes,
  lending: { owed, overdue: 0, repaid: 0, price, owedByDay: new Map() },
  calendar: { ...base.calendar, monthsWithRows },
})

const alone = { business: null, businessScore: -1 }
const limit = (facts: Facts, band: RiskBand | null = 'A', monthlyDebt?: number) => {
  const { affordability, grossLimit, shortTermLimit } = limitsOf(facts, band, alone, monthlyDebt)
  return [affordability / 100, grossLimit / 100, shortTermLimit / 100]
}

describe('affordability and limit', () => {
  test('are those of the worked example in docs/scorecard.md', () => {
    expect(realSurplus(factsBut())).toBe(1_550_00)
    expect(limit(factsBut())).toEqual([1240, 1200, 1200])
    expect(limitsOf(factsBut(), 'A', alone)).toMatchObject({
      businessAffordability: null,
      businessLimit: null,
    })
  })

  test.each<[RiskBand | null, number[]]>([
    ['A', [1240, 1200, 1200]],
    ['B', [1240, 700, 700]],
    ['C', [1240, 0, 0]],
    [null, [0, 0, 0]],
  ])('in band %s have these amounts', (band, expected) => {
    expect(limit(factsBut(), band)).toEqual(expected)
  })

  test('have a multiplier for each band', () => {
    expect(bandMultiplier).toEqual({ A: 1, B: 0.6, C: 0 })
  })

  test.each([
    [5, 990],
    [4, 620],
  ])('are lower with rows in %d of six months', (monthsWithRows, affordability) => {
    expect(limit(factsBut({ monthsWithRows }))[0]).toBe(affordability)
  })

  test('are reduced by what is owed, to 0 at least', () => {
    expect(limit(factsBut({ owed: 300_00 }))).toEqual([1240, 1200, 900])
    expect(limit(factsBut({ owed: 5_000_00 }))).toEqual([1240, 1200, 0])
  })

  test('are rounded down to steps that are five times as large in francs as in shillings', () => {
    expect(limit(factsBut({ parameters: parametersOf('XAF') }))).toEqual([1200, 1000, 1000])
  })

  test('are at most a third of the income that is not passed on, less debt', () => {
    expect(limit(factsBut({ stayingIncome: 9_000_00 }))[0]).toBe(850)
    expect(limit(factsBut({ stayingIncome: 6_000_00 }))[0]).toBe(0)
  })

  test('are reduced by debt that only the bureau knows', () => {
    expect(limit(factsBut(), 'A', 2_150_00)[0]).toBe(1240)
    expect(limit(factsBut(), 'A', 2_650_00)[0]).toBe(840)
    expect(limit(factsBut(), 'A', 150_00)[0]).toBe(1240)
    expect(limit(factsBut(), 'A', 9_900_00)[0]).toBe(0)
  })

  test('count halfway between the lower quartile and the median of the monthly surpluses, less the price of debt', () => {
    // The monthly surpluses are 500, 1,500, 2,500 and 3,500: the lower quartile is 1,250, the median 2,000. The price of debt is 100 a month.
    const incomes = [1_000_00, 2_000_00, 3_000_00, 4_000_00]
    const facts = factsBut({ incomes, livingCosts: times(4, 500_00), price: 400_00 })
    // ((1,250 + 2,000) / 2 - 100) / 1.25, since a loan is repaid with a quarter more.
    expect(limit(facts)[0]).toBe(1220)
    expect(realSurplus(facts)).toBe(1_900_00)
  })

  test('are at most the mean surplus of the months', () => {
    // Nine months leave 2,000 each, and the tenth spends 3,000 more than its income: 15,000 / 10.
    const livingCosts = [...times(9, 1_000_00), 6_000_00]
    expect(limit(factsBut({ incomes: times(10, 3_000_00), livingCosts, price: 0, debtBurden: 0 }))[0]).toBe(
      1200,
    )
    expect(realSurplus(factsBut({ incomes: times(10, 3_000_00), livingCosts, price: 0 }))).toBe(1_500_00)
  })

  test('count a month without spending as free of cost', () => {
    expect(limit(factsBut({ incomes: times(2, 1_000_00), livingCosts: [], price: 0 }))[0]).toBe(800)
  })

  test('count four fifths of the mean surplus in a year with seasons, but not in eleven months', () => {
    const seasons = (count: number) =>
      factsBut({
        incomes: [...times(4, 3_000_00), ...times(count - 4, 0)],
        livingCosts: times(count, 500_00),
        price: 0,
        debtBurden: 0,
      })
    // The mean month leaves 1,000 - 500, of which four fifths count.
    expect(limit(seasons(12))[0]).toBe(320)
    expect(limit(seasons(11))[0]).toBe(0)
  })

  test('count the median surplus in a steady year, where it is more than four fifths of the mean', () => {
    const facts = factsBut({ incomes: times(12, 3_000_00), livingCosts: times(12, 2_000_00), price: 0 })
    expect(limit(facts)[0]).toBe(800)
  })

  test('count the whole price of debt as a negative surplus if no month is used', () => {
    expect(realSurplus(factsBut({ incomes: [], livingCosts: [], price: 70 }))).toBe(-70)
  })
})

describe('the limits of a business', () => {
  const { features } = base
  const business: Business = {
    monthlyTakings: 4_000_00,
    features: {
      ...features,
      tradingDays: 1,
      takingsShortfall: 0,
      payersAWeek: 1,
      concentration: 1,
      supplyGap: 0,
      refunds: 0,
      recentTakings: 1,
      takingsLag: 1,
    },
  }
  const ofBusiness = (
    changes: Parameters<typeof factsBut>[0] = {},
    {
      band = 'A',
      score = 700,
      monthlyDebt,
    }: { band?: RiskBand | null; score?: number; monthlyDebt?: number } = {},
  ) => {
    const side = { business, businessScore: score }
    const { businessAffordability, businessLimit } = limitsOf(factsBut(changes), band, side, monthlyDebt)
    return [businessAffordability, businessLimit].map((amount) => amount && amount / 100)
  }

  test('are a tenth of the monthly takings as affordability, and three tenths as limit', () => {
    // 30 % of 4,000 are 1,200. The surplus of the worked example, 1,550, allows 1,550 / 1.25 = 1,240.
    expect(ofBusiness()).toEqual([400, 1200])
  })

  test.each([
    [600, [400, 1200]],
    [400, [200, 700]],
    [399, [0, 0]],
    [0, [0, 0]],
    [-1, [null, null]],
  ])('depend on the business score %d', (score, expected) => {
    expect(ofBusiness({}, { score })).toEqual(expected)
  })

  test('are 0 if the band of the short-term score is C or none, and null without a business', () => {
    expect(ofBusiness({}, { band: 'C' })).toEqual([0, 0])
    expect(ofBusiness({}, { band: null })).toEqual([0, 0])
    expect(ofBusiness({}, { band: 'B' })).toEqual([400, 1200])
    expect(limitsOf(factsBut(), 'A', { business: null, businessScore: 700 })).toMatchObject({
      businessAffordability: null,
      businessLimit: null,
    })
  })

  test('shrink with the share of the income that is passed on', () => {
    expect(ofBusiness({ stayingIncome: 15_000_00 })).toEqual([200, 600])
    expect(ofBusiness({ stayingIncome: 0, dependableIncome: 0 })).toEqual([400, 1200])
  })

  test('are at most what the surplus allows, less what is owed', () => {
    expect(ofBusiness({ livingCosts: times(6, 29_000_00) })).toEqual([400, 600])
    expect(ofBusiness({ livingCosts: times(6, 40_000_00) })).toEqual([0, 0])
    expect(ofBusiness({ owed: 150_00 })).toEqual([200, 1000])
    expect(ofBusiness({}, { monthlyDebt: 2_650_00 })).toEqual([400, 800])
  })
})
