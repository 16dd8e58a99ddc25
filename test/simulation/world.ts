import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import axios from 'axios'
import { execute, parse, validate, type DocumentNode, type ExecutionResult } from 'graphql'
import { Registry } from 'prom-client'
import { createFacade, type Endpoint } from '../../facade/facade.js'
import { cleanRequestLog } from '../../src/bank/retention/clean-request-log.js'
import { ensureSystemClock } from '../../src/bank/business-clock/clocks.repository.js'
import { releaseOrphanedLeases } from '../../src/bank/end-of-day/lease.js'
import { runEndOfDay, advanceTestClocks } from '../../src/bank/end-of-day/walk-clocks.js'
import { packageRoot } from '../../src/app/config/config.js'
import type { Database } from '../../src/platform/database/database.js'
import { openDatabase } from '../../src/app/open-database.js'
import { isOutage } from '../../src/platform/database/health/outage.js'
import { createTotalsComparison } from '../../src/platform/evidence/compare-totals.js'
import { createSealing } from '../../src/platform/evidence/seal-evidence.js'
import { pausable } from '../../src/back-office/queues/paused-work.js'
import { createContext } from '../../src/app/context.js'
import type { Domain } from '../../src/app/domain.js'
import { createSchema } from '../../src/app/schema.js'
import { createPseudonyms } from '../../src/platform/identity/pseudonym.js'
import { createWatch } from '../../src/platform/identity/watch.js'
import { closeDays } from '../../src/bank/ledger/close-days.js'
import { compareOrders } from '../../src/bank/payments/drive/compare-orders.js'
import {
  createOrdersInFlight,
  dispatchOrders,
  pollOrders,
  type OrderWorld,
} from '../../src/bank/payments/drive/dispatch-and-poll.js'
import { endTestOrders } from '../../src/bank/payments/drive/end-test-orders.js'
import { createPollOnCallback } from '../../src/bank/payments/drive/poll-on-callback.js'
import { createMomoProvider } from '../../src/bank/payments/momo/http.js'
import { parseProducts } from '../../src/bank/products/product-file.js'
import { publishFirstProducts, publishVersions } from '../../src/bank/products/publish-products.js'
import { expireApprovals } from '../../src/back-office/approvals/expire-approvals.js'
import { createSavingsOutcomes } from '../../src/bank/savings/settlement/outcomes.js'
import { continueClosings } from '../../src/bank/savings/closing/continue-closings.js'
import { releaseDueHolds } from '../../src/bank/savings/payouts/release-holds.js'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { openStaging } from '../../src/platform/files/staging.js'
import { anonymiseScoresOf } from '../../src/score-requests/drive/anonymise-score.js'
import { civilDate } from '../../src/kernel/calendar.js'
import type { Actor, Call, Role } from '../../src/kernel/call.js'
import { systemClock } from '../../src/kernel/clock.js'
import { newId } from '../../src/kernel/ids.js'
import { market } from '../../src/kernel/market.js'
import type { Work } from '../../src/kernel/work.js'
import { createScoringService } from '../../src/score-requests/client/service.js'
import { wipeScores } from '../../src/score-requests/drive/wipe-scores.js'
import { createScoreWorker } from '../../src/score-requests/drive/worker.js'
import type { DriveScoresDeps } from '../../src/score-requests/model/deps.js'
import { receiveDocument } from '../../src/score-requests/requests/receive-document.js'
import { checkScoreRequest } from '../../src/scoring-contract/check-score-request.js'
import { bureauBody } from '../../src/scoring-service/bodies/bureau-body.rules.js'
import type { ScoringClient } from '../../src/scoring-service/clients/client.entity.js'
import { cleanUp } from '../../src/scoring-service/processing/clean-up.js'
import { createWorker } from '../../src/scoring-service/processing/worker.js'
import { submitRequest } from '../../src/scoring-service/requests/submit-request.js'
import type { ScoringDeps } from '../../src/scoring-service/service/deps.js'
import { rollUpDays } from '../../src/bank/insights/roll-up.js'
import { readContents } from '../../src/bank/statements/contents/contents.read.js'
import { createDelivery } from '../../src/bank/statements/deliver-statements.js'
import type { StatementMail } from '../../src/bank/statements/mail/port.js'
import { booksProblems } from '../support/books.js'
import { scratchFolder } from '../support/scratch.js'
import { createDisk, currentTick, type Disk } from './disk.js'
import { createMachine, type Machine } from './machine.js'
import type { Print } from './printed-statements.js'
import { productsOf, type ProductFacts } from './products.js'
import { createRandom, type Random } from './random.js'
import {
  createBureau,
  createForgetfulStore,
  createOtherScoring,
  otherScoringAddress,
  type OtherScoring,
} from './scoring.js'
import { createWallet, type Wallet } from './wallet.js'
import { present } from '../support/present.js'
import { dateOf, shaped } from '../support/typed.js'
import { z } from 'zod'
import { standIn } from '../support/stand-in.js'

