import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { EmulatorControl } from '../bank/payments/emulator-control.js'
import { endings } from '../bank/payments/emulator/outcomes.js'
import { readMailFile } from '../bank/statements/mail/files.js'
import type { Sql } from '../platform/database/database.js'
import { guardAccess, type AccessRules } from '../platform/http/access.js'
import { refuse } from '../platform/http/errors.js'
import { findSimulatedCustomer, readCustomerRows, readSentMails } from './customer-rows.read.js'
import type { GatewayOperation } from './scenario/operations.js'
import { parseScenario } from './scenario/parse-scenario.js'

export interface SimulatorDeps {
  readonly sql: Sql
  readonly control: EmulatorControl
  /** The directory of mails that are written as files; undefined where mails are really sent. */
  readonly outboxDirectory: string | undefined
  readonly operations: ReadonlyMap<string, GatewayOperation>
}

type Guard = Omit<AccessRules, 'anyOf' | 'open' | 'sessions'>

const customer = z.object({ msisdn: z.string().max(20), clock_id: z.string().min(1).max(64) })
const outcome = z.intersection(
  customer.extend({ reference: z.string().max(64) }),
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('SUCCESSFUL') }),
    z.object({ status: z.literal('FAILED'), reason: z.string().min(1).max(100) }),
  ]),
)

/** The customer that a request names; answers 404 if there is none on that test clock. */
const customerFinder = (sql: Sql) => async (asked: unknown, reply: FastifyReply) => {
  const read = customer.safeParse(asked)
  const { msisdn, clock_id: clockId } = read.data ?? { msisdn: '', clock_id: '' }
  const customerId = read.success ? await findSimulatedCustomer(sql, { msisdn, clockId }) : undefined
  if (customerId === undefined)
    refuse(reply, 'NOT_FOUND', 'No customer with this number is on this test clock')
  return customerId === undefined ? undefined : { customerId, msisdn }
}

type FindCustomer = ReturnType<typeof customerFinder>

/** Ends an order of the customer in the emulated wallet. */
const endOrder =
  (findCustomer: FindCustomer, control: EmulatorControl) =>
  async ({ body }: FastifyRequest, reply: FastifyReply) => {
    const asked = outcome.safeParse(body)
    if (!asked.success)
      return refuse(reply, 'INVALID_JSON', 'msisdn, clock_id, reference and status are needed')
    const found = await findCustomer(asked.data, reply)
    if (!found) return reply
    const { reference } = asked.data
    const orders = await control.ordersOf(found.msisdn)
    if (!orders.some((order) => order.reference === reference))
      return refuse(reply, 'NOT_FOUND', 'This customer has no such order')
    await control.end(
      reference,
      asked.data.status === 'SUCCESSFUL'
        ? { status: 'SUCCESSFUL' }
        : { status: 'FAILED', reason: asked.data.reason },
    )
    return {}
  }

/** The customer's mails that were written as files; `elsewhere` where mails are really sent. */
const readMails =
  (findCustomer: FindCustomer, sql: Sql, outboxDirectory: string | undefined) =>
  async ({ query }: FastifyRequest, reply: FastifyReply) => {
    const found = await findCustomer(query, reply)
    if (!found) return reply
    if (outboxDirectory === undefined) return { mails: [], elsewhere: true }
    const sent = await readSentMails(sql, found.customerId)
    const mails = await Promise.all(
      sent.map(async ({ to, messageId }) => {
        const message = await readMailFile(outboxDirectory, messageId)
        return message === undefined ? [] : [{ to, message }]
      }),
    )
    return { mails: mails.flat() }
  }

/**
 * The endpoints that the simulator's page and `cauri scenario` need besides the gateway's, for keys of TESTER or
 * ADMIN, outside production: the rows, orders at the wallet and mails of a customer; the gateway's operations; and the check of
 * a scenario. A request about a customer names their number and test clock, so a customer with the real date is never
 * found.
 */
export const simulatorRoutes =
  ({ sql, control, outboxDirectory, operations }: SimulatorDeps, guard: Guard) =>
  async (app: FastifyInstance): Promise<void> => {
    await guardAccess(app, { ...guard, anyOf: ['TESTER', 'ADMIN'] })
    app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    const findCustomer = customerFinder(sql)
    app.get('/simulator/left-behind', async (request: FastifyRequest, reply) => {
      const found = await findCustomer(request.query, reply)
      return found ? { tables: await readCustomerRows(sql, found.customerId) } : reply
    })

    app.get('/simulator/orders', async (request, reply) => {
      const found = await findCustomer(request.query, reply)
      return found ? { orders: await control.ordersOf(found.msisdn) } : reply
    })

    app.post('/simulator/outcome', endOrder(findCustomer, control))
    app.get('/simulator/mails', readMails(findCustomer, sql, outboxDirectory))

    app.get('/simulator/operations', async () => ({
      operations: Object.fromEntries(operations),
      endings: endings(),
    }))

    app.post('/simulator/scenario', async ({ body }, reply) => {
      if (typeof body !== 'string') return refuse(reply, 'UNSUPPORTED_MEDIA_TYPE', 'A scenario is text/plain')
      return parseScenario(body, operations)
    })
  }
