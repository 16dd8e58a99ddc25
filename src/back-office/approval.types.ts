import { Field, ID, ObjectType } from 'type-graphql'
import { InstantScalar, MoneyScalar } from '../platform/graphql/scalars.js'
import { NodeType } from '../platform/graphql/node.js'
import type { PersonalData } from '../platform/identity/personal-data.js'
import type { Identified } from '../platform/identity/person.rules.js'
import { describedEnum } from '../platform/graphql/words.js'
import { ScoringErasureType } from '../scoring-service/erasure/erasure.types.js'
import type { Instant } from '../kernel/clock.js'
import { market } from '../kernel/market.js'
import { formatAmount } from '../kernel/money.js'
import { withoutLimit } from './limits/limits.js'
import { emptyPreview, type Preview } from './action.js'
import { ApprovalPreviewType, shownChanges } from './approval-preview.types.js'
import type { Input } from './actions/index.js'
import type { Approval, ApprovalKind, ApprovalStatus } from './approval.entity.js'

export const approvalKindEnum = describedEnum<ApprovalKind>(
  'ApprovalKind',
  'What staff can do only with the approval of a second person.',
  {
    OPT_OUT: 'A customer opts out: all positions are paid out and the account is closed.',
    CHANGE_EMAIL: 'Statements of an account go to another address.',
    ERASE_PERSON:
      'All data about a person is erased: what our scoring service has for any client, and our own score requests.',
    ERASE_REQUEST: 'All data of one request of our scoring service is erased.',
    BLOCK_CUSTOMER: 'Payouts of an account, deposits into it, or both are blocked.',
    UNBLOCK_CUSTOMER: 'A block is lifted.',
    CHANGE_MSISDN: 'A customer gets another number; the old one is free for somebody else.',
    CANCEL_PAYOUT: 'A payout on hold is cancelled: its position is open as before the withdrawal.',
    PUBLISH_PRODUCT: 'A version of a product is on sale from a date; existing positions keep their terms.',
    WITHDRAW_PRODUCT: 'A product is no longer on sale from a date.',
    VOID_DEPOSIT: 'A deposit whose payment the provider reversed is voided, as if it had never been made.',
    POST_ADJUSTMENT: 'A journal is posted between accounts that belong to no customer, or to reduce a debt.',
    SET_APPROVAL_LIMIT: 'The approval limit of a person is changed.',
    RESOLVE_REVIEW: 'A review case is resolved: how its order ended, or what is to be done.',
    EXPLAIN_LINE: "A line of the provider's settlement file that belongs to none of our orders is explained.",
    CLOSE_MONTH: 'A month of the real world is closed: nothing more is booked in it.',
  },
)

export const approvalStatusEnum = describedEnum<ApprovalStatus>(
  'ApprovalStatus',
  'The state of an approval.',
  {
    OPEN: 'It waits for the decision of another person.',
    APPROVED: 'An earlier version approved it and did not execute it; approving it again executes it.',
    DONE: 'It was approved and executed.',
    REJECTED: 'Another person rejected it.',
    WITHDRAWN: 'Its proposer withdrew it.',
    EXPIRED: 'Nobody decided it in time.',
    OUTDATED:
      'Nothing was done: its subject had changed when it was approved, or the provider’s answer had resolved its review case.',
  },
)

@ObjectType('Approval', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'A proposal of a member of staff, which another person must approve.',
})
export class ApprovalType {
  @Field(() => ID, { description: 'Its id, `APR-...`.' })
  id!: string

  @Field(() => approvalKindEnum, { description: 'The kind of action.' })
  kind!: ApprovalKind

  @Field(() => approvalStatusEnum, { description: 'Its state.' })
  status!: ApprovalStatus

  @Field(() => String, { description: 'Why, in the words of the proposer; numbers are masked for analysts.' })
  reason!: string

  @Field(() => String, {
    nullable: true,
    description: 'The evidence of the proposer, with numbers masked for analysts; null where none was given.',
  })
  evidence!: string | null

