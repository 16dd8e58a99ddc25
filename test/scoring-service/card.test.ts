import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { card, type FeatureName } from '../../src/scoring-service/card/points/card.rules.js'
import {
  bestPoints,
  scoreCharacteristic,
  type Characteristic,
} from '../../src/scoring-service/card/points/characteristic.rules.js'
import { businessCard } from '../../src/scoring-service/card/points/business-card.rules.js'
import {
  genericPoints,
  pointsOf,
  reasonsOf,
  shortTermPoints,
} from '../../src/scoring-service/card/points/points.rules.js'
import type { Features } from '../../src/scoring-service/card/features/features.rules.js'
import { probabilityOfDefault } from '../../src/scoring-service/card/verdict/scale.rules.js'
import { at, present } from '../support/present.js'
import { entriesOf } from '../support/typed.js'

/** The table of points, written a second time: values at each bound and just on its worse side. */
const edges: Readonly<Record<FeatureName, readonly (readonly [number, number])[]>> = {
  incomeRegularity: [
    [1, 60],
    [0.999, 35],
    [0.8, 35],
    [0.799, 0],
    [0.6, 0],
    [0.599, -40],
    [0.4, -40],
    [0.399, -80],
    [0, -80],
  ],
  incomeShortfall: [
    [0, 50],
    [0.15, 50],
    [0.151, 25],
    [0.3, 25],
    [0.301, 0],
    [0.5, 0],
    [0.501, -35],
    [0.75, -35],
    [0.751, -60],
    [1, -60],
  ],
  netCashRatio: [
    [1, 40],
    [0.1, 40],
    [0.099, 20],
    [0.02, 20],
    [0.019, 0],
    [-0.02, 0],
    [-0.021, -25],
    [-0.1, -25],
    [-0.101, -50],
    [-Infinity, -50],
  ],
  daysOfCover: [
    [Infinity, 60],
    [15, 60],
    [14.99, 35],
    [7, 35],
    [6.99, 10],
    [3, 10],
    [2.99, -15],
    [1, -15],
    [0.99, -50],
    [-3, -50],
  ],
  lowBalanceShare: [
    [0, 40],
    [0.05, 40],
    [0.051, 15],
    [0.2, 15],
    [0.201, -10],
    [0.4, -10],
    [0.401, -30],
    [0.6, -30],
    [0.601, -50],
    [1, -50],
  ],
  overdraftShare: [
    [0, 40],
    [0.001, 15],
    [0.05, 15],
    [0.051, -15],
    [0.2, -15],
    [0.201, -40],
    [0.4, -40],
    [0.401, -70],
    [1, -70],
  ],
  debtService: [
    [0, 15],
    [0.1, 15],
    [0.101, 0],
    [0.3, 0],
    [0.301, -40],
    [0.5, -40],
    [0.501, -90],
    [Infinity, -90],
  ],
  repaid: [
    [1, 0],
    [0.95, 0],
    [0.949, -60],
    [0.9, -60],
    [0.899, -160],
    [0.8, -160],
    [0.799, -270],
    [0.65, -270],
    [0.649, -380],
    [0.5, -380],
    [0.499, -510],
    [0.25, -510],
    [0.249, -640],
    [0, -640],
  ],
  lenders: [
    [0, 15],
    [1, 15],
    [2, 0],
    [3, -30],
    [4, -70],
    [9, -70],
  ],
  betting: [
    [0, 20],
    [0.001, 0],
    [0.02, 0],
    [0.021, -25],
    [0.05, -25],
    [0.051, -60],
    [0.1, -60],
    [0.101, -110],
    [Infinity, -110],
  ],
  fullMonths: [
    [24, 40],
    [12, 40],
    [11, 20],
    [6, 20],
    [5, 0],
    [3, 0],
    [2, -60],
    [0, -60],
  ],
  netSaving: [
    [1, 30],
    [0.05, 30],
    [0.049, 15],
    [0.01, 15],
    [0.009, 5],
    [0.0001, 5],
    [0, 0],
    [-1, 0],
  ],
  recentIncome: [
    [Infinity, 20],
    [1.1, 20],
    [1.09, 0],
    [0.9, 0],
    [0.89, -20],
    [0.7, -20],
    [0.69, -45],
    [0, -45],
  ],
}

