import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { paBody } from '../../../src/scoring-service/bodies/pa-body.rules.js'
import { verdictMembers } from '../../../src/scoring-service/bodies/verdict-members.rules.js'
import { assess } from '../../../src/scoring-service/card/assessment.rules.js'
import { recordOf } from '../../support/typed.js'
import { p8BodyOf } from '../bodies.js'
import { scoreReport } from '../../../src/scoring-service/card/verdict/bureau.rules.js'
import { reportWith } from '../bureau/reports.js'
import { daysOf, statement } from '../statements.js'

const asOf = new Date('2025-07-01T08:00:00Z')
const movements = daysOf('2025-01-01', '2025-03-31').map((day) => ({
  at: `${day} 12:00:00`,
  details: 'Funds received from - 2547******123 JANE',
  amount: 5,
}))
const statementWith = (isValid: boolean) =>
  statement({ from: '2025-01-01', to: '2025-03-31', movements, isValid, documentName: 'a.pdf' })

test('a body names the card that scored it and the time', () => {
  const assessment = assess([statementWith(true)])
  const { decision, reasonCodes, cappedBy } = assessment
  expect(verdictMembers(assessment, asOf)).toEqual({
    decision,
    reasonCodes,
    cappedBy,
    currency: 'KES',
    model: {
      id: 'sc-2026.2',
      version: '2.1.0',
      calibration: 'expert',
      computedAt: '2025-07-01T08:00:00.000Z',
    },
  })
})

test('PA has no decision on a valid statement, and declines an invalid one', () => {
  const said = (isValid: boolean) =>
    recordOf(recordOf(JSON.parse(paBody(statementWith(isValid), { header: 1 }, asOf).json)).data)
  const model = { id: 'rd-2026.2', version: '2.1.0', calibration: 'none', computedAt: asOf.toISOString() }
  expect(said(true)).toMatchObject({
    header: 1,
    documentName: 'a.pdf',
    decision: null,
    reasonCodes: [],
    model,
  })
  expect(said(false)).toMatchObject({ decision: 'DECLINE', cappedBy: 'INVALID_DOCUMENT', currency: 'KES' })
})

test('P8 gives no weight to statements that contradict each other', () => {
  const other = { ...statementWith(true), documentName: 'b.pdf' }
  const without = { ...other, rows: other.rows.filter((_, index) => index !== 40) }
  const relied = (...statements: ReturnType<typeof statementWith>[]) => {
    const data = recordOf(recordOf(JSON.parse(p8BodyOf(statements, reportWith(), asOf))).data)
    return recordOf(recordOf(data.boosted).weights).statement
  }
  expect(relied(statementWith(true), other)).toBeGreaterThan(0)
  expect(relied(statementWith(true), without)).toBe(0)
})

test('P8 of too little data is INSUFFICIENT_DATA, whatever the bureau says', () => {
  const thin = { ...statementWith(true), rows: statementWith(true).rows.slice(0, 29) }
  const data = recordOf(recordOf(JSON.parse(p8BodyOf([thin], reportWith(), asOf))).data)
  expect(data).toMatchObject({ decision: 'INSUFFICIENT_DATA', cappedBy: 'THIN_FILE' })
})

const codesOf = (...given: Parameters<typeof p8BodyOf>) => {
  const data = recordOf(recordOf(JSON.parse(p8BodyOf(...given))).data)
  return z
    .array(z.object({ code: z.string() }))
    .parse(data.reasonCodes)
    .map(({ code }) => code)
}

test('P8 gives the reasons of the lower score first, those of the statement if both are equal', () => {
  const spending = daysOf('2025-01-01', '2025-03-31').map((day, index) => ({
    at: `${day} 12:00:00`,
    ...(index % 3 === 0
      ? { details: 'Customer Transfer to - 2547******124 JOHN', amount: index === 0 ? -1 : -200 }
      : { details: 'Funds received from - 2547******123 JANE', amount: 100 }),
  }))
  const spender = statement({
    from: '2025-01-01',
    to: '2025-03-31',
    opening: 1,
    movements: spending,
    documentName: 'a.pdf',
  })
  const equal = reportWith()
  expect(assess([spender]).shortTermScore).toBe(scoreReport(equal, asOf).score)
  expect(codesOf([spender], equal, asOf)).toEqual(['R04', 'R05', 'R12', 'R14'])
  expect(codesOf([spender], reportWith({ enquiries90Days: 9 }), asOf)).toEqual(['B04', 'B03', 'R04', 'R05'])
})

test('P8 without a bureau record gives the reasons of the statement alone', () => {
  expect(codesOf([statementWith(true)], null, asOf)).toEqual(['R05', 'R12', 'R14'])
})

test('P8 of too little data with a reported fraud names the fraud, and not the missing data', () => {
  const thin = { ...statementWith(true), rows: statementWith(true).rows.slice(0, 29) }
  const [fraud, ...others] = codesOf([thin], reportWith({ hasFraud: true }), asOf)
  expect(fraud).toBe('B00')
  expect(others).not.toContain('V20')
})