export type Values = Readonly<Record<string, string>>

/** The answer to a caller of the gateway. */
export interface WireAnswer {
  readonly status: number
  readonly body: string
}

type Data = Record<string, unknown>

/** One of two worker processes on the same database. */
export type Worker = 0 | 1

/** The service with all that surrounds it: callers, staff, workers, the provider and the machine. */
export interface World {
  readonly machine: Machine
  readonly disk: Disk
  readonly wallet: Wallet
  readonly products: readonly ProductFacts[]
  readonly otherScoring: OtherScoring
  /** Uploads a document of a score request to our own address. */
  readonly receive: (document: string) => Promise<unknown>
  /** Requests a bureau report about a person from our own scoring service. */
  readonly askScoring: (nationalId: string, key: string) => Promise<void>
  /** How often a mail was accepted, by the Message-ID of its statement. */
  readonly mails: ReadonlyMap<string, number>
  /** Notifications of due work since this set was last cleared. */
  readonly nudges: Set<string>
  /** The errors in the log. */
  readonly errors: string[]
  /** The jobs of this seed: expensive ones run in some seeds only. */
  readonly workNames: () => readonly string[]
  /** Resets everything for a seed. */
  readonly begin: (seed: number, startsAt: number) => Promise<void>
  readonly wire: (operation: string, sent: Values, session?: string) => Promise<WireAnswer>
  readonly ask: (who: Staff, query: string, variables?: Data) => Promise<ExecutionResult<Data>>
  /** One run of a job, by the first worker or the second. */
  readonly tick: (name: string, worker?: Worker) => Promise<void>
  readonly callback: (reference: string) => Promise<void>
  /** Publishes a version of a product. */
  readonly publish: (product: ProductFacts) => Promise<void>
  /** Replaces the process by a new one with empty memory. */
  readonly restart: () => Promise<void>
  /** The next mails take seconds until they are accepted or deferred. */
  readonly delayMails: (count: number) => void
  /** Ends the faults of mails and of the provider. */
  readonly calm: () => void
  readonly booksProblems: () => Promise<string[]>
  /** Reads what a statement would contain. */
  readonly print: Print
  readonly today: () => string
  readonly close: () => void
}

const person = (name: string, ...roles: readonly Role[]): Actor => ({ name, id: name, roles: new Set(roles) })
const staff = {
  clerk: person('clerk', 'BACK_OFFICE'),
  colleague: person('colleague', 'BACK_OFFICE'),
  /** May propose and approve, but not approve their own proposals. */
  both: person('both', 'BACK_OFFICE', 'APPROVER'),
  approver: person('approver', 'APPROVER'),
  analyst: person('analyst', 'ANALYST'),
  admin: person('admin', 'ADMIN'),
}
export type Staff = keyof typeof staff
const gateway = person('gateway', 'GATEWAY', 'TESTER')
const job: Actor = { name: 'job', roles: new Set() }

/** The name and phone number in all score requests; each request has a national ID of its own. */
export const scored = { firstName: 'Awa', lastName: 'Mbarga', phoneNumber: '+237670000010' }
/** The client that calls our own scoring service. */
const client = standIn<ScoringClient>({
  id: 'dev-scoring-client',
  environment: 'live',
  products: 'P7',
})

const payoutMax = 60_000n
const collectionMax = 900_000n
const payeeNote = 'payout'
const pepper = 'a pepper'
/** More instants than `newId` remembers: once it has made an id for each of these, it has forgotten the earlier seed. */
const instantsForgotten = 1100

const rowsOperations = new Set([
  'list_offerable_products',
  'list_locked_accounts',
  'list_opt_out_positions',
  'list_recent_transactions',
  'list_clocked_customers',
])
const endpointOf = (operation: string): Endpoint =>
  rowsOperations.has(operation) ? 'getdynamicoptions' : 'getdynamicarguments'

