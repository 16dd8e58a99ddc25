import type { FastifyRequest } from 'fastify'
import type { ScoringClient } from '../clients/client.entity.js'
import { credentialLengthMax, findClient, findCredential, isCredentialOf } from '../clients/find-client.js'
import { ScoringRefusal } from '../model/scoring-refusal.js'
import type { ScoringDeps } from '../service/deps.js'
import type { Environment } from '../../scoring-contract/environment.js'
import type { Scope } from '../service/tokens.js'

const tokenLengthMax = 4096

/** The token of the header, bare or after the word Bearer in any case (docs/scoring-contract.md#headers). */
const tokenIn = (header: string | undefined): string | undefined =>
  header !== undefined && header.length <= tokenLengthMax
    ? /^\s*(?:bearer\s+)?(\S+)\s*$/i.exec(header)?.[1]
    : undefined

const forbidden = (message: string): ScoringRefusal =>
  new ScoringRefusal('FORBIDDEN', message, { details: 'forbidden' })

export interface Bearer {
  readonly client: ScoringClient
  readonly scope: Scope
  /** The id of the secret that the token was issued for. */
  readonly credentialId: string | undefined
}

/** The client that the token of a request was issued to. Refuses: UNAUTHENTICATED. */
export const bearerOf = async (
  deps: ScoringDeps,
  environment: Environment,
  request: FastifyRequest,
): Promise<Bearer> => {
  const token = tokenIn(request.headers.authorization)
  const facts =
    token === undefined ? undefined : await deps.tokens.verify(token, environment, deps.clock.now())
  const client = facts && (await findClient(deps.database.read, environment, facts.clientId))
  const credentialId = facts?.credentialId
  const isValid =
    client !== undefined &&
    (credentialId === undefined ||
      (await isCredentialOf(deps.database.read, client, credentialId, deps.clock.now())))
  if (facts && client && isValid) return { client, scope: facts.scope, credentialId }
  // All our tokens have the same beginning, so a wrong token is counted under its last characters.
  if (token !== undefined) deps.limits.invalidCredential(request.ip, token.slice(-12))
  throw new ScoringRefusal('UNAUTHENTICATED', 'A valid token is needed in the header Authorization', {
    details: token === undefined ? 'missing_token' : 'invalid_token',
  })
}

/** Refuses: FORBIDDEN for a token that is valid only for the results of one request. */
export const requireClientScope = ({ scope }: Bearer): void => {
  if (scope.kind !== 'client') throw forbidden('This token is only for the results of its request')
}

/** Refuses: FORBIDDEN for the token of another request. */
export const requireResultsScope = ({ scope }: Bearer, requestId: string): void => {
  if (scope.kind === 'results' && scope.requestId !== requestId)
    throw forbidden('This token is only for the results of another request')
}

/** Refuses: FORBIDDEN when the key is not this client's; UNAUTHENTICATED when a key is needed and missing. */
export const checkApiKey = async (
  deps: ScoringDeps,
  client: ScoringClient,
  request: FastifyRequest,
  isNeeded: boolean,
): Promise<void> => {
  const { 'x-api-key': key } = request.headers
  if (key === undefined || key === '') {
    if (!isNeeded) return
    throw new ScoringRefusal('UNAUTHENTICATED', 'An API key is needed in the header x-api-key')
  }
  const isValidKey =
    typeof key === 'string' &&
    key.length <= credentialLengthMax &&
    (await findCredential(deps, client, { kind: 'API_KEY', text: key })) !== undefined
  if (!isValidKey) throw forbidden('This API key is not valid for this client')
}
