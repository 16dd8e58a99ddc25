import { readFileSync } from 'node:fs'
import { createClock } from '../../src/bank/business-clock/create-clock.js'
import { ensureSystemClock } from '../../src/bank/business-clock/clocks.repository.js'
import { advanceClock } from '../../src/bank/business-clock/advance-clock.js'
import { Clock } from '../../src/bank/business-clock/clock.entity.js'
import { runEndOfDay, advanceTestClocks, type WalkDeps } from '../../src/bank/end-of-day/walk-clocks.js'
import { registerCustomer, type Registered } from '../../src/bank/customers/register-customer.js'
import type { Database, Row } from '../../src/platform/database/database.js'
import { openDatabase } from '../../src/app/open-database.js'
import { selectAll, selectOne } from '../../src/platform/database/rows.js'
import {
  dispatchOrders,
  pollOrders,
  type DriveDeps,
} from '../../src/bank/payments/drive/dispatch-and-poll.js'
import { endTestOrders, type EndDeps } from '../../src/bank/payments/drive/end-test-orders.js'
import { createFakeProvider, type FakeProvider } from '../../src/bank/payments/fake.js'
import { PaymentOrder } from '../../src/bank/payments/payment.entity.js'
import type { StatusResult } from '../../src/bank/payments/port.js'
import { parseProducts, type ProductTerms } from '../../src/bank/products/product-file.js'
import { publishFirstProducts, publishVersions } from '../../src/bank/products/publish-products.js'
import { confirmDeposit, type ConfirmedDeposit } from '../../src/bank/savings/deposits/confirm-deposit.js'
import { confirmWithdrawal } from '../../src/bank/savings/withdrawals/confirm-withdrawal.js'
import { releaseDueHolds } from '../../src/bank/savings/payouts/release-holds.js'
import { resetCustomer } from '../../src/bank/savings/closing/reset-customer.js'
import type { Reset } from '../../src/bank/savings/rules/reset.rules.js'
import { continueClosings } from '../../src/bank/savings/closing/continue-closings.js'
import { confirmOptOut } from '../../src/bank/savings/closing/confirm-opt-out.js'
import {
  readOptOutPositions,
  type OptOut,
  type OptOutPositions,
} from '../../src/bank/savings/closing/opt-out.read.js'
import type { PayoutView } from '../../src/bank/savings/records/payouts.repository.js'
import { quoteDeposit, type QuoteAnswer } from '../../src/bank/savings/deposits/quote-deposit.js'
import {
  quoteWithdrawal,
  type WithdrawalPreview,
} from '../../src/bank/savings/withdrawals/quote-withdrawal.js'
import { readPositions, type PositionView } from '../../src/bank/savings/records/savings.read.js'
import { createSavingsOutcomes } from '../../src/bank/savings/settlement/outcomes.js'
import { civilDate, type LocalDate } from '../../src/kernel/calendar.js'
import type { Actor, Call, Language, Role } from '../../src/kernel/call.js'
import type { Minor } from '../../src/kernel/money.js'
import { market } from '../../src/kernel/market.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { booksProblems } from './books.js'
import { createManualClock, type ManualClock } from './manual-clock.js'
import { settingsOf } from './settings.js'
import { withFixedSorts } from './sort-columns.js'
import type { TestDatabase } from './services.js'

/** A day on which nothing special happens; the system's clock, and so its book, begins on it. */
export const firstDay = '2026-03-01'

export const pending: StatusResult = { state: 'PENDING' }
export const paid: StatusResult = { state: 'SUCCESSFUL', providerTransactionId: 'T-1' }
export const declined: StatusResult = { state: 'FAILED', reason: 'APPROVAL_REJECTED' }

const person = (name: string, ...roles: readonly Role[]): Actor => ({ name, roles: new Set(roles) })
const gateway = person('gateway', 'GATEWAY', 'TESTER')
const job = person('job')

interface CallFacts {
  readonly language?: Language
  readonly session?: string
  readonly journey?: string
  readonly actor?: Actor
}

interface Logged {
  readonly facts: object
  readonly message: string
}

const sold = parseProducts(readFileSync('src/bank/products/products.json', 'utf8'))

/** Never aborted: a test's tick has all the time it needs. */
const whole = (): AbortSignal => new AbortController().signal

