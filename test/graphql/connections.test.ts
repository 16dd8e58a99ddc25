import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { openReview } from '../../src/bank/payments/review.js'
import { historySource } from '../../src/back-office/customers/history.read.js'
import { readPages } from '../../src/platform/database/keyset.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor, type World } from '../support/world.js'
import { analyst, clerk, person, recorded, serviceOf } from './support.js'
import { present, first } from '../support/present.js'
import { anyObject, shaped, textOf } from '../support/typed.js'
import { z } from 'zod'

const nodesWithIds = z.array(z.object({ id: z.string() }))
const aPage = z.object({
  nodes: nodesWithIds,
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
})

/** Only a few instants, so that many rows share one. */
const momentsMax = 4

const insert = (world: World, reference: string, createdAt: number): Promise<number> =>
  world.write(
    `INSERT INTO statements (id, customer_id, account_id, email, language, period, from_on, to_on, business_on, message_id,
       status, attempts, created_at)
     VALUES (?, 'somebody', 'ACC-1', 'awa@example.com', 'fr', '1', '2026-02-01', '2026-02-28', '2026-03-01', '<1@cauri>', 'SENT', 1, ?)`,
    reference,
    createdAt,
  )

/** Rows that are added and removed between two pages. */
interface Meanwhile {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

const meanwhile: fc.Arbitrary<Meanwhile> = fc.record({
  added: fc.array(fc.nat(momentsMax), { maxLength: 3 }),
  removed: fc.array(fc.nat(20), { maxLength: 2 }),
})

describeEachDatabase('connections', (database) => {
  const world = worldFor(database)

  test('show exactly once every row that is not removed, whatever is added or removed meanwhile', async () => {
    const { ask } = serviceOf(world())
    const page = async (
      sort: string,
      first: number,
      after: string | null,
    ): Promise<z.infer<typeof aPage>> => {
      const { statements } = await ask(
        `query ($after: String) { statements(first: ${first}, sort: ${sort}, after: $after) {
           nodes { id } pageInfo { hasNextPage endCursor } } }`,
        { variables: { after } },
      )
      return shaped(aPage, statements)
    }
    let minted = 0
    const property = fc.asyncProperty(
      fc.constantFrom('NEWEST', 'OLDEST'),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(momentsMax), { maxLength: 12 }),
      fc.array(meanwhile, { maxLength: 8 }),
      async (sort, first, initial, turns) => {
        await world().write('DELETE FROM statements')
        const there: string[] = []
        const add = async (createdAt: number): Promise<string> => {
          // Half of the ids sort before the others of the same instant.
          const reference = `STM-${++minted % 2}-${minted}`
          await insert(world(), reference, createdAt)
          there.push(reference)
          return reference
        }
        for (const createdAt of initial) await add(createdAt)
        const throughout = new Set(there)
        const shown: string[] = []
        let after: string | null = null
        for (let turn = 0; turn < 30; turn++) {
          const { nodes, pageInfo } = await page(sort, first, after)
          expect(nodes.length).toBeLessThanOrEqual(first)
          shown.push(...nodes.map(({ id }) => id))
          if (!pageInfo.hasNextPage) break
          after = pageInfo.endCursor
          const { added, removed } = turns[turn] ?? { added: [], removed: [] }
          for (const createdAt of added) await add(createdAt)
          for (const at of removed) {
            const [gone] = there.splice(at % Math.max(1, there.length), 1)
            if (gone === undefined) continue
            throughout.delete(gone)
            await world().write('DELETE FROM statements WHERE id = ?', gone)
          }
        }
        expect(new Set(shown).size).toBe(shown.length)
        expect([...throughout].filter((reference) => !shown.includes(reference))).toEqual([])
      },
    )
    await fc.assert(property, { numRuns: 25 })
    await world().write('DELETE FROM statements')
  })

  test('of statements are filtered by an address in any case', async () => {
    await insert(world(), 'STM-case', 1)
    await world().write(`UPDATE statements SET email = 'Awa.Ngo@Example.com' WHERE id = 'STM-case'`)
    const { statements } = await serviceOf(world()).ask(
      '{ statements(filter: { email: ["awa.ngo@EXAMPLE.com", "other@example.com"] }) { nodes { id email } } }',
    )
    expect(statements).toEqual({ nodes: [{ id: 'STM-case', email: 'Awa.Ngo@Example.com' }] })
    await world().write('DELETE FROM statements')
  })

  test('are sorted as requested, and filtered by all conditions', async () => {
    const { ask } = serviceOf(world())
    const { msisdn } = await world().register()
    for (const amount of ['3000', '1000', '3000', '2000']) await world().deposit(msisdn, amount, 'LOCK1M')
    const { customer } = await ask(
      `{ customer(by: { msisdn: "${msisdn}" }) { id orders { totalCount { value isExact } } } }`,
    )
    const { id } = shaped(z.object({ id: z.string() }), customer)
    expect(customer).toEqual({ id, orders: { totalCount: { value: 4, isExact: true } } })
    const found = async (filter: string, sort = 'LARGEST') => {
      const { orders } = await ask(
        `{ orders(sort: ${sort}, filter: { customer: "${id}", ${filter} }) { nodes { amount } totalCount { value } } }`,
      )
      const { nodes, totalCount } = shaped(
        z.object({
          nodes: z.array(z.object({ amount: z.string() })),
          totalCount: z.object({ value: z.number() }),
        }),
        orders,
      )
      expect(totalCount.value).toBe(nodes.length)
      return nodes.map(({ amount }) => amount)
    }
    expect(await found('')).toEqual(['3000', '3000', '2000', '1000'])
    expect(await found('amount: { atLeast: "1500", atMost: "3000" }')).toEqual(['3000', '3000', '2000'])
    expect(await found('kind: [COLLECT], status: [SUCCESSFUL, FAILED]')).toHaveLength(4)
    expect(await found('status: []')).toEqual([])
    expect(await found('status: [UNDER_REVIEW, UNKNOWN, CREATED]')).toEqual([])
    expect(await found('businessDate: { from: "2026-03-01", before: "2026-03-02" }')).toHaveLength(4)
    expect(await found('businessDate: { before: "2026-03-01" }')).toEqual([])
    await world().write(`UPDATE payment_orders SET provider_transaction_id = 'T-7' WHERE msisdn = ?`, msisdn)
    expect(await found('product: ["LOCK1M"], book: ["system"], providerTransaction: ["T-7"]')).toHaveLength(4)
    expect(await found('isRefund: true')).toEqual([])
    const { deposits, positions, accounts, refunds } = await ask(
      `{ deposits(filter: { customer: "${id}", product: ["LOCK1M"] }) { nodes { principal customer { id } position { productCode } } }
         positions(filter: { customer: "${id}", status: [ACCRUING], maturityDate: { from: "2026-04-01" } }) { nodes { principal } }
         accounts(filter: { customer: "${id}", status: [ACTIVE] }) { totalCount { value } }
         refunds(filter: { customer: "${id}" }) { totalCount { value } } }`,
    )
    expect(shaped(z.object({ nodes: z.array(anyObject) }), deposits).nodes).toHaveLength(4)
    expect(shaped(z.object({ nodes: z.array(anyObject) }), deposits).nodes[0]).toMatchObject({
      customer: { id },
      position: { productCode: 'LOCK1M' },
    })
    expect(positions).toEqual({ nodes: [{ principal: '9000' }] })
    expect([accounts, refunds]).toEqual([{ totalCount: { value: 1 } }, { totalCount: { value: 0 } }])
  })

  test('take one SQL statement without a count, and one more for all lists below their rows', async () => {
    const { database: watched, statements } = recorded(world().database)
    const { ask } = serviceOf(world(), { database: watched })
    for (let i = 0; i < 3; i++) await world().register()
    statements.length = 0
    await ask('{ customers(first: 100) { edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }')
    expect(statements).toHaveLength(1)
    // The page has all rows, so that no statement counts them.
    statements.length = 0
    const counted = '{ customers(first: 100) { totalCount { value isExact } nodes { id } } }'
    const { customers } = await ask(counted)
    const { nodes, totalCount } = shaped(
      aPage.pick({ nodes: true }).extend({ totalCount: anyObject }),
      customers,
    )
    expect([statements.length, totalCount]).toEqual([1, { value: nodes.length, isExact: true }])
    statements.length = 0
    const [some, behind] = [
      nodes.length - 1,
      'query ($after: String) { customers(first: 100, after: $after) { nodes { id } totalCount { value } } }',
    ]
    const page = await ask(
      `{ customers(first: ${some}) { nodes { id } pageInfo { endCursor } totalCount { value } } }`,
    )
    expect([statements.length, page['customers']]).toMatchObject([2, { totalCount: { value: nodes.length } }])
    const after = shaped(z.object({ pageInfo: z.object({ endCursor: z.string() }) }), page['customers'])
      .pageInfo.endCursor
    expect(await ask(behind, { variables: { after } })).toMatchObject({
      customers: { nodes: [nodes.at(-1)], totalCount: { value: nodes.length } },
    })
    statements.length = 0
    await ask(
      '{ customers(first: 100) { nodes { orders { nodes { id } } payouts { nodes { id } } accounts { nodes { id } } } } }',
    )
    expect(statements).toHaveLength(2)
  })

  test('are filtered by related objects, and approvals by the time of their decision', async () => {
    const { ask, act } = serviceOf(world())
    const { id: clockId } = await world().newClock('2026-03-01')
    const [{ msisdn }, tester] = [await world().register(), await world().register({ clockId })]
    for (const who of [msisdn, tester.msisdn]) {
      await world().deposit(who, '4000', 'LOCK1M')
      const view = first(await world().positions(who))
      await world().withdraw(who, (await world().preview(who, view.position.id)).reference)
    }
    const counted = async (list: string, filter: string) => {
      const found = await ask(`{ list: ${list}(filter: { ${filter} }) { totalCount { value } } }`)
      return shaped(z.object({ list: z.object({ totalCount: z.object({ value: z.number() }) }) }), found).list
        .totalCount.value
    }
    const row = first(await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn))
    const mine = `customer: "${String(row['id'])}"`
    expect(await counted('deposits', `book: ["${clockId}"]`)).toBe(1)
    expect(await counted('deposits', `${mine}, book: ["system"]`)).toBe(1)
    expect(await counted('deposits', `${mine}, book: ["${clockId}"]`)).toBe(0)
    expect(await counted('payouts', `book: ["${clockId}"], product: ["LOCK1M", "LOCK3M"]`)).toBe(1)
    expect(await counted('payouts', `${mine}, product: ["LOCK3M"]`)).toBe(0)

    await act('proposeBlockCustomer', {
      customer: String(row['id']),
      scope: 'BOTH',
      cause: 'FRAUD',
      reason: 'a call',
    })
    const { approvals } = await ask(`{ approvals(filter: { ${mine} }) { nodes { id } } }`)
    const { id } = first(shaped(z.object({ nodes: nodesWithIds }), approvals).nodes)
    const today = 'from: "2026-03-01T00:00:00Z"'
    expect(await counted('blocks', `${mine}, placed: { ${today} }`)).toBe(1)
    const below = `{ customer(by: { id: "${String(row['id'])}" }) { blocks { nodes { cause liftedAt } totalCount { value } } } }`
    expect(await ask(below)).toEqual({
      customer: { blocks: { nodes: [{ cause: 'FRAUD', liftedAt: null }], totalCount: { value: 1 } } },
    })
    expect(await counted('blocks', `${mine}, placed: { from: "2050-01-01T00:00:00Z" }`)).toBe(0)
    expect(await counted('approvals', `${mine}, decided: { ${today} }`)).toBe(0)
    await act('withdraw', { id, reason: 'no' })
    expect(await counted('approvals', `${mine}, decided: { ${today} }`)).toBe(1)
    expect(await counted('approvals', `${mine}, decided: { from: "2050-01-01T00:00:00Z" }`)).toBe(0)

    const order = present((await world().ordersOf(msisdn)).find(({ kind }) => kind === 'COLLECT'))
    await world().write(
      `INSERT INTO provider_lines (transaction_id, reference, kind, amount, fee, currency, completed_on, order_id, state, file_digest)
       VALUES ('P-1', ?, 'COLLECT', 4000, 25, 'XAF', '2026-03-01', ?, 'MATCHED', ''),
         ('P-2', 'other', 'PAY_OUT', 500, 25, 'XAF', '2026-03-01', NULL, 'UNKNOWN', '')`,
      order.id,
      order.id,
    )
    const lines = `{ providerLines(filter: { order: ["ORD-${order.id}"], kind: [COLLECT], amount: { atLeast: "4000" } }) {
      nodes { transactionId order { id customer { msisdn } } } }
      other: providerLines(filter: { transaction: ["P-2"] }) { nodes { transactionId order { id } } } }`
    expect(await ask(lines)).toEqual({
      providerLines: {
        nodes: [{ transactionId: 'P-1', order: { id: `ORD-${order.id}`, customer: { msisdn } } }],
      },
      other: { nodes: [{ transactionId: 'P-2', order: null }] },
    })
    await world().write('DELETE FROM provider_lines')
  })

