import { inOpenDay, type CustomerFacts } from '../../customers/customers.repository.js'
import type { Tx } from '../../../platform/database/database.js'
import { insertOrKeep, update } from '../../../platform/database/rows.js'
import { audit } from '../../../platform/identity/audit.js'
import type { Call } from '../../../kernel/call.js'
import { afterStatus } from '../order.rules.js'
import { CorrectedOrder } from '../corrected-order.entity.js'
import { PaymentOrder, type ReviewCase } from '../payment.entity.js'
import { payOutVerdict } from '../../failure-reasons/provider-reasons.rules.js'
import { purposeOf } from '../drive/order-outcomes.js'
import { applyChange, databaseTime, type RecordDeps } from '../drive/record-answer.js'
import { resolveReview } from '../review.js'
import type { ResolutionEffect } from '../review.rules.js'

type Deps = Omit<RecordDeps, 'database'>

/** A case, its order and its customer, all row-locked. */
interface DecidedCase {
  readonly review: ReviewCase
  readonly order: PaymentOrder
  readonly facts: CustomerFacts
}

type Effect = (tx: Tx, deps: Deps, call: Call, decided: DecidedCase) => Promise<void>

const answer: Effect = async (tx, deps, call, { review, order, facts }) => {
  const now = await databaseTime(tx)
  const result =
    review.outcome === 'ORDER_SUCCEEDED'
      ? ({ state: 'SUCCESSFUL', providerTransactionId: null } as const)
      : ({ state: 'FAILED', reason: review.reason! } as const)
  await applyChange(tx, deps, call, {
    facts,
    order,
    now,
    change: afterStatus(order, result, now, deps.timing),
  })
}

/** Restarts the polling ladder from its first rung, now. An order that was never sent is dispatched. */
const pollAgain: Effect = async (tx, deps, call, { order }) => {
  const status = order.status === 'UNDER_REVIEW' ? 'UNKNOWN' : order.status
  const again = { status, polls: 0, failures: 0, resumeAt: null, dueAt: await databaseTime(tx) }
  await update(tx, PaymentOrder, again, 'id = ?', [order.id])
  await deps.outcomes[purposeOf(order)].reviewed(tx, call, order)
}

/** Stores the original end of an order: a correction must not change the reports of the day of that end. */
const keepFirstEnd = async (tx: Tx, { id, settledOn, failureCode }: PaymentOrder): Promise<void> => {
  if (settledOn !== null)
    await insertOrKeep(tx, CorrectedOrder, { orderId: id, failedOn: settledOn, failureCode }, 'order_id')
}

/** Changes FAILED to SUCCESSFUL, which nothing else may do: two people have seen at the provider that the money moved. */
const correct: Effect = async (tx, deps, call, { order, facts }) => {
  const succeeded = { status: 'SUCCESSFUL', failureCode: null, providerReason: null } as const
  const settled = { settledOn: facts.today, settledAt: await databaseTime(tx) }
  await keepFirstEnd(tx, order)
  await update(tx, PaymentOrder, { ...succeeded, ...settled }, 'id = ?', [order.id])
  const { endLaterAttempts, succeeded: settle } = deps.outcomes[purposeOf(order)]
  await endLaterAttempts(tx, call, order)
  await settle(tx, call, { facts, order })
  await audit(tx, call, {
    action: 'CORRECT_ORDER',
    customerId: order.customerId,
    subject: order.id,
    before: { status: order.status, reason: order.providerReason },
    after: { status: 'SUCCESSFUL' },
  })
}

const changeReason: Effect = async (tx, deps, call, { review, order, facts }) => {
  const reason = review.reason!
  const failed = { failureCode: payOutVerdict(reason).code, providerReason: reason }
  await keepFirstEnd(tx, order)
  await update(tx, PaymentOrder, failed, 'id = ?', [order.id])
  await deps.outcomes[purposeOf(order)].failed(tx, call, { facts, order }, { reason, timing: deps.timing })
  await audit(tx, call, {
    action: 'CORRECT_ORDER',
    customerId: order.customerId,
    subject: order.id,
    before: { reason: order.providerReason },
    after: { reason },
  })
}

/** The order stays FAILED, as the provider reported. */
const payOutOfBand: Effect = async (tx, deps, call, { order, facts }) => {
  await update(tx, PaymentOrder, { paidOutOfBandOn: facts.today }, 'id = ?', [order.id])
  await deps.outcomes[purposeOf(order)].paidOutOfBand(tx, call, { facts, order })
  await audit(tx, call, {
    action: 'PAY_OTHERWISE',
    customerId: order.customerId,
    subject: order.id,
    before: { paidOtherwiseOn: null },
    after: { paidOtherwiseOn: facts.today, amount: order.amount },
  })
}

const effects: Readonly<Record<ResolutionEffect, Effect>> = {
  ANSWER: answer,
  ASK_AGAIN: pollAgain,
  CORRECT: correct,
  CHANGE_REASON: changeReason,
  SEND_AGAIN: (tx, deps, call, { order, facts }) =>
    deps.outcomes[purposeOf(order)].sendAgain(tx, call, { facts, order }),
  PAY_OUT_OF_BAND: payOutOfBand,
  CLOSE: async () => undefined,
}

/**
 * Closes a case in the name of both people, then books the resolution. In this order, so that an effect that opens the
 * same kind of case again opens a new one.
 */
export const applyResolution = async (
  tx: Tx,
  deps: Deps,
  call: Call,
  { effect, ...decided }: DecidedCase & { readonly effect: ResolutionEffect },
): Promise<void> => {
  await resolveReview(tx, call, decided.review, call.actor.name)
  const facts = await inOpenDay(tx, decided.facts, decided.order)
  await effects[effect](tx, deps, call, { ...decided, facts })
}
