import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { assess } from '../../src/scoring-service/card/assessment.rules.js'
import {
  meanings,
  statusOf,
  verdictOf,
  type VerdictFacts,
} from '../../src/scoring-service/card/verdict/verdict.rules.js'
import { paBody } from '../../src/scoring-service/bodies/pa-body.rules.js'
import { pasBodies } from '../../src/scoring-service/bodies/pas-body.rules.js'
import {
  validityReasons,
  type Statement,
  type ValidityReason,
} from '../../src/scoring-service/model/statement.js'
import { p8BodyOf, parsOf } from './bodies.js'
import { reportWith } from './bureau/reports.js'
import { personaStatement } from './personas.js'

const asOf = new Date('2026-07-02T08:00:00Z')
const judged = (...reasons: ValidityReason[]) => ({
  documentName: 'a.pdf',
  status: statusOf(reasons),
  reasons,
})
const facts = (more: Partial<VerdictFacts> = {}): VerdictFacts => ({
  documents: [judged()],
  currency: null,
  isThin: false,
  score: 700,
  ...more,
})
const good = { cap: null, isOfAnotherName: false } as const

describe('the table of decisions', () => {
  test.each<[string, Partial<VerdictFacts>, readonly unknown[]]>([
    ['nothing in the way, band A', {}, ['APPROVE', 'A', 700, null, true]],
    ['band B', { score: 450 }, ['APPROVE_WITH_CONDITIONS', 'B', 450, null, true]],
    ['band C', { score: 300 }, ['DECLINE', 'C', 300, null, true]],
    ['a product that scores nothing', { score: null }, [null, null, -1, null, false]],
    [
      'changed',
      { documents: [judged('document_modified')] },
      ['DECLINE', null, -1, 'INVALID_DOCUMENT', false],
    ],
    [
      'changed and thin',
      { documents: [judged('document_modified')], isThin: true },
      ['DECLINE', null, -1, 'INVALID_DOCUMENT', false],
    ],
    [
      'not vouched for',
      { documents: [judged('maker_unknown')] },
      ['REFER', null, 700, 'UNVERIFIED_DOCUMENT', false],
    ],
    [
      'one of two not vouched for',
      { documents: [judged(), judged('csv_not_vouched_for')] },
      ['REFER', null, 700, 'UNVERIFIED_DOCUMENT', false],
    ],
    [
      'not vouched for and thin',
      { documents: [judged('maker_unknown')], isThin: true },
      ['INSUFFICIENT_DATA', null, -1, 'THIN_FILE', false],
    ],
    ['thin', { isThin: true }, ['INSUFFICIENT_DATA', null, -1, 'THIN_FILE', false]],
    [
      'a short paper among longer ones',
      { documents: [judged('insufficient_transactions'), judged()] },
      ['APPROVE', 'A', 700, null, true],
    ],
    [
      'no tables for the currency',
      { currency: 'currency_without_tables' },
      ['INSUFFICIENT_DATA', null, -1, 'CURRENCY', false],
    ],
    [
      'a fraud at the bureau, whatever the papers',
      { score: 199, isThin: true, bureau: { ...good, cap: 'FRAUD_REPORTED' } },
      ['DECLINE', 'C', 199, 'FRAUD_REPORTED', false],
    ],
    [
      'another name at the bureau',
      { bureau: { ...good, isOfAnotherName: true } },
      ['REFER', null, 700, 'OTHER_NAME_AT_BUREAU', false],
    ],
  ])('%s', (_, more, expected) => {
    const { decision, riskBand, score, obstacle, isLendable } = verdictOf(facts(more))
    expect([decision, riskBand, score, obstacle, isLendable]).toEqual(expected)
  })

  test('never lends on what is not valid, and says why first', () => {
    fc.assert(
      fc.property(fc.subarray([...validityReasons], { minLength: 1 }), fc.nat(1000), (reasons, score) => {
        const document = judged(...reasons)
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
  const of = (status: Statement['status'], ...reasons: ValidityReason[]): Statement => ({
    ...personaStatement('salaried'),
    status,
    reasons,
  })
  const bodiesOf = (statement: Statement) => {
    const data = (json: string | undefined) =>
      (
        JSON.parse(json ?? '') as {
          data: { decision: string; cappedBy: string; reasonCodes: { code: string }[] }
        }
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

  test.each([
    ['DECLINE', 'INVALID_DOCUMENT', 'V01', of('INVALID', 'document_modified')],
    ['REFER', 'UNVERIFIED_DOCUMENT', 'V16', of('UNVERIFIED', 'csv_not_vouched_for')],
    [
      'INSUFFICIENT_DATA',
      'THIN_FILE',
      'V20',
      { ...personaStatement('thin'), status: 'UNVERIFIED', reasons: ['insufficient_transactions'] } as const,
    ],
  ])('%s', (decision, cappedBy, code, statement) => {
    for (const [product, data] of Object.entries(bodiesOf(statement))) {
      expect([product, data.decision, data.cappedBy, data.reasonCodes[0]?.code]).toEqual([
        product,
        decision,
        cappedBy,
        code,
      ])
    }
  })

  test('a statement that is changed is excellent nowhere', () => {
    const { data } = JSON.parse(parsOf([of('INVALID', 'document_modified')])) as {
      data: Record<string, Record<string, unknown>>
    }
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

  test('of a statement that nobody vouches for the score is shown, and nothing is lent', () => {
    const { shortTermScore } = assess([of('VALID')])
    expect(assess([of('UNVERIFIED', 'maker_unknown')])).toMatchObject({
      shortTermScore,
      riskBand: null,
      probabilityOfDefault: null,
      limits: { affordability: 0, shortTermLimit: 0 },
    })
  })
})