  test('below a parent equal the root list with the filter for that parent', async () => {
    const { ask, act } = serviceOf(world())
    const { id: clockId } = await world().newClock('2026-03-01')
    /** A customer with rows in every list, whose last payment came after the opt-out. */
    const customerInEveryList = async (on: string | null) => {
      const { msisdn } = await world().register({ clockId: on, email: 'somebody@example.com' })
      await world().deposit(msisdn, '4000', 'LOCK1M')
      const { position } = first(await world().positions(msisdn))
      await world().withdraw(msisdn, (await world().preview(msisdn, position.id)).reference)
      await world().deposit(msisdn, '6000', 'LOCK3M')
      const one = first(await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn))
      const customer = `CUS-${String(one['id'])}`
      await act('proposeEmail', { msisdn, email: 'other@example.com', reason: 'a letter' })
      await act('printStatement', { customer, period: 'ALL' })
      const { reference } = await world().quote(msisdn, '7000', 'LOCK1M')
      await world().confirm(msisdn, reference)
      await world().makeAllDue()
      await world().dispatch()
      await world().optOut(msisdn)
      await world().makeAllDue()
      await world().poll()
      const account = first(await world().rows('SELECT id FROM accounts WHERE customer_id = ?', one['id']))
      const order = await world().orderOf(present(reference))
      return {
        Customer: customer,
        Account: String(account['id']),
        Position: position.id,
        PaymentOrder: `ORD-${order.id}`,
      }
    }
    const idOf = { Customer: 'customer', Account: 'account', Position: 'position', PaymentOrder: 'order' }
    type Parent = keyof typeof idOf
    const seen = z.object({ nodes: z.array(anyObject), totalCount: z.object({ value: z.number() }) })
    const compared = async (
      whose: Readonly<Record<Parent, string>>,
      type: Parent,
      list: string,
      more = '',
    ) => {
      const fields = '{ nodes { __typename customer { id } } edges { cursor } totalCount { value } }'
      const what = list === 'providerLines' ? fields.replace('customer { id }', 'transactionId') : fields
      const id = whose[type]
      const given = ['Account', 'Customer'].includes(type) ? `"${id}"` : `["${id}"]`
      const { node, root } = await ask(
        `{ node(id: "${id}") { ... on ${type} { list: ${list}(first: 50) ${what} } }
           root: ${list}(first: 50, filter: { ${idOf[type]}: ${given} ${more} }) ${what} }`,
      )
      const { list: below } = shaped(z.object({ list: seen }), node)
      expect([type, list, below]).toEqual([type, list, shaped(seen, root)])
      expect([type, list, below.nodes.length]).toEqual([type, list, below.totalCount.value])
      return below.totalCount.value
    }
    // Compared before the second customer is made: making one sends every refund that is due, also that of the first customer, whose
    // payment then leaves suspense.
    const tester = await customerInEveryList(clockId)
    expect(await compared(tester, 'Customer', 'suspense', `, book: ["${clockId}"]`)).toBe(1)
    const other = await customerInEveryList(null)
    expect(await compared(other, 'Customer', 'suspense')).toBe(1)
    await world().write(
      `INSERT INTO day_exceptions (position_id, step, book, customer_id, set_aside_on, accrued_to, problem, created_at)
       SELECT id, 'ACCRUAL', book, customer_id, '2026-03-01', '2026-03-01', 'a bug', 0 FROM positions`,
    )
    await world().write(
      `INSERT INTO provider_lines (transaction_id, reference, kind, amount, fee, currency, completed_on, order_id, state, file_digest)
       SELECT id, id, kind, amount, 0, currency, business_on, id, 'MATCHED', '' FROM payment_orders`,
    )
    const lists: readonly (readonly [Parent, string, number])[] = [
      ['Customer', 'approvals', 1],
      ['Customer', 'dayExceptions', 2],
      ['Account', 'positions', 2],
      ['Account', 'deposits', 2],
      ['Account', 'orders', 4],
      ['Account', 'payouts', 2],
      ['Account', 'statements', 1],
      ['Position', 'dayExceptions', 1],
      ['Position', 'payouts', 1],
      ['PaymentOrder', 'providerLines', 1],
    ]
    for (const [type, list, count] of lists)
      for (const whose of [tester, other])
        expect([type, list, await compared(whose, type, list)]).toEqual([type, list, count])

    // The payout that was given back is not the current one of the position, but still in its list of payouts.
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '4000', 'LOCK3M')
    const { position } = first(await world().positions(msisdn))
    await world().withdraw(msisdn, (await world().preview(msisdn, position.id)).reference)
    const [payout] = await world().rows('SELECT id FROM payouts WHERE position_id = ?', position.id)
    const { approval } = await act(
      'proposeCancelPayout',
      { payout: String(payout?.['id']), reason: 'the wrong one' },
      'approval { id }',
    )
    await act('approve', { id: shaped(z.object({ id: z.string() }), approval).id }, '__typename', {
      actor: { ...person('APPROVER'), name: 'Paul' },
    })
    expect(
      await ask(
        `{ node(id: "${position.id}") { ... on Position { payout { id } payouts { nodes { id failureReason } } } } }`,
      ),
    ).toEqual({
      node: { payout: null, payouts: { nodes: [{ id: payout?.['id'], failureReason: 'PAYOUT_CANCELLED' }] } },
    })
    const onClock = '{ nodes { id } totalCount { value } }'
    expect(
      await ask(
        `{ clock(id: "${clockId}") { attachedCustomerCount customers ${onClock} } customers(filter: { clock: ["${clockId}"] }) ${onClock} }`,
      ),
    ).toEqual({
      clock: {
        attachedCustomerCount: 1,
        customers: { nodes: [{ id: tester.Customer }], totalCount: { value: 1 } },
      },
      customers: { nodes: [{ id: tester.Customer }], totalCount: { value: 1 } },
    })
    const quotesOf = async (product: string) => {
      const { quotes } = await ask(
        `{ quotes(first: 50, filter: { customer: "${tester.Customer}", product: ${product} }) { nodes { amount product { code } } } }`,
      )
      return shaped(
        z.object({
          nodes: z.array(z.object({ amount: z.string(), product: z.object({ code: z.string() }) })),
        }),
        quotes,
      ).nodes.map(({ amount, product: { code } }) => `${amount} ${code}`)
    }
    expect(await quotesOf('["LOCK3M"]')).toEqual(['6000 LOCK3M'])
    expect(await quotesOf('["LOCK1M"]')).toEqual(['7000 LOCK1M', '4000 LOCK1M', '4000 LOCK1M'])
    expect(await quotesOf('["LOCK3M", "LOCK1M"]')).toHaveLength(4)
    expect(await quotesOf('["LOCK", "OCK1M", "LOCK_M", "%"]')).toEqual([])
    expect(await quotesOf('[]')).toEqual([])
    await world().write('DELETE FROM provider_lines')
    await world().write('DELETE FROM day_exceptions')
  })

  test('of a history read only the rows of the customer from each table', async () => {
    const { read } = world().database
    const asked: string[] = []
    const spying = {
      ...read,
      all: (sql: string, of?: readonly unknown[]) => (asked.push(sql), read.all(sql, of)),
    }
    const [one, other] = [await world().register(), await world().register()]
    const [{ customer_id: id } = { customer_id: '' }] = await world().rows(
      'SELECT customer_id FROM accounts WHERE id = ?',
      one.accountId,
    )
    const order = [{ sql: 'history.at', descending: true }]
    const page = { conditions: [], order, after: null, limit: 10 }
    const found = await readPages(spying, historySource, { parent: 'customerId', ids: [String(id)], page })
    expect(found.map(({ kind, id }) => [kind, id])).toContainEqual(['REGISTERED', one.accountId])
    expect(found.map(({ id }) => id)).not.toContain(other.accountId)
    const [sql = ''] = asked
    const parts = sql.split(' UNION ALL ')
    expect(parts.length).toBeGreaterThanOrEqual(20)
    expect(parts.filter((part) => !/ AND customer_id IN \(/.test(part))).toEqual([])
  })

  test('show the history of a customer, the ledger, the audit, quotes, and the comparisons of orders with the provider', async () => {
    const { ask, refusal } = serviceOf(world())
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '4000', 'LOCK1M')
    const { reference } = await world().quote(msisdn, '2000', 'LOCK1M')
    await world().write(
      `INSERT INTO order_comparisons (day, last_order_id, compared, differences) VALUES ('2026-03-01', '', 7, 1)`,
    )
    const { customer: past } = await ask(`{ customer(by: { msisdn: "${msisdn}" }) {
      history(sort: OLDEST, filter: { kind: [REGISTERED, SHOWN, DEPOSIT_CONFIRMED, ORDER_ENDED, POSTED] }) {
        nodes { kind amount detail } totalCount { value } } } }`)
    const { nodes, totalCount } = shaped(
      z.object({
        history: z.object({
          nodes: z.array(z.object({ kind: z.string() })),
          totalCount: z.object({ value: z.number() }),
        }),
      }),
      past,
    ).history
    expect(nodes.map(({ kind }) => kind).toSorted()).toEqual([
      'DEPOSIT_CONFIRMED',
      'ORDER_ENDED',
      'POSTED',
      'REGISTERED',
      'SHOWN',
      'SHOWN',
    ])
    expect(nodes.find(({ kind }) => kind === 'ORDER_ENDED')).toEqual({
      kind: 'ORDER_ENDED',
      amount: '4000',
      detail: 'COLLECT SUCCESSFUL',
    })
    expect(totalCount.value).toBe(6)
    const ledger = await ask(`{
      trialBalances(from: "2026-02-10", before: "2026-03-15") { asOf totals { difference } }
      owedByMaturity(on: "2026-03-01") { bucket }
      suspense(filter: { since: { from: "2026-03-01" } }) { nodes { waiting } }
    }`)
    expect(ledger).toEqual({
      trialBalances: [
        { asOf: '2026-02-28', totals: [] },
        { asOf: '2026-03-14', totals: [{ difference: '0' }] },
      ],
      owedByMaturity: expect.arrayContaining([{ bucket: 'YEAR' }]),
      suspense: { nodes: [] },
    })
    const { customer } = await ask(`{ customer(by: { msisdn: "${msisdn}" }) {
      id
      auditEntries(sort: OLDEST) { nodes { action actor subject customer { msisdn } after } }
      journals { nodes { reference businessDate entries { account amount customer { msisdn } } } }
      quotes { nodes { id amount ... on DepositQuote { basis order { amount } } } totalCount { value } }
    } }`)
    expect(customer).toMatchObject({
      auditEntries: { nodes: expect.arrayContaining([expect.objectContaining({ customer: { msisdn } })]) },
      journals: {
        nodes: [
          {
            reference: expect.stringMatching(/^DEPOSIT:/),
            entries: [
              { amount: '-4000', customer: { msisdn } },
              { amount: '4000', customer: { msisdn } },
            ],
          },
        ],
      },
      quotes: {
        totalCount: { value: 2 },
        nodes: [
          { id: reference, amount: '2000', basis: 'TOP_UP', order: null },
          { amount: '4000', basis: 'NEW', order: { amount: '4000' } },
        ],
      },
    })
    const { id } = shaped(z.object({ id: z.string() }), customer)
    const found = await ask(`{
      auditEntries(filter: { customer: "${id}", action: [READ_CUSTOMER], subject: ["customer"] }) { nodes { subject actor } }
      quotes(filter: { customer: "${id}", kind: [WITHDRAWAL] }) { nodes { id } }
      journals(filter: { customer: "${id}", valueDate: { from: "2026-03-01" } }) { totalCount { value } }
      orderComparisons(filter: { differences: 1 }) { nodes { day compared differences } }
      products(filter: { code: ["LOCK1M"] }) { nodes { code version onSale } }
      clocks { totalCount { isExact } }
    }`)
    expect(found).toMatchObject({
      auditEntries: { nodes: [{ subject: 'customer' }, { subject: 'customer' }] },
      quotes: { nodes: [] },
      journals: { totalCount: { value: 1 } },
      orderComparisons: { nodes: [{ day: '2026-03-01', compared: 7, differences: 1 }] },
      products: { nodes: [{ code: 'LOCK1M', version: 1, onSale: true }] },
      clocks: { totalCount: { isExact: true } },
    })
    expect(await refusal('{ auditEntries { nodes { id } } }', { actor: analyst })).toBe('FORBIDDEN 403')
    // The log has the key of an order; its id as it is shown finds the same rows.
    const [order] = await world().rows('SELECT id FROM payment_orders WHERE msisdn = ?', msisdn)
    const ofSubject = (subject: string) =>
      ask(`{ auditEntries(filter: { subject: ["${subject}"] }, sort: OLDEST) { nodes { action } } }`)
    expect(await ofSubject(`ORD-${String(order?.['id'])}`)).toEqual({
      auditEntries: { nodes: [{ action: 'CONFIRM_DEPOSIT' }, { action: 'END_ORDER' }] },
    })
  })

  test('are searched by part of a number or an address, and by a whole reference, id or transaction', async () => {
    const { ask, refusal } = serviceOf(world())
    const { msisdn, accountId } = await world().register({ email: 'search_1@example.com' })
    const { reference } = await world().quote(msisdn, '5000')
    await world().confirm(msisdn, reference)
    await world().driveOrders()
    const order = await world().orderOf(present(reference))
    await world().write(
      `UPDATE payment_orders SET provider_transaction_id = '99887766554' WHERE id = ?`,
      order.id,
    )
    const position = first(await world().positions(msisdn)).position
    const national = msisdn.slice(3)
    const spaced = `${national.slice(0, 3)} ${national.slice(3, 5)} ${national.slice(5, 7)} ${national.slice(7)}`
    const found = async (text: string): Promise<string[]> => {
      const { search } = await ask(
        'query ($text: String!) { search(text: $text) { customer { msisdn } found { __typename } } }',
        { variables: { text } },
      )
      const hits = shaped(
        z.array(
          z.object({
            customer: z.object({ msisdn: z.string() }),
            found: z.object({ __typename: z.string() }),
          }),
        ),
        search,
      )
      return hits.filter((hit) => hit.customer.msisdn === msisdn).map((hit) => hit.found.__typename)
    }
    for (const text of [spaced, `+237 ${spaced}`, `00237${national}`, msisdn.slice(-5), national])
      expect([text, await found(text)]).toEqual([text, ['Customer']])
    expect(await found('search_1@')).toEqual(['Account'])
    expect(await found('Search_1@EXAMPLE')).toEqual(['Account'])
    expect(await found('search%')).toEqual([])
    expect(await found(accountId)).toEqual(['Account'])
    expect(await found(position.id)).toEqual(['Position'])
    expect(await found(present(reference))).toEqual(['DepositQuote'])
    expect(await found(order.id.toUpperCase())).toEqual(['PaymentOrder'])
    expect(await found('99887766554')).toEqual(['PaymentOrder'])
    await world().write(`UPDATE payment_orders SET provider_transaction_id = '12-34' WHERE id = ?`, order.id)
    expect(await found('12-34')).toEqual(['PaymentOrder'])
    expect(await found('1234')).toEqual([])
    // An address as a customer wrote it; and one that an earlier version, running beside this one, has changed.
    await world().write(`UPDATE accounts SET email = 'Old@example.com' WHERE id = ?`, accountId)
    expect([await found('search_1@'), await found('Old@')]).toEqual([[], ['Account']])
    const mixed = await world().register({ email: 'Search_2@Example.com' })
    const whose = await ask('{ search(text: "search_2@example.COM") { whose { msisdn email } } }')
    expect(whose).toEqual({ search: [{ whose: { msisdn: mixed.msisdn, email: 'Search_2@Example.com' } }] })
    for (const nobody of ['12', 'nothing', 'POS-NOTHING', '@', '']) expect(await found(nobody)).toEqual([])
    const [read] = await world().rows(
      `SELECT customer_id FROM audit_log WHERE subject = 'search' AND customer_id = ?`,
      order.customerId,
    )
    expect(read).toBeDefined()
    expect(await refusal('{ search(text: "670") { customer { id } } }', { actor: analyst })).toBe(
      'FORBIDDEN 403',
    )
    const hurried = { ...clerk, id: 'clerk-9' }
    const verdicts: string[] = []
    for (let i = 0; i < 62; i++)
      verdicts.push(await refusal('{ search(text: "12") { customer { id } } }', { actor: hurried }))
    expect(verdicts.filter((verdict) => verdict === 'FORBIDDEN 403')).toHaveLength(2)
  })

  test('are searched by every id that is shown', async () => {
    const { ask, execute } = serviceOf(world())
    const { msisdn } = await world().register()
    const { reference } = await world().quote(msisdn, '5000')
    await world().confirm(msisdn, reference)
    await world().driveOrders()
    const order = await world().orderOf(present(reference))
    await world().database.inTransaction((tx) =>
      openReview(tx, world().call(), order, { kind: 'NO_ANSWER', detail: 'no answer' }),
    )
    const customer = `CUS-${order.customerId}`
    const act = async (mutation: string, input: object, gives: string) => {
      const type = `${first(mutation).toUpperCase()}${mutation.slice(1)}Input`
      const query = `mutation ($input: ${type}!) { answer: ${mutation}(input: $input) { ${gives} refusal { code message } } }`
      const { answer } = await ask(query, { actor: clerk, variables: { input } })
      expect(answer).toMatchObject({ refusal: null })
    }
    const note = { about: 'CUSTOMER', subject: customer, text: 'called', idempotencyKey: `note-${msisdn}` }
    await act('addNote', note, 'note { id }')
    const block = { customer, scope: 'BOTH', cause: 'FRAUD', reason: 'a call', evidence: 'ticket 7' }
    await act('proposeBlockCustomer', { ...block, idempotencyKey: `block-${msisdn}` }, 'approval { id }')
    const { customer: read } = await ask(
      `{ customer(by: { id: "${customer}" }) {
        deposits { nodes { id } } journals(first: 1) { nodes { id } } auditEntries(first: 1) { nodes { id } }
        notes { nodes { id } } } }`,
      { actor: clerk },
    )
    const others = await ask(
      `{ blocks(filter: { customer: "${customer}" }) { nodes { id } } reviewCases(filter: { customer: "${customer}" }) { nodes { id } } approvals(filter: { customer: "${customer}" }) { nodes { id } } }`,
      { actor: clerk },
    )
    const lists = shaped(z.record(z.string(), z.object({ nodes: nodesWithIds })), {
      ...shaped(anyObject, read),
      ...others,
    })
    const ids = Object.values(lists).map(({ nodes }) => first(nodes).id)
    expect(ids.map((id) => id.split('-')[0]).toSorted()).toEqual([
      'APR',
      'AUDIT',
      'BLK',
      'CASE',
      'JRN',
      'NOTE',
      'PMT',
    ])
    for (const id of ids) {
      const { data } = await execute(
        'query ($text: String!) { search(text: $text) { whose { id } found { ... on Node { id } } } }',
        { actor: clerk, variables: { text: ` ${id} ` } },
      )
      expect(data).toEqual({ search: [{ whose: { id: customer }, found: { id } }] })
      expect(await ask(`{ search(text: "${id}X") { found { __typename } } }`, { actor: clerk })).toEqual({
        search: [],
      })
    }
  })

  test('have the rows of several statuses in one order, page by page', async () => {
    const { ask } = serviceOf(world())
    for (let i = 0; i < 3; i++) {
      const { msisdn } = await world().register()
      const { reference } = await world().quote(msisdn, '5000')
      await world().confirm(msisdn, reference)
      if (i === 1) await world().driveOrders()
    }
    for (const [sort, direction] of [
      ['OLDEST', ''],
      ['NEWEST', 'DESC'],
    ]) {
      const wanted = await world().rows(
        `SELECT id FROM payment_orders WHERE status IN ('CREATED', 'SUCCESSFUL') ORDER BY created_at ${direction}, id ${direction}`,
      )
      const found: string[] = []
      let after: string | null = null
      do {
        const { orders } = await ask(
          `query ($after: String) { orders(first: 2, after: $after, sort: ${sort}, filter: { status: [CREATED, SUCCESSFUL] }) {
            nodes { id } pageInfo { hasNextPage endCursor } } }`,
          { actor: clerk, variables: { after } },
        )
        const { nodes, pageInfo } = shaped(aPage, orders)
        found.push(...nodes.map(({ id }) => id))
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null
      } while (after !== null)
      expect(found).toEqual(wanted.map(({ id }) => `ORD-${String(id)}`))
      expect(found.length).toBeGreaterThan(2)
    }
  })

  test('refuse a page of no or too many rows, a cursor of another list, and an invalid amount', async () => {
    const { execute } = serviceOf(world())
    await world().register()
    const messageOf = async (source: string): Promise<string> =>
      (await execute(source)).errors?.[0]?.message ?? ''
    expect(await messageOf('{ customers(first: 0) { nodes { id } } }')).toBe('first: 0 is not from 1 to 100')
    expect(await messageOf('{ customers(first: 101) { nodes { id } } }')).toBe(
      'first: 101 is not from 1 to 100',
    )
    const { data } = await execute('{ customers(first: 1) { pageInfo { endCursor } } }')
    const { endCursor } = shaped(
      z.object({ pageInfo: z.object({ endCursor: z.string() }) }),
      present(data)['customers'],
    ).pageInfo
    for (const source of [
      `customers(sort: OLDEST, after: "${endCursor}")`,
      `accounts(after: "${endCursor}")`,
      'customers(after: "x")',
    ])
      expect(await messageOf(`{ ${source} { nodes { id } } }`)).toContain('is no cursor of')
    expect(await messageOf('{ orders(filter: { amount: { atLeast: "1.50" } }) { nodes { id } } }')).toContain(
      '1.50',
    )
  })

  test('reveal nothing to an analyst in a cursor, and accept the analyst’s pseudonyms', async () => {
    const { ask } = serviceOf(world())
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '5000')
    const row = first(await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn))
    const seen = await ask('{ customers(first: 1) { nodes { id } edges { cursor } } }', { actor: analyst })
    const { nodes, edges } = shaped(
      z.object({
        nodes: z.array(z.object({ id: z.string() })),
        edges: z.array(z.object({ cursor: z.string() })),
      }),
      seen['customers'],
    )
    expect(Buffer.from(first(edges).cursor, 'base64url').toString('latin1')).not.toContain(String(row['id']))
    const own = (id: string) =>
      ask(`{ orders(filter: { customer: "${id}" }) { totalCount { value } } }`, { actor: analyst })
    expect(await own(first(nodes).id)).toEqual({ orders: { totalCount: { value: 1 } } })
    expect(await own(String(row['id']))).toEqual({ orders: { totalCount: { value: 0 } } })
  })
})

