import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { copyingAll } from '../support/copies.js'
import { describeEachDatabase } from '../support/services.js'
import { checkSortColumns, sortColumns } from '../support/sort-columns.js'
import { openWorld, worldFor, type World } from '../support/world.js'
import {
  execute,
  getNamedType,
  parse,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
  type GraphQLOutputType,
  assertEnumType,
} from 'graphql'
import { ProductVersion } from '../../src/bank/products/product.entity.js'
import { insertAll, selectAll } from '../../src/platform/database/rows.js'
import { gzipSync } from 'node:zlib'
import { openReview } from '../../src/bank/payments/review.js'
import { addDays } from '../../src/kernel/calendar.js'
import { newId } from '../../src/kernel/ids.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { createContext } from '../../src/app/context.js'
import { domainOf, gateway, person, recorded, serviceOf, typeWithFields } from './support.js'
import { at, present } from '../support/present.js'
import { anyObject, dateOf, msisdnOf, shaped } from '../support/typed.js'
import { z } from 'zod'

const everybody = { ...person('ADMIN', 'APPROVER', 'BACK_OFFICE'), name: 'Awa Ngo' }

/** Opens a review case for an order of each customer, so that one list leads to many customers. */
const openCases = async (world: World, msisdns: readonly Msisdn[]): Promise<void> => {
  await world.write('DELETE FROM review_cases')
  for (const msisdn of msisdns) {
    const order = at(await world.ordersOf(msisdn), 0)
    // Cases are sorted by their ids, which begin with the time.
    world.clock.advance(1)
    await world.database.inTransaction((tx) =>
      openReview(tx, world.call(), order, { kind: 'NO_ANSWER', detail: '' }),
    )
  }
}

const count = (statements: readonly string[], from: string): number =>
  statements.filter((statement) => statement.includes(from)).length

