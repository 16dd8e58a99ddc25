import { expect, test } from '@jest/globals'
import { confirmResolution, proposeResolution } from '../support/resolutions.js'
import type { ResolutionOutcome } from '../../src/bank/payments/review.rules.js'
import { recordStatus } from '../../src/bank/payments/drive/record-answer.js'
import { readTransactions } from '../../src/bank/savings/positions/transactions.read.js'
import { readContents } from '../../src/bank/statements/contents/contents.read.js'
import type { Actor, Role } from '../../src/kernel/call.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { serviceOf } from '../graphql/support.js'
import { describeEachDatabase } from '../support/services.js'
import { refusalOf } from '../support/thrown.js'
import { paid, pending, worldFor } from '../support/world.js'
import { at, firstOf, present } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const person = (name: string, ...roles: readonly Role[]): Actor => ({ name, roles: new Set(roles) })
const awa = person('Awa Ngo', 'BACK_OFFICE')
const paul = person('Paul Essomba', 'APPROVER')
const payeeNotFound = { state: 'FAILED', reason: 'PAYEE_NOT_FOUND' } as const

describeEachDatabase('the money of a closing account whose customer has no wallet', (database) => {
  const world = worldFor(database, { payoutMax: 60_000n })
  const deps = () => ({ database: world().database, recordDeps: world().orders, onOrder: () => undefined })
  const propose = (caseId: string, outcome: ResolutionOutcome, reason: string | null = null) =>
    proposeResolution(deps(), world().call({ actor: awa }), {
      caseId,
      outcome,
      reason,
      evidence: 'receipt 17 of the branch in Akwa',
    })
  const confirm = (proposalId: string | null, actor = paul) =>
    confirmResolution(deps(), world().call({ actor }), proposalId ?? '')
  const openCases = async (msisdn: Msisdn) =>
    (
      await world().rows(
        `SELECT review_cases.id FROM review_cases JOIN payment_orders ON payment_orders.id = order_id
         WHERE msisdn = ? AND review_cases.status = 'OPEN' ORDER BY part`,
        msisdn,
      )
    ).map(({ id }) => String(id))
  const accountOf = async (msisdn: Msisdn) => {
    const row = at(
      await world().rows(
        `SELECT accounts.status FROM accounts JOIN customers ON customers.id = accounts.customer_id WHERE msisdn = ?`,
        msisdn,
      ),
      0,
    )
    return row['status']
  }
  const balanceOf = async (account: string) => {
    const row = at(
      await world().rows(`SELECT SUM(amount) AS amount FROM postings WHERE account = ?`, account),
      0,
    )
    return Number(row['amount'] ?? 0)
  }

  const refundIdOf = async (orderId: string) => {
    const row = at(await world().rows('SELECT id FROM payment_orders WHERE refund_of = ?', orderId), 0)
    return String(row['id'])
  }
  const miniStatementOf = async (msisdn: Msisdn) =>
    (await readTransactions(world().database.read, world().call(), msisdn)).map(
      ({ type, status }) => `${type} ${status}`,
    )

  /** Opts out at maturity; both parts of the payout are refused for good. */
  const optedOut = async () => {
    const { msisdn } = await world().register()
    world().providers.real.settle(msisdn, paid)
    await world().deposit(msisdn, '100000')
    world().clock.set('2026-06-01')
    world().providers.real.settle(msisdn, payeeNotFound)
    await world().optOut(msisdn)
    await world().driveOrders()
    expect(await accountOf(msisdn)).toBe('CLOSING')
    return msisdn
  }

  test('is paid over the counter: two people book each part, then the account closes', async () => {
    const before = await balanceOf('settled_otherwise')
    const msisdn = await optedOut()
    const [first, second] = firstOf(2, await openCases(msisdn))
    expect(await miniStatementOf(msisdn)).toContain('WITHDRAWAL PENDING')
    const proposed = await propose(first, 'PAID_OTHERWISE')
    expect(await refusalOf(confirm(proposed.proposalId, awa))).toBe('FORBIDDEN')
    await confirm(proposed.proposalId)
    expect(await accountOf(msisdn)).toBe('CLOSING')
    expect(await openCases(msisdn)).toEqual([second])
    await confirm((await propose(second, 'PAID_OTHERWISE')).proposalId)
    expect(await accountOf(msisdn)).toBe('CLOSED')
    expect(await openCases(msisdn)).toEqual([])
    const payouts = await world().rows(
      `SELECT payouts.status FROM payouts JOIN customers ON customers.id = customer_id WHERE msisdn = ?`,
      msisdn,
    )
    expect(payouts).toMatchObject([{ status: 'PAID' }])
    // The principal, and 92 days of interest at 4.5 %.
    expect((await balanceOf('settled_otherwise')) - before).toBe(-101_134)
    const account = at(
      await world().rows(
        `SELECT accounts.id, customer_id FROM accounts JOIN customers ON customers.id = customer_id WHERE msisdn = ?`,
        msisdn,
      ),
      0,
    )
    const contents = await readContents(
      world().database.read,
      world().call(),
      { accountId: String(account['id']), customerId: String(account['customer_id']) },
      { from: dateOf('2026-03-01'), to: dateOf('2026-06-01') },
    )
    expect(contents).toMatchObject({ closing: 0n, totals: { paidIn: 100_000n, paidOut: 101_134n } })
    const firstParts = await world().rows(
      `SELECT id FROM payment_orders WHERE msisdn = ? AND kind = 'PAY_OUT' AND part = 1`,
      msisdn,
    )
    await recordStatus(world().orders, world().call(), String(at(firstParts, 0)['id']), paid)
    const contradiction = at(await openCases(msisdn), 0)
    for (const outcome of ['ORDER_SUCCEEDED', 'PAID_OTHERWISE', 'RETRY'] as const)
      expect(await refusalOf(propose(contradiction, outcome))).toBe('INVALID_ARGUMENT')
    await confirm((await propose(contradiction, 'NOTHING')).proposalId)
  })

  test('has a review case that is not resolved by the reason of the refusal, which would open the same case again', async () => {
    const msisdn = await optedOut()
    const cases = await openCases(msisdn)
    expect(await refusalOf(propose(at(cases, 0), 'ORDER_FAILED', 'PAYEE_NOT_FOUND'))).toBe('INVALID_ARGUMENT')
    expect(await openCases(msisdn)).toEqual(cases)
  })

  test('can be the refund of a late deposit, paid out of suspense over the counter', async () => {
    const { msisdn } = await world().register()
    world().providers.real.settle(msisdn, pending)
    const { reference } = await world().quote(msisdn, '5000')
    await world().confirm(msisdn, reference)
    await world().dispatch()
    await world().optOut(msisdn)
    const { id } = await world().orderOf(present(reference))
    world().providers.real.settle(msisdn, payeeNotFound)
    await recordStatus(world().orders, world().call(), id, paid)
    await world().driveOrders()
    const caseId = at(await openCases(msisdn), 0)
    expect(await refusalOf(propose(caseId, 'ORDER_FAILED', 'PAYEE_NOT_FOUND'))).toBe('INVALID_ARGUMENT')
    expect(await miniStatementOf(msisdn)).toContain('REFUND PENDING')
    const { order } = await serviceOf(world()).ask(
      `{ order(id: "${await refundIdOf(id)}") { refundOf { id } part } }`,
    )
    expect(order).toEqual({ refundOf: { id: `ORD-${id}` }, part: 1 })
    const suspense = await balanceOf('suspense')
    await confirm((await propose(caseId, 'PAID_OTHERWISE')).proposalId)
    expect((await balanceOf('suspense')) - suspense).toBe(5000)
    expect(await accountOf(msisdn)).toBe('CLOSED')
  })

  test('cannot be paid out of band if the account is not closing; the position is restored', async () => {
    const { msisdn } = await world().register()
    world().providers.real.settle(msisdn, paid)
    await world().deposit(msisdn, '50000')
    world().clock.set('2026-06-01')
    const view = at(await world().positions(msisdn), 0)
    world().providers.real.settle(msisdn, { state: 'FAILED', reason: 'TRANSACTION_CANCELED' })
    await world().withdraw(msisdn, (await world().preview(msisdn, view.position.id)).reference)
    await world().driveOrders()
    const caseId = at(await openCases(msisdn), 0)
    expect(await refusalOf(propose(caseId, 'PAID_OTHERWISE'))).toBe('INVALID_ARGUMENT')
    await confirm((await propose(caseId, 'ORDER_FAILED', 'PAYEE_NOT_FOUND')).proposalId)
    expect(await world().positions(msisdn)).toMatchObject([{ figures: { status: 'MATURED' } }])
  })
})
