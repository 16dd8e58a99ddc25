import type { BureauAnswer } from '../bureau.js'
import type { ScoringDeps } from '../deps.js'
import type { Person } from '../requests/score-request.schema.js'
import { unsealSubject } from '../requests/subject.js'
import { askBureau } from './ask-bureau.js'
import { augmentationOf, withAugmentation } from './augment.js'
import { nextBureauWaitMs } from './bureau-wait.rules.js'
import { waitedMs, type Claim } from './claim-request.js'
import { failed, type Outcome } from './outcome.js'
import type { ScoringRequest } from '../scoring.entity.js'
import { readDocuments } from './read-documents.js'

type Answered = Extract<BureauAnswer, { kind: 'Found' | 'NoRecord' }>

/** What an answer that says nothing about the person means for the request. */
const withoutReport = (
  { timeScale }: ScoringDeps,
  claim: Claim,
  answer: Exclude<BureauAnswer, Answered>,
): Outcome => {
  if (answer.kind === 'Rejected') return failed('bureau_unavailable', 'the bureau refused the query')
  const waitMs = nextBureauWaitMs(waitedMs(claim), timeScale)
  return waitMs === undefined
    ? failed('bureau_unavailable', 'the credit bureau gave no answer')
    : { kind: 'LATER', waitMs, isAttempt: false }
}

const fromBureau = (
  { bureauBody }: ScoringDeps,
  claim: Claim,
  person: Person,
  answer: Answered,
): Outcome => ({
  kind: 'COMPLETED',
  documents: [],
  bodies: [bureauBody(person, answer, new Date(claim.request.askedAt))],
})

const isMadeOfBureau = ({ productCode }: Pick<ScoringRequest, 'productCode'>): boolean =>
  productCode === 'P7' || productCode === 'P8'

/** Whether a bureau is asked before anything is read. */
export const needsBureau = (request: Pick<ScoringRequest, 'productCode' | 'augment'>): boolean =>
  isMadeOfBureau(request) || request.augment

/** Finds out what a claimed request comes to; writes nothing of it. Throws when it could not be tried. */
export const workOut = async (deps: ScoringDeps, claim: Claim, signal: AbortSignal): Promise<Outcome> => {
  const { id, subject, productCode, augment, askedAt } = claim.request
  if (subject === null) throw new Error(`request ${id} is about nobody any more`)
  const person = unsealSubject(deps.sealing, id, subject)
  const isOfBureau = isMadeOfBureau(claim.request)
  const answer = needsBureau(claim.request) ? await askBureau(deps, claim, person, signal) : undefined
  if (isOfBureau && answer?.kind !== 'Found' && answer?.kind !== 'NoRecord') {
    return withoutReport(deps, claim, answer ?? { kind: 'Unavailable', reason: '' })
  }
  const outcome =
    productCode === 'P7'
      ? fromBureau(deps, claim, person, answer as Answered)
      : await readDocuments(
          deps,
          claim,
          person,
          answer?.kind === 'Found' && isOfBureau ? answer.report : null,
          signal,
        )
  if (!augment || outcome.kind !== 'COMPLETED') return outcome
  const augmentation = answer ? augmentationOf(deps, person, answer, new Date(askedAt)) : null
  return { ...outcome, bodies: outcome.bodies.map((body) => withAugmentation(body, augmentation)) }
}
