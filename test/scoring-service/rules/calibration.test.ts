import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { accuracyOf, riskByCard } from '../../../src/scoring-service/calibration/accuracy.rules.js'
import {
  discriminationOf,
  ksBetween,
  type Observation,
} from '../../../src/scoring-service/calibration/discrimination.rules.js'
import { compareGroups, cuts } from '../../../src/scoring-service/calibration/groups.rules.js'
import { isotonicRisk, riskByStep } from '../../../src/scoring-service/calibration/isotonic.rules.js'
import { fitPlatt, riskByPlatt } from '../../../src/scoring-service/calibration/platt.rules.js'
import { stabilityOf, verdictOf } from '../../../src/scoring-service/calibration/stability.rules.js'
import { logOddsOf, probabilityOfDefault } from '../../../src/scoring-service/card/verdict/scale.rules.js'
import { randomOf } from '../fixtures/random.js'
import { present } from '../../support/present.js'

const observation = fc.record({ score: fc.integer({ min: 0, max: 1000 }), isBad: fc.boolean() })
const observations = fc.array(observation, { minLength: 1, maxLength: 60 })
const scores = fc.array(fc.integer({ min: -1, max: 1000 }), { minLength: 1, maxLength: 60 })

const outcomesOf = (goods: readonly number[], bads: readonly number[]): Observation[] => [
  ...goods.map((score) => ({ score, isBad: false })),
  ...bads.map((score) => ({ score, isBad: true })),
]

describe('Gini and KS', () => {
  test('match ten outcomes computed by hand', () => {
    const result = discriminationOf(outcomesOf([400, 500, 600, 700, 700, 800, 900], [300, 400, 500]))
    // 300 is below all 7 good scores, 400 below 6 and ties with one, 500 below 5 and ties with one: 19 of 21 pairs.
    expect(result?.auc).toBeCloseTo(19 / 21, 12)
    expect(result?.gini).toBeCloseTo(17 / 21, 12)
    expect(result).toMatchObject({ ks: 5 / 7, ksScore: 500 })
  })

  test('are 1 for scores that separate all, 0 for scores that separate none, and Gini is -1 for reversed scores', () => {
    expect(discriminationOf(outcomesOf([600, 700], [100, 200]))).toMatchObject({
      gini: 1,
      ks: 1,
      ksScore: 200,
    })
    expect(discriminationOf(outcomesOf([500, 500], [500]))).toMatchObject({ gini: 0, ks: 0 })
    expect(discriminationOf(outcomesOf([100], [900]))).toMatchObject({ gini: -1, ks: 1 })
    expect(discriminationOf(outcomesOf([500], []))).toBeNull()
    expect(discriminationOf(outcomesOf([], [500]))).toBeNull()
  })

  test('match a count of all pairs and all thresholds', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const bads = all.filter(({ isBad }) => isBad).map(({ score }) => score)
        const goods = all.filter(({ isBad }) => !isBad).map(({ score }) => score)
        const result = discriminationOf(all)
        if (bads.length === 0 || goods.length === 0) return result === null
        const pairs = bads.flatMap((bad) => goods.map((good) => (good > bad ? 1 : good === bad ? 0.5 : 0)))
        const auc = pairs.reduce<number>((sum, one) => sum + one, 0) / pairs.length
        const below = (list: readonly number[], at: number): number =>
          list.filter((one) => one <= at).length / list.length
        const ks = Math.max(...all.map(({ score }) => Math.abs(below(bads, score) - below(goods, score))))
        return Math.abs((result?.auc ?? -9) - auc) < 1e-9 && Math.abs((result?.ks ?? -9) - ks) < 1e-9
      }),
    )
  })
})

describe('PSI', () => {
  test('matches a shift from two halves to a quarter and three quarters computed by hand', () => {
    const { psi } = stabilityOf([450, 450, 650, 650], [450, 650, 650, 650])
    expect(psi).toBeCloseTo(-0.25 * Math.log(0.5) + 0.25 * Math.log(1.5), 12)
    expect(psi).toBeCloseTo(0.2747, 4)
  })

  test('is 0 for equal shares, never negative, and the same in both directions', () => {
    fc.assert(
      fc.property(scores, scores, (a, b) => {
        const [there, back] = [stabilityOf(a, b).psi, stabilityOf(b, a).psi]
        return stabilityOf(a, [...a, ...a]).psi === 0 && there >= 0 && Math.abs(there - back) < 1e-9
      }),
    )
  })

  test('counts every score in one range, and -1 in a range of its own', () => {
    fc.assert(
      fc.property(scores, (list) => {
        const total = stabilityOf(list, list).ranges.reduce((sum, { now }) => sum + now, 0)
        return Math.abs(total - 1) < 1e-9
      }),
    )
    expect(stabilityOf([-1], [0]).ranges.map(({ before }) => before)[0]).toBe(1)
  })

  test('stays finite with an empty range, and is called stable, watch or shifted', () => {
    expect(stabilityOf([100], [900]).psi).toBeCloseTo(2 * 0.9999 * Math.log(10_000), 9)
    expect([0.05, 0.1, 0.25, 0.26].map(verdictOf)).toEqual(['stable', 'watch', 'watch', 'shifted'])
    expect(ksBetween([1, 2], [1, 2])).toBe(0)
    expect(ksBetween([1], [2])).toBe(1)
  })
})

