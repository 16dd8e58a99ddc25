import { describe, expect, test } from '@jest/globals'
import { assess } from '../../src/scoring-service/card/assessment.rules.js'
import { scoreReport } from '../../src/scoring-service/card/verdict/bureau.rules.js'
import { verdictOf, type VerdictFacts } from '../../src/scoring-service/card/verdict/verdict.rules.js'
import { bureauBody } from '../../src/scoring-service/bodies/bureau-body.rules.js'
import { maskedEmail, maskedPhone } from '../../src/scoring-service/bodies/contacts.rules.js'
import { decidedBy, decisionOf } from '../../src/scoring-service/bodies/decided-by.rules.js'
import { withDocuments } from '../../src/scoring-service/bodies/documents.rules.js'
import { paBody } from '../../src/scoring-service/bodies/pa-body.rules.js'
import { shareOf, unitsOrNull } from '../../src/scoring-service/bodies/result-body.rules.js'
import { scoringSection } from '../../src/scoring-service/bodies/scoring-section.rules.js'
import type { BureauReport, DefiniteAnswer } from '../../src/scoring-service/model/bureau.js'
import { p8BodyOf, parsOf } from './bodies.js'
import { accountWith, asOf, reportWith } from './bureau/reports.js'
import { personaStatement, type PersonaName } from './personas.js'
import { statement } from './statements.js'
import { recordOf, shaped } from '../support/typed.js'
import { z } from 'zod'

const dataOf = (json: string): Readonly<Record<string, unknown>> =>
  recordOf(recordOf(JSON.parse(json))['data'])

describe('a contact in a body', () => {
  test.each([
    ['254712345678', '2547******678'],
    ['+254 712 345 678', '2547******678'],
    ['12345678', '1234******678'],
    ['1234567', '******'],
    ['2547******678', '2547******678'],
    ['', ''],
  ])('shows the number %j as %j', (phone, shown) => expect(maskedPhone(phone)).toBe(shown))

  test.each([
    ['w@example.com', 'w***@example.com'],
    ['wanjiku@example.com', 'w***@example.com'],
    ['@example.com', '***'],
    ['nobody', '***'],
    ['"a@b"@example.com', '"***@example.com'],
    ['w***@example.com', 'w***@example.com'],
    ['', ''],
  ])('shows the address %j as %j', (email, shown) => expect(maskedEmail(email)).toBe(shown))
})

describe('a number in a body', () => {
  test('is null if the value is unknown', () => {
    expect([shareOf(null), shareOf(0), shareOf(0.125), shareOf(1)]).toEqual([null, 0, 0.13, 1])
    expect([unitsOrNull(null), unitsOrNull(0), unitsOrNull(12_345)]).toEqual([null, 0, 123.45])
  })

  test('of a feature has two decimals, and is null if it is not finite', () => {
    const assessment = assess([personaStatement('trader')])
    const [feature] = assessment.features
    if (!feature) throw new Error('no feature')
    const shown = (value: number | null) =>
      scoringSection({ ...assessment, features: [{ ...feature, value }] }, 'PAS', asOf).featuresUsed[0]?.value
    expect([shown(1 / 3), shown(Infinity), shown(null), shown(0)]).toEqual([0.33, null, null, 0])
  })
})

