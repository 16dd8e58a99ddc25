import { selectOne } from '../../platform/database/rows.js'
import type { DriveScoresDeps } from '../model/deps.js'
import type { ScoreFailure } from '../model/failure.rules.js'
import { ScoreRequest } from '../model/score.entity.js'
import { trace } from '../../kernel/trace.js'
import { createPump } from '../../platform/queue/pump.js'
import { ClaimLost } from '../../platform/queue/queue.js'
import { claimScore, databaseMoment, release, renewLease } from './claim.js'
import { needsPeople } from '../model/alarm.rules.js'
import { backoffMsAfter, giveUpMs } from './ladder.rules.js'
import { recordEnd } from './record.js'
import { step, type StepParts } from './step.js'

const inFlightMax = 8
/** How long a shutdown waits until claims in flight are released. */
const stopMsMax = 3_000
/**
 * The most steps in a row. Three submissions, each with the upload of twelve documents, and the result take fewer: more
 * would be an endless loop.
 */
const stepsMax = 64

/** The problem of a step that failed in our own code: it says nothing about the service. */
const ownFault = 'INTERNAL'

export interface ScoreWorker {
  /** Claims the requests that are due and returns at once, since a document may take longer than a tick may. */
  tick(signal: AbortSignal): Promise<void>
  /** Resolves when the work that is now in flight has ended. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** The failure of a request that has no result in time. */
const givenUpAs = (problem: string | null): ScoreFailure => {
  if (problem === 'RATE_LIMITED') return 'QUOTA_EXCEEDED'
  if (problem === ownFault) return 'INTERNAL_FAULT'
  return problem === 'CREDENTIALS_REFUSED' ? problem : 'SERVICE_UNAVAILABLE'
}

type Wait = { readonly waitMs: number; readonly problem: string | null }

const waitOrGiveUp = async ({ deps }: StepParts, score: ScoreRequest, wait: Wait): Promise<void> => {
  const { database, log } = deps
  // The day begins with the first attempt of a submission: the time in the queue, in which nobody asked the service, does not count.
  const isFirst = score.status === 'QUEUED' && score.attempts === 0
  const isOver = score.giveUpAt !== null && (await databaseMoment(database)) >= score.giveUpAt
  if (isOver && !isFirst)
    return recordEnd(deps, score, {
      status: 'FAILED',
      code: givenUpAs(wait.problem),
      detail: wait.problem,
      documents: [],
    })
  if (wait.problem !== null && wait.problem !== ownFault) {
    const facts = { score: score.id, status: score.status, attempts: score.attempts, problem: wait.problem }
    if (needsPeople(wait.problem)) {
      log.error(facts, 'the scoring service needs attention')
      deps.onAlarm(wait.problem)
    } else log.warn(facts, 'the scoring service gave no usable answer; it is asked again')
  }
  const attempts = score.attempts + 1
  await release(database, score, { ...wait, attempts, giveUpMs: isFirst ? giveUpMs : undefined })
}

/** The request of a claim as it is stored now; undefined if the claim is lost. */
const readClaimed = async ({ deps }: StepParts, claim: ScoreRequest): Promise<ScoreRequest | undefined> => {
  const score = await selectOne(deps.database.read, ScoreRequest, 'WHERE id = ?', [claim.id])
  return score?.fence === claim.fence ? score : undefined
}

/**
 * Processes a claimed request as far as possible. Reads it again before each step, so that each step works on what is
 * stored.
 */
const drive = async (parts: StepParts, claim: ScoreRequest): Promise<void> => {
  const { deps, signal } = parts
  for (let steps = 0; steps < stepsMax && !signal.aborted; steps++) {
    const score = await readClaimed(parts, claim)
    if (!score) return
    const next = await step(parts, score)
    if (next.kind === 'ENDED') return
    if (next.kind === 'AGAIN') continue
    // A call that our own shutdown aborted is not recorded as a failure of the service.
    if (signal.aborted) break
    return waitOrGiveUp(parts, score, next)
  }
  const score = await readClaimed(parts, claim)
  if (score)
    await release(deps.database, score, { waitMs: 0, attempts: score.attempts, problem: score.problem })
}

/** Schedules the retry of a step that failed in our own code. */
const retryStep = async (parts: StepParts, claim: ScoreRequest): Promise<void> => {
  const score = await readClaimed(parts, claim)
  if (!score) return
  const waitMs = backoffMsAfter(score.attempts, undefined, parts.deps.timing.scale)
  await waitOrGiveUp(parts, score, { waitMs, problem: ownFault })
}

const driveSafely = async (parts: StepParts, claim: ScoreRequest): Promise<void> => {
  const { deps } = parts
  const stopBeating = renewLease(deps, claim)
  try {
    await drive(parts, claim)
  } catch (err) {
    if (err instanceof ClaimLost) return
    deps.log.error({ err, score: claim.id }, 'a step of a score request failed; it is tried again')
    await retryStep(parts, claim).catch((failed: unknown) =>
      deps.log.warn(
        { err: failed, score: claim.id },
        'the retry of a score request could not be scheduled; the request is claimed again when its lease ends',
      ),
    )
  } finally {
    stopBeating()
  }
}

/**
 * Processes the score requests that are due. A claim moves `due_at` forward by a lease, which a heartbeat renews. No
 * transaction is open during a call to the service, and the outcome of a step is stored before the next step: after a
 * crash at any point the next worker continues. A submission that is sent again has the same key, and the service
 * counts it once.
 */
export const createScoreWorker = (deps: DriveScoresDeps): ScoreWorker => {
  const pump = createPump({
    inFlightMax,
    claim: async () => {
      const service = deps.service()
      const claim = service && (await claimScore(deps.database))
      return claim ? [{ service, claim }] : []
    },
    work: ({ service, claim }, signal) =>
      trace.span(
        'score request',
        {
          'cauri.score.id': claim.id,
          'cauri.score.status': claim.status,
          'cauri.score.attempts': claim.attempts,
        },
        () => driveSafely({ deps, service, signal }, claim),
        { parent: claim.traceparent },
      ),
    onEnd: deps.onScore,
  })
  return {
    tick: async (signal) => void (await pump.fill(signal)),
    idle: pump.idle,
    close: () => pump.close(stopMsMax),
  }
}
