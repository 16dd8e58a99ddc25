import { expect, test } from '@jest/globals'
import {
  endEmptyPosition,
  moveAccount,
  movePayout,
  movePosition,
} from '../../src/bank/savings/payouts/move-to.js'
import type { Tx } from '../../src/platform/database/database.js'
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
    const refused = (move: (tx: Tx) => Promise<void>, message: string) =>
      world().database.inTransaction(async (tx) => {
        // The error is caught here, so that the transaction commits, and a row that was written would stay.
        await expect(move(tx)).rejects.toThrow(message)
      })
    await refused(
      (tx) => movePosition(tx, positionId, { status: 'CLOSED' }),
      `position ${positionId} is OPEN and cannot become CLOSED`,
    )
    await refused(
      (tx) => endEmptyPosition(tx, positionId),
      `position ${positionId} is OPEN and cannot become CLOSED`,
    )
    await refused(
      (tx) => moveAccount(tx, accountId, { status: 'CLOSED' }),
      `account ${accountId} is ACTIVE and cannot become CLOSED`,
    )
    const payout = await world().withdraw(msisdn, (await world().preview(msisdn, positionId)).reference)
    await world().driveOrders()
    for (const status of ['PROCESSING', 'UNDER_REVIEW', 'FAILED', 'ON_HOLD'] as const)
      await refused(
        (tx) => movePayout(tx, payout.id, { status }),
        `payout ${payout.id} is PAID and cannot become ${status}`,
      )
    await refused(
      (tx) => movePosition(tx, positionId, { status: 'OPEN' }),
      `position ${positionId} is CLOSED and cannot become OPEN`,
    )
    await refused(
      (tx) => movePosition(tx, 'POS-none', { status: 'OPEN' }),
      'position POS-none is missing and cannot become OPEN',
    )
    expect(
      await world().rows(
        `SELECT positions.status AS position, payouts.status AS payout, accounts.status AS account FROM positions
         JOIN payouts ON payouts.position_id = positions.id JOIN accounts ON accounts.id = positions.account_id
         WHERE positions.id = ?`,
        positionId,
      ),
    ).toEqual([{ position: 'CLOSED', payout: 'PAID', account: 'ACTIVE' }])
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
