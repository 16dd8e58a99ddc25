import type { PaymentKind } from '../port.js'

/**
 * The behaviour that a number prescribes. `end`: an accepted order succeeds, fails with the provider's reason, or stays pending.
 * `delayed`: it ends late. `first`: what happens to the first call of a reference.
 */
export interface Plan {
  readonly end: 'SUCCESSFUL' | 'PENDING' | { readonly failed: string }
  readonly delayed?: true
  readonly first?: FirstCall
}

/**
 * LOSE_ANSWER: accepted, then the connection breaks. ANSWER_500: not accepted. REFUSE_TOKEN: 401, and the token of that call
 * stays refused for the reference; another token is accepted.
 */
export type FirstCall = 'LOSE_ANSWER' | 'ANSWER_500' | 'REFUSE_TOKEN'

const succeed: Plan = { end: 'SUCCESSFUL' }
const fail = (failed: string): Plan => ({ end: { failed } })
const firstCall = (first: FirstCall): Plan => ({ end: 'SUCCESSFUL', first })

/**
 * The numbers that mean the same for collections and transfers. For 450, a plain FAILED, the provider's table names no reason;
 * INTERNAL_PROCESSING_ERROR was observed in its sandbox. 470-472 are our own.
 */
const shared = {
  450: fail('INTERNAL_PROCESSING_ERROR'),
  451: fail('APPROVAL_REJECTED'),
  452: fail('EXPIRED'),
  453: { end: 'PENDING' },
  454: { end: 'SUCCESSFUL', delayed: true },
  464: fail('TRANSFER_TYPE_UNKNOWN'),
  470: firstCall('LOSE_ANSWER'),
  471: firstCall('ANSWER_500'),
  472: firstCall('REFUSE_TOKEN'),
} as const satisfies Record<number, Plan>

/**
 * The provider's table of sandbox numbers by their last three digits (docs/design/payments.md#the-emulator). An order for
 * 450-464 is accepted, and then does what its row says. The real provider may also answer the reasons of 457-462 as a 500
 * without accepting the order. Here a 500 is only answered for a wrong request (its currency, its target environment) and for
 * 471, so that each number has one outcome.
 */
const plans: Readonly<Record<PaymentKind, Readonly<Record<string, Plan>>>> = {
  COLLECT: {
    ...shared,
    455: fail('PAYER_NOT_FOUND'),
    456: fail('PAYEE_NOT_ALLOWED_TO_RECEIVE'),
    457: fail('NOT_ALLOWED'),
    458: fail('NOT_ALLOWED_TARGET_ENVIRONMENT'),
    459: fail('INVALID_CALLBACK_URL_HOST'),
    460: fail('INVALID_CURRENCY'),
    461: fail('INTERNAL_PROCESSING_ERROR'),
    462: fail('SERVICE_UNAVAILABLE'),
    463: fail('COULD_NOT_PERFORM_TRANSACTION'),
  },
  PAY_OUT: {
    ...shared,
    455: fail('NOT_ENOUGH_FUNDS'),
    456: fail('PAYER_LIMIT_REACHED'),
    457: fail('PAYEE_NOT_FOUND'),
    458: fail('NOT_ALLOWED'),
    459: fail('NOT_ALLOWED_TARGET_ENVIRONMENT'),
    460: fail('INVALID_CALLBACK_URL_HOST'),
    461: fail('INVALID_CURRENCY'),
    462: fail('INTERNAL_PROCESSING_ERROR'),
    463: fail('SERVICE_UNAVAILABLE'),
  },
}

/** The plan of a number; any number that the table does not list succeeds. */
export const planOf = (kind: PaymentKind, msisdn: string): Plan => plans[kind][msisdn.slice(-3)] ?? succeed

/** A short name of what a plan does: the provider's reason, or what happens to the first call. */
const nameOf = ({ end, delayed, first }: Plan): string => {
  if (typeof end === 'object') return end.failed
  return first ?? (delayed ? 'DELAYED' : end)
}

/** Every number with a special behaviour, by its last digits. */
export const endings = (): readonly {
  readonly number: string
  readonly payment: string
  readonly payout: string
}[] =>
  Object.entries(plans.COLLECT).map(([number, plan]) => ({
    number,
    payment: nameOf(plan),
    payout: nameOf(planOf('PAY_OUT', number)),
  }))
