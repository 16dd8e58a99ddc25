import { expect, test } from '@jest/globals'
import { readBalance } from '../../src/bank/savings/positions/balance.read.js'
import { toSavingsBalance } from '../../src/bank/savings/positions/balance.types.js'
import { readUnderWay } from '../../src/bank/savings/positions/under-way.read.js'
import { toUnderWay } from '../../src/bank/savings/positions/under-way.types.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { argumentsOf, gatewayOf } from '../graphql/gateway.js'
import { describeEachDatabase } from '../support/services.js'
import { paid, pending, worldFor, type World } from '../support/world.js'
import { firstOf, present } from '../support/present.js'

const refused = (reason: string) => ({ state: 'FAILED' as const, reason })

/** The kind, standing and English text of each amount in flight. */
const moneyInFlight = async (world: World, msisdn: Msisdn) => {
  const call = world.call({ language: 'en' })
  const money = await readUnderWay(world.database, call, msisdn)
  return money.map((each) => {
    const { kind, standing, amount, message } = toUnderWay(each, call)
    return { kind, standing, amount, message }
  })
}

const balanceOf = async (world: World, msisdn: Msisdn) => {
  const balance = toSavingsBalance(await readBalance(world.database.read, world.call(), msisdn))
  return { pending: balance.pendingWithdrawal, interest: balance.interest, count: balance.payingOutCount }
}

const saver = async (world: World, amount = '100000', clockId: string | null = null) => {
  const { msisdn, accountId } = await world.register({ clockId })
  await world.deposit(msisdn, amount)
  const view = present((await world.positions(msisdn))[0])
  return { msisdn, accountId, positionId: view.position.id }
}

const withdraw = async (world: World, msisdn: Msisdn, positionId: string) =>
  world.withdraw(msisdn, (await world.preview(msisdn, positionId)).reference)