  @Field(() => ApprovalPreviewType, {
    description:
      'What it would do; empty once it has ended, where it has personal data that is stored nowhere else.',
  })
  preview!: Preview

  @Field(() => MoneyScalar, {
    nullable: true,
    description:
      'The amount that an approver’s limit must allow, at the time of the proposal; null for none, and where the approver must have no limit.',
  })
  amount!: string | null

  @Field(() => String, { nullable: true, description: 'ISO 4217 code of the amount; null for none.' })
  currency!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The new address, while it waits; masked for analysts.',
  })
  email!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Whose data is to be erased, while it waits; masked for analysts.',
  })
  nationalId!: string | null

  @Field(() => ID, {
    nullable: true,
    description: 'The request of our scoring service to erase, while the approval waits.',
  })
  requestId!: string | null

  @Field(() => String, { description: 'The person who proposed it.' })
  proposedBy!: string

  @Field(() => InstantScalar, { description: 'When it was proposed.' })
  proposedAt!: Instant

  @Field(() => InstantScalar, {
    nullable: true,
    description: 'When it expires if nobody decides it; null for a proposal of an earlier version.',
  })
  expiresAt!: Instant | null

  @Field(() => String, {
    nullable: true,
    description: 'Who approved, rejected or withdrew it, or `job` if a job ended it; null while it waits.',
  })
  decidedBy!: string | null

  @Field(() => InstantScalar, { nullable: true, description: 'When it was decided; null while it waits.' })
  decidedAt!: Instant | null

  @Field(() => String, {
    nullable: true,
    description: 'The person whose limit the approver used by a delegation; null where none was needed.',
  })
  decidedFor!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Why it was rejected or withdrawn, else null; numbers are masked for analysts.',
  })
  decisionReason!: string | null

  @Field(() => ScoringErasureType, {
    nullable: true,
    description: 'What an erasure has removed; null until then.',
  })
  erased!: ScoringErasureType | null

  /** Read by the resolvers of the fields `customer`, `reviewCase` and `isMine`. */
  proposer!: Identified
  customerId!: string | null
  reviewCaseId!: string | null
}

const erasureOf = ({ kind, outcome }: Approval): ScoringErasureType | null =>
  outcome !== null && (kind === 'ERASE_PERSON' || kind === 'ERASE_REQUEST')
    ? (JSON.parse(outcome) as ScoringErasureType)
    : null

const amountOf = ({ amount }: Approval): Pick<ApprovalType, 'amount' | 'currency'> =>
  amount === null || amount === withoutLimit
    ? { amount: null, currency: null }
    : { amount: formatAmount(amount, market.currency), currency: market.currency }

interface Unsealed {
  readonly input: Input | undefined
  readonly preview: Preview | undefined
}

export const toApproval = (
  approval: Approval,
  { input, preview = emptyPreview }: Unsealed,
  personal: PersonalData,
): ApprovalType => ({
  id: approval.id,
  kind: approval.kind,
  status: approval.status,
  reason: personal.text(approval.reason),
  evidence: personal.text(approval.evidence),
  preview: { ...preview, changes: shownChanges(preview.changes, personal) },
  ...amountOf(approval),
  decidedFor: approval.decidedFor,
  email: personal.email(input?.kind === 'CHANGE_EMAIL' ? input.email : null),
  nationalId: personal.name(input?.kind === 'ERASE_PERSON' ? input.nationalId : null),
  requestId: input?.kind === 'ERASE_REQUEST' ? input.requestId : null,
  proposedBy: approval.proposedBy,
  proposedAt: approval.proposedAt,
  expiresAt: approval.expiresAt,
  decidedBy: approval.decidedBy,
  decidedAt: approval.decidedAt,
  decisionReason: personal.text(approval.decisionReason),
  erased: erasureOf(approval),
  proposer: { id: approval.proposedById, name: approval.proposedBy },
  customerId: approval.customerId,
  reviewCaseId: approval.kind === 'RESOLVE_REVIEW' ? approval.subject : null,
})
