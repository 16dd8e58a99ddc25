import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { BureauReport } from '../../../src/scoring-service/model/bureau.js'
import { boost, type StatementSide } from '../../../src/scoring-service/card/points/boost.rules.js'
import { scoreReport } from '../../../src/scoring-service/card/verdict/bureau.rules.js'
import { accountWith, asOf, reports, reportWith } from './reports.js'

/** By default the statement has full confidence and no debt points. */
const boosted = ({ report, ...statement }: Partial<StatementSide> & { report: BureauReport | null }) =>
  boost({
    statement: { score: 500, debtPoints: 0, confidence: 1, scoreMax: 1000, scoreMaxBy: null, ...statement },
    report,
    asOf,
  })

const scores = fc.integer({ min: 0, max: 1000 })
const shares = fc.double({ min: 0, max: 1, noNaN: true })

describe('the boosted score', () => {
  test('of a statement with the score 500 is 500 without a report; with a report, it is the score of the report', () => {
    const report = reportWith({ accounts: [accountWith()], enquiries90Days: 9, bouncedCheques12Months: 1 })
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1, noNaN: true }), (confidence) => {
        const { score } = boosted({ score: 500, confidence, report: null })
        return score === 500
      }),
    )
    expect(scoreReport(report, asOf).score).toBe(570)
    expect(boosted({ score: 500, report }).score).toBe(570)
  })

  test('is 500 plus the difference of each source from 500, times its weight, when both are above 500', () => {
    const fresh = reportWith()
    const stale = reportWith({ reportedAt: '2026-01-28' })
    const at = (report: typeof fresh) => boosted({ score: 700, confidence: 0.5, report })
    expect(at(fresh)).toEqual({
      score: 795,
      weights: { statement: 0.5, bureau: 1 },
      cappedBy: null,
    })
    // 500 + 0.5 x 200 + 0.7 x 195
    expect(at(stale)).toMatchObject({ score: 737, weights: { statement: 0.5, bureau: 0.7 } })
    expect(at(reportWith({ reportedAt: '2026-01-29' })).weights.bureau).toBe(1)
  })

  test('never falls when the statement or the bureau report gets better', () => {
    fc.assert(
      fc.property(scores, scores, shares, fc.option(reports), (one, other, confidence, report) => {
        const of = (statementScore: number) => boosted({ score: statementScore, confidence, report }).score
        expect(of(Math.min(one, other))).toBeLessThanOrEqual(of(Math.max(one, other)))
      }),
    )
    fc.assert(
      fc.property(scores, shares, reports, fc.nat({ max: 5 }), (statementScore, confidence, report, more) => {
        const worse = { ...report, enquiries90Days: report.enquiries90Days + more }
        const of = (given: typeof report) =>
          boosted({ score: statementScore, confidence, report: given }).score
        expect(of(worse)).toBeLessThanOrEqual(of(report))
      }),
    )
  })

  test('is that of the other source if one has no score, and -1 if neither has', () => {
    const report = reportWith()
    expect(boosted({ score: -1, confidence: 0.9, report })).toMatchObject({
      score: 695,
      weights: { statement: 0, bureau: 1 },
    })
    expect(boosted({ score: 640, report: null })).toMatchObject({
      score: 640,
      weights: { statement: 1, bureau: 0 },
    })
    expect(boosted({ score: -1, report: null })).toEqual({
      score: -1,
      weights: { statement: 0, bureau: 0 },
      cappedBy: null,
    })
  })

  test('is capped in band C if an open account is over 90 days in arrears, even with the best statement', () => {
    const lost = accountWith({ performing: false, daysInArrears: 91 })
    expect(boosted({ score: 1000, report: reportWith({ accounts: [lost] }) })).toMatchObject({
      score: 399,
      cappedBy: 'LONG_DEFAULT',
    })
    const closed = { ...lost, status: 'CLOSED' as const, currentBalance: 0 }
    expect(boosted({ score: 1000, report: reportWith({ accounts: [closed] }) }).score).toBe(1000)
  })

  test('is at most 199 with a reported fraud, whatever the statement', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(-1), scores),
        shares,
        reports,
        (statementScore, confidence, report) => {
          const { score } = boosted({
            score: statementScore,
            confidence,
            report: { ...report, hasFraud: true },
          })
          return score <= 199
        },
      ),
    )
  })

  test('never rises when the statement has less confidence', () => {
    fc.assert(
      fc.property(
        scores,
        fc.integer({ min: -250, max: 90 }),
        shares,
        shares,
        fc.option(reports),
        (score, debtPoints, one, other, report) => {
          const of = (confidence: number) => boosted({ score, debtPoints, confidence, report }).score
          expect(of(Math.min(one, other))).toBeLessThanOrEqual(of(Math.max(one, other)))
        },
      ),
    )
    const clean = reportWith()
    expect([0.5, 1].map((confidence) => boosted({ score: 300, confidence, report: clean }).score)).toEqual([
      495, 495,
    ])
  })

  test('counts loans once if both sources report them', () => {
    const report = reportWith()
    // Both sources have points for the same loans: only the larger gain counts (195), but a gain and a loss both count (195 - 50).
    expect(boosted({ score: 600, debtPoints: 90, report }).score).toBe(500 + 10 + 195)
    expect(boosted({ score: 600, debtPoints: -50, report }).score).toBe(500 + 150 - 50 + 195)
  })

  test('keeps the cap of a short history', () => {
    expect(
      boosted({ score: 499, scoreMax: 499, scoreMaxBy: 'SHORT_HISTORY', report: reportWith() }),
    ).toMatchObject({
      score: 499,
      cappedBy: 'SHORT_HISTORY',
    })
  })

  test('is capped by arrears of any account, and by written-off loans; a report under another name has no weight', () => {
    const held = { score: 399, cappedBy: 'LONG_DEFAULT' }
    const of = (...accounts: Parameters<typeof accountWith>[0][]) =>
      boosted({ score: 1000, report: reportWith({ accounts: accounts.map(accountWith) }) })
    expect(of({ performing: true, daysInArrears: 120 })).toMatchObject(held)
    expect(of({}, { status: 'WRITTEN_OFF', daysInArrears: 0 })).toMatchObject(held)
    expect(of({}, { status: 'CLOSED', performing: false, overdueBalance: 5 })).toMatchObject(held)
    expect(boosted({ score: 600, report: reportWith({ nameMatches: false }) })).toMatchObject({
      score: 600,
      weights: { bureau: 0 },
    })
  })

  test('counts only the larger deduction if both sources report arrears on the same loans', () => {
    const late = reportWith({ accounts: [accountWith({ performing: false, daysInArrears: 45 })] })
    const theirs = scoreReport(late, asOf).score - 500
    expect(theirs).toBeLessThan(-50)
    // The same 450 from other points: 500 - 50 for loans; then 500 - 400 for loans + 350 for all else.
    expect(boosted({ score: 450, debtPoints: -50, report: late }).score).toBe(500 + theirs)
    expect(boosted({ score: 450, debtPoints: -400, report: late }).score).toBe(500 + 350 - 400)
    expect(boosted({ score: 590, debtPoints: 90, report: late }).score).toBe(590 + theirs)
    expect(boosted({ score: 500, debtPoints: 0, report: late }).score).toBe(500 + theirs)
  })

  test('gives no weight to a report without accounts', () => {
    expect(boosted({ score: 640, report: reportWith({ accounts: [] }) })).toMatchObject({
      score: 640,
      weights: { statement: 1, bureau: 0 },
    })
  })

  test('may be 0, and names a cap only if the cap lowers it', () => {
    expect(boosted({ score: 0, report: null })).toMatchObject({ score: 0, weights: { statement: 1 } })
    expect(boosted({ score: 598, scoreMax: 599, scoreMaxBy: 'GAPS', report: null })).toMatchObject({
      score: 598,
      cappedBy: null,
    })
  })
})
