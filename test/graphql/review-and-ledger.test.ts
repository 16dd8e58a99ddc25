import { expect, test } from '@jest/globals'
import { recordStatus } from '../../src/bank/payments/drive/record-answer.js'
import { generatedColumns, tables } from '../../src/app/personal-data-map.js'
import { placesOf } from '../support/everything.js'
import { describeEachDatabase } from '../support/services.js'
import { pending, worldFor } from '../support/world.js'
import { analyst, person, serviceOf } from './support.js'
import { present, first } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const awa = { ...person('BACK_OFFICE'), name: 'Awa Ngo' }
const paul = { ...person('APPROVER'), name: 'Paul Essomba' }

const aCase = z.object({
  id: z.string().optional(),
  state: z.string().optional(),
  resolution: z.object({ id: z.string() }).nullish(),
})
const cases = z.object({ nodes: z.array(aCase) })

describeEachDatabase('review cases in GraphQL', (database) => {
  const world = worldFor(database, { defaultStatus: pending })

  /** A deposit without an answer of the provider, under review. */
  const unanswered = async () => {
    // Cases are sorted by their ids, which begin with the time.
    world().clock.advance(1000)
    const { msisdn } = await world().register()
    const { reference } = await world().quote(msisdn, '5000')
    await world().confirm(msisdn, reference)
    await world().dispatch()
    const { id } = await world().orderOf(present(reference))
    await world().write('UPDATE payment_orders SET polls = 32 WHERE id = ?', id)
    await recordStatus(world().orders, world().call(), id, pending)
    const row = first(await world().rows('SELECT id FROM review_cases WHERE order_id = ?', id))
    return { msisdn, orderId: `ORD-${id}`, caseId: `CASE-${String(row['id'])}` }
  }

  test('and all other tables keep customer data only in columns that the map of personal data lists', async () => {
    const { msisdn } = await world().register({ email: 'left@example.com' })
    await world().deposit(msisdn, '5000')
    await world().optOut(msisdn)
    await world().driveOrders()
    const customers = await world().rows('SELECT id, msisdn FROM customers')
    const words = [
      ...customers.flatMap(({ id, msisdn: number }) => [String(id), String(number)]),
      'example.com',
    ]
    const { read } = world().database
    const told = new Set(
      tables.flatMap(({ entity, columns }) => {
        const metadata = read.dataSource.getMetadata(entity)
        return metadata.columns
          .filter(({ propertyName }) => columns[propertyName] !== 'NOT_PERSONAL')
          .map(({ databaseName }) => `${metadata.tableName}.${databaseName}`)
      }),
    )
    const found = (await placesOf(world().database, 'elsewhere', [], words)).map((place) =>
      first(place.split(':')),
    )
    expect(found).toContain('payment_orders.msisdn')
    expect(found.filter((column) => !told.has(column) && !generatedColumns.includes(column))).toEqual([])
  })

  test('are listed, proposed by one person, confirmed by another, and masked for an analyst', async () => {
    const { ask, act, refused } = serviceOf(world())
    const { msisdn, caseId, orderId } = await unanswered()
    const list = async (filter: string, actor = awa): Promise<z.infer<typeof aCase>[]> => {
      const { reviewCases } = await ask(
        `{ reviewCases(first: 100, filter: { ${filter} }) { nodes { id kind state detail openedAt resolvedAt order { id status }
           customer { msisdn } resolution { id outcome reason evidence proposedBy proposedAt confirmedBy } } } }`,
        { actor },
      )
      return shaped(cases, reviewCases).nodes.filter(({ id }) => id === caseId)
    }
    expect(await list('state: OPEN, kind: NO_ANSWER')).toEqual([
      {
        id: caseId,
        kind: 'NO_ANSWER',
        state: 'OPEN',
        detail: 'no answer',
        openedAt: expect.stringMatching(/Z$/),
        resolvedAt: null,
        order: { id: orderId, status: 'UNDER_REVIEW' },
        customer: { msisdn },
        resolution: null,
      },
    ])
    const said = { caseId, outcome: 'ORDER_SUCCEEDED', evidence: `paid by ${msisdn}, ticket 77` }
    expect(await refused('proposeResolution', said, { actor: paul })).toBe('FORBIDDEN 403')
    const propose = async () =>
      shaped(
        z.object({ reviewCase: aCase }),
        await act(
          'proposeResolution',
          { ...said, idempotencyKey: caseId },
          'reviewCase { state resolution { id } }',
          { actor: awa },
        ),
      ).reviewCase
    const proposed = await propose()
    expect(proposed.state).toBe('PROPOSED')
    expect(await propose()).toEqual(proposed)
    expect(await list('state: OPEN')).toEqual([])
    expect(await list('state: PROPOSED')).toHaveLength(1)
    expect(await list('kind: CONTRADICTION')).toEqual([])
    expect(await list('book: "system"')).toHaveLength(1)
    expect(await list('book: "some clock"')).toEqual([])
    const masked = JSON.stringify(await list('state: PROPOSED', { ...analyst, name: 'An Analyst' }))
    expect(masked).not.toContain(msisdn)
    expect(masked).toContain('ticket 77')

    const proposalId = present(proposed.resolution).id
    const unconfirmed = (actor: typeof awa) => refused('confirmResolution', { proposalId }, { actor })
    expect(await unconfirmed(awa)).toBe('FORBIDDEN 403')
    expect(await unconfirmed({ ...paul, name: 'awa ngo' })).toBe('FORBIDDEN 403')
    for (let i = 0; i < 2; i++)
      expect(
        await act(
          'confirmResolution',
          { proposalId, idempotencyKey: proposalId },
          'reviewCase { state order { status } resolution { proposedBy confirmedBy } }',
          { actor: paul },
        ),
      ).toEqual({
        reviewCase: {
          state: 'RESOLVED',
          order: { status: 'SUCCESSFUL' },
          resolution: { proposedBy: 'Awa Ngo', confirmedBy: 'Paul Essomba' },
        },
      })
    expect(await unconfirmed(paul)).toBe('INVALID_REFERENCE')
    expect(await list('state: RESOLVED')).toHaveLength(1)
    expect(await list('state: [OPEN, PROPOSED]')).toEqual([])
  })

  test('are paged by cursor, and stay open when a proposal is rejected', async () => {
    const { ask, act } = serviceOf(world())
    const [first, second] = [await unanswered(), await unanswered()]
    const { reviewCases } = await ask('{ reviewCases(first: 100) { edges { cursor node { id } } } }')
    const { edges } = shaped(
      z.object({
        edges: z.array(z.object({ cursor: z.string(), node: aCase })),
      }),
      reviewCases,
    )
    const after = async (id: string) => {
      const { cursor } = present(edges.find(({ node }) => node.id === id))
      const page = await ask(`{ reviewCases(after: "${cursor}") { nodes { id } } }`)
      return shaped(cases, page['reviewCases']).nodes
    }
    expect((await after(first.caseId)).map(({ id }) => id)).toContain(second.caseId)
    expect(await after(second.caseId)).toEqual([])
    const said = { caseId: first.caseId, outcome: 'ORDER_FAILED', reason: 'EXPIRED', evidence: 'x' }
    const { reviewCase } = shaped(
      z.object({
        reviewCase: aCase,
      }),
      await act('proposeResolution', said, 'reviewCase { resolution { id } }', {
        actor: awa,
      }),
    )
    const taken = { proposalId: present(reviewCase.resolution).id, idempotencyKey: first.caseId }
    for (let i = 0; i < 2; i++)
      expect(
        await act('rejectResolution', taken, 'reviewCase { state resolution { id } }', { actor: paul }),
      ).toEqual({ reviewCase: { state: 'OPEN', resolution: null } })
  })
})

