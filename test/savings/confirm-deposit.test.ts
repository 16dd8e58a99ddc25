import { expect, test } from '@jest/globals'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { describeEachDatabase } from '../support/services.js'
import { refusalOf } from '../support/thrown.js'
import { declined, paid, pending, worldFor } from '../support/world.js'
import { at, present } from '../support/present.js'

describeEachDatabase('confirming a deposit', (database) => {
  const world = worldFor(database, { defaultStatus: pending })
  const settle = (msisdn: Msisdn, reported = paid) => {
    world().providers.real.settle(msisdn, reported)
    return world().driveOrders()
  }
  const quoted = async (msisdn: Msisdn, amount = '5000', product?: string) =>
    present((await world().quote(msisdn, amount, product)).reference)
  const collects = (reference: string) =>
    world().providers.real.calls.filter((call) => call.method === 'collect' && call.reference === reference)

  test('writes the order that is to be sent, and notifies the dispatcher once', async () => {
    const { msisdn, accountId } = await world().register()
    const reference = await quoted(msisdn)
    const nudges = world().nudges()
    const answer = await world().confirm(msisdn, reference)
    expect(answer).toMatchObject({
      reference,
      order: { status: 'CREATED', amount: 5000n, currency: 'XAF', failureCode: null },
    })
    expect(world().nudges()).toBe(nudges + 1)
    const order = await world().orderOf(reference)
    expect(order).toMatchObject({
      kind: 'COLLECT',
      accountId,
      book: 'system',
      msisdn,
      amount: 5000n,
      note: 'fr 3',
      businessOn: '2026-03-01',
      sends: 0,
      sentAt: null,
    })
    expect(order.dueAt).toBe(order.createdAt)
    await world().dispatch()
    expect(world().providers.real.orders.get(order.id)).toEqual({
      reference: order.id,
      kind: 'COLLECT',
      msisdn,
      amount: 5000n,
      currency: 'XAF',
      externalId: order.id,
      note: 'fr 3',
    })
  })

  test('names the term of the savings that it joins, not that of the product on sale', async () => {
    await world().sell('LENGTHENS')
    const { msisdn } = await world().register()
    await world().confirm(msisdn, await quoted(msisdn, '5000', 'LENGTHENS'))
    await settle(msisdn)
    await world().sell('LENGTHENS', { version: 2, termMonths: 12 })
    const reference = await quoted(msisdn, '5000', 'LENGTHENS')
    await world().confirm(msisdn, reference)
    expect((await world().orderOf(reference)).note).toBe('fr 3')
    await settle(msisdn)
    expect(await world().positions(msisdn)).toHaveLength(1)
  })

  test('twice gives one order, and the same answer', async () => {
    const { msisdn } = await world().register()
    const reference = await quoted(msisdn)
    const [first, nudges] = [await world().confirm(msisdn, reference), world().nudges()]
    const second = await world().confirm(msisdn, reference)
    expect(second.order).toMatchObject({
      id: (await world().orderOf(reference)).id,
      status: first.order.status,
    })
    expect(await world().ordersOf(msisdn)).toHaveLength(1)
    expect(world().nudges()).toBe(nudges)
  })

  test('fifty times at once gives one order, and one request to the provider', async () => {
    const { msisdn } = await world().register()
    const reference = await quoted(msisdn)
    const answers = await Promise.all(Array.from({ length: 50 }, () => world().confirm(msisdn, reference)))
    const [order, ...others] = await world().ordersOf(msisdn)
    expect(others).toEqual([])
    for (const answer of answers) expect(answer.order).toMatchObject({ id: present(order).id, amount: 5000n })
    await Promise.all([world().dispatch(), world().dispatch(), world().dispatch()])
    await settle(msisdn)
    expect(collects(present(order).id)).toHaveLength(1)
    expect(await world().positions(msisdn)).toHaveLength(1)
  })

  test('for two concurrent quotes that together exceed the room accepts one and refuses the other', async () => {
    const { msisdn } = await world().register()
    const references = [await quoted(msisdn, '1500000'), await quoted(msisdn, '1500000')]
    const outcomes = await Promise.all(
      references.map((reference) => refusalOf(world().confirm(msisdn, reference))),
    )
    expect(outcomes.toSorted()).toEqual(['ABOVE_MAXIMUM', 'accepted'])
    expect(await world().ordersOf(msisdn)).toHaveLength(1)
  })

  test('for ten concurrent quotes fills the product exactly, and never beyond its maximum', async () => {
    const { msisdn } = await world().register()
    const references = await Promise.all(Array.from({ length: 10 }, () => quoted(msisdn, '400000')))
    const outcomes = await Promise.all(
      references.map((reference) => refusalOf(world().confirm(msisdn, reference))),
    )
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(5)
    await settle(msisdn)
    const positions = await world().positions(msisdn)
    expect(positions.reduce((sum, { figures }) => sum + figures.principal, 0n)).toBe(2_000_000n)
    expect(await world().quote(msisdn, '1000')).toMatchObject({
      status: 'ABOVE_MAXIMUM',
      limits: { room: 0n },
    })
  })

  test('that was refused for lack of room succeeds after the payment that took the room has failed', async () => {
    const { msisdn } = await world().register()
    const [first, second] = [await quoted(msisdn, '1500000'), await quoted(msisdn, '1500000')]
    await world().confirm(msisdn, first)
    expect(await world().quote(msisdn, '1000')).toMatchObject({ limits: { room: 500_000n } })
    expect(await refusalOf(world().confirm(msisdn, second))).toBe('ABOVE_MAXIMUM')
    await settle(msisdn, declined)
    expect(await world().quote(msisdn, '2000000')).toMatchObject({ status: 'OK' })
    expect(await refusalOf(world().confirm(msisdn, second))).toBe('accepted')
  })

  test('with the reference of another customer is answered like an unknown reference', async () => {
    const [owner, other] = [await world().register(), await world().register()]
    const reference = await quoted(owner.msisdn)
    const unknown = 'DEP-00000000000000000000000000'
    for (const stolen of [reference, unknown, '', reference.toLowerCase()]) {
      expect(await refusalOf(world().confirm(other.msisdn, stolen))).toBe('INVALID_REFERENCE')
    }
    await world().confirm(owner.msisdn, reference)
    expect(await refusalOf(world().confirm(other.msisdn, reference))).toBe('INVALID_REFERENCE')
    expect(await refusalOf(world().confirm(world().newNumber(), reference))).toBe('NOT_REGISTERED')
    expect(await world().ordersOf(other.msisdn)).toEqual([])
  })

  test('is accepted 14 min 59 s after the quote, and refused after 15 minutes', async () => {
    const { msisdn } = await world().register()
    const references = [await quoted(msisdn), await quoted(msisdn)] as const
    world().clock.advance(15 * 60_000 - 1000)
    expect(await refusalOf(world().confirm(msisdn, references[0]))).toBe('accepted')
    world().clock.advance(1000)
    expect(await refusalOf(world().confirm(msisdn, references[1]))).toBe('REFERENCE_EXPIRED')
    expect(await world().ordersOf(msisdn)).toHaveLength(1)
  })

  test('is refused after midnight in Douala, though the quote is two minutes old', async () => {
    const { msisdn } = await world().register()
    world().clock.set('2026-03-01T22:59:00Z')
    const reference = await quoted(msisdn)
    world().clock.set('2026-03-01T23:01:00Z')
    expect(await refusalOf(world().confirm(msisdn, reference))).toBe('REFERENCE_EXPIRED')
  })

  test.each([
    [paid, 'SUCCESSFUL', null],
    [declined, 'FAILED', 'PAYER_DECLINED'],
  ] as const)('again a week later answers with the outcome: %j', async (reported, status, failureCode) => {
    const { msisdn } = await world().register()
    const reference = await quoted(msisdn)
    await world().confirm(msisdn, reference)
    await settle(msisdn, reported)
    world().clock.set('2026-03-08')
    expect((await world().confirm(msisdn, reference)).order).toMatchObject({ status, failureCode })
    expect(await world().ordersOf(msisdn)).toHaveLength(1)
  })

  test('again is answered even when the account is closing or closed', async () => {
    const { msisdn, accountId } = await world().register()
    const reference = await quoted(msisdn)
    await world().confirm(msisdn, reference)
    await settle(msisdn)
    for (const change of [`status = 'CLOSING'`, `status = 'CLOSED', open_key = NULL`]) {
      await world().write(`UPDATE accounts SET ${change} WHERE id = ?`, accountId)
      expect((await world().confirm(msisdn, reference)).order.status).toBe('SUCCESSFUL')
    }
  })

  test('is refused if the product was withdrawn since the quote; if its rate changed, the quoted rate is booked', async () => {
    await world().sell('SHIFTS')
    const { msisdn } = await world().register()
    const [first, second] = [await quoted(msisdn, '5000', 'SHIFTS'), await quoted(msisdn, '5000', 'SHIFTS')]
    await world().sell('SHIFTS', {
      version: 2,
      ratePpm: 10_000,
      termMonths: 6,
      dayCount: 'ACT_360',
      taxPpm: 165_000,
    })
    await world().confirm(msisdn, first)
    await settle(msisdn)
    const view = at(await world().positions(msisdn), 0)
    expect(view.position).toMatchObject({
      ratePpm: 45_000,
      maturityOn: '2026-06-01',
      termMonths: 3,
      basisDays: 365,
      taxPpm: 0,
      productVersionId: 'SHIFTS.1',
    })
    await world().sell('SHIFTS', { version: 3, onSale: false })
    expect(await refusalOf(world().confirm(msisdn, second))).toBe('PRODUCT_NOT_AVAILABLE')
  })

  test('uses the smaller maximum balance if it was lowered since the quote', async () => {
    await world().sell('SHRINKS')
    const { msisdn } = await world().register()
    const reference = await quoted(msisdn, '1500000', 'SHRINKS')
    await world().sell('SHRINKS', { version: 2, maxBalance: 1_000_000n })
    expect(await refusalOf(world().confirm(msisdn, reference))).toBe('ABOVE_MAXIMUM')
  })

  test.each(['PAYING_OUT', 'CLOSED'])(
    'is refused with TERMS_CHANGED if the position to be topped up is %s since the quote',
    async (status) => {
      const { msisdn } = await world().register()
      await world().confirm(msisdn, await quoted(msisdn))
      await settle(msisdn)
      const reference = await quoted(msisdn)
      await world().write(
        `UPDATE positions SET status = ? WHERE id = ?`,
        status,
        at(await world().positions(msisdn), 0).position.id,
      )
      expect(await refusalOf(world().confirm(msisdn, reference))).toBe('TERMS_CHANGED')
      expect(await world().ordersOf(msisdn)).toHaveLength(1)
    },
  )

  test('is refused with ACCOUNT_CLOSING while the account is closing, and with NOT_REGISTERED once it is closed', async () => {
    const { msisdn, accountId } = await world().register()
    const reference = await quoted(msisdn)
    await world().write(`UPDATE accounts SET status = 'CLOSING' WHERE id = ?`, accountId)
    expect(await refusalOf(world().confirm(msisdn, reference))).toBe('ACCOUNT_CLOSING')
    await world().write(`UPDATE accounts SET status = 'CLOSED', open_key = NULL WHERE id = ?`, accountId)
    expect(await refusalOf(world().confirm(msisdn, reference))).toBe('NOT_REGISTERED')
    expect(await world().ordersOf(msisdn)).toEqual([])
  })

  test('during a walk is refused for customers of the clock, as is a quote; a repeat is answered, and other customers are not affected', async () => {
    const clock = await world().newClock('2030-01-31')
    const walker = await world().register({ clockId: clock.id })
    const other = await world().register()
    const [done, open] = [await quoted(walker.msisdn), await quoted(walker.msisdn)]
    await world().confirm(walker.msisdn, done)
    await world().write(`UPDATE clocks SET advancing_to = '2030-03-01' WHERE id = ?`, clock.id)
    expect(await world().quote(walker.msisdn, '5000')).toMatchObject({
      status: 'CLOCK_ADVANCING',
      reference: null,
    })
    expect(await refusalOf(world().confirm(walker.msisdn, open))).toBe('CLOCK_ADVANCING')
    expect(await refusalOf(world().confirm(walker.msisdn, done))).toBe('accepted')
    expect(await refusalOf(world().confirm(other.msisdn, await quoted(other.msisdn)))).toBe('accepted')
    await world().write('UPDATE clocks SET advancing_to = NULL WHERE id = ?', clock.id)
    expect(await refusalOf(world().confirm(walker.msisdn, open))).toBe('accepted')
  })

  test('that was refused can be tried again until the reference expires', async () => {
    const { msisdn, accountId } = await world().register()
    const reference = await quoted(msisdn)
    await world().write(`UPDATE accounts SET status = 'CLOSING' WHERE id = ?`, accountId)
    await refusalOf(world().confirm(msisdn, reference))
    await world().write(`UPDATE accounts SET status = 'ACTIVE' WHERE id = ?`, accountId)
    expect(await refusalOf(world().confirm(msisdn, reference))).toBe('accepted')
  })

  test('of a test customer is refused after the date of the clock has changed, not that of the market', async () => {
    const clock = await world().newClock('2030-01-31')
    const { msisdn } = await world().register({ clockId: clock.id })
    const [kept, rolled] = [await quoted(msisdn), await quoted(msisdn)]
    world().clock.set('2026-03-01T22:59:00Z')
    const late = await quoted(msisdn)
    world().clock.set('2026-03-01T23:01:00Z')
    expect(await refusalOf(world().confirm(msisdn, late))).toBe('accepted')
    world().clock.set('2026-03-01')
    expect(await refusalOf(world().confirm(msisdn, kept))).toBe('accepted')
    await world().write(`UPDATE clocks SET now_on = '2030-02-01' WHERE id = ?`, clock.id)
    expect(await refusalOf(world().confirm(msisdn, rolled))).toBe('REFERENCE_EXPIRED')
  })
})