describe('a section of a body', () => {
  const facts: VerdictFacts = {
    documents: [personaStatement('trader')],
    disagreeing: [],
    currency: null,
    isThin: false,
    score: 800,
  }
  const reason = { code: 'R', text: 't', characteristic: 'c', value: 1 }
  const section = {
    riskBand: 'A' as const,
    probabilityOfDefault: 0.1,
    reasonCodes: [],
    cappedBy: null,
    decision: 'of its own',
  }

  test('keeps its band and reasons if there is no obstacle', () => {
    const verdict = verdictOf(facts)
    expect(decidedBy({ verdict, cappedBy: null, reasonCodes: [reason] }, section)).toEqual({
      ...section,
      decision: 'APPROVE',
    })
  })

  test('has the reasons of the verdict if an obstacle decides, and keeps its own band only if it is that of the verdict', () => {
    const fraud = { cap: 'FRAUD_REPORTED' as const, capReasons: [], isOfAnotherName: false }
    const verdict = verdictOf({ ...facts, score: 300, bureau: fraud })
    const decided = { verdict, cappedBy: 'FRAUD_REPORTED' as const, reasonCodes: [reason] }
    const expected = { decision: 'DECLINE', reasonCodes: [reason], cappedBy: 'FRAUD_REPORTED' }
    expect(verdict.riskBand).toBe('C')
    expect(decidedBy(decided, section)).toEqual({ riskBand: null, probabilityOfDefault: null, ...expected })
    expect(decidedBy(decided, { ...section, riskBand: 'C' })).toEqual({
      riskBand: 'C',
      probabilityOfDefault: 0.1,
      ...expected,
    })
  })

  test('without a score has the decision INSUFFICIENT_DATA', () => {
    expect(decisionOf(verdictOf({ ...facts, score: null }))).toBe('INSUFFICIENT_DATA')
  })
})

describe('the documents at the end of a body', () => {
  const staged = (isOfOneDocument: boolean) => ({
    objectKey: 'k',
    path: '/p',
    bytes: 100,
    sha256: '',
    reusePlaceholdersAt: [],
    isOfOneDocument,
  })
  const sent = [
    { documentName: 'a', documentType: 'WALLET_STATEMENT' as const, format: 'pdf' },
    { documentName: 'b', documentType: 'BANK_STATEMENT' as const, format: 'csv' },
  ]
  const parsed = { documentName: 'a', state: 'PARSED' as const, validity: '{"status":"VALID"}' }
  const failed = {
    documentName: 'b',
    state: 'FAILED' as const,
    code: 'image_only' as const,
    detail: 'a scan',
  }
  const a = { documentName: 'a', documentType: 'WALLET_STATEMENT', format: 'PDF', state: 'PARSED' }
  const b = { documentName: 'b', documentType: 'BANK_STATEMENT', format: 'CSV', state: 'FAILED' }
  const problem = { code: 'image_only', detail: 'a scan' }

  test.each([
    [true, [a, { ...b, problem }]],
    [
      false,
      [
        { ...a, validity: { status: 'VALID' } },
        { ...b, problem },
      ],
    ],
  ])(
    'name the state of each document, and its validity unless the body is of one document: %s',
    (isOfOneDocument, expected) => {
      const { edits = [], ...rest } = withDocuments(staged(isOfOneDocument), sent, [parsed, failed])
      expect(rest).toEqual(staged(isOfOneDocument))
      expect(edits).toEqual([{ at: 98, remove: 0, insert: `,"documents":${JSON.stringify(expected)}` }])
    },
  )

  test('are inserted by the last edit of the body, without members that have no value', () => {
    const edit = { at: 1, remove: 2, insert: 'x' }
    const { edits } = withDocuments({ ...staged(false), edits: [edit] }, sent, [
      { documentName: 'a', state: 'PARSED' },
    ])
    expect(edits).toEqual([edit, { at: 98, remove: 0, insert: `,"documents":${JSON.stringify([a])}` }])
  })
})

describe('a PA body', () => {
  test('names the reading rules and when they were applied', () => {
    const body = dataOf(paBody(personaStatement('trader'), { rows: 1 }, asOf).json)
    expect(body).toMatchObject({
      rows: 1,
      documentName: 'statement.pdf',
      decision: null,
      cappedBy: null,
      currency: 'KES',
      model: { id: 'rd-2026.2', version: '2.1.0', calibration: 'none', computedAt: asOf.toISOString() },
    })
  })
})