/** The domain wired to an empty database and to providers in memory, and its acts in its own words. */
export interface World {
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
  /** How often a new order was announced to the dispatcher. */
  readonly nudges: () => number
  /** A number that nobody has used in this world. */
  readonly newNumber: () => Msisdn
  readonly call: (facts?: CallFacts) => Call
  /** Registers a new number, or the one given. */
  readonly register: (facts?: RegisterFacts) => Promise<Customer>
  /** Publishes a product like LOCK3M but for its code and these terms. */
  readonly sell: (code: string, terms?: Partial<ProductTerms>) => Promise<void>
  readonly newClock: (nowOn: string) => Promise<Clock>
  /** Asks a clock to walk, and no more. */
  readonly ask: (id: string, to: string) => Promise<void>
  /** What the job of the test clocks does now, in one tick; at most for so long, or as long as it takes. */
  readonly tick: (ms?: number) => Promise<void>
  /** Asks a clock to walk, and does the work of the job until it stands. */
  readonly walk: (id: string, to: string) => Promise<Clock>
  /** What the night's job does now. */
  readonly night: () => Promise<void>
  /** What the job of the holds does now. */
  readonly releaseHolds: () => Promise<void>
  readonly quote: (msisdn: Msisdn, amount: string, productCode?: string) => Promise<QuoteAnswer>
  readonly confirm: (msisdn: Msisdn, reference: string | null) => Promise<ConfirmedDeposit>
  /** Quote, confirm, and whatever the provider says until the order has ended. */
  readonly deposit: (msisdn: Msisdn, amount: string, productCode?: string) => Promise<ConfirmedDeposit>
  readonly preview: (msisdn: Msisdn, positionId: string) => Promise<WithdrawalPreview>
  readonly withdraw: (msisdn: Msisdn, reference: string | null) => Promise<PayoutView>
  readonly optOutPositions: (msisdn: Msisdn) => Promise<OptOutPositions>
  readonly optOut: (msisdn: Msisdn) => Promise<OptOut>
  /** What the job does that books the rest of an opt-out. */
  readonly leave: () => Promise<void>
  /** One call of the reset. */
  readonly reset: (msisdn: Msisdn) => Promise<Reset>
  /** What the job does that ends the orders a reset waits for. */
  readonly endTestOrders: () => Promise<void>
  /** All orders are due now: nobody waits for a rung of the ladder. */
  readonly hurry: () => Promise<void>
  readonly dispatch: () => Promise<void>
  readonly poll: () => Promise<void>
  /** Hurries, dispatches and polls, a few times over. */
  readonly driveOrders: () => Promise<void>
  readonly positions: (msisdn: Msisdn) => Promise<PositionView[]>
  readonly orderOf: (reference: string) => Promise<PaymentOrder>
  readonly ordersOf: (msisdn: Msisdn) => Promise<PaymentOrder[]>
  readonly rows: (statement: string, ...parameters: readonly unknown[]) => Promise<Row[]>
  /** What no use case does yet, or a person with a console did. */
  readonly write: (statement: string, ...parameters: readonly unknown[]) => Promise<number>
  readonly close: () => Promise<void>
}

interface RegisterFacts {
  readonly msisdn?: Msisdn
  readonly email?: string | null
  readonly clockId?: string | null
}

export interface Customer extends Registered {
  readonly msisdn: Msisdn
}

const roundsMax = 4
let numbers = 0

export interface WorldOptions {
  /** What the wallet lets a customer pay at once. */
  readonly collectionMax?: Minor
  /** What the provider sends at once. */
  readonly payoutMax?: Minor
  /** The standing of orders that nobody settled. */
  readonly standing?: StatusResult
  /** Divides ladder, grace and the time for sending. */
  readonly scale?: number
  /** Rows are changed as the service never would: by what lists are sorted, too. */
  readonly isDamaged?: boolean
}

