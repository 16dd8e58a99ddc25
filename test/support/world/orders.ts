import { selectAll, selectOne } from '../../../src/platform/database/rows.js'
import { dispatchOrders, pollOrders } from '../../../src/bank/payments/drive/dispatch-and-poll.js'
import { endTestOrders, type EndDeps } from '../../../src/bank/payments/drive/end-test-orders.js'
import { PaymentOrder } from '../../../src/bank/payments/payment.entity.js'
import type { Msisdn } from '../../../src/kernel/msisdn.js'

import { paid, neverAborted, type Wiring } from './wiring.js'
import { present } from '../present.js'

export interface OrderActs {
  /** Runs the job that ends the orders that a reset waits for. */
  readonly endTestOrders: () => Promise<void>
  /** Makes all orders due, so that no test waits for the ladder. */
  readonly makeAllDue: () => Promise<void>
  readonly dispatch: () => Promise<void>
  readonly poll: () => Promise<void>
  /** Makes orders due, dispatches and polls, several times. */
  readonly driveOrders: () => Promise<void>
  readonly orderOf: (reference: string) => Promise<PaymentOrder>
  readonly ordersOf: (msisdn: Msisdn) => Promise<PaymentOrder[]>
}

const roundsMax = 4

/** Here the provider in memory replaces the outcome control of the emulator. */
const endsOf = ({ orders, providers: { test } }: Wiring): EndDeps => ({
  ...orders,
  provider: test,
  control: {
    end: async (reference, outcome) =>
      test.settle(
        reference,
        outcome.status === 'FAILED' ? { state: 'FAILED', reason: outcome.reason } : paid,
      ),
  },
})

export const orderActs = (wiring: Wiring): OrderActs => {
  const { database, opened, orders } = wiring
  const ends = endsOf(wiring)
  const acts: OrderActs = {
    endTestOrders: () => endTestOrders(ends, neverAborted()),
    makeAllDue: async () => {
      await opened.inTransaction((tx) =>
        tx.run('UPDATE payment_orders SET due_at = 0 WHERE due_at IS NOT NULL', []),
      )
    },
    dispatch: () => dispatchOrders(orders, neverAborted()),
    poll: () => pollOrders(orders, neverAborted()),
    driveOrders: async () => {
      for (let round = 0; round < roundsMax; round++) {
        await acts.makeAllDue()
        await acts.dispatch()
        await acts.makeAllDue()
        await acts.poll()
        const [left] = await database.read.all(
          'SELECT COUNT(*) AS n FROM payment_orders WHERE due_at IS NOT NULL',
        )
        if (Number(left?.['n']) === 0) return
      }
    },
    orderOf: async (reference) =>
      present(await selectOne(database.read, PaymentOrder, 'WHERE quote_reference = ?', [reference])),
    ordersOf: (msisdn) => selectAll(database.read, PaymentOrder, 'WHERE msisdn = ? ORDER BY id', [msisdn]),
  }
  return acts
}
