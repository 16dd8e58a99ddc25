import { setTimeout as sleep } from 'node:timers/promises'
import { toNumber } from '../../platform/database/columns.js'
import type { Database, Tx } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { isOutage } from '../../platform/database/health/outage.js'
import { columnsOf, hydrate } from '../../platform/database/rows.js'
import { createInFlight, type InFlight } from '../../platform/queue/in-flight.js'
import { claimDue, isDue, type Queue } from '../../platform/queue/queue.js'
import type { Call } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import { createTurns, type Turns } from '../../kernel/turns.js'
import type { OrderStatus } from './order.rules.js'
import { PaymentOrder } from './payment.entity.js'
import { answerMsMax, type PaymentInstruction, type SendResult, type WalletProvider } from './port.js'
import { recordFailure, recordSend, recordStatus, type RecordDeps } from './record-answer.js'
import { isDoubtSql } from './review.js'
import { systemClockId } from '../business-clock/clock.entity.js'

/**
 * A worker that lives has asked and written before its lease ends. What a late one writes is an answer about a reference that is
 * the same for ever, and is judged by the order as it then stands.
 */
const queue: Queue = {
  table: 'payment_orders',
  until: 'due_at',
  empty: 'NEVER_DUE',
  fence: null,
  leaseMs: answerMsMax + 3_000,
}
/** Calls of the provider at once, of one turn. */
const inFlightMax = 16
/** With fewer free, more are waited for: each claim is a transaction. */
const claimedMin = 8
/** While calls are under way and nothing was due, how soon is looked again. */
const lookAgainMs = 250
/** Claims of one run; a tick's time is up before. */
const claimsMax = 1_000

/** How often orders are looked for: what one waits, at about the most, when the nudge of its commit was lost. */
export const ordersEveryMs = 1_000

export interface DriveDeps extends RecordDeps {
  /** Where the orders of the real world go, and those of test clocks: never the same. */
  readonly providers: {
    readonly real: WalletProvider
    readonly test: WalletProvider
    /** As `test`, and settles at once what a walk sends. */
    readonly walk: WalletProvider
  }
  /** The call of a job, now. */
  readonly jobCall: () => Call
}

export const providerOf = ({ providers }: Pick<DriveDeps, 'providers'>, order: Pick<PaymentOrder, 'book'>) =>
  order.book === systemClockId ? providers.real : providers.test

export const instructionOf = (order: PaymentOrder): PaymentInstruction => ({
  reference: order.id,
  kind: order.kind,
  msisdn: order.msisdn,
  amount: order.amount,
  currency: order.currency,
  externalId: order.id,
  note: order.note,
})

/** Which due orders are handled, and how. */
interface Turn {
  readonly statuses: readonly OrderStatus[]
  /** What else must hold of an order. */
  readonly condition: string
  /** What the claim itself changes, beside `due_at`. */
  readonly marks: (nowMs: string) => string
  readonly handle: (deps: DriveDeps, order: PaymentOrder) => Promise<void>
  /** Only orders of these books. */
  readonly books: Books
}

/** The real world, all test clocks, or the one that walks. */
type Books = OrdersOf | { readonly book: string }

const booksSql = (books: Books): { readonly where: string; readonly parameters: readonly string[] } => {
  if (books === 'REAL') return { where: 'book = ?', parameters: [systemClockId] }
  if (books === 'TEST') return { where: 'book <> ?', parameters: [systemClockId] }
  return { where: 'book = ?', parameters: [books.book] }
}

interface Claim {
  readonly orders: readonly PaymentOrder[]
  /** No more were due than these, and those that other workers have taken meanwhile. */
  readonly isLast: boolean
}

/**
 * Takes due orders for this worker. They are looked for without a lock and then locked by id, so that the claims of one world
 * never make those of the other skip a row that they only looked at.
 */
const claim = async (tx: Tx, { statuses, condition, marks, books }: Turn, limit: number): Promise<Claim> => {
  const { dialect } = tx
  const { where, parameters } = booksSql(books)
  const handled = `status IN (${statuses.map(() => '?').join(', ')}) AND ${condition}`
  const found = await tx.all(
    `SELECT id FROM payment_orders WHERE ${isDue(queue, dialect)} AND ${handled} AND ${where}
     ORDER BY due_at LIMIT ${Math.trunc(limit)}`,
    [...statuses, ...parameters],
  )
  if (found.length === 0) return { orders: [], isLast: true }
  const wanted = inList(found.map(({ id }) => String(id)))
  const claimed = await claimDue(tx, queue, {
    where: `id IN (${wanted.places}) AND ${handled} ORDER BY due_at`,
    parameters: [...wanted.parameters, ...statuses],
    columns: columnsOf(tx, PaymentOrder),
    changes: { sql: marks(dialect.nowMs) },
  })
  return { orders: claimed.map(({ row }) => hydrate(tx, PaymentOrder, row)), isLast: found.length < limit }
}

