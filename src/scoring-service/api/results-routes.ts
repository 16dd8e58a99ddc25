import type { FastifyInstance } from 'fastify'
import type { Instant } from '../../kernel/clock.js'
import { ScoringRefusal } from '../model/scoring-refusal.js'
import type { ScoringDeps } from '../service/deps.js'
import type { Environment } from '../../scoring-contract/environment.js'
import { problemOf, readResults, type Pending, type Ready } from '../results/read-results.js'
import type { ScoringRequest } from '../model/scoring.entity.js'
import { originOf, signedAddress } from './addresses.js'
import { bearerOf, checkApiKey, requireResultsScope } from './authorize.js'
import { setRateLimitHeaders } from './rate-limit-headers.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The seconds of `Retry-After`: a fifth of the time waited so far, within 2 to 60, or 5 to 300 while uploads are awaited. */
const waitSeconds = (
  { status, requestedAt, queuedAt }: Pick<ScoringRequest, 'status' | 'requestedAt' | 'queuedAt'>,
  now: Instant,
): number => {
  const [least, most] = status === 'AWAITING_UPLOADS' ? [5, 300] : [2, 60]
  const waitedSeconds = (now - (queuedAt ?? requestedAt)) / 1000
  return Math.min(most, Math.max(least, Math.ceil(waitedSeconds / 5)))
}

const statesOf = ({ documents }: Pending | Ready) =>
  documents.map(({ documentName, state, ...document }) => {
    const problem = problemOf(document)
    return { documentName, state, ...(problem && { problem }) }
  })

/**
 * docs/scoring-contract.md#get-scoreresultsrequestid. HEAD is not supported: it would create result addresses that
 * nobody receives.
 */
export const resultsRoutes =
  (deps: ScoringDeps, environment: Environment, publicUrl: string | undefined) =>
  async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { requestId: string } }>(
      '/score/results/:requestId',
      { exposeHeadRoute: false },
      async (request, reply) => {
        const bearer = await bearerOf(deps, environment, request)
        await checkApiKey(deps, bearer.client, request, false)
        const requestId = request.params.requestId.toLowerCase()
        if (!uuid.test(requestId))
          throw new ScoringRefusal('INVALID', 'The requestId must be a UUID', {
            details: 'invalid_request_id',
          })
        requireResultsScope(bearer, requestId)
        setRateLimitHeaders(reply, await deps.limits.results(bearer.client))
        const now = deps.clock.now()
        const results = await readResults(deps, bearer.client, requestId, now)
        const { productCode, status } = results.request
        if (results.kind === 'PENDING') {
          const seconds = waitSeconds(results.request, now)
          const waitsFor = deps.limits.nextPollSeconds(bearer.client, requestId, seconds, now)
          reply.code(202).header('retry-after', waitsFor)
          return { requestId, productCode, parsedUrls: [], status, documents: statesOf(results) }
        }
        const origin = originOf(publicUrl, request)
        const parsedUrls = results.addresses.map(({ id, expiresAt }) =>
          signedAddress(deps.signing, origin, environment, { method: 'GET', id, expiresAt }),
        )
        // A document that could not be read is listed with its problem; the results of the others are served.
        const hasFailed = results.documents.some(({ state }) => state === 'FAILED')
        return { parsedUrls, requestId, productCode, ...(hasFailed && { documents: statesOf(results) }) }
      },
    )
  }