describeEachDatabase('lists of rows', (database) => {
  const world = worldFor(database)

  test('are read by one SQL statement for each kind, however many customers there are', async () => {
    const clocks = [await world().newClock('2026-01-31'), await world().newClock('2026-02-28')]
    const customers = []
    for (const clockId of [null, at(clocks, 0).id, at(clocks, 0).id, at(clocks, 1).id, null]) {
      const customer = await world().register({ clockId })
      await world().deposit(customer.msisdn, String(1000 * (customers.length + 1)))
      customers.push(customer)
    }
    await openCases(
      world(),
      customers.map(({ msisdn }) => msisdn),
    )
    const { database: watched, statements } = recorded(world().database)
    const { ask } = serviceOf(world(), { database: watched })
    const data = await ask(`{
      reviewCases {
        nodes {
          order { amount }
          customer {
            msisdn
            account { id status }
            accounts { nodes { id } }
            clock { id now attachedCustomerCount }
            orders { nodes { amount status } totalCount { value isExact } }
            positions {
              nodes {
                asOf principal product { code version } customer { msisdn }
                deposits { nodes { principal } }
              }
            }
          }
        }
      }
    }`)

    expect(statements).toHaveLength(10)
    for (const table of [
      'review_cases',
      'customers WHERE id',
      'accounts WHERE customer_id',
      'positions LEFT JOIN',
      'product_versions',
    ]) {
      expect([table, count(statements, `FROM ${table}`)]).toEqual([table, 1])
    }
    const expected = customers.map(({ msisdn, accountId }, place) => {
      const amount = String(1000 * (place + 1))
      const clock = [undefined, clocks[0], clocks[0], clocks[1], undefined][place]
      return {
        order: { amount },
        customer: {
          msisdn,
          account: { id: accountId, status: 'ACTIVE' },
          accounts: { nodes: [{ id: accountId }] },
          clock: clock
            ? { id: clock.id, now: clock.nowOn, attachedCustomerCount: clock === clocks[0] ? 2 : 1 }
            : null,
          orders: { nodes: [{ amount, status: 'SUCCESSFUL' }], totalCount: { value: 1, isExact: true } },
          positions: {
            nodes: [
              {
                asOf: clock?.nowOn ?? '2026-03-01',
                principal: amount,
                product: { code: 'LOCK3M', version: 1 },
                customer: { msisdn },
                deposits: { nodes: [{ principal: amount }] },
              },
            ],
          },
        },
      }
    })
    expect(data).toEqual({ reviewCases: { nodes: expected } })
  })

  test('give each customer a page of their own orders, newest first', async () => {
    const [many, few] = [await world().register(), await world().register()]
    for (const { msisdn } of [many, few]) await world().deposit(msisdn, '1000')
    const order = at(await world().ordersOf(many.msisdn), 0)
    for (let copy = 0; copy < 60; copy++) {
      await world().write(
        `INSERT INTO payment_orders (id, kind, customer_id, account_id, book, msisdn, amount, currency, note, status,
           business_on, sends, polls, created_at)
         SELECT ?, kind, customer_id, account_id, book, msisdn, ?, currency, note, 'FAILED', business_on, sends, polls, ?
         FROM payment_orders WHERE id = ?`,
        `copy-${many.msisdn}-${copy}`,
        2000 + copy,
        copy,
        order.id,
      )
    }
    await openCases(world(), [few.msisdn, many.msisdn])
    const { ask } = serviceOf(world())
    const data = await ask(
      '{ reviewCases { nodes { customer { orders(first: 50) { nodes { amount } } } } } }',
    )
    await world().write(`DELETE FROM payment_orders WHERE id LIKE 'copy-%'`)
    const [ofFew, ofMany] = shaped(
      z.object({
        reviewCases: z.object({
          nodes: z.array(
            z.object({
              customer: z.object({ orders: z.object({ nodes: z.array(z.object({ amount: z.string() })) }) }),
            }),
          ),
        }),
      }),
      data,
    ).reviewCases.nodes
    expect(ofFew?.customer.orders.nodes).toEqual([{ amount: '1000' }])
    const amounts = ofMany?.customer.orders.nodes.map(({ amount }) => amount)
    expect(amounts?.slice(0, 3)).toEqual(['1000', '2059', '2058'])
    expect(amounts).toHaveLength(50)
  })

  test('are read by one SQL statement also for a gateway call with a single row', async () => {
    const { msisdn } = await world().register()
    const { database: watched, statements } = recorded(world().database)
    const { ask } = serviceOf(world(), { database: watched })
    await ask(`{ registration(msisdn: "${msisdn}") { status } }`, { actor: gateway })
    expect(statements).toHaveLength(1)
  })
})

/** How many SQL statements it takes to read 100 rows of each list with all their links and totals. */
const taken = {
  accessEntries: 4,
  auditEntries: 4,
  approvals: 4,
  notes: 4,
  blocks: 5,
  customers: 9,
  accounts: 11,
  orders: 9,
  refunds: 9,
  orderComparisons: 2,
  clocks: 5,
  clockDays: 2,
  dayExceptions: 5,
  ledgerEntries: 5,
  journals: 5,
  reviewCases: 6,
  products: 3,
  suspense: 6,
  payouts: 9,
  positions: 10,
  deposits: 7,
  quotes: 7,
  statements: 4,
  scoreRequests: 10,
  roleAssignments: 2,
  approvalLimits: 2,
  approvalDelegations: 2,
  providerLines: 4,
}
const nodes = 100

