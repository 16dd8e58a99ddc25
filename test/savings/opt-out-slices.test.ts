import { expect, test } from '@jest/globals'
import { readBalance } from '../../src/bank/savings/positions/balance.read.js'
import { continueClosings, withdrawForClosing } from '../../src/bank/savings/closing/continue-closings.js'
import { readTransactions } from '../../src/bank/savings/positions/transactions.read.js'
import { readProjection } from '../../src/bank/end-of-day/clocks.read.js'
import { runEndOfDay } from '../../src/bank/end-of-day/walk-clocks.js'
import { liftBlocks, openBlocks, placeBlock } from '../../src/bank/customers/blocks.js'
import { lockCustomerById } from '../../src/bank/customers/customers.repository.js'
import { readUnderWay } from '../../src/bank/savings/positions/under-way.read.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { addPositionsLike } from '../support/many-positions.js'
import { counted } from '../support/counted.js'
import { describeEachDatabase } from '../support/services.js'
import { refusalOf } from '../support/thrown.js'
import { checkBooks, worldFor } from '../support/world.js'
import { at, firstOf, last, present } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const copiesCount = 60

describeEachDatabase('an opt-out with more positions than one transaction withdraws', (database) => {
  const world = worldFor(database)

  /** A customer of the real world with one matured position and many that accrue. */
  const saver = async () => {
    const { msisdn, accountId } = await world().register()
    await world().deposit(msisdn, '10000', 'LOCK1M')
    await world().deposit(msisdn, '100000', 'LOCK3M')
    const [, other] = firstOf(2, await world().positions(msisdn))
    await addPositionsLike(world(), other.position.id, copiesCount)
    world().clock.set('2026-04-02')
    return { msisdn, accountId }
  }
  const booked = async (accountId: string) =>
    (await world().rows('SELECT id FROM payouts WHERE account_id = ?', accountId)).length
  const block = async (accountId: string, endsOn: string) => {
    const customer = at(await world().rows('SELECT customer_id FROM accounts WHERE id = ?', accountId), 0)
    await world().database.inTransaction(async (tx) => {
      const facts = present(await lockCustomerById(tx, world().call(), String(customer['customer_id'])))
      const terms = {
        scope: 'DEBIT',
        cause: 'COURT',
        endsOn: dateOf(endsOn),
        expiresAt: null,
        approvalId: 'APR-1',
      } as const
      await placeBlock(tx, world().call(), { ...present(facts.account), today: facts.today }, terms)
    })
  }
  const balance = (msisdn: Msisdn) => readBalance(world().database.read, world().call(), msisdn)
  const payouts = async (msisdn: Msisdn) =>
    (await world().positions(msisdn)).map(({ position, payout, figures }) => [
      position.status,
      payout?.id,
      payout?.amount,
      payout?.basis,
      payout?.status,
      payout?.withdrawnOn,
      payout?.heldUntil,
      figures.status,
    ])

  test('is accepted and shown as done at once, and booked in slices on the terms of its moment', async () => {
    const { msisdn, accountId } = await saver()
    const list = await world().optOutPositions(msisdn)
    expect(list.positions).toHaveLength(copiesCount + 2)
    const earlier = await world().preview(msisdn, last(list.positions).view.position.id)

    expect(await world().optOut(msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: 48 })
    expect(await booked(accountId)).toBe(25)
    await checkBooks(world().database)
    expect(await world().optOutPositions(msisdn)).toMatchObject({ positions: [], total: 0n })
    const shown = await payouts(msisdn)
    expect(new Set(shown.map(([status]) => status))).toEqual(new Set(['PAYING_OUT']))
    expect(shown.map(([, , amount]) => amount)).toEqual(list.positions.map(({ terms }) => terms.amount))
    expect(shown.map(([, , , basis]) => basis)).toEqual(list.positions.map(({ terms }) => terms.basis))
    const before = await balance(msisdn)
    expect(before).toMatchObject({ accruing: { count: 0 }, due: { count: 0 } })
    expect(before.payingOut.count).toBe(copiesCount + 2)
    expect(before.payingOut.principal + before.interest).toBe(list.total)
    expect(await refusalOf(world().withdraw(msisdn, earlier.reference))).toBe('ALREADY_PAYING_OUT')
    expect(await world().preview(msisdn, present(earlier.savings).position.id)).toMatchObject({
      status: 'PAYING_OUT',
      reference: null,
      terms: { amount: present(earlier.terms).amount },
      payout: { id: last(shown)[1] },
    })
    expect(await refusalOf(world().register({ msisdn }))).toBe('ACCOUNT_CLOSING')

    // A crash here loses nothing: the first slice is committed, and the queue continues with the rest.
    const { database: counting, statements } = counted(world().database)
    const slice = await withdrawForClosing({ ...world().walks, database: counting }, accountId)
    expect(slice).toEqual({ isMore: true, hasTransfers: false })
    // A slice is written by statements for many rows; one statement for each row would be hundreds.
    expect(statements()).toBeLessThanOrEqual(40)
    expect(await booked(accountId)).toBe(50)
    await checkBooks(world().database)
    expect(await payouts(msisdn)).toEqual(shown)
    expect(await world().optOut(msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: 48 })

    await Promise.all([world().continueClosings(), world().continueClosings()])
    expect(await booked(accountId)).toBe(copiesCount + 2)
    expect(await payouts(msisdn)).toEqual(shown)
    expect(await balance(msisdn)).toEqual(before)
    expect(await world().optOut(msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: 48 })
    expect(await readTransactions(world().database.read, world().call(), msisdn)).toHaveLength(10)
    expect(await world().rows('SELECT leave_on FROM accounts WHERE id = ?', accountId)).toEqual([
      { leave_on: null },
    ])
  })

  test('waits while a block freezes its money, and shows no date of payment', async () => {
    const { msisdn, accountId } = await saver()
    await world().optOut(msisdn)
    await block(accountId, '2026-04-09')
    await world().continueClosings()
    expect(await booked(accountId)).toBe(25)
    expect(await world().optOut(msisdn)).toEqual({ status: 'PENDING', hoursLeft: null })
    const standings = async () =>
      new Set((await readUnderWay(world().database, world().call(), msisdn)).map(({ standing }) => standing))
    expect(await standings()).toEqual(new Set(['FROZEN']))
    world().clock.set('2026-04-09')
    await world().continueClosings()
    expect(await booked(accountId)).toBe(copiesCount + 2)
    await world().releaseHolds()
    expect(await standings()).toEqual(new Set(['SENDING']))
  })

  test('is PENDING while a block freezes savings that had matured, of which nothing would be on hold', async () => {
    const clock = await world().newClock('2026-03-01')
    const { msisdn, accountId } = await world().register({ clockId: clock.id })
    await world().deposit(msisdn, '10000', 'LOCK1M')
    await addPositionsLike(world(), at(await world().positions(msisdn), 0).position.id, copiesCount)
    await world().walk(clock.id, '2026-04-01')
    expect(await world().optOut(msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: null })
    await world().driveOrders()
    await block(accountId, '2026-04-09')
    expect(await world().optOut(msisdn)).toEqual({ status: 'PENDING', hoursLeft: null })
    await world().walk(clock.id, '2026-04-09')
    expect(await world().optOut(msisdn)).toEqual({ status: 'COMPLETED', hoursLeft: null })
  })

  test('is booked before the next day begins, on the terms of its own day', async () => {
    const { msisdn, accountId } = await saver()
    const list = await world().optOutPositions(msisdn)
    await world().optOut(msisdn)
    const shown = await payouts(msisdn)
    world().clock.set('2026-04-03')
    expect(await payouts(msisdn)).toEqual(shown)
    await world().night()
    expect(await booked(accountId)).toBe(copiesCount + 2)
    expect(await payouts(msisdn)).toEqual(shown)
    const sum = at(
      await world().rows('SELECT SUM(amount) AS n FROM payouts WHERE account_id = ?', accountId),
      0,
    )
    expect(BigInt(present(sum['n']))).toBe(list.total)
    // Slices that are booked after midnight belong to the day of the opt-out, which is not closed before all are
    // booked.
    const days = await world().rows(
      `SELECT DISTINCT journals.business_on FROM payouts JOIN journals ON journals.reference = CONCAT('EXIT:', payouts.id)
       WHERE payouts.account_id = ?`,
      accountId,
    )
    expect(days).toEqual([{ business_on: '2026-04-02' }])
  })

  test('of a test customer is booked before the clock walks, and a reset books a slice in each call', async () => {
    const clock = await world().newClock('2026-03-01')
    const { msisdn, accountId } = await world().register({ clockId: clock.id })
    await world().deposit(msisdn, '100000', 'LOCK3M')
    const first = at(await world().positions(msisdn), 0)
    await addPositionsLike(world(), first.position.id, copiesCount)
    await world().optOut(msisdn)
    expect(await booked(accountId)).toBe(25)
    for (let i = 0; i < 2; i++) expect(await world().reset(msisdn)).toMatchObject({ status: 'WORKING' })
    expect(await booked(accountId)).toBe(copiesCount + 1)
    await world().driveOrders()
    await world().walk(clock.id, '2026-03-02')
  })

  test('neither matures nor keeps a day from ending while a block freezes its money past its maturity', async () => {
    const clock = await world().newClock('2026-03-01')
    const { msisdn, accountId } = await world().register({ clockId: clock.id })
    await world().deposit(msisdn, '100000', 'LOCK3M')
    await addPositionsLike(world(), at(await world().positions(msisdn), 0).position.id, copiesCount)
    await world().walk(clock.id, '2026-05-31')
    await world().optOut(msisdn)
    await block(accountId, '2026-06-03')
    const amounts = async () => (await world().positions(msisdn)).map(({ payout }) => payout?.amount)
    const shown = await amounts()
    await world().ask(clock.id, '2026-06-02')
    await world().tick(20_000)
    expect(await world().rows('SELECT now_on FROM clocks WHERE id = ?', clock.id)).toEqual([
      { now_on: '2026-06-02' },
    ])
    expect(await booked(accountId)).toBe(25)
    expect(await amounts()).toEqual(shown)
    const lines = await readTransactions(world().database.read, world().call(), msisdn)
    expect(new Set(lines.map(({ type }) => type))).toEqual(new Set(['WITHDRAWAL']))
    await world().walk(clock.id, '2026-06-03')
    await world().continueClosings()
    expect(await booked(accountId)).toBe(copiesCount + 1)
    // The first 25 are paid by now.
    expect(await amounts()).toEqual(shown.slice(25))
    expect(await world().rows('SELECT * FROM maturities WHERE account_id = ?', accountId)).toEqual([])
  })

  test('is not projected to mature or to be paid out at maturity while a block freezes its money', async () => {
    await world().sell('AUTO3M', { maturityInstruction: 'AUTO_PAYOUT' })
    const clock = await world().newClock('2026-03-01')
    const { msisdn, accountId } = await world().register({ clockId: clock.id })
    await world().deposit(msisdn, '100000', 'AUTO3M')
    await addPositionsLike(world(), at(await world().positions(msisdn), 0).position.id, copiesCount)
    const projected = () => readProjection(world().database.read, clock, dateOf('2026-06-01'))
    expect(await projected()).toMatchObject({
      maturities: [{ count: copiesCount + 1 }],
      automaticPayouts: [{ count: copiesCount + 1 }],
    })
    await world().optOut(msisdn)
    await block(accountId, '2026-07-01')
    expect(await booked(accountId)).toBe(25)
    expect(await projected()).toMatchObject({ maturities: [], automaticPayouts: [] })
  })

  test('is not projected to pay out automatically the savings that had matured, which it withdraws itself', async () => {
    await world().sell('AUTO3B', { maturityInstruction: 'AUTO_PAYOUT' })
    const clock = await world().newClock('2026-03-01')
    const { msisdn, accountId } = await world().register({ clockId: clock.id })
    await world().deposit(msisdn, '100000', 'AUTO3B')
    await addPositionsLike(world(), at(await world().positions(msisdn), 0).position.id, copiesCount)
    await block(accountId, '2026-07-01')
    await world().walk(clock.id, '2026-06-02')
    await world().database.inTransaction(async (tx) =>
      liftBlocks(tx, world().call(), await openBlocks(tx, accountId), 'UNBLOCK'),
    )
    const now = { ...clock, nowOn: dateOf('2026-06-02') }
    const projected = async () =>
      (await readProjection(world().database.read, now, dateOf('2026-06-03'))).automaticPayouts
    expect(await projected()).toMatchObject([{ count: copiesCount + 1 }])
    await world().optOut(msisdn)
    expect(await booked(accountId)).toBe(25)
    expect(await projected()).toEqual([])
    await world().walk(clock.id, '2026-06-03')
    expect(
      await world().rows('SELECT DISTINCT exited_on FROM payouts WHERE account_id = ?', accountId),
    ).toEqual([{ exited_on: '2026-06-02' }])
  })

  test('of a test customer waits for a block by the date of their clock, not by that of the real world', async () => {
    for (const [now, endsOn] of [
      ['2025-03-01', '2025-03-02'],
      ['2027-03-01', '2027-03-02'],
    ] as const) {
      const clock = await world().newClock(now)
      const { msisdn, accountId } = await world().register({ clockId: clock.id })
      await world().deposit(msisdn, '100000', 'LOCK3M')
      await addPositionsLike(world(), at(await world().positions(msisdn), 0).position.id, copiesCount)
      await world().optOut(msisdn)
      await block(accountId, endsOn)
      // A job that did not leave out the blocked account, in which it may do nothing, would find it again without end.
      const stop = new AbortController()
      let looks = 0
      const jobCall = () => {
        if (++looks === 20) stop.abort()
        return world().call()
      }
      await continueClosings({ ...world().walks, jobCall, onOrder: () => undefined }, stop.signal)
      expect(looks).toBe(1)
      expect(await booked(accountId)).toBe(25)
      await world().walk(clock.id, endsOn)
      await world().continueClosings()
      expect(await booked(accountId)).toBe(copiesCount + 1)
    }
  })

  // The last test: it moves the bank's own clock to a later date than the other tests begin on.
  test('on its maturity date, before the night of that date has run, matures although a block freezes its money', async () => {
    world().clock.set('2026-04-10')
    const { msisdn, accountId } = await world().register()
    await world().deposit(msisdn, '10000', 'LOCK1M')
    await addPositionsLike(world(), at(await world().positions(msisdn), 0).position.id, copiesCount)
    world().clock.set('2026-05-10')
    await world().optOut(msisdn)
    await block(accountId, '2026-06-01')
    await runEndOfDay(world().walks, AbortSignal.timeout(20_000))
    expect(await world().rows(`SELECT now_on FROM clocks WHERE id = 'system'`)).toEqual([
      { now_on: '2026-05-10' },
    ])
    expect(await booked(accountId)).toBe(25)
    const matured = await world().rows(
      'SELECT matured_on, booked_on FROM maturities WHERE account_id = ?',
      accountId,
    )
    expect(matured).toEqual(
      Array.from({ length: copiesCount + 1 }, () => ({ matured_on: '2026-05-10', booked_on: '2026-05-10' })),
    )
    world().clock.set('2026-06-01')
    await world().continueClosings()
    expect(await booked(accountId)).toBe(copiesCount + 1)
  })
})
