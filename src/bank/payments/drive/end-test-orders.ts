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

/** So long the other workers leave an order to the one that ends it. */
const leaseMs = 15_000

export interface EndDeps extends RecordDeps, Pick<DriveDeps, 'jobCall'> {
  /** The emulator as a walk meets it: what is sent is settled at once. */
  readonly provider: WalletProvider
  readonly control: OutcomeControl
}

/**
 * Asks for the end of all orders of a customer that have not ended. Whoever else drives orders leaves them alone for a
 * while: one that is sent as usual would end as its number is made for. The result counts those newly asked for.
 */
export const askForEnd = (tx: Tx, customerId: string): Promise<number> => {
  const { nowMs } = tx.dialect
  return tx.run(
    `UPDATE payment_orders SET reset_at = ${nowMs}, due_at = ${nowMs} + ${leaseMs}
     WHERE customer_id = ? AND book <> ? AND reset_at IS NULL AND ${inFlight}`,
    [customerId, systemClockId],
  )
}

/**
 * Takes the orders whose end a reset has asked for. A mark is taken once: whoever dies here leaves the order to the ladder
 * and to the next call of the reset. An order of the real world is never among them, whoever marked it.
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
  // An offer is counted before it is made, as the dispatcher does.
  await tx.run(
    `UPDATE payment_orders SET sends = sends + 1, sent_at = COALESCE(sent_at, ${nowMs})
     WHERE id IN (${places}) AND status = 'CREATED'`,
    parameters,
  )
  await tx.run(`UPDATE payment_orders SET reset_at = NULL WHERE id IN (${places})`, parameters)
  return orders
}

/**
 * Brings an order to its end at the emulator, and asks for it: money for the customer arrives, whatever their number is
 * made for, and a deposit ends as one that nobody approved in time. An end that the emulator may have told already stands:
 * what is to become of it is decided by the next call of the reset.
 */
const endAtEmulator = async ({ provider, control }: EndDeps, order: PaymentOrder): Promise<StatusResult> => {
  const instruction = instructionOf(order)
  const stands = await provider.statusOf(instruction)
  if (stands.state !== 'PENDING' && stands.state !== 'NOT_FOUND') return stands
  const isCollection = order.kind === 'COLLECT'
  // The emulator itself says that it has none, and a reference is taken once: nothing can come of it twice.
  if (stands.state === 'NOT_FOUND')
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
 * Ends the orders of test customers that a reset waits for, through the emulator's outcome control; what they mean for the
 * savings is decided by the emulator's own answer, as ever. No transaction is open while the emulator is called.
 */
export const endTestOrders = async (deps: EndDeps, signal: AbortSignal): Promise<void> => {
  for (let batch = 0; batch < batchesMax && !signal.aborted; batch++) {
    const orders = await deps.database.inTransaction(claim)
    const outcomes = await Promise.allSettled(orders.map((order) => end(deps, order)))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        deps.log.error({ err: outcome.reason as unknown }, 'an order was left')
    }
    if (orders.length < batchSizeMax) return
  }
}
