import type { Tx } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { columnsOf, hydrate } from '../../../platform/database/rows.js'
import { createInFlight, type InFlight } from '../../../platform/queue/in-flight.js'
import { claimDue } from '../../../platform/queue/queue.js'
import { dueSql, type Queue } from '../../../platform/queue/queue.rules.js'
import type { Call } from '../../../kernel/call.js'
import type { OrderStatus } from '../order.rules.js'
import { PaymentOrder } from '../payment.entity.js'
import { answerMsMax, type PaymentInstruction, type SendResult, type WalletProvider } from '../port.js'
import { bookAnswer } from './book-in-turn.js'
import { recordSend, recordStatus, type RecordDeps } from './record-answer.js'
import { recordWaitAfterSend, recordWaitAfterStatus } from './record-wait.js'
import { tracedOrder } from './trace-order.js'
import { mayBeDispatched } from './may-be-dispatched.sql.js'
import { systemClockId } from '../../business-clock/clock.entity.js'
import type { LocalDate } from '../../../kernel/calendar.js'

/**
 * The lease is longer than a provider call and the writing of its result. A result that is written after the lease is harmless:
 * it is about a reference that never changes, and is judged by the present state of the order.
 */
const queue: Queue = {
  table: 'payment_orders',
  until: 'due_at',
  empty: 'NEVER_DUE',
  fence: null,
  leaseMs: answerMsMax + 3_000,
}
/** Concurrent provider calls of one round. */
const inFlightMax = 16
/** The smallest number of free slots for which orders are claimed, since each claim is a transaction. */
const claimedMin = 8
/** The longest wait for calls in flight, before a run looks again for free slots or due orders. */
const idleWaitMs = 250
/** Maximum number of claims per run; the tick's time usually ends first. */
const claimsMax = 1_000

/** How often to look for due orders: about the longest that one waits when the nudge of its commit was lost. */
export const ordersEveryMs = 1_000

