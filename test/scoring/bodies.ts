import { assess } from '../../src/scoring/card/assessment.rules.js'
import type { Applicant } from '../../src/scoring/engine.js'
import { parsBody } from '../../src/scoring/bodies/pars-body.rules.js'
import type { Statement } from '../../src/scoring/statement.js'

export const applicant: Applicant = {
  firstName: 'Jane',
  middleName: 'Wanjiku',
  lastName: 'Doe',
  phoneNumber: '+254712345678',
  email: null,
}

/** The bytes of PARS. */
export const parsOf = (statements: readonly Statement[]): string =>
  parsBody(assess(statements), statements, applicant).json
