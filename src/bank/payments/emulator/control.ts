import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { WallClock } from '../../../kernel/clock.js'
import { createHttp } from '../../../platform/http-client/http.js'
import type { OrderStore, StoredOrder } from './orders.js'
import { statusOf, statusBody, type Delays } from './settle.js'

const outcomeBody = z.object({
  status: z.enum(['PENDING', 'SUCCESSFUL', 'FAILED']),
  reason: z.string().max(100).optional(),
})

const listQuery = z.object({ externalId: z.string().optional(), msisdn: z.string().optional() })

const callbackMsMax = 2000
const callbackBytesMax = 64 * 1024
const http = createHttp({ socketsMax: 16 })

/**
 * Routes that the real provider does not have. `GET /emulator/orders?externalId=&msisdn=` lists the valid orders that arrived,
 * accepted or not. `POST /emulator/orders/{reference}/outcome` with `{status, reason?}` sets the status of an accepted order,
 * whatever its number prescribes; it may be set again. 404 when no such order was accepted.
 */
export const mountControl = (
  app: FastifyInstance,
  orders: OrderStore,
  clock: WallClock,
  delays: Delays,
): void => {
  const shown = (order: StoredOrder): object => ({
    reference: order.reference,
    kind: order.kind,
    msisdn: order.msisdn,
    amount: order.amount,
    currency: order.currency,
    externalId: order.externalId,
    sends: order.sends,
    accepted: order.acceptedAt !== null,
    acceptedAt: order.acceptedAt,
    ...statusOf(order, clock.now(), delays),
  })

  app.get('/emulator/orders', async (request, reply) => {
    const filter = listQuery.safeParse(request.query)
    if (!filter.success)
      return reply.code(400).send({ code: 'BAD_REQUEST', message: 'each filter may be given only once' })
    return { orders: orders.list(filter.data).map(shown) }
  })

  app.post<{ Params: { reference: string } }>(
    '/emulator/orders/:reference/outcome',
    async (request, reply) => {
      const outcome = outcomeBody.safeParse(request.body)
      if (!outcome.success)
        return reply.code(400).send({ code: 'BAD_REQUEST', message: outcome.error.message })
      const { reference } = request.params
      if (orders.find(reference)?.acceptedAt == null)
        return reply.code(404).send({ code: 'RESOURCE_NOT_FOUND', message: reference })
      orders.setOutcome(reference, { status: outcome.data.status, reason: outcome.data.reason ?? null })
      const order = orders.find(reference)!
      if (order.callbackUrl !== null && outcome.data.status !== 'PENDING')
        callBack(order.callbackUrl, statusBody(order, clock.now(), delays))
      return shown(order)
    },
  )
}

/** Sent once, unsigned and without a retry, like the provider's callback: nothing can rely on it. */
const callBack = (url: string, body: object): void => {
  void http({ method: 'PUT', url, body, msMax: callbackMsMax, bytesMax: callbackBytesMax })
}
