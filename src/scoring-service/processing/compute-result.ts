import { isDefinite, type BureauAnswer, type BureauSubject, type DefiniteAnswer } from '../model/bureau.js'
import type { ScoringDeps } from '../service/deps.js'
import type { Person } from '../../scoring-contract/score-request.schema.js'
import { unsealSubject } from '../requests/subject.js'
import { askBureau, type DatedAnswer } from './ask-bureau.js'
import { augmentationOf, withAugmentation } from './augment.js'
import { augmentTotalWaitMsMax, nextBureauWaitMs } from './bureau-wait.rules.js'
import { waitedMs, type Claim } from './claim-request.js'
import { failed, type ProcessingOutcome } from './outcome.js'
import type { ScoringRequest } from '../model/scoring.entity.js'
import { readDocuments } from './read-documents.js'

/** The outcome if the bureau's answer says nothing about the person. */
const withoutReport = (
  { timeScale }: ScoringDeps,
  claim: Claim,
  answer: Exclude<BureauAnswer, DefiniteAnswer>,
): ProcessingOutcome => {
  if (answer.kind === 'Rejected') return failed('bureau_unavailable', 'the bureau refused the query')
  const waitMs = nextBureauWaitMs(waitedMs(claim), timeScale)
  return waitMs === undefined
    ? failed('bureau_unavailable', 'the credit bureau gave no answer')
    : { kind: 'LATER', waitMs, isAttempt: false }
}

/** The parts of the person that a result shows. */
const subjectOf = ({ nationalId, firstName, middleName, lastName }: Person): BureauSubject => ({
  nationalId,
  firstName,
  middleName,
  lastName,
})

/** P7 is made of the bureau's answer alone, P8 of the answer and the documents. */
const withBureau = async (
  deps: ScoringDeps,
  claim: Claim,
  {
    person,
    bureauAnswer: { answer, pulledAt },
  }: { readonly person: Person; readonly bureauAnswer: DatedAnswer },
  signal: AbortSignal,
): Promise<ProcessingOutcome> => {
  if (!isDefinite(answer)) return withoutReport(deps, claim, answer)
  return claim.request.productCode === 'P7'
    ? { kind: 'COMPLETED', documents: [], bodies: [deps.bureauBody(person, answer, pulledAt)] }
    : readDocuments(deps, claim, { person, bureau: { subject: subjectOf(person), answer, pulledAt } }, signal)
}

const isMadeOfBureau = ({ productCode }: Pick<ScoringRequest, 'productCode'>): boolean =>
  productCode === 'P7' || productCode === 'P8'

/** Whether a bureau is asked before the documents are read. */
export const needsBureau = (request: Pick<ScoringRequest, 'productCode' | 'augment'>): boolean =>
  isMadeOfBureau(request) || request.augment

/**
 * After how long a bureau that did not answer is asked again for an augmentation; undefined when the result waits no
 * longer.
 */
const augmentWaitMs = (
  { bureaus, timeScale }: ScoringDeps,
  claim: Claim,
  bureauAnswer: DatedAnswer | undefined,
): number | undefined =>
  bureauAnswer?.answer.kind === 'Unavailable' && bureaus[claim.request.environment]
    ? nextBureauWaitMs(waitedMs(claim), timeScale, augmentTotalWaitMsMax)
    : undefined

/** Computes the result of a claimed request; stores no result. Throws when it could not be computed. */
export const computeResult = async (
  deps: ScoringDeps,
  claim: Claim,
  signal: AbortSignal,
): Promise<ProcessingOutcome> => {
  const { id, subject, augment } = claim.request
  if (subject === null) throw new Error(`request ${id} is anonymised already`)
  const person = unsealSubject(deps.sealing, id, subject)
  const isOfBureau = isMadeOfBureau(claim.request)
  const bureauAnswer = needsBureau(claim.request) ? await askBureau(deps, claim, person, signal) : undefined
  const waitMs = isOfBureau ? undefined : augmentWaitMs(deps, claim, bureauAnswer)
  if (waitMs !== undefined) return { kind: 'LATER', waitMs, isAttempt: false }
  const outcome =
    isOfBureau && bureauAnswer
      ? await withBureau(deps, claim, { person, bureauAnswer }, signal)
      : await readDocuments(deps, claim, { person, bureau: null }, signal)
  if (!augment || !bureauAnswer || outcome.kind !== 'COMPLETED') return outcome
  const augmentation = augmentationOf(deps, person, bureauAnswer)
  return { ...outcome, bodies: outcome.bodies.map((body) => withAugmentation(body, augmentation)) }
}
