import type { Database } from '../../../platform/database/database.js'
import { isOutage } from '../../../platform/database/health/outage.js'
import type { Call } from '../../../kernel/call.js'
import { createKeyedQueues, type KeyedQueues } from './keyed-queues.js'
import type { PaymentOrder } from '../payment.entity.js'
import { recordFailure, type RecordDeps } from './record-answer.js'

interface BookDeps extends RecordDeps {
  /** The call of a job, now. */
  readonly jobCall: () => Call
}

const queuesOf = new WeakMap<Database, KeyedQueues>()

/**
 * Serializes the bookings of one customer in this process instead of at the lock of their row: a customer with many
 * orders would otherwise block all connections, and every slice of their opt-out behind each of them.
 */
const inTurn = ({ database }: BookDeps, { customerId }: PaymentOrder, record: () => Promise<void>) => {
  const turns = queuesOf.get(database) ?? createKeyedQueues()
  queuesOf.set(database, turns)
  return turns(customerId, record)
}

/**
 * Books the answers that arrived. A booking that fails is counted against its order, so that it is not retried for
 * ever. A database outage or a lock timeout says nothing about the order: the lease makes it due again.
 */
export const booked = async (
  deps: BookDeps,
  order: PaymentOrder,
  record: () => Promise<void>,
): Promise<void> => {
  try {
    await inTurn(deps, order, record)
  } catch (error) {
    if (isOutage(error)) throw error
    await recordFailure(deps, deps.jobCall(), order.id, error).catch((err: unknown) =>
      deps.log.error(
        { err, order: order.id },
        'a booking failure could not be counted; the lease brings the order back',
      ),
    )
    throw error
  }
}
