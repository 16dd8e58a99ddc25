import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../../kernel/ids.js'
import { credentialLengthMax, findClient, findCredential } from '../clients/find-client.js'
import { ScoringRefusal } from '../model/scoring-refusal.js'
import type { ScoringDeps } from '../service/deps.js'
import type { Environment } from '../../scoring-contract/environment.js'
import { errorHandler, tokenFormat } from './error-formats.js'
import { takeJson } from './json-body.js'
import { setRateLimitHeaders } from './rate-limit-headers.js'
import { tokenBodySchema } from './token-body.schema.js'

/** docs/scoring-contract.md#post-authtoken. An unknown client and a wrong secret get the same answer after the same time. */
export const tokenRoutes =
  (deps: ScoringDeps, environment: Environment) =>
  async (app: FastifyInstance): Promise<void> => {
    takeJson(app)
    app.setErrorHandler(errorHandler(tokenFormat, deps.log))
    const give = async (request: FastifyRequest, reply: FastifyReply) => {
      const parsed = tokenBodySchema.safeParse(request.body)
      if (!parsed.success)
        throw new ScoringRefusal(
          'INVALID',
          'Missing required fields: clientId and secret must be given as texts',
        )
      const { clientId, secret } = parsed.data
      const limitedClientId = clientId.slice(0, 64)
      setRateLimitHeaders(reply, deps.limits.tryToken(environment, request.ip, limitedClientId))
      const { read } = deps.database
      const now = deps.clock.now()
      const isShort = clientId.length <= 64 && secret.length <= credentialLengthMax
      const client = isShort ? await findClient(read, environment, clientId) : undefined
      const credential = await findCredential(deps, client, { kind: 'SECRET', text: secret })
      if (!client || !credential) {
        deps.limits.invalidCredential(request.ip, limitedClientId)
        throw new ScoringRefusal('INVALID', 'Invalid credentials')
      }
      setRateLimitHeaders(reply, await deps.limits.token(environment, request.ip, client.clientId))
      const facts = {
        environment,
        clientId: client.clientId,
        scope: { kind: 'client' },
        credentialId: credential.id,
      } as const
      return { token: await deps.tokens.issue(facts, newId(now), now) }
    }
    app.route({ method: 'POST', url: '/auth/token', handler: give })
  }