describe('isotonic risk', () => {
  test('matches ten outcomes computed by hand', () => {
    const steps = isotonicRisk(outcomesOf([400, 500, 600, 700, 700, 800, 900], [300, 400, 500]))
    expect(steps).toEqual([
      { from: 300, to: 300, count: 1, bads: 1, risk: 1 },
      { from: 400, to: 500, count: 4, bads: 2, risk: 0.5 },
      { from: 600, to: 900, count: 5, bads: 0, risk: 0 },
    ])
    expect([0, 300, 350, 450, 525, 550, 1000].map((score) => riskByStep(steps, score))).toEqual([
      1, 1, 0.75, 0.5, 0.375, 0.25, 0,
    ])
  })

  test('pools neighbouring scores whose risks are in the wrong order', () => {
    expect(isotonicRisk(outcomesOf([100, 200, 300], [200, 300, 300]))).toEqual([
      { from: 100, to: 300, count: 6, bads: 3, risk: 0.5 },
    ])
  })

  test('never rises with the score, keeps all outcomes, and does not depend on their order', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const steps = isotonicRisk(all)
        const risks = Array.from({ length: 101 }, (_, i) => riskByStep(steps, i * 10))
        const isFalling = risks.every((risk, i) => i === 0 || risk <= present(risks[i - 1]) + 1e-12)
        const isStrict = steps.every((step, i) => i === 0 || step.risk < (steps[i - 1]?.risk ?? 2))
        const count = steps.reduce((sum, step) => sum + step.count, 0)
        const bads = steps.reduce((sum, step) => sum + step.bads, 0)
        expect(isotonicRisk([...all].reverse())).toEqual(steps)
        return isFalling && isStrict && count === all.length && bads === all.filter((o) => o.isBad).length
      }),
    )
  })

  test('fits at least as well as other falling curves', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const steps = isotonicRisk(all)
        const loss = (riskOf: (score: number) => number): number => accuracyOf(all, riskOf).brier
        const best = loss((score) => riskByStep(steps, score))
        const falling = [
          () => all.filter(({ isBad }) => isBad).length / all.length,
          riskByCard,
          ...steps.map(
            ({ to }) =>
              (score: number) =>
                score <= to ? 0.8 : 0.2,
          ),
        ]
        return falling.every((riskOf) => loss(riskOf) >= best - 1e-12)
      }),
    )
  })
})

describe("Platt's curve", () => {
  /** Outcomes drawn by a curve, with random scores. */
  const drawn = (shift: number, slope: number, count: number, seed: number): Observation[] => {
    const random = randomOf(seed)
    return Array.from({ length: count }, () => {
      const score = random.between(0, 1000)
      return { score, isBad: random.chance(riskByPlatt({ shift, slope }, score)) }
    })
  }

  test.each([
    [0, 1],
    [-0.7, 0.6],
    [0.4, 1.3],
  ])(
    'finds the shift %d and the slope %d of the curve from which the outcomes were drawn',
    (shift, slope) => {
      const fit = fitPlatt(drawn(shift, slope, 40_000, 7))
      expect(fit.hasConverged).toBe(true)
      expect(Math.abs(fit.shift - shift)).toBeLessThan(0.12)
      expect(Math.abs(fit.slope - slope)).toBeLessThan(0.06)
    },
  )

  test('is exact for two scores, as a line through two points is', () => {
    // 30 of 40 are good at 300 and 50 of 52 at 700; Platt's targets are 81/82 for good and 1/14 for bad outcomes.
    const all = outcomesOf(
      [...Array<number>(30).fill(300), ...Array<number>(50).fill(700)],
      [...Array<number>(10).fill(300), ...Array<number>(2).fill(700)],
    )
    const fit = fitPlatt(all)
    const goodAt = (goods: number, bads: number): number => (goods * (81 / 82) + bads / 14) / (goods + bads)
    expect(riskByPlatt(fit, 300)).toBeCloseTo(1 - goodAt(30, 10), 9)
    expect(riskByPlatt(fit, 700)).toBeCloseTo(1 - goodAt(50, 2), 9)
  })

  test('equals the card with shift 0 and slope 1', () => {
    for (const score of [0, 437, 500, 1000]) {
      expect(riskByPlatt({ shift: 0, slope: 1 }, score)).toBeCloseTo(probabilityOfDefault(score) ?? -1, 12)
    }
  })

  test('stays finite for any outcomes, and does not depend on their order', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const fit = fitPlatt(all)
        expect(fitPlatt([...all].reverse())).toEqual(fit)
        return [fit.shift, fit.slope].every(Number.isFinite)
      }),
    )
    const apart = fitPlatt(outcomesOf([600, 700, 800], [100, 200, 300]))
    expect(apart.hasConverged).toBe(true)
    expect(apart.slope).toBeGreaterThan(0)
  })
})

