import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  decisionOf,
  insufficientData,
  logOddsOf,
  probabilityOfDefault,
  riskSummaryOf,
  scaleFactor,
  scoreOfOdds,
} from '../../src/scoring-service/card/verdict/scale.rules.js'
import { riskBandOf, scoreBandOf } from '../../src/scoring-contract/bands.rules.js'
import { present } from '../support/present.js'

const scores = fc.integer({ min: 0, max: 1000 })

describe('the scale', () => {
  test('has the factor by which 500 is a risk of 5 % and 700 one of 2 %', () => {
    expect(scaleFactor).toBeCloseTo(211.1082, 4)
    expect(probabilityOfDefault(500)).toBeCloseTo(0.05, 12)
    expect(probabilityOfDefault(700)).toBeCloseTo(0.02, 12)
  })

  test.each([
    [0, 36.0],
    [200, 17.9],
    [300, 12.0],
    [400, 7.8],
    [600, 3.2],
    [800, 1.3],
    [900, 0.8],
    [1000, 0.5],
  ])('gives %d points a default risk of %d %%', (score, percent) => {
    expect(Math.round(present(probabilityOfDefault(score)) * 1000) / 10).toBe(percent)
  })

  test('maps the odds of a score back to the same score', () => {
    fc.assert(fc.property(scores, (score) => scoreOfOdds(Math.exp(logOddsOf(score))) === score))
  })

  test('never falls when the odds rise, and stays from 0 to 1000', () => {
    const odds = fc.double({ min: 1e-9, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(odds, odds, (one, other) => {
        const [low, high] = [scoreOfOdds(Math.min(one, other)), scoreOfOdds(Math.max(one, other))]
        return 0 <= low && low <= high && high <= 1000
      }),
    )
  })

  test('has a default risk that falls with every point', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999 }),
        (score) => present(probabilityOfDefault(score)) > present(probabilityOfDefault(score + 1)),
      ),
    )
  })
})

describe('a score', () => {
  test.each([
    [1000, 'excellent', 'A', 'APPROVE'],
    [800, 'excellent', 'A', 'APPROVE'],
    [799, 'good', 'A', 'APPROVE'],
    [600, 'good', 'A', 'APPROVE'],
    [599, 'fair', 'B', 'APPROVE_WITH_CONDITIONS'],
    [400, 'fair', 'B', 'APPROVE_WITH_CONDITIONS'],
    [399, 'poor', 'C', 'DECLINE'],
    [200, 'poor', 'C', 'DECLINE'],
    [199, 'high risk', 'C', 'DECLINE'],
    [0, 'high risk', 'C', 'DECLINE'],
    [insufficientData, 'insufficient data', null, 'INSUFFICIENT_DATA'],
  ])('of %d is %s, band %s: %s', (score, scoreBand, riskBand, decision) => {
    expect(scoreBandOf(score)).toBe(scoreBand)
    expect(riskBandOf(score)).toBe(riskBand)
    expect(decisionOf(riskBandOf(score))).toBe(decision)
  })

  test('has the default risk and the decision of its band in words', () => {
    expect([riskSummaryOf('A'), riskSummaryOf('B'), riskSummaryOf('C'), riskSummaryOf(null)]).toEqual([
      'A (2% default risk, approve)',
      'B (5% default risk, approve with conditions)',
      'C (15% default risk, decline)',
      'Insufficient data',
    ])
  })

  test('of -1 has no default risk', () => {
    expect(probabilityOfDefault(insufficientData)).toBeNull()
  })
})
