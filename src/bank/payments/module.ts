import type { Work } from '../../kernel/work.js'
import { compareOrders } from './drive/compare-orders.js'
import {
  createOrdersInFlight,
  dispatchOrders,
  ordersEveryMs,
  pollOrders,
  type DriveDeps,
  type OrderWorld,
} from './drive/dispatch-and-poll.js'
import { endTestOrders, type EndDeps } from './drive/end-test-orders.js'
import { AccountOrdersResolver, CustomerOrdersResolver, OrdersResolver } from './graphql/payments.resolver.js'
import { OrderLinesResolver, ProviderLinesResolver } from './provider-files/provider-lines.resolver.js'
import {
  CustomerReviewsResolver,
  OrderReviewsResolver,
  ReviewCasesResolver,
} from './review/review.resolver.js'

/** The jobs that are nudged when a commit makes orders due. */
export type OrderWork = 'dispatch-orders' | 'poll-orders' | 'dispatch-test-orders' | 'poll-test-orders'

const orderJob = (deps: DriveDeps, name: OrderWork, drive: typeof dispatchOrders, world: OrderWorld) => {
  const inFlight = createOrdersInFlight()
  const run = (signal: AbortSignal): Promise<void> => drive(deps, signal, world, inFlight)
  return { inFlight, work: { name, everyMs: ordersEveryMs, run } }
}

export const payments = {
  resolvers: [
    OrdersResolver,
    CustomerOrdersResolver,
    AccountOrdersResolver,
    ReviewCasesResolver,
    ProviderLinesResolver,
    OrderLinesResolver,
    OrderReviewsResolver,
    CustomerReviewsResolver,
  ],
  /** The jobs that drive orders; at shutdown `settle` waits for provider calls that are in flight. */
  work: (
    deps: DriveDeps & EndDeps,
  ): { readonly work: Work[]; readonly settle: (msMax: number) => Promise<void> } => {
    const orders = [
      orderJob(deps, 'dispatch-orders', dispatchOrders, 'REAL'),
      orderJob(deps, 'poll-orders', pollOrders, 'REAL'),
      orderJob(deps, 'dispatch-test-orders', dispatchOrders, 'TEST'),
      orderJob(deps, 'poll-test-orders', pollOrders, 'TEST'),
    ]
    return {
      work: [
        ...orders.map(({ work }) => work),
        { name: 'end-test-orders', everyMs: 1000, run: (signal) => endTestOrders(deps, signal) },
        { name: 'compare-orders', everyMs: 60_000, run: (signal) => compareOrders(deps, signal) },
      ],
      settle: async (msMax) => void (await Promise.all(orders.map(({ inFlight }) => inFlight.allEnd(msMax)))),
    }
  },
} as const
