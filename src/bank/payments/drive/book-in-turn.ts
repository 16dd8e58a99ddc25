import type { Database } from '../../../platform/database/database.js'
import { isOutage } from '../../../platform/database/health/outage.js'
import type { Call } from '../../../kernel/call.js'
import { createKeyedQueues, type KeyedQueues } from './keyed-queues.js'
import type { PaymentOrder } from '../payment.entity.js'
import { recordFailure, type RecordDeps } from './record-answer.js'

interface BookDeps extends RecordDeps {
  /** A new call for the work of a job, with the present time. */
  readonly jobCall: () => Call
}

const queuesOf = new WeakMap<Database, KeyedQueues>()

/**
 * Serializes the bookings of one customer in this process instead of at the lock of their row. Otherwise the orders of a customer
 * with many of them would occupy all database connections while they wait for that lock.
 */
const inTurn = ({ database }: BookDeps, { customerId }: PaymentOrder, record: () => Promise<void>) => {
  const turns = queuesOf.get(database) ?? createKeyedQueues()
  queuesOf.set(database, turns)
  return turns(customerId, record)
}

/**
 * Books an answer that arrived. A failed booking is counted on its order, so that it is not retried for ever. A database outage
 * or a lock timeout is not counted, since the order is not the cause: the order is due again when the lease ends.
 */
export const bookAnswer = async (
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
        'a booking failure could not be counted; the order is claimed again when its lease ends',
      ),
    )
    throw error
  }
}
