import type { Facts, Score } from './facts.js'
import type { OtherScoring } from './scoring.js'

const keptMs = 30 * 24 * 3_600_000
const ended = new Set(['COMPLETED', 'FAILED'])
/** Failures that we decide ourselves after a long wait. */
const givenUp = new Set(['SERVICE_UNAVAILABLE', 'QUOTA_EXCEEDED', 'CREDENTIALS_REFUSED', 'INTERNAL_FAULT'])
/** Failures because documents arrived too late. */
const tooLate = new Set(['DOCUMENTS_NOT_RECEIVED', 'DOCUMENTS_NOT_UPLOADED', 'UPLOADS_FAILED'])

/** The service's record of a request. After thirty days we have deleted the service's id, so it is found by its key. */
const recordOf = ({ id, request }: Score, { requests }: OtherScoring) =>
  request === null
    ? [...requests.values()].findLast(({ key }) => key.startsWith(`${id}.`))
    : requests.get(request)

const endProblem = (score: Score, otherScoring: OtherScoring, now: number): string | undefined => {
  const record = recordOf(score, otherScoring)
  if (score.status === 'COMPLETED') {
    if (!record || record.isRefused || (record.readyAt ?? Infinity) > now || record.timesServed === 0)
      return 'is COMPLETED, but the service never completed it'
    if (record.product !== score.product || !record.key.startsWith(score.id))
      return 'has the result of another request'
    return undefined
  }
  if (givenUp.has(score.failure ?? ''))
    return (score.giveUpAt ?? 0) > now ? `was given up as ${score.failure} before its time` : undefined
  return record?.isRefused || tooLate.has(score.failure ?? '')
    ? undefined
    : `failed as ${score.failure}, and the service says nothing of that`
}

/** Checks the scores that ended between two observations. Returns a sentence for each problem. */
export const scoreProblems = (
  before: Facts,
  facts: Facts,
  otherScoring: OtherScoring,
  now: number,
): string[] => {
  const problems: string[] = []
  const isErased = [...facts.approvals.values()].some(
    ({ id, kind, status, decidedBy }) =>
      kind.startsWith('ERASE_') && decidedBy !== null && before.approvals.get(id)?.status !== status,
  )
  if (facts.scores !== before.scores)
    for (const score of facts.scores.values()) {
      const earlier = before.scores.get(score.id)
      if (earlier && ended.has(earlier.status) && earlier.status !== score.status)
        problems.push(`score ${score.id} was ${earlier.status} and is ${score.status}`)
      if (!ended.has(score.status) || earlier?.status === score.status) continue
      // A score may end as ERASED if two people erased the person, or if it was not completed within the retention.
      if (score.failure === 'ERASED' && (isErased || now - score.askedAt >= keptMs)) continue
      const problem = endProblem(score, otherScoring, now)
      if (problem) problems.push(`score ${score.id} ${problem}`)
    }
  if (facts.scorings !== before.scorings)
    for (const { id, status } of facts.scorings.values()) {
      const earlier = before.scorings.get(id)?.status
      if (earlier !== undefined && ended.has(earlier) && earlier !== status)
        problems.push(`scoring ${id} was ${earlier} and is ${status}`)
    }
  return problems
}

/** Checks, after the faults have ended and time has passed, that no score is open. */
export const scoresLeft = (facts: Facts, otherScoring: OtherScoring): string[] => {
  const problems: string[] = []
  for (const { id, status } of [...facts.scores.values(), ...facts.scorings.values()])
    if (!ended.has(status) && status !== 'EXPIRED') problems.push(`score ${id} is still ${status}`)
  for (const { id, submission } of facts.scores.values()) {
    const sent = [...otherScoring.requests.values()].filter(({ key }) => key.startsWith(`${id}.`)).length
    if (sent > submission) problems.push(`score ${id} was sent ${sent} times in ${submission} submissions`)
  }
  return problems
}