const businessEdges: readonly (readonly [string, number, number])[] = [
  ['tradingDays', 0.6, 60],
  ['tradingDays', 0.59, 30],
  ['tradingDays', 0.4, 30],
  ['tradingDays', 0.39, 0],
  ['tradingDays', 0.2, 0],
  ['tradingDays', 0.19, -30],
  ['tradingDays', 0.1, -30],
  ['tradingDays', 0.09, -60],
  ['takingsShortfall', 0.15, 50],
  ['takingsShortfall', 0.16, 25],
  ['takingsShortfall', 0.3, 25],
  ['takingsShortfall', 0.31, 0],
  ['takingsShortfall', 0.5, 0],
  ['takingsShortfall', 0.51, -25],
  ['takingsShortfall', 0.75, -25],
  ['takingsShortfall', 0.76, -50],
  ['payersAWeek', 20, 40],
  ['payersAWeek', 19, 20],
  ['payersAWeek', 10, 20],
  ['payersAWeek', 9, 0],
  ['payersAWeek', 5, 0],
  ['payersAWeek', 4, -20],
  ['payersAWeek', 2, -20],
  ['payersAWeek', 1, -40],
  ['concentration', 0.05, 40],
  ['concentration', 0.06, 20],
  ['concentration', 0.15, 20],
  ['concentration', 0.16, 0],
  ['concentration', 0.3, 0],
  ['concentration', 0.31, -20],
  ['concentration', 0.5, -20],
  ['concentration', 0.51, -40],
  ['supplyGap', 0, 0],
  ['supplyGap', 0.01, -20],
  ['supplyGap', 0.15, -20],
  ['supplyGap', 0.16, -40],
  ['refunds', 0.01, 0],
  ['refunds', 0.011, -15],
  ['refunds', 0.03, -15],
  ['refunds', 0.031, -30],
  ['refunds', 0.05, -30],
  ['refunds', 0.051, -60],
  ['recentTakings', 1.1, 45],
  ['recentTakings', 1.09, 0],
  ['recentTakings', 0.9, 0],
  ['recentTakings', 0.89, -20],
  ['recentTakings', 0.7, -20],
  ['recentTakings', 0.69, -45],
  ['takingsLag', 7, 20],
  ['takingsLag', 6.9, 10],
  ['takingsLag', 3, 10],
  ['takingsLag', 2.9, 0],
  ['takingsLag', 1, 0],
  ['takingsLag', 0.9, -20],
]

test.each(businessEdges)('the business card gives %s of %d: %d points', (name, value, expected) => {
  const line = businessCard.find((characteristic) => characteristic.name === name)
  expect(line && scoreCharacteristic(line, value).points).toBe(expected)
})

const lineOf = (name: FeatureName) => {
  const line = card.find((characteristic) => characteristic.name === name)
  if (!line) throw new Error(name)
  return line
}

