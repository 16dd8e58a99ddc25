import Fastify, { type FastifyRequest } from 'fastify'
import { developmentKeys, developmentPepper } from '../src/platform/identity/keys/development-keys.js'
import { hashText } from '../src/platform/identity/keys/keys.js'
import { parseMsisdn } from '../src/kernel/msisdn.js'
import { confirmation } from './peer/confirm.js'
import { openPool } from './peer/database.js'
import { depositSummary } from './peer/quote.js'
import { registrationStatus, savingsBalance } from './peer/reads.js'
import { parseEnvelope, type PeerCall } from './peer/wire.js'

/**
 * The peer: the four measured operations as a good engineer would write them if there were nothing else. Fastify, prepared
 * statements, one aggregate statement for the balance, as few round trips as possible; no GraphQL, no TypeORM, no
 * facade. It shares with the service the schema, the keys, the catalogue of texts and the formats of ids and numbers.
 * `node peer.js <mysql address>` prints the address that it listens on.
 */
const [, , databaseUrl = ''] = process.argv
const pool = openPool(databaseUrl)

const callers = new Map(
  developmentKeys
    .filter(({ roles }) => roles.includes('GATEWAY') || roles.includes('ADMIN'))
    .map(({ key, name }) => [hashText(developmentPepper, key), name]),
)

type PeerOperation = (msisdn: string, call: PeerCall) => Promise<string>

const operations = new Map<string, PeerOperation>([
  ['get_savings_balance', (msisdn) => savingsBalance(pool, msisdn)],
  ['check_registration_status', (msisdn) => registrationStatus(pool, msisdn)],
  ['create_deposit_summary', (msisdn, call) => depositSummary(pool, msisdn, call)],
  ['confirm_deposit', (msisdn, call) => confirmation(pool, msisdn, call)],
])

const callerOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['x-api-key']
  return typeof key === 'string' ? callers.get(hashText(developmentPepper, key)) : undefined
}

const errorBody = (code: string): string => JSON.stringify({ error: { code, message: code } })

const app = Fastify({ logger: false, keepAliveTimeout: 72_000 })
app.removeAllContentTypeParsers()
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
)
app.post('/getdynamicarguments', async (request, reply) => {
  reply
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-type', 'application/json; charset=utf-8')
  const caller = callerOf(request)
  if (caller === undefined) return reply.code(401).send(errorBody('UNAUTHENTICATED'))
  const call = parseEnvelope(request.body as string, caller)
  if (!call) return reply.code(400).send(errorBody('MALFORMED_ENVELOPE'))
  const operation = operations.get(call.arguments.get('operation_name') ?? '')
  if (!operation) return reply.code(400).send(errorBody('UNKNOWN_OPERATION'))
  const msisdn = parseMsisdn(call.arguments.get('ACCOUNT_HOLDER_MSISDN') ?? '')
  if (msisdn === undefined) return reply.code(400).send(errorBody('INVALID_ARGUMENT'))
  return operation(msisdn, call)
})
app.get('/readyz', async () => {
  await pool.query('SELECT 1')
  return {}
})

const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`the peer listens on ${address}\n`)
process.on('SIGTERM', () => process.exit(0))
