import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { assess } from '../../src/scoring-service/card/assessment.rules.js'
import { contradictsItself } from '../../src/score-requests/client/agreement.js'
import { meanings } from '../../src/scoring-service/card/verdict/meanings.rules.js'
import {
  statusOf,
  verdictOf,
  type Obstacle,
  type VerdictFacts,
} from '../../src/scoring-service/card/verdict/verdict.rules.js'
import { paBody } from '../../src/scoring-service/bodies/pa-body.rules.js'
import { pasBodies } from '../../src/scoring-service/bodies/pas-body.rules.js'
import type { ParsedStatement } from '../../src/scoring-service/model/statement.js'
import { validityReasons, type ValidityReason } from '../../src/scoring-contract/words.js'
import { p8BodyOf, parsOf } from './bodies.js'
import { bureauBody } from '../../src/scoring-service/bodies/bureau-body.rules.js'
import { limitsOf } from '../../src/scoring-service/card/limits.rules.js'
import type { BureauReport } from '../../src/scoring-service/model/bureau.js'
import { accountWith, reportWith } from './bureau/reports.js'
import { personaStatement } from './personas.js'
import { present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const asOf = new Date('2026-07-02T08:00:00Z')
/** The first reason code for each obstacle. */
const firstCodes: Readonly<Record<Obstacle, RegExp>> = {
  INVALID_DOCUMENT: /^V0/,
  FRAUD_REPORTED: /^B00$/,
  LONG_DEFAULT: /^B0[19]$/,
  CURRENCY: /^C0/,
  THIN_FILE: /^V20$/,
  DOCUMENTS_DISAGREE: /^V24$/,
  UNVERIFIED_DOCUMENT: /^V[12]/,
  OTHER_NAME_AT_BUREAU: /^B08$/,
}
const isObstacle = (cappedBy: string | null): cappedBy is Obstacle =>
  cappedBy !== null && cappedBy in firstCodes
const documentWith = (...reasons: ValidityReason[]) => ({
  documentName: 'a.pdf',
  status: statusOf(reasons),
  reasons,
})
const facts = (more: Partial<VerdictFacts> = {}): VerdictFacts => ({
  documents: [documentWith()],
  disagreeing: [],
  currency: null,
  isThin: false,
  score: 700,
  ...more,
})
const cleanBureau = { cap: null, capReasons: [], isOfAnotherName: false } as const

describe('the table of decisions', () => {
  test.each<[string, Partial<VerdictFacts>, readonly unknown[]]>([
    ['no obstacle, band A', {}, ['APPROVE', 'A', 700, null, true]],
    ['band B', { score: 450 }, ['APPROVE_WITH_CONDITIONS', 'B', 450, null, true]],
    ['band C', { score: 300 }, ['DECLINE', 'C', 300, null, true]],
    ['a product without a score', { score: null }, [null, null, -1, null, false]],
    [
      'a changed statement',
      { documents: [documentWith('document_modified')] },
      ['DECLINE', null, -1, 'INVALID_DOCUMENT', false],
    ],
    [
      'a changed statement with too little data',
      { documents: [documentWith('document_modified')], isThin: true },
      ['DECLINE', null, -1, 'INVALID_DOCUMENT', false],
    ],
    [
      'a statement that nobody vouches for',
      { documents: [documentWith('maker_unknown')] },
      ['REFER', null, 700, 'UNVERIFIED_DOCUMENT', false],
    ],
    [
      'one of two statements that nobody vouches for',
      { documents: [documentWith(), documentWith('csv_not_vouched_for')] },
      ['REFER', null, 700, 'UNVERIFIED_DOCUMENT', false],
    ],
    [
      'a statement that nobody vouches for, with too little data',
      { documents: [documentWith('maker_unknown')], isThin: true },
      ['INSUFFICIENT_DATA', null, -1, 'THIN_FILE', false],
    ],
    [
      'two statements of one account that contradict each other',
      { disagreeing: ['a.pdf', 'b.pdf'] },
      ['REFER', null, 700, 'DOCUMENTS_DISAGREE', false],
    ],
    ['too little data', { isThin: true }, ['INSUFFICIENT_DATA', null, -1, 'THIN_FILE', false]],
    [
      'a short statement among longer ones',
      { documents: [documentWith('insufficient_transactions'), documentWith()] },
      ['APPROVE', 'A', 700, null, true],
    ],
    [
      'no tables for the currency',
      { currency: 'currency_without_tables' },
      ['INSUFFICIENT_DATA', null, -1, 'CURRENCY', false],
    ],
    [
      'a fraud at the bureau, whatever the statements',
      { score: 199, isThin: true, bureau: { ...cleanBureau, cap: 'FRAUD_REPORTED' } },
      ['DECLINE', 'C', 199, 'FRAUD_REPORTED', false],
    ],
    [
      'another name at the bureau',
      { bureau: { ...cleanBureau, isOfAnotherName: true } },
      ['REFER', null, 700, 'OTHER_NAME_AT_BUREAU', false],
    ],
  ])('%s', (_, more, expected) => {
    const { decision, riskBand, score, obstacle, isLendable } = verdictOf(facts(more))
    expect([decision, riskBand, score, obstacle, isLendable]).toEqual(expected)
  })

  test('never lends on an invalid document, and gives the reason of INVALID first', () => {
    fc.assert(
      fc.property(fc.subarray([...validityReasons], { minLength: 1 }), fc.nat(1000), (reasons, score) => {
        const document = documentWith(...reasons)
        const verdict = verdictOf(facts({ documents: [document], score }))
        const excluding = reasons.filter((reason) => reason !== 'insufficient_transactions')
        expect(verdict.isLendable).toBe(excluding.length === 0 && verdict.riskBand !== null)
        expect(verdict.reasons.map(({ characteristic }) => characteristic).toSorted()).toEqual(
          excluding.toSorted(),
        )
        expect(new Set(verdict.reasons.map(({ code }) => code)).size).toBe(excluding.length)
        const [first] = verdict.reasons
        if (document.status === 'INVALID') {
          expect(meanings[first?.characteristic as ValidityReason].status).toBe('INVALID')
        }
      }),
    )
  })
})

describe('one verdict in every product', () => {
  const of = (status: ParsedStatement['status'], ...reasons: ValidityReason[]): ParsedStatement => ({
    ...personaStatement('salaried'),
    status,
    reasons,
  })
  const bodiesOf = (statement: ParsedStatement) => {
    const data = (json: string | undefined) =>
      shaped(
        z.object({
          data: z.object({
            decision: z.string(),
            cappedBy: z.string(),
            reasonCodes: z.array(z.object({ code: z.string() })),
          }),
        }),
        JSON.parse(json ?? ''),
      ).data
    const other = { ...statement, documentName: 'other.pdf' }
    return {
      PA: data(paBody(statement, {}, asOf).json),
      PAS: data(pasBodies([{ statement, data: {} }], asOf)[0]?.json),
      'PAS combined': data(
        pasBodies(
          [statement, other].map((one) => ({ statement: one, data: {} })),
          asOf,
        )[2]?.json,
      ),
      PARS: data(parsOf([statement])),
      P8: data(p8BodyOf([statement], reportWith(), asOf)),
    }
  }

  /** Enough rows, but on too few days. */
  const ofOneWeek: ParsedStatement = {
    ...of('VALID'),
    period: { from: '2025-06-01', to: '2025-06-07' },
    rows: of('VALID')
      .rows.slice(0, 60)
      .map((row, i) => ({ ...row, completionTime: `2025-06-0${1 + Math.floor(i / 10)} 10:00:00` })),
  }

  test.each([
    ['DECLINE', 'INVALID_DOCUMENT', 'V01', of('INVALID', 'document_modified')],
    ['REFER', 'UNVERIFIED_DOCUMENT', 'V16', of('UNVERIFIED', 'csv_not_vouched_for')],
    [
      'INSUFFICIENT_DATA',
      'THIN_FILE',
      'V20',
      { ...personaStatement('thin'), status: 'UNVERIFIED', reasons: ['insufficient_transactions'] } as const,
    ],
    ['INSUFFICIENT_DATA', 'THIN_FILE', 'V20', ofOneWeek],
    ['INSUFFICIENT_DATA', 'CURRENCY', 'C02', { ...of('VALID'), currency: 'UGX' }],
    ['INSUFFICIENT_DATA', 'CURRENCY', 'C01', { ...of('UNVERIFIED', 'maker_unknown'), currency: null }],
  ])('is %s because of %s', (decision, cappedBy, code, statement) => {
    for (const [product, data] of Object.entries(bodiesOf(statement))) {
      expect([product, data.decision, data.cappedBy, data.reasonCodes[0]?.code]).toEqual([
        product,
        decision,
        cappedBy,
        code,
      ])
    }
  })

  /** The values of all members whose name matches, at any depth. */
  const found = (value: unknown, names: RegExp): unknown[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, inner]) => (names.test(name) ? [inner] : found(inner, names)))
  const decisionsIn = (json: string): unknown[] => [...new Set(found(JSON.parse(json), /^decision$/))]
  const lentIn = (json: string): unknown[] =>
    found(
      JSON.parse(json),
      /^(shortTermLimit|netLimit|businessLimit|limit|short_term_limit|business_limit)$/,
    ).filter((limit) => limit !== 0 && limit !== null)
  const lost = accountWith({ status: 'WRITTEN_OFF', performing: false })
  const late = accountWith({ daysInArrears: 132, highestDaysInArrears: 132, performing: false })
  const reports: readonly (readonly [string, BureauReport | null])[] = [
    ['nothing at the bureau', null],
    ['a clean record', reportWith()],
    ['a fraud', reportWith({ hasFraud: true })],
    ['a loan that was lost', reportWith({ accounts: [lost] })],
    ['a loan that is late by months', reportWith({ accounts: [late] })],
    ['another name', reportWith({ nameMatches: false })],
    ['instalments beyond the income', reportWith({ accounts: [accountWith({ instalment: 90_000_00 })] })],
    ['cheques and enquiries', reportWith({ bouncedCheques12Months: 5, enquiries90Days: 9 })],
  ]
  const statementsByName: readonly (readonly [string, readonly ParsedStatement[]])[] = [
    ['a valid statement', [of('VALID')]],
    ['a changed statement', [of('INVALID', 'document_modified')]],
    ['a statement that nobody vouches for', [of('UNVERIFIED', 'maker_unknown')]],
    ...(['trader', 'gambler', 'loanStacker', 'thin'] as const).map(
      (name) => [`the statement of the ${name}`, [personaStatement(name)]] as const,
    ),
    [
      'a valid and a changed statement',
      [of('VALID'), { ...of('INVALID', 'document_modified'), documentName: 'b.pdf' }],
    ],
  ]

  test.each(
    statementsByName.flatMap(([name, statements]) =>
      reports.map(([at, report]) => ({ name, at, statements, report })),
    ),
  )('has the same decision in all sections of P8 for $name and $at', ({ statements, report }) => {
    const json = p8BodyOf(statements, report, asOf)
    const { data } = JSON.parse(json) as {
      data: Record<'statement' | 'enhanced' | 'boosted', Record<string, unknown>> & {
        decision: string
        cappedBy: string | null
        reasonCodes: { code: string }[]
      }
    }
    expect(contradictsItself(data)).toBe(false)
    expect(decisionsIn(json)).toEqual([data.decision])
    if (!data.decision.startsWith('APPROVE')) expect(lentIn(json)).toEqual([])
    expect(data.statement).toMatchObject({
      recommendedCreditLimit: { shortTermLimit: data.boosted['limit'] },
    })
    for (const section of [data.statement, data.enhanced]) {
      if (data.cappedBy !== data.boosted['cappedBy'] || !isObstacle(data.cappedBy)) continue
      expect(section).toMatchObject({ cappedBy: data.cappedBy, reasonCodes: data.reasonCodes })
      expect([null, data.boosted['riskBand']]).toContain(section['riskBand'])
    }
    if (isObstacle(data.cappedBy)) expect(data.reasonCodes[0]?.code).toMatch(firstCodes[data.cappedBy])
  })

  test('has the deciding reason first, even if the statement scores lower than the bureau report', () => {
    const bad = {
      ...personaStatement('loanStacker'),
      status: 'UNVERIFIED',
      reasons: ['maker_unknown'],
    } as const
    const { data } = shaped(
      z.object({ data: z.object({ reasonCodes: z.array(z.object({ code: z.string() })) }) }),
      JSON.parse(p8BodyOf([bad], reportWith({ hasFraud: true }), asOf)),
    )
    expect(data.reasonCodes.map(({ code }) => code).slice(0, 2)).toEqual(['B00', 'V17'])
    const codes = data.reasonCodes.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('gives the reason of too little data or a wrong currency before that of an unverified document', () => {
    const unvouched = [documentWith('maker_unknown')]
    const codesOf = (more: Partial<VerdictFacts>) =>
      verdictOf(facts({ documents: unvouched, ...more })).reasons.map(({ code }) => code)
    expect(codesOf({ isThin: true })).toEqual(['V20', 'V17'])
    expect(codesOf({ currency: 'currency_mixed' })).toEqual(['C03', 'V17'])
  })

  test('of P7 without a record is INSUFFICIENT_DATA', () => {
    const subject = { nationalId: '29384756', firstName: 'A', middleName: null, lastName: 'B' }
    const answer = { kind: 'NoRecord', bureau: 'test', reference: 'R', responseDigest: 'ab' } as const
    expect(JSON.parse(bureauBody(subject, answer, asOf).json)).toMatchObject({
      data: {
        decision: 'INSUFFICIENT_DATA',
        cappedBy: 'THIN_FILE',
        reasonCodes: [{ code: 'B10' }],
        scoring: { enhancedScore: -1, decision: 'INSUFFICIENT_DATA', cappedBy: 'THIN_FILE' },
      },
    })
  })

  test.each([
    ['a changed statement', of('INVALID', 'document_modified'), 'DECLINE', 'V01'],
    ['one that nobody vouches for', of('UNVERIFIED', 'csv_not_vouched_for'), 'REFER', 'V16'],
    ['one in another currency', { ...of('VALID'), currency: 'XAF' }, 'INSUFFICIENT_DATA', 'C03'],
  ])('has a limit of 0 in all bodies of PAS for a valid statement and %s', (_, other, decision, code) => {
    const statements = [of('VALID'), { ...other, documentName: 'other.pdf' }]
    const bodies = pasBodies(
      statements.map((statement) => ({ statement, data: {} })),
      asOf,
    )
    expect(bodies).toHaveLength(3)
    for (const { json } of bodies) {
      expect(decisionsIn(json)).toEqual([decision])
      expect(lentIn(json)).toEqual([])
      const { data } = shaped(
        z.object({ data: z.object({ reasonCodes: z.array(z.object({ code: z.string() })) }) }),
        JSON.parse(json),
      )
      expect(data.reasonCodes[0]?.code).toBe(code)
    }
  })

  test('is the same in all bodies of PAS for a long and a short statement', () => {
    const thin = personaStatement('thin')
    const header = { ...thin.header, phoneNumber: '254799000777' }
    const short = { ...thin, header, documentName: 'short.pdf' }
    const statements = [of('VALID'), short]
    const all = assess(statements, asOf)
    expect(all.decision).toMatch(/^APPROVE/)
    const bodies = pasBodies(
      statements.map((statement) => ({ statement, data: {} })),
      asOf,
    ).map(({ json }) => json)
    expect(bodies.map(decisionsIn)).toEqual([[all.decision], [all.decision], [all.decision]])
    expect(bodies.map((json) => found(JSON.parse(json), /^(shortTermScore|netLimit)$/))).toEqual([
      [assess([present(statements[0])], asOf).shortTermScore, all.limits.shortTermLimit / 100],
      [-1, all.limits.shortTermLimit / 100],
      [all.shortTermScore, all.limits.shortTermLimit / 100],
    ])
  })

  test('has a business limit of 0 if it declines the person', () => {
    const trader = assess([personaStatement('trader')])
    const { facts, business, businessScore } = trader
    const side = { business, businessScore }
    expect(limitsOf(facts, 'A', side)).toMatchObject({ businessLimit: trader.limits.businessLimit })
    for (const band of ['C', null] as const)
      expect(limitsOf(facts, band, side)).toMatchObject({ businessLimit: 0, businessAffordability: 0 })
  })

  test('never has an excellent band for a modified statement', () => {
    const { data } = shaped(
      z.object({ data: z.record(z.string(), z.unknown()) }),
      JSON.parse(parsOf([of('INVALID', 'document_modified')])),
    )
    expect(data['recommendations']).toMatchObject({
      short_term_score: -1,
      generic_score: -1,
      short_term_affordability: 0,
    })
    expect(data['summary']).toMatchObject({
      confidence_level: '0%',
      risk_summary: 'Not assessed (decline: statement not valid)',
      recommended_credit_limit: { short_term_limit: 0 },
    })
    const p8 = p8BodyOf([of('INVALID', 'document_modified')], reportWith(), asOf)
    expect(/excellent|"APPROVE/.test(p8)).toBe(false)
  })

  test('shows the score of an unverified statement, with a limit of 0', () => {
    const { shortTermScore } = assess([of('VALID')])
    expect(assess([of('UNVERIFIED', 'maker_unknown')])).toMatchObject({
      shortTermScore,
      riskBand: null,
      probabilityOfDefault: null,
      limits: { affordability: 0, shortTermLimit: 0 },
    })
  })
})
