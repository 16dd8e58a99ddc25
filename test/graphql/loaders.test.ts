import { expect, test } from '@jest/globals'
import { describeEachDatabase } from '../support/services.js'
import { worldFor, type World } from '../support/world.js'
import {
  getNamedType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql'
import { openReview } from '../../src/bank/payments/review.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { gateway, person, recorded, serviceOf } from './support.js'

const everybody = { ...person('ADMIN', 'APPROVER', 'BACK_OFFICE'), name: 'Awa Ngo' }

/** A review case of each order, so that one list leads to many customers. */
const openCases = async (world: World, msisdns: readonly Msisdn[]): Promise<void> => {
  await world.write('DELETE FROM review_cases')
  for (const msisdn of msisdns) {
    const [order] = await world.ordersOf(msisdn)
    // Cases are listed by their ids, which begin with the time.
    world.clock.advance(1)
    await world.database.inTransaction((tx) => openReview(tx, world.call(), order!, 'NO_ANSWER', ''))
  }
}

const count = (statements: readonly string[], from: string): number =>
  statements.filter((statement) => statement.includes(from)).length

describeEachDatabase('lists of rows', (database) => {
  const world = worldFor(database)

  test('read each kind in one statement, however many customers there are', async () => {
    const clocks = [await world().newClock('2026-01-31'), await world().newClock('2026-02-28')]
    const customers = []
    for (const clockId of [null, clocks[0]!.id, clocks[0]!.id, clocks[1]!.id, null]) {
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

    expect(statements).toHaveLength(13)
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

  test('show the same page of the orders of each customer, newest first', async () => {
    const [many, few] = [await world().register(), await world().register()]
    for (const { msisdn } of [many, few]) await world().deposit(msisdn, '1000')
    const [order] = await world().ordersOf(many.msisdn)
    for (let copy = 0; copy < 60; copy++) {
      await world().write(
        `INSERT INTO payment_orders (id, kind, customer_id, account_id, book, msisdn, amount, currency, note, status,
           business_on, sends, polls, created_at)
         SELECT ?, kind, customer_id, account_id, book, msisdn, ?, currency, note, 'FAILED', business_on, sends, polls, ?
         FROM payment_orders WHERE id = ?`,
        `copy-${many.msisdn}-${copy}`,
        2000 + copy,
        copy,
        order!.id,
      )
    }
    await openCases(world(), [few.msisdn, many.msisdn])
    const { ask } = serviceOf(world())
    const data = await ask(
      '{ reviewCases { nodes { customer { orders(first: 50) { nodes { amount } } } } } }',
    )
    await world().write(`DELETE FROM payment_orders WHERE id LIKE 'copy-%'`)
    const [ofFew, ofMany] = (
      data as { reviewCases: { nodes: { customer: { orders: { nodes: { amount: string }[] } } }[] } }
    ).reviewCases.nodes
    expect(ofFew?.customer.orders.nodes).toEqual([{ amount: '1000' }])
    const amounts = ofMany?.customer.orders.nodes.map(({ amount }) => amount)
    expect(amounts?.slice(0, 3)).toEqual(['1000', '2059', '2058'])
    expect(amounts).toHaveLength(50)
  })

  test('of a call of the gateway need no loader', async () => {
    const { msisdn } = await world().register()
    const { database: watched, statements } = recorded(world().database)
    const { ask } = serviceOf(world(), { database: watched })
    await ask(`{ registration(msisdn: "${msisdn}") { status } }`, { actor: gateway })
    expect(statements).toHaveLength(1)
  })

  // What is asked is the same on both databases.
  if (database.kind === 'sqlite')
    test('of every kind, with all their links, are as many statements for many rows as for a few', async () => {
      const { domain, schema } = serviceOf(world())
      const act = serviceOf(world()).act
      const one = async (place: number) => {
        const { msisdn } = await world().register({ email: `n${place}@example.com` })
        await world().deposit(msisdn, '5000')
        const [position] = await world().positions(msisdn)
        await world().withdraw(msisdn, (await world().preview(msisdn, position!.position.id)).reference)
        await world().deposit(msisdn, '6000')
        const [{ id } = { id: '' }] = await world().ordersOf(msisdn)
        const customer = (await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn))[0]!['id']
        await act('addNote', { about: 'PAYMENT_ORDER', subject: id, text: 'seen' })
        await act('printStatement', { customer, period: 'ALL' })
        await act('proposeBlockCustomer', { customer, scope: 'BOTH', cause: 'FRAUD', reason: 'a ticket' })
        const [order] = await world().ordersOf(msisdn)
        await world().database.inTransaction((tx) => openReview(tx, world().call(), order!, 'NO_ANSWER', ''))
      }
      const isComposite = (type: GraphQLOutputType) => isCompositeType(getNamedType(type))
      /** All that hangs below a row and asks for nothing. */
      const below = (type: GraphQLObjectType, depth: number): string =>
        Object.values(type.getFields())
          .filter(({ args }) => !args.some(isRequiredArgument))
          .flatMap(({ name, type: given }) => {
            const named = getNamedType(given)
            if (!isComposite(given)) return [name]
            if (named.name.endsWith('Connection'))
              return depth > 0 ? [`${name} { nodes { __typename } }`] : []
            if (!isObjectType(named)) return [`${name} { __typename }`]
            return depth > 0 ? [`${name} { __typename ${below(named, 0)} }`] : []
          })
          .join(' ')
      const lists = Object.values(schema.getQueryType()!.getFields()).filter(
        ({ type, name }) => getNamedType(type).name.endsWith('Connection') && name !== 'scoreRequests',
      )
      expect(lists.length).toBeGreaterThan(20)
      const counts = async () => {
        const told: Record<string, number> = {}
        for (const { name, type } of lists) {
          const nodes = (getNamedType(type) as GraphQLObjectType).getFields()['nodes']!.type
          const query = `{ ${name}(first: 100) { nodes { ${below(getNamedType(nodes) as GraphQLObjectType, 1)} } } }`
          const { database: watched, statements } = recorded(world().database)
          await serviceOf(world(), { ...domain, database: watched }).ask(query, { actor: everybody })
          told[name] = statements.length
        }
        return told
      }
      for (let place = 0; place < 3; place++) await one(place)
      const few = await counts()
      for (let place = 3; place < 25; place++) await one(place)
      expect(await counts()).toEqual(few)
      // Each kind of link is one statement; below a customer there are 14 lists, and the links of their world and account.
      const { customers, ...others } = few
      expect(Object.entries(others).filter(([, statements]) => statements > 12)).toEqual([])
      expect(customers).toBeLessThanOrEqual(22)
    }, 60_000)
})
