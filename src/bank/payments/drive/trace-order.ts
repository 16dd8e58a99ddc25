import { trace } from '../../../kernel/trace.js'
import type { PaymentOrder } from '../payment.entity.js'

/** Continues the trace of the call that created the order, so that one trace shows all that the customer waits for. */
export const tracedOrder = (order: PaymentOrder, handle: () => Promise<void>): Promise<void> =>
  trace.span(
    `order ${order.kind}`,
    { 'cauri.order.id': order.id, 'cauri.order.status': order.status, 'cauri.order.polls': order.polls },
    handle,
    { parent: order.traceparent },
  )