export interface DriveDeps extends RecordDeps {
  /** The provider for orders of the real world, and the emulator for those of test clocks. */
  readonly providers: {
    readonly real: WalletProvider
    readonly test: WalletProvider
    /** The emulator too, in a mode in which the orders that a walk sends settle at once. */
    readonly walk: WalletProvider
  }
  /** A new call for the work of a job, with the present time. */
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
interface Round {
  readonly statuses: readonly OrderStatus[]
  /** Further conditions on an order, with one placeholder for the business date of the real world. */
  readonly condition: string
  /** What the claim changes besides `due_at`. */
  readonly marks: (nowMs: string) => string
  readonly handle: (deps: DriveDeps, order: PaymentOrder) => Promise<void>
  /** Only orders of these books. */
  readonly books: Books
}

/** The real world, all test clocks, or one clock whose walk is in progress. */
type Books = OrderWorld | { readonly book: string }

const booksSql = (books: Books): { readonly where: string; readonly parameters: readonly string[] } => {
  if (books === 'REAL') return { where: 'book = ?', parameters: [systemClockId] }
  if (books === 'TEST') return { where: 'book <> ?', parameters: [systemClockId] }
  return { where: 'book = ?', parameters: [books.book] }
}

interface Claim {
  readonly orders: readonly PaymentOrder[]
  /** Nothing else was due, except orders that other workers claimed meanwhile. */
  readonly isLast: boolean
}

/**
 * Claims due orders for this worker. They are read without a lock and then locked by id: a locking read would also lock orders
 * that it reads and does not return, and the claims of other workers would skip those.
 */
const claim = async (
  tx: Tx,
  { statuses, condition, marks, books }: Round,
  today: LocalDate,
  limit: number,
): Promise<Claim> => {
  const { dialect } = tx
  const { where, parameters } = booksSql(books)
  const handledSql = `status IN (${statuses.map(() => '?').join(', ')}) AND ${condition}`
  const found = await tx.all(
    `SELECT id FROM payment_orders WHERE ${dueSql(queue, dialect)} AND ${handledSql} AND ${where}
     ORDER BY due_at LIMIT ${Math.trunc(limit)}`,
    [...statuses, today, ...parameters],
  )
  if (found.length === 0) return { orders: [], isLast: true }
  const idList = inList(found.map(({ id }) => String(id)))
  const claimed = await claimDue(tx, queue, {
    where: `id IN (${idList.places}) AND ${handledSql} ORDER BY due_at`,
    parameters: [...idList.parameters, ...statuses, today],
    columns: columnsOf(tx, PaymentOrder),
    changes: { sql: marks(dialect.nowMs) },
  })
  return { orders: claimed.map(({ row }) => hydrate(tx, PaymentOrder, row)), isLast: found.length < limit }
}

/** The orders of one round that this worker has in flight, from one run to the next. */
export const createOrdersInFlight = (): InFlight => createInFlight(inFlightMax)

/**
 * Claims due orders and handles them concurrently until none is left or the tick's time is up. An order whose provider
 * call hangs occupies one slot and delays neither the others nor the tick: it stays in flight when the tick ends.
 */
export const handleDue = async (
  deps: DriveDeps,
  signal: AbortSignal,
  round: Round,
  inFlight: InFlight,
): Promise<void> => {
  const logFailure = (err: unknown, { id }: PaymentOrder) =>
    deps.log.error(
      { err, order: id },
      'an order could not be processed; it is claimed again when its lease ends',
    )
  for (let claims = 0; claims < claimsMax && !signal.aborted; claims++) {
    while (inFlight.freeSlots() < claimedMin && !signal.aborted) await inFlight.oneEnds(idleWaitMs)
    if (signal.aborted) return
    const { today } = deps.jobCall()
    const { orders, isLast } = await deps.database.inTransaction((tx) =>
      claim(tx, round, today, inFlight.freeSlots()),
    )
    for (const order of orders)
      inFlight.take(
        tracedOrder(order, () => round.handle(deps, order)).catch((err: unknown) => logFailure(err, order)),
      )
    if (isLast) await inFlight.allEnd(idleWaitMs)
    if (isLast && inFlight.isIdle()) return
  }
}

const send = (provider: WalletProvider, instruction: PaymentInstruction): Promise<SendResult> =>
  instruction.kind === 'COLLECT' ? provider.collect(instruction) : provider.payOut(instruction)

type Handling = Omit<Round, 'books'>

const dispatchingTo = (providerFor: (deps: DriveDeps, order: PaymentOrder) => WalletProvider): Handling => ({
  statuses: ['CREATED'],
  condition: mayBeDispatched,
  marks: (nowMs) => `, sends = sends + 1, sent_at = COALESCE(sent_at, ${nowMs})`,
  handle: async (deps, order) => {
    const result = await send(providerFor(deps, order), instructionOf(order))
    await bookAnswer(deps, order, async () => {
      // The claim has counted this send in the row, but not in `order`.
      if (await recordWaitAfterSend(deps, { ...order, sends: order.sends + 1 }, result)) return
      await recordSend(deps, deps.jobCall(), order, result)
    })
  },
})

const dispatching = dispatchingTo(providerOf)
export const dispatchingInWalk = dispatchingTo(({ providers }) => providers.walk)

export const polling: Handling = {
  statuses: ['CREATED', 'SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW'],
  condition: `(status <> 'CREATED' OR (sends > 0 AND NOT ${mayBeDispatched}))`,
  marks: () => '',
  handle: async (deps, order) => {
    const result = await providerOf(deps, order).statusOf(instructionOf(order))
    await bookAnswer(deps, order, async () => {
      if (await recordWaitAfterStatus(deps, order, result)) return
      await recordStatus(deps, deps.jobCall(), order, result)
    })
  },
}

/** The real world, or all test clocks. */
export type OrderWorld = 'REAL' | 'TEST'

interface DriveOptions {
  /** Both worlds when absent. */
  readonly world?: OrderWorld | undefined
  readonly inFlight?: InFlight | undefined
}

const handleWorlds = async (
  deps: DriveDeps,
  signal: AbortSignal,
  handling: Handling,
  { world, inFlight }: DriveOptions,
): Promise<void> => {
  const worlds: readonly OrderWorld[] = world ? [world] : ['REAL', 'TEST']
  await Promise.all(
    worlds.map((books) =>
      handleDue(deps, signal, { ...handling, books }, inFlight ?? createOrdersInFlight()),
    ),
  )
}

/**
 * Dispatches orders that are not known to be at the provider, each always under the same reference. The send is counted
 * by the claim, before it is made; no transaction is open during the provider call
 * (docs/design/principles.md#no-provider-call-holds-anything). Orders of the real world and of test clocks are dispatched by two
 * jobs, so that an emulator that does not answer delays no real order. Without `world` it dispatches both.
 */
export const dispatchOrders = (
  deps: DriveDeps,
  signal: AbortSignal,
  world?: OrderWorld,
  inFlight?: InFlight,
): Promise<void> => handleWorlds(deps, signal, dispatching, { world, inFlight })

/** Polls orders that the provider has, or may have. */
export const pollOrders = (
  deps: DriveDeps,
  signal: AbortSignal,
  world?: OrderWorld,
  inFlight?: InFlight,
): Promise<void> => handleWorlds(deps, signal, polling, { world, inFlight })
