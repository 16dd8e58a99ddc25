import { expect, test } from '@jest/globals'
import { describeEachDatabase } from '../support/services.js'
import { paid, pending, worldFor } from '../support/world.js'
import { pausable } from '../../src/back-office/queues/paused-work.js'
import { eventually } from '../support/wait.js'
import { gateway, person, serviceOf } from './support.js'
import { firstOf, present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

describeEachDatabase('the back office', (database) => {
  const world = worldFor(database, { defaultStatus: pending })

  test('finds a quote by its reference, with the payment that fulfils it', async () => {
    const { ask } = serviceOf(world())
    const { msisdn } = await world().register()
    const { reference } = await world().quote(msisdn, '5000')
    const source = `query ($reference: ID!) {
      quote(id: $reference) {
        msisdn amount position { id } currency productCode businessDate createdAt expiresAt
        customer { msisdn } product { code version earlyRate }
        ... on DepositQuote {
          basis rate estimatedEarnings totalAtMaturity durationDays maturityDate
          savingsBalanceNow savingsBalanceAfter savingsTotalAtMaturity order { id status failureReason }
        }
      }
    }`
    const asking = { variables: { reference } }
    const quoted = {
      msisdn,
      basis: 'NEW',
      amount: '5000',
      rate: '4.50',
      estimatedEarnings: '57',
      totalAtMaturity: '5057',
      durationDays: 92,
      maturityDate: '2026-06-01',
      position: null,
      savingsBalanceNow: '0',
      savingsBalanceAfter: '5000',
      savingsTotalAtMaturity: '5057',
      currency: 'XAF',
      productCode: 'LOCK3M',
      businessDate: '2026-03-01',
      createdAt: '2026-03-01T11:00:00.000Z',
      expiresAt: '2026-03-01T11:15:00.000Z',
      customer: { msisdn },
      product: { code: 'LOCK3M', version: 1, earlyRate: '1.00' },
    }
    expect(await ask(source, asking)).toEqual({ quote: { ...quoted, order: null } })
    await world().confirm(msisdn, reference)
    const { id } = await world().orderOf(present(reference))
    expect(await ask(source, asking)).toEqual({
      quote: { ...quoted, order: { id: `ORD-${id}`, status: 'CREATED', failureReason: null } },
    })
  })

  test('sees what a position earns, deposit by deposit, gross and net', async () => {
    const { ask } = serviceOf(world())
    const { msisdn } = await world().register()
    for (const amount of ['5000', '1234']) {
      const { reference } = await world().quote(msisdn, amount)
      await world().confirm(msisdn, reference)
      world().providers.real.settle((await world().orderOf(present(reference))).id, paid)
      await world().driveOrders()
    }
    await world().write('UPDATE positions SET tax_ppm = 100000')
    const interest = '{ net gross tax }'
    const source = `{
      customer(by: { msisdn: "${msisdn}" }) {
        positions {
          nodes {
            asOf principal atMaturity ${interest} effectiveRate
            deposits { nodes { principal valueDate atMaturity ${interest} } }
          }
        }
      }
    }`
    // Interest for 92 days at 4.50 % is 56.7 on 5000 and 14.0 on 1234; a tenth of each is withheld, rounded half up.
    expect(await ask(source)).toEqual({
      customer: {
        positions: {
          nodes: [
            {
              asOf: '2026-03-01',
              principal: '6234',
              atMaturity: { net: '64', gross: '71', tax: '7' },
              effectiveRate: '1.00',
              deposits: {
                nodes: expect.arrayContaining([
                  {
                    principal: '5000',
                    valueDate: '2026-03-01',
                    atMaturity: { net: '51', gross: '57', tax: '6' },
                  },
                  {
                    principal: '1234',
                    valueDate: '2026-03-01',
                    atMaturity: { net: '13', gross: '14', tax: '1' },
                  },
                ]),
              },
            },
          ],
        },
      },
    })
    await world().write('UPDATE positions SET tax_ppm = 0')
  })

  test('sees of a withdrawn position, and of its deposits, what it had earned by its withdrawal', async () => {
    const { id: clockId } = await world().newClock('2026-03-01')
    const { msisdn } = await world().register({ clockId })
    world().providers.test.settle(msisdn, paid)
    await world().deposit(msisdn, '365000')
    await world().walk(clockId, '2026-03-11')
    const [{ position }] = firstOf(1, await world().positions(msisdn))
    await world().withdraw(msisdn, (await world().preview(msisdn, position.id)).reference)
    // 45 francs a day, for ten days; then it earns nothing more, on hold and paid.
    const accrued = { gross: '450' }
    const withdrawn = { asOf: '2026-03-11', accrued, deposits: { nodes: [{ accrued }] } }
    const fields = 'status asOf accrued { gross } deposits { nodes { accrued { gross } } }'
    const asked = () =>
      serviceOf(world()).ask(`{ node(id: "${position.id}") { ... on Position { ${fields} } } }`)
    await world().walk(clockId, '2026-03-12')
    expect(await asked()).toEqual({ node: { status: 'PAYING_OUT', ...withdrawn } })
    await world().walk(clockId, '2026-04-11')
    expect(await asked()).toEqual({ node: { status: 'CLOSED', ...withdrawn } })
  })

  test('finds paid-out positions unless it filters for open ones', async () => {
    const { ask } = serviceOf(world())
    const { msisdn } = await world().register()
    const { reference } = await world().quote(msisdn, '5000')
    await world().confirm(msisdn, reference)
    const order = await world().orderOf(present(reference))
    world().providers.real.settle(order.id, paid)
    await world().driveOrders()
    await world().write(`UPDATE positions SET status = 'CLOSED' WHERE customer_id = ?`, order.customerId)
    const fields = '{ status currentBalance withdrawableAmount withdrawalBasis }'
    const closed = { status: 'CLOSED', currentBalance: '0', withdrawableAmount: null, withdrawalBasis: null }
    expect(
      await ask(
        `{ customer(by: { msisdn: "${msisdn}" }) {
          open: positions(filter: { status: [ACCRUING, MATURED] }) { nodes ${fields} } positions { nodes ${fields} } } }`,
      ),
    ).toEqual({ customer: { open: { nodes: [] }, positions: { nodes: [closed] } } })
    await world().write(`UPDATE positions SET status = 'OPEN' WHERE customer_id = ?`, order.customerId)
  })

  test('sees the queues, pauses them, and retries failed rows', async () => {
    const { ask, act, refused } = serviceOf(world())
    const admin = { actor: person('ADMIN') }
    const orders = async () => {
      const { jobs } = await ask(
        '{ jobs { name ready later leased failing oldestReadyAt jobs pause { reason pausedBy } } }',
      )
      return present(
        shaped(z.array(z.record(z.string(), z.unknown())), jobs).find(({ name }) => name === 'ORDERS'),
      )
    }
    await world().write('UPDATE payment_orders SET due_at = due_at + 8000000000000 WHERE due_at IS NOT NULL')
    const { later: others } = await orders()
    expect(await orders()).toEqual({
      name: 'ORDERS',
      ready: 0,
      later: others,
      leased: null,
      failing: 0,
      oldestReadyAt: null,
      jobs: ['dispatch-orders', 'poll-orders'],
      pause: null,
    })
    const { msisdn } = await world().register()
    for (const amount of ['5000', '6000', '7000'])
      await world().confirm(msisdn, (await world().quote(msisdn, amount)).reference)
    const [first, second] = firstOf(2, await world().ordersOf(msisdn))
    const later = (id: string, inMs: number, failures: number) =>
      world().write(
        `UPDATE payment_orders SET failures = ?, due_at = ${world().database.dialect.nowMs} + ? WHERE id = ?`,
        failures,
        inMs,
        id,
      )
    // The first order is due in 10 s, as one that a worker has claimed may be: it counts as later.
    await later(first.id, 10_000, 2)
    await later(second.id, 80_000_000, 5)
    expect(await orders()).toMatchObject({
      ready: 1,
      later: Number(others) + 2,
      failing: 2,
      oldestReadyAt: expect.any(String),
    })

    const retry = { queue: 'ORDERS', idempotencyKey: 'retry-1' }
    for (const [again, retried] of [
      [retry, 1],
      [retry, 1],
      [{ ...retry, idempotencyKey: 'retry-2' }, 0],
      [retry, 1],
    ] as const)
      expect(await act('retryQueue', again, 'retried queue { ready } refusal { code }', admin)).toEqual({
        retried,
        queue: { ready: 2 },
        refusal: null,
      })
    const [, waited] = firstOf(2, await world().ordersOf(msisdn))
    expect(waited.resumeAt).toBeGreaterThan(present(waited.dueAt) + 70_000_000)
    expect(await refused('retryQueue', { queue: 'HOLDS' }, admin)).toBe('INVALID_ARGUMENT')

    const { nowMs } = world().database.dialect
    await world().write(
      `INSERT INTO clocks (id, now_on, advancing_to, queued_at, lease_until, holder, fence, created_at)
       VALUES ('CLK-HELD', '2026-01-01', '2026-01-31', 1, ${nowMs} + 60000, 'host/7', 1, 1)`,
    )
    const { jobs } = await ask('{ jobs { name leased leasedBy } }')
    expect(jobs).toEqual(
      expect.arrayContaining([
        { name: 'WALKS', leased: 1, leasedBy: ['host/7'] },
        { name: 'STATEMENTS', leased: 0, leasedBy: [] },
        { name: 'ORDERS', leased: null, leasedBy: null },
      ]),
    )
    await world().write(`DELETE FROM clocks WHERE id = 'CLK-HELD'`)

    const ran: string[] = []
    const work = { everyMs: 1, run: async () => void ran.push('a run') }
    const [paying, other] = pausable(world().database.read, [
      { ...work, name: 'dispatch-orders' },
      { ...work, name: 'walk-night' },
    ])
    const run = () =>
      Promise.all([paying, other].map((each) => present(each).run(new AbortController().signal)))
    await run()
    expect(ran).toHaveLength(2)
    const pause = { queue: 'ORDERS', reason: 'the provider double-charges' }
    expect(await refused('pauseQueue', { ...pause, reason: ' ' }, admin)).toBe('INVALID_ARGUMENT')
    expect(await refused('pauseQueue', pause)).toMatch('FORBIDDEN')
    await act('pauseQueue', pause, 'queue { name }', admin)
    await act('pauseQueue', { ...pause, reason: 'another' }, 'queue { name }', admin)
    expect((await orders())['pause']).toEqual({ reason: pause.reason, pausedBy: 'ADMIN' })
    await eventually('the known pauses are a second old at most', async () => {
      ran.length = 0
      await run()
      return ran.length === 1
    })
    await act('resumeQueue', { queue: 'ORDERS' }, 'queue { pause { reason } }', admin)
    await eventually('the queue runs again', async () => {
      ran.length = 0
      await run()
      return ran.length === 2
    })
    const acts = await world().rows(
      `SELECT action, actor FROM audit_log WHERE subject = 'ORDERS' ORDER BY id`,
    )
    expect(acts.map(({ action }) => action)).toEqual([
      'RETRY_QUEUE',
      'RETRY_QUEUE',
      'PAUSE_QUEUE',
      'PAUSE_QUEUE',
      'RESUME_QUEUE',
    ])
  })

  test('gets null for a missing object', async () => {
    const { ask } = serviceOf(world())
    const source = `{ customer(by: { msisdn: "${world().newNumber()}" }) { id } quote(id: "x") { amount } order(id: "x") { id } }`
    expect(await ask(source)).toEqual({ customer: null, quote: null, order: null })
  })
})

describeEachDatabase('clocks', (database) => {
  const world = worldFor(database)
  const source = `query ($id: ID!) {
    clock(id: $id) { id now createdAt advancingTo advanceHeartbeatAt advanceStalled attachedCustomerCount }
  }`

  test('are created with a date of this century, and count their customers', async () => {
    const { ask, act, refused } = serviceOf(world())
    const actor = gateway
    const { clock } = shaped(
      z.object({ clock: z.object({ id: z.string() }) }),
      await act('createClock', { now: '2026-01-31' }, 'clock { id now advanceStalled }', {
        actor,
      }),
    )
    expect(clock).toEqual({
      id: expect.stringMatching(/^CLK-/),
      now: '2026-01-31',
      advanceStalled: null,
    })
    await world().register({ clockId: clock.id })
    expect(await ask(source, { actor, variables: { id: clock.id } })).toEqual({
      clock: {
        id: clock.id,
        now: '2026-01-31',
        createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
        advancingTo: null,
        advanceHeartbeatAt: null,
        advanceStalled: null,
        attachedCustomerCount: 1,
      },
    })
    expect(await refused('createClock', { now: '1999-12-31' }, { actor })).toBe('INVALID_ARGUMENT')
  })

  test.each(['system', 'SYSTEM', 'system ', 'CLK-NOTHING', ''])(
    'that do not exist are refused: %p',
    async (id) => {
      expect(await serviceOf(world()).refusal(source, { variables: { id } })).toBe('CLOCK_NOT_FOUND 400')
    },
  )

  test('are shown as stalled when their walk has had no heartbeat for 30 s by the clock of the database', async () => {
    const { ask } = serviceOf(world(), { clockStallSeconds: 30 })
    const { id } = await world().newClock('2026-01-31')
    const stalledAfter = async (seconds: number): Promise<unknown> => {
      const { nowMs } = world().database.dialect
      await world().write(
        `UPDATE clocks SET advancing_to = '2026-02-28', queued_at = 0, heartbeat_at = ${nowMs} - ? WHERE id = ?`,
        seconds * 1000,
        id,
      )
      const { clock } = shaped(
        z.object({ clock: z.record(z.string(), z.unknown()) }),
        await ask(source, { variables: { id } }),
      )
      return clock['advanceStalled']
    }
    expect(await stalledAfter(5)).toBe(false)
    expect(await stalledAfter(31)).toBe(true)
    const { nowMs } = world().database.dialect
    await world().write(`UPDATE clocks SET heartbeat_at = NULL, queued_at = ${nowMs} WHERE id = ?`, id)
    expect(await ask(source, { variables: { id } })).toMatchObject({
      clock: { advancingTo: '2026-02-28', advanceStalled: false, advanceHeartbeatAt: null },
    })
  })
})