describeEachDatabase('money that waits', (database) => {
  const world = worldFor(database)

  test('for a hold is sent after exactly 48 hours, by the queue and not by the night', async () => {
    const { record } = gatewayOf(world())
    world().clock.set('2026-03-01T22:50:00Z')
    const { msisdn, positionId } = await saver(world())
    const { reference } = await world().preview(msisdn, positionId)
    const confirm = argumentsOf(msisdn, { withdrawal_reference: present(reference) })
    const held = {
      payout_status: 'ON_HOLD',
      payout_message:
        'Your withdrawal of 100 000 XAF is confirmed. It will be sent to your Mobile Money account on 03/03/2026 at 23:50.',
    }
    expect(await record('confirm_withdrawal', confirm)).toMatchObject({ ...held, settlement_delay: '48h' })
    const at = async (moment: string) => {
      world().clock.set(moment)
      await world().night()
      await world().releaseHolds()
      return record('confirm_withdrawal', confirm)
    }
    expect(await at('2026-03-02T22:50:00Z')).toMatchObject({ ...held, settlement_delay: '24h' })
    expect(await at('2026-03-02T23:00:00Z')).toMatchObject({ ...held, settlement_delay: '24h' })
    expect(await at('2026-03-03T22:49:59.999Z')).toMatchObject({ ...held, settlement_delay: '1h' })
    const sent = await at('2026-03-03T22:50:00Z')
    expect(sent).toMatchObject({ payout_status: 'PROCESSING' })
    expect(sent).not.toHaveProperty('settlement_delay')
    await world().driveOrders()
    expect(await record('confirm_withdrawal', confirm)).toMatchObject({
      withdrawal_status: 'SUCCESSFUL',
      payout_message: 'Your withdrawal of 100 000 XAF has been paid.',
    })
  })

  test('and cannot be sent delays no other payout, and is logged as an error', async () => {
    const [one, other] = [await saver(world()), await saver(world())]
    const stuck = await withdraw(world(), one.msisdn, one.positionId)
    await withdraw(world(), other.msisdn, other.positionId)
    await world().write('UPDATE payouts SET amount = 0 WHERE id = ?', stuck.id)
    world().clock.set('2026-03-03')
    await world().releaseHolds()
    await world().driveOrders()
    expect(await world().positions(other.msisdn)).toEqual([])
    expect(world().alarms.at(-1)).toMatchObject({
      facts: { payout: stuck.id },
      message: 'a payout whose hold is over cannot be sent',
    })
    await world().write('UPDATE payouts SET amount = 100000 WHERE id = ?', stuck.id)
    await world().releaseHolds()
    await world().driveOrders()
    expect(await world().positions(one.msisdn)).toEqual([])
  })

  test('for a hold on a test clock is sent by the walk, on a date', async () => {
    const clock = await world().newClock('2031-05-01')
    const { msisdn, positionId } = await saver(world(), '100000', clock.id)
    await withdraw(world(), msisdn, positionId)
    const { rows } = gatewayOf(world())
    const listed = async () => (await rows('list_locked_accounts', argumentsOf(msisdn)))[0]
    expect(await listed()).toMatchObject({ settlement_delay: '48h' })
    await world().releaseHolds()
    await world().walk(clock.id, '2031-05-02')
    expect(await listed()).toMatchObject({
      settlement_delay: '24h',
      payout_message:
        'Your withdrawal of 100 000 XAF is confirmed. It will be sent to your Mobile Money account on 03/05/2031 at 00:00.',
    })
    await world().walk(clock.id, '2031-05-03')
    expect(await listed()).toBeUndefined()
  })

  test('for the outcome of a deposit under review asks the customer not to pay again', async () => {
    const { msisdn } = await world().register()
    world().providers.real.settle(msisdn, pending)
    const { reference } = await world().quote(msisdn, '8000')
    await world().confirm(msisdn, reference)
    await world().dispatch()
    expect(await moneyInFlight(world(), msisdn)).toMatchObject([
      { kind: 'DEPOSIT', standing: 'REQUESTED', amount: '8000', message: expect.stringContaining('PIN') },
    ])
    await world().write(
      `UPDATE payment_orders SET status = 'UNDER_REVIEW' WHERE quote_reference = ?`,
      reference,
    )
    const message =
      'We are checking your payment of 8 000 XAF with your operator. Please do not pay again: your money is safe.'
    expect(await moneyInFlight(world(), msisdn)).toEqual([
      { kind: 'DEPOSIT', standing: 'CHECKING', amount: '8000', message },
    ])
    const { record } = gatewayOf(world())
    expect(
      await record('confirm_deposit', argumentsOf(msisdn, { deposit_reference: present(reference) })),
    ).toEqual({
      deposit_status: 'PENDING_VALIDATION',
      deposit_reference: reference,
      payment_message: message,
    })
    const { id } = await world().orderOf(present(reference))
    world().providers.real.settle(id, paid)
    await world().driveOrders()
    expect(await moneyInFlight(world(), msisdn)).toEqual([])
  })

  test('because it was paid into a closing account is refunded, and is part of the balance', async () => {
    const { record } = gatewayOf(world())
    const { msisdn } = await world().register()
    world().providers.real.settle(msisdn, pending)
    const { reference } = await world().quote(msisdn, '8000')
    await world().confirm(msisdn, reference)
    await world().dispatch()
    const message = async () =>
      (await record('confirm_deposit', argumentsOf(msisdn, { deposit_reference: present(reference) })))[
        'payment_message'
      ]
    expect(await world().optOut(msisdn)).toEqual({ status: 'PENDING', hoursLeft: null })
    expect(await message()).toContain('Your account is being closed. If your payment of 8 000 XAF')
    expect(await balanceOf(world(), msisdn)).toMatchObject({ pending: '0' })

    const { id } = await world().orderOf(present(reference))
    world().providers.real.settle(id, paid)
    world().providers.real.settle(msisdn, refused('TRANSACTION_CANCELED'))
    await world().makeAllDue()
    await world().poll()
    expect(await message()).toContain('It is being sent back to your Mobile Money account.')
    expect(await balanceOf(world(), msisdn)).toEqual({ pending: '8000', interest: '0', count: 0 })
    expect(await world().optOut(msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: null })

    await world().driveOrders()
    expect(await message()).toContain('Your refund of 8 000 XAF has not gone through yet.')
    expect(await moneyInFlight(world(), msisdn)).toMatchObject([
      { kind: 'REFUND', standing: 'DELAYED', amount: '8000' },
    ])
    expect(await world().optOut(msisdn)).toEqual({ status: 'PENDING', hoursLeft: null })
  })

  test('because a payout failed leaves the opt-out PENDING until it is paid', async () => {
    const { msisdn } = await saver(world())
    expect(await world().optOut(msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: 48 })
    world().providers.real.settle(msisdn, refused('PAYEE_NOT_FOUND'))
    world().clock.set('2026-03-03')
    await world().releaseHolds()
    expect(await world().optOut(msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: null })
    await world().driveOrders()
    expect(await world().optOut(msisdn)).toEqual({ status: 'PENDING', hoursLeft: null })
    expect(await moneyInFlight(world(), msisdn)).toEqual([
      {
        kind: 'PAYOUT',
        standing: 'DELAYED',
        amount: '100000',
        message:
          'Your withdrawal of 100 000 XAF has not gone through yet. Your money is safe, and our team is taking care of it.',
      },
    ])
  })

  test('for another attempt after a refusal is not shown as being sent', async () => {
    const { msisdn, positionId } = await saver(world())
    world().clock.set('2026-06-01')
    world().providers.real.settle(msisdn, refused('NOT_ENOUGH_FUNDS'))
    await withdraw(world(), msisdn, positionId)
    expect(await moneyInFlight(world(), msisdn)).toMatchObject([{ standing: 'SENDING' }])
    await world().dispatch()
    await world().makeAllDue()
    await world().poll()
    expect(await moneyInFlight(world(), msisdn)).toMatchObject([{ standing: 'DELAYED' }])
    world().providers.real.settle(msisdn, paid)
    await world().driveOrders()
    expect(await moneyInFlight(world(), msisdn)).toEqual([])
  })

  test('is named as the cause if there is no room: a payment in flight or a withdrawal; without either, the savings are', async () => {
    const { msisdn } = await world().register()
    const causeOf = async () => (await world().quote(msisdn, '5000')).cause
    world().providers.real.settle(msisdn, pending)
    const { reference } = await world().quote(msisdn, '2000000')
    await world().confirm(msisdn, reference)
    expect(await causeOf()).toBe('COLLECTING')
    world().providers.real.settle(msisdn, paid)
    await world().driveOrders()
    expect(await causeOf()).toBe('FULL')
    const view = present((await world().positions(msisdn))[0])
    await withdraw(world(), msisdn, view.position.id)
    expect(await causeOf()).toBe('LEAVING')
    // Until it is sent, an early exit counts against the room, even when the maturity date has passed.
    world().clock.set('2026-06-02')
    expect(await causeOf()).toBe('LEAVING')
    await world().releaseHolds()
    await world().driveOrders()
    expect(await world().quote(msisdn, '5000')).toMatchObject({ status: 'OK', limits: { room: 2_000_000n } })
  })
})

