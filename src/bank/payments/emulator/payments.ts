import type { FastifyInstance, FastifyReply } from 'fastify'
import type { WallClock } from '../../../kernel/clock.js'
import { orderIn, routes } from './order-request.js'
import type { OrderStore, StoredOrder } from './orders.js'
import { planOf, type FirstCall } from './outcomes.js'
import { statusBody, type Delays } from './settle.js'
import type { TokenIssuer } from './tokens.js'

const error = (reply: FastifyReply, status: number, code: string) =>
  reply.code(status).send({ code, message: code })

/** The routes for requesttopay and transfer, and for their statuses. */
export const mountPayments = (
  app: FastifyInstance,
  { orders, tokens }: { readonly orders: OrderStore; readonly tokens: TokenIssuer },
  clock: WallClock,
  delays: Delays,
): void => {
  for (const kind of ['COLLECT', 'PAY_OUT'] as const) {
    const { product, path } = routes[kind]

    app.post(path, async (request, reply) => {
      const token = tokens.tokenOf(request, product)
      if (token === undefined) return error(reply, 401, 'UNAUTHORIZED')
      const newOrder = orderIn(request, kind)
      if ('status' in newOrder) return error(reply, newOrder.status, newOrder.code)
      const order = orders.recordCall(newOrder)
      if (order.acceptedAt !== null) return error(reply, 409, 'RESOURCE_ALREADY_EXIST')
      const failure = plannedFailureOf(order, token)
      if (failure === 'REFUSE_TOKEN') {
        orders.recordTokenRefused(order.reference, token)
        return error(reply, 401, 'UNAUTHORIZED')
      }
      if (failure === 'ANSWER_500') return error(reply, 500, 'INTERNAL_PROCESSING_ERROR')
      orders.recordAccepted(order.reference, clock.now())
      if (failure !== 'LOSE_ANSWER') return reply.code(202).send()
      reply.hijack()
      request.raw.socket.destroy()
      return reply
    })

    app.get<{ Params: { reference: string } }>(`${path}/:reference`, async (request, reply) => {
      if (tokens.tokenOf(request, product) === undefined) return error(reply, 401, 'UNAUTHORIZED')
      const order = orders.find(request.params.reference)
      if (!order || order.kind !== kind || order.acceptedAt === null)
        return error(reply, 404, 'RESOURCE_NOT_FOUND')
      return statusBody(order, clock.now(), delays)
    })
  }
}

/** The planned failure of this call, if any. A token that was refused for a reference is refused for it again. */
const plannedFailureOf = (order: StoredOrder, token: string): FirstCall | undefined => {
  const { first } = planOf(order.kind, order.msisdn)
  if (order.sends === 1) return first
  return first === 'REFUSE_TOKEN' && order.refusedToken === token ? first : undefined
}
