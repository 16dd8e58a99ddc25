import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { codeOf } from '../../src/cli/conformance/call.js'
import { describeEachDatabase } from '../support/services.js'
import { declined, paid, pending, worldFor } from '../support/world.js'
import { contract } from '../../src/cli/conformance/contract.js'
import { argumentsOf, gatewayOf, type Sent } from './gateway.js'
import { anyText } from '../support/any-text.js'
import { present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

/** Texts that a customer may type or a gateway mix up: known troublemakers, and any text. */
const typed = fc.oneof(
  fc.constantFrom(
    '\u0000',
    '5000\u0000',
    '\ud800',
    '😀',
    "'; DROP TABLE customers; --",
    '%',
    '9223372036854775808',
    '1e3',
    '5000 ',
    'LOCK3M',
    'lock3m',
    '2000',
    'a@b.cm',
    'é@b.cm',
    '2026-02',
    '0001-01-01/9999-12-31',
    'LAST_MONTH',
    'system',
    '__proto__',
  ),
  anyText({ maxLength: 300 }),
)
/** Operations for which the network supplies only the number. */
const asked = Object.entries(contract).filter(
  ([, { arguments: sent }]) => sent[0] === 'ACCOUNT_HOLDER_MSISDN',
)
const typedArguments = [...new Set([...asked.flatMap(([, { arguments: sent }]) => sent), 'clock_id'])].filter(
  (name) => name !== 'ACCOUNT_HOLDER_MSISDN',
)

describeEachDatabase('the deposit journey through facade and schema', (database) => {
  const world = worldFor(database)

  test('a customer registers, is quoted, pays, tops up, and sees the money', async () => {
    const { record, rows } = gatewayOf(world())
    const msisdn = world().newNumber()
    const email = { ACCOUNT_HOLDER_EMAIL: 'awa@example.com' }
    const registered = await record('register_savings_account', argumentsOf(msisdn, email))
    expect(registered).toEqual({
      registration_result: 'REGISTERED',
      account_id: expect.stringMatching(/^ACC-/),
    })
    const { account_id } = shaped(z.object({ account_id: z.string() }), registered)
    expect(await record('register_savings_account', argumentsOf(`+${msisdn}`, email))).toEqual({
      registration_result: 'ALREADY_REGISTERED',
      account_id,
    })
    expect(await record('check_registration_status', argumentsOf(msisdn))).toEqual({
      registration_status: 'REGISTERED',
      account_id,
      user_email: 'awa@example.com',
    })
    expect(await record('get_user_email', argumentsOf(msisdn))).toEqual({
      email: 'awa@example.com',
      email_status: 'ON_FILE',
    })

    const order = { amount: '5000', product_code: 'LOCK3M' }
    const quote = await record('create_deposit_summary', argumentsOf(msisdn, order))
    expect(quote).toEqual({
      summary_status: 'OK',
      deposit_basis: 'NEW',
      amount: '5000',
      interest_rate: '4.50',
      estimated_earnings: '57',
      total_at_maturity: '5057',
      duration_days: '92',
      maturity_date: '2026-06-01',
      savings_balance_now: '0',
      savings_balance_after: '5000',
      savings_earnings_at_maturity: '57',
      savings_total_at_maturity: '5057',
      minimum_amount: '1000',
      max_balance: '2000000',
      room_left: '2000000',
      summary_message:
        'You save 5 000 XAF for 3 months at 4.50% a year. On 01/06/2026 you get 5 057 XAF, including 57 XAF interest.',
      currency: 'XAF',
      product_code: 'LOCK3M',
      deposit_reference: expect.stringMatching(/^DEP-/),
    })
    const { deposit_reference } = shaped(z.object({ deposit_reference: z.string() }), quote)
    // The gateway sends the other values again with the reference; the operation does not declare them, and they are ignored.
    const confirm = argumentsOf(msisdn, { deposit_reference, amount: '999999', product_code: 'LOCK12M' })
    const waiting = {
      deposit_status: 'PENDING_VALIDATION',
      deposit_reference,
      payment_message: expect.stringContaining('5 000 XAF'),
    }
    expect(await record('confirm_deposit', confirm)).toEqual(waiting)
    expect(await record('confirm_deposit', confirm)).toEqual(waiting)
    const [line] = await rows('list_recent_transactions', argumentsOf(msisdn))
    expect(line).toMatchObject({ transaction_type: 'DEPOSIT', transaction_status: 'PENDING', amount: '5000' })

    const { id } = await world().orderOf(deposit_reference)
    world().providers.real.settle(id, paid)
    await world().driveOrders()
    expect(await record('confirm_deposit', confirm)).toEqual({
      deposit_status: 'SUCCESSFUL',
      deposit_reference,
      payment_message: 'Thank you! Your deposit of 5 000 XAF has arrived.',
    })

    const [position] = await rows('list_locked_accounts', argumentsOf(msisdn))
    expect(position).toEqual({
      locked_account_id: expect.stringMatching(/^POS-/),
      position_status: 'ACCRUING',
      label: '3-month savings to 01/06/2026',
      maturity_date: '2026-06-01',
      current_balance: '5000',
      locked_rate: '4.50',
      accrued_interest: '0',
      interest_at_maturity: '57',
      withdrawable_amount: '0',
      withdrawal_basis: 'EARLY_EXIT',
    })
    const topUp = await record('create_deposit_summary', argumentsOf(msisdn, { ...order, amount: '1000' }))
    expect(topUp).toMatchObject({
      deposit_basis: 'TOP_UP',
      locked_account_id: position?.['locked_account_id'],
      savings_balance_now: '5000',
      savings_balance_after: '6000',
      savings_earnings_at_maturity: '68',
      savings_total_at_maturity: '6068',
      room_left: '1995000',
    })
    expect(topUp['summary_message']).toContain('Your savings will be 6 000 XAF')
    expect(await record('get_savings_balance', argumentsOf(msisdn))).toEqual({
      total_balance: '5000',
      accruing_balance: '5000',
      due_balance: '0',
      pending_withdrawal_amount: '0',
      total_interest: '0',
      accruing_count: '1',
      due_count: '0',
      paying_out_count: '0',
      position_count: '1',
      currency: 'XAF',
    })
  })

  test('a failed payment keeps the failure reason of the wallet', async () => {
    const { record } = gatewayOf(world(), undefined, 'fr')
    const { msisdn } = await world().register()
    const { reference } = await world().quote(msisdn, '5000')
    const confirm = argumentsOf(msisdn, { deposit_reference: present(reference) })
    await record('confirm_deposit', confirm)
    const { id } = await world().orderOf(present(reference))
    world().providers.real.settle(id, pending)
    await world().driveOrders()
    expect(await record('confirm_deposit', confirm)).toMatchObject({ deposit_status: 'PENDING_VALIDATION' })
    world().providers.real.settle(id, declined)
    await world().driveOrders()
    expect(await record('confirm_deposit', confirm)).toEqual({
      deposit_status: 'FAILED',
      deposit_reference: reference,
      payment_message: expect.stringContaining('refusé sur votre téléphone'),
      failure_reason: 'PAYER_DECLINED',
    })
  })

  test('an unknown number is answered with zeros, empty lists and NOT_REGISTERED', async () => {
    const { record, rows } = gatewayOf(world())
    const msisdn = world().newNumber()
    expect(await record('check_registration_status', argumentsOf(msisdn))).toEqual({
      registration_status: 'NOT_REGISTERED',
    })
    expect(await record('get_user_email', argumentsOf(msisdn))).toEqual({
      email: '',
      email_status: 'NOT_REGISTERED',
    })
    expect(await record('get_savings_balance', argumentsOf(msisdn))).toMatchObject({
      total_balance: '0',
      currency: 'XAF',
    })
    expect(await rows('list_locked_accounts', argumentsOf(msisdn))).toEqual([])
    expect(await rows('list_recent_transactions', argumentsOf(msisdn))).toEqual([])
    expect(await record('create_deposit_summary', argumentsOf(msisdn))).toEqual({
      summary_status: 'NOT_REGISTERED',
      summary_message: expect.any(String),
      currency: 'XAF',
    })
    expect(await record('confirm_deposit', argumentsOf(msisdn))).toEqual({
      deposit_status: 'FAILED',
      payment_message: expect.any(String),
      failure_reason: 'NOT_REGISTERED',
    })
  })

  test('a closed account is answered like a number without an account', async () => {
    const { record } = gatewayOf(world())
    const { msisdn, accountId } = await world().register({ email: 'awa@example.com' })
    await world().write(`UPDATE accounts SET status = 'CLOSED', open_key = NULL WHERE id = ?`, accountId)
    expect(await record('check_registration_status', argumentsOf(msisdn))).toEqual({
      registration_status: 'NOT_REGISTERED',
    })
    expect(await record('get_user_email', argumentsOf(msisdn))).toEqual({
      email: '',
      email_status: 'NOT_REGISTERED',
    })
  })

  test('a closing account is answered with ACCOUNT_CLOSING', async () => {
    const { record } = gatewayOf(world())
    const { msisdn, accountId } = await world().register()
    const { reference } = await world().quote(msisdn, '5000')
    await world().write(`UPDATE accounts SET status = 'CLOSING' WHERE id = ?`, accountId)
    const failed = { failure_reason: 'ACCOUNT_CLOSING' }
    expect(await record('register_savings_account', argumentsOf(msisdn))).toEqual({
      registration_result: 'FAILED',
      ...failed,
    })
    expect(await record('check_registration_status', argumentsOf(msisdn))).toEqual({
      registration_status: 'REGISTERED',
      account_id: accountId,
    })
    expect(
      await record('confirm_deposit', argumentsOf(msisdn, { deposit_reference: present(reference) })),
    ).toMatchObject(failed)
    const summary = await record(
      'create_deposit_summary',
      argumentsOf(msisdn, { amount: '1000', product_code: 'LOCK1M' }),
    )
    expect(summary).toMatchObject({ summary_status: 'ACCOUNT_CLOSING', product_code: 'LOCK1M' })
  })

  test.each([
    [{ amount: '999', product_code: 'LOCK3M' }, 'BELOW_MINIMUM', true],
    [{ amount: '2000001', product_code: 'LOCK3M' }, 'ABOVE_MAXIMUM', true],
    [{ amount: '1e3', product_code: 'LOCK3M' }, 'INVALID_AMOUNT', false],
    [{ product_code: 'LOCK3M' }, 'INVALID_AMOUNT', false],
    [{ amount: '5000', product_code: 'NOTHING' }, 'PRODUCT_NOT_AVAILABLE', false],
    [{ amount: '5000' }, 'PRODUCT_NOT_AVAILABLE', false],
  ])('a summary of %p has the status %s', async (sent, status, limits) => {
    const { record } = gatewayOf(world())
    const { msisdn } = await world().register()
    const known = 'product_code' in sent && sent.product_code === 'LOCK3M'
    expect(await record('create_deposit_summary', argumentsOf(msisdn, sent as Sent))).toEqual({
      summary_status: status,
      ...(limits && { minimum_amount: '1000', max_balance: '2000000', room_left: '2000000' }),
      summary_message: expect.any(String),
      currency: 'XAF',
      ...(known && { product_code: 'LOCK3M' }),
    })
  })

  test('a summary that a payment in flight leaves no room for names the payment, and does not call the savings full', async () => {
    const { record } = gatewayOf(world())
    const { msisdn } = await world().register()
    const { reference } = await world().quote(msisdn, '1999500')
    await world().confirm(msisdn, reference)
    const summary = await record(
      'create_deposit_summary',
      argumentsOf(msisdn, { amount: '600', product_code: 'LOCK3M' }),
    )
    expect(summary).toMatchObject({ summary_status: 'ABOVE_MAXIMUM', room_left: '500' })
    expect(summary['summary_message']).toContain('A payment of yours is still in progress.')
  })

  test('an invalid reference is refused, and repeated in the answer if one was given', async () => {
    const { record } = gatewayOf(world())
    const [owner, other] = [await world().register(), await world().register()]
    const { reference } = await world().quote(owner.msisdn, '5000')
    const refused = { deposit_status: 'FAILED', failure_reason: 'INVALID_REFERENCE' }
    expect(
      await record('confirm_deposit', argumentsOf(other.msisdn, { deposit_reference: present(reference) })),
    ).toEqual({
      ...refused,
      deposit_reference: reference,
      payment_message: expect.any(String),
    })
    expect(await record('confirm_deposit', argumentsOf(other.msisdn))).not.toHaveProperty('deposit_reference')
  })

  test('a registration with an invalid e-mail address or clock answers FAILED with the reason', async () => {
    const { record } = gatewayOf(world())
    const msisdn = world().newNumber()
    for (const [sent, reason] of [
      [{ ACCOUNT_HOLDER_EMAIL: 'nobody' }, 'INVALID_EMAIL'],
      [{ clock_id: 'system' }, 'CLOCK_NOT_FOUND'],
      [{ clock_id: 'system ' }, 'CLOCK_NOT_FOUND'],
    ] as const) {
      expect(await record('register_savings_account', argumentsOf(msisdn, sent))).toEqual({
        registration_result: 'FAILED',
        failure_reason: reason,
      })
    }
    expect(await record('check_registration_status', argumentsOf(msisdn))).toEqual({
      registration_status: 'NOT_REGISTERED',
    })
  })

  test('an invalid number, which the network supplies, is a 400 that names the argument and the reason', async () => {
    const { call } = gatewayOf(world())
    const reply = await call('get_savings_balance', argumentsOf('12'))
    expect([reply.status, codeOf(reply.body)]).toEqual([400, 'INVALID_ARGUMENT'])
    expect(reply.body).toContain('ACCOUNT_HOLDER_MSISDN is invalid: must be a mobile number of 9 digits')
  })

  test('whatever a customer types is answered with 200 and the keys of the contract', async () => {
    const { record, rows } = gatewayOf(world())
    const numbers = Array.from({ length: 3 }, () => world().newNumber())
    const call = fc.record({
      operation: fc.constantFrom(...asked),
      msisdn: fc.constantFrom(...numbers),
      sent: fc.dictionary(fc.constantFrom(...typedArguments), typed),
    })
    await fc.assert(
      fc.asyncProperty(call, async ({ operation: [name, { endpoint }], msisdn, sent }) => {
        const ask = endpoint === 'getdynamicoptions' ? rows : record
        await ask(name, argumentsOf(msisdn, sent))
      }),
      { numRuns: 200 },
    )
  })

  test('products on sale are sorted by their term', async () => {
    const products = await gatewayOf(world()).rows('list_offerable_products', {})
    expect(products.map(({ product_code }) => product_code)).toEqual([
      'LOCK1M',
      'LOCK3M',
      'LOCK6M',
      'LOCK12M',
    ])
    expect(products[0]).toEqual({
      product_code: 'LOCK1M',
      accrual_period: 'MONTH',
      accrual_periods: '1',
      interest_rate: '3.00',
      min_amount: '1000',
      max_balance: '2000000',
      currency: 'XAF',
    })
  })
})
