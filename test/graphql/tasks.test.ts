import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { Registry } from 'prom-client'
import { createExports } from '../../src/app/exports/create-exports.js'
import { allRoles } from '../../src/app/config/process-roles.js'
import { createContext } from '../../src/app/context.js'
import { createHttpServer } from '../../src/app/http/http-server.js'
import { createSchema } from '../../src/app/schema.js'
import type { LocalDate } from '../../src/kernel/calendar.js'
import type { Role } from '../../src/kernel/call.js'
import { newId } from '../../src/kernel/ids.js'
import type { Database, Sql, Tx } from '../../src/platform/database/database.js'
import { openReview } from '../../src/bank/payments/review.js'
import { createApollo } from '../../src/platform/graphql/apollo.js'
import type { RequestContext } from '../../src/platform/graphql/context.js'
import { authenticator } from '../../src/platform/identity/authenticator.js'
import { createLogger } from '../../src/platform/log/log.js'
import { askOverHttp } from '../support/http.js'
import { onSqlite } from '../support/services.js'
import { checkBooks, declined, firstDay, openWorld, type World } from '../support/world.js'
import { domainOf, person } from './support.js'
import { tasks, type InHand } from './tasks.js'

/** What a screen waits for: more statements are a loop over rows. */
const statementsMax = 8
/** Of what changes something: facts under locks, the writes, and the rows that say who. */
const writesMax = 40
const crowd = 2000

/** The same database, with every statement counted. */
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

const keys: Readonly<Partial<Record<Role, string>>> = {
  BACK_OFFICE: 'dev-back-office-key',
  APPROVER: 'dev-approver-key',
  ANALYST: 'dev-analyst-key',
  ADMIN: 'dev-admin-key',
}

/** The real server over a world. */
const serve = async (world: World) => {
  const { database, statements } = counted(world.database)
  const domain = domainOf({ ...world, database })
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const schema = createSchema(domain)
  const apollo = createApollo({ schema, production: false, log: quiet })
  await apollo.start()
  const exporting = createExports({ schema, database, contextFor: (call) => createContext(domain, call) })
  const app = await createHttpServer<RequestContext>({
    config: {
      production: false,
      roles: allRoles,
      tls: undefined,
      trustProxy: false,
      rateLimitPerSecond: undefined,
    },
    log: createLogger({ logLevel: 'fatal' }),
    authenticate: authenticator({ production: false, keyPepper: 'a pepper', apiClients: [] }),
    facade: { handle: () => Promise.reject(new Error('no gateway here')) },
    contextFor: (caller, { language, address }) =>
      createContext(domain, { ...world.call({ actor: caller, language }), address }),
    apollo,
    callback: () => undefined,
    exporting: (caller, { address }, wanted) =>
      exporting({ ...world.call({ actor: caller }), address }, wanted),
    copyStatement: async (_caller, _address, reference) =>
      reference === 'STM-TASKS' ? { fileName: 'copy.pdf', pdf: Buffer.from('%PDF-1.7') } : 'NOT_FOUND',
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
      headers: { 'content-type': 'application/json', 'x-api-key': keys[role]! },
      body: JSON.stringify({ query, variables }),
    })
    return { text, statements: [...statements] }
  }
  const file = (path: string, role: Role) =>
    askOverHttp(`${url}/exports/${path}`, { headers: { 'x-api-key': keys[role]! } })
  const stop = async () => {
    await app.close()
    await apollo.stop()
  }
  return { ask, file, stop, schema, url, exporting }
}

/** Many who registered and did nothing, so that what reads them all is seen to. */
const registerCrowd = async (world: World): Promise<void> => {
  const { now } = world.call()
  const rows = Array.from({ length: crowd }, (_, i) => ({
    id: newId(now),
    msisdn: `2376500${String(i).padStart(5, '0')}`,
  }))
  const values = (each: (row: (typeof rows)[number]) => string) => rows.map(each).join(', ')
  await world.write(
    `INSERT INTO customers (id, msisdn, msisdn_end, created_at) VALUES ${values(
      ({ id, msisdn }) => `('${id}', '${msisdn}', '${msisdn.slice(-4)}', ${now})`,
    )}`,
  )
  await world.write(
    `INSERT INTO accounts (id, customer_id, status, open_key, opened_on, created_at) VALUES ${values(
      ({ id }) => `('ACC-${id}', '${id}', 'ACTIVE', '${id}', '${firstDay}', ${now})`,
    )}`,
  )
  await world.write(
    `INSERT INTO audit_log (id, at, actor, action, customer_id, subject) VALUES ${values(
      ({ id }) => `('${id}', ${now}, 'gateway', 'REGISTER_CUSTOMER', '${id}', 'ACC-${id}')`,
    )}`,
  )
}

