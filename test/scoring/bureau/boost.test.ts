import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { boost } from '../../../src/scoring/card/boost.rules.js'
import { scoreReport } from '../../../src/scoring/card/bureau.rules.js'
import { accountWith, asOf, reports, reportWith } from './reports.js'

const scores = fc.integer({ min: 0, max: 1000 })
const shares = fc.double({ min: 0, max: 1, noNaN: true })

describe('the boosted score', () => {
  test('is 500 when both sources say 500, whatever their weight', () => {
    const report = reportWith({ accounts: [accountWith()], enquiries90Days: 9, bouncedCheques12Months: 1 })
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1, noNaN: true }), (confidence) => {
        const { score } = boost({ statementScore: 500, confidence, report: null, asOf })
        return score === 500
      }),
    )
    expect(scoreReport(report, asOf).score).toBe(570)
    expect(boost({ statementScore: 500, confidence: 1, report, asOf }).score).toBe(570)
  })

  test('adds what each source moves the prior by, by its weight', () => {
    const fresh = reportWith()
    const stale = reportWith({ reportedAt: '2026-01-28' })
    const at = (report: typeof fresh) => boost({ statementScore: 700, confidence: 0.5, report, asOf })
    expect(at(fresh)).toEqual({
      score: 795,
      probabilityOfDefault: expect.closeTo(0.01285, 4),
      scoreBand: 'good',
      riskBand: 'A',
      decision: 'APPROVE',
      weights: { statement: 0.5, bureau: 1 },
      cappedBy: null,
    })
    // 500 + 0.5 x 200 + 0.7 x 195
    expect(at(stale)).toMatchObject({ score: 737, weights: { statement: 0.5, bureau: 0.7 } })
    expect(at(reportWith({ reportedAt: '2026-01-29' })).weights.bureau).toBe(1)
  })

  test('never falls when the statement is better or the bureau is', () => {
    fc.assert(
      fc.property(scores, scores, shares, fc.option(reports), (one, other, confidence, report) => {
        const of = (statementScore: number) => boost({ statementScore, confidence, report, asOf }).score
        expect(of(Math.min(one, other))).toBeLessThanOrEqual(of(Math.max(one, other)))
      }),
    )
    fc.assert(
      fc.property(scores, shares, reports, fc.nat({ max: 5 }), (statementScore, confidence, report, more) => {
        const worse = { ...report, enquiries90Days: report.enquiries90Days + more }
        const of = (given: typeof report) => boost({ statementScore, confidence, report: given, asOf }).score
        expect(of(worse)).toBeLessThanOrEqual(of(report))
      }),
    )
  })

  test('is that of the other source when one has nothing to say, and -1 when none has', () => {
    const report = reportWith()
    expect(boost({ statementScore: -1, confidence: 0.9, report, asOf })).toMatchObject({
      score: 695,
      weights: { statement: 0, bureau: 1 },
    })
    expect(boost({ statementScore: 640, confidence: 1, report: null, asOf })).toMatchObject({
      score: 640,
      weights: { statement: 1, bureau: 0 },
    })
    expect(boost({ statementScore: 640, confidence: 0, report: null, asOf }).score).toBe(-1)
    expect(boost({ statementScore: -1, confidence: 1, report: null, asOf })).toEqual({
      score: -1,
      probabilityOfDefault: null,
      scoreBand: 'insufficient data',
      riskBand: null,
      decision: 'INSUFFICIENT_DATA',
      weights: { statement: 0, bureau: 0 },
      cappedBy: null,
    })
  })

  test('stays in band C with an open account lost for more than 90 days, however good the rest', () => {
    const lost = accountWith({ performing: false, daysInArrears: 91 })
    expect(
      boost({ statementScore: 1000, confidence: 1, report: reportWith({ accounts: [lost] }), asOf }),
    ).toMatchObject({
      score: 399,
      riskBand: 'C',
      decision: 'DECLINE',
      cappedBy: 'LONG_DEFAULT',
    })
    const closed = { ...lost, status: 'CLOSED' as const }
    expect(
      boost({ statementScore: 1000, confidence: 1, report: reportWith({ accounts: [closed] }), asOf })
        .riskBand,
    ).toBe('A')
  })

  test('declines a fraud, however good the rest', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(-1), scores),
        shares,
        reports,
        (statementScore, confidence, report) => {
          const { riskBand, score } = boost({
            statementScore,
            confidence,
            report: { ...report, hasFraud: true },
            asOf,
          })
          return riskBand === 'C' && score <= 199
        },
      ),
    )
  })
})
