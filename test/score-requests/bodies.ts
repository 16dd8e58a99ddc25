import { assess } from '../../src/scoring-service/card/assessment.rules.js'
import { parsBody } from '../../src/scoring-service/bodies/pars-body.rules.js'
import { pasBodies } from '../../src/scoring-service/bodies/pas-body.rules.js'
import { bureauBody } from '../../src/scoring-service/bodies/bureau-body.rules.js'
import { p8BodyOf } from '../scoring-service/bodies.js'
import { asOf, reportWith } from '../scoring-service/bureau/reports.js'
import { personaStatement, type PersonaName } from '../scoring-service/personas.js'

/** Result bodies of our own scoring service, for the invented persons of the card. */
const applicant = {
  firstName: 'Wanjiku',
  middleName: null,
  lastName: 'Kamau',
  phoneNumber: '+254712345678',
  email: null,
}
const parsed = (json: string): unknown => JSON.parse(json)

export const parsOf = (name: PersonaName): unknown => {
  const statement = personaStatement(name)
  return parsed(parsBody(assess([statement]), { statements: [statement], applicant, asOf }).json)
}

/** The results of PAS: one for each of two documents, and the combined one, with the members of PA that name people. */
export const pasOf = (name: PersonaName): unknown[] => {
  const data = {
    header: {
      name: 'WANJIKU KAMAU',
      phoneNumber: '254712345678',
      email: 'w.kamau@example.com',
      statementPeriod: 'x',
      currency: 'KES',
      openingBalance: 5,
    },
    meta: { author: 'Wanjiku Kamau', title: 'Wanjiku' },
    logs: { fileKey: null, format: 'PDF' },
    transactions: [
      {
        receiptNumber: 'R1',
        details: 'Transfer to Achieng Odhiambo 254700111222',
        paidIn: 0,
        paidOut: 10,
        balance: 1,
        otherParty: 'Achieng Odhiambo',
      },
    ],
    validity: { isValid: true, exclusionReasons: [] },
  }
  const documents = ['one', 'two'].map((documentName) => ({
    statement: { ...personaStatement(name), documentName: `Kamau ${documentName}.pdf` },
    data,
  }))
  return pasBodies(documents, asOf).map(({ json }) => parsed(json))
}

export const p7 = (): unknown =>
  parsed(
    bureauBody(
      { nationalId: '29384756', firstName: 'Wanjiku', middleName: null, lastName: 'Kamau' },
      { kind: 'Found', report: reportWith() },
      asOf,
    ).json,
  )

export const p8Of = (name: PersonaName): unknown =>
  parsed(p8BodyOf([personaStatement(name)], reportWith(), asOf))