describeEachDatabase('payouts and the ledger in GraphQL', (database) => {
  const world = worldFor(database, { payoutMax: 60_000n })

  test('show staff the parts of a payout, and the gateway none', async () => {
    const { ask, refusal } = serviceOf(world())
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '100000')
    world().clock.set('2026-06-01')
    const view = first(await world().positions(msisdn))
    const { reference } = await world().preview(msisdn, view.position.id)
    const payout = await world().withdraw(msisdn, reference)
    await world().driveOrders()
    const source = `{ payout(id: "${payout.id}") { status amount customer { msisdn }
      transfers { kind amount status payout { id position { id } } part attempt } } }`
    const transfer = {
      kind: 'PAY_OUT',
      status: 'SUCCESSFUL',
      payout: { id: payout.id, position: { id: view.position.id } },
      attempt: 1,
    }
    const whole = {
      payout: {
        status: 'PAID',
        amount: '101134',
        customer: { msisdn },
        transfers: [
          { ...transfer, amount: '60000', part: 1 },
          { ...transfer, amount: '41134', part: 2 },
        ],
      },
    }
    expect(await ask(source)).toEqual(whole)
    expect(JSON.stringify(await ask(source, { actor: analyst }))).not.toContain(msisdn)
    const paidOut = 'payouts(filter: { status: [PAID] }'
    const { payouts } = await ask(`{ ${paidOut}) { nodes { id } pageInfo { endCursor } } }`)
    const { nodes, pageInfo } = shaped(
      z.object({
        nodes: z.array(z.object({ id: z.string() })),
        pageInfo: z.object({ endCursor: z.string() }),
      }),
      payouts,
    )
    expect(nodes).toContainEqual({ id: payout.id })
    expect(await ask(`{ ${paidOut}, after: "${pageInfo.endCursor}") { nodes { id } } }`)).toEqual({
      payouts: { nodes: [] },
    })
    const reach = `{ openPositions(msisdn: "${msisdn}") { payout { transfers { id } } } }`
    const other = await world().register()
    await world().deposit(other.msisdn, '5000')
    const open = first(await world().positions(other.msisdn))
    await world().withdraw(other.msisdn, (await world().preview(other.msisdn, open.position.id)).reference)
    expect(await refusal(reach.replace(msisdn, other.msisdn), { actor: person('GATEWAY') })).toBe(
      'FORBIDDEN 403',
    )
  })

  test('have a trial balance that sums to zero on every date, in its own book, and agrees with the entries', async () => {
    const { ask } = serviceOf(world())
    const clock = await world().newClock('2026-03-01')
    const { msisdn } = await world().register({ clockId: clock.id })
    await world().deposit(msisdn, '100000', 'LOCK1M')
    await world().walk(clock.id, '2026-03-03')
    const balanceOn = async (asOf: string) => {
      const { trialBalance } = await ask(
        `{ trialBalance(book: "${clock.id}", asOf: "${asOf}") { book asOf
           accounts { account currency debit credit } totals { currency debit credit difference } } }`,
      )
      return trialBalance
    }
    expect(await balanceOn('2026-02-28')).toMatchObject({ accounts: [], totals: [] })
    expect(await balanceOn('2026-03-01')).toMatchObject({
      accounts: [
        { account: 'customer_principal', currency: 'XAF', debit: '0', credit: '100000' },
        { account: 'wallet_clearing', currency: 'XAF', debit: '100000', credit: '0' },
      ],
      totals: [{ currency: 'XAF', debit: '100000', credit: '100000', difference: '0' }],
    })
    // Interest of two days on 100,000 at 3 %: 16.
    expect(await balanceOn('2026-03-03')).toMatchObject({
      accounts: [
        { account: 'customer_principal', credit: '100000' },
        { account: 'interest_expense', debit: '16' },
        { account: 'interest_payable', credit: '16' },
        { account: 'wallet_clearing', debit: '100000' },
      ],
      totals: [{ debit: '100016', credit: '100016', difference: '0' }],
    })
    const entries = async (filter: string) => {
      const { ledgerEntries } = await ask(
        `{ ledgerEntries(sort: OLDEST, filter: { book: ["${clock.id}"] ${filter} }) {
           nodes { id reference account dimension amount businessDate customer { msisdn } } } }`,
      )
      return shaped(
        z.object({
          nodes: z.array(
            z.object({ id: z.string(), account: z.string(), amount: z.string(), businessDate: z.string() }),
          ),
        }),
        ledgerEntries,
      ).nodes
    }
    const all = await entries('')
    expect(all.map(({ account, amount, businessDate }) => [account, Number(amount), businessDate])).toEqual([
      ['customer_principal', -100_000, '2026-03-01'],
      ['wallet_clearing', 100_000, '2026-03-01'],
      ['interest_expense', 8, '2026-03-02'],
      ['interest_payable', -8, '2026-03-02'],
      ['interest_expense', 8, '2026-03-03'],
      ['interest_payable', -8, '2026-03-03'],
    ])
    expect(all.slice(0, 3)).toMatchObject([
      { reference: expect.stringMatching(/^DEPOSIT:/), customer: { msisdn } },
      { dimension: null },
      { customer: null },
    ])
    const secondDay = 'businessDate: { from: "2026-03-02", before: "2026-03-03" }'
    expect(await entries(`, account: [interest_payable], ${secondDay}`)).toEqual([all[3]])
    expect(await entries(', dimension: ["LOCK1M"]')).toEqual([all[3], all[5]])
    const [{ id }] = shaped(
      z.tuple([z.object({ id: z.string() })]),
      await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn),
    )
    expect(await entries(`, customer: "${id}"`)).toEqual(all.slice(0, 2))
  })
})
