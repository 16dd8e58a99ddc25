import { describe, expect, test } from '@jest/globals'
import { assess } from '../../src/scoring-service/card/assessment.rules.js'
import { model } from '../../src/scoring-service/card/points/card.rules.js'
import { personaNames, personaStatement, type PersonaName } from './personas.js'

/**
 * Short-term score, generic score, business score and band by the card sc-2026.2. Every change of the card changes
 * these.
 */
const golden: Readonly<Record<PersonaName, readonly [number, number, number, string | null]>> = {
  salaried: [930, 981, -1, 'A'],
  trader: [765, 778, 785, 'A'],
  student: [560, 556, -1, 'B'],
  farmer: [885, 917, -1, 'A'],
  thin: [-1, -1, -1, null],
  overdraftDependent: [315, 354, -1, 'C'],
  loanStacker: [0, 0, -1, 'C'],
  gambler: [140, 155, -1, 'C'],
}

describe(`golden personas of ${model.id}`, () => {
  test.each(personaNames)('%s: has the same scores and band as before', (name) => {
    const { shortTermScore, genericScore, businessScore, riskBand } = assess([personaStatement(name)])
    expect([shortTermScore, genericScore, businessScore, riskBand]).toEqual(golden[name])
  })

  test('a thin file has insufficient data, which is not a bad score, and a limit of 0', () => {
    const thin = assess([personaStatement('thin')])
    expect(thin).toMatchObject({
      scoreBand: 'insufficient data',
      decision: 'INSUFFICIENT_DATA',
      probabilityOfDefault: null,
      riskSummary: 'Insufficient data',
      limits: { affordability: 0, grossLimit: 0, shortTermLimit: 0, businessLimit: null },
    })
    expect(thin.reasons.map(({ characteristic }) => characteristic.name)).toEqual([
      'fullMonths',
      'activeDays',
    ])
  })

  test.each([
    ['salaried', '2025-12-31', 930],
    ['salaried', '2025-05-31', 799],
    ['salaried', '2025-02-28', 499],
  ] as const)('%s until %s: the score is %d, capped if the history is short', (name, to, expected) => {
    const { rows, ...whole } = personaStatement(name)
    const part = {
      ...whole,
      period: { from: whole.period.from, to },
      rows: rows.filter((row) => row.completionTime <= `${to} 24`),
    }
    const { shortTermScore, reasons } = assess([part])
    expect(shortTermScore).toBe(expected)
    const isFirstReason = reasons[0]?.characteristic.name === 'fullMonths'
    expect(isFirstReason).toBe(expected < 800)
  })
})

describe('the persona of a result', () => {
  const personaOf = (name: PersonaName) => assess([personaStatement(name)]).persona

  test('has a formal income for the salaried one', () => {
    expect(personaOf('salaried')).toMatchObject({ hasSalary: true, earningProfile: 'formal', hasTill: false })
  })

  test('has a till and no salary for the trader', () => {
    expect(personaOf('trader')).toMatchObject({ hasSalary: false, earningProfile: 'informal', hasTill: true })
  })
})

describe('the limits of a golden persona', () => {
  test.each(['overdraftDependent', 'loanStacker', 'gambler'] as const)('%s: are 0 in band C', (name) => {
    expect(assess([personaStatement(name)]).limits).toMatchObject({ grossLimit: 0, shortTermLimit: 0 })
  })

  test('are 0, and there is no score, if the statement is not valid', () => {
    const forged = assess([personaStatement('trader', { isValid: false })])
    expect(forged).toMatchObject({
      shortTermScore: -1,
      genericScore: -1,
      businessScore: -1,
      riskBand: null,
      decision: 'DECLINE',
      cappedBy: 'INVALID_DOCUMENT',
      confidence: 0,
      riskSummary: 'Not assessed (decline: statement not valid)',
      limits: { affordability: 0, shortTermLimit: 0, grossLimit: 0, businessLimit: null },
    })
  })

  test.each(personaNames)(
    '%s: the short-term limit is at most the usual income, in whole hundreds of shillings, and the affordability in whole tens',
    (name) => {
      const { limits, facts } = assess([personaStatement(name)])
      expect(limits.shortTermLimit).toBeLessThanOrEqual(facts.observedIncome)
      expect(limits.shortTermLimit).toBeLessThanOrEqual(limits.grossLimit)
      expect([limits.affordability % 10_00, limits.shortTermLimit % 100_00]).toEqual([0, 0])
    },
  )
})
