import http from 'node:http'
import { SignJWT, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { present } from './present.js'
import { addressOf } from './typed.js'

export interface TestIdentityProvider {
  readonly issuer: string
  readonly client: { readonly clientId: string; readonly clientSecret: string }
  /** The person who signs in from now on, without a prompt, and their claims. */
  readonly is: (subject: string, claims?: Readonly<Record<string, unknown>>) => void
  /** How long id tokens are valid; negative: already expired; undefined: the default. */
  readonly idTokensHold: (seconds: number | undefined) => void
  /**
   * The status of every answer to other servers from now on, 400 and 401 as to a client with a wrong secret; undefined:
   * normal answers.
   */
  readonly fails: (status: number | undefined) => void
  /** Whether later sign-ins get a refresh token. */
  readonly renews: (does: boolean) => void
  /** Forgets all sign-ins, so that it refuses to renew them. */
  readonly forgets: () => void
  readonly stop: () => Promise<void>
}

/** Stores what the provider has to keep, in memory. */
const createAdapter = (rows: Map<string, Record<string, unknown>>) =>
  class {
    constructor(readonly kind: string) {}
    private key = (id: string) => `${this.kind} ${id}`
    upsert = async (id: string, row: Record<string, unknown>) => void rows.set(this.key(id), row)
    find = async (id: string) => rows.get(this.key(id))
    findByUid = async (uid: string) =>
      [...rows].find(([key, row]) => key.startsWith(`${this.kind} `) && row['uid'] === uid)?.[1]
    consume = async (id: string) => {
      const row = rows.get(this.key(id))
      if (row) row['consumed'] = Math.floor(Date.now() / 1000)
    }
    destroy = async (id: string) => void rows.delete(this.key(id))
    revokeByGrantId = async (grantId: string) => {
      for (const [key, row] of rows) if (row['grantId'] === grantId) rows.delete(key)
    }
  }

/**
 * A real OpenID Connect provider for the service at this address, which signs in its only person without a prompt. As
 * `localhost` it is another site than 127.0.0.1; another port would be the same site.
 */
export const startIdentityProvider = async (
  serviceUrl: string,
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<TestIdentityProvider> => {
  let subject = 'nobody'
  let claims: Readonly<Record<string, unknown>> = {}
  let holdSeconds: number | undefined
  let failing: number | undefined
  let renews = true
  const rows = new Map<string, Record<string, unknown>>()
  let serve: http.RequestListener = () => undefined
  const server = http.createServer((request, response) => {
    if (failing === undefined || !/^\/(token|me|jwks|\.well-known)\b/.test(present(request.url)))
      return serve(request, response)
    const isOurs = failing === 400 || failing === 401
    if (isOurs) response.setHeader('content-type', 'application/json')
    if (failing === 401) response.setHeader('www-authenticate', 'Basic realm="token"')
    response.writeHead(failing).end(isOurs ? '{"error":"invalid_client"}' : undefined)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const issuer = `http://${host}:${addressOf(server).port}`
  const client = { clientId: 'cauri', clientSecret: 'a secret of the client' }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    adapter: createAdapter(rows),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${serviceUrl}/sign-in/callback`],
        post_logout_redirect_uris: [`${serviceUrl}/signed-out`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['a key of the cookies'] },
    claims: { openid: ['sub'], profile: ['name', 'roles', 'groups'], email: ['email'] },
    conformIdTokenClaims: true,
    issueRefreshToken: () => renews,
    rotateRefreshToken: true,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (context: { body: string }, form: string) => {
          context.body = `<!doctype html><title>Leaving</title>${form}<button form="op.logoutForm" name="logout" value="yes">Leave</button>`
        },
      },
    },
    interactions: { url: () => '/comes-by' },
    ttl: {
      IdToken: 3600,
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 60,
      Interaction: 60,
      Session: 60,
      RefreshToken: 3600,
    },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...claims }),
    }),
    loadExistingGrant: async (context: {
      readonly oidc: { readonly client: { clientId: string }; readonly session: { accountId: string } }
    }) => {
      const { clientId } = context.oidc.client
      const grant = new provider.Grant({ clientId, accountId: context.oidc.session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    if (context.path !== '/comes-by') {
      await next()
      if (context.path !== '/token' || holdSeconds === undefined || !context.body.id_token) return
      const { id_token: token } = context.body
      const exp = Math.floor(Date.now() / 1000) + holdSeconds
      const { kid } = decodeProtectedHeader(token)
      const header = { alg: 'RS256', ...(kid !== undefined && { kid }) }
      const late = new SignJWT({ ...decodeJwt(token), exp }).setProtectedHeader(header)
      context.body.id_token = await late.sign(privateKey)
      return
    }
    const login = { accountId: subject, remember: false }
    context.redirect(await provider.interactionResult(context.req, context.res, { login }))
  })
  serve = provider.callback()
  return {
    issuer,
    client,
    is: (id, more = {}) => {
      subject = id
      claims = more
    },
    idTokensHold: (seconds) => (holdSeconds = seconds),
    fails: (status) => (failing = status),
    renews: (does) => (renews = does),
    forgets: () => rows.clear(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
