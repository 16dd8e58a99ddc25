import { expect, test } from '@jest/globals'
import { expireApprovals } from '../../src/back-office/approvals/expire-approvals.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { describeEachDatabase } from '../support/services.js'
import { paid, pending, worldFor } from '../support/world.js'
import { argumentsOf, gatewayOf } from './gateway.js'
import { person, scoresDomain, serviceOf } from './support.js'
import { first, present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const awa = { ...person('BACK_OFFICE'), name: 'Awa Ngo', id: 'P-awa' }
const paul = { ...person('APPROVER'), name: 'Paul Essomba', id: 'P-paul' }
const dayMs = 86_400_000

describeEachDatabase('the wire after an action of staff', (database) => {
  const world = worldFor(database)

  const propose = async (what: string, input: object): Promise<string> => {
    const sent = { reason: 'ticket 7', evidence: 'letter', ...input }
    const { approval, refusal } = shaped(
      z.object({
        approval: z.object({ id: z.string() }).nullable(),
        refusal: z.object({ code: z.string() }).nullable(),
      }),
      await serviceOf(world()).act(`propose${what}`, sent, 'approval { id } refusal { code }', {
        actor: awa,
      }),
    )
    if (!approval) throw new Error(refusal?.code)
    return approval.id
  }
  const proposeAndApprove = async (what: string, input: object): Promise<void> => {
    const id = await propose(what, input)
    const asked = serviceOf(world()).act('approve', { id }, 'approval { status } refusal { code }', {
      actor: paul,
    })
    expect(await asked).toEqual({ approval: { status: 'DONE' }, refusal: null })
  }
  const saver = async (productCode = 'LOCK3M') => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '100000', productCode)
    const view = first(await world().positions(msisdn))
    const row = first(await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn))
    return { msisdn, customer: String(row['id']), position: view.position.id }
  }
  const wire = (language: 'en' | 'fr' = 'en') => gatewayOf(world(), undefined, language)
  const quoted = async (msisdn: Msisdn) =>
    present(
      (
        await wire().record(
          'create_deposit_summary',
          argumentsOf(msisdn, { amount: '5000', product_code: 'LOCK3M' }),
        )
      )['deposit_reference'],
    )
  const previewed = async (msisdn: Msisdn, position: string) =>
    present(
      (
        await wire().record('create_withdrawal_summary', argumentsOf(msisdn, { locked_account_id: position }))
      )['withdrawal_reference'],
    )
  const withdrawn = (msisdn: Msisdn, reference: string) =>
    wire().record('confirm_withdrawal', argumentsOf(msisdn, { withdrawal_reference: reference }))
  const confirmed = (msisdn: Msisdn, reference: string) =>
    wire().record('confirm_deposit', argumentsOf(msisdn, { deposit_reference: reference }))
  /** All answers about what a customer has. */
  const shownOf = async (msisdn: Msisdn) => ({
    balance: await wire().record('get_savings_balance', argumentsOf(msisdn)),
    positions: await wire().rows('list_locked_accounts', argumentsOf(msisdn)),
    transactions: await wire().rows('list_recent_transactions', argumentsOf(msisdn)),
    leaving: await wire().rows('list_opt_out_positions', argumentsOf(msisdn)),
  })
  const withoutIds = (shown: object): Awaited<ReturnType<typeof shownOf>> =>
    JSON.parse(
      JSON.stringify(shown).replace(/\b(POS|SET|MAT|WDR|DEP)-[0-9A-Z-]+|[0-9a-f]{8}-[0-9a-f-]{27}/g, '-'),
    )

  test('a block: quotes and confirms answer ACCOUNT_BLOCKED with a text, an opt-out without one, and payouts on hold are not sent', async () => {
    const { msisdn, customer, position } = await saver()
    await world().deposit(msisdn, '20000', 'LOCK1M')
    const other = present(
      (await world().positions(msisdn)).find(({ position: { id } }) => id !== position),
    ).position
    const reference = await previewed(msisdn, position)
    expect(await withdrawn(msisdn, reference)).toMatchObject({
      withdrawal_status: 'PENDING',
      payout_status: 'ON_HOLD',
    })
    const [deposit, leave] = [await quoted(msisdn), await previewed(msisdn, other.id)]
    // One payment is in flight already.
    const arriving = await quoted(msisdn)
    world().providers.real.settle(msisdn, pending)
    expect(await confirmed(msisdn, arriving)).toMatchObject({ deposit_status: 'PENDING_VALIDATION' })
    await world().dispatch()
    await proposeAndApprove('BlockCustomer', { customer, scope: 'BOTH', cause: 'COURT' })

    for (const [language, text] of [
      ['en', /account is blocked/i],
      ['fr', /compte est bloqué/i],
    ] as const) {
      const asked = argumentsOf(msisdn, { amount: '5000', product_code: 'LOCK3M' })
      expect(await wire(language).record('create_deposit_summary', asked)).toMatchObject({
        summary_status: 'ACCOUNT_BLOCKED',
        summary_message: expect.stringMatching(text),
      })
      const sent = argumentsOf(msisdn, { deposit_reference: deposit })
      expect(await wire(language).record('confirm_deposit', sent)).toMatchObject({
        deposit_status: 'FAILED',
        failure_reason: 'ACCOUNT_BLOCKED',
        payment_message: expect.stringMatching(text),
      })
      const taken = argumentsOf(msisdn, { withdrawal_reference: leave })
      expect(await wire(language).record('confirm_withdrawal', taken)).toMatchObject({
        withdrawal_status: 'FAILED',
        failure_reason: 'ACCOUNT_BLOCKED',
        payout_message: expect.stringMatching(text),
      })
      const preview = argumentsOf(msisdn, { locked_account_id: other.id })
      const shown = await wire(language).record('create_withdrawal_summary', preview)
      expect(shown).toMatchObject({ payout_message: expect.stringMatching(text) })
      expect(shown).not.toHaveProperty('withdrawal_reference')
    }
    expect(await wire().record('confirm_opt_out', argumentsOf(msisdn))).toMatchObject({
      opt_out_status: 'FAILED',
      failure_reason: 'ACCOUNT_BLOCKED',
    })

    // The payout on hold is not sent, no date is promised for it, and the deposit in flight is booked.
    world().clock.advance(3 * dayMs)
    await world().releaseHolds()
    await world().night()
    world().providers.real.settle(msisdn, paid)
    await world().driveOrders()
    const still = await withdrawn(msisdn, reference)
    expect(still).toMatchObject({
      withdrawal_status: 'PENDING',
      payout_status: 'ON_HOLD',
      payout_message: expect.stringMatching(/is blocked with your account/),
    })
    expect(still).not.toHaveProperty('settlement_delay')
    expect(await confirmed(msisdn, arriving)).toMatchObject({ deposit_status: 'SUCCESSFUL' })
    expect((await world().ordersOf(msisdn)).filter(({ kind }) => kind === 'PAY_OUT')).toEqual([])
    const interest = async () =>
      Number((await wire().record('get_savings_balance', argumentsOf(msisdn)))['total_interest'])
    const before = await interest()
    world().clock.advance(20 * dayMs)
    await world().night()
    expect(await interest()).toBeGreaterThan(before)
    const block = first(await world().rows('SELECT id FROM account_blocks WHERE customer_id = ?', customer))
    await proposeAndApprove('UnblockCustomer', { block: block['id'] })
    await world().releaseHolds()
    await world().driveOrders()
    expect(await withdrawn(msisdn, reference)).toMatchObject({
      withdrawal_status: 'SUCCESSFUL',
      payout_status: 'PAID',
    })
  })

  test('a block: the night pays nothing out of the account until the block has ended', async () => {
    await world().sell('AUTOPAID', { termMonths: 1, maturityInstruction: 'AUTO_PAYOUT' })
    const clock = await world().newClock('2026-03-01')
    const { msisdn } = await world().register({ clockId: clock.id })
    await world().deposit(msisdn, '100000', 'AUTOPAID')
    const row = first(await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn))
    await proposeAndApprove('BlockCustomer', {
      customer: row['id'],
      scope: 'DEBIT',
      cause: 'COURT',
      endsOn: '2026-04-10',
    })
    await world().walk(clock.id, '2026-04-09')
    expect(await wire().rows('list_locked_accounts', argumentsOf(msisdn))).toMatchObject([
      { position_status: 'MATURED' },
    ])
    expect(await wire().record('get_savings_balance', argumentsOf(msisdn))).toMatchObject({
      due_balance: '100000',
    })
    await world().walk(clock.id, '2026-04-10')
    await world().driveOrders()
    expect(await wire().rows('list_locked_accounts', argumentsOf(msisdn))).toEqual([])
    expect((await wire().rows('list_recent_transactions', argumentsOf(msisdn)))[0]).toMatchObject({
      transaction_type: 'WITHDRAWAL',
      transaction_status: 'SUCCESSFUL',
    })
  })

  test('a block for fraud: one person is enough, and it ends by itself after a day', async () => {
    const { msisdn, customer } = await saver()
    await propose('BlockCustomer', { customer, scope: 'BOTH', cause: 'FRAUD' })
    const summaryStatus = async () =>
      (
        await wire().record(
          'create_deposit_summary',
          argumentsOf(msisdn, { amount: '5000', product_code: 'LOCK3M' }),
        )
      )['summary_status']
    expect(await summaryStatus()).toBe('ACCOUNT_BLOCKED')
    world().clock.advance(dayMs - 1)
    expect(await summaryStatus()).toBe('ACCOUNT_BLOCKED')
    world().clock.advance(1)
    expect(await summaryStatus()).toBe('OK')
    await expireApprovals({
      database: world().database,
      scores: scoresDomain,
      jobCall: () => world().call({ actor: { name: 'job', roles: new Set() } }),
    })
    expect(await summaryStatus()).toBe('OK')
  })

  test('a cancelled payout: the withdrawal answers FAILED, PAYOUT_CANCELLED, and the savings are restored', async () => {
    const [one, twin] = [await saver(), await saver()]
    const reference = await previewed(one.msisdn, one.position)
    const { settlement_reference: payout } = await withdrawn(one.msisdn, reference)
    world().clock.advance(dayMs)
    await world().night()
    await proposeAndApprove('CancelPayout', { payout })
    for (const [language, text] of [
      ['en', /cancelled|taken back/i],
      ['fr', /annulé/i],
    ] as const) {
      const asked = argumentsOf(one.msisdn, { withdrawal_reference: reference })
      expect(await wire(language).record('confirm_withdrawal', asked)).toMatchObject({
        withdrawal_status: 'FAILED',
        payout_status: 'FAILED',
        settlement_reference: payout,
        failure_reason: 'PAYOUT_CANCELLED',
        payout_message: expect.stringMatching(text),
      })
    }
    const [mine, theirs] = [withoutIds(await shownOf(one.msisdn)), withoutIds(await shownOf(twin.msisdn))]
    expect(mine.balance).toEqual(theirs.balance)
    expect(mine.positions).toEqual(theirs.positions)
    expect(mine.leaving).toEqual(theirs.leaving)
    expect(mine.transactions.map(({ transaction_type: type, transaction_status: is }) => [type, is])).toEqual(
      [
        ['WITHDRAWAL', 'FAILED'],
        ['DEPOSIT', 'SUCCESSFUL'],
      ],
    )
    // The position can be withdrawn again.
    const again = await withdrawn(one.msisdn, await previewed(one.msisdn, one.position))
    expect(again).toMatchObject({ withdrawal_status: 'PENDING', payout_status: 'ON_HOLD' })
  })

  test('a voided deposit: its confirm answers FAILED, DEPOSIT_VOIDED, and the savings are as if it had not been made', async () => {
    const { msisdn } = await world().register()
    const before = await shownOf(msisdn)
    const reference = await quoted(msisdn)
    await confirmed(msisdn, reference)
    await world().driveOrders()
    expect(await confirmed(msisdn, reference)).toMatchObject({ deposit_status: 'SUCCESSFUL' })
    await proposeAndApprove('VoidDeposit', { deposit: (await world().orderOf(reference)).id })
    const answer = await confirmed(msisdn, reference)
    expect(answer).toMatchObject({ deposit_status: 'FAILED', failure_reason: 'DEPOSIT_VOIDED' })
    expect(answer['payment_message']).toMatch(/\S/)
    const after = await shownOf(msisdn)
    expect({ ...after, transactions: [] }).toEqual({ ...before, transactions: [] })
    expect(after.transactions).toMatchObject([{ transaction_type: 'DEPOSIT', transaction_status: 'FAILED' }])
  })

  test('a changed number: the next owner of the old number sees nothing, and the customer sees everything under the new one', async () => {
    const { msisdn, customer, position } = await saver()
    const [deposit, leave] = [await quoted(msisdn), await previewed(msisdn, position)]
    await world().write('UPDATE accounts SET email = ? WHERE customer_id = ?', 'awa@example.com', customer)
    const before = await shownOf(msisdn)
    const strange = await shownOf(world().newNumber())
    const newMsisdn = world().newNumber()
    await proposeAndApprove('ChangeMsisdn', { customer, newMsisdn })
    expect(await shownOf(newMsisdn)).toEqual(before)
    expect(await shownOf(msisdn)).toEqual(strange)
    expect(await wire().record('check_registration_status', argumentsOf(msisdn))).toEqual({
      registration_status: 'NOT_REGISTERED',
    })
    expect(await wire().record('register_savings_account', argumentsOf(msisdn))).toMatchObject({
      registration_result: 'REGISTERED',
    })
    const fresh = world().newNumber()
    await wire().record('register_savings_account', argumentsOf(fresh))
    expect(await shownOf(msisdn)).toEqual(await shownOf(fresh))
    expect(await wire().record('get_user_email', argumentsOf(msisdn))).toEqual(
      await wire().record('get_user_email', argumentsOf(fresh)),
    )
    expect(await confirmed(msisdn, deposit)).toMatchObject({
      deposit_status: 'FAILED',
      failure_reason: 'INVALID_REFERENCE',
    })
    expect(await withdrawn(msisdn, leave)).toMatchObject({
      withdrawal_status: 'FAILED',
      failure_reason: 'INVALID_REFERENCE',
    })
    const taken = argumentsOf(msisdn, { locked_account_id: position })
    expect(await wire().record('create_withdrawal_summary', taken)).not.toHaveProperty('withdrawal_reference')
    expect(await confirmed(newMsisdn, deposit)).toMatchObject({ deposit_status: 'PENDING_VALIDATION' })
    await world().driveOrders()
  })

  test('a withdrawn product: it is not offered any more, and existing savings keep their terms', async () => {
    await world().sell('LEAVING', { ratePpm: 60_000 })
    const { msisdn } = await saver('LEAVING')
    await proposeAndApprove('PublishProduct', { code: 'LEAVING', rate: '1.00' })
    const rates = async () =>
      (await wire().rows('list_offerable_products', {})).filter(
        ({ product_code: code }) => code === 'LEAVING',
      )
    expect(await rates()).toMatchObject([{ interest_rate: '1.00' }])
    await proposeAndApprove('WithdrawProduct', { code: 'LEAVING' })
    expect(await rates()).toEqual([])
    const asked = argumentsOf(msisdn, { amount: '5000', product_code: 'LEAVING' })
    expect(await wire().record('create_deposit_summary', asked)).toMatchObject({
      summary_status: 'PRODUCT_NOT_AVAILABLE',
    })
    expect(await wire().rows('list_locked_accounts', argumentsOf(msisdn))).toMatchObject([
      { locked_rate: '6.00' },
    ])
  })

  test("an address and an opt-out by staff: the customer's screens show both", async () => {
    const { msisdn } = await saver()
    await proposeAndApprove('Email', { msisdn, email: 'new@example.com' })
    expect(await wire().record('get_user_email', argumentsOf(msisdn))).toMatchObject({
      email: 'new@example.com',
    })
    await proposeAndApprove('OptOut', { msisdn })
    const asked = argumentsOf(msisdn, { amount: '5000', product_code: 'LOCK3M' })
    expect(await wire().record('create_deposit_summary', asked)).toMatchObject({
      summary_status: 'ACCOUNT_CLOSING',
    })
    expect(await wire().record('confirm_opt_out', argumentsOf(msisdn))).toMatchObject({
      opt_out_status: 'COMPLETED',
      settlement_delay: '48h',
    })
  })
})
