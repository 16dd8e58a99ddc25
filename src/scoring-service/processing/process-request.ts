import { isOutage } from '../../platform/database/health/outage.js'
import type { ScoringDeps } from '../service/deps.js'
import { ReaderCrashed } from '../model/engine.js'
import { discardBodies } from '../results/stored-body.js'
import { release, renewLease, type Claim } from './claim-request.js'
import { failed, type ProcessingOutcome } from './outcome.js'
import { recordOutcome } from './record-outcome.js'
import { computeResult } from './compute-result.js'

/** A request fails after this many unfinished attempts. */
const attemptsMax = 5
const retryWaitMs = 1_000
const givenUp = failed('resource_limit', 'the documents could not be processed')

/**
 * The first crash of a request may have been caused by another request. After it the request runs alone; at a second
 * crash, which it must have caused itself, it fails.
 */
const crashesMax = 2
const crashed = failed('processing_crashed', 'the process that worked on the documents crashed twice')

/** Fails a request after its last attempt, or retries it later. The error is logged and not shown to the client. */
const afterFailure = async (
  deps: ScoringDeps,
  { request }: Claim,
  err: unknown,
): Promise<ProcessingOutcome> => {
  const hasCrashed = err instanceof ReaderCrashed
  if (hasCrashed && request.crashes + 1 >= crashesMax) return crashed
  deps.log.error(
    { err, request: request.id, attempts: request.attempts },
    'an attempt to process a score request failed',
  )
  // A database outage or a full disk says nothing about the documents.
  if (isOutage(err) || !(await deps.staging.hasRoom()))
    return { kind: 'LATER', waitMs: retryWaitMs, isAttempt: false }
  return request.attempts < attemptsMax
    ? {
        kind: 'LATER',
        waitMs: hasCrashed ? 0 : retryWaitMs * 2 ** request.attempts,
        isAttempt: true,
        hasCrashed,
      }
    : givenUp
}

const tryOnce = async (deps: ScoringDeps, claim: Claim, signal: AbortSignal): Promise<ProcessingOutcome> => {
  // The processes or readers that worked on the request died twice: the request itself is the cause.
  if (claim.request.crashes >= crashesMax) return crashed
  if (claim.request.attempts > attemptsMax) return givenUp
  try {
    return await computeResult(deps, claim, signal)
  } catch (err) {
    return signal.aborted ? { kind: 'LATER', waitMs: 0, isAttempt: false } : afterFailure(deps, claim, err)
  }
}

type Later = Extract<ProcessingOutcome, { kind: 'LATER' }>

/**
 * Records an outcome. If that fails and is to be tried again, returns the outcome LATER, with which the caller must
 * release the claim: otherwise the claim would count as that of a process that died.
 */
const tryToRecord = async (
  deps: ScoringDeps,
  claim: Claim,
  outcome: Exclude<ProcessingOutcome, Later>,
): Promise<Later | undefined> => {
  try {
    await recordOutcome(deps, claim, outcome)
    return undefined
  } catch (err) {
    const next = await afterFailure(deps, claim, err)
    if (next.kind === 'LATER') return next
    await recordOutcome(deps, claim, next)
    return undefined
  } finally {
    if (outcome.kind === 'COMPLETED') await discardBodies(outcome.bodies)
  }
}

/**
 * Waits for `turn`, then processes a claimed request to its end or releases it. Heartbeats renew the lease meanwhile;
 * at a shutdown the claim is released at once, for another worker.
 */
export const processRequest = async (
  deps: ScoringDeps,
  claim: Claim,
  signal: AbortSignal,
  turn: Promise<unknown> = Promise.resolve(),
): Promise<void> => {
  const stopBeating = renewLease(deps, claim)
  try {
    await turn
    const outcome = await tryOnce(deps, claim, signal)
    const retry = outcome.kind === 'LATER' ? outcome : await tryToRecord(deps, claim, outcome)
    if (retry) await release(deps.database, claim, retry)
  } finally {
    stopBeating()
  }
}
