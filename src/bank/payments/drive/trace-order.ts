import { trace } from '../../../kernel/trace.js'
import type { PaymentOrder } from '../payment.entity.js'

/** In the trace of the call that made the order: what a customer waits for is one story. */
export const tracedOrder = (order: PaymentOrder, handle: () => Promise<void>): Promise<void> =>
  trace.span(
    `order ${order.kind}`,
    { 'cauri.order.id': order.id, 'cauri.order.status': order.status, 'cauri.order.polls': order.polls },
    handle,
    { parent: order.traceparent },
  )