/** A customer with savings in two products, of which one is on its way out, and others for whom something went wrong. */
const seed = async (world: World): Promise<InHand> => {
  await registerCrowd(world)
  const email = 'awa.tasks@example.com'
  const { msisdn, accountId } = await world.register({ email })
  const { reference: quote } = await world.quote(msisdn, '50000', 'LOCK3M')
  await world.confirm(msisdn, quote)
  await world.driveOrders()
  await world.deposit(msisdn, '20000', 'LOCK1M')
  const order = await world.orderOf(quote!)
  const transaction = '88001122334'
  await world.write(
    'UPDATE payment_orders SET provider_transaction_id = ? WHERE id = ?',
    transaction,
    order.id,
  )
  const position = (await world.positions(msisdn)).find(
    ({ position: { productCode } }) => productCode === 'LOCK3M',
  )!.position.id
  const { reference: preview } = await world.preview(msisdn, position)
  const { id: payout } = await world.withdraw(msisdn, preview)

  const other = await world.register()
  const { reference } = await world.quote(other.msisdn, '4000', 'LOCK1M')
  await world.confirm(other.msisdn, reference)
  const failing = await world.orderOf(reference!)
  world.providers.real.settle(failing.id, declined)
  await world.driveOrders()

  // Somebody leaves while a payment of theirs is on its way.
  const leaver = await world.register()
  const late = await world.quote(leaver.msisdn, '6000', 'LOCK1M')
  await world.confirm(leaver.msisdn, late.reference)
  await world.hurry()
  await world.dispatch()
  await world.optOut(leaver.msisdn)
  await world.hurry()
  await world.poll()

  const statement = 'STM-TASKS'
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
  await world.database.inTransaction((tx) => openReview(tx, world.call(), failing, 'NO_ANSWER', 'no answer'))
  const [review] = await world.rows('SELECT id FROM review_cases WHERE order_id = ?', failing.id)
  return {
    msisdn,
    customer: `CUS-${order.customerId}`,
    email,
    account: accountId,
    position,
    quote: quote!,
    order: `ORD-${order.id}`,
    transaction,
    payout,
    statement,
    caseId: `CASE-${String(review!['id'])}`,
    today: firstDay as LocalDate,
  }
}

