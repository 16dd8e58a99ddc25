import { databaseNow, insert } from '../../database/rows.js'
import { newId } from '../../shared/ids.js'
import type { BureauAnswer } from '../bureau.js'
import type { ScoringDeps } from '../deps.js'
import type { Person } from '../requests/score-request.schema.js'
import { BureauPull } from '../scoring.entity.js'
import type { Claim } from './claim-request.js'

const purpose = 'CREDIT_SCORING'

const digestOf = (answer: BureauAnswer): string | null => {
  if (answer.kind === 'Found') return answer.report.responseDigest
  return answer.kind === 'NoRecord' ? answer.responseDigest : null
}

/**
 * Asks the bureau of the request's environment about its person, and writes down that we did, for whom and why. No
 * transaction is open meanwhile. The consent is the one that the client's contract asserts at the moment of its request.
 */
export const askBureau = async (
  deps: ScoringDeps,
  { request }: Claim,
  person: Person,
  signal: AbortSignal,
): Promise<BureauAnswer> => {
  const bureau = deps.bureaus[request.environment]
  if (!bureau) return { kind: 'Unavailable', reason: 'no bureau is configured' }
  const consentAt = request.askedAt
  const answer = await bureau(
    {
      identityType: 'NATIONAL_ID',
      identityNumber: person.nationalId,
      firstName: person.firstName,
      middleName: person.middleName,
      lastName: person.lastName,
      phoneNumber: person.phoneNumber,
      dob: person.dob,
      consent: { given: true, by: request.client, at: new Date(consentAt) },
      purpose,
      correlationId: request.id,
    },
    signal,
  )
  await deps.database.inOneStatement((tx) =>
    insert(tx, BureauPull, {
      id: newId(deps.clock.now()),
      requestId: request.id,
      client: request.client,
      purpose,
      consentAt,
      askedAt: databaseNow,
      answer: answer.kind,
      digest: digestOf(answer),
    }),
  )
  return answer
}