describeEachDatabase('an id that a list shows', (database) => {
  const world = worldFor(database)

  test('leads to its object (`node`) and to its customer (`customer`)', async () => {
    const { ask, refusal, execute } = serviceOf(world())
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '4000', 'LOCK1M')
    const view = first(await world().positions(msisdn))
    const { reference } = await world().preview(msisdn, view.position.id)
    await world().withdraw(msisdn, reference)
    const all = `accounts { nodes { id } } positions { nodes { id } } deposits { nodes { id } } orders { nodes { id } }
      payouts { nodes { id position { id } } } journals { nodes { id } }`
    const shown = async (actor = clerk) => {
      const { customers } = await ask(`{ customers(first: 1) { nodes { id ${all} } } }`, { actor })
      const { nodes } = shaped(z.object({ nodes: z.array(z.record(z.string(), z.unknown())) }), customers)
      const { id, ...lists } = first(nodes)
      const rows = shaped(z.record(z.string(), z.object({ nodes: nodesWithIds })), lists)
      return { id: textOf(id), ids: Object.values(rows).map((list) => first(list.nodes).id) }
    }
    const { id, ids } = await shown()
    const prefixes = ['CUS', 'ACC', 'POS', 'PMT', 'ORD', 'SET', 'JRN']
    expect([id, ...ids].map((each) => each.split('-')[0])).toEqual(prefixes)
    const masked = await shown(analyst)
    expect(masked.id).toMatch(/^P-/)
    for (const [actor, one] of [
      [clerk, { id, ids }],
      [analyst, masked],
    ] as const)
      for (const each of [one.id, ...one.ids])
        expect(await ask(`{ node(id: "${each}") { id } }`, { actor })).toEqual({ node: { id: each } })
    for (const none of [id, 'ACC-NONE', 'nothing', 'XYZ-1'])
      expect(await ask(`{ node(id: "${none}") { id } }`, { actor: analyst })).toEqual({ node: null })

    const [accountId, positionId, , orderId, payoutId] = ids
    const ways = { id, msisdn, accountId, positionId, orderId, payoutId, reference }
    for (const by of Object.entries(ways)) {
      const source = `{ customer(by: { ${by[0]}: "${by[1]}" }) { msisdn } }`
      expect([by[0], await ask(source)]).toEqual([by[0], { customer: { msisdn } }])
    }
    for (const by of [`accountId: "${positionId}"`, 'providerTransaction: "none"', 'orderId: "ORD-none"'])
      expect(await ask(`{ customer(by: { ${by} }) { id } }`)).toEqual({ customer: null })
    for (const by of ['', `id: "${id}", msisdn: "${msisdn}"`])
      expect((await execute(`{ customer(by: { ${by} }) { id } }`)).errors?.[0]?.message).toMatch(
        /exactly one/i,
      )
    const source = `{ customer(by: { msisdn: "${msisdn}" }) { id } }`
    expect(await refusal(source, { actor: analyst })).toBe('FORBIDDEN 403')
  })
})
