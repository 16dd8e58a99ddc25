import pLimit from 'p-limit'
import type { DriveScoresDeps } from '../model/deps.js'
import type { FetchedResult, ScoringService } from '../model/port.js'
import type { ScoreRequest } from '../model/score.entity.js'
import { outlinesOf } from '../model/parse-result.js'
import { updateClaimed } from './claim.js'
import { sealBody, outlinePosition, storeBody } from './result-parts.js'

type Fetched = Extract<FetchedResult, { kind: 'FETCHED' }>
type Stored = Omit<Fetched, 'body'> & { readonly bytes: number }

interface Parts {
  readonly deps: DriveScoresDeps
  readonly service: ScoringService
  readonly signal: AbortSignal
}

/** How many result bodies may be in memory at once, over all requests in flight. */
const bodiesAtOnce = pLimit(2)

/** Fetches a body and stores it; the body does not stay in memory. Throws ClaimLost. */
export const fetchAndStore = (
  { deps, service, signal }: Parts,
  score: ScoreRequest,
  { address, position }: { readonly address: string; readonly position: number },
): Promise<Exclude<FetchedResult, Fetched> | Stored> =>
  bodiesAtOnce(async () => {
    const fetched = await service.fetchResult(address, score.productCode, signal)
    if (fetched.kind !== 'FETCHED') return fetched
    const { body, ...rest } = fetched
    const sealed = await sealBody(deps.sealing, score.id, position, body)
    await deps.database.inTransaction(async (tx) => {
      await updateClaimed(tx, score, { problem: null })
      await storeBody(tx, score.id, position, sealed)
    })
    return { ...rest, bytes: body.length }
  })

/** Stores the outlines of all bodies of a request. Throws ClaimLost. */
export const storeOutline = async (
  { database, sealing }: DriveScoresDeps,
  score: ScoreRequest,
  outlines: readonly string[],
): Promise<void> => {
  const outline = Buffer.from(outlinesOf(outlines))
  const sealed = await sealBody(sealing, score.id, outlinePosition, outline)
  await database.inTransaction(async (tx) => {
    await updateClaimed(tx, score, { problem: null })
    await storeBody(tx, score.id, outlinePosition, sealed)
  })
}