describe('a PARS body', () => {
  const summaryOf = (name: PersonaName) => recordOf(dataOf(parsOf([personaStatement(name)]))['summary'])

  test('shows the average borrowing and overdraft of a month, and the period', () => {
    const read = statement({
      from: '2025-01-01',
      to: '2025-02-28',
      opening: 1_000,
      movements: [
        { at: '2025-01-05 10:00:00', details: 'M-Shwari Loan Disbursement', amount: 3_000 },
        { at: '2025-01-06 10:00:00', details: 'OverDraft of Credit Party', amount: 500 },
        { at: '2025-02-05 10:00:00', details: 'M-Shwari Loan Repayment', amount: -3_000 },
      ],
    })
    const { summary, data_completeness: completeness } = dataOf(parsOf([read]))
    expect(summary).toMatchObject({ average_monthly_borrowing: 1_500, average_monthly_overdraft_usage: 250 })
    expect(recordOf(completeness)['statement_period']).toBe('2025-01-01 - 2025-02-28')
  })

  test('of an empty account divides nothing by zero', () => {
    const read = statement({ from: '2025-01-01', to: '2025-02-28', movements: [] })
    expect(dataOf(parsOf([read]))['summary']).toMatchObject({ average_monthly_borrowing: 0 })
  })

  test("identifies another behaviour for a gambler than for a salaried person, and has no null in the latter's", () => {
    const seen = (name: PersonaName) => summaryOf(name)['customer_behaviour_identified']
    expect(seen('gambler')).not.toEqual(seen('salaried'))
    expect(JSON.stringify(seen('salaried'))).not.toContain('null')
  })

  test('shows the phone number of the first document that prints one', () => {
    const read = personaStatement('trader')
    const of = (phoneNumber: string) => ({ ...read, header: { ...read.header, phoneNumber } })
    expect(recordOf(dataOf(parsOf([of(''), of('237670000010')]))['persona'])['phone_number']).toBe(
      '2376******010',
    )
  })
})

describe('a P7 body', () => {
  const subject = { nationalId: '90000001', firstName: 'Aïcha', middleName: null, lastName: 'Mbarga' }
  const bodyOf = (answer: DefiniteAnswer, nationalId = subject.nationalId) =>
    dataOf(bureauBody({ ...subject, nationalId }, answer, asOf).json)
  const noticesOf = (more: Partial<BureauReport>) =>
    bodyOf({ kind: 'Found', report: reportWith(more) })['notices']
  const noLimit = 'No income is known without a statement, so no limit is recommended.'

  test.each<[string, Partial<BureauReport>, readonly string[]]>([
    ['only of the missing limit', {}, []],
    [
      'of another name',
      { nameMatches: false },
      ['The name that the bureau holds is not the name of the request.'],
    ],
    [
      'of a fraud and of the capped score',
      { hasFraud: true },
      ['The bureau reports a fraud.', 'The score was held down by the rule FRAUD_REPORTED.'],
    ],
    ['of a record without an account', { accounts: [] }, ['The record holds no account to judge by.']],
    ['only of the missing limit if the record is 31 days old', { reportedAt: '2026-01-29' }, []],
    [
      'of a record that is 32 days old',
      { reportedAt: '2026-01-28' },
      ["The bureau's record is 32 days old."],
    ],
  ])('gives notice %s', (_what, more, notices) => {
    expect(noticesOf(more)).toEqual([noLimit, ...notices])
  })

  test('of a person without a record has neither features nor a probability', () => {
    const answer = { kind: 'NoRecord', bureau: 'test', reference: 'R', responseDigest: 'ab' } as const
    const body = bodyOf(answer)
    expect(body['scoring']).toMatchObject({
      enhancedScore: -1,
      riskBand: null,
      probabilityOfDefault: null,
      featuresUsed: [],
      cappedBy: 'THIN_FILE',
    })
    expect(body['bureau']).toMatchObject({ data: null, reading: null, pulledAt: asOf.toISOString() })
    expect(body['notices']).toEqual([
      'The bureau has no record of this person, which says nothing good or bad of them.',
    ])
  })

  test.each([
    ['29384756', '*****756'],
    ['2938475612', '*******612'],
    ['1234', '*****234'],
  ])('shows the national id %s masked, except its last three characters', (id, shown) => {
    expect(bodyOf({ kind: 'Found', report: reportWith() }, id)['subject']).toMatchObject({
      nationalId: shown,
    })
  })
})

