import type { Tx } from '../database/database.js'
import { selectAll } from '../database/rows.js'
import type { Call } from '../shared/call.js'
import type { OrderStatus } from './order.rules.js'
import { PaymentOrder } from './payment.entity.js'
import type { PaymentInstruction, SendResult, WalletProvider } from './port.js'
import { recordSend, recordStatus, type RecordDeps } from './record-answer.js'
import { systemClockId } from '../clocks/clock.entity.js'

/** A worker that dies leaves its claims for this long. */
const leaseMs = 15_000
const batchSizeMax = 16
const batchesMax = 50

export interface DriveDeps extends RecordDeps {
  /** Where the orders of the real world go, and those of test clocks: never the same. */
  readonly providers: { readonly real: WalletProvider; readonly test: WalletProvider }
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

/**
 * Takes due orders for this worker: `due_at` moves forward by the lease, so that nobody else takes them, and they come
 * back by themselves if this worker dies.
 */
const claim = async (tx: Tx, statuses: readonly OrderStatus[], marks: string): Promise<PaymentOrder[]> => {
  const { nowMs, skipLocked } = tx.dialect
  const places = (values: readonly unknown[]) => values.map(() => '?').join(', ')
  const orders = await selectAll(
    tx,
    PaymentOrder,
    `WHERE due_at <= ${nowMs} AND status IN (${places(statuses)})
     ORDER BY due_at LIMIT ${batchSizeMax} ${skipLocked}`,
    statuses,
  )
  if (orders.length > 0) {
    await tx.run(
      `UPDATE payment_orders SET due_at = ${nowMs} + ${leaseMs}${marks} WHERE id IN (${places(orders)})`,
      orders.map(({ id }) => id),
    )
  }
  return orders
}

/** Claims batch after batch and handles each one's orders side by side, until none is due or the tick's time is up. */
const drive = async (
  deps: DriveDeps,
  signal: AbortSignal,
  statuses: readonly OrderStatus[],
  marks: (nowMs: string) => string,
  handle: (order: PaymentOrder) => Promise<void>,
): Promise<void> => {
  for (let batch = 0; batch < batchesMax && !signal.aborted; batch++) {
    const { dialect } = deps.database
    const orders = await deps.database.inTransaction((tx) => claim(tx, statuses, marks(dialect.nowMs)))
    const outcomes = await Promise.allSettled(orders.map(handle))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        deps.log.error({ err: outcome.reason as unknown }, 'an order was left')
    }
    if (orders.length < batchSizeMax) return
  }
}

const send = (provider: WalletProvider, instruction: PaymentInstruction): Promise<SendResult> =>
  instruction.kind === 'COLLECT' ? provider.collect(instruction) : provider.payOut(instruction)

/**
 * Offers orders that are not known to be at the provider, each with its own reference for ever. The offer is counted
 * before it is made, in the claim; no transaction is open while the provider is called (DESIGN 1 rule 6).
 */
export const dispatchOrders = (deps: DriveDeps, signal: AbortSignal): Promise<void> =>
  drive(
    deps,
    signal,
    ['CREATED'],
    (nowMs) => `, sends = sends + 1, sent_at = COALESCE(sent_at, ${nowMs})`,
    async (order) => {
      const result = await send(providerOf(deps, order), instructionOf(order))
      await recordSend(deps, deps.jobCall(), order.id, result)
    },
  )

/** Asks the provider about orders that it has, or may have. */
export const pollOrders = (deps: DriveDeps, signal: AbortSignal): Promise<void> =>
  drive(
    deps,
    signal,
    ['SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW'],
    () => '',
    async (order) => {
      const result = await providerOf(deps, order).statusOf(instructionOf(order))
      await recordStatus(deps, deps.jobCall(), order.id, result)
    },
  )
