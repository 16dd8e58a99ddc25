import { ID } from 'type-graphql'
import type { RefusalCode } from '../kernel/refusal.js'
import type { InputField } from '../platform/graphql/filters.js'
import { idempotencyKey, mutationOf } from '../platform/graphql/mutation.js'
import { ApprovalType } from './approval.types.js'

const reason: InputField = {
  type: () => String,
  isRequired: true,
  description:
    'Why, for the approver and for the audit log; at most 500 characters, without names of persons.',
}
const evidence: InputField = {
  type: () => String,
  description:
    'The evidence: a letter, a ticket, an answer of the provider; at most 2000 characters. Required to void a deposit, post an adjustment, resolve a review case, change a number, or block for another cause than fraud.',
}
export const customerField: InputField = {
  type: () => ID,
  isRequired: true,
  description: 'The id of the customer, as it is shown to the caller.',
}
const gives = {
  approval: { type: () => ApprovalType, description: 'Its state; null where refused.' },
}

interface ApprovalPayload {
  readonly approval: ApprovalType
}

export interface Keyed {
  readonly idempotencyKey: string
}
export interface Reasoned extends Keyed {
  readonly reason: string
  readonly evidence?: string | null
}

/** The refusals that are possible for every proposal. */
const refusedAlways = ['INVALID_ARGUMENT', 'ALREADY_PROPOSED', 'EVIDENCE_REQUIRED'] as const

/** A mutation that proposes something for another person to approve. */
export const proposing = <Code extends RefusalCode>(
  name: string,
  to: string,
  takes: Readonly<Record<string, InputField>>,
  refuses: readonly Code[],
) =>
  mutationOf<ApprovalPayload, Code | (typeof refusedAlways)[number]>({
    name,
    to,
    takes: { ...takes, reason, evidence, idempotencyKey },
    gives,
    refuses: [...refusedAlways, ...refuses],
  })

const id: InputField = { type: () => ID, isRequired: true, description: 'The approval, `APR-...`.' }

export const approving = mutationOf<ApprovalPayload, RefusalCode>({
  name: 'Approve',
  to: 'approving what another person proposed',
  takes: { id, idempotencyKey },
  gives,
  refuses: [
    'INVALID_REFERENCE',
    'EXPIRED',
    'OUTDATED',
    'OVER_LIMIT',
    'NOT_REGISTERED',
    'ACCOUNT_CLOSING',
    'ACCOUNT_BLOCKED',
    'ALREADY_BLOCKED',
    'NOT_ON_HOLD',
    'NUMBER_TAKEN',
    'MONTH_NOT_READY',
    'PAYMENTS_UNDER_WAY',
    'PRODUCT_NOT_AVAILABLE',
    'INVALID_EMAIL',
    'CLOCK_ADVANCING',
    'INVALID_ARGUMENT',
  ],
})

const ending = (name: string, to: string) =>
  mutationOf<ApprovalPayload, RefusalCode>({
    name,
    to,
    takes: { id, reason, idempotencyKey },
    gives,
    refuses: ['INVALID_REFERENCE', 'INVALID_ARGUMENT'],
  })

export const rejecting = ending('Reject', 'rejecting what another person proposed')
export const withdrawing = ending('Withdraw', 'withdrawing one’s own proposal')
