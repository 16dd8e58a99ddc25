import { expect, test } from '@jest/globals'
import { releaseHeld } from '../../src/bank/savings/payouts/release-holds.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor, type World } from '../support/world.js'
import { argumentsOf, gatewayOf } from './gateway.js'
import { serviceOf } from './support.js'
import { at, present } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const saver = async (world: World) => {
  const { msisdn } = await world.register()
  await world.deposit(msisdn, '100000')
  const view = at(await world.positions(msisdn), 0)
  return { msisdn, positionId: view.position.id }
}

describeEachDatabase('the withdrawal journey through facade and schema', (database) => {
  const world = worldFor(database)

  test('an early exit is previewed, confirmed, held, and paid', async () => {
    const { record, rows } = gatewayOf(world())
    const { msisdn, positionId } = await saver(world())
    world().clock.set('2026-04-10')
    const asked = argumentsOf(msisdn, { locked_account_id: positionId })
    const { withdrawal_reference, ...shown } = await record('create_withdrawal_summary', asked)
    expect(shown).toEqual({
      position_status: 'ACCRUING',
      amount: '100000',
      original_rate: '4.50',
      withdrawal_basis: 'EARLY_EXIT',
      accrued_interest: '493',
      interest_at_maturity: '1134',
      effective_rate: '1.00',
      withdrawable_amount: '110',
      forfeited_interest: '383',
      total_payout: '100110',
      currency: 'XAF',
      payout_message:
        'Early withdrawal: 100 110 XAF, sent on 12/04/2026 at about 12:00. ' +
        'If you wait until 01/06/2026, you get 101 134 XAF.',
      settlement_delay: '48h',
    })
    expect(withdrawal_reference).toMatch(/^WDR-/)

    const confirm = argumentsOf(msisdn, { withdrawal_reference: present(withdrawal_reference) })
    const { settlement_reference, ...pending } = await record('confirm_withdrawal', confirm)
    const held = {
      payout_status: 'ON_HOLD',
      payout_message:
        'Your withdrawal of 100 110 XAF is confirmed. It will be sent to your Mobile Money account on 12/04/2026 at 12:00.',
      settlement_delay: '48h',
    }
    expect(settlement_reference).toMatch(/^SET-/)
    expect(pending).toEqual({ withdrawal_status: 'PENDING', withdrawal_reference, ...held })
    expect(await rows('list_locked_accounts', argumentsOf(msisdn))).toEqual([
      {
        locked_account_id: positionId,
        position_status: 'PAYING_OUT',
        settlement_reference,
        ...held,
        label: '3-month savings to 01/06/2026',
        maturity_date: '2026-06-01',
        current_balance: '0',
        locked_rate: '4.50',
        accrued_interest: '493',
        interest_at_maturity: '1134',
      },
    ])
    const { withdrawal_reference: none, ...again } = await record('create_withdrawal_summary', asked)
    expect(none).toBeUndefined()
    expect(again).toEqual({ ...shown, position_status: 'PAYING_OUT', settlement_reference, ...held })
    expect((await rows('list_recent_transactions', argumentsOf(msisdn)))[0]).toEqual({
      transaction_id: settlement_reference,
      transaction_date: '2026-04-10',
      transaction_type: 'WITHDRAWAL',
      transaction_status: 'PENDING',
      amount: '100110',
      currency: 'XAF',
    })

    world().clock.set('2026-04-12')
    const deps = { payoutMax: undefined, payeeNote: 'payout' }
    const release = { at: world().clock.now(), on: dateOf('2026-04-12') }
    await releaseHeld({ database: world().database, payouts: deps }, world().call(), {
      payoutId: present(settlement_reference),
      ...release,
    })
    expect(await record('confirm_withdrawal', confirm)).toMatchObject({
      withdrawal_status: 'PENDING',
      payout_status: 'PROCESSING',
      payout_message: 'Your withdrawal of 100 110 XAF is being sent to your Mobile Money account.',
    })
    await world().driveOrders()
    expect(await record('confirm_withdrawal', confirm)).toEqual({
      withdrawal_status: 'SUCCESSFUL',
      withdrawal_reference,
      settlement_reference,
      payout_status: 'PAID',
      payout_message: 'Your withdrawal of 100 110 XAF has been paid.',
    })
    expect(await rows('list_locked_accounts', argumentsOf(msisdn))).toEqual([])
    expect(await record('create_withdrawal_summary', asked)).toMatchObject({
      position_status: 'CLOSED',
      total_payout: '0',
      currency: 'XAF',
      payout_status: 'PAID',
    })
  })

  test('at maturity no delay is shown, and if the wallet refuses the payee, the answer has the reason', async () => {
    const { record } = gatewayOf(world(), undefined, 'fr')
    const { msisdn, positionId } = await saver(world())
    world().clock.set('2026-06-01')
    const asked = argumentsOf(msisdn, { locked_account_id: positionId })
    const preview = await record('create_withdrawal_summary', asked)
    expect(preview).toMatchObject({
      position_status: 'MATURED',
      withdrawal_basis: 'MATURITY',
      original_rate: '4.50',
      effective_rate: '4.50',
      forfeited_interest: '0',
      withdrawable_amount: '1134',
      total_payout: '101134',
      payout_message:
        "Votre épargne est arrivée à terme. Vous recevrez 101 134 XAF, dont 1 134 XAF de gains. L'argent est envoyé tout de suite.",
    })
    expect(preview).not.toHaveProperty('settlement_delay')
    world().providers.real.settle(msisdn, { state: 'FAILED', reason: 'PAYEE_LIMIT_REACHED' })
    const confirm = argumentsOf(msisdn, { withdrawal_reference: present(preview['withdrawal_reference']) })
    const sent = await record('confirm_withdrawal', confirm)
    expect(sent).toMatchObject({ withdrawal_status: 'PENDING', payout_status: 'PROCESSING' })
    expect(sent).not.toHaveProperty('settlement_delay')
    await world().driveOrders()
    expect(await record('confirm_withdrawal', confirm)).toMatchObject({
      withdrawal_status: 'FAILED',
      payout_status: 'FAILED',
      failure_reason: 'PAYEE_LIMIT_REACHED',
      payout_message:
        "Votre retrait de 101 134 XAF n'a pas abouti. Votre épargne est rétablie, gains compris. Vérifiez votre compte Mobile Money.",
    })
    expect(await record('create_withdrawal_summary', asked)).toMatchObject({ position_status: 'MATURED' })
  })

  test('a payout under review is not shown as being sent', async () => {
    const { record } = gatewayOf(world())
    const { msisdn, positionId } = await saver(world())
    world().clock.set('2026-06-01')
    const { reference } = await world().preview(msisdn, positionId)
    world().providers.real.settle(msisdn, { state: 'FAILED', reason: 'A_NEW_WORD' })
    const confirm = argumentsOf(msisdn, { withdrawal_reference: present(reference) })
    await record('confirm_withdrawal', confirm)
    await world().driveOrders()
    const answer = await record('confirm_withdrawal', confirm)
    expect(answer).toMatchObject({
      withdrawal_status: 'PENDING',
      payout_status: 'UNDER_REVIEW',
      payout_message:
        'Your withdrawal of 101 134 XAF has not gone through yet. Your money is safe, and our team is taking care of it.',
    })
    expect(answer).not.toHaveProperty('failure_reason')
  })

  test('a refused payout of a closing account is still owed, and shown as pending everywhere', async () => {
    const { record, rows } = gatewayOf(world())
    const { msisdn, positionId } = await saver(world())
    const { reference } = await world().preview(msisdn, positionId)
    const confirm = argumentsOf(msisdn, { withdrawal_reference: present(reference) })
    await record('confirm_withdrawal', confirm)
    await record('confirm_opt_out', argumentsOf(msisdn))
    world().providers.real.settle(msisdn, { state: 'FAILED', reason: 'PAYEE_NOT_FOUND' })
    world().clock.set('2026-03-03')
    await world().releaseHolds()
    await world().driveOrders()
    const answer = await record('confirm_withdrawal', confirm)
    expect(answer).toMatchObject({
      withdrawal_status: 'PENDING',
      payout_status: 'FAILED',
      payout_message:
        'Your withdrawal of 100 000 XAF has not gone through yet. Your money is safe, and our team is taking care of it.',
    })
    expect(answer).not.toHaveProperty('failure_reason')
    expect(await rows('list_recent_transactions', argumentsOf(msisdn))).toMatchObject([
      { transaction_type: 'WITHDRAWAL', transaction_status: 'PENDING', amount: '100000' },
      { transaction_type: 'DEPOSIT' },
    ])
    expect(await record('get_savings_balance', argumentsOf(msisdn))).toMatchObject({
      pending_withdrawal_amount: '100000',
    })
    expect(await record('confirm_opt_out', argumentsOf(msisdn))).toMatchObject({ opt_out_status: 'PENDING' })
  })

  test('refusals are data, with texts about a withdrawal', async () => {
    const { record } = gatewayOf(world())
    const { msisdn, positionId } = await saver(world())
    const unregistered = world().newNumber()
    const notFound = { position_status: 'NOT_FOUND', total_payout: '0', currency: 'XAF' }
    for (const sent of [
      argumentsOf(msisdn, { locked_account_id: 'POS-NONE' }),
      argumentsOf(msisdn),
      argumentsOf(unregistered),
    ]) {
      expect(await record('create_withdrawal_summary', sent)).toEqual(notFound)
    }
    const refused = async (number: string, reference: string | null) => {
      const sent = argumentsOf(number, reference === null ? {} : { withdrawal_reference: reference })
      const { withdrawal_status, failure_reason, payout_message } = await record('confirm_withdrawal', sent)
      expect(withdrawal_status).toBe('FAILED')
      expect(payout_message).not.toContain('taken')
      return failure_reason
    }
    const [first, second] = [
      await world().preview(msisdn, positionId),
      await world().preview(msisdn, positionId),
    ]
    expect(await refused(msisdn, null)).toBe('INVALID_REFERENCE')
    expect(await refused(unregistered, first.reference)).toBe('NOT_REGISTERED')
    await record(
      'confirm_withdrawal',
      argumentsOf(msisdn, { withdrawal_reference: present(first.reference) }),
    )
    expect(await refused(msisdn, second.reference)).toBe('ALREADY_PAYING_OUT')
  })

  test('GraphQL shows the payout of a position, and refuses a withdrawal without the role for it', async () => {
    const service = serviceOf(world())
    const { msisdn, positionId } = await saver(world())
    const { reference } = await world().preview(msisdn, positionId)
    const confirm = `mutation { confirmWithdrawal(input: { msisdn: "${msisdn}", reference: "${reference}" }) { status } }`
    const analyst = { name: 'analyst', roles: new Set(['ANALYST'] as const) }
    expect(await service.refusal(confirm, { actor: analyst })).toBe('FORBIDDEN 403')
    expect(await service.ask(confirm)).toEqual({ confirmWithdrawal: { status: 'PENDING' } })
    const payout =
      'status basis effectiveRate principal interest tax amount currency exitedOn heldUntil settledOn'
    expect(
      await service.ask(`{ openPositions(msisdn: "${msisdn}") { payout { ${payout} failureReason } } }`),
    ).toEqual({
      openPositions: [
        {
          payout: {
            status: 'ON_HOLD',
            basis: 'EARLY_EXIT',
            effectiveRate: '1.00',
            principal: '100000',
            interest: '0',
            tax: '0',
            amount: '100000',
            currency: 'XAF',
            exitedOn: '2026-03-01',
            heldUntil: '2026-03-03T11:00:00.000Z',
            settledOn: null,
            failureReason: null,
          },
        },
      ],
    })
  })

  test('the back office finds the preview that a customer was shown, also after it was confirmed, and its payout', async () => {
    const { ask } = serviceOf(world())
    const { msisdn, positionId } = await saver(world())
    world().clock.set('2026-04-10')
    const { reference } = await world().preview(msisdn, positionId)
    const source = `query ($reference: ID!) {
      quote(id: $reference) {
        __typename msisdn amount position { id } currency productCode businessDate expiresAt
        customer { msisdn } product { code earlyRate }
        ... on WithdrawalQuote {
          basis originalRate effectiveRate accruedInterest interestAtMaturity withdrawableAmount
          forfeitedInterest totalPayout settlementDelay payout { id amount }
        }
      }
    }`
    const asking = { variables: { reference } }
    const quoted = {
      __typename: 'WithdrawalQuote',
      msisdn,
      amount: '100000',
      position: { id: positionId },
      currency: 'XAF',
      productCode: 'LOCK3M',
      businessDate: '2026-04-10',
      expiresAt: expect.stringMatching(/^2026-04-10T.*Z$/),
      customer: { msisdn },
      product: { code: 'LOCK3M', earlyRate: '1.00' },
      basis: 'EARLY_EXIT',
      originalRate: '4.50',
      effectiveRate: '1.00',
      accruedInterest: '493',
      interestAtMaturity: '1134',
      withdrawableAmount: '110',
      forfeitedInterest: '383',
      totalPayout: '100110',
      settlementDelay: '48h',
    }
    expect(await ask(source, asking)).toEqual({ quote: { ...quoted, payout: null } })
    const { id } = await world().withdraw(msisdn, reference)
    world().clock.set('2026-04-20')
    expect(await ask(source, asking)).toEqual({ quote: { ...quoted, payout: { id, amount: '100110' } } })

    const early = { positionId, basis: 'EARLY_EXIT', amount: '100110' }
    const changed = 'UPDATE request_log SET terms = ? WHERE reference = ?'
    await world().write(changed, JSON.stringify(early), reference)
    expect(await ask(source, asking)).toEqual({ quote: null })
    for (const other of [`${reference} `, 'WDR-unknown'])
      expect(await ask(source, { variables: { reference: other } })).toEqual({ quote: null })
  })
})
