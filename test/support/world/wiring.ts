import { readFileSync } from 'node:fs'
import { ensureSystemClock } from '../../../src/bank/business-clock/clocks.repository.js'
import { type WalkDeps } from '../../../src/bank/end-of-day/walk-clocks.js'
import type { Database } from '../../../src/platform/database/database.js'
import { openDatabase } from '../../../src/app/open-database.js'
import { type DriveDeps } from '../../../src/bank/payments/drive/dispatch-and-poll.js'
import { createFakeProvider, type FakeProvider } from '../../../src/bank/payments/fake.js'
import type { StatusResult } from '../../../src/bank/payments/port.js'
import { parseProducts } from '../../../src/bank/products/product-file.js'
import { publishFirstProducts } from '../../../src/bank/products/publish-products.js'
import { createSavingsOutcomes } from '../../../src/bank/savings/settlement/outcomes.js'
import { civilDate } from '../../../src/kernel/calendar.js'
import type { Actor, Call, Language, Role } from '../../../src/kernel/call.js'
import type { Minor } from '../../../src/kernel/money.js'
import { market } from '../../../src/kernel/market.js'
import { createManualClock, type ManualClock } from '../manual-clock.js'
import { settingsOf } from '../settings.js'
import { withFixedSorts } from '../sort-columns.js'
import type { TestDatabase } from '../services.js'

/** An ordinary day, on which the system's clock begins. */
export const firstDay = '2026-03-01'

export const pending: StatusResult = { state: 'PENDING' }
export const paid: StatusResult = { state: 'SUCCESSFUL', providerTransactionId: 'T-1' }
export const declined: StatusResult = { state: 'FAILED', reason: 'APPROVAL_REJECTED' }

const person = (name: string, ...roles: readonly Role[]): Actor => ({ name, roles: new Set(roles) })
export const gateway = person('gateway', 'GATEWAY', 'TESTER')
export const job = person('job')

export interface CallFacts {
  readonly language?: Language
  readonly session?: string
  readonly journey?: string
  readonly actor?: Actor
}

export interface Logged {
  readonly facts: object
  readonly message: string
}

export const sold = parseProducts(readFileSync('src/bank/products/products.json', 'utf8'))

/** A signal that is never aborted. */
export const neverAborted = (): AbortSignal => new AbortController().signal

export interface WorldOptions {
  /** The largest payment that the wallet collects at once. */
  readonly collectionMax?: Minor
  /** The largest transfer that the provider sends at once. */
  readonly payoutMax?: Minor
  /** The status of orders for which a test has set none. */
  readonly defaultStatus?: StatusResult
  /** Divides the waits of the ladder, the grace time and the time in which an order has to be sent. */
  readonly scale?: number
  /** Allows statements that the service never runs, such as a change of a sort column. */
  readonly allowsAnyStatement?: boolean
}

/** The domain wired to an empty database and to providers in memory. */
export interface Wired {
  /** Where the database is, as `DATABASE_URL` takes it. */
  readonly url: string
  readonly database: Database
  readonly clock: ManualClock
  readonly providers: {
    readonly real: FakeProvider
    readonly test: FakeProvider
    readonly walk: FakeProvider
  }
  readonly orders: DriveDeps
  readonly walks: WalkDeps
  readonly alarms: readonly Logged[]
  /** How often the dispatcher was notified of a new order. */
  readonly nudges: () => number
  readonly call: (facts?: CallFacts) => Call
  readonly close: () => Promise<void>
}

/** What the methods of a world need in addition. */
export interface Wiring extends Wired {
  readonly deps: Deps
  /** The database without the check of sort columns. */
  readonly opened: Database
}

const depsOf = (database: Database, options: WorldOptions, onOrder: () => void) => ({
  database,
  testClocks: { enabled: true, msisdns: undefined },
  collectionMax: options.collectionMax,
  payoutMax: options.payoutMax,
  payeeNote: 'payout',
  onOrder,
  onWalk: () => undefined,
  onReset: () => undefined,
  onUnfinishedClosing: () => undefined,
  payerNote: (language: Language, termMonths: number) => `${language} ${termMonths}`,
})
type Deps = ReturnType<typeof depsOf>

const callsOf = (clock: ManualClock): Wired['call'] => {
  const today = civilDate(market.timeZone)
  return (facts = {}) => {
    const now = clock.now()
    return {
      now,
      today: today(now),
      zone: market.timeZone,
      language: facts.language ?? 'fr',
      actor: facts.actor ?? gateway,
      session: facts.session ?? null,
      journey: facts.journey ?? null,
    }
  }
}

export const wire = async (database: TestDatabase, options: WorldOptions): Promise<Wiring> => {
  const created = await database.createMigrated()
  const opened = await openDatabase(settingsOf(created.url))
  const db = options.allowsAnyStatement ? opened : withFixedSorts(opened)
  const clock = createManualClock(firstDay)
  const call = callsOf(clock)
  const alarms: Logged[] = []
  let nudges = 0
  const test = createFakeProvider(options.defaultStatus)
  const providers = { real: createFakeProvider(options.defaultStatus), test, walk: test }
  const deps = depsOf(db, options, () => void nudges++)
  const orders: DriveDeps = {
    database: db,
    providers,
    timing: { scale: options.scale ?? 1 },
    outcomes: createSavingsOutcomes(deps),
    jobCall: () => call({ actor: job }),
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (facts: object, message: string) => void alarms.push({ facts, message }),
    },
  }
  const walks: WalkDeps = { database: db, orders, payouts: deps, jobCall: orders.jobCall, log: orders.log }

  await publishFirstProducts(deps, call({ actor: job }), sold)
  await db.inTransaction((tx) => ensureSystemClock(tx, call().today))
  return {
    url: created.url,
    database: db,
    clock,
    providers,
    orders,
    walks,
    alarms,
    nudges: () => nudges,
    call,
    deps,
    opened,
    close: async () => {
      await db.close()
      await created.drop()
    },
  }
}
