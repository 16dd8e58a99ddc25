import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database, Row } from '../../src/platform/database/database.js'
import { openDatabase } from '../../src/app/open-database.js'
import { createClient } from '../../src/scoring-service/clients/manage-clients.js'
import type { BureauAnswer, BureauQuery, CreditBureau } from '../../src/scoring-service/model/bureau.js'
import {
  createScoring,
  type Scoring,
  type ScoringSettings,
} from '../../src/scoring-service/create-scoring.js'
import type { BureauBody } from '../../src/scoring-service/service/deps.js'
import { type Engine, type EngineRequest } from '../../src/scoring-service/model/engine.js'
import { productCodes, type ProductCode } from '../../src/scoring-contract/words.js'
import { engineAbsent } from './engine-absent.js'
import type { Environment } from '../../src/scoring-contract/environment.js'
import type { Peppers } from '../../src/platform/identity/keys/keys.js'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import type { LimitSettings } from '../../src/scoring-service/service/limits.js'
import { createFilesStore } from '../../src/platform/files/files-store.js'
import { openStaging, type Staging } from '../../src/platform/files/staging.js'
import { createLogger } from '../../src/platform/log/log.js'
import { systemClock } from '../../src/kernel/clock.js'
import { startStubServer, type StubServer } from '../running/stub-server.js'
import { settingsOf, type TestDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { createCaller, type Caller } from './caller.js'
import { Writable } from 'node:stream'
import { present } from '../support/present.js'

export const pepper = 'a pepper of the tests'

export const plentiful: LimitSettings = {
  tokensPerMinute: 100_000,
  resultsPerMinute: 100_000,
  requestsPerMinute: { live: 100_000, sandbox: 100_000 },
  requestsPerDay: { live: 100_000, sandbox: 100_000 },
  readingSecondsPerDay: { live: 100_000, sandbox: 100_000 },
  uploadBytesPerDay: { live: 1e12, sandbox: 1e12 },
}

const settingsWith = (changes: Partial<ScoringSettings>): ScoringSettings => ({
  publicUrl: undefined,
  signingKeys: developmentKeyRing('signing'),
  sealingKeys: developmentKeyRing('sealing'),
  tokenSeconds: 900,
  limits: plentiful,
  documentTypeAliases: new Map([['KOLA_STATEMENT', 'WALLET_STATEMENT']]),
  developmentClients: true,
  ...changes,
})

/** The bureau body of tests, which shows only its inputs. */
export const bureauBody: BureauBody = (subject, answer, asOf) => ({
  json: JSON.stringify({
    status: 'success',
    code: 200,
    data: { subject, bureau: { kind: answer.kind }, asOf: asOf.toISOString() },
  }),
})

/** An engine that can read every document. */
export const readsAll: Engine = async ({ requestId, documents, bureau }) => ({
  documents: documents.map(({ documentName }) => ({ documentName, state: 'PARSED' })),
  bodies: documents.map(({ documentName }) => ({
    json: JSON.stringify({
      status: 'success',
      code: 200,
      data: {
        requestId,
        documentName,
        bureau: bureau?.answer.kind === 'Found' ? bureau.answer.report.bureau : null,
      },
    }),
  })),
})

export const noRecord: BureauAnswer = {
  kind: 'NoRecord',
  bureau: 'fake',
  reference: 'R-1',
  responseDigest: '0'.repeat(64),
}

/**
 * The clock of the machine, moved on. Limits per minute and leases do not move: they use the clocks of the process and
 * of the database.
 */
const createMovedClock = () => {
  let moved = 0
  return {
    now: () => systemClock.now() + moved,
    advance: (ms: number) => void (moved += ms),
    reset: () => void (moved = 0),
  }
}

export interface ScoringWorld {
  readonly url: string
  readonly databaseUrl: string
  /** Holds the store and the staging directory. */
  readonly directory: string
  readonly database: Database
  readonly clock: ReturnType<typeof createMovedClock>
  readonly scoring: Scoring
  readonly server: StubServer
  /** A caller with the credentials of the development client of an environment. */
  readonly caller: (environment?: Environment) => Promise<Caller>
  /** A caller for a new client. */
  readonly newClient: (environment?: Environment, products?: readonly ProductCode[]) => Promise<Caller>
  readonly engine: { current: Engine; readonly requests: EngineRequest[] }
  readonly staging: Staging
  /** Calls `adapter` if it is set; otherwise the answer is `current`. */
  readonly bureau: {
    current: BureauAnswer
    adapter: CreditBureau | undefined
    readonly queries: BureauQuery[]
  }
  /** Processes requests until none is due. */
  readonly process: () => Promise<void>
  readonly cleanUp: () => Promise<void>
  /** The names of all files in the store and in the staging directory. */
  readonly files: () => Promise<string[]>
  /** Puts an object into the store without the service. */
  readonly store: (key: string, bytes: string) => Promise<void>
  readonly rows: (statement: string, ...parameters: readonly unknown[]) => Promise<Row[]>
  readonly write: (statement: string, ...parameters: readonly unknown[]) => Promise<number>
  /** Is called before each SQL statement outside a transaction; an error that it throws counts as one of the database. */
  readonly beforeStatement: { current: () => Promise<unknown> }
  readonly printed: () => string
  readonly close: () => Promise<void>
}

export interface ScoringOptions {
  readonly settings?: Partial<ScoringSettings>
  readonly timeScale?: number
  readonly hasLiveBureau?: boolean
  /** Makes the body of P7. By default a body that shows only its inputs. */
  readonly bureauBody?: BureauBody
  /** By default the peppers of the tests. */
  readonly peppers?: Peppers
  /** A database that another world opened, to share it. */
  readonly databaseUrl?: string
}

const nothing = async (): Promise<void> => undefined

let clients = 0

export const openScoringWorld = async (
  database: TestDatabase,
  options: ScoringOptions = {},
): Promise<ScoringWorld> => {
  const { peppers = { pepper } } = options
  const created = options.databaseUrl === undefined ? await database.createMigrated() : undefined
  const databaseUrl = options.databaseUrl ?? present(created).url
  const db = await openDatabase(settingsOf(databaseUrl))
  const directory = await mkdtemp(join(tmpdir(), 'cauri-scoring-'))
  const clock = createMovedClock()
  const engine: ScoringWorld['engine'] = { current: engineAbsent, requests: [] }
  const bureau: ScoringWorld['bureau'] = { current: noRecord, adapter: undefined, queries: [] }
  const beforeStatement: ScoringWorld['beforeStatement'] = { current: nothing }
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  const askBureau: CreditBureau = async (query, signal) => {
    bureau.queries.push(query)
    return bureau.adapter ? bureau.adapter(query, signal) : bureau.current
  }
  const staging = openStaging(join(directory, 'staging'))
  const scoring = await createScoring(settingsWith(options.settings ?? {}), {
    database: {
      ...db,
      inOneStatement: (work) => beforeStatement.current().then(() => db.inOneStatement(work)),
      purgeDeleted: () => db.purgeDeleted(),
    },
    clock,
    log: createLogger({ logLevel: 'debug' }, sink),
    ...peppers,
    objects: createFilesStore(join(directory, 'documents')),
    staging,
    engine: (request, signal) => {
      engine.requests.push(request)
      return engine.current(request, signal)
    },
    bureaus: {
      live: options.hasLiveBureau === false ? undefined : { source: 'fake', ask: askBureau },
      sandbox: { source: 'fake sandbox', ask: askBureau },
    },
    bureauBody: options.bureauBody ?? bureauBody,
    timeScale: options.timeScale ?? 1,
    onQueued: () => undefined,
  })
  const server = await startStubServer({ scoring: scoring.routes })
  const whole = new AbortController().signal
  const waiting = async (): Promise<number> => {
    const due = `SELECT COUNT(*) AS n FROM scoring_requests WHERE due_at <= ${db.dialect.nowMs}`
    return Number((await db.read.all(due))[0]?.['n'])
  }
  return {
    url: server.url,
    databaseUrl,
    directory,
    database: db,
    clock,
    scoring,
    server,
    caller: (environment = 'live') =>
      createCaller(server.url, environment, {
        clientId: environment === 'live' ? 'dev-scoring-client' : 'dev-sandbox-client',
        secret: environment === 'live' ? 'dev-scoring-secret' : 'dev-sandbox-secret',
        apiKey: environment === 'live' ? 'dev-scoring-key' : 'dev-sandbox-key',
      }),
    newClient: async (environment = 'live', products = productCodes) => {
      const clientId = `client-${++clients}`
      const deps = { database: db, pepper: peppers.pepper, now: clock.now() }
      const credentials = await createClient(deps, { clientId, name: clientId, environment, products })
      return createCaller(server.url, environment, { clientId, ...credentials })
    },
    engine,
    staging,
    bureau,
    process: () =>
      eventually('all that is due is processed', async () => {
        await scoring.process(whole)
        await scoring.idle()
        return (await waiting()) === 0
      }),
    cleanUp: () => scoring.cleanUp(whole),
    files: async () =>
      (await readdir(directory, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    store: async (key, bytes) => {
      const path = join(directory, 'one-object')
      await writeFile(path, bytes)
      await createFilesStore(join(directory, 'documents')).keep(key, path)
    },
    rows: (statement, ...parameters) => db.read.all(statement, parameters),
    write: (statement, ...parameters) => db.inTransaction((tx) => tx.run(statement, parameters)),
    beforeStatement,
    printed: () =>
      lines.join('') +
      server
        .logged()
        .map((line) => JSON.stringify(line))
        .join('\n'),
    close: async () => {
      await server.stop()
      await scoring.close()
      await db.close()
      await created?.drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/**
 * One world for a suite. Each test begins with the machine's own time, an engine that knows no layout, and no open
 * request of an earlier test, which would come due and take a place in flight.
 */
export const scoringWorldFor = (database: TestDatabase, options?: ScoringOptions): (() => ScoringWorld) => {
  let world: ScoringWorld
  beforeAll(async () => {
    world = await openScoringWorld(database, options)
  })
  afterEach(async () => {
    world.clock.reset()
    world.beforeStatement.current = nothing
    await world.write('UPDATE scoring_requests SET due_at = NULL WHERE due_at IS NOT NULL')
    world.engine.current = engineAbsent
    world.engine.requests.length = 0
    world.bureau.current = noRecord
    world.bureau.adapter = undefined
    world.bureau.queries.length = 0
  })
  afterAll(() => world.close())
  return () => world
}
