import { assess } from '../../src/scoring-service/card/assessment.rules.js'
import type { Applicant } from '../../src/scoring-service/model/engine.js'
import type { BureauReport } from '../../src/scoring-service/model/bureau.js'
import { p8Body } from '../../src/scoring-service/bodies/p8-body.rules.js'
import { parsBody } from '../../src/scoring-service/bodies/pars-body.rules.js'
import type { ParsedStatement } from '../../src/scoring-service/model/statement.js'

const applicant: Applicant = {
  firstName: 'Jane',
  middleName: 'Wanjiku',
  lastName: 'Doe',
  phoneNumber: '+254712345678',
  email: null,
}

/** The JSON of a PARS body. */
export const parsOf = (statements: readonly ParsedStatement[]): string =>
  parsBody(assess(statements), { statements, applicant, asOf: new Date('2026-07-02T08:00:00Z') }).json

const subject = { nationalId: '29384756', firstName: 'Jane', middleName: null, lastName: 'Doe' }

/** The JSON of a P8 body. `report` is null if the bureau has no record. */
export const p8BodyOf = (
  statements: readonly ParsedStatement[],
  report: BureauReport | null,
  asOf: Date,
  pulledAt = asOf,
): string =>
  p8Body({
    assessment: assess(statements),
    documents: statements.map((statement) => ({
      statement,
      data: {
        logs: { documentType: statement.documentType },
        header: { name: statement.header.name },
        transactions: statement.rows,
        validity: { status: statement.status, isValid: statement.status === 'VALID' },
      },
    })),
    pulled: {
      subject,
      answer: report
        ? { kind: 'Found', report }
        : { kind: 'NoRecord', bureau: 'test', reference: 'R-2', responseDigest: 'cd'.repeat(32) },
      pulledAt,
    },
    asOf,
  }).json
