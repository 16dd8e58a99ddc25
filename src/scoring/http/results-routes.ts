import type { FastifyInstance } from 'fastify'
import { Declined } from '../declined.js'
import type { ScoringDeps } from '../deps.js'
import type { Environment } from '../environment.js'
import { problemOf, readResults, type Pending, type Ready } from '../results/read-results.js'
import type { RequestStatus } from '../states.js'
import { originOf, signedAddress } from './addresses.js'
import { bearerOf, checkApiKey, requireResultsScope } from './authorize.js'
import { tellStanding } from './rate-limit-headers.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** When it is worth asking again. */
const retryAfterSeconds: Partial<Readonly<Record<RequestStatus, number>>> = { AWAITING_UPLOADS: 5 }
const retryAfterSecondsDefault = 2

const statesOf = ({ documents }: Pending | Ready) =>
  documents.map(({ documentName, state, ...document }) => {
    const problem = problemOf(document)
    return { documentName, state, ...(problem && { problem }) }
  })

/** docs/scoring-contract.md#get-scoreresultsrequestid. HEAD is not answered: it would use up addresses that nobody sees. */
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
          throw new Declined('INVALID', 'The requestId must be a UUID', { details: 'invalid_request_id' })
        requireResultsScope(bearer, requestId)
        tellStanding(reply, await deps.limits.results(bearer.client))
        const results = await readResults(deps, bearer.client, requestId, deps.clock.now())
        const { productCode, status } = results.request
        if (results.kind === 'PENDING') {
          reply.code(202).header('retry-after', retryAfterSeconds[status] ?? retryAfterSecondsDefault)
          return { requestId, productCode, parsedUrls: [], status, documents: statesOf(results) }
        }
        const origin = originOf(publicUrl, request)
        const parsedUrls = results.addresses.map(({ id, expiresAt }) =>
          signedAddress(deps.signing, origin, environment, { method: 'GET', id, expiresAt }),
        )
        // A document that could not be read beside others that could is told, and stops nobody.
        const hasFailed = results.documents.some(({ state }) => state === 'FAILED')
        return { parsedUrls, requestId, productCode, ...(hasFailed && { documents: statesOf(results) }) }
      },
    )
  }