describe('accuracy', () => {
  test('has the Brier score and log loss computed by hand', () => {
    const { brier, logLoss, ranges } = accuracyOf(outcomesOf([500], [500]), () => 0.2)
    expect(brier).toBeCloseTo((0.04 + 0.64) / 2, 12)
    expect(logLoss).toBeCloseTo((-Math.log(0.8) - Math.log(0.2)) / 2, 12)
    expect(ranges[5]).toEqual({ from: 500, to: 599, count: 2, bads: 1, observed: 0.5, expected: 0.2 })
    expect(ranges[0]).toMatchObject({ count: 0, observed: null, expected: null })
  })

  test('counts each score in the range that contains it', () => {
    const { ranges } = accuracyOf(outcomesOf([0, 99, 100, 500, 599, 600, 1000], []), () => 0.2)
    const counts = ranges.filter(({ count }) => count > 0).map(({ from, count }) => [from, count])
    expect(counts).toEqual([
      [0, 2],
      [100, 1],
      [500, 2],
      [600, 1],
      [900, 1],
    ])
  })

  test('does not depend on the order of the outcomes, not even in the last digit', () => {
    const random = randomOf(7)
    const all = Array.from({ length: 200 }, () => ({
      score: random.between(0, 39) * 25,
      isBad: random.chance(0.5),
    }))
    const result = accuracyOf(all, riskByCard)
    expect(accuracyOf(all.toReversed(), riskByCard)).toEqual(result)
    expect(
      accuracyOf(
        all.toSorted((a, b) => Number(a.isBad) - Number(b.isBad)),
        riskByCard,
      ),
    ).toEqual(result)
    expect(
      accuracyOf(
        all.toSorted((a, b) => b.score - a.score),
        riskByCard,
      ),
    ).toEqual(result)
  })

  test('expects in each range of scores the risk that the card states', () => {
    expect(accuracyOf(outcomesOf([500], []), riskByCard).ranges[5]?.expected).toBeCloseTo(0.05, 12)
    expect(logOddsOf(500)).toBeCloseTo(Math.log(19), 12)
  })
})

describe('compared groups', () => {
  test('have the figures computed by hand', () => {
    const members = [
      ...[400, 500, 600, 700].map((score) => ({ group: 'b', score })),
      ...[300, 500, -1, 300].map((score) => ({ group: 'a', score })),
    ]
    const [a, b] = compareGroups(members)
    expect(a).toMatchObject({ group: 'a', count: 4, scored: 3, ks: 0.75 })
    // At the cuts 300, 400, 500, 600, 700 and 800; nobody has 800.
    expect(a?.approvals).toEqual([
      { share: 0.75, ratio: 0.75 },
      { share: 0.25, ratio: 0.25 },
      { share: 0.25, ratio: 0.25 / 0.75 },
      { share: 0, ratio: 0 },
      { share: 0, ratio: 0 },
      { share: 0, ratio: null },
    ])
    expect(a?.mean).toBeCloseTo(1100 / 3, 12)
    expect(a?.quartiles).toEqual([300, 300, 400])
    expect(b).toMatchObject({ mean: 550, quartiles: [475, 550, 625] })
    expect(b?.approvals[1]).toEqual({ share: 1, ratio: 1 })
  })

  test('have no ratio if there is only one group or none approved', () => {
    expect(compareGroups([{ group: 'a', score: 700 }])).toMatchObject([
      { psi: null, ks: null, approvals: cuts.map((cut) => ({ share: Number(cut <= 700), ratio: null })) },
    ])
    expect(compareGroups([{ group: 'a', score: -1 }])).toMatchObject([
      { mean: null, approvals: cuts.map(() => ({ share: 0, ratio: null })) },
    ])
  })
})
