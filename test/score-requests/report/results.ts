import type { ScoreReportFacts } from '../../../src/score-requests/report/facts.js'
import { bureauBody } from '../../../src/scoring-service/bodies/bureau-body.rules.js'
import type { BureauReport } from '../../../src/scoring-service/model/bureau.js'
import { pasBodies } from '../../../src/scoring-service/bodies/pas-body.rules.js'
import { asOf, reportWith } from '../../scoring-service/bureau/reports.js'
import { p8BodyOf, parsOf } from '../../scoring-service/bodies.js'
import { personaStatement, type PersonaName } from '../../scoring-service/personas.js'

/** The members of PA besides the scoring, as in docs/scoring-contract.md#pa. */
const printed = (name: PersonaName) => {
  const { header, issuer } = personaStatement(name)
  return {
    logs: { documentType: 'WALLET_STATEMENT', documentIssuedBy: issuer, format: 'PDF', fileKey: null },
    header: {
      ...header,
      openingBalance: 1000,
      closingBalance: 2500.5,
      sumPaidIn: 90_000,
      sumPaidOut: 88_499.5,
    },
    transactions: [],
    validity: {
      hasName: true,
      nameIsValid: true,
      hasEmail: true,
      emailIsValid: false,
      hasPhoneNumber: true,
      phoneNumberIsValid: true,
      authorIsValid: true,
      creatorIsValid: true,
      notModified: true,
      hasTransactions: true,
      exclusionReasons: ['email_invalid'],
      isValid: false,
    },
  }
}

export const parsResult = (name: PersonaName): string => parsOf([personaStatement(name)])

/** One result for each document, and a combined one for several. */
export const pasResults = (...names: readonly PersonaName[]): readonly string[] =>
  pasBodies(
    names.map((name) => ({
      statement: personaStatement(name, { documentName: `${name}.pdf` }),
      data: printed(name),
    })),
    asOf,
  ).map(({ json }) => json)

export const paResult = (name: PersonaName): string =>
  JSON.stringify({ status: 'success', code: 200, data: printed(name) })

const subject = { nationalId: '12345678', firstName: 'Aïcha', middleName: null, lastName: 'Mbarga' }

export const p7Result = (report: BureauReport | null): string =>
  bureauBody(
    subject,
    report
      ? { kind: 'Found', report }
      : { kind: 'NoRecord', bureau: 'test', reference: 'R-2', responseDigest: 'cd'.repeat(32) },
    asOf,
  ).json

export const p8Result = (name: PersonaName, report: BureauReport | null = reportWith()): string =>
  p8BodyOf([personaStatement(name)], report, asOf)

/** A completed score request with these differences. */
export const factsWith = (more: Partial<ScoreReportFacts> = {}): ScoreReportFacts => ({
  id: '01JD0000000000000000000001',
  product: 'PARS',
  state: 'COMPLETED',
  reason: null,
  detail: null,
  subject: { name: 'Jane Wanjiku Doe', phoneNumber: '+254712345678', nationalId: '*****678' },
  askedAt: Date.parse('2026-03-01T09:30:00Z'),
  results: [],
  ...more,
})
