import type { Tx } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { columnsOf, hydrate } from '../../../platform/database/rows.js'
import { createInFlight, type InFlight } from '../../../platform/queue/in-flight.js'
import { claimDue, isDue, type Queue } from '../../../platform/queue/queue.js'
import type { Call } from '../../../kernel/call.js'
import type { OrderStatus } from '../order.rules.js'
import { PaymentOrder } from '../payment.entity.js'
import { answerMsMax, type PaymentInstruction, type SendResult, type WalletProvider } from '../port.js'
import { booked } from './book-in-turn.js'
import { recordSend, recordStatus, type RecordDeps } from './record-answer.js'
import { waitsAfterSend, waitsAfterStatus } from './record-wait.js'
import { tracedOrder } from './trace-order.js'
import { mayBeOffered } from './may-be-offered.sql.js'
import { systemClockId } from '../../business-clock/clock.entity.js'
import type { LocalDate } from '../../../kernel/calendar.js'

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
/** Calls of the provider at once, of one round. */
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
interface Round {
  readonly statuses: readonly OrderStatus[]
  /** What else must hold of an order, with one place for the business date of the real world. */
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
const claim = async (
  tx: Tx,
  { statuses, condition, marks, books }: Round,
  today: LocalDate,
  limit: number,
): Promise<Claim> => {
  const { dialect } = tx
  const { where, parameters } = booksSql(books)
  const handled = `status IN (${statuses.map(() => '?').join(', ')}) AND ${condition}`
  const found = await tx.all(
    `SELECT id FROM payment_orders WHERE ${isDue(queue, dialect)} AND ${handled} AND ${where}
     ORDER BY due_at LIMIT ${Math.trunc(limit)}`,
    [...statuses, today, ...parameters],
  )
  if (found.length === 0) return { orders: [], isLast: true }
  const wanted = inList(found.map(({ id }) => String(id)))
  const claimed = await claimDue(tx, queue, {
    where: `id IN (${wanted.places}) AND ${handled} ORDER BY due_at`,
    parameters: [...wanted.parameters, ...statuses, today],
    columns: columnsOf(tx, PaymentOrder),
    changes: { sql: marks(dialect.nowMs) },
  })
  return { orders: claimed.map(({ row }) => hydrate(tx, PaymentOrder, row)), isLast: found.length < limit }
}

/** The orders of one round that a worker has under way, from one run to the next. */
export const createOrdersInFlight = (): InFlight => createInFlight(inFlightMax)

/**
 * Claims what is due and handles it side by side, until nothing is, or the tick's time is up. An order whose call hangs
 * takes one place, and holds up neither the others nor the tick: it stays under way when that ends.
 */
export const handleDue = async (
  deps: DriveDeps,
  signal: AbortSignal,
  round: Round,
  inFlight: InFlight,
): Promise<void> => {
  const failed = (err: unknown) => deps.log.error({ err }, 'an order was left')
  for (let claims = 0; claims < claimsMax && !signal.aborted; claims++) {
    while (inFlight.free() < claimedMin && !signal.aborted) await inFlight.oneEnds(lookAgainMs)
    if (signal.aborted) return
    const { today } = deps.jobCall()
    const { orders, isLast } = await deps.database.inTransaction((tx) =>
      claim(tx, round, today, inFlight.free()),
    )
    for (const order of orders)
      inFlight.take(tracedOrder(order, () => round.handle(deps, order)).catch(failed))
    if (isLast) await inFlight.allEnd(lookAgainMs)
    if (isLast && inFlight.isIdle()) return
  }
}

const send = (provider: WalletProvider, instruction: PaymentInstruction): Promise<SendResult> =>
  instruction.kind === 'COLLECT' ? provider.collect(instruction) : provider.payOut(instruction)

type Handling = Omit<Round, 'books'>

const dispatchingTo = (providerFor: (deps: DriveDeps, order: PaymentOrder) => WalletProvider): Handling => ({
  statuses: ['CREATED'],
  condition: mayBeOffered,
  marks: (nowMs) => `, sends = sends + 1, sent_at = COALESCE(sent_at, ${nowMs})`,
  handle: async (deps, order) => {
    const result = await send(providerFor(deps, order), instructionOf(order))
    await booked(deps, order, async () => {
      // Its claim has counted the offer.
      if (await waitsAfterSend(deps, { ...order, sends: order.sends + 1 }, result)) return
      await recordSend(deps, deps.jobCall(), order, result)
    })
  },
})

const dispatching = dispatchingTo(providerOf)
export const dispatchingInWalk = dispatchingTo(({ providers }) => providers.walk)

export const polling: Handling = {
  statuses: ['CREATED', 'SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW'],
  condition: `(status <> 'CREATED' OR (sends > 0 AND NOT ${mayBeOffered}))`,
  marks: () => '',
  handle: async (deps, order) => {
    const result = await providerOf(deps, order).statusOf(instructionOf(order))
    await booked(deps, order, async () => {
      if (await waitsAfterStatus(deps, order, result)) return
      await recordStatus(deps, deps.jobCall(), order, result)
    })
  },
}

/** The real world, or all test clocks. */
export type OrdersOf = 'REAL' | 'TEST'

interface Where {
  /** Both when none is named. */
  readonly world?: OrdersOf | undefined
  readonly inFlight?: InFlight | undefined
}

const handleWorlds = async (
  deps: DriveDeps,
  signal: AbortSignal,
  handling: Handling,
  { world, inFlight }: Where,
): Promise<void> => {
  const worlds: readonly OrdersOf[] = world ? [world] : ['REAL', 'TEST']
  await Promise.all(
    worlds.map((books) =>
      handleDue(deps, signal, { ...handling, books }, inFlight ?? createOrdersInFlight()),
    ),
  )
}

/**
 * Offers orders that are not known to be at the provider, each with its own reference for ever. The offer is counted
 * before it is made, in the claim; no transaction is open while the provider is called
 * (docs/design/principles.md#no-provider-call-holds-anything). The real world and the test clocks are two rounds, of one job
 * each, so that a mute emulator holds up no real order; both when no world is named.
 */
export const dispatchOrders = (
  deps: DriveDeps,
  signal: AbortSignal,
  world?: OrdersOf,
  inFlight?: InFlight,
): Promise<void> => handleWorlds(deps, signal, dispatching, { world, inFlight })

/** Asks the provider about orders that it has, or may have. */
export const pollOrders = (
  deps: DriveDeps,
  signal: AbortSignal,
  world?: OrdersOf,
  inFlight?: InFlight,
): Promise<void> => handleWorlds(deps, signal, polling, { world, inFlight })
