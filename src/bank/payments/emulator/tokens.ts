import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WallClock } from '../../../kernel/clock.js'

export type ProductName = 'collection' | 'disbursement'

export interface TokenIssuer {
  /** The bearer token of a request; undefined if it is not valid for the product, or the subscription key is missing. */
  tokenOf(request: FastifyRequest, product: ProductName): string | undefined
}

const lifeSeconds = 3600

/**
 * The token endpoints. Credentials are required but not checked. Tokens live in memory: after a restart the old ones
 * are refused, as the provider also does at times.
 */
export const mountTokens = (app: FastifyInstance, clock: WallClock): TokenIssuer => {
  const issued = new Map<string, { readonly product: ProductName; readonly endsAt: number }>()

  const dropEnded = (): void => {
    for (const [token, { endsAt }] of issued) if (endsAt <= clock.now()) issued.delete(token)
  }

  for (const product of ['collection', 'disbursement'] as const) {
    app.post(`/${product}/token/`, async (request, reply) => {
      if (request.body === undefined) return reply.code(411).send()
      if (!request.headers['content-type']?.startsWith('application/json'))
        return reply.type('text/html').send('<html><body>Request Rejected</body></html>')
      if (!/^Basic [A-Za-z0-9+/=]+$/.test(request.headers.authorization ?? '') || !hasSubscription(request))
        return reply.code(401).send({ error: 'unauthorized' })
      dropEnded()
      const token = randomBytes(24).toString('base64url')
      issued.set(token, { product, endsAt: clock.now() + lifeSeconds * 1000 })
      return { access_token: token, token_type: 'access_token', expires_in: lifeSeconds }
    })
  }

  return {
    tokenOf: (request, product) => {
      const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
      const known = token === undefined ? undefined : issued.get(token)
      const isValid = known?.product === product && known.endsAt > clock.now() && hasSubscription(request)
      return isValid ? token : undefined
    },
  }
}

export const hasSubscription = (request: FastifyRequest): boolean =>
  Boolean(request.headers['ocp-apim-subscription-key'])
