import { expect, test } from '@jest/globals'
import {
  endEmptyPosition,
  moveAccount,
  movePayout,
  movePosition,
} from '../../src/bank/savings/payouts/move-to.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { first } from '../support/present.js'

describeEachDatabase('an illegal transition', (database) => {
  const world = worldFor(database)

  test('throws an error with both states, and writes nothing', async () => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '100000')
    world().clock.set('2026-06-01')
    const view = first(await world().positions(msisdn))
    const { id: positionId, accountId } = view.position
    const inTransaction = world().database.inTransaction
    await expect(inTransaction((tx) => movePosition(tx, positionId, { status: 'CLOSED' }))).rejects.toThrow(
      `position ${positionId} is OPEN and cannot become CLOSED`,
    )
    await expect(inTransaction((tx) => endEmptyPosition(tx, positionId))).rejects.toThrow(
      `position ${positionId} is OPEN and cannot become CLOSED`,
    )
    await expect(inTransaction((tx) => moveAccount(tx, accountId, { status: 'CLOSED' }))).rejects.toThrow(
      `account ${accountId} is ACTIVE and cannot become CLOSED`,
    )
    const payout = await world().withdraw(msisdn, (await world().preview(msisdn, positionId)).reference)
    await world().driveOrders()
    for (const status of ['PROCESSING', 'UNDER_REVIEW', 'FAILED', 'ON_HOLD'] as const)
      await expect(inTransaction((tx) => movePayout(tx, payout.id, { status }))).rejects.toThrow(
        `payout ${payout.id} is PAID and cannot become ${status}`,
      )
    await expect(inTransaction((tx) => movePosition(tx, positionId, { status: 'OPEN' }))).rejects.toThrow(
      `position ${positionId} is CLOSED and cannot become OPEN`,
    )
    await expect(inTransaction((tx) => movePosition(tx, 'POS-none', { status: 'OPEN' }))).rejects.toThrow(
      'position POS-none is missing and cannot become OPEN',
    )
  })

  test('of a payout that was given back throws too: it cannot become PROCESSING again', async () => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '100000')
    world().clock.set('2026-06-01')
    const view = first(await world().positions(msisdn))
    world().providers.real.settle(msisdn, { state: 'FAILED', reason: 'PAYEE_NOT_FOUND' })
    const payout = await world().withdraw(msisdn, (await world().preview(msisdn, view.position.id)).reference)
    await world().driveOrders()
    await expect(
      world().database.inTransaction((tx) => movePayout(tx, payout.id, { status: 'PROCESSING' })),
    ).rejects.toThrow(`payout ${payout.id} is FAILED and cannot become PROCESSING`)
  })
})
