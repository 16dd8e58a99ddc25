import * as oidc from 'openid-client'
import { normaliseName } from '../person.rules.js'
import { roles, type Role } from '../roles.js'
import { shortId } from '../short-id.js'
import { isAway } from './provider-away.js'

/** A person as an identity provider confirms them. */
export interface SignedIn {
  /** Issuer and subject, as one text, or its hash if it is too long (`shortId`). */
  readonly person: string
  readonly name: string
  readonly roles: readonly Role[]
}

export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The claim that holds roles; dots lead into objects. */
  readonly rolesClaim: string
  readonly scope: string
  /** The address of this service for browsers. */
  readonly publicUrl: string
}

/** The state of a sign-in that has begun; only the browser that began it has it. */
export interface PendingSignIn {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

interface CompletedSignIn {
  readonly who: SignedIn
  /** The id token: authenticates nothing here, and tells the provider at the sign-out who signs out. */
  readonly idToken: string
  /** Undefined where the provider gives none. */
  readonly refreshToken: string | undefined
}

export interface IdentityProvider {
  /** With `relogin` the person has to prove who they are, even in a live session of the provider. Throws SignInProblem. */
  readonly begin: (relogin: boolean) => Promise<{ readonly address: string; readonly pending: PendingSignIn }>
  /** Throws SignInProblem. */
  readonly finish: (search: string, pending: PendingSignIn) => Promise<CompletedSignIn>
  /** Asks for the person's present name and roles; `refreshToken` in the answer is for the next time. Throws SignInProblem. */
  readonly refresh: (
    refreshToken: string,
    person: string,
  ) => Promise<{ readonly who: SignedIn; readonly refreshToken: string }>
  /**
   * Where the browser is sent to end the provider's own session, and then back to us; undefined where there is no such
   * address, or the provider is away.
   */
  readonly signOutAddress: (idToken: string | undefined) => Promise<string | undefined>
}

export type SignInProblemCode = 'PROVIDER_AWAY' | 'REFUSED' | 'NO_ROLE' | 'EXPIRED'

export class SignInProblem extends Error {
  override readonly name = 'SignInProblem'

