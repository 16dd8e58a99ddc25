import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { Database } from '../../src/platform/database/database.js'
import { booksProblems } from '../support/books.js'
import { describeEachDatabase } from '../support/services.js'
import { customerAt, newNumber, withQuote } from './customer.js'
import { daysFrom, interest, monthsLater, todayInDouala } from './figures.js'
import { declareRefusals } from './refusals.js'
import { startService, type Service } from './service.js'
import { startWallet, type Wallet } from './wallet.js'
import { first, present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

// The client checks every answer, of success and of failure, against the contract's table.
describeEachDatabase('the deposit journey', (testDatabase) => {
  let wallet: Wallet
  let service: Service
  let database: Database

  beforeAll(async () => {
    wallet = await startWallet()
    service = await startService(testDatabase, wallet.env)
    database = await service.openDatabase()
  })
  afterEach(async () => expect(await booksProblems(database)).toEqual([]))
  afterAll(async () => {
    await database?.close()
    await service?.close()
    await wallet?.close()
  })

  test('goes from an unknown number to savings that earn interest', async () => {
    const customer = customerAt(service)
    const holder = { ACCOUNT_HOLDER_MSISDN: customer.msisdn }
    expect(await service.record('check_registration_status', holder)).toEqual({
      registration_status: 'NOT_REGISTERED',
    })
    const registered = await customer.register({ ACCOUNT_HOLDER_EMAIL: 'awa@example.com' })
    expect(registered).toEqual({
      registration_result: 'REGISTERED',
      account_id: expect.stringMatching(/^ACC-/),
    })
    expect(await service.record('check_registration_status', holder)).toEqual({
      registration_status: 'REGISTERED',
      account_id: registered['account_id'],
      user_email: 'awa@example.com',
    })
    expect(await service.record('get_user_email', holder)).toEqual({
      email: 'awa@example.com',
      email_status: 'ON_FILE',
    })

    const products = await service.rows('list_offerable_products')
    expect(products.map((product) => [product['product_code'], product['interest_rate']])).toEqual([
      ['LOCK1M', '3.00'],
      ['LOCK3M', '4.50'],
      ['LOCK6M', '5.50'],
      ['LOCK12M', '6.50'],
    ])

    const maturityDate = monthsLater(todayInDouala(), 3)
    const days = daysFrom(todayInDouala(), maturityDate)
    const earnings = interest(50_000, '4.50', days)
    const quote = await customer.quote('50000')
    expect(quote).toMatchObject({
      summary_status: 'OK',
      deposit_basis: 'NEW',
      amount: '50000',
      interest_rate: '4.50',
      estimated_earnings: String(earnings),
      total_at_maturity: String(50_000 + earnings),
      duration_days: String(days),
      maturity_date: maturityDate,
      savings_balance_now: '0',
      savings_balance_after: '50000',
      currency: 'XAF',
    })
    expect(quote).not.toHaveProperty('locked_account_id')
    const reference = present(quote['deposit_reference'])

    expect(await customer.confirm(reference)).toMatchObject({
      deposit_status: 'PENDING_VALIDATION',
      deposit_reference: reference,
    })
    expect(await customer.outcome(reference)).toMatchObject({
      deposit_status: 'SUCCESSFUL',
      payment_message: 'Thank you! Your deposit of 50 000 XAF has arrived.',
    })
    expect(await customer.balance()).toEqual({
      total_balance: '50000',
      accruing_balance: '50000',
      due_balance: '0',
      pending_withdrawal_amount: '0',
      total_interest: '0',
      accruing_count: '1',
      due_count: '0',
      paying_out_count: '0',
      position_count: '1',
      currency: 'XAF',
    })
    expect(await customer.positions()).toEqual([
      {
        locked_account_id: expect.stringMatching(/^POS-/),
        position_status: 'ACCRUING',
        label: expect.stringMatching(/^3-month savings/),
        maturity_date: maturityDate,
        current_balance: '50000',
        locked_rate: '4.50',
        accrued_interest: '0',
        interest_at_maturity: String(earnings),
        withdrawable_amount: '0',
        withdrawal_basis: 'EARLY_EXIT',
      },
    ])
    expect(await customer.transactions()).toEqual([
      {
        transaction_id: expect.any(String),
        transaction_date: todayInDouala(),
        transaction_type: 'DEPOSIT',
        transaction_status: 'SUCCESSFUL',
        amount: '50000',
        currency: 'XAF',
      },
    ])
    expect(await wallet.ordersOf(customer.msisdn)).toMatchObject([{ amount: '50000', status: 'SUCCESSFUL' }])
  })

  test('tops up existing savings, and confirming again pays nothing again', async () => {
    const { customer, reference } = await withQuote(service, '50000')
    await customer.outcome(reference)
    const position = first(await customer.positions())
    const quote = await customer.quote('25000')
    expect(quote).toMatchObject({
      deposit_basis: 'TOP_UP',
      locked_account_id: position['locked_account_id'],
      maturity_date: position['maturity_date'],
      savings_balance_now: '50000',
      savings_balance_after: '75000',
      savings_earnings_at_maturity: String(
        Number(position['interest_at_maturity']) + Number(quote['estimated_earnings']),
      ),
    })
    await customer.outcome(present(quote['deposit_reference']))
    for (const again of [reference, present(quote['deposit_reference'])]) {
      expect(await customer.confirm(again)).toMatchObject({ deposit_status: 'SUCCESSFUL' })
    }
    expect(await customer.positions()).toEqual([
      expect.objectContaining({
        locked_account_id: position['locked_account_id'],
        current_balance: '75000',
        interest_at_maturity: quote['savings_earnings_at_maturity'],
      }),
    ])
    expect(await customer.transactions()).toHaveLength(2)
    expect(await wallet.ordersOf(customer.msisdn)).toHaveLength(2)
  })

  test('is answered in French unless English is requested', async () => {
    const { customer, reference } = await withQuote(service, '1000')
    await customer.outcome(reference)
    const sent = { ACCOUNT_HOLDER_MSISDN: customer.msisdn, deposit_reference: reference }
    for (const languageCode of ['fr', 'sw', '']) {
      const answer = await service.record('confirm_deposit', sent, { languageCode })
      expect(answer['payment_message']).toMatch(/^Merci/)
    }
  })

  test('of a number without e-mail is answered without one', async () => {
    const customer = customerAt(service)
    await customer.register()
    expect(await service.record('get_user_email', { ACCOUNT_HOLDER_MSISDN: customer.msisdn })).toEqual({
      email: '',
      email_status: 'MISSING',
    })
  })

  test('of thirty registrations and twenty confirms at once opens one account and sends one order to the wallet', async () => {
    const customer = customerAt(service)
    const answers = await Promise.all(Array.from({ length: 30 }, () => customer.register()))
    expect(new Set(answers.map((answer) => answer['account_id'])).size).toBe(1)
    expect(answers.filter((answer) => answer['registration_result'] === 'REGISTERED')).toHaveLength(1)
    const reference = present((await customer.quote('5000'))['deposit_reference'])
    await Promise.all(Array.from({ length: 20 }, () => customer.confirm(reference)))
    expect(await customer.outcome(reference)).toMatchObject({ deposit_status: 'SUCCESSFUL' })
    expect(await wallet.ordersOf(customer.msisdn)).toMatchObject([{ sends: 1 }])
    expect(await customer.balance()).toMatchObject({ total_balance: '5000', position_count: '1' })
  })

  test('of a customer on a test clock has the dates of the clock', async () => {
    const created = await service.graphql(
      'mutation { createClock(input: { now: "2027-01-31" }) { clock { id } } }',
      'dev-gateway-key',
    )
    const { id } = shaped(
      z.object({ createClock: z.object({ clock: z.object({ id: z.string() }) }) }),
      created.data,
    ).createClock.clock
    const customer = customerAt(service)
    await customer.register({ clock_id: id })
    const quote = await customer.quote('10000', 'LOCK1M')
    expect(quote).toMatchObject({ maturity_date: '2027-02-28', duration_days: '28' })
    await customer.outcome(present(quote['deposit_reference']))
    expect(await customer.transactions()).toMatchObject([{ transaction_date: '2027-01-31' }])
    expect(await customer.balance()).toMatchObject({ accruing_balance: '10000' })
  })

  test('of one number shows nothing to another', async () => {
    const { customer, reference } = await withQuote(service, '2000')
    await customer.outcome(reference)
    const other = customerAt(service, newNumber())
    expect(await other.balance()).toMatchObject({ total_balance: '0', position_count: '0' })
    expect(await other.positions()).toEqual([])
    expect(await other.transactions()).toEqual([])
  })

  describe('what is refused or fails', () => declareRefusals(() => ({ service, wallet })))
})
