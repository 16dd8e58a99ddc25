import { expect, test } from '@jest/globals'
import { recordStatus } from '../../src/bank/payments/drive/record-answer.js'
import type { StatusResult } from '../../src/bank/payments/port.js'
import {
  confirmResolution,
  proposeResolution,
  rejectResolution,
  withdrawResolution,
  type ProposedResolution,
} from '../support/resolutions.js'
import type { Actor, Role } from '../../src/kernel/call.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { describeEachDatabase } from '../support/services.js'
import { refusalOf } from '../support/thrown.js'
import { declined, paid, pending, worldFor } from '../support/world.js'
import { at, firstOf, present } from '../support/present.js'

const person = (name: string, ...roles: readonly Role[]): Actor => ({ name, roles: new Set(roles) })
const awa = person('Awa Ngo', 'BACK_OFFICE')
const paul = person('Paul Essomba', 'APPROVER')
const both = person('Both Hats', 'BACK_OFFICE', 'APPROVER')
const refused = (reason: string): StatusResult => ({ state: 'FAILED', reason })

describeEachDatabase('a review case', (database) => {
  const world = worldFor(database, { defaultStatus: pending })
  const deps = () => ({
    database: world().database,
    recordDeps: world().orders,
    onOrder: () => undefined,
  })
  /** Ids begin with the time: each act is a millisecond later, so that its rows sort in order. */
  const next = (actor?: Actor) => {
    world().clock.advance(1)
    return world().call(actor && { actor })
  }
  const propose = (input: Partial<ProposedResolution> & { caseId: string }, actor = awa) =>
    proposeResolution(deps(), next(actor), {
      outcome: 'ORDER_SUCCEEDED',
      reason: null,
      evidence: 'statement of 2 March, line 14',
      ...input,
    })
  const confirm = (proposalId: string | null, actor = paul) =>
    confirmResolution(deps(), next(actor), proposalId ?? '')
  const reject = (proposalId: string | null, actor = paul) =>
    rejectResolution(deps(), next(actor), proposalId ?? '')
  /** One person proposes, another confirms. */
  const resolve = async (caseId: string, change: Partial<ProposedResolution>) =>
    confirm((await propose({ caseId, ...change })).proposalId)

  const casesOf = (orderId: string) =>
    world().rows('SELECT * FROM review_cases WHERE order_id = ? ORDER BY id', orderId)
  const openCaseOf = async (orderId: string) => {
    const open = (await casesOf(orderId)).filter((row) => row['status'] === 'OPEN')
    expect(open).toHaveLength(1)
    return String(at(open, 0)['id'])
  }
  const auditOf = async (subject: string) =>
    (await world().rows('SELECT actor, action FROM audit_log WHERE subject = ? ORDER BY id', subject)).map(
      ({ actor, action }) => `${action} ${actor}`,
    )
  const report = (orderId: string, result: StatusResult) =>
    recordStatus(world().orders, next(), orderId, result)
  const settle = (key: string, status: StatusResult) => world().providers.real.settle(key, status)
  /** Uses up the ladder: the next poll sends the order to review. */
  const useUpLadder = (orderId: string) =>
    world().write('UPDATE payment_orders SET polls = 32 WHERE id = ?', orderId)
  const orderNow = async (orderId: string) =>
    at(await world().rows('SELECT * FROM payment_orders WHERE id = ?', orderId), 0)

  /** A deposit under review, because it got no answer. */
  const unanswered = async () => {
    const { msisdn } = await world().register()
    const { reference } = await world().quote(msisdn, '5000')
    await world().confirm(msisdn, reference)
    await world().dispatch()
    const { id } = await world().orderOf(present(reference))
    await useUpLadder(id)
    await report(id, pending)
    return { msisdn, id, caseId: await openCaseOf(id), reference: present(reference) }
  }

  /** A withdrawn matured position, and the transfer that pays it. */
  const withdrawn = async () => {
    const { msisdn } = await world().register()
    settle(msisdn, paid)
    await world().deposit(msisdn, '100000')
    settle(msisdn, pending)
    world().clock.set('2026-06-01')
    const view = at(await world().positions(msisdn), 0)
    const preview = await world().preview(msisdn, view.position.id)
    const payout = await world().withdraw(msisdn, preview.reference)
    await world().dispatch()
    const transfers = () =>
      world().rows('SELECT * FROM payment_orders WHERE payout_id = ? ORDER BY part, attempt', payout.id)
    const first = at(await transfers(), 0)
    return {
      msisdn,
      payout,
      transfers,
      id: String(first['id']),
      statuses: () => statusesOf(payout.id, msisdn),
    }
  }
  /** A payout whose first transfer failed for lack of funds, and whose second is at the provider. */
  const sentAgain = async () => {
    const found = await withdrawn()
    await report(found.id, refused('NOT_ENOUGH_FUNDS'))
    await world().makeAllDue()
    await world().dispatch()
    return { ...found, again: String(at(await found.transfers(), 1)['id']) }
  }
  const statusesOf = async (payoutId: string, msisdn: Msisdn) => {
    const row = at(await world().rows('SELECT status FROM payouts WHERE id = ?', payoutId), 0)
    const positions = await world().positions(msisdn)
    return [row['status'], positions[0]?.figures.status ?? 'CLOSED']
  }

  test('is resolved by two named people: the deposit is booked as if the provider had reported it', async () => {
    const { msisdn, id, caseId, reference } = await unanswered()
    const proposed = await propose({ caseId })
    expect(proposed).toMatchObject({ status: 'OPEN', proposedBy: 'Awa Ngo', outcome: 'ORDER_SUCCEEDED' })
    expect(await world().positions(msisdn)).toEqual([])
    const confirmed = await confirm(proposed.proposalId)
    expect(confirmed).toMatchObject({ status: 'RESOLVED', confirmedBy: 'Paul Essomba', openKey: null })
    expect(confirmed.resolvedAt).not.toBeNull()
    expect(at(await world().positions(msisdn), 0).figures.principal).toBe(5000n)
    expect(await world().confirm(msisdn, reference)).toMatchObject({ order: { status: 'SUCCESSFUL' } })
    expect(await auditOf(caseId)).toEqual([
      'OPEN_REVIEW gateway',
      'PROPOSE_RESOLUTION Awa Ngo',
      'RESOLVE_REVIEW Paul Essomba',
    ])
    expect(await auditOf(id)).toContain('END_ORDER Paul Essomba')
    const row = at(
      await world().rows(
        `SELECT state_after FROM audit_log WHERE subject = ? AND action = 'RESOLVE_REVIEW'`,
        caseId,
      ),
      0,
    )
    expect(JSON.parse(String(row['state_after']))).toMatchObject({
      proposedBy: 'Awa Ngo',
      confirmedBy: 'Paul Essomba',
      evidence: 'statement of 2 March, line 14',
    })
  })

  test('resolved as failed, with a reason of the provider, books nothing, and the order gets the failure code of that reason', async () => {
    const { msisdn, caseId, id } = await unanswered()
    await resolve(caseId, { outcome: 'ORDER_FAILED', reason: 'APPROVAL_REJECTED' })
    expect(await orderNow(id)).toMatchObject({ status: 'FAILED', failure_code: 'PAYER_DECLINED' })
    expect(await world().positions(msisdn)).toEqual([])
  })

  test('is not confirmed by its proposer, also under another spelling of the name', async () => {
    const { caseId } = await unanswered()
    const { proposalId } = await propose({ caseId }, both)
    expect(await refusalOf(confirm(proposalId, both))).toBe('FORBIDDEN')
    expect(await refusalOf(confirm(proposalId, person('both hats ', 'APPROVER')))).toBe('FORBIDDEN')
    expect(await confirm(proposalId)).toMatchObject({ proposedBy: 'Both Hats', confirmedBy: 'Paul Essomba' })
  })

  test('confirms only the proposal that the approver was shown', async () => {
    const { caseId, id } = await unanswered()
    const first = await propose({ caseId })
    expect(await refusalOf(propose({ caseId, outcome: 'NOTHING' }))).toBe('ALREADY_PROPOSED')
    await withdrawResolution(deps(), next(awa), present(first.proposalId))
    const second = await propose({ caseId, outcome: 'ORDER_FAILED', reason: 'EXPIRED' })
    expect(await refusalOf(confirm(first.proposalId))).toBe('INVALID_REFERENCE')
    expect(await orderNow(id)).toMatchObject({ status: 'UNDER_REVIEW' })
    expect(await refusalOf(reject(second.proposalId, awa))).toBe('FORBIDDEN')
    const rejected = await reject(second.proposalId)
    expect(rejected).toMatchObject({ status: 'OPEN', proposalId: null, evidence: null })
    expect(await refusalOf(confirm(second.proposalId))).toBe('INVALID_REFERENCE')
    expect(await auditOf(caseId)).toEqual([
      'OPEN_REVIEW gateway',
      'PROPOSE_RESOLUTION Awa Ngo',
      'REJECT_RESOLUTION Awa Ngo',
      'PROPOSE_RESOLUTION Awa Ngo',
      'REJECT_RESOLUTION Paul Essomba',
    ])
  })

  test("is resolved by the provider's answer, and the open proposal is void", async () => {
    const { msisdn, caseId, id } = await unanswered()
    const { proposalId } = await propose({ caseId, outcome: 'ORDER_FAILED', reason: 'EXPIRED' })
    await report(id, paid)
    expect(await refusalOf(confirm(proposalId))).toBe('INVALID_REFERENCE')
    expect(await refusalOf(propose({ caseId }))).toBe('INVALID_REFERENCE')
    expect(await casesOf(id)).toMatchObject([{ status: 'RESOLVED', confirmed_by: null, open_key: null }])
    expect(await world().positions(msisdn)).toHaveLength(1)
  })

  test("confirmed by two approvers at the instant of the provider's answer is booked once", async () => {
    const { msisdn, caseId, id } = await unanswered()
    const { proposalId } = await propose({ caseId })
    const answers = await Promise.allSettled([
      confirm(proposalId),
      confirm(proposalId, person('Third', 'APPROVER')),
      report(id, paid),
    ])
    expect(answers.slice(0, 2).filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2)
    expect(await world().rows('SELECT id FROM journals WHERE reference = ?', `DEPOSIT:${id}`)).toHaveLength(1)
    expect(await world().positions(msisdn)).toHaveLength(1)
  })

  test('takes no proposal that cannot be booked or lacks evidence', async () => {
    const { caseId } = await unanswered()
    for (const wrong of [
      { evidence: ' ' },
      { evidence: 'x'.repeat(2001) },
      { outcome: 'ORDER_FAILED' },
      { outcome: 'ORDER_FAILED', reason: 'because' },
      { outcome: 'RETRY', reason: 'EXPIRED' },
    ] as const)
      expect(await refusalOf(propose({ caseId, ...wrong }))).toBe('INVALID_ARGUMENT')
  })

  test('that does not exist is refused to a proposer, and a proposal that does not exist to an approver', async () => {
    const { caseId } = await unanswered()
    for (const unknown of ['', 'nothing', `${caseId} `])
      expect(await refusalOf(propose({ caseId: unknown }))).toBe('INVALID_REFERENCE')
    expect(await refusalOf(confirm('nothing'))).toBe('INVALID_REFERENCE')
  })

  test('resolved as RETRY polls from the first rung; the same problem then opens a new case', async () => {
    const { caseId, id } = await unanswered()
    await resolve(caseId, { outcome: 'RETRY' })
    expect(await orderNow(id)).toMatchObject({ status: 'UNKNOWN' })
    expect(Number((await orderNow(id))['polls'])).toBe(0)
    await useUpLadder(id)
    await report(id, pending)
    const again = await openCaseOf(id)
    expect(again).not.toBe(caseId)
    expect((await casesOf(id)).map(({ status }) => status)).toEqual(['RESOLVED', 'OPEN'])
    await report(id, pending)
    expect(await casesOf(id)).toHaveLength(2)
  })

  test('can book a deposit that the provider first reported as declined, as quoted', async () => {
    const { msisdn, caseId, id, reference } = await unanswered()
    await report(id, declined)
    await report(id, paid)
    const contradiction = await openCaseOf(id)
    expect(contradiction).not.toBe(caseId)
    expect(await refusalOf(propose({ caseId: contradiction, outcome: 'RETRY' }))).toBe('INVALID_ARGUMENT')
    await resolve(contradiction, {})
    expect(await world().confirm(msisdn, reference)).toMatchObject({ order: { status: 'SUCCESSFUL' } })
    expect(at(await world().positions(msisdn), 0).figures.principal).toBe(5000n)
    expect(await auditOf(id)).toEqual(
      expect.arrayContaining(['END_ORDER gateway', 'CORRECT_ORDER Paul Essomba']),
    )
  })

  test('of a payout without an answer puts payout and order under review, and ends with the order', async () => {
    const { id, statuses, payout } = await withdrawn()
    await useUpLadder(id)
    await report(id, pending)
    expect(await statuses()).toEqual(['UNDER_REVIEW', 'PAYING_OUT'])
    await resolve(await openCaseOf(id), { outcome: 'RETRY' })
    expect(await statuses()).toEqual(['PROCESSING', 'PAYING_OUT'])
    await useUpLadder(id)
    await report(id, pending)
    expect(await statuses()).toEqual(['UNDER_REVIEW', 'PAYING_OUT'])
    await report(id, paid)
    expect(await statuses()).toEqual(['PAID', 'CLOSED'])
    expect((await casesOf(id)).map(({ status }) => status)).toEqual(['RESOLVED', 'RESOLVED'])
    expect(await auditOf(payout.id)).toEqual(expect.arrayContaining(['CHANGE_PAYOUT Paul Essomba']))
  })

  test('of a payout ends when the payee is refused after all, and the payout is given back', async () => {
    const { id, statuses } = await withdrawn()
    await useUpLadder(id)
    await report(id, pending)
    await report(id, refused('PAYEE_NOT_FOUND'))
    expect(await statuses()).toEqual(['FAILED', 'MATURED'])
  })

  test('of a transfer that failed for an unclear reason can send it again, under a new reference', async () => {
    const { id, statuses, transfers } = await withdrawn()
    await report(id, refused('TRANSACTION_CANCELED'))
    expect(await statuses()).toEqual(['UNDER_REVIEW', 'PAYING_OUT'])
    const caseId = await openCaseOf(id)
    expect(await refusalOf(propose({ caseId, outcome: 'NOTHING' }))).toBe('INVALID_ARGUMENT')
    await resolve(caseId, { outcome: 'RETRY' })
    expect(await statuses()).toEqual(['PROCESSING', 'PAYING_OUT'])
    const [, again] = firstOf(2, await transfers())
    expect(again).toMatchObject({ status: 'CREATED' })
    await world().dispatch()
    await report(String(again['id']), paid)
    expect(await statuses()).toEqual(['PAID', 'CLOSED'])
    expect(await refusalOf(resolve(caseId, {}))).toBe('INVALID_REFERENCE')
  })

  test('of a transfer that failed for an unclear reason can give it back, if two people say that the payee was refused', async () => {
    const { id, statuses } = await withdrawn()
    await report(id, refused('TRANSACTION_CANCELED'))
    await resolve(await openCaseOf(id), { outcome: 'ORDER_FAILED', reason: 'PAYEE_NOT_FOUND' })
    expect(await statuses()).toEqual(['FAILED', 'MATURED'])
    expect(await orderNow(id)).toMatchObject({ status: 'FAILED', provider_reason: 'PAYEE_NOT_FOUND' })
  })

  test('of a transfer that failed for an unclear reason is not resolved by another unclear reason', async () => {
    const { id, statuses } = await withdrawn()
    await report(id, refused('TRANSACTION_CANCELED'))
    const caseId = await openCaseOf(id)
    expect(await refusalOf(propose({ caseId, outcome: 'ORDER_FAILED', reason: 'EXPIRED' }))).toBe(
      'INVALID_ARGUMENT',
    )
    expect(await statuses()).toEqual(['UNDER_REVIEW', 'PAYING_OUT'])
    expect(await casesOf(id)).toHaveLength(1)
  })

  test.each([
    ['RETRY', null],
    ['ORDER_FAILED', 'PAYEE_NOT_FOUND'],
  ] as const)(
    'of a transfer that the provider then reports as paid takes no older proposal of %s, so it is not paid twice',
    async (outcome, reason) => {
      const { id, statuses, transfers } = await withdrawn()
      await report(id, refused('TRANSACTION_CANCELED'))
      const caseId = await openCaseOf(id)
      const { proposalId } = await propose({ caseId, outcome, reason })
      await report(id, paid)
      expect(await refusalOf(confirm(proposalId))).toBe('INVALID_ARGUMENT')
      expect(await transfers()).toHaveLength(1)
      expect(await statuses()).toEqual(['UNDER_REVIEW', 'PAYING_OUT'])
      const contradiction = present((await casesOf(id)).find(({ kind }) => kind === 'CONTRADICTION'))
      await resolve(String(contradiction['id']), { outcome: 'NOTHING' })
      await confirm(proposalId)
      expect(await statuses()).toEqual(
        outcome === 'RETRY' ? ['PROCESSING', 'PAYING_OUT'] : ['FAILED', 'MATURED'],
      )
    },
  )

  test('holds the next attempt while the provider reports the previous one as paid', async () => {
    const { id, transfers } = await withdrawn()
    await report(id, refused('NOT_ENOUGH_FUNDS'))
    await report(id, paid)
    const { calls } = world().providers.real
    const sent = () => calls.filter(({ method }) => method === 'payOut').length
    const before = sent()
    await world().makeAllDue()
    await world().dispatch()
    expect(sent()).toBe(before)
    await resolve(await openCaseOf(id), { outcome: 'NOTHING' })
    await world().dispatch()
    expect(sent()).toBe(before + 1)
    await report(String(at(await transfers(), 1)['id']), paid)
  })

  test('of a transfer that failed for an unclear reason can book it as paid', async () => {
    const { id, statuses } = await withdrawn()
    await report(id, refused('TRANSACTION_CANCELED'))
    await resolve(await openCaseOf(id), {})
    expect(await statuses()).toEqual(['PAID', 'CLOSED'])
  })

  test('of a transfer that was paid after all ends the waiting attempt, so the customer is paid once', async () => {
    const { id, statuses, transfers } = await withdrawn()
    await report(id, refused('NOT_ENOUGH_FUNDS'))
    await report(id, paid)
    await resolve(await openCaseOf(id), {})
    expect(await statuses()).toEqual(['PAID', 'CLOSED'])
    const again = at(await transfers(), 1)
    expect(await orderNow(id)).toMatchObject({ status: 'SUCCESSFUL', failure_code: null })
    expect(again).toMatchObject({ status: 'FAILED', due_at: null, sent_at: null })
    expect(await auditOf(String(again['id']))).toContain('END_ORDER Paul Essomba')
    const { calls } = world().providers.real
    await world().makeAllDue()
    await world().dispatch()
    expect(calls.filter(({ reference }) => reference === again['id'])).toEqual([])
  })

  test('of a transfer that was paid after all also settles later attempts and their cases', async () => {
    const { id, statuses, transfers, again } = await sentAgain()
    await report(again, refused('TRANSACTION_CANCELED'))
    const { proposalId } = await propose({ caseId: await openCaseOf(again), outcome: 'RETRY' })
    await report(id, paid)
    await resolve(await openCaseOf(id), {})
    expect(await statuses()).toEqual(['PAID', 'CLOSED'])
    expect(await refusalOf(confirm(proposalId))).toBe('INVALID_REFERENCE')
    expect(await transfers()).toHaveLength(2)
    expect(await casesOf(again)).toMatchObject([{ status: 'RESOLVED', open_key: null }])
  })

  test('of a transfer that is reported as paid late books nothing while its next attempt is at the provider, nor once that attempt is paid', async () => {
    const { id, statuses, again } = await sentAgain()
    await report(id, paid)
    const caseId = await openCaseOf(id)
    expect(await refusalOf(propose({ caseId }))).toBe('INVALID_ARGUMENT')
    await report(again, paid)
    expect(await statuses()).toEqual(['PAID', 'CLOSED'])
    for (const outcome of ['ORDER_SUCCEEDED', 'RETRY', 'PAID_OTHERWISE'] as const)
      expect(await refusalOf(propose({ caseId, outcome }))).toBe('INVALID_ARGUMENT')
    await resolve(caseId, { outcome: 'NOTHING' })
  })

  /** The second attempt was sent, and its answer was lost; then the provider reports the first one as paid. */
  const sentWithoutAnswer = async () => {
    const found = await sentAgain()
    const { again } = found
    await world().write(`UPDATE payment_orders SET status = 'CREATED', polls = 0 WHERE id = ?`, again)
    await report(found.id, paid)
    const offers = () =>
      world().providers.real.calls.filter(
        ({ method, reference }) => method === 'payOut' && reference === again,
      ).length
    return { ...found, offers, caseId: await openCaseOf(found.id) }
  }

  test('does not send again, but polls, an attempt that was sent before the contradiction', async () => {
    const { again, offers, caseId, statuses } = await sentWithoutAnswer()
    await world().driveOrders()
    expect(offers()).toBe(1)
    expect(await orderNow(again)).toMatchObject({ status: 'SUBMITTED' })
    await report(again, refused('TRANSACTION_CANCELED'))
    await resolve(caseId, {})
    expect(await statuses()).toEqual(['PAID', 'CLOSED'])
  })

  test('is opened after a day for an attempt that was sent before the contradiction and never arrived', async () => {
    const { again, offers, caseId, statuses } = await sentWithoutAnswer()
    settle(again, { state: 'NOT_FOUND' })
    await world().driveOrders()
    expect(await orderNow(again)).toMatchObject({ status: 'CREATED' })
    await world().write('UPDATE payment_orders SET created_at = created_at - 86400000 WHERE id = ?', again)
    await world().driveOrders()
    expect(offers()).toBe(1)
    await resolve(await openCaseOf(again), { outcome: 'ORDER_FAILED', reason: 'TRANSACTION_CANCELED' })
    await resolve(caseId, {})
    expect(await statuses()).toEqual(['PAID', 'CLOSED'])
    expect(offers()).toBe(1)
  })

  test('is opened for an attempt that was sent before the contradiction and gets no answer', async () => {
    const { again, offers, caseId, statuses } = await sentWithoutAnswer()
    settle(again, { state: 'UNKNOWN', detail: 'HTTP_500' })
    await world().driveOrders()
    await useUpLadder(again)
    await world().driveOrders()
    expect(await orderNow(again)).toMatchObject({ status: 'UNDER_REVIEW' })
    await resolve(await openCaseOf(again), { outcome: 'ORDER_FAILED', reason: 'TRANSACTION_CANCELED' })
    await resolve(caseId, {})
    expect(await statuses()).toEqual(['PAID', 'CLOSED'])
    expect(offers()).toBe(1)
  })

  test('of the later of two attempts that are both reported as paid after all has to be decided first', async () => {
    const { id, statuses, transfers, again } = await sentAgain()
    await report(again, refused('NOT_ENOUGH_FUNDS'))
    await report(id, paid)
    await report(again, paid)
    const [first, second] = [await openCaseOf(id), await openCaseOf(again)]
    expect(await refusalOf(propose({ caseId: first }))).toBe('INVALID_ARGUMENT')
    await resolve(second, { outcome: 'NOTHING' })
    await resolve(first, {})
    expect(await statuses()).toEqual(['PAID', 'CLOSED'])
    expect((await transfers()).map(({ status }) => status)).toEqual(['SUCCESSFUL', 'FAILED', 'FAILED'])
  })

  test('of a refund that failed is resolved when two people book the refund as paid after all', async () => {
    const { msisdn, id } = await unanswered()
    await world().optOut(msisdn)
    await report(id, paid)
    const refund = at(await world().rows('SELECT id FROM payment_orders WHERE refund_of = ?', id), 0)
    const refundId = String(refund['id'])
    await world().dispatch()
    await report(refundId, refused('TRANSACTION_CANCELED'))
    await report(refundId, paid)
    const contradiction = present((await casesOf(refundId)).find(({ kind }) => kind === 'CONTRADICTION'))
    await resolve(String(contradiction['id']), {})
    expect((await casesOf(refundId)).map(({ status }) => status)).toEqual(['RESOLVED', 'RESOLVED'])
  })

  test('of a refund that was paid after all ends the waiting attempt, and the account closes', async () => {
    const { msisdn, id } = await unanswered()
    await world().optOut(msisdn)
    await report(id, paid)
    const refunds = () =>
      world().rows('SELECT * FROM payment_orders WHERE refund_of = ? ORDER BY attempt', id)
    const first = String(at(await refunds(), 0)['id'])
    await world().dispatch()
    await report(first, refused('NOT_ENOUGH_FUNDS'))
    await report(first, paid)
    await resolve(await openCaseOf(first), {})
    expect((await refunds()).map(({ status }) => status)).toEqual(['SUCCESSFUL', 'FAILED'])
    const accounts = 'SELECT accounts.status FROM accounts JOIN customers ON customers.id = customer_id'
    expect(await world().rows(`${accounts} WHERE msisdn = ?`, msisdn)).toMatchObject([{ status: 'CLOSED' }])
  })

  test('of a payout that was given back moves no money, whatever the provider reports', async () => {
    const { id, statuses } = await withdrawn()
    await report(id, refused('PAYEE_NOT_FOUND'))
    await report(id, paid)
    const caseId = await openCaseOf(id)
    for (const outcome of ['ORDER_SUCCEEDED', 'RETRY'] as const)
      expect(await refusalOf(propose({ caseId, outcome }))).toBe('INVALID_ARGUMENT')
    await resolve(caseId, { outcome: 'NOTHING' })
    expect(await statuses()).toEqual(['FAILED', 'MATURED'])
  })
})