/** The orders of one turn that a worker has under way, from one run to the next. */
export const createOrdersInFlight = (): InFlight => createInFlight(inFlightMax)

/**
 * Claims what is due and handles it side by side, until nothing is, or the tick's time is up. An order whose call hangs
 * takes one place, and holds up neither the others nor the tick: it stays under way when that ends.
 */
const drive = async (deps: DriveDeps, signal: AbortSignal, turn: Turn, inFlight: InFlight): Promise<void> => {
  const left = (err: unknown) => deps.log.error({ err }, 'an order was left')
  for (let claims = 0; claims < claimsMax && !signal.aborted; claims++) {
    while (inFlight.free() < claimedMin && !signal.aborted) await inFlight.oneEnds(lookAgainMs)
    if (signal.aborted) return
    const { orders, isLast } = await deps.database.inTransaction((tx) => claim(tx, turn, inFlight.free()))
    for (const order of orders) inFlight.take(turn.handle(deps, order).catch(left))
    if (isLast) await inFlight.allEnd(lookAgainMs)
    if (isLast && inFlight.isIdle()) return
  }
}

const send = (provider: WalletProvider, instruction: PaymentInstruction): Promise<SendResult> =>
  instruction.kind === 'COLLECT' ? provider.collect(instruction) : provider.payOut(instruction)

const turnsOf = new WeakMap<Database, Turns>()

/**
 * Bookings of one customer come one after the other here, and not at the lock of their row: a customer of many orders would
 * have all connections wait there, and the slices of their opt-out behind each of them.
 */
const inTurn = ({ database }: DriveDeps, { customerId }: PaymentOrder, record: () => Promise<void>) => {
  const turns = turnsOf.get(database) ?? createTurns()
  turnsOf.set(database, turns)
  return turns(customerId, record)
}

/**
 * Books what was heard. What cannot be booked is counted against the order, so that it does not go round for ever. A
 * database that is away, or a lock that is held too long, says nothing about the order: its lease brings it back.
 */
const booked = async (deps: DriveDeps, order: PaymentOrder, record: () => Promise<void>): Promise<void> => {
  try {
    await inTurn(deps, order, record)
  } catch (error) {
    if (isOutage(error)) throw error
    await recordFailure(deps, deps.jobCall(), order.id, error).catch((err: unknown) =>
      deps.log.error({ err, order: order.id }, 'a failure could not be counted'),
    )
    throw error
  }
}

type Handling = Omit<Turn, 'books'>

/**
 * A transfer is kept while it is in doubt whether an earlier attempt has been paid after all; one that was offered before the
 * doubt came is asked about instead. First attempts, and so nearly all orders, are told by their number.
 */
const isFree = `(COALESCE(attempt, 1) = 1 OR NOT EXISTS (SELECT 1 FROM payment_orders earlier
  JOIN review_cases ON review_cases.order_id = earlier.id
  WHERE earlier.customer_id = payment_orders.customer_id
    AND (earlier.payout_id = payment_orders.payout_id OR earlier.refund_of = payment_orders.refund_of)
    AND earlier.part = payment_orders.part AND earlier.attempt < payment_orders.attempt
    AND ${isDoubtSql('review_cases')}))`

const offerTo = (providerFor: (deps: DriveDeps, order: PaymentOrder) => WalletProvider): Handling => ({
  statuses: ['CREATED'],
  condition: isFree,
  marks: (nowMs) => `, sends = sends + 1, sent_at = COALESCE(sent_at, ${nowMs})`,
  handle: async (deps, order) => {
    const result = await send(providerFor(deps, order), instructionOf(order))
    await booked(deps, order, () => recordSend(deps, deps.jobCall(), order.id, result))
  },
})

const offer = offerTo(providerOf)
const offerInWalk = offerTo(({ providers }) => providers.walk)

const ask: Handling = {
  statuses: ['CREATED', 'SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW'],
  condition: `(status <> 'CREATED' OR (sends > 0 AND NOT ${isFree}))`,
  marks: () => '',
  handle: async (deps, order) => {
    const result = await providerOf(deps, order).statusOf(instructionOf(order))
    await booked(deps, order, () => recordStatus(deps, deps.jobCall(), order.id, result))
  },
}

