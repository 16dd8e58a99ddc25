import { beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '../support/wait.js'
import type { Values } from './client.js'
import { customerAt, withQuote } from './customer.js'
import type { Service } from './service.js'
import type { Wallet } from './wallet.js'
import { first, present } from '../support/present.js'

/** The outcome of a payment, by the last digits of its number (docs/emulator.md#what-a-number-does). */
const outcomes: Readonly<Record<string, string>> = {
  450: 'PROVIDER_ERROR',
  451: 'PAYER_DECLINED',
  452: 'PAYER_TIMEOUT',
  454: 'SUCCESSFUL',
  455: 'PAYER_NOT_FOUND',
  456: 'PROVIDER_ERROR',
  457: 'PROVIDER_ERROR',
  458: 'PROVIDER_ERROR',
  459: 'PROVIDER_ERROR',
  460: 'PROVIDER_ERROR',
  461: 'PROVIDER_ERROR',
  462: 'PROVIDER_ERROR',
  463: 'PAYER_TIMEOUT',
  464: 'PROVIDER_ERROR',
  470: 'SUCCESSFUL',
  471: 'SUCCESSFUL',
  472: 'SUCCESSFUL',
}

/** Requests that are refused or fail. The client checks that each answer has exactly the keys of the contract. */
export const declareRefusals = (at: () => { readonly service: Service; readonly wallet: Wallet }): void => {
  let wallet: Wallet
  let service: Service
  beforeAll(() => {
    ;({ service, wallet } = at())
  })

  describe('a registration', () => {
    test.each<[string, Values]>([
      ['INVALID_EMAIL', { ACCOUNT_HOLDER_EMAIL: 'no address' }],
      ['INVALID_EMAIL', { ACCOUNT_HOLDER_EMAIL: 'awa@' }],
      ['CLOCK_NOT_FOUND', { clock_id: 'CLK-unknown' }],
      ['CLOCK_NOT_FOUND', { clock_id: 'system' }],
    ])('fails with %s for %j', async (reason, sent) => {
      const customer = customerAt(service)
      expect(await customer.register(sent)).toEqual({
        registration_result: 'FAILED',
        failure_reason: reason,
      })
      expect(await customer.register()).toMatchObject({ registration_result: 'REGISTERED' })
    })

    test('a second time changes nothing', async () => {
      const customer = customerAt(service)
      const { account_id } = await customer.register({ ACCOUNT_HOLDER_EMAIL: 'one@example.com' })
      expect(await customer.register({ ACCOUNT_HOLDER_EMAIL: 'two@example.com' })).toEqual({
        registration_result: 'ALREADY_REGISTERED',
        account_id,
      })
      expect(
        await service.record('get_user_email', { ACCOUNT_HOLDER_MSISDN: customer.msisdn }),
      ).toMatchObject({ email: 'one@example.com' })
    })
  })

  describe('a quote', () => {
    const limits = { minimum_amount: '1000', max_balance: '2000000', room_left: '2000000' }

    test.each<[string, string, string, Values]>([
      ['INVALID_AMOUNT', '1e3', 'LOCK3M', {}],
      ['INVALID_AMOUNT', '-5', 'LOCK3M', {}],
      ['INVALID_AMOUNT', '', 'LOCK3M', {}],
      ['INVALID_AMOUNT', '9'.repeat(20), 'LOCK3M', {}],
      ['BELOW_MINIMUM', '999', 'LOCK3M', limits],
      ['ABOVE_MAXIMUM', '2000001', 'LOCK3M', limits],
      ['PRODUCT_NOT_AVAILABLE', '5000', 'LOCK9Y', {}],
      ['PRODUCT_NOT_AVAILABLE', '5000', '', {}],
    ])('is %s for an amount of "%s" in "%s"', async (status, amount, productCode, keys) => {
      const customer = customerAt(service)
      await customer.register()
      const quote = await customer.quote(amount, productCode)
      expect(quote).toMatchObject({ summary_status: status, currency: 'XAF', ...keys })
      expect(present(quote['summary_message']).length).toBeLessThanOrEqual(160)
      expect(quote).not.toHaveProperty('deposit_reference')
      if (status !== 'BELOW_MINIMUM' && status !== 'ABOVE_MAXIMUM')
        expect(quote).not.toHaveProperty('room_left')
    })

    test('of a number that is not registered is NOT_REGISTERED', async () => {
      const quote = await customerAt(service).quote('5000')
      expect(quote).toMatchObject({ summary_status: 'NOT_REGISTERED', currency: 'XAF' })
      expect(quote).not.toHaveProperty('deposit_reference')
    })
  })

  describe('a confirm', () => {
    test('of a number that is not registered is NOT_REGISTERED', async () => {
      expect(await customerAt(service).confirm('DEP-anything')).toMatchObject({
        deposit_status: 'FAILED',
        failure_reason: 'NOT_REGISTERED',
      })
    })

    test("of an unknown or empty reference, or of another customer's, is INVALID_REFERENCE", async () => {
      const { reference } = await withQuote(service, '5000')
      const customer = customerAt(service)
      await customer.register()
      for (const given of [reference, 'DEP-unknown', '', 'x'.repeat(64)]) {
        expect(await customer.confirm(given)).toMatchObject({
          deposit_status: 'FAILED',
          failure_reason: 'INVALID_REFERENCE',
        })
      }
      expect(await wallet.ordersOf(customer.msisdn)).toEqual([])
    })

    test('is ABOVE_MAXIMUM if another deposit has taken the room since the quote', async () => {
      const { customer, reference } = await withQuote(service, '1200000')
      const { deposit_reference: second } = await customer.quote('1200000')
      await customer.outcome(reference)
      expect(await customer.confirm(present(second))).toMatchObject({
        deposit_status: 'FAILED',
        failure_reason: 'ABOVE_MAXIMUM',
      })
      expect(await customer.balance()).toMatchObject({ total_balance: '1200000' })
      expect(await wallet.ordersOf(customer.msisdn)).toHaveLength(1)
    })
  })

  test('a payment ends as the last digits of its number determine', async () => {
    const endings = [...Object.keys(outcomes), '453']
    const payments = await Promise.all(
      endings.map(async (ending) => {
        const { customer, reference } = await withQuote(service, '5000', `237670000${ending}`)
        await customer.confirm(reference)
        return { ending, customer, reference }
      }),
    )
    const forEver = first(payments.splice(-1))
    const ended = await Promise.all(
      payments.map(async ({ ending, customer, reference }) => {
        const answer = await customer.outcome(reference)
        expect(present(answer['payment_message']).length).toBeLessThanOrEqual(160)
        const isPaid = answer['deposit_status'] === 'SUCCESSFUL'
        const order = await wallet.ordersOf(customer.msisdn)
        expect(order).toMatchObject([{ accepted: true, status: isPaid ? 'SUCCESSFUL' : 'FAILED' }])
        expect(await customer.balance()).toMatchObject({ total_balance: isPaid ? '5000' : '0' })
        expect(await customer.transactions()).toMatchObject([
          { transaction_status: answer['deposit_status'], amount: '5000' },
        ])
        return [ending, answer['failure_reason'] ?? answer['deposit_status']]
      }),
    )
    expect(Object.fromEntries(ended)).toEqual(outcomes)

    expect(await forEver.customer.confirm(forEver.reference)).toMatchObject({
      deposit_status: 'PENDING_VALIDATION',
    })
    expect(await forEver.customer.transactions()).toMatchObject([{ transaction_status: 'PENDING' }])
  })

  test("a payment with an unknown outcome is settled by the provider's status, not by a callback", async () => {
    const { customer, reference } = await withQuote(service, '7000', '237671000453')
    await customer.confirm(reference)
    await eventually('it is at the wallet', async () => (await wallet.ordersOf(customer.msisdn)).length === 1)
    const order = first(await wallet.ordersOf(customer.msisdn))
    await fetch(`${wallet.url}/emulator/orders/${order.reference}/outcome`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'FAILED', reason: 'NOT_ENOUGH_FUNDS' }),
    })
    const forged = await fetch(`${service.url()}/callbacks/momo`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ externalId: order.reference, status: 'SUCCESSFUL' }),
    })
    expect(forged.status).toBe(200)
    expect(await customer.outcome(reference)).toMatchObject({ failure_reason: 'INSUFFICIENT_FUNDS' })
    expect(await customer.balance()).toMatchObject({ total_balance: '0' })
  })
}