describe('the points of the card', () => {
  test('are those of thirteen characteristics, all tested at their bounds', () => {
    expect(card.map(({ name }) => name)).toEqual(Object.keys(edges))
  })

  test.each(
    entriesOf(edges).flatMap(([name, points]) =>
      points.map(([value, expected]) => [name, value, expected] as const),
    ),
  )('%s of %d: %d points', (name, value, expected) => {
    expect(scoreCharacteristic(lineOf(name), value).points).toBe(expected)
  })

  test('are 0 for an unknown characteristic', () => {
    for (const line of card) expect(scoreCharacteristic(line, null)).toMatchObject({ points: 0, lost: 0 })
  })

  test('add up to +430 at best and -1375 at worst', () => {
    const best = card.reduce((sum, line) => sum + bestPoints(line), 0)
    const worst = card.reduce(
      (sum, line) => sum + Math.min(line.otherwise, ...line.bins.map(({ points }) => points)),
      0,
    )
    expect([best, worst]).toEqual([430, -1375])
  })

  const all: readonly Characteristic<string>[] = [...card, ...businessCard]

  test.each(all.map((line) => [line.title, line] as const))(
    'never rise with a worse value: %s',
    (_, line) => {
      const value = fc.oneof(
        fc.double({ min: -2, max: 30, noNaN: true }),
        fc.constantFrom(...line.bins.map(({ bound }) => bound), Infinity, -Infinity),
      )
      fc.assert(
        fc.property(value, value, (a, b) => {
          const [worse, better] =
            line.better === 'more' ? [Math.min(a, b), Math.max(a, b)] : [Math.max(a, b), Math.min(a, b)]
          expect(scoreCharacteristic(line, worse).points).toBeLessThanOrEqual(
            scoreCharacteristic(line, better).points,
          )
        }),
      )
    },
  )

  test.each(all.map((line) => [line.title, line] as const))(
    'differ by at most 110 between neighbouring bins, or 130 for unpaid loans: %s',
    (_, line) => {
      const steps = [...line.bins.map(({ points }) => points), line.otherwise]
      for (const [index, points] of steps.slice(1).entries()) {
        expect(Math.abs(points - at(steps, index))).toBeLessThanOrEqual(line.name === 'repaid' ? 130 : 110)
      }
    },
  )
})

const someFeatures: fc.Arbitrary<Features> = fc.record(
  Object.fromEntries(
    card.map(({ name, bins }) => [
      name,
      fc.oneof(
        fc.double({ min: -1, max: 20, noNaN: true }),
        fc.constantFrom(...bins.map(({ bound }) => bound)),
      ),
    ]),
  ) as Record<FeatureName, fc.Arbitrary<number>>,
)

describe('the total of the points', () => {
  test('never falls when one feature gets better, in the short-term and in the generic score', () => {
    fc.assert(
      fc.property(
        someFeatures,
        fc.constantFrom(...card),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (features, line, step) => {
          const value = present(features[line.name])
          const better = { ...features, [line.name]: line.better === 'more' ? value + step : value - step }
          expect(shortTermPoints(pointsOf(better))).toBeGreaterThanOrEqual(
            shortTermPoints(pointsOf(features)),
          )
          expect(genericPoints(pointsOf(better))).toBeGreaterThanOrEqual(genericPoints(pointsOf(features)))
        },
      ),
    )
  })

  test('has at most four reasons, each with lost points, the largest loss first', () => {
    fc.assert(
      fc.property(someFeatures, (features) => {
        const points = pointsOf(features)
        const reasons = reasonsOf(points)
        const below = points.filter((each) => each.points < bestPoints(each.characteristic))
        expect(reasons).toHaveLength(Math.min(4, below.length))
        for (const reason of reasons) expect(below).toContain(reason)
        const losses = reasons.map(({ lost }) => lost)
        expect(losses).toEqual([...losses].sort((a, b) => b - a))
        const dearestLeftOut = Math.max(
          0,
          ...below.filter((each) => !reasons.includes(each)).map(({ lost }) => lost),
        )
        expect(Math.min(Infinity, ...losses)).toBeGreaterThanOrEqual(dearestLeftOut)
      }),
    )
  })

  test('has reasons that each have their own code and text', () => {
    expect(new Set(card.map(({ reason }) => reason.code)).size).toBe(card.length)
    expect(new Set(card.map(({ reason }) => reason.text)).size).toBe(card.length)
  })
})

test('a score of 500 is a risk of 5.000 %, one of 700 is 2.000 %, and the risk falls with every point', () => {
  const percent = (score: number): string => ((probabilityOfDefault(score) ?? 0) * 100).toFixed(3)
  expect([percent(500), percent(700)]).toEqual(['5.000', '2.000'])
  for (let score = 1; score <= 1000; score++) {
    expect(probabilityOfDefault(score)).toBeLessThan(present(probabilityOfDefault(score - 1)))
  }
})
