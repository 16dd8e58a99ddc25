import { expect } from '@jest/globals'
import { OrderComparison, PaymentOrder } from '../../src/bank/payments/payment.entity.js'
import { openReview } from '../../src/bank/payments/review.js'
import { DayException } from '../../src/bank/end-of-day/walk.entity.js'
import { Payout } from '../../src/bank/savings/records/payout.entity.js'
import { Statement } from '../../src/bank/statement-orders/statement.entity.js'
import type { Instant } from '../../src/kernel/clock.js'
import { keyOfId, newId } from '../../src/kernel/ids.js'
import { insert, selectOne } from '../../src/platform/database/rows.js'
import { customerAt, type Customer } from '../end-to-end/customer.js'
import type { Service } from '../end-to-end/service.js'
import type { Desk } from './desk.js'
import { dateOf, anyObject, shaped } from '../support/typed.js'
import { z } from 'zod'
import { idOfCustomer, withId } from './answers.js'

const now = (): Instant => Date.now()
const actor = { name: 'test', roles: new Set<never>() }

/** A customer with a paid deposit and a payout on hold, and the customer's id. */
const saverAt = async (service: Service, desk: Desk): Promise<{ customer: Customer; id: string }> => {
  const customer = customerAt(service)
  await customer.register({ email: 'awa@example.com' })
  const { deposit_reference: reference = '' } = await customer.quote('50000')
  await customer.outcome(reference)
  const [{ locked_account_id: position = '' } = {}] = await customer.positions()
  const { withdrawal_reference: leaving = '' } = await customer.preview(position)
  await customer.withdraw(leaving)
  return { customer, id: await idOfCustomer(desk.graphql, customer.msisdn) }
}

const addOrders = (service: Service, id: string, comparedOn: string): Promise<void> =>
  service.withDatabase((database) =>
    database.inTransaction(async (tx) => {
      const order = (await selectOne(tx, PaymentOrder, `WHERE customer_id = ? AND kind = 'COLLECT'`, [id]))!
      const payout = (await selectOne(tx, Payout, 'WHERE customer_id = ?', [id]))!
      const doubted = { settledOn: null, settledAt: null, dueAt: null, providerTransactionId: null }
      for (const status of ['UNKNOWN', 'UNDER_REVIEW'] as const) {
        const copy = { ...order, ...doubted, id: newId(now()), status, quoteReference: null }
        await insert(tx, PaymentOrder, copy)
        if (status === 'UNDER_REVIEW')
          await openReview(tx, { now: now(), actor }, copy, { kind: 'NO_ANSWER', detail: 'who knows' })
      }
      for (const status of ['FAILED', 'UNDER_REVIEW'] as const) {
        const none = { openKey: null, withdrawalReference: null, heldUntil: null }
        await insert(tx, Payout, { ...payout, ...none, id: `SET-${newId(now())}`, status })
      }
      await insert(tx, DayException, {
        positionId: payout.positionId,
        step: 'ACCRUAL',
        book: payout.book,
        customerId: id,
        setAsideOn: order.businessOn,
        accruedTo: order.businessOn,
        problem: 'no such version',
        createdAt: now(),
      })
      await insert(tx, OrderComparison, {
        day: dateOf(comparedOn),
        lastOrderId: '',
        compared: 3,
        differences: 2,
        beganAt: now(),
        finishedAt: now(),
      })
    }),
  )

const addStatement = (service: Service, id: string): Promise<void> =>
  service.withDatabase((database) =>
    database.inTransaction(async (tx) => {
      const printed = (await selectOne(tx, Statement, 'WHERE customer_id = ?', [id]))!
      const problem = 'EENVELOPE'
      await insert(tx, Statement, {
        ...printed,
        dueAt: null,
        id: `STM-${newId(now())}`,
        status: 'FAILED',
        problem,
      })
    }),
  )

const ask = `
  mutation ($customer: ID!, $other: Msisdn!, $print: ID!, $block: ID!, $leave: ID!, $endsOn: LocalDate!) {
    printed: printStatement(input: { customer: $customer, period: "ALL", idempotencyKey: $print }) {
      refusal { message }
    }
    block: proposeBlockCustomer(
      input: { customer: $customer, cause: COURT, scope: BOTH, endsOn: $endsOn, reason: "court", evidence: "a letter", idempotencyKey: $block }
    ) {
      refusal { message }
      approval { id }
    }
    leaving: proposeOptOut(input: { msisdn: $other, reason: "asked for", idempotencyKey: $leave }) {
      refusal { message }
    }
  }
`

const refused = z.object({ refusal: anyObject.nullable() })
const proposed = z.object({
  printed: refused,
  block: refused.extend({ approval: withId }),
  leaving: refused,
})

/** Adds at least one row to each worklist of the console. A second call, with another day, adds another row to each. */
export const fillWorklists = async (
  service: Service,
  desk: Desk,
  comparedOn = '2020-01-05',
): Promise<void> => {
  const { customer, id } = await saverAt(service, desk)
  const other = customerAt(service)
  await other.register()
  const endsOn = new Date(now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const [print, block, leave, key] = ['print', 'block', 'leave', 'approve'].map(
    (act) => `${act}-${customer.msisdn}`,
  )
  const asked = { customer: id, other: other.msisdn, print, block, leave, endsOn }
  const done = shaped(proposed, (await desk.graphql(ask, asked)).data)
  expect(Object.values(done).map(({ refusal }) => refusal)).toEqual([null, null, null])
  const approving =
    'mutation ($id: ID!, $key: ID!) { approve(input: { id: $id, idempotencyKey: $key }) { refusal { message } } }'
  const { data } = await desk.graphql(approving, { id: done.block.approval.id, key }, 'approver')
  expect(data).toEqual({ approve: { refusal: null } })
  await addOrders(service, keyOfId('Customer', id), comparedOn)
  await addStatement(service, keyOfId('Customer', id))
}
