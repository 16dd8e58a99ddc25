import { toNumber } from '../database/columns.js'
import type { CustomerFacts } from '../customers/customers.repository.js'
import { lockCustomerById } from '../customers/customers.repository.js'
import type { Database, Tx } from '../database/database.js'
import { databaseNow, insertOrKeep, selectOne, update } from '../database/rows.js'
import { audit } from '../identity/audit.js'
import type { Call } from '../shared/call.js'
import type { Instant } from '../shared/clock.js'
import { newId } from '../shared/ids.js'
import type { Log } from '../shared/log.js'
import {
  afterSend,
  afterStatus,
  contradicts,
  type OrderChange,
  type ReviewKind,
  type Timing,
} from './order.rules.js'
import { PaymentOrder, ReviewCase } from './payment.entity.js'
import type { SendResult, StatusResult } from './port.js'

/** Books the money of an order that succeeded, in the transaction that ends it. */
export type Settle = (tx: Tx, now: Instant, facts: CustomerFacts, order: PaymentOrder) => Promise<void>

export interface RecordDeps {
  readonly database: Database
  readonly timing: Timing
  readonly settle: Settle
  readonly log: Log
}

const databaseTime = async (tx: Tx): Promise<Instant> => {
  const [row] = await tx.all(`SELECT ${tx.dialect.nowMs} AS now`)
  return toNumber(row?.['now'])
}

export const openReview = (
  tx: Tx,
  now: Instant,
  order: Pick<PaymentOrder, 'id' | 'customerId'>,
  kind: ReviewKind,
  detail: string,
): Promise<void> =>
  insertOrKeep(
    tx,
    ReviewCase,
    {
      id: newId(now),
      kind,
      orderId: order.id,
      customerId: order.customerId,
      detail: detail.slice(0, 500),
      status: 'OPEN',
      openedAt: databaseNow,
    },
    'id',
  )

const wordOf = (result: StatusResult): string => (result.state === 'UNKNOWN' ? result.detail : result.state)

const ended = (order: PaymentOrder): boolean => order.status === 'SUCCESSFUL' || order.status === 'FAILED'

const apply = async (
  tx: Tx,
  deps: RecordDeps,
  call: Call,
  facts: CustomerFacts,
  order: PaymentOrder,
  change: OrderChange,
  now: Instant,
): Promise<void> => {
  const { dueInMs, review, alarm, ...columns } = change
  const terminal = dueInMs === null
  await update(
    tx,
    PaymentOrder,
    terminal
      ? { ...columns, dueAt: null, settledOn: facts.today, settledAt: now }
      : { ...columns, dueAt: now + Math.ceil(dueInMs) },
    'id = ?',
    [order.id],
  )
  if (review) await openReview(tx, call.now, order, review, columns.providerReason ?? 'no answer')
  if (columns.status === 'SUCCESSFUL') await deps.settle(tx, call.now, facts, order)
  if (terminal) {
    await update(tx, ReviewCase, { status: 'RESOLVED' }, `order_id = ? AND kind = 'NO_ANSWER'`, [order.id])
    await audit(tx, call, {
      action: 'END_ORDER',
      customerId: order.customerId,
      subject: order.id,
      before: { status: order.status },
      after: { status: columns.status, failureCode: columns.failureCode, reason: columns.providerReason },
    })
  }
  if (alarm) deps.log.error({ order: order.id, reason: alarm }, 'the wallet provider needs attention')
}

/** The customer first, then the order: the order in which every transaction takes them. */
const lockOrder = async (tx: Tx, call: Call, orderId: string) => {
  const seen = await selectOne(tx, PaymentOrder, 'WHERE id = ?', [orderId])
  if (!seen) return undefined
  const facts = await lockCustomerById(tx, call, seen.customerId)
  const order = await selectOne(tx, PaymentOrder, `WHERE id = ? ${tx.dialect.forUpdate}`, [orderId])
  return facts && order ? { facts, order } : undefined
}

/** Records what is known after an order was offered to the provider. An order that has ended meanwhile stays as it is. */
export const recordSend = (
  deps: RecordDeps,
  call: Call,
  orderId: string,
  result: SendResult,
): Promise<void> =>
  deps.database.inTransaction(async (tx) => {
    const locked = await lockOrder(tx, call, orderId)
    if (!locked || ended(locked.order)) return
    const now = await databaseTime(tx)
    await apply(
      tx,
      deps,
      call,
      locked.facts,
      locked.order,
      afterSend(locked.order, result, now, deps.timing),
      now,
    )
  })

/**
 * Records the provider's own word about an order: the one resolver for poll, callback and daily comparison. A terminal
 * answer moves the money once; one that contradicts an order that has ended opens a review case and moves nothing.
 */
export const recordStatus = (
  deps: RecordDeps,
  call: Call,
  orderId: string,
  result: StatusResult,
): Promise<void> =>
  deps.database.inTransaction(async (tx) => {
    const locked = await lockOrder(tx, call, orderId)
    if (!locked) return
    const { facts, order } = locked
    if (ended(order)) {
      if (!contradicts(order.status, result)) return
      await openReview(
        tx,
        call.now,
        order,
        'CONTRADICTION',
        `ours ${order.status}, provider ${wordOf(result)}`,
      )
      deps.log.error({ order: order.id }, 'the wallet provider contradicts an order that has ended')
      return
    }
    const now = await databaseTime(tx)
    await apply(tx, deps, call, facts, order, afterStatus(order, result, now, deps.timing), now)
  })