/** The real world, or all test clocks. */
export type OrdersOf = 'REAL' | 'TEST'

const driveWorlds = async (
  deps: DriveDeps,
  signal: AbortSignal,
  handling: Handling,
  world?: OrdersOf,
  inFlight?: InFlight,
): Promise<void> => {
  const worlds: readonly OrdersOf[] = world ? [world] : ['REAL', 'TEST']
  await Promise.all(
    worlds.map((books) => drive(deps, signal, { ...handling, books }, inFlight ?? createOrdersInFlight())),
  )
}

/**
 * Offers orders that are not known to be at the provider, each with its own reference for ever. The offer is counted
 * before it is made, in the claim; no transaction is open while the provider is called
 * (docs/design/principles.md#no-provider-call-holds-anything). The real world and the test clocks are two turns, of one job
 * each, so that a mute emulator holds up no real order; both when no world is named.
 */
export const dispatchOrders = (
  deps: DriveDeps,
  signal: AbortSignal,
  world?: OrdersOf,
  inFlight?: InFlight,
): Promise<void> => driveWorlds(deps, signal, offer, world, inFlight)

/** Asks the provider about orders that it has, or may have. */
export const pollOrders = (
  deps: DriveDeps,
  signal: AbortSignal,
  world?: OrdersOf,
  inFlight?: InFlight,
): Promise<void> => driveWorlds(deps, signal, ask, world, inFlight)

const walkWaitMs = 2_000
const walkPauseMs = 100
const walkRoundsMax = 40

/**
 * A transfer that was refused and whose next attempt has its time still to come: for people to fill our float, say. Each
 * attempt that a walk called forward would only be refused like the last one.
 */
const isKept = (nowMs: string): string =>
  `status = 'CREATED' AND COALESCE(attempt, 1) > 1 AND due_at > ${nowMs}`

/**
 * Orders of a book that have not ended, and whether the walk still waits for them: two seconds from `since`, and for none
 * that is kept for later.
 */
const unsettledIn = async ({ database: { read } }: DriveDeps, book: string, since: Instant) => {
  const { nowMs } = read.dialect
  const rows = await read.all(
    `SELECT id, created_at, ${nowMs} AS now, CASE WHEN ${isKept(nowMs)} THEN 1 ELSE 0 END AS kept FROM payment_orders
     WHERE due_at IS NOT NULL AND book = ? ORDER BY created_at, id`,
    [book],
  )
  const waits = rows.some(
    (row) =>
      toNumber(row['kept']) === 0 &&
      toNumber(row['now']) - Math.max(since, toNumber(row['created_at'])) < walkWaitMs,
  )
  return { ids: rows.map((row) => String(row['id'])), waits }
}

/** Makes the orders of a book due, whatever rung of the ladder they wait on, but those kept for later; the rung stays its own. */
const makeDue = ({ database }: DriveDeps, book: string): Promise<number> =>
  database.inTransaction((tx) =>
    tx.run(
      `UPDATE payment_orders SET resume_at = COALESCE(resume_at, due_at), due_at = ${tx.dialect.nowMs}
       WHERE book = ? AND due_at > ${tx.dialect.nowMs} AND NOT (${isKept(tx.dialect.nowMs)})`,
      [book],
    ),
  )

const driveBook = async (deps: DriveDeps, book: string, signal: AbortSignal): Promise<void> => {
  for (const turn of [offerInWalk, ask]) {
    await makeDue(deps, book)
    await drive(deps, signal, { ...turn, books: { book } }, createOrdersInFlight())
  }
}

/**
 * Drives the orders of a test clock's customers to their end before its date moves. One that has not answered two seconds
 * after it was made, or after `since`, is left; the ids of those are returned, to be named in the log of the day.
 * Undefined when the tick's time was up before that.
 *
 * @param isFirst they are asked at least once, however late it is
 */
export const settleBook = async (
  deps: DriveDeps,
  { book, since, isFirst }: { readonly book: string; readonly since: Instant; readonly isFirst: boolean },
  signal: AbortSignal,
): Promise<string[] | undefined> => {
  for (let round = 0; ; round++) {
    const { ids, waits } = await unsettledIn(deps, book, since)
    const goesOn = ids.length > 0 && (waits || (isFirst && round === 0)) && round < walkRoundsMax
    if (!goesOn) return ids
    if (signal.aborted) return undefined
    if (round > 0) await sleep(walkPauseMs)
    await driveBook(deps, book, signal)
  }
}