describe('what people of a bank ask, in one operation each', () => {
  let world: World
  let hand: InHand
  let server: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    world = await openWorld(onSqlite)
    hand = await seed(world)
    server = await serve(world)
  })
  afterAll(async () => {
    await server.stop()
    await checkBooks(world.database)
    await world.close()
  })

  test.each(tasks.map((task) => [task.what, task] as const))('%s', async (_what, { as, ask, finds }) => {
    const { text, statements } = await server.ask(ask(hand), as)
    expect(JSON.parse(text).errors).toBeUndefined()
    for (const found of finds(hand)) expect(text).toContain(found)
    if (statements.length > statementsMax) throw new Error(statements.join('\n'))
  })

  test('what docs/graphql.md shows is answered', async () => {
    const blocks = [...readFileSync('docs/graphql.md', 'utf8').matchAll(/```graphql\n(\{[^]*?)```/g)]
    expect(blocks.length).toBeGreaterThanOrEqual(7)
    for (const [, query] of blocks) {
      const { text } = await server.ask(query!, 'BACK_OFFICE')
      expect([query, JSON.parse(text).errors]).toEqual([query, undefined])
    }
  })

  /** A mutation of staff under a key of its own, which must not be refused. */
  const act = async (role: Role, mutation: string, input: object, gives = 'approval { id status }') => {
    const name = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`
    const query = `mutation ($input: ${name}!) { answer: ${mutation}(input: $input) { ${gives} refusal { code message } } }`
    const variables = { input: { idempotencyKey: newId(0), ...input } }
    const { text, statements } = await server.ask(query, role, variables)
    const { data, errors } = JSON.parse(text)
    expect([mutation, errors, data?.answer.refusal]).toEqual([mutation, undefined, null])
    if (statements.length > writesMax) throw new Error(`${mutation}: ${statements.join('\n')}`)
    return data.answer
  }
  const inTwos = async (mutation: string, input: object): Promise<void> => {
    const proposed = { reason: 'ticket 7', evidence: 'letter', ...input }
    const { approval } = await act('BACK_OFFICE', mutation, proposed)
    const done = await act('APPROVER', 'approve', { id: approval.id })
    expect([mutation, done.approval.status]).toEqual([mutation, 'DONE'])
  }

  test('what they do, each in one operation, and in two where it takes two people', async () => {
    const { customer, msisdn, payout } = hand
    const note = { about: 'PAYOUT', subject: payout, text: 'called' }
    await act('BACK_OFFICE', 'addNote', note, 'note { id }')
    await inTwos('proposeBlockCustomer', { customer, scope: 'BOTH', cause: 'COURT' })
    const [block] = await world.rows('SELECT id FROM account_blocks')
    await inTwos('proposeUnblockCustomer', { block: block!['id'] })
    await inTwos('proposeCancelPayout', { payout })
    await inTwos('proposeEmail', { msisdn, email: 'awa.new@example.com' })
    await inTwos('proposeChangeMsisdn', { customer, newMsisdn: world.newNumber() })
    await inTwos('proposePublishProduct', { code: 'LOCK3M', rate: '5.00', from: '2027-01-01' })
    await inTwos('proposeWithdrawProduct', { code: 'LOCK12M' })
    const lines = [
      { account: 'wallet_clearing', amount: '-250' },
      { account: 'adjustments', amount: '250' },
    ]
    await inTwos('proposeAdjustment', { lines })
    const [deposit] = await world.rows(`SELECT id FROM deposits WHERE position_id <> ?`, hand.position)
    await inTwos('proposeVoidDeposit', { deposit: `PMT-${String(deposit!['id'])}` })
    await act('BACK_OFFICE', 'assign', { caseId: hand.caseId, to: 'Awa Ngo' }, 'reviewCase { id }')
    await act('BACK_OFFICE', 'resendStatement', { statement: hand.statement }, 'statement { id }')
    await act('BACK_OFFICE', 'printStatement', { customer, period: 'ALL' }, 'statement { id }')
    const { text } = await server.ask(
      '{ approvals(sort: NEWEST, filter: { status: [DONE] }) { nodes { kind proposedBy decidedBy decidedAt evidence } } }',
      'APPROVER',
    )
    const { nodes } = JSON.parse(text).data.approvals
    expect(nodes.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'BLOCK_CUSTOMER',
      'CANCEL_PAYOUT',
      'CHANGE_EMAIL',
      'CHANGE_MSISDN',
      'POST_ADJUSTMENT',
      'PUBLISH_PRODUCT',
      'UNBLOCK_CUSTOMER',
      'VOID_DEPOSIT',
      'WITHDRAW_PRODUCT',
    ])
    expect(nodes[0]).toMatchObject({
      proposedBy: 'development back office',
      decidedBy: 'development approver',
    })
  })

  test('are shown nobody without a row that says so, once in a quarter of an hour', async () => {
    const ask = (role: Role, name = 'Counter') =>
      server.ask(`query ${name} { customer(by: { id: "${hand.customer}" }) { msisdn } }`, role)
    for (let i = 0; i < 3; i++) await ask('BACK_OFFICE')
    await ask('APPROVER')
    const rows = () =>
      world.rows(`SELECT actor, operation FROM access_entries WHERE operation LIKE 'Counter%' ORDER BY id`)
    expect(await rows()).toEqual([
      { actor: 'development back office', operation: 'Counter: customer' },
      { actor: 'development approver', operation: 'Counter: customer' },
    ])
    world.clock.advance(15 * 60_000)
    await ask('BACK_OFFICE')
    expect(await rows()).toHaveLength(3)
    const { text: pseudonyms } = await server.ask('{ customers(first: 1) { nodes { id } } }', 'ANALYST')
    const { id } = JSON.parse(pseudonyms).data.customers.nodes[0]
    await server.ask(`query Masked { customer(by: { id: "${id}" }) { msisdn } }`, 'ANALYST')
    await server.ask('query Counted { customers { totalCount { value } nodes { id } } }', 'BACK_OFFICE')
    const others = `operation LIKE 'Masked%' OR operation LIKE 'Counted%'`
    expect(await world.rows(`SELECT actor FROM access_entries WHERE ${others}`)).toEqual([])
    // What cannot be written down is not shown.
    await world.write('ALTER TABLE access_entries RENAME TO access_entries_away')
    const { text } = await ask('BACK_OFFICE', 'Lost')
    await world.write('ALTER TABLE access_entries_away RENAME TO access_entries')
    expect(JSON.parse(text)).toMatchObject({ data: null, errors: [{ extensions: { code: 'INTERNAL' } }] })
  })

  test('print a copy of a statement, and nobody else does', async () => {
    const copy = (role: Role, file = 'STM-TASKS.pdf') =>
      askOverHttp(`${server.url}/reports/statements/${file}`, { headers: { 'x-api-key': keys[role]! } })
    const { status, headers } = await copy('BACK_OFFICE')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await copy('ANALYST')).status).toBe(403)
    for (const file of ['STM-OTHER.pdf', 'STM-TASKS']) expect((await copy('ADMIN', file)).status).toBe(404)
  })

  describe('lists as files', () => {
    const table = (text: string): string[][] =>
      text
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','))

    test('have the rows, the filter and the masks of the list, and are written down', async () => {
      const { status, text, headers } = await server.file('customers.csv', 'BACK_OFFICE')
      expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
      const [head, ...rows] = table(text)
      expect(head).toEqual(expect.arrayContaining(['id', 'msisdn', 'email', 'createdAt']))
      const [all] = await world.rows('SELECT COUNT(*) AS n FROM customers')
      expect(rows).toHaveLength(Number(all!['n']))
      const ids = head!.indexOf('id')
      expect(new Set(rows.map((cells) => cells[ids])).size).toBe(rows.length)
      const [seen] = await world.rows(
        `SELECT COUNT(*) AS n FROM access_entries WHERE operation = 'export: customers'`,
      )
      expect(seen).toEqual(all)
      const filter = encodeURIComponent('{"status":["FAILED"]}')
      const failed = table((await server.file(`orders.csv?filter=${filter}&sort=OLDEST`, 'BACK_OFFICE')).text)
      expect(failed.slice(1).every((row) => row.includes('FAILED'))).toBe(true)
      expect(failed.length).toBeGreaterThan(1)
      const audits = await world.rows(
        `SELECT subject, state_after FROM audit_log WHERE action = 'EXPORT' ORDER BY id`,
      )
      expect(audits).toEqual([
        { subject: 'customers', state_after: '{"filter":null,"sort":null}' },
        { subject: 'orders', state_after: '{"filter":{"status":["FAILED"]},"sort":"OLDEST"}' },
      ])
    })

    test('say nothing to an analyst of fewer than five, and no number of anybody', async () => {
      const { text } = await server.file('customers.csv', 'ANALYST')
      expect(table(text).length).toBeGreaterThan(crowd)
      expect(text).not.toContain(hand.msisdn)
      expect(text).not.toContain(hand.customer)
      const few = await server.file('payouts.csv', 'ANALYST')
      expect([few.status, table(few.text).length]).toEqual([200, 1])
      expect((await server.file('auditEntries.csv', 'ANALYST')).status).toBe(403)
    })

    test('begin with the mark of UTF-8', async () => {
      const response = await fetch(`${server.url}/exports/products.csv`, {
        headers: { 'x-api-key': keys.ANALYST! },
      })
      expect([...new Uint8Array(await response.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    })

    test('are made for two at a time, and nobody has both', async () => {
      const { exporting } = server
      const call = (role: Role) => world.call({ actor: person(role) })
      const wanted = { name: 'clocks', filter: undefined, sort: undefined }
      const [first, second] = [
        await exporting(call('BACK_OFFICE'), wanted),
        await exporting(call('BACK_OFFICE'), wanted),
      ]
      expect([first, second]).toEqual([
        expect.objectContaining({ lines: expect.anything() }),
        expect.objectContaining({ refused: 'RATE_LIMITED' }),
      ])
      const third = await exporting(call('ADMIN'), wanted)
      expect(third).toHaveProperty('lines')
      expect((await server.file('clocks.csv', 'APPROVER')).status).toBe(429)
      for (const made of [first, third]) if ('close' in made) await made.close()
      expect((await server.file('clocks.csv', 'APPROVER')).status).toBe(200)
    })

    test('are refused for what there is not', async () => {
      const statusOf = async (path: string) => (await server.file(path, 'BACK_OFFICE')).status
      const statuses: number[] = []
      for (const path of [
        'nothing.csv',
        'customers',
        'orders.csv?filter=x',
        `orders.csv?filter=${encodeURIComponent('{"x":1}')}`,
        'orders.csv?sort=SIDEWAYS',
      ])
        statuses.push(await statusOf(path))
      expect(statuses).toEqual([404, 404, 400, 400, 400])
    })

    test('are made of every list', async () => {
      const lists = Object.values(server.schema.getQueryType()!.getFields()).filter(({ type }) =>
        String(type).includes('Connection'),
      )
      expect(lists.length).toBeGreaterThan(20)
      for (const { name } of lists) {
        const { status, text } = await server.file(`${name}.csv`, 'APPROVER')
        expect([name, status, text.endsWith('\r\n')]).toEqual([name, 200, true])
      }
    })
  })
})
