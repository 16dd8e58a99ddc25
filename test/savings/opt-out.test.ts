import { expect, test } from '@jest/globals'
import { readRegistration } from '../../src/bank/customers/customers.read.js'
import { readBalance } from '../../src/bank/savings/positions/balance.read.js'
import { readClosings } from '../../src/bank/savings/closing/opt-out.read.js'
import { readTransactions } from '../../src/bank/savings/positions/transactions.read.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { describeEachDatabase } from '../support/services.js'
import { refusalOf } from '../support/thrown.js'
import { declined, firstDay, paid, pending, worldFor, type World } from '../support/world.js'
import { at, firstOf, present } from '../support/present.js'
import { bigintOf } from '../support/typed.js'

/** The open account is last: two accounts may have been created in the same millisecond. */
const accountsOf = (world: World, msisdn: Msisdn) =>
  world.rows(
    `SELECT accounts.id, accounts.status, opened_on, closed_on FROM accounts
     JOIN customers ON customers.id = accounts.customer_id WHERE msisdn = ?
     ORDER BY accounts.open_key IS NOT NULL, accounts.created_at`,
    msisdn,
  )

const statusOf = async (world: World, msisdn: Msisdn) => (await accountsOf(world, msisdn)).at(-1)?.['status']

const payoutsOf = (world: World, msisdn: Msisdn) =>
  world.rows(
    `SELECT payouts.id, payouts.status, basis, amount, held_until FROM payouts
     JOIN customers ON customers.id = payouts.customer_id
     JOIN positions ON positions.id = payouts.position_id
     WHERE msisdn = ? ORDER BY positions.created_at, positions.id`,
    msisdn,
  )

const reviewsOf = (world: World, msisdn: Msisdn) =>
  world.rows(
    `SELECT kind, review_cases.status FROM review_cases
     JOIN customers ON customers.id = review_cases.customer_id WHERE msisdn = ?`,
    msisdn,
  )

const transactions = (world: World, msisdn: Msisdn) =>
  readTransactions(world.database.read, world.call(), msisdn)

const linesOf = async (world: World, msisdn: Msisdn) =>
  (await transactions(world, msisdn)).map(({ type, status, amount }) => `${type} ${status} ${amount}`)

/** The payments to this number at either provider. */
const received = (world: World, msisdn: Msisdn) =>
  [world.providers.real, world.providers.test]
    .flatMap((provider) => [...provider.orders.values()])
    .filter((order) => order.msisdn === msisdn && order.kind === 'PAY_OUT')
    .reduce((sum, { amount }) => sum + amount, 0n)

/** A test customer with one matured position and three that accrue. */
const withMaturedAndAccruing = async (world: World) => {
  const clock = await world.newClock('2026-01-01')
  const { msisdn, accountId } = await world.register({ clockId: clock.id })
  for (const product of ['LOCK1M', 'LOCK1M', 'LOCK3M', 'LOCK6M', 'LOCK12M'])
    await world.deposit(msisdn, '100000', product)
  const first = at(await world.positions(msisdn), 0)
  // Five deposits make four positions: two in the same product are one position.
  expect(await world.positions(msisdn)).toHaveLength(4)
  await world.walk(clock.id, '2026-02-10')
  const positions = await world.positions(msisdn)
  expect(first.position.id).toBe(at(positions, 0).position.id)
  expect(positions.map(({ figures }) => figures.status)).toEqual([
    'MATURED',
    'ACCRUING',
    'ACCRUING',
    'ACCRUING',
  ])
  return { msisdn, accountId, clock, positions }
}

const withdraw = async (world: World, msisdn: Msisdn, positionId: string) =>
  world.withdraw(msisdn, (await world.preview(msisdn, positionId)).reference)

