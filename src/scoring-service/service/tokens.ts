import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import type { Instant } from '../../kernel/clock.js'
import type { Environment } from '../../scoring-contract/environment.js'
import type { Key, KeyRing } from '../../platform/crypto/key-ring.js'

const issuer = 'cauri-scoring'
const audienceOf = (environment: Environment): string => `cauri-scoring:${environment}`
/** Clocks of clients and of our machines differ. */
const skewSeconds = 60

/** What a token lets its bearer do. */
export type Scope = { readonly kind: 'client' } | { readonly kind: 'results'; readonly requestId: string }

export interface TokenFacts {
  readonly environment: Environment
  /** The client's own id, as it gave it for its token. */
  readonly clientId: string
  readonly scope: Scope
  /** The secret that it was given for: the token ends with it. Undefined in tokens of earlier versions. */
  readonly credential?: string | undefined
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

/** What PKCS #8 puts before the 32 bytes of an Ed25519 key. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const privateKeyOf = ({ bytes }: Key): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, bytes]), format: 'der', type: 'pkcs8' })

export interface Tokens {
  readonly seconds: number
  /** `id` becomes the `jti`: the same facts, id and moment give the same token. */
  issue(facts: TokenFacts, id: string, at: Instant): Promise<string>
  /** Undefined for whatever is no token of ours for this environment at this moment. */
  verify(token: string, environment: Environment, now: Instant): Promise<TokenFacts | undefined>
}

/** What a token says that is one of ours; undefined for other claims than ours. */
const factsIn = (payload: JWTPayload, environment: Environment): TokenFacts | undefined => {
  const scope = scopeOf(payload['scope'])
  if (!scope || payload.sub === undefined || payload['env'] !== environment) return undefined
  const { cred } = payload
  if (cred !== undefined && typeof cred !== 'string') return undefined
  return { environment, clientId: payload.sub, scope, credential: cred }
}

/** JSON Web Tokens, EdDSA, with the id of their key. The algorithm is ours to choose, never the token's. */
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
    issue: ({ environment, clientId, scope, credential }, id, at) => {
      const now = Math.floor(at / 1000)
      return new SignJWT({
        env: environment,
        scope: scopeText(scope),
        ...(credential !== undefined && { cred: credential }),
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