describeEachDatabase('a payout in parts', (database) => {
  const world = worldFor(database, { payoutMax: 40_000n })
  const deps = () => ({ database: world().database, recordDeps: world().orders, onOrder: () => undefined })

  /** A matured position that is being paid out in parts. */
  const withdrawnInParts = async (amount: string) => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, amount)
    world().clock.set('2026-06-01')
    const view = at(await world().positions(msisdn), 0)
    const { reference } = await world().preview(msisdn, view.position.id)
    const payout = await world().withdraw(msisdn, reference)
    const transfers = () =>
      world().rows('SELECT * FROM payment_orders WHERE payout_id = ? ORDER BY part, attempt', payout.id)
    return { msisdn, payout, transfers, first: String(at(await transfers(), 0)['id']) }
  }
  const propose = async (orderId: string, outcome: 'ORDER_SUCCEEDED' | 'ORDER_FAILED') => {
    const row = at(await world().rows('SELECT id FROM review_cases WHERE order_id = ?', orderId), 0)
    return proposeResolution(deps(), world().call({ actor: awa }), {
      caseId: String(row['id']),
      outcome,
      reason: outcome === 'ORDER_FAILED' ? 'PAYEE_NOT_FOUND' : null,
      evidence: 'statement of 2 June, line 3',
    })
  }
  const confirm = (proposalId: string | null) =>
    confirmResolution(deps(), world().call({ actor: paul }), present(proposalId))

  test('is not given back for a refused part while another part may have been paid', async () => {
    const { msisdn, transfers, first } = await withdrawnInParts('80000')
    world().providers.real.settle(msisdn, refused('PAYEE_NOT_FOUND'))
    world().providers.real.settle(first, refused('TRANSACTION_CANCELED'))
    for (let round = 0; round < 3; round++) await world().driveOrders()
    const later = present(
      (await transfers()).findLast(({ part, status }) => Number(part) === 2 && status === 'FAILED'),
    )
    await recordStatus(world().orders, world().call(), String(later['id']), paid)
    expect(await refusalOf(propose(first, 'ORDER_FAILED'))).toBe('INVALID_ARGUMENT')
    expect(at(await world().positions(msisdn), 0).figures.status).toBe('PAYING_OUT')
  })

  test('is paid when the first attempt of one part was paid after all and the other parts are paid', async () => {
    const { msisdn, payout, transfers, first } = await withdrawnInParts('80000')
    const statuses = async () => (await transfers()).map(({ status }) => status)
    world().providers.real.settle(msisdn, pending)
    await world().dispatch()
    for (const said of [refused('NOT_ENOUGH_FUNDS'), paid])
      await recordStatus(world().orders, world().call(), first, said)
    await confirm((await propose(first, 'ORDER_SUCCEEDED')).proposalId)
    expect(await statuses()).toEqual(['SUCCESSFUL', 'FAILED', 'SUBMITTED', 'SUBMITTED'])
    world().providers.real.settle(msisdn, paid)
    await world().driveOrders()
    expect(await statuses()).toEqual(['SUCCESSFUL', 'FAILED', 'SUCCESSFUL', 'SUCCESSFUL'])
    const [now] = await world().rows('SELECT status FROM payouts WHERE id = ?', payout.id)
    expect(now).toMatchObject({ status: 'PAID' })
  })

  test('of which one part failed for an unclear reason and the others were refused is given back by two people, and leaves no open case', async () => {
    const { msisdn, payout, first } = await withdrawnInParts('100000')
    const open = () =>
      world().rows(
        `SELECT review_cases.id FROM review_cases JOIN payment_orders ON payment_orders.id = order_id
         WHERE payout_id = ? AND review_cases.status = 'OPEN' ORDER BY review_cases.id`,
        payout.id,
      )
    // The first part fails for an unclear reason, so the refusals of the others do not give the position back.
    world().providers.real.settle(msisdn, refused('PAYEE_NOT_FOUND'))
    world().providers.real.settle(first, refused('TRANSACTION_CANCELED'))
    for (let round = 0; round < 3; round++) await world().driveOrders()
    expect(await open()).toHaveLength(3)
    await confirm((await propose(first, 'ORDER_FAILED')).proposalId)
    expect(await open()).toEqual([])
    expect(at(await world().positions(msisdn), 0).figures.status).toBe('MATURED')
  })
})
