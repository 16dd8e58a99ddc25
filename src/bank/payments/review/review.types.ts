import { Field, ID, ObjectType } from 'type-graphql'
import { shownId } from '../../../kernel/ids.js'
import { NodeType } from '../../../platform/graphql/node.js'
import { InstantScalar } from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import type { PersonalData } from '../../../platform/identity/personal-data.js'
import type { Instant } from '../../../kernel/clock.js'
import type { ReviewKind } from '../order.rules.js'
import type { ReviewCase } from '../payment.entity.js'
import type { ReviewState } from '../payments.read.js'
import { PAID_OUT_OF_BAND, type ResolutionOutcome } from '../review.rules.js'

export const reviewKindEnum = describedEnum<ReviewKind>('ReviewKind', 'Why people must look at an order.', {
  NO_ANSWER: 'The provider has given no outcome for a day.',
  CONTRADICTION: "The provider's status contradicts that of an order which has ended.",
  NOT_COMPARED: 'The daily comparison got no final answer about it; it polls again every day.',
  PAYOUT_FAILED: 'A transfer to a customer failed, and is neither retried nor given back automatically.',
  SETTLEMENT_FILE: 'A settlement file of the provider differs from the order, or no file has it.',
  SETTLEMENT_FAILED: "The provider's answer could not be booked, several times in a row.",
})

export const resolutionOutcomeEnum = describedEnum<ResolutionOutcome>(
  'ResolutionOutcome',
  'How two people resolve a review case.',
  {
    ORDER_SUCCEEDED: 'The money moved; booked like such an answer of the provider.',
    ORDER_FAILED:
      "It did not move, for one of the provider's reasons; booked like such an answer of the provider.",
    RETRY: 'Poll the provider again from the first rung, or send a failed transfer under a new reference.',
    [PAID_OUT_OF_BAND]:
      'A customer whose account is being closed got the money of a refused transfer out of band, for example over the counter.',
    NOTHING: 'There is nothing to book; the case is closed.',
  },
)

export const reviewStateEnum = describedEnum<ReviewState>('ReviewState', 'The state of a review case.', {
  OPEN: 'Nobody has proposed anything.',
  PROPOSED: 'A proposal waits for an approver.',
  RESOLVED: "Two people have resolved it, or something else has, such as the provider's own answer.",
})

@ObjectType('Resolution', {
  simpleResolvers: true,
  description: 'A proposed or confirmed resolution of a review case.',
})
export class ResolutionType {
  @Field(() => ID, { description: 'What an approver confirms or rejects.' })
  id!: string

  @Field(() => resolutionOutcomeEnum, { description: 'How the order ended, or what is to be done.' })
  outcome!: ResolutionOutcome

  @Field(() => String, { nullable: true, description: "The provider's reason why it failed, else null." })
  reason!: string | null

  @Field(() => String, {
    description: "The proposer's evidence from the provider; numbers are masked for analysts.",
  })
  evidence!: string

  @Field(() => String, { description: 'The person who proposed it.' })
  proposedBy!: string

  @Field(() => InstantScalar, { description: 'When it was proposed.' })
  proposedAt!: Instant

  @Field(() => String, {
    nullable: true,
    description: 'The other person, who confirmed it; null while nobody has.',
  })
  confirmedBy!: string | null
}

@ObjectType('ReviewCase', {
  implements: NodeType,
  simpleResolvers: true,
  description:
    'A question about a payment order that people must decide. At most one per order and kind is open.',
})
export class ReviewCaseType {
  @Field(() => ID, { description: '`CASE-...`.' })
  id!: string

  @Field(() => reviewKindEnum, { description: 'Why it was opened.' })
  kind!: ReviewKind

  @Field(() => reviewStateEnum, { description: 'Its state.' })
  state!: ReviewState

  @Field(() => String, { description: 'What was found, for people; numbers are masked for analysts.' })
  detail!: string

  @Field(() => ResolutionType, {
    nullable: true,
    description:
      "What is proposed, or was confirmed; null while nothing is, and where something else resolved it, such as the provider's own answer.",
  })
  resolution!: ResolutionType | null

  @Field(() => String, {
    nullable: true,
    description: 'The person to whom it is assigned; null while it is not.',
  })
  assignedTo!: string | null

  @Field(() => InstantScalar, { description: 'When it was opened.' })
  openedAt!: Instant

  @Field(() => InstantScalar, { nullable: true, description: 'When it was resolved; null while it is open.' })
  resolvedAt!: Instant | null

  /** Read by the resolver of the field `isMine`. */
  assignedToId!: string | null
  /** Read by the resolvers of the fields `order` and `customer`. */
  orderId!: string
  customerId!: string
}

const stateOf = ({ status, proposalId }: ReviewCase): ReviewState => {
  if (status === 'RESOLVED') return 'RESOLVED'
  return proposalId === null ? 'OPEN' : 'PROPOSED'
}

const resolutionOf = (review: ReviewCase, personal: PersonalData): ResolutionType | null => {
  // A case that was resolved without its proposal may still have it.
  if (review.proposalId === null || (review.status === 'RESOLVED' && review.confirmedBy === null)) return null
  return {
    id: review.proposalId,
    outcome: review.outcome!,
    reason: review.reason,
    evidence: personal.text(review.evidence!),
    proposedBy: review.proposedBy!,
    proposedAt: review.proposedAt!,
    confirmedBy: review.confirmedBy,
  }
}

export const toReviewCase = (review: ReviewCase, personal: PersonalData): ReviewCaseType => ({
  id: shownId('ReviewCase', review.id),
  kind: review.kind,
  state: stateOf(review),
  detail: personal.text(review.detail),
  resolution: resolutionOf(review, personal),
  assignedTo: review.assignedTo,
  assignedToId: review.assignedToId,
  openedAt: review.openedAt,
  resolvedAt: review.resolvedAt,
  orderId: review.orderId,
  customerId: review.customerId,
})
