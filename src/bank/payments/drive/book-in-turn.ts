import type { Database } from '../../../platform/database/database.js'
import { isOutage } from '../../../platform/database/health/outage.js'
import type { Call } from '../../../kernel/call.js'
import { createTurns, type Turns } from './turns.js'
import type { PaymentOrder } from '../payment.entity.js'
import { recordFailure, type RecordDeps } from './record-answer.js'

interface BookDeps extends RecordDeps {
  /** The call of a job, now. */
  readonly jobCall: () => Call
}

const turnsOf = new WeakMap<Database, Turns>()

/**
 * Bookings of one customer come one after the other here, and not at the lock of their row: a customer of many orders would
 * have all connections wait there, and the slices of their opt-out behind each of them.
 */
const inTurn = ({ database }: BookDeps, { customerId }: PaymentOrder, record: () => Promise<void>) => {
  const turns = turnsOf.get(database) ?? createTurns()
  turnsOf.set(database, turns)
  return turns(customerId, record)
}

/**
 * Books the answers that came. What cannot be booked is counted against the order, so that it does not go round for ever. A
 * database that is away, or a lock that is held too long, says nothing about the order: its lease brings it back.
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
      deps.log.error({ err, order: order.id }, 'a failure could not be counted'),
    )
    throw error
  }
}
