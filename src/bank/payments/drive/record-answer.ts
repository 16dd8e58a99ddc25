import { integer, only, columns } from '../../../platform/database/read-row.js'
import { systemClockId } from '../../business-clock/clock.entity.js'
import { inOpenDay, lockCustomerById } from '../../customers/customers.repository.js'
import type { Database, Tx } from '../../../platform/database/database.js'
import { columnsOf, hydrate, selectOne, update } from '../../../platform/database/rows.js'
import { audit } from '../../../platform/identity/audit.js'
import type { Call } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'
import type { Log } from '../../../kernel/log.js'
import {
  afterFailure,
  afterSend,
  afterStatus,
  closedWithTheOrder,
  isFinal,
  type OrderChange,
  type OrderStatus,
  type Timing,
} from '../order.rules.js'
import { isContradicted } from './contradiction.rules.js'
import { PaymentOrder } from '../payment.entity.js'
import type { PaymentKind, SendResult, StatusResult } from '../port.js'
import { openReview, resolveReviewsOf } from '../review.js'
import { purposeOf, type LockedOrder, type OrderOutcomes, type OrderPurpose } from './order-outcomes.js'

export interface RecordDeps {
  readonly database: Database
  readonly timing: Timing
  readonly outcomes: Readonly<Record<OrderPurpose, OrderOutcomes>>
  readonly log: Log
  /** Called with the provider's reason when people have to act on our real account or float. Must not throw. */
  readonly onAlarm?: (reason: string) => void
  /**
   * Called after the commit of an answer that ended an order of the real world, with the provider's failure reason; not where people
   * end it. Must not throw.
   */
  readonly onEnd?: (kind: PaymentKind, status: OrderStatus, reason: string) => void
}

export const databaseTime = async (tx: Tx): Promise<Instant> => {
  const [row] = await tx.all(`SELECT ${tx.dialect.nowMs} AS now`)
  return only(row, integer)
}

const codeOf = (result: StatusResult): string => (result.state === 'UNKNOWN' ? result.detail : result.state)

const hasEnded = (order: PaymentOrder): boolean => order.status === 'SUCCESSFUL' || order.status === 'FAILED'

const isReviewed = ({ status }: Pick<PaymentOrder, 'status'>): boolean => status === 'UNDER_REVIEW'

/** Logs what people have to act on: as an error in the real world, and as a warning on a test clock. */
const logAlarm = (
  { log }: Pick<RecordDeps, 'log'>,
  { id, book }: PaymentOrder,
  facts: object,
  message: string,
): void => {
  if (book === systemClockId) log.error({ order: id, ...facts }, message)
  else log.warn({ order: id, book, ...facts }, message)
}

/** A locked order, the change to write, and the database's time. */
interface LockedChange extends LockedOrder {
  readonly change: OrderChange
  readonly now: Instant
}

/** Writes the new state of an order. If that ends the order, it also books what the end means for the savings. */
export const applyChange = async (
  tx: Tx,
  deps: Omit<RecordDeps, 'database'>,
  call: Call,
  { facts: customer, order, now, change }: LockedChange,
): Promise<void> => {
  const { dueInMs, review, alarm, ...next } = change
  const isTerminal = dueInMs === null
  const facts = isTerminal ? await inOpenDay(tx, customer, order) : customer
  const written = { ...next, resumeAt: null, failures: 0 }
  await update(
    tx,
    PaymentOrder,
    isTerminal
      ? { ...written, dueAt: null, settledOn: facts.today, settledAt: now }
      : { ...written, dueAt: now + Math.ceil(dueInMs) },
    'id = ?',
    [order.id],
  )
  if (review) await openReview(tx, call, order, { kind: review, detail: next.providerReason ?? 'no answer' })
  const outcome = deps.outcomes[purposeOf(order)]
  if (!isTerminal && isReviewed(next) !== isReviewed(order)) await outcome.reviewed(tx, call, order)
  if (next.status === 'SUCCESSFUL') await outcome.succeeded(tx, call, { facts, order })
  if (next.status === 'FAILED')
    await outcome.failed(
      tx,
      call,
      { facts, order },
      { reason: next.providerReason ?? '', timing: deps.timing },
    )
  if (isTerminal) {
    await resolveReviewsOf(tx, call, [order.id], closedWithTheOrder)
    await audit(tx, call, {
      action: 'END_ORDER',
      customerId: order.customerId,
      subject: order.id,
      before: { status: order.status },
      after: { status: next.status, failureCode: next.failureCode, reason: next.providerReason },
    })
  }
  if (alarm) {
    logAlarm(deps, order, { reason: alarm }, 'the wallet provider needs attention')
    if (order.book === systemClockId) deps.onAlarm?.(alarm)
  }
}

