import { expect, test } from '@jest/globals'
import { recordStatus } from '../../src/bank/payments/drive/record-answer.js'
import { confirmResolution, proposeResolution } from '../support/resolutions.js'
import type { Actor, Role } from '../../src/kernel/call.js'
import { addDays } from '../../src/kernel/calendar.js'
import { lastBookedOn, readContents } from '../../src/bank/statements/contents/contents.read.js'
import { postJournals } from '../../src/bank/ledger/post-journal.js'
import { describeEachDatabase } from '../support/services.js'
import { declined, paid, worldFor } from '../support/world.js'
import { first, present } from '../support/present.js'

const person = (name: string, ...roles: readonly Role[]): Actor => ({ name, roles: new Set(roles) })

describeEachDatabase('the statement of an account', (database) => {
  const world = worldFor(database)

  test('leaves out a deposit into the previous account that succeeds after its closing, and the refund of that deposit', async () => {
    const { msisdn } = await world().register()
    world().providers.real.settle(msisdn, declined)
    const { reference } = await world().deposit(msisdn, '5000')
    const { id } = await world().orderOf(reference)
    await world().optOut(msisdn)
    const { accountId } = await world().register({ msisdn })

    // The provider reports the failed deposit as paid, and two people confirm it.
    world().providers.real.settle(msisdn, paid)
    await recordStatus(world().orders, world().call(), id, paid)
    const deps = { database: world().database, recordDeps: world().orders, onOrder: () => undefined }
    const review = first(await world().rows('SELECT id FROM review_cases WHERE order_id = ?', id))
    const { proposalId } = await proposeResolution(deps, world().call({ actor: person('Awa') }), {
      caseId: String(review['id']),
      outcome: 'ORDER_SUCCEEDED',
      reason: null,
      evidence: 'statement of 2 March, line 14',
    })
    await confirmResolution(deps, world().call({ actor: person('Paul', 'APPROVER') }), present(proposalId))

    const account = first(await world().rows('SELECT id, customer_id FROM accounts WHERE id = ?', accountId))
    const contents = () =>
      readContents(
        world().database.read,
        world().call(),
        { accountId: String(account['id']), customerId: String(account['customer_id']) },
        { from: addDays(world().call().today, -1), to: world().call().today },
      )
    expect(await contents()).toMatchObject({ opening: 0n, movements: [], closing: 0n })
    await world().driveOrders()
    expect(await world().ordersOf(msisdn)).toMatchObject([{ status: 'SUCCESSFUL' }, { status: 'SUCCESSFUL' }])
    expect(await contents()).toMatchObject({ opening: 0n, movements: [], closing: 0n })
  })

  test('leaves out the next account of the number, also if that begins on the day on which this one ends', async () => {
    const { msisdn, accountId } = await world().register()
    await world().optOut(msisdn)
    await world().register({ msisdn })
    const { today } = world().call()
    await world().deposit(msisdn, '36500', 'LOCK1M')
    world().clock.set(addDays(today, 10))
    const view = first(await world().positions(msisdn))
    await world().withdraw(msisdn, (await world().preview(msisdn, view.position.id)).reference)
    const account = first(await world().rows('SELECT customer_id FROM accounts WHERE id = ?', accountId))
    const stay = { accountId, customerId: String(account['customer_id']) }
    const period = { from: today, to: world().call().today }
    expect(await readContents(world().database.read, world().call(), stay, period)).toMatchObject({
      movements: [],
      closing: 0n,
      underWay: [],
    })
  })
  test('ends with its last booking, which interest that is posted for the next account does not move', async () => {
    const { msisdn, accountId } = await world().register()
    await world().deposit(msisdn, '5000')
    await world().optOut(msisdn)
    world().clock.advance(3 * 86_400_000)
    await world().releaseHolds()
    await world().driveOrders()
    const closedOn = await lastBookedOn(world().database.read, present(accountId))
    await world().register({ msisdn })
    world().clock.advance(86_400_000)
    const [account] = await world().rows('SELECT customer_id FROM accounts WHERE id = ?', accountId)
    const { now, today } = world().call()
    // Interest of the later account, and its reversal, so that the books close.
    const journals = [1n, -1n].map((amount, at) => ({
      book: 'system',
      reference: `CATCH_UP:${String(at).repeat(36)}:${today}`,
      customerId: String(present(account)['customer_id']),
      businessOn: today,
      valueOn: today,
      currency: 'XAF',
      lines: [
        { account: 'interest_expense' as const, amount },
        { account: 'interest_payable' as const, dimension: 'LOCK1M', amount: -amount },
      ],
    }))
    await world().database.inTransaction((tx) => postJournals(tx, now, journals))
    expect(closedOn).toBeDefined()
    expect(await lastBookedOn(world().database.read, present(accountId))).toBe(closedOn)
  })

  test("has what was booked after the database's clock was set back, or by a server whose clock is behind", async () => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '5000')
    await world().optOut(msisdn)
    world().clock.advance(3 * 86_400_000)
    await world().releaseHolds()
    await world().driveOrders()
    const { accountId } = await world().register({ msisdn })
    await world().deposit(msisdn, '36500', 'LOCK1M')
    await world().write('UPDATE accounts SET created_at = created_at + 5000 WHERE id = ?', accountId)
    const account = first(await world().rows('SELECT customer_id FROM accounts WHERE id = ?', accountId))
    const stay = { accountId, customerId: String(account['customer_id']) }
    const { today } = world().call()
    const period = { from: addDays(today, -10), to: today }
    expect(await readContents(world().database.read, world().call(), stay, period)).toMatchObject({
      opening: 0n,
      movements: [{ kind: 'DEPOSIT', amount: 36_500n }],
      closing: 36_500n,
    })
  })
})
