import { Registry } from 'prom-client'
import { createExports } from '../../src/app/exports/create-exports.js'
import { allRoles } from '../../src/app/config/process-roles.js'
import { createContext } from '../../src/app/context.js'
import type { Domain } from '../../src/app/domain.js'
import { createHttpServer } from '../../src/app/http/http-server.js'
import { createSchema } from '../../src/app/schema.js'
import type { Role } from '../../src/kernel/call.js'
import { newId, newReference } from '../../src/kernel/ids.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import type { Database, Sql, Tx } from '../../src/platform/database/database.js'
import { openReview } from '../../src/bank/payments/review.js'
import { createApollo } from '../../src/platform/graphql/server/apollo.js'
import type { RequestContext } from '../../src/platform/graphql/context.js'
import { authenticator } from '../../src/platform/identity/keys/authenticator.js'
import { hashSecret } from '../../src/platform/identity/keys/keys.js'
import { createLogger } from '../../src/platform/log/log.js'
import { askOverHttp } from '../support/http.js'
import { declined, type World } from '../support/open-world.js'
import { domainOf } from './support.js'
import type { KnownToStaff } from './task.js'
import { first, present } from '../support/present.js'
import { dateOf } from '../support/typed.js'

/** The same database, recording every statement. */
const counted = (database: Database): { database: Database; statements: string[] } => {
  const statements: string[] = []
  const watch = <S extends Sql>(sql: S): S => ({
    ...sql,
    all: (statement: string, parameters?: readonly unknown[]) => {
      statements.push(statement.replace(/\s+/g, ' ').slice(0, 120))
      return sql.all(statement, parameters)
    },
  })
  const watchTx = (tx: Tx): Tx => ({
    ...watch(tx),
    run: (statement, parameters) => {
      statements.push(statement.replace(/\s+/g, ' ').slice(0, 120))
      return tx.run(statement, parameters)
    },
  })
  return {
    statements,
    database: {
      ...database,
      read: watch(database.read),
      inTransaction: (work) => database.inTransaction((tx) => work(watchTx(tx))),
      inOneStatement: (work) => database.inOneStatement((tx) => work(watchTx(tx))),
    },
  }
}

/** The keys of development, but one of its own for each of the two roles that share a development key. */
export const keys: Readonly<Record<Role, string>> = {
  GATEWAY: 'a key of GATEWAY alone',
  TESTER: 'a key of TESTER alone',
  BACK_OFFICE: 'dev-back-office-key',
  APPROVER: 'dev-approver-key',
  ANALYST: 'dev-analyst-key',
  AUDITOR: 'dev-auditor-key',
  ADMIN: 'dev-admin-key',
}

const clients = (['GATEWAY', 'TESTER'] as const).map((role) => ({
  name: role,
  roles: [role],
  keyHash: hashSecret('a pepper', keys[role]),
}))

/** The HTTP server of the service on the database and the providers of a world. */
export const serve = async (world: World, changes: Partial<Domain> = {}) => {
  const { database, statements } = counted(world.database)
  const domain = domainOf({ ...world, database }, changes)
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const schema = createSchema(domain)
  const apollo = createApollo({ schema, production: false, log: quiet })
  await apollo.start()
  const openExport = createExports({ schema, database, contextFor: (call) => createContext(domain, call) })
  const app = await createHttpServer<RequestContext>({
    config: {
      production: false,
      roles: allRoles,
      tls: undefined,
      trustProxy: false,
      rateLimitPerSecond: undefined,
    },
    log: createLogger({ logLevel: 'fatal' }),
    authenticate: authenticator({ production: false, keyPepper: 'a pepper', apiClients: clients }),
    facade: { handle: () => Promise.reject(new Error('no gateway here')) },
    contextFor: (caller, { language, address }) =>
      createContext(domain, { ...world.call({ actor: caller, language }), address }),
    apollo,
    callback: () => undefined,
    openExport: (caller, { address }, wanted) =>
      openExport({ ...world.call({ actor: caller }), address }, wanted),
    copyStatement: async (_caller, _address, reference) =>
      reference.startsWith('STM-') && reference !== 'STM-OTHER'
        ? { fileName: 'copy.pdf', pdf: Buffer.from('%PDF-1.7') }
        : 'NOT_FOUND',
    ready: async () => ({ ok: true, detail: {} }),
    metrics: new Registry(),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = async (
    query: string,
    role: Role,
    variables: object = {},
  ): Promise<{ text: string; statements: readonly string[] }> => {
    statements.length = 0
    const { text } = await askOverHttp(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': keys[role] },
      body: JSON.stringify({ query, variables }),
    })
    return { text, statements: [...statements] }
  }
  const file = (path: string, role: Role) =>
    askOverHttp(`${url}/exports/${path}`, { headers: { 'x-api-key': keys[role] } })
  const stop = async () => {
    await app.close()
    await apollo.stop()
  }
  return { ask, file, stop, schema, url, openExport }
}

const atOnce = 2000

/** Registers many customers who do nothing else, at most 100,000, so that reading all of them shows. */
export const registerCrowd = async (world: World, crowd: number): Promise<void> => {
  const { now, today } = world.call()
  for (let from = 0; from < crowd; from += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, crowd - from) }, (_, i) => ({
      id: newId(now),
      msisdn: `2376500${String(from + i).padStart(5, '0')}`,
    }))
    const values = (each: (row: (typeof rows)[number]) => string) => rows.map(each).join(', ')
    await world.write(
      `INSERT INTO customers (id, msisdn, msisdn_end, created_at) VALUES ${values(
        ({ id, msisdn }) => `('${id}', '${msisdn}', '${msisdn.slice(-4)}', ${now})`,
      )}`,
    )
    await world.write(
      `INSERT INTO accounts (id, customer_id, status, open_key, opened_on, created_at) VALUES ${values(
        ({ id }) => `('ACC-${id}', '${id}', 'ACTIVE', '${id}', '${today}', ${now})`,
      )}`,
    )
    await world.write(
      `INSERT INTO audit_log (id, at, actor, action, customer_id, subject) VALUES ${values(
        ({ id }) => `('${id}', ${now}, 'gateway', 'REGISTER_CUSTOMER', '${id}', 'ACC-${id}')`,
      )}`,
    )
  }
}