const credentials = { subscriptionKey: 'key', apiUser: 'user', apiKey: 'key' }

/**
 * Opens the service once in a process; each seed begins with the image of the database that is taken here.
 * @param server the address of an empty database of its own, to be used instead of a file
 */
export const openWorld = async (server?: string): Promise<World> => {
  const machine = createMachine()
  const directory = await scratchFolder('cauri-simulation-')
  const file = join(directory, 'cauri.sqlite')
  const disk =
    server === undefined
      ? createDisk(file, machine.now)
      : await (await import('./server.js')).createServer(server, machine)
  const wallet = createWallet(machine)
  const nudges = new Set<string>()
  const errors: string[] = []
  const mails = new Map<string, number>()
  let ofMail: Random = createRandom(0)
  let isCalm = false
  let slowMails = 0
  let isRolledUp = false

  machine.begin(Date.UTC(2026, 0, 1), createRandom(0))
  const database: Database = await openDatabase(
    server === undefined ? { kind: 'sqlite', file } : { kind: 'mysql', url: server, poolSize: 8 },
  )
  const clock = systemClock
  const today = civilDate(market.timeZone)
  const callOf = (actor: Actor, facts: Partial<Call> = {}): Call => {
    const now = clock.now()
    return {
      now,
      today: today(now),
      zone: market.timeZone,
      language: 'en',
      actor,
      session: null,
      journey: null,
      ...facts,
    }
  }
  const jobCall = () => callOf(job)
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (facts: object, message: string) => {
      const { err } = shaped(z.object({ err: z.unknown().optional() }), facts)
      errors.push(err instanceof Error ? `${message}: ${err.stack ?? err.message}` : message)
    },
  }
  const products = productsOf()
  await publishFirstProducts({ database }, jobCall(), parseProducts(JSON.stringify(products)))
  await disk.keep()

  const nudge =
    (...names: readonly string[]) =>
    () =>
      names.forEach((name) => nudges.add(name))
  const release = { payoutMax, payeeNote }
  const recordDeps = { timing: { scale: 1 }, outcomes: createSavingsOutcomes(release), log }
  const otherScoring = createOtherScoring(machine)
  const bureau = createBureau(machine)
  const objects = createForgetfulStore(join(directory, 'documents'))
  axios.defaults.adapter = (config) =>
    String(config.url).startsWith(otherScoringAddress) ? otherScoring.handle(config) : wallet.handle(config)
  const staging = openStaging(join(directory, 'staging'))
  const onOrder = nudge('dispatch-orders', 'dispatch-test-orders')
  // Counts in memory the customers that each person looks up, until the process ends.
  let watch = createWatch({ database, log })
  const domain: Domain = {
    database,
    testClocks: { enabled: true, msisdns: undefined },
    collectionMax,
    accountNumbers: {},
    clockStallSeconds: 30,
    ...release,
    onOrder,
    recordDeps,
    onWalk: nudge('walk-clocks'),
    onUnfinishedClosing: nudge('leave-savings'),
    onStatement: nudge('send-statements'),
    onReset: nudge('end-test-orders'),
    scores: {
      objects,
      staging,
      sealing: developmentKeyRing('sealing'),
      signing: developmentKeyRing('signing'),
      pepper,
      onScore: nudge('drive-scores'),
    },
    erasing: { objects, pepper, forgetOwn: anonymiseScoresOf },
    keys: { pepper, pseudonyms: createPseudonyms(pepper), refresh: async () => undefined },
    get watch() {
      return watch
    },
  }
  const schema = createSchema(domain)
  const documents = new Map<string, DocumentNode>()
  /** Parsed and validated queries; the staff send a few dozen different ones. */
  const documentOf = (source: string): DocumentNode => {
    let document = documents.get(source)
    if (!document) {
      documents.set(source, (document = parse(source)))
      const [error] = validate(schema, document)
      if (error) throw error
    }
    return document
  }
  const facade = createFacade({
    schema,
    operations: join(packageRoot, 'facade', 'operations'),
    onFailure: (error) => {
      const outage = isOutage(error) || disk.isDead()
      if (!outage) errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
      return { isOutage: outage, incident: 'I' }
    },
  })

  const scores: Omit<DriveScoresDeps, 'service'> = {
    ...domain.scores,
    database,
    clock,
    log,
    jobCall,
    timing: { scale: 1 },
    onAlarm: () => undefined,
  }
  const scoring = {
    ...scores,
    tokens: undefined,
    limits: { refund: async () => undefined },
    documentTypeAliases: {},
    engine: () => Promise.reject(new Error('no reader of documents here')),
    bureaus: { live: { place: 'b', ask: bureau.ask }, sandbox: undefined },
    bureauBody,
    timeScale: 1,
    onQueued: nudge('process-scoring'),
  } as unknown as ScoringDeps

  const mailer = {
    send: async (mail: StatementMail) => {
      const luck = isCalm ? 1 : ofMail.next()
      if (!isCalm && slowMails > 0) {
        slowMails--
        await new Promise((resolve) => setTimeout(resolve, ofMail.between(500, 6000)))
        if (luck < 0.5) return { state: 'LATER', problem: 'ECONNECTION' } as const
      }
      if (luck < 0.05) return { state: 'REFUSED', problem: 'EENVELOPE 550' } as const
      if (luck < 0.12) return { state: 'LATER', problem: 'ECONNECTION' } as const
      mails.set(mail.messageId, (mails.get(mail.messageId) ?? 0) + 1)
      // The mail was accepted, and the answer was lost.
      if (luck < 0.17) return { state: 'LATER', problem: 'ETIMEDOUT' } as const
      return { state: 'SENT' } as const
    },
  }

  /** What a process keeps in memory, wired as in `src/app/app.ts`. */
  const openProcess = () => {
    const ofWallet = { targetEnvironment: 'sandbox', collection: credentials, disbursement: credentials }
    const providerAt = (baseUrl: string, immediate = false) =>
      createMomoProvider({ ...ofWallet, baseUrl, immediate }, clock)
    const providers = {
      real: providerAt('http://wallet.example'),
      test: providerAt('http://emulator.example'),
      walk: providerAt('http://emulator.example', true),
    }
    const orders = { ...recordDeps, database, providers, jobCall }
    const leaving = { database, payouts: domain, jobCall, log, onOrder }
    const walks = { database, orders, payouts: domain, jobCall, log }
    const ends = {
      ...orders,
      provider: providers.walk,
      control: {
        end: async (reference: string, outcome: { status: 'SUCCESSFUL' | 'FAILED'; reason?: string }) =>
          wallet.settle(reference, outcome.status, outcome.reason),
      },
    }
    const driven = (drive: typeof dispatchOrders, world: OrderWorld) => {
      const inFlight = createOrdersInFlight()
      return (signal: AbortSignal) => drive(orders, signal, world, inFlight)
    }
    const account = { clientId: 'cauri', secret: 'secret', apiKey: 'key' }
    const service = createScoringService({ baseUrl: otherScoringAddress, ...account }, clock)
    const scoreWorker = createScoreWorker({ ...scores, service: () => service })
    const scoringWorker = createWorker(scoring)
    const bank = { name: 'Cauri', details: ['Douala'] }
    const delivery = createDelivery({ database, mailer, bank, timing: orders.timing, jobCall, log })
    const work: Readonly<Record<string, (signal: AbortSignal) => Promise<unknown>>> = {
      'dispatch-orders': driven(dispatchOrders, 'REAL'),
      'poll-orders': driven(pollOrders, 'REAL'),
      'dispatch-test-orders': driven(dispatchOrders, 'TEST'),
      'poll-test-orders': driven(pollOrders, 'TEST'),
      'walk-clocks': (signal) => advanceTestClocks(walks, signal),
      'leave-savings': (signal) => continueClosings(leaving, signal),
      'end-test-orders': (signal) => endTestOrders(ends, signal),
      'release-holds': (signal) => releaseDueHolds(leaving, signal),
      'walk-night': (signal) => runEndOfDay(walks, signal),
      'compare-orders': (signal) => compareOrders(orders, signal),
      'close-days': (signal) => closeDays(database, signal),
      'send-statements': (signal) => delivery.run(signal),
      'drive-scores': async (signal) => {
        await scoreWorker.tick(signal)
        await scoreWorker.idle()
      },
      'wipe-scores': (signal) => wipeScores(scores, signal),
      'process-scoring': async (signal) => {
        await scoringWorker.tick(signal)
        await scoringWorker.idle()
      },
      'clean-scoring': (signal) => cleanUp(scoring, signal),
      'clean-request-log': (signal) => cleanRequestLog({ database, retentionDays: 90, jobCall }, signal),
      'seal-evidence': createSealing({ database, headsDirectory: join(directory, 'evidence'), jobCall }),
      'compare-totals': createTotalsComparison({
        archived: async () => [],
        database,
        jobCall,
        log,
        registers: [new Registry()],
      }),
      ...(isRolledUp && {
        'roll-up-days': (signal) => rollUpDays({ database, zone: market.timeZone }, signal),
      }),
      'expire-approvals': () => expireApprovals({ ...orders, scores: domain.scores }),
    }
    const works = Object.entries(work).map(([name, run]) => ({ name, everyMs: 1000, run }) as Work)
    return {
      work: Object.fromEntries(pausable(database.read, works).map(({ name, run }) => [name, run])),
      onCallback: createPollOnCallback(
        { database, now: clock.now },
        nudge('poll-orders', 'poll-test-orders'),
      ),
    }
  }
  const openProcesses = () => {
    watch = createWatch({ database, log })
    return [openProcess(), openProcess()] as const
  }
  let processes = openProcesses()

  const begin: World['begin'] = async (seed, startsAt) => {
    for (let i = 0; i < instantsForgotten; i++) newId(i)
    machine.begin(startsAt, createRandom(seed, 1))
    wallet.begin(createRandom(seed, 2))
    ofMail = createRandom(seed, 3)
    otherScoring.begin(createRandom(seed, 5))
    objects.begin(createRandom(seed, 6))
    bureau.begin(createRandom(seed, 7))
    isCalm = false
    slowMails = 0
    isRolledUp = seed % 5 === 0
    await disk.restore()
    rmSync(join(directory, 'evidence'), { recursive: true, force: true })
    mails.clear()
    nudges.clear()
    errors.length = 0
    processes = openProcesses()
    await machine.finish(() => database.inTransaction((tx) => ensureSystemClock(tx, today(clock.now()))))
  }

  const wire: World['wire'] = (operation, sent, session = 's') => {
    const pairs = Object.entries({ operation_name: operation, ...sent })
    const body = JSON.stringify({
      arguments: pairs.map(([key, value]) => ({ key: { value: key }, value: { value } })),
      languageCode: 'en',
      sessionIdentifier: session,
      journeyIdentifier: 'j',
    })
    const contextFor = () => createContext(domain, callOf(gateway, { session, journey: 'j' }))
    return facade.handle(endpointOf(operation), body, contextFor)
  }

  return {
    machine,
    disk,
    wallet,
    products,
    otherScoring,
    receive: (document) =>
      receiveDocument(scores, document, Readable.from([Buffer.from('%PDF-1.4 a statement')])),
    askScoring: async (nationalId, key) => {
      const body = { ...scored, nationalId, productCode: 'P7', augment: false }
      const checked = checkScoreRequest(body, clock.now())
      if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
      const order = { request: checked.request, bodyText: JSON.stringify(body), idempotencyKey: key }
      await submitRequest(scoring, client, order)
    },
    mails,
    nudges,
    errors,
    workNames: () => Object.keys(processes[0].work),
    begin,
    wire,
    ask: async (who, source, variableValues = {}) => {
      const contextValue = createContext(domain, callOf(staff[who]))
      const document = documentOf(source)
      return (await execute({ schema, document, contextValue, variableValues })) as ExecutionResult<Data>
    },
    tick: async (name, worker = 0) => {
      const tick = { name: `${name} of worker ${worker}` }
      await currentTick.run(tick, () => present(processes[worker].work[name])(new AbortController().signal))
    },
    publish: (product) =>
      database.inTransaction((tx) =>
        publishVersions(tx, jobCall(), parseProducts(JSON.stringify([product]))),
      ),
    callback: (reference) => processes[0].onCallback(reference),
    restart: async () => {
      disk.revive()
      processes = openProcesses()
      await releaseOrphanedLeases(database)
    },
    delayMails: (count) => {
      slowMails = count
    },
    calm: () => {
      isCalm = true
      wallet.calm()
      otherScoring.calm()
      objects.calm()
      bureau.calm()
    },
    booksProblems: () =>
      booksProblems(standIn<Database>({ read: { dialect: database.dialect, all: disk.look } })),
    print: (account, from, to) =>
      readContents(
        database.read,
        { zone: market.timeZone },
        { accountId: account.id, customerId: account.customer },
        { from: dateOf(from), to: dateOf(to) },
      ),
    today: () => today(clock.now()),
    close: () => {
      disk.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
