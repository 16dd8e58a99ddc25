import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { planOf } from './outcomes.js'
import { hasSubscription, type TokenIssuer } from './tokens.js'

const error = (reply: FastifyReply, status: number, code: string) =>
  reply.code(status).send({ code, message: code })

/** The balance of each of our two accounts at the provider; payments do not change it. */
const balance = { availableBalance: '1000000000', currency: 'XAF' }

/** The kinds of party in the path of the URL, in upper or lower case. */
const holder = z.object({
  type: z.string().regex(/^(msisdn|email|party_code)$/i),
  id: z.string().min(1),
})

/** The direction of payment of each product, and its failure reason for a number that the provider does not know. */
const unknownParties = {
  collection: ['COLLECT', 'PAYER_NOT_FOUND'],
  disbursement: ['PAY_OUT', 'PAYEE_NOT_FOUND'],
} as const

const isActive = (product: keyof typeof unknownParties, id: string): boolean => {
  const [kind, reason] = unknownParties[product]
  const { end } = planOf(kind, id)
  return !(typeof end === 'object' && end.failed === reason)
}

/** The routes besides payments: the balance of each product's account, and whether a party is known. */
export const mountAccounts = (app: FastifyInstance, tokens: TokenIssuer): void => {
  for (const product of ['collection', 'disbursement'] as const) {
    app.get(`/${product}/v1_0/account/balance`, async (request, reply) =>
      tokens.tokenOf(request, product) === undefined ? error(reply, 401, 'UNAUTHORIZED') : balance,
    )

    app.get(`/${product}/v1_0/accountholder/:type/:id/active`, async (request, reply) => {
      if (tokens.tokenOf(request, product) === undefined) return error(reply, 401, 'UNAUTHORIZED')
      const party = holder.safeParse(request.params)
      return party.success ? { result: isActive(product, party.data.id) } : error(reply, 400, 'BAD_REQUEST')
    })
  }
}

const newUser = z.object({ providerCallbackHost: z.string().min(1) })
const reference = z.uuid({ version: 'v4' })

/**
 * Provisioning as in the provider's sandbox: creates a user under a reference of the caller, and the user's key. Users are kept in
 * memory, keys are not.
 */
export const mountUsers = (app: FastifyInstance): void => {
  const hosts = new Map<string, string>()

  app.post('/v1_0/apiuser', async (request, reply) => {
    if (!hasSubscription(request)) return error(reply, 401, 'UNAUTHORIZED')
    const id = reference.safeParse(request.headers['x-reference-id'])
    const user = newUser.safeParse(request.body)
    if (!id.success || !user.success) return error(reply, 400, 'BAD_REQUEST')
    if (hosts.has(id.data)) return error(reply, 409, 'RESOURCE_ALREADY_EXIST')
    hosts.set(id.data, user.data.providerCallbackHost)
    return reply.code(201).send()
  })

  app.get<{ Params: { id: string } }>('/v1_0/apiuser/:id', async (request, reply) => {
    if (!hasSubscription(request)) return error(reply, 401, 'UNAUTHORIZED')
    const providerCallbackHost = hosts.get(request.params.id)
    if (providerCallbackHost === undefined) return error(reply, 404, 'RESOURCE_NOT_FOUND')
    return { providerCallbackHost, targetEnvironment: 'sandbox' }
  })

  app.post<{ Params: { id: string } }>('/v1_0/apiuser/:id/apikey', async (request, reply) => {
    if (!hasSubscription(request)) return error(reply, 401, 'UNAUTHORIZED')
    if (!hosts.has(request.params.id)) return error(reply, 404, 'RESOURCE_NOT_FOUND')
    return reply.code(201).send({ apiKey: randomBytes(16).toString('hex') })
  })
}
