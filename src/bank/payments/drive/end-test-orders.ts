import type { Tx } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { selectAll } from '../../../platform/database/rows.js'
import { instructionOf, type DriveDeps } from './dispatch-and-poll.js'
import { PaymentOrder } from '../payment.entity.js'
import { inFlight } from '../orders.repository.js'
import type { OutcomeControl, StatusResult, WalletProvider } from '../port.js'
import { recordStatus, type RecordDeps } from './record-answer.js'
import { systemClockId } from '../../business-clock/clock.entity.js'

const batchSizeMax = 16
const batchesMax = 50

/** The lease of the worker that ends an order. */
const leaseMs = 15_000

export interface EndDeps extends RecordDeps, Pick<DriveDeps, 'jobCall'> {
  /** The emulator in the mode of walks: orders settle at once. */
  readonly provider: WalletProvider
  readonly control: OutcomeControl
}

/**
 * Marks all open orders of a customer to be ended. For the time of a lease other workers do not take them, since a normal dispatch
 * would end an order as the last digits of the number prescribe. Returns how many were newly marked.
 */
export const requestEnd = (tx: Tx, customerId: string): Promise<number> => {
  const { nowMs } = tx.dialect
  return tx.run(
    `UPDATE payment_orders SET reset_at = ${nowMs}, due_at = ${nowMs} + ${leaseMs}
     WHERE customer_id = ? AND book <> ? AND reset_at IS NULL AND ${inFlight}`,
    [customerId, systemClockId],
  )
}

/**
 * Claims the orders that a reset has marked, and removes the mark: after a crash the order is left to the polling ladder and to
 * the next call of the reset. It never claims an order of the real world, even if it is marked.
 */
const claim = async (tx: Tx): Promise<PaymentOrder[]> => {
  const { nowMs, skipLocked } = tx.dialect
  const orders = await selectAll(
    tx,
    PaymentOrder,
    `WHERE reset_at IS NOT NULL AND book <> ? ORDER BY reset_at LIMIT ${batchSizeMax} ${skipLocked}`,
    [systemClockId],
  )
  if (orders.length === 0) return orders
  const { places, parameters } = inList(orders.map(({ id }) => id))
  // The send is counted before it is made, as in `dispatchOrders`.
  await tx.run(
    `UPDATE payment_orders SET sends = sends + 1, sent_at = COALESCE(sent_at, ${nowMs})
     WHERE id IN (${places}) AND status = 'CREATED'`,
    parameters,
  )
  await tx.run(`UPDATE payment_orders SET reset_at = NULL WHERE id IN (${places})`, parameters)
  return orders
}

/**
 * Ends an order at the emulator and polls it. A transfer to the customer succeeds, whatever their number prescribes, and a
 * deposit fails as not approved in time. If the emulator has already ended the order, or gives no usable answer, that is returned
 * instead.
 */
const endAtEmulator = async ({ provider, control }: EndDeps, order: PaymentOrder): Promise<StatusResult> => {
  const instruction = instructionOf(order)
  const present = await provider.statusOf(instruction)
  if (present.state !== 'PENDING' && present.state !== 'NOT_FOUND') return present
  const isCollection = order.kind === 'COLLECT'
  // The emulator does not have the order, and accepts a reference only once, so sending it cannot execute it twice.
  if (present.state === 'NOT_FOUND')
    await (isCollection ? provider.collect(instruction) : provider.payOut(instruction))
  await control.end(
    order.id,
    isCollection ? { status: 'FAILED', reason: 'EXPIRED' } : { status: 'SUCCESSFUL' },
  )
  return provider.statusOf(instruction)
}

const end = async (deps: EndDeps, order: PaymentOrder): Promise<void> => {
  if (order.status === 'SUCCESSFUL' || order.status === 'FAILED') return
  await recordStatus(deps, deps.jobCall(), order, await endAtEmulator(deps, order))
}

/**
 * Ends the orders of test customers that a reset waits for, by the emulator's outcome control. The emulator's answer is then
 * booked like any other. No transaction is open during a call.
 */
export const endTestOrders = async (deps: EndDeps, signal: AbortSignal): Promise<void> => {
  for (let batch = 0; batch < batchesMax && !signal.aborted; batch++) {
    const orders = await deps.database.inTransaction(claim)
    const outcomes = await Promise.allSettled(orders.map((order) => end(deps, order)))
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'rejected')
        deps.log.error(
          { err: outcome.reason as unknown, order: orders[index]?.id },
          'an order could not be processed; it is claimed again when its lease ends',
        )
    }
    if (orders.length < batchSizeMax) return
  }
}
