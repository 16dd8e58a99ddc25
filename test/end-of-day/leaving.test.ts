import { expect, test } from '@jest/globals'
import { confirmWithdrawal } from '../../src/bank/savings/withdrawals/confirm-withdrawal.js'
import { quoteWithdrawal } from '../../src/bank/savings/withdrawals/quote-withdrawal.js'
import { readBalance } from '../../src/bank/savings/positions/balance.read.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor, type World } from '../support/world.js'
import { first, present } from '../support/present.js'

const payouts = { payoutMax: undefined, payeeNote: 'payout', onOrder: () => undefined }

const withdraw = async (world: World, msisdn: Msisdn) => {
  const view = first(await world.positions(msisdn))
  const preview = await quoteWithdrawal(world, world.call(), { msisdn, positionId: view.position.id })
  const confirm = { msisdn, reference: present(preview.reference) }
  const payout = await confirmWithdrawal({ ...payouts, database: world.database }, world.call(), confirm)
  return { preview, payout }
}

describeEachDatabase('a withdrawal on a test clock', (database) => {
  const world = worldFor(database)

  test('before maturity waits for a hold of 48 hours, and is paid on the second day', async () => {
    const clock = await world().newClock('2026-03-01')
    const { msisdn } = await world().register({ clockId: clock.id })
    await world().deposit(msisdn, '100000', 'LOCK3M')
    await world().walk(clock.id, '2026-04-10')
    const { preview, payout } = await withdraw(world(), msisdn)
    // Interest of 40 days: 493 at 4.50 %, 110 at 1.00 %.
    expect(preview.terms).toMatchObject({ accruedNet: 493n, forfeitedNet: 383n, amount: 100_110n })
    expect(payout).toMatchObject({
      status: 'ON_HOLD',
      heldUntil: Date.parse('2026-04-12T00:00:00Z'),
      amount: 100_110n,
    })

    await world().walk(clock.id, '2026-04-11')
    const [held] = await world().positions(msisdn)
    expect(held).toMatchObject({ payout: { status: 'ON_HOLD' }, figures: { status: 'PAYING_OUT' } })
    expect(await readBalance(world().database.read, world().call(), msisdn)).toMatchObject({
      payingOut: { principal: 100_000n, count: 1 },
      interest: 110n,
    })

    await world().walk(clock.id, '2026-04-12')
    expect(await world().positions(msisdn)).toEqual([])
    expect(await world().rows('SELECT status FROM payouts WHERE id = ?', payout.id)).toMatchObject([
      { status: 'PAID' },
    ])
    const orders = [...world().providers.test.orders.values()]
    const sent = orders.filter((order) => order.msisdn === msisdn && order.kind === 'PAY_OUT')
    expect(sent).toMatchObject([{ amount: 100_110n }])
  })

  test('that is automatic happens on the maturity date, with all interest', async () => {
    await world().sell('AUTO1M', { maturityInstruction: 'AUTO_PAYOUT', termMonths: 1, ratePpm: 30_000 })
    const clock = await world().newClock('2026-01-31')
    const { msisdn } = await world().register({ clockId: clock.id })
    await world().deposit(msisdn, '100000', 'AUTO1M')
    await world().walk(clock.id, '2026-02-27')
    expect(await world().positions(msisdn)).toHaveLength(1)
    await world().walk(clock.id, '2026-03-02')
    expect(await world().positions(msisdn)).toEqual([])
    const payouts = await world().rows(
      'SELECT amount, status, exited_on FROM payouts WHERE customer_id = (SELECT id FROM customers WHERE msisdn = ?)',
      msisdn,
    )
    // Interest of 28 days at 3.00 %.
    expect(payouts.map(({ amount, ...rest }) => ({ amount: Number(amount), ...rest }))).toEqual([
      { amount: 100_230, status: 'PAID', exited_on: '2026-02-28' },
    ])
  })

  test('whose payee the provider refuses gives the position back as it was', async () => {
    const clock = await world().newClock('2026-03-01')
    const { msisdn } = await world().register({ clockId: clock.id })
    await world().deposit(msisdn, '100000', 'LOCK3M')
    await world().walk(clock.id, '2026-03-11')
    await withdraw(world(), msisdn)
    world().providers.test.settle(msisdn, { state: 'FAILED', reason: 'PAYEE_NOT_FOUND' })
    await world().walk(clock.id, '2026-03-20')
    const [back] = await world().positions(msisdn)
    expect(back).toMatchObject({ payout: null, figures: { status: 'ACCRUING', principal: 100_000n } })
    expect(back?.figures.accrued.net).toBe(234n)
  })
})
