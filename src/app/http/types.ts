import type { ApolloServer, BaseContext } from '@apollo/server'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '../config/config.js'
import type { ExportRequest } from '../exports/create-exports.js'
import type { Export } from '../exports/export-slots.js'
import type { StatementCopy } from '../../bank/statements/copy-statement.js'
import type { GraphqlOperation } from '../../platform/graphql/server/metrics-plugin.js'
import type { Docs } from '../../platform/docs/create-docs.js'
import type { Authenticate } from '../../platform/identity/keys/authenticator.js'
import type { Actor } from '../../kernel/call.js'
import type { Role } from '../../platform/identity/roles.js'
import type { Logger } from '../../platform/log/log.js'
import type { Pages } from '../../platform/pages/read-pages.js'
import type { ScoringRoutes } from '../../scoring-service/api/routes.js'
import type { ReadScore } from '../../score-requests/report/facts.js'
import type { SimulatorDeps } from '../../simulator/simulator-routes.js'
import type { Language } from '../../kernel/call.js'
import type { SignInParts } from './sign-in-routes.js'

/** The two endpoints of the contract; each has a path of its own. */
export type Endpoint = 'getdynamicarguments' | 'getdynamicoptions'

/** The envelope's metadata, once it is known to be well-formed. */
export interface EnvelopeCall {
  readonly operationName: string
  readonly languageCode: Language
  readonly sessionIdentifier: string
  readonly journeyIdentifier: string
}

/** What is known of a request besides its caller. A GraphQL context is made from it and the caller. */
export interface RequestCall {
  readonly language: Language
  readonly session: string | null
  readonly journey: string | null
  readonly requestId: string
  readonly address: string
}

/** The roles that may send files with a GraphQL request, the longest file, and the function that receives one. */
export interface FileIntake {
  readonly roles: readonly Role[]
  readonly bytesMax: number
  /** Writes a file to disk while it arrives. Refuses: INVALID_ARGUMENT. Throws NoRoom when the disk is nearly full. */
  readonly take: (source: AsyncIterable<Buffer>) => Promise<{ readonly path: string }>
}

/** Makes a file of a list or a report, for this caller. */
export type OpenExport = (caller: Actor, call: RequestCall, request: ExportRequest) => Promise<Export>

/** The dependencies of the server, passed in by the composition root. */
export interface HttpParts<Context extends BaseContext> {
  readonly config: Pick<Config, 'production' | 'roles' | 'tls' | 'trustProxy' | 'rateLimitPerSecond'> &
    Partial<Pick<Config, 'admin' | 'stage' | 'timeZone' | 'explorerOrigins'>>
  readonly log: Logger
  readonly authenticate: Authenticate
  readonly facade: {
    handle(
      endpoint: Endpoint,
      body: Buffer,
      contextFor: (call: EnvelopeCall) => unknown,
      requestId: string,
    ): Promise<{ status: number; body: string }>
  }
  readonly contextFor: (caller: Actor, call: RequestCall) => Context
  /**
   * Replaces each placeholder in the text of the answer by the result of a score request, which is JSON text already: megabytes of it are
   * not parsed only to be serialised again.
   */
  readonly completeAnswer?: (context: Context, answer: string) => string
  /** Already started. The composition root stops it after the server is closed. */
  readonly apollo: ApolloServer<Context>
  /** Polls the order that a callback of the provider names, by our reference or by our external id; nothing else in the callback is used. */
  readonly callback: (reference: string) => void
  /** The scoring service; undefined where only the savings service is served. */
  readonly scoring?: ScoringRoutes
  /** Undefined: there is no page at `/docs`. */
  readonly docs?: Docs | undefined
  /** The built pages; undefined if they were not built. */
  readonly pages?: Pages | undefined
  /** The version of this service, which pages show. */
  readonly version?: string
  /** Lists and reports as files; undefined in a process that serves none. */
  readonly openExport?: OpenExport
  /** A statement for a customer at a counter; undefined in a process that serves none. */
  readonly copyStatement?: (
    caller: Actor,
    address: string,
    reference: string,
  ) => Promise<StatementCopy | 'NOT_FOUND' | 'BEING_WITHDRAWN'>
  /** How persons sign in; undefined: by keys alone. */
  readonly signIn?: SignInParts | undefined
  /** Undefined where GraphQL takes no files. */
  readonly intake?: FileIntake
  /** Our own upload addresses for documents to be scored. */
  readonly scoreUploads?: (app: FastifyInstance) => Promise<void>
  /** Writes audit rows about what a caller has read, or was refused, and from which address. */
  readonly accessAudit?: {
    readonly recordRead: (caller: Actor, address: string, what: string, id: string) => Promise<void>
    readonly recordRefusal: (caller: Actor, address: string, what: string) => void
  }
  /** Undefined on the production stage, which has no simulator. */
  readonly simulator?: SimulatorDeps | undefined
  /** `isExpected`: that it is not ready is no failure, as while it starts or stops. */
  readonly ready: () => Promise<{ ok: boolean; isExpected?: boolean; detail: Record<string, string> }>
  readonly metrics: Registry
  /** Undefined: this process keeps no scores, and has no reports of them. */
  readonly readScore?: ReadScore
  /** The time limit of a request in milliseconds, after which it is answered 503 or 408 (cut-late-answers.ts); 4000 by default. */
  readonly requestTimeoutMs?: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; set by `requireKey`, undefined on open routes. */
    caller: Actor | undefined
    /** The operation of the envelope, for the log. */
    operation: string | undefined
    /** The operation of a GraphQL request, once it is answered. */
    graphqlOperation: GraphqlOperation | undefined
    /** Ends the request when it takes too long. */
    timer: NodeJS.Timeout | undefined
  }
}