/** A customer with savings in two products, one of them being withdrawn, and other customers with failures. */
export const seed = async (
  world: World,
  newNumber: () => Msisdn = world.newNumber,
): Promise<KnownToStaff> => {
  const awa = newNumber()
  const email = `awa.${awa}@example.com`
  const { msisdn, accountId } = await world.register({ msisdn: awa, email })
  const { reference: quote } = await world.quote(msisdn, '50000', 'LOCK3M')
  await world.confirm(msisdn, quote)
  await world.driveOrders()
  await world.deposit(msisdn, '20000', 'LOCK1M')
  const order = await world.orderOf(present(quote))
  const transaction = '88001122334'
  await world.write(
    'UPDATE payment_orders SET provider_transaction_id = ? WHERE id = ?',
    transaction,
    order.id,
  )
  const position = present(
    (await world.positions(msisdn)).find(({ position: { productCode } }) => productCode === 'LOCK3M'),
  ).position.id
  const { reference: preview } = await world.preview(msisdn, position)
  const { id: payout } = await world.withdraw(msisdn, preview)

  const other = await world.register({ msisdn: newNumber() })
  const { reference } = await world.quote(other.msisdn, '4000', 'LOCK1M')
  await world.confirm(other.msisdn, reference)
  const failing = await world.orderOf(present(reference))
  world.providers.real.settle(failing.id, declined)
  await world.driveOrders()

  // A customer who opts out with a payment in flight.
  const leaver = await world.register({ msisdn: newNumber() })
  const late = await world.quote(leaver.msisdn, '6000', 'LOCK1M')
  await world.confirm(leaver.msisdn, late.reference)
  await world.makeAllDue()
  await world.dispatch()
  await world.optOut(leaver.msisdn)
  await world.makeAllDue()
  await world.poll()
  const refundedTransaction = '88001122335'
  await world.write(
    'UPDATE payment_orders SET provider_transaction_id = ? WHERE quote_reference = ?',
    refundedTransaction,
    late.reference,
  )

  const statement = newReference('STM')
  await world.write(
    `INSERT INTO statements (id, customer_id, account_id, email, language, period, from_on, to_on, business_on, message_id,
       status, attempts, problem, created_at)
     VALUES (?, ?, ?, ?, 'fr', 'ALL', '2026-03-01', '2026-03-01', '2026-03-01', '<x>', 'FAILED', 1, 'EENVELOPE', ?)`,
    statement,
    order.customerId,
    accountId,
    email,
    world.call().now,
  )
  await world.write(
    `INSERT INTO order_comparisons (day, last_order_id, compared, differences) VALUES ('2026-02-28', '', 7, 2), ('2026-02-27', '', 5, 0)`,
  )
  await world.write(
    `INSERT INTO day_exceptions (position_id, step, book, customer_id, set_aside_on, accrued_to, problem, created_at)
     VALUES (?, 'ACCRUAL', 'system', ?, '2026-02-28', '2026-02-27', 'no such rate', ?)`,
    position,
    order.customerId,
    world.call().now,
  )
  await world.write(
    `INSERT INTO walk_days (day, book, facts, digest, completed_at)
     VALUES ('2026-02-28', 'system', '{"accruals":[],"maturities":[]}', 'the digest', ?)`,
    world.call().now,
  )
  await world.database.inTransaction((tx) =>
    openReview(tx, world.call(), failing, { kind: 'NO_ANSWER', detail: 'no answer' }),
  )
  const nights = first(await world.rows(`SELECT MAX(day) AS day FROM walk_days WHERE book = 'system'`))
  const review = first(await world.rows('SELECT id FROM review_cases WHERE order_id = ?', failing.id))
  return {
    msisdn,
    customer: `CUS-${order.customerId}`,
    email,
    account: accountId,
    position,
    quote: present(quote),
    order: `ORD-${order.id}`,
    transaction,
    refundedTransaction,
    payout,
    statement,
    caseId: `CASE-${String(review['id'])}`,
    scored: 'SCORE-nobody',
    other: `CUS-${failing.customerId}`,
    night: dateOf(String(nights['day'])),
    today: world.call().today,
  }
}
