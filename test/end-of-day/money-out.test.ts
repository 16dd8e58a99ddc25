import { expect, test } from '@jest/globals'
import { placeBlock } from '../../src/bank/customers/blocks.js'
import { lockCustomer } from '../../src/bank/customers/customers.repository.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { gateway, serviceOf } from '../graphql/support.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { first, present } from '../support/present.js'
import { dateOf, msisdnOf } from '../support/typed.js'

interface MoneyOnDay {
  readonly on?: string
  readonly product: string
  readonly currency: string
  readonly count: number
  readonly amount: string
}
interface MoneyOut {
  readonly releases: MoneyOnDay[]
  readonly automaticPayouts: MoneyOnDay[]
}

const money = '{ product currency count amount }'
const projected = '{ on product currency count amount }'

describeEachDatabase('money that leaves on a clock', (database) => {
  const world = worldFor(database)

  const ask = async <Answer>(selection: string, clockId: string): Promise<Answer> => {
    const { clock } = await serviceOf(world()).ask(`query ($id: ID!) { clock(id: $id) { ${selection} } }`, {
      actor: gateway,
      variables: { id: clockId },
    })
    return clock as Answer
  }
  const logOf = async (clockId: string) => {
    const { days } = await ask<{ days: { nodes: (MoneyOut & { day: string; digest: string })[] } }>(
      `days(first: 100, sort: EARLIEST) { nodes { day digest releases ${money} automaticPayouts ${money} } }`,
      clockId,
    )
    return days.nodes
  }
  const projectionOf = async (clockId: string, to: string) =>
    (
      await ask<{ projection: MoneyOut }>(
        `projection(to: "${to}") { releases ${projected} automaticPayouts ${projected} }`,
        clockId,
      )
    ).projection
  const leave = async (msisdn: Msisdn) => {
    const view = first(await world().positions(msisdn))
    const { reference } = await world().preview(msisdn, view.position.id)
    return world().withdraw(msisdn, reference)
  }

  test("when a hold ends is projected, logged on that day only, and part of that day's digest", async () => {
    const walked = async (exits: boolean) => {
      const { id } = await world().newClock('2026-03-01')
      for (const product of ['LOCK3M', 'LOCK3M', 'LOCK12M']) {
        const { msisdn } = await world().register({ clockId: id })
        await world().deposit(msisdn, '100000', product)
      }
      await world().walk(id, '2026-04-10')
      const rows = await world().rows('SELECT msisdn FROM customers WHERE clock_id = ?', id)
      if (exits) for (const { msisdn } of rows) await leave(msisdnOf(String(msisdn)))
      return id
    }
    const clockId = await walked(true)
    // 110 of interest at the early rate of 1 % for 40 days.
    const left = [
      { product: 'LOCK12M', currency: 'XAF', count: 1, amount: '100110' },
      { product: 'LOCK3M', currency: 'XAF', count: 2, amount: '200220' },
    ]
    const foretold = await projectionOf(clockId, '2026-04-12')
    expect(foretold.releases).toEqual(left.map((row) => ({ on: '2026-04-12', ...row })))
    expect((await projectionOf(clockId, '2026-04-11')).releases).toEqual([])
    await world().walk(clockId, '2026-04-14')
    const days = await logOf(clockId)
    expect(days.filter(({ releases }) => releases.length > 0)).toMatchObject([
      { day: '2026-04-12', releases: left, automaticPayouts: [] },
    ])
    expect((await projectionOf(clockId, '2026-06-12')).releases).toEqual([])

    const quiet = await walked(false)
    await world().walk(quiet, '2026-04-14')
    const digests = (all: typeof days, day: string) =>
      present(all.find((logged) => logged.day === day)).digest
    const others = await logOf(quiet)
    expect(digests(others, '2026-04-10')).toBe(digests(days, '2026-04-10'))
    expect(digests(others, '2026-04-12')).not.toBe(digests(days, '2026-04-12'))
  })

  test.each([
    { name: 'that has no end is never projected', endsOn: null, paid: [] },
    { name: 'is projected on the day on which it ends', endsOn: '2026-04-05', paid: ['2026-04-05'] },
  ])('under a block $name, as in a walk', async ({ endsOn, paid }) => {
    await world().sell('AUTO2', { maturityInstruction: 'AUTO_PAYOUT', termMonths: 1 })
    const { id } = await world().newClock('2026-03-01')
    const { msisdn } = await world().register({ clockId: id })
    await world().deposit(msisdn, '100000', 'LOCK3M')
    await leave(msisdn)
    await world().deposit(msisdn, '100000', 'AUTO2')
    await world().database.inTransaction(async (tx) => {
      const facts = present(await lockCustomer(tx, world().call(), msisdn))
      const terms = {
        scope: 'DEBIT',
        cause: 'COURT',
        endsOn: endsOn === null ? null : dateOf(endsOn),
        expiresAt: null,
        approvalId: 'APR-1',
      } as const
      await placeBlock(tx, world().call(), { ...present(facts.account), today: facts.today }, terms)
    })
    const foretold = await projectionOf(id, '2026-04-10')
    await world().walk(id, '2026-04-04')
    expect(await projectionOf(id, '2026-04-10')).toEqual(foretold)
    await world().walk(id, '2026-04-10')
    const sent = await world().rows(
      `SELECT positions.product_code AS product, payment_orders.business_on AS sent_on FROM payment_orders
       JOIN payouts ON payouts.id = payment_orders.payout_id JOIN positions ON positions.id = payouts.position_id
       WHERE payouts.book = ? ORDER BY positions.product_code`,
      id,
    )
    const projectedOn = [...foretold.automaticPayouts, ...foretold.releases].map(({ product, on }) => ({
      product,
      on,
    }))
    expect(projectedOn).toEqual(
      paid.flatMap((on) => [
        { product: 'AUTO2', on },
        { product: 'LOCK3M', on },
      ]),
    )
    expect(sent.map(({ product, sent_on: on }) => ({ product, on }))).toEqual(projectedOn)
    const logged = (await logOf(id)).filter(({ releases }) => releases.length > 0)
    expect(logged.map(({ day, releases }) => [day, releases.map(({ product }) => product)])).toEqual(
      paid.map((on) => [on, ['LOCK3M']]),
    )
  })

  test('is logged once, also when its account had several blocks', async () => {
    const { id } = await world().newClock('2026-03-01')
    const { msisdn } = await world().register({ clockId: id })
    await world().deposit(msisdn, '100000', 'LOCK3M')
    await leave(msisdn)
    await world().database.inTransaction(async (tx) => {
      const facts = present(await lockCustomer(tx, world().call(), msisdn))
      for (const cause of ['COURT', 'KYC'] as const) {
        const ends = { endsOn: dateOf('2026-03-10'), expiresAt: null, approvalId: 'APR-1' } as const
        const terms = { scope: 'DEBIT', cause, ...ends } as const
        await placeBlock(tx, world().call(), { ...present(facts.account), today: facts.today }, terms)
      }
    })
    await world().walk(id, '2026-03-12')
    const logged = (await logOf(id)).filter(({ releases }) => releases.length > 0)
    expect(logged).toMatchObject([{ day: '2026-03-10', releases: [{ product: 'LOCK3M', count: 1 }] }])
  })

  test('is logged on the day that it was sent, also without a block and long after its hold', async () => {
    const { id } = await world().newClock('2026-03-01')
    const { msisdn } = await world().register({ clockId: id })
    await world().deposit(msisdn, '100000', 'LOCK3M')
    await leave(msisdn)
    await world().write('UPDATE payouts SET held_until = held_until - 864000000 WHERE book = ?', id)
    await world().walk(id, '2026-03-04')
    const logged = (await logOf(id)).filter(({ releases }) => releases.length > 0)
    expect(logged).toMatchObject([{ day: '2026-03-02', releases: [{ product: 'LOCK3M', count: 1 }] }])
  })

  test('by itself at maturity is projected after tax, and exactly the projected amount is logged', async () => {
    const terms = {
      maturityInstruction: 'AUTO_PAYOUT',
      termMonths: 1,
      ratePpm: 30_000,
      taxPpm: 150_000,
    } as const
    await world().sell('AUTO1M', terms)
    const { id: clockId } = await world().newClock('2026-01-31')
    for (const amounts of [['100000', '33333'], ['77777']]) {
      const { msisdn } = await world().register({ clockId })
      for (const amount of amounts) await world().deposit(msisdn, amount, 'AUTO1M')
    }
    const held = await world().register({ clockId })
    await world().deposit(held.msisdn, '100000', 'LOCK1M')
    const foretold = await projectionOf(clockId, '2026-03-05')
    // Interest 230, 77 and 179; tax of 15 % on each, half up: 35, 12 and 27.
    const left = { product: 'AUTO1M', currency: 'XAF', count: 2, amount: String(211_110 + 486 - 74) }
    expect(foretold).toEqual({ releases: [], automaticPayouts: [{ on: '2026-02-28', ...left }] })
    await world().walk(clockId, '2026-03-05')
    const days = await logOf(clockId)
    expect(days.filter(({ automaticPayouts }) => automaticPayouts.length > 0)).toMatchObject([
      { day: '2026-02-28', releases: [], automaticPayouts: [left] },
    ])
    const paid = await world().rows(
      `SELECT SUM(amount) AS amount FROM payouts WHERE book = ? AND status = 'PAID'`,
      clockId,
    )
    expect(String(first(paid)['amount'])).toBe(left.amount)
  })

  test('is an empty list in the log of a day that an earlier version wrote without such money', async () => {
    const { id: clockId } = await world().newClock('2026-03-01')
    await world().walk(clockId, '2026-03-02')
    await world().write(
      `UPDATE walk_days SET facts = '{"day":"2026-03-02","accruals":[],"maturities":[]}' WHERE book = ?`,
      clockId,
    )
    expect(await logOf(clockId)).toMatchObject([{ day: '2026-03-02', releases: [], automaticPayouts: [] }])
  })
})
