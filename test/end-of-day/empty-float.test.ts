import { expect, test } from '@jest/globals'
import { describeEachDatabase } from '../support/services.js'
import { paid, worldFor } from '../support/world.js'
import { daysOf } from './support.js'
import { first, last } from '../support/present.js'

describeEachDatabase('a refused transfer on a test clock', (database) => {
  const world = worldFor(database)
  const ordersOf = (payoutId: string) =>
    world().rows('SELECT id, status FROM payment_orders WHERE payout_id = ? ORDER BY attempt', payoutId)
  const refusedBy = async (reason: string, attempts: number) => {
    const { id: clockId } = await world().newClock('2026-03-01')
    const { msisdn } = await world().register({ clockId })
    await world().deposit(msisdn, '100000', 'LOCK1M')
    await world().walk(clockId, '2026-04-01')
    const view = first(await world().positions(msisdn))
    const { reference } = await world().preview(msisdn, view.position.id)
    world().providers.test.settle(msisdn, { state: 'FAILED', reason })
    const payout = await world().withdraw(msisdn, reference)
    const clock = await world().walk(clockId, '2026-04-03')
    expect(clock).toMatchObject({ nowOn: '2026-04-03', advancingTo: null, walkError: null })
    const orders = await ordersOf(payout.id)
    expect(orders.map(({ status }) => status)).toEqual([
      ...Array.from({ length: attempts - 1 }, () => 'FAILED'),
      'CREATED',
    ])
    return { clockId, msisdn, payout, waiting: String(last(orders)['id']) }
  }

  test.each(['NOT_ENOUGH_FUNDS', 'INTERNAL_PROCESSING_ERROR'])(
    'waits before its next attempt if the reason is %s: the walk goes on without it, and names it in the log',
    async (reason) => {
      const { clockId, msisdn, payout, waiting } = await refusedBy(reason, 2)
      const named = await daysOf(world(), clockId)
      expect(last(named)['remarks']).toEqual([`payment order ${waiting} has not answered`])
      world().providers.test.settle(msisdn, paid)
      await world().driveOrders()
      expect((await ordersOf(payout.id)).map(({ status }) => status)).toEqual(['FAILED', 'SUCCESSFUL'])
    },
  )

  test('is sent again by the walk once its wait is over', async () => {
    const { clockId, msisdn, payout } = await refusedBy('NOT_ENOUGH_FUNDS', 2)
    world().providers.test.settle(msisdn, paid)
    await world().makeAllDue()
    await world().walk(clockId, '2026-04-04')
    expect((await ordersOf(payout.id)).map(({ status }) => status)).toEqual(['FAILED', 'SUCCESSFUL'])
  })
})
