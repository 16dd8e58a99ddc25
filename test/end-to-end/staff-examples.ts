import { setTimeout } from 'node:timers/promises'
import { envelopeOf } from '../../src/cli/conformance/call.js'
import { contract } from '../../src/cli/conformance/contract.js'
import type { Exchange } from '../../src/simulator/scenario/play-scenario.js'
import { httpWorld } from '../../src/simulator/scenario/http-world.js'
import { eventually } from '../support/wait.js'
import { gatewayKey, pairs, type Values } from './client.js'
import type { Service } from './service.js'
import { first, present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const [clerk, approver, admin] = ['dev-back-office-key', 'dev-approver-key', 'dev-admin-key']
const firstDay = '2026-01-31'

interface Answered extends Exchange {
  readonly values: Values
}

/**
 * Answers of the gateway that no scenario can cause, because they need staff, the passing of time or a new version of a product. The
 * customers live by test clocks, so that the answers are the same in every run.
 */
export const examplesByStaff = async (service: Service): Promise<readonly Exchange[]> => {
  const world = httpWorld({ url: service.url(), key: gatewayKey })

  const ask = async (operation: string, sent: Values): Promise<Answered> => {
    const { endpoint } = present(contract[operation])
    const envelope = JSON.stringify(
      envelopeOf(operation, sent, {
        languageCode: 'en',
        sessionIdentifier: 'scenario-1',
        journeyIdentifier: 'scenario-1',
      }),
    )
    const { status, body } = await service.post(endpoint, envelope)
    const { arguments: told = [] } = shaped(z.object({ arguments: pairs.optional() }), JSON.parse(body))
    const values = Object.fromEntries(told.map(({ key, value }) => [key.value, value.value]))
    return { operation, path: `/${endpoint}`, sent: envelope, status, answer: body, ms: 0, values }
  }

  const staff = async <Data>(key: string, query: string): Promise<Data> => {
    const { data, codes } = await service.graphql(query, key)
    if (codes.length > 0) throw new Error(`${query} is answered ${codes.join()}`)
    return data as Data
  }

  const customerWith = async (end: string) => {
    const msisdn = world.newNumber(end)
    const { values } = await ask('create_test_clock', { now: firstDay })
    const clockId = present(values['clock_id'])
    const of = (operation: string, sent: Values = {}) =>
      ask(operation, { ACCOUNT_HOLDER_MSISDN: msisdn, ...sent })
    await of('register_savings_account', { ACCOUNT_HOLDER_EMAIL: 'awa@example.com', clock_id: clockId })
    const quote = async (product: string): Promise<Values> => {
      const { values: quoted } = await of('create_deposit_summary', {
        amount: '10000',
        product_code: product,
      })
      return { deposit_reference: present(quoted['deposit_reference']) }
    }
    /** Deposits, and waits until the deposit has succeeded. */
    const deposit = async (): Promise<Values> => {
      const reference = await quote('LOCK1M')
      await of('confirm_deposit', reference)
      await eventually('the money is there', async () => {
        const { values: now } = await of('confirm_deposit', reference)
        return now['deposit_status'] === 'SUCCESSFUL'
      })
      return reference
    }
    const preview = async (): Promise<Values> => {
      const row = first(await service.rows('list_locked_accounts', { ACCOUNT_HOLDER_MSISDN: msisdn }))
      const { values: shown } = await of('create_withdrawal_summary', {
        locked_account_id: present(row['locked_account_id']),
      })
      return { withdrawal_reference: present(shown['withdrawal_reference']) }
    }
    return { msisdn, of, quote, deposit, preview }
  }
  const blocked = async (): Promise<Exchange[]> => {
    const customer = await customerWith('051')
    await customer.deposit()
    const [quote, preview] = [await customer.quote('LOCK3M'), await customer.preview()]
    const { customer: known } = await staff<{ customer: { id: string } }>(
      clerk,
      `{ customer(by: { msisdn: "${customer.msisdn}" }) { id } }`,
    )
    await staff(
      clerk,
      `mutation { proposeBlockCustomer(input: { idempotencyKey: "${customer.msisdn}", customer: "${known.id}", cause: FRAUD, scope: BOTH, reason: "shown" }) { refusal { code } } }`,
    )
    return [
      await customer.of('create_deposit_summary', { amount: '10000', product_code: 'LOCK3M' }),
      await customer.of('confirm_deposit', quote),
      await customer.of('confirm_withdrawal', preview),
      await customer.of('confirm_opt_out'),
    ]
  }

  const cancelled = async (): Promise<Exchange[]> => {
    const customer = await customerWith('052')
    await customer.deposit()
    const preview = await customer.preview()
    await customer.of('confirm_withdrawal', preview)
    const { customer: known } = await staff<{ customer: { payouts: { nodes: { id: string }[] } } }>(
      clerk,
      `{ customer(by: { msisdn: "${customer.msisdn}" }) { payouts(first: 1) { nodes { id } } } }`,
    )
    await proposeAndApprove('proposeCancelPayout', `payout: "${first(known.payouts.nodes).id}"`)
    return [await customer.of('confirm_withdrawal', preview)]
  }

  /** One person proposes, another approves. */
  const proposeAndApprove = async (mutation: string, input: string): Promise<void> => {
    const idempotencyKey = crypto.randomUUID()
    const { done } = await staff<{ done: { approval: { id: string } } }>(
      clerk,
      `mutation { done: ${mutation}(input: { idempotencyKey: "${idempotencyKey}", reason: "shown", evidence: "letter", ${input} }) { approval { id } } }`,
    )
    const { ended } = await staff<{ ended: { refusal: { message: string } | null } }>(
      approver,
      `mutation { ended: approve(input: { idempotencyKey: "${idempotencyKey}", id: "${done.approval.id}" }) { refusal { message } } }`,
    )
    if (ended.refusal) throw new Error(`${mutation}: ${ended.refusal.message}`)
  }

  /** References of a quote and of a statement that have become too old. */
  const expired = async (): Promise<Exchange[]> => {
    const customer = await customerWith('053')
    const quote = await customer.quote('LOCK12M')
    const { values } = await customer.of('create_full_statement_summary')
    const statement = { statement_reference: present(values['statement_reference']), period: 'LAST_MONTH' }
    await service.withDatabase((database) =>
      database.inTransaction((tx) =>
        tx.run('UPDATE request_log SET expires_at = 1 WHERE reference = ?', [statement.statement_reference]),
      ),
    )
    await proposeAndApprove('proposeWithdrawProduct', 'code: "LOCK12M"')
    const found = [
      await customer.of('confirm_deposit', quote),
      await customer.of('request_full_statement', statement),
    ]
    await proposeAndApprove('proposePublishProduct', 'code: "LOCK12M"')
    return found
  }

  const voided = async (): Promise<Exchange[]> => {
    const customer = await customerWith('054')
    const reference = await customer.deposit()
    const { customer: known } = await staff<{ customer: { orders: { nodes: { id: string }[] } } }>(
      clerk,
      `{ customer(by: { msisdn: "${customer.msisdn}" }) { orders(first: 1) { nodes { id } } } }`,
    )
    await proposeAndApprove('proposeVoidDeposit', `deposit: "${first(known.orders.nodes).id}"`)
    return [await customer.of('confirm_deposit', reference)]
  }

  /** States of a statement that pass too quickly for a scenario: the queue is paused meanwhile. */
  const statements = async (): Promise<Exchange[]> => {
    const onQueue = (does: 'pauseQueue' | 'resumeQueue') =>
      staff(
        admin,
        `mutation { ${does}(input: { idempotencyKey: "${crypto.randomUUID()}", queue: STATEMENTS${does === 'pauseQueue' ? ', reason: "shown"' : ''} }) { refusal { code } } }`,
      )
    await onQueue('pauseQueue')
    // A pause takes effect in each process within two seconds.
    await setTimeout(2500)
    const customer = await customerWith('055')
    const { values } = await customer.of('create_full_statement_summary')
    const reference = { statement_reference: present(values['statement_reference']) }
    await customer.of('request_full_statement', { ...reference, period: 'ALL' })
    const found = [await customer.of('check_statement_status', reference)]
    for (const status of ['GENERATING', 'FAILED']) {
      await service.withDatabase((database) =>
        database.inTransaction((tx) =>
          tx.run('UPDATE statements SET status = ?, due_at = NULL WHERE id = ?', [
            status,
            reference.statement_reference,
          ]),
        ),
      )
      found.push(await customer.of('check_statement_status', reference))
    }
    await onQueue('resumeQueue')
    return found
  }

  return (await Promise.all([blocked(), cancelled(), expired(), voided(), statements()])).flat()
}