describeEachDatabase('a list of every kind with all its links', (database) => {
  let world: World
  let told: Record<string, { statements: number; nodes: number }>
  type Copying = Awaited<ReturnType<typeof copyingAll>>
  let copyingMore: Copying
  const copy = (statements: Copying) =>
    world.database.inTransaction(async (tx) => {
      for (const { sql, parameters } of statements) await tx.run(sql, parameters)
    })

  /** A customer with rows of every kind. */
  const customerInEveryList = async (msisdn: Msisdn) => {
    const act = (mutation: string, input: object) =>
      serviceOf(world).act(mutation, { ...input, idempotencyKey: newId(world.clock.now()) })
    const { id: clockId } = await world.newClock('2026-01-31')
    await world.register({ msisdn, email: `n${msisdn}@example.com`, clockId })
    await world.deposit(msisdn, '5000')
    const position = at(await world.positions(msisdn), 0)
    await world.withdraw(msisdn, (await world.preview(msisdn, position.position.id)).reference)
    await world.deposit(msisdn, '6000')
    const [{ id } = { id: '' }] = await world.ordersOf(msisdn)
    const customer = at(await world.rows('SELECT id FROM customers WHERE msisdn = ?', msisdn), 0)['id']
    await act('addNote', { about: 'PAYMENT_ORDER', subject: id, text: 'seen' })
    await act('printStatement', { customer, period: 'ALL' })
    await act('proposeBlockCustomer', { customer, scope: 'BOTH', cause: 'FRAUD', reason: 'a ticket' })
    const order = at(await world.ordersOf(msisdn), 0)
    await world.database.inTransaction((tx) =>
      openReview(tx, world.call(), order, { kind: 'NO_ANSWER', detail: '' }),
    )
    const papers = [{ documentName: 'a.pdf', documentType: 'WALLET_STATEMENT', password: 'x' }]
    const scored = { msisdn, nationalId: '29384756', firstName: 'Awa', lastName: 'Ngo', documents: papers }
    await act('submitScoreRequest', { ...scored, productCode: 'PARS' })
    await world.write(`INSERT INTO access_entries (id, at, who, actor, operation, customer_id, quarter)
      SELECT id, created_at, 'clerk', 'clerk', 'customer', id, 0 FROM customers`)
    // Sealed columns belong to their row, and cannot be copied.
    await world.write('UPDATE proposals SET preview = NULL, input = NULL')
    await world.write(`UPDATE score_requests SET status = 'COMPLETED', resubmission_of = id`)
    await world.write(
      'INSERT INTO score_result_parts (score_id, position, part, body) SELECT id, -1, 0, ? FROM score_requests',
      gzipSync('[]').toString('base64'),
    )
  }

  /** A customer whose payment came after the opt-out. */
  const optOutBeforePayment = async (msisdn: Msisdn) => {
    await world.register({ msisdn })
    const { reference } = await world.quote(msisdn, '6000', 'LOCK1M')
    await world.confirm(msisdn, reference)
    await world.makeAllDue()
    await world.dispatch()
    await world.optOut(msisdn)
    await world.makeAllDue()
    await world.poll()
  }

  beforeAll(async () => {
    world = await openWorld(database)
    const msisdns = ['237650000000', '237651000000'].map(msisdnOf)
    await customerInEveryList(at(msisdns, 0))
    await optOutBeforePayment(at(msisdns, 1))
    const days = Array.from({ length: nodes + 1 }, (_, n) => addDays(dateOf('2020-01-01'), n))
    const ofDays = (rest: string) => days.map((day) => `('${day}', ${rest})`).join(', ')
    await world.write(
      `INSERT INTO order_comparisons (day, last_order_id, compared, differences) VALUES ${ofDays(`'', 7, 1`)}`,
    )
    await world.write(`INSERT INTO day_exceptions (position_id, step, book, customer_id, set_aside_on, accrued_to, problem, created_at)
      SELECT id, 'ACCRUAL', book, customer_id, '2026-03-01', '2026-03-01', 'a bug', 0 FROM positions`)
    await world.write(
      `INSERT INTO walk_days (day, book, facts, digest, completed_at)
       VALUES ${ofDays(`'system', '{"accruals":[],"maturities":[]}', '', 0`)}`,
    )
    const product = at(await selectAll(world.database.read, ProductVersion, 'LIMIT 1', []), 0)
    const versions = Array.from({ length: nodes }, (_, n) => ({
      ...product,
      id: `LOCK9M.${n + 1}`,
      code: 'LOCK9M',
      version: n + 1,
    }))
    await world.database.inTransaction((tx) => insertAll(tx, ProductVersion, versions))
    await world.write(
      `INSERT INTO role_assignments (id, person_id, name, kind, source, roles, from_at) VALUES (?, ?, 'Awa Ngo', 'PERSON', 'KEY', 'ADMIN', 0)`,
      newId(0),
      newId(0),
    )
    await world.write(
      `INSERT INTO approval_limits (person_id, id, name, amount, set_at) VALUES (?, ?, 'Awa Ngo', 100000, 0)`,
      newId(0),
      newId(0),
    )
    await world.write(
      `INSERT INTO approval_delegations (id, from_id, from_name, to_id, to_name, from_at, until_at, reason)
       VALUES (?, ?, 'Awa Ngo', ?, 'Jean Eto', 0, 1, 'leave')`,
      newId(0),
      newId(0),
      newId(0),
    )
    await world.write(
      `INSERT INTO provider_lines (transaction_id, reference, kind, amount, fee, currency, completed_on, order_id, state, file_digest)
       SELECT id, id, kind, amount, 0, currency, business_on, id, 'MATCHED', '' FROM payment_orders
       WHERE kind = 'COLLECT'`,
    )
    const copying = await copyingAll(world.database, { times: nodes, msisdns })
    copyingMore = await copyingAll(world.database, { from: nodes, times: 20, msisdns })
    await copy(copying)
    told = await count()
  })
  afterAll(() => world.close())

  const isComposite = (type: GraphQLOutputType) => isCompositeType(getNamedType(type))
  /** All fields below a row that need no argument. */
  const below = (type: ReturnType<typeof typeWithFields>, depth: number): string =>
    Object.values(type.getFields())
      .filter(({ args }) => !args.some(isRequiredArgument))
      .flatMap(({ name, type: given }) => {
        const named = getNamedType(given)
        if (!isComposite(given)) return [name]
        if (named.name.endsWith('Connection'))
          return depth > 0 ? [`${name} { nodes { __typename } totalCount { value } }`] : []
        if (!isObjectType(named)) return [`${name} { __typename }`]
        return depth > 0 ? [`${name} { __typename ${below(named, 0)} }`] : []
      })
      .join(' ')

  const lists = () =>
    Object.values(present(serviceOf(world).schema.getQueryType()).getFields()).filter(({ type }) =>
      getNamedType(type).name.endsWith('Connection'),
    )

  const count = async () => {
    const found: typeof told = {}
    for (const { name, type } of lists()) {
      const rows = present(typeWithFields(type).getFields()['nodes']).type
      const query = `{ list: ${name}(first: ${nodes}) { nodes { ${below(typeWithFields(rows), 1)} } totalCount { value } } }`
      const { database: watched, statements } = recorded(world.database)
      const { list } = await serviceOf(world, { database: watched }).ask(query, { actor: everybody })
      found[name] = {
        statements: statements.length,
        nodes: shaped(z.object({ nodes: z.array(anyObject) }), list).nodes.length,
      }
    }
    return found
  }

  test('reads 100 rows by fewer than 12 SQL statements', () => {
    expect(told).toEqual(
      Object.fromEntries(Object.entries(taken).map(([name, statements]) => [name, { statements, nodes }])),
    )
    expect(Object.entries(told).filter(([, { statements }]) => statements >= 12)).toEqual([])
  })

  test('is sorted only by columns that never change', async () => {
    const { database: watched, statements } = recorded(world.database)
    const service = serviceOf(world, { database: watched })
    for (const { name, args } of lists()) {
      const sort = assertEnumType(getNamedType(present(args.find((arg) => arg.name === 'sort')).type))
      for (const { name: order } of sort.getValues())
        await service.ask(`{ ${name}(first: 1, sort: ${order}) { pageInfo { hasNextPage } } }`, {
          actor: everybody,
        })
    }
    const columns = statements.flatMap(
      (statement) => / ORDER BY (.*) LIMIT 2$/.exec(statement)?.[1]?.split(', ') ?? [],
    )
    const named = columns.map((column) =>
      column.replace(' DESC', '').replace('collection.', 'payment_orders.'),
    )
    // test/support/sort-columns.ts lets no test change these columns.
    expect([...new Set(named)].toSorted()).toEqual(
      Object.entries(sortColumns)
        .flatMap(([table, those]) => those.map((column) => `${table}.${column}`))
        .toSorted(),
    )
    expect(() => checkSortColumns('UPDATE payouts SET status = ?, amount = ? WHERE id = ?')).toThrow('amount')
    expect(() => checkSortColumns('UPDATE payouts SET status = ? WHERE amount = ?')).not.toThrow()
  })

  test('shows once, in every order, each row that is not removed, whatever is added or removed meanwhile', async () => {
    const { schema } = serviceOf(world)
    const orders = lists().flatMap(({ name, args }) => {
      const sort = assertEnumType(getNamedType(present(args.find((arg) => arg.name === 'sort')).type))
      return sort.getValues().map((value) => ({ list: name, sort: value.name }))
    })
    expect(orders.length).toBeGreaterThan(40)
    const pageOf = async (order: (typeof orders)[number], first: number, after: string | null) => {
      const query = `query ($after: String) { list: ${order.list}(first: ${first}, after: $after, sort: ${order.sort}) {
        edges { cursor } pageInfo { hasNextPage endCursor } } }`
      const { data, errors } = await execute({
        schema,
        document: parse(query),
        contextValue: createContext(domainOf(world), world.call({ actor: everybody })),
        variableValues: { after },
      })
      if (errors?.[0]) throw errors[0]
      return shaped(
        z.object({
          list: z.object({
            edges: z.array(z.object({ cursor: z.string() })),
            pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
          }),
        }),
        data,
      ).list
    }
    const restOf = async (order: (typeof orders)[number], first: number, from: string | null) => {
      const found: string[] = []
      for (let after = from; ;) {
        const { edges, pageInfo } = await pageOf(order, first, after)
        found.push(...edges.map(({ cursor }) => cursor))
        if (!pageInfo.hasNextPage) return found
        after = pageInfo.endCursor
      }
    }
    const before = await Promise.all(orders.map((order) => restOf(order, 100, null)))
    const begun = await Promise.all(orders.map((order) => pageOf(order, 60, null)))
    await copy(copyingMore)
    // A table with a trigger allows no DELETE: rows are removed from the other tables only.
    const kept = await world.rows(
      database.kind === 'sqlite'
        ? `SELECT tbl_name AS kept FROM sqlite_master WHERE type = 'trigger'`
        : 'SELECT event_object_table AS kept FROM information_schema.triggers WHERE trigger_schema = DATABASE()',
    )
    const isKept = (table: string) => kept.some(({ kept: name }) => name === table)
    // Matches the number of a copy at its place in the id, because other digits of an id may be the same.
    for (const gone of ['000002', '000061', '000099'])
      for (const { tableName, columns } of world.database.read.dataSource.entityMetadatas)
        if (!isKept(tableName) && columns.some(({ databaseName }) => databaseName === 'id'))
          await world.write(
            `DELETE FROM ${tableName} WHERE id LIKE ? OR id LIKE ?`,
            `%____${gone}________________`,
            `__${gone}-%`,
          )
    const shown = await Promise.all(
      orders.map(async (order, i) => {
        const { edges, pageInfo } = at(begun, i)
        const first = edges.map(({ cursor }) => cursor)
        return pageInfo.hasNextPage ? [...first, ...(await restOf(order, 60, pageInfo.endCursor))] : first
      }),
    )
    const after = await Promise.all(orders.map((order) => restOf(order, 100, null)))
    for (const [i, { list, sort }] of orders.entries()) {
      const still = new Set(after[i])
      const throughout = at(before, i).filter((cursor) => still.has(cursor))
      const seen = new Set(shown[i])
      expect([list, sort, at(shown, i).length - seen.size]).toEqual([list, sort, 0])
      expect([list, sort, throughout.filter((cursor) => !seen.has(cursor))]).toEqual([list, sort, []])
      expect([list, sort, throughout.length > 40]).toEqual([list, sort, true])
    }
    expect(
      before.filter((cursors, i) => cursors.some((cursor) => !at(after, i).includes(cursor))).length,
    ).toBeGreaterThan(30)
  })
})
