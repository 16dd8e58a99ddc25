import { describe, expect, test } from '@jest/globals'
import { assess } from '../../src/scoring-service/card/assessment.rules.js'
import { model } from '../../src/scoring-service/card/points/card.rules.js'
import { personaNames, personaStatement, type PersonaName } from './personas.js'

/** Short-term score, generic score, business score, band: of card sc-2026.2. A change of the card changes these. */
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
  test.each(personaNames)('%s', (name) => {
    const { shortTermScore, genericScore, businessScore, riskBand } = assess([personaStatement(name)])
    expect([shortTermScore, genericScore, businessScore, riskBand]).toEqual(golden[name])
  })

  test('a thin file is not a bad file: nothing is known, nothing is lent', () => {
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
  ] as const)('%s until %s: a short history holds the score at %d', (name, to, expected) => {
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

describe('what a persona is', () => {
  const personaOf = (name: PersonaName) => assess([personaStatement(name)]).persona

  test('the salaried one has a formal income', () => {
    expect(personaOf('salaried')).toMatchObject({ hasSalary: true, earningProfile: 'formal', hasTill: false })
  })

  test('the trader has a till and no salary', () => {
    expect(personaOf('trader')).toMatchObject({ hasSalary: false, earningProfile: 'informal', hasTill: true })
  })
})

describe('limits', () => {
  test.each(['overdraftDependent', 'loanStacker', 'gambler'] as const)(
    '%s is in C and gets nothing',
    (name) => {
      expect(assess([personaStatement(name)]).limits).toMatchObject({ grossLimit: 0, shortTermLimit: 0 })
    },
  )

  test('a statement that is not valid has no score, is declined and gets nothing', () => {
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

  test.each(personaNames)('%s: never more than a usual income, and whole steps', (name) => {
    const { limits, facts } = assess([personaStatement(name)])
    expect(limits.shortTermLimit).toBeLessThanOrEqual(facts.observedIncome)
    expect(limits.shortTermLimit).toBeLessThanOrEqual(limits.grossLimit)
    expect([limits.affordability % 10_00, limits.shortTermLimit % 100_00]).toEqual([0, 0])
  })
})
