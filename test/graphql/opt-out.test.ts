import { expect, test } from '@jest/globals'
import { messagesFor } from '../../src/bank/messages/messages.js'
import { describeEachDatabase } from '../support/services.js'
import { paid, pending, worldFor } from '../support/world.js'
import { argumentsOf, gatewayOf } from './gateway.js'
import { gateway, serviceOf } from './support.js'
import { present } from '../support/present.js'
import { anyObject, recordOf, shaped } from '../support/typed.js'
import { z } from 'zod'

describeEachDatabase('the opt-out journey through facade and schema', (database) => {
  const world = worldFor(database)

  test('shows what it would settle, settles it, and shows the payouts in progress', async () => {
    const { record, rows } = gatewayOf(world())
    const { ask } = serviceOf(world())
    const { msisdn, accountId } = await world().register()
    await world().deposit(msisdn, '100000', 'LOCK1M')
    // The younger position must have the higher id, because payouts of one millisecond are sorted as their positions.
    world().clock.advance(1)
    await world().deposit(msisdn, '100000', 'LOCK3M')
    world().clock.set('2026-04-10')

    const list = await rows('list_opt_out_positions', argumentsOf(msisdn))
    const totals = { currency: 'XAF', total_payout: '200365', total_settlement_delay: '48h' }
    expect(list).toEqual([
      {
        locked_account_id: expect.stringMatching(/^POS-/),
        position_status: 'MATURED',
        label: '1-month savings to 01/04/2026',
        maturity_date: '2026-04-01',
        amount: '100000',
        withdrawal_basis: 'MATURITY',
        original_rate: '3.00',
        effective_rate: '3.00',
        accrued_interest: '255',
        interest_at_maturity: '255',
        withdrawable_amount: '255',
        forfeited_interest: '0',
        payout: '100255',
        settlement_delay: '0h',
        ...totals,
      },
      {
        locked_account_id: expect.stringMatching(/^POS-/),
        position_status: 'ACCRUING',
        label: '3-month savings to 01/06/2026',
        maturity_date: '2026-06-01',
        amount: '100000',
        withdrawal_basis: 'EARLY_EXIT',
        original_rate: '4.50',
        effective_rate: '1.00',
        accrued_interest: '493',
        interest_at_maturity: '1134',
        withdrawable_amount: '110',
        forfeited_interest: '383',
        payout: '100110',
        settlement_delay: '48h',
        ...totals,
      },
    ])
    const locked = await rows('list_locked_accounts', argumentsOf(msisdn))
    expect(list.map(({ locked_account_id }) => locked_account_id)).toEqual(
      locked.map(({ locked_account_id }) => locked_account_id),
    )

    world().providers.real.settle(msisdn, pending)
    const { reference } = await world().quote(msisdn, '3000', 'LOCK1M')
    await world().confirm(msisdn, reference)
    await world().dispatch()
    expect(await record('confirm_opt_out', argumentsOf(msisdn))).toEqual({
      opt_out_status: 'PENDING',
      settlement_delay: '48h',
    })
    expect(await rows('list_opt_out_positions', argumentsOf(msisdn))).toEqual([])
    expect(await record('get_savings_balance', argumentsOf(msisdn))).toMatchObject({
      accruing_count: '0',
      due_count: '0',
      paying_out_count: '2',
      pending_withdrawal_amount: '200000',
      total_interest: '365',
    })

    const progress = async () => {
      const { customer } = shaped(
        z.object({ customer: z.object({ account: anyObject }) }),
        await ask(
          `{ customer(by: { msisdn: "${msisdn}" }) { account { id status leaving {
             status deposits { amount } payouts { status amount } refunds { amount status } } } } }`,
        ),
      )
      return customer.account
    }
    expect(await progress()).toEqual({
      id: accountId,
      status: 'CLOSING',
      leaving: {
        status: 'PENDING',
        deposits: [{ amount: '3000' }],
        payouts: [
          { status: 'PROCESSING', amount: '100255' },
          { status: 'ON_HOLD', amount: '100110' },
        ],
        refunds: [],
      },
    })
    world().providers.real.settle((await world().orderOf(present(reference))).id, paid)
    await world().driveOrders()
    expect(await progress()).toMatchObject({
      leaving: { status: 'COMPLETED', deposits: [], refunds: [{ amount: '3000', status: 'SUBMITTED' }] },
    })
    expect((await rows('list_recent_transactions', argumentsOf(msisdn)))[0]).toEqual({
      transaction_id: expect.any(String),
      transaction_date: '2026-04-10',
      transaction_type: 'REFUND',
      transaction_status: 'PENDING',
      amount: '3000',
      currency: 'XAF',
    })

    world().providers.real.settle(msisdn, paid)
    world().clock.set('2026-04-12')
    await world().releaseHolds()
    await world().driveOrders()
    expect(await record('confirm_opt_out', argumentsOf(msisdn))).toEqual({ opt_out_status: 'COMPLETED' })
    expect(await record('check_registration_status', argumentsOf(msisdn))).toEqual({
      registration_status: 'NOT_REGISTERED',
    })
    expect(await rows('list_recent_transactions', argumentsOf(msisdn))).toEqual([])
    expect(
      await ask(
        `{ customer(by: { msisdn: "${msisdn}" }) { account { id } accounts { nodes { status leaving { status } } } } }`,
      ),
    ).toEqual({
      customer: { account: null, accounts: { nodes: [{ status: 'CLOSED', leaving: null }] } },
    })
  })

  test('is refused for an unregistered number and during a walk', async () => {
    const { record, rows } = gatewayOf(world())
    const unregistered = argumentsOf(world().newNumber())
    expect(await rows('list_opt_out_positions', unregistered)).toEqual([])
    expect(await record('confirm_opt_out', unregistered)).toEqual({
      opt_out_status: 'FAILED',
      failure_reason: 'NOT_REGISTERED',
    })
    const clock = await world().newClock('2026-03-01')
    const { msisdn } = await world().register({ clockId: clock.id })
    await world().ask(clock.id, '2026-03-02')
    expect(await record('confirm_opt_out', argumentsOf(msisdn))).toEqual({
      opt_out_status: 'FAILED',
      failure_reason: 'CLOCK_ADVANCING',
    })
  })

  test.each(['fr', 'en'] as const)(
    'has a text in GraphQL for each answer without a text on the wire, in %s',
    async (language) => {
      const messages = messagesFor(language)
      const { act } = serviceOf(world())
      const answerOf = (mutation: string, input: Record<string, unknown>, selection: string) =>
        act(mutation, input, selection, { language, actor: gateway })
      const failed = async (mutation: string, input: Record<string, unknown>) => {
        const { refusal } = await answerOf(mutation, input, 'refusal { code message }')
        return Object.values(recordOf(refusal))
      }
      const unregistered = world().newNumber()
      const { msisdn } = await world().register()
      const nobody = ['NOT_REGISTERED', messages.optOutRefusal.NOT_REGISTERED]
      expect(await failed('optOut', { msisdn: unregistered })).toEqual(nobody)
      expect(await failed('registerCustomer', { msisdn: unregistered, email: 'awa' })).toEqual([
        'INVALID_EMAIL',
        messages.registrationRefusal.INVALID_EMAIL,
      ])
      for (const positionId of ['POS-NONE', ''])
        expect(
          await answerOf('quoteWithdrawal', { msisdn, positionId }, 'status refusal { code message }'),
        ).toEqual({
          status: 'NOT_FOUND',
          refusal: { code: 'NOT_FOUND', message: messages.withdrawalSummary.notFound },
        })

      const { reference } = await answerOf('prepareStatement', { msisdn }, 'reference')
      const request = (of: string, email: string, period: string, named = reference) =>
        failed('requestStatement', { msisdn: of, email, period, reference: named })
      const { INVALID_EMAIL: addresses, ...texts } = messages.statementRefusal
      const told = (code: keyof typeof texts) => [code, texts[code]]
      expect(await request(msisdn, 'awa@', 'ALL')).toEqual(['INVALID_EMAIL', addresses.NOT_AN_ADDRESS])
      expect(await request(msisdn, ' ', 'ALL')).toEqual(['INVALID_EMAIL', addresses.NONE_ON_FILE])
      expect(await request(msisdn, 'awa@example.com', '25')).toEqual(told('INVALID_PERIOD'))
      expect(await request(msisdn, 'awa@example.com', 'ALL', 'STM-NONE')).toEqual(told('INVALID_REFERENCE'))
      expect(await request(unregistered, 'awa@example.com', 'ALL')).toEqual(told('NOT_REGISTERED'))
      world().clock.set('2026-03-03')
      expect(await request(msisdn, 'awa@example.com', 'ALL')).toEqual(told('REFERENCE_EXPIRED'))
    },
  )
})