  constructor(
    readonly code: SignInProblemCode,
    override readonly cause?: unknown,
    /** Set if the provider knows the person, but gives them no role. */
    readonly person?: string,
  ) {
    super(code)
  }
}

/** Where the provider sends the browser after a sign-out. */
export const signedOutPath = '/signed-out'

/** Shorter than the time limit of our own requests. */
const timeoutSeconds = 3
const nameLengthMax = 64
const personLengthMax = 255

/** Looks for the claim by its whole name first, since some names are URLs with dots. */
const claimAt = (claims: Readonly<Record<string, unknown>>, path: string): unknown => {
  if (path in claims) return claims[path]
  return path
    .split('.')
    .reduce<unknown>(
      (at, step) =>
        typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined,
      claims,
    )
}

/** A gateway is no person, whatever a provider says. */
const rolesOfPersons = roles.filter((role) => role !== 'GATEWAY')

const rolesIn = (claim: unknown): Role[] => {
  const values = [claim].flat()
  return rolesOfPersons.filter((role) => values.includes(role))
}

const nameIn = (claims: Readonly<Record<string, unknown>>, subject: string): string => {
  const name = [claims['email'], claims['preferred_username'], claims['name'], subject].find(
    (one): one is string => typeof one === 'string' && normaliseName(one) !== '',
  )
  return normaliseName(name ?? subject).slice(0, nameLengthMax)
}

const personOf = (issuer: string, subject: string): string => shortId(`${issuer} ${subject}`, personLengthMax)

const problemOf = (error: unknown): SignInProblem =>
  error instanceof SignInProblem
    ? error
    : new SignInProblem(isAway(error) ? 'PROVIDER_AWAY' : 'REFUSED', error)

type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers

/** The person whom the provider confirms. Throws SignInProblem for somebody without a role here. */
const confirmedPerson = async (
  server: oidc.Configuration,
  tokens: Tokens,
  rolesClaim: string,
): Promise<SignedIn> => {
  const { issuer, userinfo_endpoint: userInfo } = server.serverMetadata()
  // On a refresh a provider may leave out the id token.
  const token = tokens.claims()
  // The userinfo endpoint gives what an id token leaves out.
  const claims: Readonly<Record<string, unknown>> =
    claimAt(token ?? {}, rolesClaim) === undefined && userInfo
      ? {
          ...(await oidc.fetchUserInfo(server, tokens.access_token, token?.sub ?? oidc.skipSubjectCheck)),
          ...token,
        }
      : { ...token }
  const roles = rolesIn(claimAt(claims, rolesClaim))
  const sub = String(claims['sub'])
  const person = personOf(token?.iss ?? issuer, sub)
  if (roles.length === 0) throw new SignInProblem('NO_ROLE', undefined, person)
  return { person, name: nameIn(claims, sub), roles }
}

/** The provider's metadata, cached once it is known. Throws SignInProblem while the provider is away. */
const createDiscovery = ({ issuer, clientId, clientSecret }: ProviderSettings) => {
  let known: Promise<oidc.Configuration> | undefined
  return (): Promise<oidc.Configuration> => {
    known ??= oidc
      .discovery(new URL(issuer), clientId, clientSecret, oidc.ClientSecretBasic(clientSecret), {
        timeout: timeoutSeconds,
        // The configuration allows plain HTTP on this machine alone.
        execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
      })
      .catch((error: unknown) => {
        known = undefined
        throw new SignInProblem('PROVIDER_AWAY', error)
      })
    return known
  }
}

/** Where a browser begins to sign in. */
const addressOf = async (
  server: oidc.Configuration,
  { state, nonce, verifier }: PendingSignIn,
  query: Readonly<Record<string, string>>,
): Promise<string> =>
  oidc.buildAuthorizationUrl(server, {
    ...query,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href

/** Exchanges a code or a token with the provider, and returns the person. Throws SignInProblem. */
const createRedeem =
  ({ rolesClaim }: ProviderSettings, configuration: ReturnType<typeof createDiscovery>) =>
  async (grant: (server: oidc.Configuration) => Promise<Tokens>) => {
    const server = await configuration()
    try {
      const tokens = await grant(server)
      return { tokens, who: await confirmedPerson(server, tokens, rolesClaim) }
    } catch (error) {
      throw problemOf(error)
    }
  }

/**
 * The bank's identity provider, by OpenID Connect: authorization code with PKCE, state and nonce. Its metadata is
 * cached; after an outage the next call fetches it again.
 */
export const createIdentityProvider = (settings: ProviderSettings): IdentityProvider => {
  const redirectUri = `${settings.publicUrl}/sign-in/callback`
  const configuration = createDiscovery(settings)
  const redeem = createRedeem(settings, configuration)

  return {
    begin: async (relogin) => {
      const server = await configuration()
      const pending = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const query = { redirect_uri: redirectUri, scope: settings.scope, ...(relogin && { prompt: 'login' }) }
      return { address: await addressOf(server, pending, query), pending }
    },

    finish: async (search, { state, nonce, verifier }) => {
      const expected = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }
      const { tokens, who } = await redeem((server) =>
        oidc.authorizationCodeGrant(server, new URL(redirectUri + search), expected),
      )
      return { who, idToken: tokens.id_token!, refreshToken: tokens.refresh_token }
    },

    refresh: async (refreshToken, person) => {
      const { tokens, who } = await redeem((server) => oidc.refreshTokenGrant(server, refreshToken))
      if (who.person !== person) throw new SignInProblem('REFUSED')
      return { who, refreshToken: tokens.refresh_token ?? refreshToken }
    },

    signOutAddress: async (idToken) => {
      // The local sign-out is done already and must not wait for a provider that is away.
      const server = await configuration().catch(() => undefined)
      if (!server?.serverMetadata().end_session_endpoint) return undefined
      return oidc.buildEndSessionUrl(server, {
        post_logout_redirect_uri: settings.publicUrl + signedOutPath,
        ...(idToken !== undefined && { id_token_hint: idToken }),
      }).href
    },
  }
}