export const openWorld = async (database: TestDatabase, options: WorldOptions = {}): Promise<World> => {
  const created = await database.createMigrated()
  const opened = await openDatabase(settingsOf(created.url))
  const db = options.isDamaged ? opened : withFixedSorts(opened)
  const clock = createManualClock(firstDay)
  const today = civilDate(market.timeZone)
  const alarms: Logged[] = []
  let nudges = 0

  const call = (facts: CallFacts = {}): Call => {
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
  const test = createFakeProvider(options.standing)
  const providers = { real: createFakeProvider(options.standing), test, walk: test }
  const deps = {
    database: db,
    testClocks: { enabled: true, msisdns: undefined },
    collectionMax: options.collectionMax,
    payoutMax: options.payoutMax,
    payeeNote: 'payout',
    onOrder: () => void nudges++,
    onWalk: () => undefined,
    onReset: () => undefined,
    onUnfinishedClosing: () => undefined,
    payerNote: (language: Language, termMonths: number) => `${language} ${termMonths}`,
  }
  const logTo = (facts: object, message: string) => void alarms.push({ facts, message })
  const orders: DriveDeps = {
    database: db,
    providers,
    timing: { scale: options.scale ?? 1 },
    outcomes: createSavingsOutcomes(deps),
    jobCall: () => call({ actor: job }),
    log: { info: () => undefined, warn: () => undefined, error: logTo },
  }

  const ends: EndDeps = {
    ...orders,
    provider: test,
    control: {
      end: async (reference, outcome) =>
        test.settle(
          reference,
          outcome.status === 'FAILED' ? { state: 'FAILED', reason: outcome.reason } : paid,
        ),
    },
  }
  const walks: WalkDeps = { database: db, orders, payouts: deps, jobCall: orders.jobCall, log: orders.log }

  await publishFirstProducts(deps, call({ actor: job }), sold)
  await db.inTransaction((tx) => ensureSystemClock(tx, call().today))

  const world: World = {
    url: created.url,
    database: db,
    clock,
    providers,
    orders,
    walks,
    alarms,
    nudges: () => nudges,
    newNumber: () => `2376${String(70_000_000 + ++numbers)}` as Msisdn,
    call,
    register: async ({ msisdn = world.newNumber(), email = null, clockId = null } = {}) => ({
      msisdn,
      ...(await registerCustomer(deps, call(), { msisdn, email, clockId })),
    }),
    sell: (code, terms) =>
      db.inTransaction((tx) => publishVersions(tx, call({ actor: job }), [{ ...sold[1]!, code, ...terms }])),
    ask: (id, to) =>
      advanceClock({ database: db, onWalk: () => undefined }, call(), { id, to: to as LocalDate }),
    tick: (ms) => advanceTestClocks(walks, ms === undefined ? whole() : AbortSignal.timeout(ms)),
    walk: async (id, to) => {
      await world.ask(id, to)
      await world.tick()
      return (await selectOne(db.read, Clock, 'WHERE id = ?', [id]))!
    },
    night: () => runEndOfDay(walks, whole()),
    releaseHolds: () => releaseDueHolds({ ...orders, payouts: deps, onOrder: deps.onOrder }, whole()),
    newClock: (nowOn) => createClock(deps, call(), nowOn as LocalDate),
    quote: (msisdn, amount, productCode = 'LOCK3M') =>
      quoteDeposit(deps, call(), { msisdn, amount, productCode }),
    confirm: (msisdn, reference) =>
      confirmDeposit(deps, call(), { msisdn, reference: reference ?? 'no reference' }),
    deposit: async (msisdn, amount, productCode) => {
      const { reference } = await world.quote(msisdn, amount, productCode)
      await world.confirm(msisdn, reference)
      await world.driveOrders()
      return world.confirm(msisdn, reference)
    },
    preview: (msisdn, positionId) => quoteWithdrawal(deps, call(), { msisdn, positionId }),
    withdraw: (msisdn, reference) =>
      confirmWithdrawal(deps, call(), { msisdn, reference: reference ?? 'no reference' }),
    optOutPositions: (msisdn) => readOptOutPositions(db, call(), msisdn),
    optOut: (msisdn) => confirmOptOut(deps, call(), { msisdn }),
    leave: () => continueClosings({ ...walks, onOrder: deps.onOrder }, whole()),
    reset: (msisdn) => resetCustomer(deps, call(), { msisdn }),
    endTestOrders: () => endTestOrders(ends, whole()),
    hurry: async () => {
      await world.write('UPDATE payment_orders SET due_at = 0 WHERE due_at IS NOT NULL')
    },
    dispatch: () => dispatchOrders(orders, whole()),
    poll: () => pollOrders(orders, whole()),
    driveOrders: async () => {
      for (let round = 0; round < roundsMax; round++) {
        await world.hurry()
        await world.dispatch()
        await world.hurry()
        await world.poll()
        const [left] = await world.rows('SELECT COUNT(*) AS n FROM payment_orders WHERE due_at IS NOT NULL')
        if (Number(left?.['n']) === 0) return
      }
    },
    positions: (msisdn) => readPositions(db.read, call(), msisdn),
    orderOf: async (reference) =>
      (await selectOne(db.read, PaymentOrder, 'WHERE quote_reference = ?', [reference]))!,
    ordersOf: (msisdn) => selectAll(db.read, PaymentOrder, 'WHERE msisdn = ? ORDER BY id', [msisdn]),
    rows: (statement, ...parameters) => db.read.all(statement, parameters),
    write: (statement, ...parameters) => opened.inTransaction((tx) => tx.run(statement, parameters)),
    close: async () => {
      await db.close()
      await created.drop()
    },
  }
  return world
}

/** Throws when the books of this world do not close. */
export const checkBooks = async (database: Database): Promise<void> => {
  const problems = await booksProblems(database)
  if (problems.length > 0) throw new Error(`the books do not close:\n${problems.join('\n')}`)
}
