import { expect, test } from '@jest/globals'
import { advanceTestClocks } from '../../src/bank/end-of-day/walk-clocks.js'
import { dispatchOrders, pollOrders } from '../../src/bank/payments/drive/dispatch-and-poll.js'
import type { Domain } from '../../src/app/domain.js'
import { codeOf } from '../../src/cli/conformance/call.js'
import { argumentsOf, gatewayOf, type Sent } from '../graphql/gateway.js'
import { analyst, clerk, gateway, person, serviceOf } from '../graphql/support.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { historyOf, clockWithSavings, clockWithThreeSavers } from './support.js'
import { at, first, present } from '../support/present.js'
import { anyObject, shaped } from '../support/typed.js'
import { z } from 'zod'

describeEachDatabase('the clock operations', (database) => {
  const world = worldFor(database)

  const refusalOf = async (operation: string, sent: Sent, changes?: Partial<Domain>) => {
    const { status, body } = await gatewayOf(world(), changes).call(operation, sent)
    return `${status} ${codeOf(body)}`
  }

  test('create a clock, register customers with it, and walk it', async () => {
    let asked = 0
    const { record } = gatewayOf(world(), { onWalk: () => void asked++ })
    const created = await record('create_test_clock', { now: '2026-01-31' })
    const { clock_id } = shaped(z.object({ clock_id: z.string() }), created)
    expect(created).toEqual({
      clock_id: expect.stringMatching(/^CLK-/),
      now: '2026-01-31',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    const msisdn = world().newNumber()
    await record('register_savings_account', argumentsOf(msisdn, { clock_id }))
    await world().deposit(msisdn, '100000', 'LOCK1M')
    expect(await record('get_test_clock', { clock_id })).toEqual({ ...created, attached_customer_count: '1' })

    const standing = { clock_id, now: '2026-01-31' }
    expect(await record('advance_test_clock', { clock_id, to: '2026-01-31' })).toEqual(standing)
    expect(asked).toBe(0)
    const walking = { ...standing, advancing_to: '2026-03-02', advance_stalled: 'false' }
    expect(await record('advance_test_clock', { clock_id, to: '2026-03-02' })).toEqual(walking)
    expect(await record('advance_test_clock', { clock_id, to: '2026-03-02' })).toEqual(walking)
    expect(asked).toBe(2)
    await world().tick()
    expect(await record('get_test_clock', { clock_id })).toEqual({
      ...created,
      now: '2026-03-02',
      attached_customer_count: '1',
      advance_heartbeat_at: expect.any(String),
    })
    expect(await record('get_savings_balance', argumentsOf(msisdn))).toMatchObject({
      due_balance: '100000',
      total_interest: '230',
    })
    const [matured] = await gatewayOf(world()).rows('list_recent_transactions', argumentsOf(msisdn))
    expect(matured).toEqual({
      transaction_id: expect.stringMatching(/^MAT-/),
      transaction_date: '2026-02-28',
      transaction_type: 'MATURITY',
      transaction_status: 'SUCCESSFUL',
      amount: '100230',
      currency: 'XAF',
    })
  })

  test('refuse a wrong date or clock with a 400 and the code of the reason, and move no clock', async () => {
    const { id: clock_id } = await world().newClock('2026-03-05')
    const advance = (to: string, id = clock_id) => refusalOf('advance_test_clock', { clock_id: id, to })
    expect(await advance('2026-03-04')).toBe('400 CLOCK_CANNOT_MOVE_BACK')
    expect(await advance('2026-02-30')).toBe('400 INVALID_ARGUMENT')
    expect(await advance('tomorrow')).toBe('400 INVALID_ARGUMENT')
    expect(await advance('2100-01-01')).toBe('400 INVALID_ARGUMENT')
    for (const [operation, sent] of [
      ['advance_test_clock', { clock_id, to: '2100-01-01' }],
      ['create_test_clock', { now: '2100-01-01' }],
    ] as const) {
      const { body } = await gatewayOf(world()).call(operation, sent)
      const argument = 'to' in sent ? 'to' : 'now'
      expect(JSON.parse(body)).toMatchObject({
        error: {
          message: expect.stringContaining(`${argument}: a clock stands between 2000-01-01 and 2099-12-31`),
        },
      })
    }
    // A walk goes at most 3,660 days: from 2026-03-05 to 2036-03-12.
    expect(await advance('2036-03-13')).toBe('400 WALK_TOO_LONG')
    for (const id of ['system', 'SYSTEM', 'system ', ' system', 'CLK-NOTHING', `${clock_id} `]) {
      expect(await advance('2026-03-06', id)).toBe('400 CLOCK_NOT_FOUND')
      expect(await refusalOf('get_test_clock', { clock_id: id })).toBe('400 CLOCK_NOT_FOUND')
      const msisdn = world().newNumber()
      expect(
        await gatewayOf(world()).record('register_savings_account', argumentsOf(msisdn, { clock_id: id })),
      ).toEqual({ registration_result: 'FAILED', failure_reason: 'CLOCK_NOT_FOUND' })
    }
    for (const now of ['2026-02-30', '1999-12-31', '2100-01-01', '']) {
      expect(await refusalOf('create_test_clock', { now })).toMatch(/^400 (INVALID|MISSING)_ARGUMENT$/)
    }
    expect(await refusalOf('get_test_clock', {})).toBe('400 MISSING_ARGUMENT')
    const [clock] = await world().rows('SELECT now_on, advancing_to FROM clocks WHERE id = ?', clock_id)
    expect(clock).toMatchObject({ now_on: '2026-03-05', advancing_to: null })
    const [system] = await world().rows(`SELECT now_on, advancing_to FROM clocks WHERE id = 'system'`)
    expect(system).toMatchObject({ now_on: '2026-03-01', advancing_to: null })

    await world().ask(clock_id, '2036-03-12')
    expect(await advance('2026-03-08')).toBe('400 CLOCK_ADVANCING')
    await world().write('UPDATE clocks SET advancing_to = NULL WHERE id = ?', clock_id)
  })

  test('need the role TESTER, test clocks enabled, and a number that is allowed', async () => {
    const { id: clock_id } = await world().newClock('2026-03-05')
    const off: Partial<Domain> = { testClocks: { enabled: false, msisdns: undefined } }
    expect(await refusalOf('create_test_clock', { now: '2026-01-31' }, off)).toBe('403 FORBIDDEN')
    expect(await refusalOf('advance_test_clock', { clock_id, to: '2026-03-06' }, off)).toBe('403 FORBIDDEN')
    const [one, two, three] = [world().newNumber(), world().newNumber(), world().newNumber()]
    expect(
      await gatewayOf(world(), off).record(
        'register_savings_account',
        argumentsOf(present(one), { clock_id }),
      ),
    ).toEqual({
      registration_result: 'FAILED',
      failure_reason: 'CLOCK_NOT_FOUND',
    })
    const some = gatewayOf(world(), { testClocks: { enabled: true, msisdns: new Set([present(two)]) } })
    const register = (msisdn: string) =>
      some.record('register_savings_account', argumentsOf(msisdn, { clock_id }))
    expect(await register(present(three))).toMatchObject({ registration_result: 'FAILED' })
    expect(await register(present(two))).toMatchObject({ registration_result: 'REGISTERED' })

    const { refusal } = serviceOf(world())
    const advance = `mutation { advanceClock(input: { id: "${clock_id}", to: "2026-03-06" }) { clock { id } } }`
    for (const actor of [person('GATEWAY'), clerk, analyst, person()]) {
      expect(await refusal(advance, { actor })).toBe('FORBIDDEN 403')
    }
    const registration = `mutation { registerCustomer(input: { msisdn: "${one}", clockId: "${clock_id}" }) { result } }`
    expect(await refusal(registration, { actor: person('GATEWAY') })).toBe('FORBIDDEN 403')
    const [clock] = await world().rows('SELECT now_on, advancing_to FROM clocks WHERE id = ?', clock_id)
    expect(clock).toMatchObject({ now_on: '2026-03-05', advancing_to: null })
  })

  test('send the payments of a test customer to the emulator only, though a real provider is configured', async () => {
    const { real } = world().providers
    const before = real.calls.length
    const never = async (): Promise<never> => {
      throw new Error('a test customer reached the real provider')
    }
    const { orders } = world()
    const guarded = {
      ...orders,
      providers: { ...orders.providers, real: { collect: never, payOut: never, statusOf: never } },
    }

    const { id: clockId } = await world().newClock('2026-01-31')
    const { msisdn } = await world().register({ clockId })
    const confirm = async () => {
      const { reference } = await world().quote(msisdn, '5000')
      await world().confirm(msisdn, reference)
    }
    await confirm()
    await dispatchOrders(guarded, new AbortController().signal)
    await world().makeAllDue()
    await pollOrders(guarded, new AbortController().signal)
    await confirm()
    await world().ask(clockId, '2026-02-03')
    await advanceTestClocks({ ...world().walks, orders: guarded }, new AbortController().signal)
    const statuses = (await world().ordersOf(msisdn)).map(({ status }) => status)
    expect(statuses).toEqual(['SUCCESSFUL', 'SUCCESSFUL'])
    expect(real.calls.length).toBe(before)
  })

  test('show the log of a walk and a projection of one, and change nothing by that', async () => {
    const { clockId, msisdns } = await clockWithThreeSavers(world(), '2026-01-30')
    const { ask, refusal } = serviceOf(world())
    const before = await historyOf(world(), clockId)
    const look = `query ($id: ID!, $to: LocalDate!) {
      clock(id: $id) {
        now
        projection(to: $to) {
          to
          accruals { product currency amount }
          maturities { on product currency count principal interest }
        }
      }
    }`
    const asking = { actor: gateway, variables: { id: clockId, to: '2026-03-15' } }
    const { clock: projected } = shaped(
      z.object({
        clock: z.object({
          projection: z.object({
            accruals: z.array(z.object({ amount: z.string() })),
            maturities: z.array(anyObject),
          }),
        }),
      }),
      await ask(look, asking),
    )
    expect(projected.projection.maturities).toEqual([
      {
        on: '2026-02-28',
        product: 'LOCK1M',
        currency: 'XAF',
        count: 2,
        principal: '134334',
        interest: '319',
      },
    ])
    expect(await historyOf(world(), clockId)).toEqual(before)
    expect(await refusal(look, { actor: gateway, variables: { id: clockId, to: '2026-01-29' } })).toBe(
      'CLOCK_CANNOT_MOVE_BACK 400',
    )
    const worth = `query ($msisdn: Msisdn!) {
      customer(by: { msisdn: $msisdn }) {
        positions(sort: OLDEST) { nodes { worthOn(date: "2026-02-28") { status payout accrued { net } } } } }
    }`
    expect(await ask(worth, { variables: { msisdn: at(msisdns, 2) } })).toMatchObject({
      customer: {
        positions: {
          nodes: [{ worthOn: { status: 'ACCRUING' } }, { worthOn: { status: 'MATURED', payout: '1003' } }],
        },
      },
    })

    await world().walk(clockId, '2026-03-15')
    const log = `query ($id: ID!) {
      clock(id: $id) {
        walkError
        days(first: 100, sort: EARLIEST) {
          nodes { day digest remarks completedAt accruals { product amount } maturities { product count principal interest tax } }
        }
      }
    }`
    const { clock } = shaped(
      z.object({
        clock: z.object({
          walkError: z.null(),
          days: z.object({
            nodes: z.array(
              z.object({
                day: z.string(),
                accruals: z.array(z.object({ product: z.string(), amount: z.string() })),
                maturities: z.array(anyObject),
              }),
            ),
          }),
        }),
      }),
      await ask(log, { actor: gateway, variables: { id: clockId } }),
    )
    expect(clock.days.nodes).toHaveLength(44)
    expect(clock.days.nodes.filter(({ maturities }) => maturities.length > 0)).toMatchObject([
      {
        day: '2026-02-28',
        maturities: [{ product: 'LOCK1M', count: 2, principal: '134334', interest: '319', tax: '0' }],
      },
    ])
    const sums = new Map<string, bigint>()
    for (const { product, amount } of clock.days.nodes.flatMap(({ accruals }) => accruals)) {
      sums.set(product, (sums.get(product) ?? 0n) + BigInt(amount))
    }
    expect(projected.projection.accruals).toEqual(
      [...sums].toSorted().map(([product, amount]) => ({ product, currency: 'XAF', amount: String(amount) })),
    )
  })

  test('show staff the nights with what they set aside, and a tester the record that stops a walk', async () => {
    const { ask } = serviceOf(world())
    const { clockId } = await clockWithSavings(world(), '2026-01-31', [['100000', 'LOCK1M']])
    const position = first(await world().rows('SELECT id FROM positions WHERE book = ?', clockId))
    await world().write('UPDATE positions SET basis_days = 0 WHERE book = ?', clockId)
    await world().walk(clockId, '2026-02-02')
    expect(
      await ask('query ($id: ID!) { clock(id: $id) { walkError advancingTo } }', {
        actor: gateway,
        variables: { id: clockId },
      }),
    ).toEqual({
      clock: { walkError: expect.stringContaining(String(position['id'])), advancingTo: '2026-02-02' },
    })
    await world().write('UPDATE positions SET basis_days = 365 WHERE book = ?', clockId)
    await world().write('UPDATE clocks SET lease_until = 0 WHERE id = ?', clockId)
    await world().tick()

    const { msisdn } = await world().register()
    await world().deposit(msisdn, '100000', 'LOCK1M')
    const real = first(await world().positions(msisdn))
    await world().write('UPDATE positions SET basis_days = 0 WHERE id = ?', real.position.id)
    world().clock.set('2026-03-02')
    await world().night()
    const seen = await ask(
      `{ clockDays(filter: { book: ["system"], day: { from: "2026-03-02" } }) { nodes { book day remarks } }
         dayExceptions { nodes { positionId customer { msisdn } step setAsideOn problem } } }`,
    )
    expect(seen).toEqual({
      clockDays: {
        nodes: [
          {
            book: 'system',
            day: '2026-03-02',
            remarks: [`position ${real.position.id} is set aside: interest cannot be computed`],
          },
        ],
      },
      dayExceptions: {
        nodes: [
          {
            positionId: real.position.id,
            customer: { msisdn },
            step: 'ACCRUAL',
            setAsideOn: '2026-03-02',
            problem: 'interest cannot be computed',
          },
        ],
      },
    })
    await world().write('UPDATE positions SET basis_days = 365 WHERE id = ?', real.position.id)
  })
})