describeEachDatabase('an opt-out', (database) => {
  const world = worldFor(database)

  test('pays exactly the amounts that the list shows for matured and accruing positions, beside a payout on hold', async () => {
    const { msisdn, clock, positions } = await withMaturedAndAccruing(world())
    const [matured, held, left, alone] = firstOf(
      4,
      positions.map(({ position }) => position.id),
    )
    const onHold = await withdraw(world(), msisdn, held)
    expect(onHold.status).toBe('ON_HOLD')

    const list = await world().optOutPositions(msisdn)
    expect(list.positions.map(({ view, holdHours }) => [view.position.id, holdHours])).toEqual([
      [matured, 0],
      [left, 48],
      [alone, 48],
    ])
    expect(list.holdHoursMax).toBe(48)
    expect(list.total).toBe(list.positions.reduce((sum, { terms }) => sum + terms.amount, 0n))

    world().providers.test.settle(msisdn, pending)
    expect(await world().optOut(msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: 48 })
    const payouts = await payoutsOf(world(), msisdn)
    expect(payouts.map(({ basis, status }) => `${basis} ${status}`)).toEqual([
      'MATURITY PROCESSING',
      'EARLY_EXIT ON_HOLD',
      'EARLY_EXIT ON_HOLD',
      'EARLY_EXIT ON_HOLD',
    ])
    expect(payouts.filter(({ id }) => id !== onHold.id).map(({ amount }) => bigintOf(amount))).toEqual(
      list.positions.map(({ terms }) => terms.amount),
    )
    expect(await world().optOutPositions(msisdn)).toEqual({ positions: [], total: 0n, holdHoursMax: 0 })
    expect(await readBalance(world().database.read, world().call(), msisdn)).toMatchObject({
      accruing: { count: 0 },
      due: { count: 0 },
      payingOut: { count: 4 },
    })

    const registered = async () => (await readRegistration(world().database.read, msisdn)).accountId !== null
    await world().driveOrders()
    expect(await statusOf(world(), msisdn)).toBe('CLOSING')
    world().providers.test.settle(msisdn, paid)
    await world().driveOrders()
    expect([await statusOf(world(), msisdn), await registered()]).toEqual(['CLOSING', true])
    expect(await world().optOut(msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: 48 })

    await world().walk(clock.id, '2026-02-11')
    expect(await statusOf(world(), msisdn)).toBe('CLOSING')
    await world().walk(clock.id, '2026-02-12')
    expect(await accountsOf(world(), msisdn)).toMatchObject([{ status: 'CLOSED', closed_on: '2026-02-12' }])
    expect(await registered()).toBe(false)
    expect(received(world(), msisdn)).toBe(list.total + onHold.amount)
    expect(await world().optOut(msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: null })
  })

  test('is NOT_REGISTERED for an unknown number, and closes an account without savings at once; a repeat has the same answer', async () => {
    expect(await refusalOf(world().optOut(world().newNumber()))).toBe('NOT_REGISTERED')
    const { msisdn } = await world().register()
    expect(await world().optOutPositions(msisdn)).toMatchObject({ positions: [] })
    for (let i = 0; i < 3; i++)
      expect(await world().optOut(msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: null })
    expect(await accountsOf(world(), msisdn)).toMatchObject([{ status: 'CLOSED', closed_on: firstDay }])
  })

  test('of only matured savings pays them at once, without a hold', async () => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '100000', 'LOCK1M')
    world().clock.set('2026-04-01')
    const list = await world().optOutPositions(msisdn)
    expect(list.positions).toMatchObject([{ terms: { basis: 'MATURITY', forfeitedNet: 0n }, holdHours: 0 }])
    const nudges = world().nudges()
    expect(await world().optOut(msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: null })
    expect(world().nudges()).toBe(nudges + 1)
    await world().driveOrders()
    expect(await statusOf(world(), msisdn)).toBe('CLOSED')
    expect(received(world(), msisdn)).toBe(list.total)
  })

  test('keeps the number registered until the account is closed, and refuses new requests; then the number can open a new account', async () => {
    const { msisdn, accountId } = await world().register({ email: 'a@b.cm' })
    await world().deposit(msisdn, '100000')
    const { reference } = await world().quote(msisdn, '5000')
    const view = at(await world().positions(msisdn), 0)
    const preview = await world().preview(msisdn, view.position.id)
    await world().optOut(msisdn)

    expect(await readRegistration(world().database.read, msisdn)).toEqual({ accountId, email: 'a@b.cm' })
    expect(await refusalOf(world().register({ msisdn }))).toBe('ACCOUNT_CLOSING')
    expect(await world().quote(msisdn, '5000')).toMatchObject({ status: 'ACCOUNT_CLOSING', reference: null })
    expect(await refusalOf(world().confirm(msisdn, reference))).toBe('ACCOUNT_CLOSING')
    expect(await refusalOf(world().withdraw(msisdn, preview.reference))).toBe('ALREADY_PAYING_OUT')

    world().clock.set('2026-03-03')
    await world().releaseHolds()
    await world().driveOrders()
    expect(await statusOf(world(), msisdn)).toBe('CLOSED')
    expect(await readRegistration(world().database.read, msisdn)).toEqual({ accountId: null, email: null })
    expect(await transactions(world(), msisdn)).toEqual([])
    expect(await refusalOf(world().confirm(msisdn, reference))).toBe('NOT_REGISTERED')

    const again = await world().register({ msisdn })
    expect(again).toMatchObject({ result: 'REGISTERED' })
    expect(again.accountId).not.toBe(accountId)
    expect(await readRegistration(world().database.read, msisdn)).toEqual({
      accountId: again.accountId,
      email: null,
    })
    await world().deposit(msisdn, '7000')
    expect(await linesOf(world(), msisdn)).toEqual(['DEPOSIT SUCCESSFUL 7000'])
    expect(await readBalance(world().database.read, world().call(), msisdn)).toMatchObject({
      accruing: { principal: 7000n, count: 1 },
      payingOut: { count: 0 },
    })
    expect(await accountsOf(world(), msisdn)).toMatchObject([{ status: 'CLOSED' }, { status: 'ACTIVE' }])
    expect(await world().rows('SELECT id FROM positions WHERE account_id = ?', accountId)).toHaveLength(1)
  })

  test('that is requested fifty times at once is one opt-out, and pays each position once', async () => {
    const { msisdn } = await world().register()
    for (const product of ['LOCK1M', 'LOCK3M']) await world().deposit(msisdn, '50000', product)
    const answers = await Promise.all(Array.from({ length: 50 }, () => world().optOut(msisdn)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ status: 'COMPLETED', hoursLeft: 48 })]),
    )
    expect(await payoutsOf(world(), msisdn)).toHaveLength(2)
  })

  test('at the same moment as a withdrawal and a deposit of the customer pays once', async () => {
    for (let round = 0; round < 5; round++) {
      const clock = await world().newClock(firstDay)
      const { msisdn } = await world().register({ clockId: clock.id })
      await world().deposit(msisdn, '50000')
      const view = at(await world().positions(msisdn), 0)
      const { reference } = await world().preview(msisdn, view.position.id)
      const quote = await world().quote(msisdn, '9000', 'LOCK1M')
      const [withdrawn, optOut, confirmed] = await Promise.allSettled([
        world().withdraw(msisdn, reference),
        world().optOut(msisdn),
        world().confirm(msisdn, quote.reference),
      ])
      expect(optOut.status).toBe('fulfilled')
      const payouts = await payoutsOf(world(), msisdn)
      expect(payouts).toHaveLength(1)
      if (withdrawn.status === 'fulfilled') expect(payouts[0]).toMatchObject({ id: withdrawn.value.id })
      await world().driveOrders()
      await world().walk(clock.id, '2026-03-03')
      expect(await statusOf(world(), msisdn)).toBe('CLOSED')
      const back = confirmed.status === 'fulfilled' ? 9000n : 0n
      expect(received(world(), msisdn)).toBe(50_000n + back)
    }
  })

  test('with a deposit in flight that succeeds refunds it, and closes the account with the refund', async () => {
    const { msisdn, accountId } = await world().register()
    world().providers.real.settle(msisdn, pending)
    const { reference } = await world().quote(msisdn, '8000')
    await world().confirm(msisdn, reference)
    await world().dispatch()
    expect(await world().optOut(msisdn)).toEqual({ status: 'PENDING', hoursLeft: null })
    expect(await readClosings(world().database.read, [accountId])).toMatchObject([
      { deposits: [{ amount: 8000n }], payouts: [], refunds: [] },
    ])

    const { id } = await world().orderOf(present(reference))
    world().providers.real.settle(id, paid)
    await world().makeAllDue()
    await world().poll()
    expect(await world().optOut(msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: null })
    expect(await statusOf(world(), msisdn)).toBe('CLOSING')
    // The order of the lines must not depend on the time: both orders may be created in the same millisecond.
    await world().write('UPDATE payment_orders SET created_at = 1 WHERE account_id = ?', accountId)
    expect(await linesOf(world(), msisdn)).toEqual(['REFUND PENDING 8000', 'DEPOSIT SUCCESSFUL 8000'])
    expect(await readClosings(world().database.read, [accountId])).toMatchObject([
      { deposits: [], payouts: [], refunds: [{ amount: 8000n, refundOf: id }] },
    ])
    world().providers.real.settle(msisdn, paid)
    await world().driveOrders()
    expect(await statusOf(world(), msisdn)).toBe('CLOSED')
    expect(received(world(), msisdn)).toBe(8000n)
    expect(await world().positions(msisdn)).toEqual([])
  })

  test('with a deposit in flight that fails closes the account', async () => {
    const { msisdn } = await world().register()
    world().providers.real.settle(msisdn, declined)
    const { reference } = await world().quote(msisdn, '8000')
    await world().confirm(msisdn, reference)
    expect(await world().optOut(msisdn)).toEqual({ status: 'PENDING', hoursLeft: null })
    await world().driveOrders()
    expect(await statusOf(world(), msisdn)).toBe('CLOSED')
    expect(received(world(), msisdn)).toBe(0n)
  })

  test('whose refund is refused leaves the money in suspense for a decision by people, and the account CLOSING', async () => {
    const { msisdn, accountId } = await world().register()
    world().providers.real.settle(msisdn, pending)
    const { reference } = await world().quote(msisdn, '8000')
    await world().confirm(msisdn, reference)
    await world().dispatch()
    await world().optOut(msisdn)
    world().providers.real.settle((await world().orderOf(present(reference))).id, paid)
    world().providers.real.settle(msisdn, { state: 'FAILED', reason: 'PAYEE_NOT_FOUND' })
    await world().driveOrders()

    expect(await statusOf(world(), msisdn)).toBe('CLOSING')
    expect(await reviewsOf(world(), msisdn)).toEqual([{ kind: 'PAYOUT_FAILED', status: 'OPEN' }])
    expect(await linesOf(world(), msisdn)).toEqual(['REFUND PENDING 8000', 'DEPOSIT SUCCESSFUL 8000'])
    expect(await readClosings(world().database.read, [accountId])).toMatchObject([
      { refunds: [{ status: 'FAILED', failureCode: 'PAYEE_NOT_FOUND' }] },
    ])
    world().clock.set('2026-03-05')
    await world().night()
    expect(await statusOf(world(), msisdn)).toBe('CLOSING')
  })

  test('whose refund finds our float empty sends the refund again under another reference', async () => {
    const { msisdn } = await world().register()
    world().providers.real.settle(msisdn, pending)
    const { reference } = await world().quote(msisdn, '8000')
    await world().confirm(msisdn, reference)
    await world().dispatch()
    await world().optOut(msisdn)
    world().providers.real.settle((await world().orderOf(present(reference))).id, paid)
    world().providers.real.settle(msisdn, { state: 'FAILED', reason: 'NOT_ENOUGH_FUNDS' })
    await world().makeAllDue()
    await world().poll()
    await world().dispatch()
    await world().makeAllDue()
    await world().poll()
    const refunds = () =>
      world().rows(
        'SELECT part, attempt, status FROM payment_orders WHERE refund_of IS NOT NULL AND msisdn = ? ORDER BY attempt',
        msisdn,
      )
    expect(await refunds()).toMatchObject([{ status: 'FAILED' }, { status: 'CREATED' }])
    expect(await statusOf(world(), msisdn)).toBe('CLOSING')
    world().providers.real.settle(msisdn, paid)
    await world().driveOrders()
    expect(await refunds()).toMatchObject([{ status: 'FAILED' }, { status: 'SUCCESSFUL' }])
    expect(await statusOf(world(), msisdn)).toBe('CLOSED')
  })

  test('whose payout is refused does not give the position back: people have to decide', async () => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '100000', 'LOCK1M')
    world().clock.set('2026-04-01')
    await world().optOut(msisdn)
    world().providers.real.settle(msisdn, { state: 'FAILED', reason: 'PAYEE_NOT_FOUND' })
    await world().driveOrders()
    expect(await payoutsOf(world(), msisdn)).toMatchObject([{ status: 'FAILED' }])
    expect(await statusOf(world(), msisdn)).toBe('CLOSING')
    expect(await reviewsOf(world(), msisdn)).toEqual([{ kind: 'PAYOUT_FAILED', status: 'OPEN' }])
  })

  test('is refused while the clock walks; an earlier opt-out continues and has the same answer', async () => {
    const clock = await world().newClock('2026-01-01')
    const one = await world().register({ clockId: clock.id })
    const other = await world().register({ clockId: clock.id })
    await world().deposit(one.msisdn, '50000')
    await world().optOut(one.msisdn)
    await world().ask(clock.id, '2026-01-05')
    expect(await refusalOf(world().optOut(other.msisdn))).toBe('CLOCK_ADVANCING')
    expect(await world().optOut(one.msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: 48 })
    await world().tick()
    expect(await statusOf(world(), one.msisdn)).toBe('CLOSED')
    expect(await statusOf(world(), other.msisdn)).toBe('ACTIVE')
  })

  test('that left an account CLOSING with nothing open is completed by the night', async () => {
    const { msisdn, accountId } = await world().register()
    await world().write(`UPDATE accounts SET status = 'CLOSING' WHERE id = ?`, accountId)
    world().clock.set('2026-03-09')
    await world().night()
    expect(await accountsOf(world(), msisdn)).toMatchObject([{ status: 'CLOSED', closed_on: '2026-03-09' }])
  })
})