/** After the commit: a retried transaction must not count twice. */
const reportEnd = (
  { onEnd }: Pick<RecordDeps, 'onEnd'>,
  changed: { readonly order: PaymentOrder; readonly change: OrderChange } | undefined,
): void => {
  if (!changed || changed.change.dueInMs !== null || changed.order.book !== systemClockId) return
  onEnd?.(changed.order.kind, changed.change.status, changed.change.providerReason ?? '')
}

/** An order, by its id alone (its customer is looked up first) or with the id of its customer. */
export type OrderKey = string | Pick<PaymentOrder, 'id' | 'customerId'>

const idsOf = async (
  tx: Tx,
  order: OrderKey,
): Promise<Pick<PaymentOrder, 'id' | 'customerId'> | undefined> =>
  typeof order === 'string' ? selectOne(tx, PaymentOrder, 'WHERE id = ?', [order]) : order

const nowOf = columns({ now: integer })

/** Locks the customer first, then the order, as every transaction does. Also reads the database's time. */
const lockOrder = async (tx: Tx, call: Call, key: OrderKey) => {
  const ids = await idsOf(tx, key)
  if (!ids) return undefined
  const facts = await lockCustomerById(tx, call, ids.customerId)
  const [row] = await tx.all(
    `SELECT ${columnsOf(tx, PaymentOrder)}, ${tx.dialect.nowMs} AS now FROM payment_orders
     WHERE id = ? ${tx.dialect.forUpdate}`,
    [ids.id],
  )
  return facts && row && { facts, order: hydrate(tx, PaymentOrder, row), ...nowOf(row) }
}

/** Records the result of a dispatch. An order that has ended meanwhile stays as it is. */
export const recordSend = async (
  deps: RecordDeps,
  call: Call,
  key: OrderKey,
  result: SendResult,
): Promise<void> => {
  const changed = await deps.database.inTransaction(async (tx) => {
    const locked = await lockOrder(tx, call, key)
    if (!locked || hasEnded(locked.order)) return undefined
    const { order, now } = locked
    const change = afterSend(order, result, now, deps.timing)
    await applyChange(tx, deps, call, { ...locked, change })
    return { order, change }
  })
  reportEnd(deps, changed)
}

/**
 * A provider status for an order that has ended moves no money. A contradiction opens a review case. A contradiction or a final
 * status also closes the case that an earlier comparison opened because it found no final answer.
 */
const recordAfterEnd = async (
  tx: Tx,
  deps: RecordDeps,
  call: Call,
  { order, result }: { readonly order: PaymentOrder; readonly result: StatusResult },
): Promise<void> => {
  const isContradiction = isContradicted(order, result)
  if (isContradiction) {
    const detail = `ours ${order.status}, provider ${codeOf(result)}`
    await openReview(tx, call, order, { kind: 'CONTRADICTION', detail })
    logAlarm(deps, order, {}, 'the wallet provider contradicts an order that has ended')
  }
  if (isContradiction || isFinal(result)) await resolveReviewsOf(tx, call, [order.id], ['NOT_COMPARED'])
}

/**
 * Records the provider's status of an order, for polls, the daily comparison and a reset alike. A terminal status moves the money
 * once; one that contradicts an order that has ended opens a review case and moves nothing.
 */
export const recordStatus = async (
  deps: RecordDeps,
  call: Call,
  key: OrderKey,
  result: StatusResult,
): Promise<void> => {
  const changed = await deps.database.inTransaction(async (tx) => {
    const locked = await lockOrder(tx, call, key)
    if (!locked) return undefined
    const { order, now } = locked
    if (hasEnded(order)) return void (await recordAfterEnd(tx, deps, call, { order, result }))
    const change = afterStatus(order, result, now, deps.timing)
    await applyChange(tx, deps, call, { ...locked, change })
    return { order, change }
  })
  reportEnd(deps, changed)
}

const problemOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Counts that an answer about an order could not be booked. After a few failures in a row a review case is opened and
 * the order is retried once a day, so that a permanent failure is not retried and logged for ever.
 */
export const recordFailure = (deps: RecordDeps, call: Call, orderId: string, error: unknown): Promise<void> =>
  deps.database.inTransaction(async (tx) => {
    const order = await selectOne(tx, PaymentOrder, `WHERE id = ? ${tx.dialect.forUpdate}`, [orderId])
    if (!order || hasEnded(order)) return
    const failures = order.failures + 1
    const { isForPeople, dueInMs } = afterFailure(failures, deps.timing)
    const due = dueInMs === null ? {} : { dueAt: (await databaseTime(tx)) + Math.ceil(dueInMs) }
    await update(tx, PaymentOrder, { failures, resumeAt: null, ...due }, 'id = ?', [orderId])
    if (isForPeople)
      await openReview(tx, call, order, { kind: 'SETTLEMENT_FAILED', detail: problemOf(error) })
  })
