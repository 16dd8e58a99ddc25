import { expect, test } from '@jest/globals'
import { systemClockId } from '../../src/bank/business-clock/clock.entity.js'
import { ensureSystemClock, lockClockShared } from '../../src/bank/business-clock/clocks.repository.js'
import { lockCustomer, lockCustomerById } from '../../src/bank/customers/customers.repository.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { first, present } from '../support/present.js'

describeEachDatabase('locks', (database) => {
  const world = worldFor(database)

  test('a customer is locked by a write to their row, and an unknown number locks nobody', async () => {
    const { msisdn } = await world().register()
    const lockNo = async () => {
      const row = first(await world().rows('SELECT lock_no FROM customers WHERE msisdn = ?', msisdn))
      return Number(row['lock_no'])
    }
    const before = await lockNo()
    const lock = (number: Msisdn) =>
      world().database.inTransaction((tx) => lockCustomer(tx, world().call(), number))
    const { customer } = present(await lock(msisdn))
    expect(await lockNo()).toBe(before + 1)
    await world().database.inTransaction((tx) => lockCustomerById(tx, world().call(), customer.id))
    expect(await lockNo()).toBe(before + 2)
    expect(await lock(world().newNumber())).toBeUndefined()
  })

  if (database.kind === 'mysql')
    test('a settlement shares the lock of its clock: neither another settlement nor the start of a process waits for it', async () => {
      let hold = () => {}
      let letGo = () => {}
      const held = new Promise<void>((resolve) => (hold = resolve))
      const over = new Promise<void>((resolve) => (letGo = resolve))
      const { inTransaction } = world().database
      const settling = inTransaction(async (tx) => {
        await lockClockShared(tx, systemClockId)
        hold()
        await over
      })
      await held
      // A call that waited would time out after a second, and fail after three tries.
      const beside = Promise.all([
        inTransaction((tx) => lockClockShared(tx, systemClockId)),
        inTransaction((tx) => ensureSystemClock(tx, world().call().today)),
      ])
      await beside.finally(letGo)
      await settling
    })
})
