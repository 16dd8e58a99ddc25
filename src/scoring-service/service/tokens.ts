import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import type { Instant } from '../../kernel/clock.js'
import type { Environment } from '../../scoring-contract/environment.js'
import type { Key, KeyRing } from '../../platform/crypto/key-ring.js'

const issuer = 'cauri-scoring'
const audienceOf = (environment: Environment): string => `cauri-scoring:${environment}`
/** The clocks of our machines may differ by this much: one issues a token, and another checks it. */
const skewSeconds = 60

/** What a token allows. */
export type Scope = { readonly kind: 'client' } | { readonly kind: 'results'; readonly requestId: string }

export interface TokenFacts {
  readonly environment: Environment
  /** The id of the client, as sent to get the token. */
  readonly clientId: string
  readonly scope: Scope
  /**
   * The id of the secret that the token was issued for: the token becomes invalid with it. Undefined in tokens of
   * earlier versions.
   */
  readonly credentialId?: string | undefined
}

const clientScope = 'score:request score:results'
const resultsPrefix = 'results:'

const scopeText = (scope: Scope): string =>
  scope.kind === 'client' ? clientScope : resultsPrefix + scope.requestId

const scopeOf = (text: unknown): Scope | undefined => {
  if (text === clientScope) return { kind: 'client' }
  if (typeof text !== 'string' || !text.startsWith(resultsPrefix)) return undefined
  return { kind: 'results', requestId: text.slice(resultsPrefix.length) }
}

/** The bytes that PKCS #8 puts before the 32 bytes of an Ed25519 key. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const privateKeyOf = ({ bytes }: Key): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, bytes]), format: 'der', type: 'pkcs8' })

export interface Tokens {
  readonly seconds: number
  /** `id` becomes the `jti`. The same facts, id and moment give the same token. */
  issue(facts: TokenFacts, id: string, at: Instant): Promise<string>
  /**
   * The facts of a valid token; undefined unless this service issued it for this environment and it is valid at this
   * moment.
   */
  verify(token: string, environment: Environment, now: Instant): Promise<TokenFacts | undefined>
}

/** The facts in the claims of a token; undefined for claims that we do not issue. */
const factsIn = (payload: JWTPayload, environment: Environment): TokenFacts | undefined => {
  const scope = scopeOf(payload['scope'])
  if (!scope || payload.sub === undefined || payload['env'] !== environment) return undefined
  const { cred } = payload
  if (cred !== undefined && typeof cred !== 'string') return undefined
  return { environment, clientId: payload.sub, scope, credentialId: cred }
}

/** JSON Web Tokens with EdDSA and the id of the signing key. Only this algorithm is accepted, whatever a token names. */
export const createTokens = (ring: KeyRing, seconds: number): Tokens => {
  const signing = privateKeyOf(ring.current)
  const publicKeys = new Map([...ring.byId].map(([id, key]) => [id, createPublicKey(privateKeyOf(key))]))

  const keyOf = ({ kid }: { readonly kid?: string }): KeyObject => {
    const key = publicKeys.get(kid ?? '')
    if (!key) throw new errors.JWSSignatureVerificationFailed()
    return key
  }

  return {
    seconds,
    issue: ({ environment, clientId, scope, credentialId }, id, at) => {
      const now = Math.floor(at / 1000)
      return new SignJWT({
        env: environment,
        scope: scopeText(scope),
        ...(credentialId !== undefined && { cred: credentialId }),
      })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: ring.current.id })
        .setIssuer(issuer)
        .setAudience(audienceOf(environment))
        .setSubject(clientId)
        .setJti(id)
        .setIssuedAt(now)
        .setNotBefore(now)
        .setExpirationTime(now + seconds)
        .sign(signing)
    },
    verify: async (token, environment, now) => {
      try {
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms: ['EdDSA'],
          issuer,
          audience: audienceOf(environment),
          clockTolerance: skewSeconds,
          requiredClaims: ['exp', 'nbf', 'jti', 'sub'],
          currentDate: new Date(now),
        })
        return factsIn(payload, environment)
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}
