import { describe, expect, test } from '@jest/globals'
import { assess, riskSummaryFor } from '../../../src/scoring-service/card/assessment.rules.js'
import type { Obstacle, Verdict } from '../../../src/scoring-service/card/verdict/verdict.rules.js'
import { daysOf, statement, type Movement, type StatementWish } from '../statements.js'

/** A salary each month, shopping on every second day, and a loan that is never repaid. */
const life = (loan: number): Movement[] =>
  daysOf('2025-01-01', '2025-06-30').flatMap((day, index) => {
    const row = (time: string, details: string, amount: number) => ({ at: `${day} ${time}`, details, amount })
    return [
      ...(day.endsWith('-01') ? [row('08:00:00', 'Salary Payment from 123456 - ACME via API', 30_000)] : []),
      ...(index % 2 === 1 ? [row('09:00:00', 'Merchant Payment to 7053098 - NAIVAS', -1_800)] : []),
      ...(day === '2025-01-10' && loan > 0 ? [row('10:00:00', 'M-Shwari Loan Disburse', loan)] : []),
    ]
  })

const lived = (wish: Partial<StatementWish> = {}, loan = 0) =>
  statement({ from: '2025-01-01', to: '2025-06-30', opening: 5_000, movements: life(loan), ...wish })

describe('an assessment', () => {
  test('of a valid statement has scores, a decision and limits', () => {
    const assessed = assess([lived()], new Date('2025-07-01T00:00:00Z'))
    expect(assessed).toMatchObject({
      scoreBand: 'excellent',
      riskBand: 'A',
      decision: 'APPROVE',
      cappedBy: null,
      businessScore: -1,
      business: null,
    })
    expect(assessed.shortTermScore).toBeGreaterThanOrEqual(800)
    expect(assessed.genericScore).toBeGreaterThanOrEqual(800)
    expect(assessed.probabilityOfDefault).toBeGreaterThan(0)
    expect(assessed.salaries.size).toBe(6)
    expect(assessed.persona).toMatchObject({ hasSalary: true, earningProfile: 'formal' })
    expect(assessed.limits.affordability).toBeGreaterThan(0)
  })

  test('has reasons with values of at most two decimals, or null instead of an infinite value', () => {
    const { reasons, reasonCodes } = assess([lived({}, 6_000)])
    expect(reasonCodes.map(({ code, characteristic }) => [code, characteristic])).toEqual(
      reasons.map(({ characteristic: { name, reason } }) => [reason.code, name]),
    )
    expect(reasonCodes[0]).toEqual({
      code: 'R08',
      text: 'Loans that are older than 45 days are not fully repaid',
      characteristic: 'repaid',
      value: 0,
    })
    for (const { value } of reasonCodes)
      expect(value === null || Number(Number(value).toFixed(2)) === value).toBe(true)
    const idle = assess([lived({ movements: life(0).filter(({ amount }) => amount < 0) })])
    expect(
      idle.reasonCodes.find(({ characteristic }) => characteristic === 'netCashRatio')?.value ?? null,
    ).toBeNull()
  })

  test('names the cap of the score', () => {
    expect(assess([lived()], new Date('2025-12-31T00:00:00Z'))).toMatchObject({
      shortTermScore: 599,
      cappedBy: 'STALE',
      riskBand: 'B',
    })
    expect(assess([lived({ movements: [] })])).toMatchObject({
      shortTermScore: -1,
      cappedBy: 'THIN_FILE',
      decision: 'INSUFFICIENT_DATA',
      riskBand: null,
      probabilityOfDefault: null,
    })
  })

  test('of an invalid statement has no scores, and declines', () => {
    expect(assess([lived({ isValid: false })])).toMatchObject({
      shortTermScore: -1,
      genericScore: -1,
      businessScore: -1,
      features: [],
      reasons: [],
      confidence: 0,
      riskBand: null,
      probabilityOfDefault: null,
      decision: 'DECLINE',
      limits: { affordability: 0, shortTermLimit: 0 },
    })
  })

  test('in a currency without tables has no scores, but confidence', () => {
    const assessed = assess([lived({ currency: 'USD' })])
    expect(assessed).toMatchObject({
      shortTermScore: -1,
      genericScore: -1,
      features: [],
      cappedBy: 'CURRENCY',
    })
    expect(assessed.confidence).toBeGreaterThan(0.5)
  })

  test('has a business score for a trade, unless the statement is invalid', () => {
    const takings = Array.from({ length: 5 }, (_, index) => ({
      at: `2025-0${index + 1}-15 12:00:00`,
      details: 'Merchant Customer Payment from 2547******123 - JOHN',
      amount: 900,
    }))
    const movements = [...life(0), ...takings]
    expect(assess([lived({ movements })]).businessScore).toBeGreaterThanOrEqual(0)
    expect(assess([lived({ movements, isValid: false })]).businessScore).toBe(-1)
  })

  test('of a valid statement is capped if documents of the request contradict each other', () => {
    const of = { documents: [], disagreeing: ['a.pdf', 'b.pdf'], currencyProblem: null }
    expect(assess([lived()], null, of)).toMatchObject({ cappedBy: 'DOCUMENTS_DISAGREE', riskBand: null })
    expect(assess([lived()], null, { ...of, disagreeing: [] })).toMatchObject({
      cappedBy: null,
      riskBand: 'A',
    })
  })
})

describe('the risk summary', () => {
  test.each<[Obstacle | null, Verdict['riskBand'], string]>([
    ['INVALID_DOCUMENT', null, 'Not assessed (decline: statement not valid)'],
    ['DOCUMENTS_DISAGREE', null, 'Not assessed (refer: statements do not agree)'],
    ['UNVERIFIED_DOCUMENT', null, 'Not assessed (refer: statement not verified)'],
    ['THIN_FILE', null, 'Insufficient data'],
    ['CURRENCY', null, 'Insufficient data'],
    [null, null, 'Insufficient data'],
  ])('for the obstacle %s and the band %s is: %s', (obstacle, riskBand, words) => {
    const { verdict } = assess([lived()])
    expect(riskSummaryFor({ ...verdict, obstacle, riskBand })).toBe(words)
  })
})