describeEachDatabase('money that waits in parts', (database) => {
  const world = worldFor(database, { payoutMax: 40_000n })

  test('is shown as the unsent amount: interest is sent with the first part', async () => {
    const { msisdn, positionId } = await saver(world())
    world().clock.set('2026-06-01')
    const payout = await withdraw(world(), msisdn, positionId)
    expect(payout.amount).toBe(101_134n)
    expect(await balanceOf(world(), msisdn)).toEqual({ pending: '100000', interest: '1134', count: 1 })
    const [first, second] = firstOf(
      2,
      await world().rows('SELECT id FROM payment_orders WHERE payout_id = ? ORDER BY part', payout.id),
    )
    world().providers.real.settle(String(second['id']), refused('TRANSACTION_CANCELED'))
    world().providers.real.settle(String(first['id']), paid)
    await world().driveOrders()
    expect(await moneyInFlight(world(), msisdn)).toMatchObject([{ standing: 'DELAYED', amount: '40000' }])
    expect(await balanceOf(world(), msisdn)).toEqual({ pending: '40000', interest: '0', count: 1 })
    expect((await gatewayOf(world()).rows('list_recent_transactions', argumentsOf(msisdn)))[0]).toMatchObject(
      {
        transaction_type: 'WITHDRAWAL',
        transaction_status: 'PENDING',
        amount: '40000',
      },
    )
    const reserved = present(
      (
        await world().rows(
          `SELECT -SUM(amount) AS left_over FROM ledger_totals WHERE account = 'payout_reserved' AND dimension = ?`,
          payout.id,
        )
      )[0],
    )
    expect(Number(reserved['left_over'])).toBe(40_000)
  })

  test('is shown for a refund too, in the balance, the text and the mini statement', async () => {
    const { msisdn } = await world().register()
    world().providers.real.settle(msisdn, pending)
    const { reference } = await world().quote(msisdn, '100000')
    await world().confirm(msisdn, reference)
    await world().dispatch()
    await world().optOut(msisdn)
    world().providers.real.settle((await world().orderOf(present(reference))).id, paid)
    await world().makeAllDue()
    await world().poll()
    const [first, second] = firstOf(
      2,
      await world().rows(
        `SELECT id FROM payment_orders WHERE refund_of IS NOT NULL AND account_id =
         (SELECT account_id FROM payment_orders WHERE quote_reference = ?) ORDER BY part`,
        reference,
      ),
    )
    world().providers.real.settle(String(second['id']), refused('TRANSACTION_CANCELED'))
    world().providers.real.settle(String(first['id']), paid)
    world().providers.real.settle(msisdn, paid)
    await world().driveOrders()
    expect(await moneyInFlight(world(), msisdn)).toMatchObject([
      { kind: 'REFUND', standing: 'DELAYED', amount: '40000' },
    ])
    expect(await balanceOf(world(), msisdn)).toMatchObject({ pending: '40000' })
    expect((await gatewayOf(world()).rows('list_recent_transactions', argumentsOf(msisdn)))[0]).toMatchObject(
      {
        transaction_type: 'REFUND',
        transaction_status: 'PENDING',
        amount: '40000',
      },
    )
  })
})
