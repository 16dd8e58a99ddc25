import type { Tx } from '../../platform/database/database.js'
import { databaseNow, insert } from '../../platform/database/rows.js'
import { newId } from '../../kernel/ids.js'
import { isDefinite, type BureauAnswer, type BureauQuery } from '../model/bureau.js'
import type { ScoringDeps } from '../service/deps.js'
import type { Person } from '../../scoring-contract/score-request.schema.js'
import { BureauPull } from '../model/bureau.entity.js'
import { isStillClaimed, type Claim } from './claim-request.js'
import { findCached, cacheAnswer, type Question } from './bureau-cache.js'

const purpose = 'CREDIT_SCORING'

/** A bureau's answer, and when it was received. */
export interface DatedAnswer {
  readonly answer: BureauAnswer
  readonly pulledAt: Date
}

const digestOf = (answer: BureauAnswer): string | null => {
  if (answer.kind === 'Found') return answer.report.responseDigest
  return answer.kind === 'NoRecord' ? answer.responseDigest : null
}

const queryOf = ({ request }: Claim, person: Person): BureauQuery => ({
  identityType: 'NATIONAL_ID',
  identityNumber: person.nationalId,
  firstName: person.firstName,
  middleName: person.middleName,
  lastName: person.lastName,
  phoneNumber: person.phoneNumber,
  dob: person.dob,
  consent: { given: true, by: request.client, at: new Date(request.requestedAt) },
  purpose,
  correlationId: request.id,
})

/** Records for which client and why a bureau's answer was used, and which earlier pull fetched the answer, if any. */
const recordUse = (
  tx: Tx,
  { request }: Claim,
  { id, answer, answeredBy }: { readonly answer: BureauAnswer } & Pick<BureauPull, 'id' | 'answeredBy'>,
): Promise<void> =>
  insert(tx, BureauPull, {
    id,
    requestId: request.id,
    client: request.client,
    purpose,
    consentAt: request.requestedAt,
    usedAt: databaseNow,
    answer: answer.kind,
    digest: digestOf(answer),
    answeredBy,
  })

/** Records a pull, and caches a definite answer unless the claim was lost meanwhile, for example by an erasure. */
const recordPull = async (
  deps: ScoringDeps,
  claim: Claim,
  question: Question,
  answer: BureauAnswer,
): Promise<DatedAnswer> => {
  const pulledAt = deps.clock.now()
  const id = newId(pulledAt)
  await deps.database.inTransaction(async (tx) => {
    await recordUse(tx, claim, { id, answer, answeredBy: null })
    if (isDefinite(answer) && (await isStillClaimed(tx, claim)))
      await cacheAnswer(tx, deps, question, { pull: id, answer, pulledAt })
  })
  return { answer, pulledAt: new Date(pulledAt) }
}

/**
 * Logs why an answer cannot be used. The text with which a bureau refuses a query is not logged, since it may be about
 * the person. In the sandbox nothing is logged: some of its test persons have no answer.
 */
const logUnusable = ({ log }: ScoringDeps, { request }: Claim, answer: BureauAnswer): void => {
  if (isDefinite(answer) || request.environment === 'sandbox') return
  const problem = answer.kind === 'Rejected' ? 'refused the query' : answer.reason
  log.warn({ request: request.id, problem }, 'the credit bureau gave no usable answer')
}

/**
 * The answer of a bureau about the person of a request: a cached one if the same client asked within a day, else a new
 * one. The bureau is that of the request's environment. No transaction is open during the call. Each use is recorded,
 * with the client and the purpose. The consent is the one that the client's contract asserts at the moment of the
 * request.
 */
export const askBureau = async (
  deps: ScoringDeps,
  claim: Claim,
  person: Person,
  signal: AbortSignal,
): Promise<DatedAnswer> => {
  const { environment } = claim.request
  const bureau = deps.bureaus[environment]
  if (!bureau)
    return {
      answer: { kind: 'Unavailable', reason: 'no bureau is configured' },
      pulledAt: new Date(deps.clock.now()),
    }
  const question = { environment, source: bureau.source, query: queryOf(claim, person) }
  const cached = await findCached(deps, question)
  if (!cached) {
    const answer = await bureau.ask(question.query, signal)
    if (!signal.aborted) logUnusable(deps, claim, answer)
    return recordPull(deps, claim, question, answer)
  }
  await deps.database.inOneStatement((tx) =>
    recordUse(tx, claim, { id: newId(deps.clock.now()), answer: cached.answer, answeredBy: cached.pull }),
  )
  return { answer: cached.answer, pulledAt: new Date(cached.pulledAt) }
}
