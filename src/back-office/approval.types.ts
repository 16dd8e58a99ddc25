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
import { nothingShown, type Preview } from './action.js'
import { ApprovalPreviewType, shownChanges } from './approval-preview.types.js'
import type { Input } from './actions/index.js'
import type { Approval, ApprovalKind, ApprovalStatus } from './approval.entity.js'

export const approvalKindEnum = describedEnum<ApprovalKind>('ApprovalKind', 'What staff do in twos.', {
  OPT_OUT: 'A customer leaves: all positions are paid out and the account is closed.',
  CHANGE_EMAIL: 'Statements of an account go to another address.',
  ERASE_PERSON:
    'What our scoring service holds of a person is erased, of all its clients, and our own requests.',
  ERASE_REQUEST: 'The same of one score request.',
  BLOCK_CUSTOMER: 'An account may not be paid out, may not be paid into, or neither.',
  UNBLOCK_CUSTOMER: 'A block is lifted.',
  CHANGE_MSISDN: 'A customer gets another number; the old one is free for somebody else.',
  CANCEL_PAYOUT: 'A payout on hold is taken back: its position is as if it had never been left.',
  PUBLISH_PRODUCT: 'A version of a product is sold from a date on; what was sold keeps its terms.',
  WITHDRAW_PRODUCT: 'A product is sold no more from a date on.',
  VOID_DEPOSIT: 'A deposit is ended whose payment the provider took back, as if it had never come.',
  POST_ADJUSTMENT: 'A journal is posted between accounts that are of no customer.',
  SET_APPROVAL_LIMIT: 'What a person may approve is changed.',
  RESOLVE_REVIEW: 'A review case is resolved: how its order ended, or what is to be done.',
  EXPLAIN_LINE: "What a line of the provider's settlement file is, that no order of ours is behind, is said.",
  CLOSE_MONTH: 'A month of the real world is closed: nothing is booked in it any more.',
})

export const approvalStatusEnum = describedEnum<ApprovalStatus>('ApprovalStatus', 'How far an approval is.', {
  OPEN: 'It waits for another person.',
  APPROVED: 'An earlier version has it approved and did not come to its end; approved again it is done.',
  DONE: 'It is done.',
  REJECTED: 'Another person said no.',
  WITHDRAWN: 'Its proposer took it back.',
  EXPIRED: 'Nobody decided it in time.',
  OUTDATED: 'When it was approved, what it was proposed about had changed; nothing was done.',
})

@ObjectType('Approval', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'What one of the staff asks for, and another person approves.',
})
export class ApprovalType {
  @Field(() => ID, { description: 'What another person approves or rejects, `APR-...`.' })
  id!: string

  @Field(() => approvalKindEnum, { description: 'What is to be done.' })
  kind!: ApprovalKind

  @Field(() => approvalStatusEnum, { description: 'How far it is.' })
  status!: ApprovalStatus

  @Field(() => String, { description: 'Why, in words of the proposer; numbers are masked for analysts.' })
  reason!: string

  @Field(() => String, {
    nullable: true,
    description:
      'What the proposer has to show for it, numbers masked for analysts; null where nothing was given.',
  })
  evidence!: string | null

  @Field(() => ApprovalPreviewType, {
    description:
      'What it does; empty once it has ended, where it says more of somebody than the rows behind it.',
  })
  preview!: Preview

  @Field(() => MoneyScalar, {
    nullable: true,
    description:
      'The money at stake when it was proposed, which an approver’s limit must allow; null for none.',
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

  @Field(() => ID, { nullable: true, description: 'Which score request is to be erased, while it waits.' })
  requestId!: string | null

  @Field(() => String, { description: 'The person who proposed it.' })
  proposedBy!: string

  @Field(() => InstantScalar, { description: 'When it was proposed.' })
  proposedAt!: Instant

  @Field(() => InstantScalar, {
    nullable: true,
    description:
      'When it ends if nobody decides it; null of one that was proposed before there was such a time.',
  })
  expiresAt!: Instant | null

  @Field(() => String, {
    nullable: true,
    description: 'Who approved, rejected or withdrew it; null while it waits.',
  })
  decidedBy!: string | null

  @Field(() => InstantScalar, { nullable: true, description: 'When; null while it waits.' })
  decidedAt!: Instant | null

  @Field(() => String, {
    nullable: true,
    description: 'Who lent the approver the limit that it took; null where none was lent.',
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

  /** For the fields `customer`, `reviewCase` and `isMine`. */
  proposer!: Identified
  customerId!: string | null
  reviewCaseId!: string | null
}

const erasedBy = ({ kind, outcome }: Approval): ScoringErasureType | null =>
  outcome !== null && (kind === 'ERASE_PERSON' || kind === 'ERASE_REQUEST')
    ? (JSON.parse(outcome) as ScoringErasureType)
    : null

const atStake = ({ amount }: Approval): Pick<ApprovalType, 'amount' | 'currency'> =>
  amount === null || amount === withoutLimit
    ? { amount: null, currency: null }
    : { amount: formatAmount(amount, market.currency), currency: market.currency }

interface Opened {
  readonly input: Input | undefined
  readonly preview: Preview | undefined
}

export const toApproval = (
  approval: Approval,
  { input, preview = nothingShown }: Opened,
  personal: PersonalData,
): ApprovalType => ({
  id: approval.id,
  kind: approval.kind,
  status: approval.status,
  reason: personal.text(approval.reason),
  evidence: personal.text(approval.evidence),
  preview: { ...preview, changes: shownChanges(preview.changes, personal) },
  ...atStake(approval),
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
  erased: erasedBy(approval),
  proposer: { id: approval.proposedById, name: approval.proposedBy },
  customerId: approval.customerId,
  reviewCaseId: approval.kind === 'RESOLVE_REVIEW' ? approval.subject : null,
})
