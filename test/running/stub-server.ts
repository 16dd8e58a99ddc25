import { Writable } from 'node:stream'
import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginLandingPageLocalDefault } from '@apollo/server/plugin/landingPage/default'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { Actor } from '../../src/kernel/call.js'
import { allRoles } from '../../src/app/config/process-roles.js'
import { createHttpServer, type HttpParts, type RequestCall } from '../../src/app/http/http-server.js'
import { authenticator } from '../../src/platform/identity/keys/authenticator.js'
import { createLogger } from '../../src/platform/log/log.js'
import { recordOf } from '../support/typed.js'

export interface StubContext {
  readonly caller: Actor
  readonly call: RequestCall
}

export interface StubServer {
  readonly app: FastifyInstance
  readonly url: string
  readonly callbacks: string[]
  readonly logged: () => Record<string, unknown>[]
  /** Closes the server as the service does. */
  readonly stop: () => Promise<void>
}

const config = {
  production: false,
  roles: allRoles,
  tls: undefined,
  trustProxy: false,
  rateLimitPerSecond: undefined,
} as const

/** The real HTTP server on a free port, with stubs behind it. `facade` echoes its input unless it is replaced. */
export const startStubServer = async (
  changes: Omit<Partial<HttpParts<StubContext>>, 'config'> & {
    config?: Partial<HttpParts<StubContext>['config']>
    port?: number
  } = {},
): Promise<StubServer> => {
  const settings = { ...config, ...changes.config }
  const lines: string[] = []
  const callbacks: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  const apollo = new ApolloServer<StubContext>({
    typeDefs: 'type Query { who: String, id: String, language: String }',
    resolvers: {
      Query: {
        who: (_root, _args, context: StubContext) => context.caller.name,
        id: (_root, _args, context: StubContext) => context.call.requestId,
        language: (_root, _args, context: StubContext) => context.call.language,
      },
    },
    plugins: settings.production ? [] : [ApolloServerPluginLandingPageLocalDefault()],
    nodeEnv: 'production',
  })
  await apollo.start()
  const app = await createHttpServer<StubContext>({
    log: createLogger({ logLevel: 'debug' }, sink),
    authenticate: authenticator({ production: false, keyPepper: 'pepper', apiClients: [] }),
    facade: {
      handle: async (endpoint, body, contextFor, requestId) => {
        const context = contextFor({
          operationName: 'stub_operation',
          languageCode: 'en',
          sessionIdentifier: 's-1',
          journeyIdentifier: 'j-1',
        }) as StubContext
        const seen = {
          endpoint,
          body: body.toString(),
          who: context.caller.name,
          call: context.call,
          requestId,
        }
        return { status: 200, body: JSON.stringify(seen) }
      },
    },
    contextFor: (caller, call) => ({ caller, call }),
    apollo,
    callback: (reference) => callbacks.push(reference),
    ready: async () => ({ ok: true, detail: { database: 'ok' } }),
    metrics: new Registry(),
    ...changes,
    config: settings,
  })
  const url = await app.listen({ host: '127.0.0.1', port: changes.port ?? 0 })
  return {
    app,
    url: settings.tls ? url.replace('http:', 'https:') : url,
    callbacks,
    logged: () => lines.map((line) => recordOf(JSON.parse(line))),
    stop: async () => {
      await app.close()
      await apollo.stop()
    },
  }
}