describe('a P8 body', () => {
  const july = new Date('2025-07-05T03:04:05Z')
  const report = reportWith({ reportedAt: '2025-07-01' })
  const poor = reportWith({
    reportedAt: '2025-07-01',
    bureauScore: 200,
    enquiries90Days: 8,
    bouncedCheques12Months: 3,
    accounts: [accountWith({ daysInArrears: 60, highestDaysInArrears: 80, overdueBalance: 900_000 })],
  })
  const bodyOf = (name: PersonaName, of: BureauReport | null) =>
    dataOf(p8BodyOf([personaStatement(name)], of, july))
  const codesOf = (said: unknown) =>
    shaped(z.array(z.object({ code: z.string() })), said).map(({ code }) => code)

  test.each<[string, PersonaName, BureauReport]>([
    ['the bureau, if its score is lower', 'trader', poor],
    ['the statement, if the bureau has no lower score', 'overdraftDependent', report],
  ])('gives first the reasons of %s', (_what, name, of) => {
    const own = assess([personaStatement(name)])
    const scored = scoreReport(of, july)
    const isBureauWorse = scored.score < own.shortTermScore
    expect(isBureauWorse).toBe(of === poor)
    const ofOwn = own.reasonCodes.slice(own.verdict.reasons.length)
    const inOrder = isBureauWorse ? [...scored.reasonCodes, ...ofOwn] : [...ofOwn, ...scored.reasonCodes]
    const codes = codesOf(bodyOf(name, of)['reasonCodes'])
    expect(codes.length).toBeGreaterThan(1)
    expect(codes).toEqual(inOrder.slice(0, codes.length).map(({ code }) => code))
    expect(scored.reasonCodes.length * ofOwn.length).toBeGreaterThan(0)
  })

  test('has no reasons of scores if a statement is not valid', () => {
    const forged = p8BodyOf([personaStatement('trader', { isValid: false })], poor, july)
    expect(codesOf(dataOf(forged)['reasonCodes'])).toEqual(['V01'])
  })

  test('gives no weight to an unverified statement', () => {
    const read = {
      ...personaStatement('trader'),
      status: 'UNVERIFIED' as const,
      reasons: ['name_not_printed' as const],
    }
    expect(dataOf(p8BodyOf([read], report, july))['boosted']).toMatchObject({
      weights: { statement: 0, bureau: 1 },
      cappedBy: 'UNVERIFIED_DOCUMENT',
      riskBand: null,
      probabilityOfDefault: null,
      limit: 0,
    })
  })

  test('has the members of one document next to the verdict, and those of several documents in a list', () => {
    const read = personaStatement('trader')
    const one = dataOf(p8BodyOf([read], report, july))
    expect(one).toMatchObject({
      logs: { documentType: 'WALLET_STATEMENT' },
      header: { name: 'JANE WANJIKU DOE' },
      validity: { status: 'VALID', isValid: true },
    })
    expect(one['transactions']).toHaveLength(read.rows.length)
    expect(one['statements']).toBeUndefined()
    const two = dataOf(p8BodyOf([read, { ...read, documentName: 'second.pdf' }], report, july))
    const statements = shaped(z.array(z.record(z.string(), z.unknown())), two['statements'])
    expect(statements.map((each) => [each['documentName'], Object.keys(each)])).toEqual(
      ['statement.pdf', 'second.pdf'].map((name) => [
        name,
        ['documentName', 'logs', 'header', 'transactions'],
      ]),
    )
    expect([two['logs'], two['validity']]).toEqual([undefined, undefined])
  })

  test('ignores instalments in another currency', () => {
    const of = (currency: string, instalment: number) =>
      recordOf(bodyOf('trader', { ...report, currency, accounts: [accountWith({ instalment })] })['boosted'])[
        'limit'
      ]
    expect(of('XAF', 90_000_000)).toBe(of('XAF', 0))
    expect(of('KES', 90_000_000)).toBe(0)
    expect(of('KES', 0)).toBeGreaterThan(0)
  })

  test('has a probability of default if it has a band', () => {
    expect(bodyOf('trader', report)['boosted']).toMatchObject({ probabilityOfDefault: expect.any(Number) })
  })
})
