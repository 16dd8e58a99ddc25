import { Field, ID, ObjectType } from 'type-graphql'
import { InstantScalar } from '../platform/graphql/scalars.js'
import { wordEnum } from '../platform/graphql/words.js'
import { ScoringErasureType } from '../scoring-service/erasure/erasure.types.js'
import type { Instant } from '../kernel/clock.js'
import type { Input } from './acts.js'
import type { Proposal, ProposalKind, ProposalStatus } from './proposal.entity.js'

export const proposalKindEnum = wordEnum<ProposalKind>('ProposalKind', 'What staff do in twos.', {
  OPT_OUT: 'A customer leaves: all positions are paid out and the account is closed.',
  CHANGE_EMAIL: 'Statements of an account go to another address.',
  ERASE_PERSON:
    'What our scoring service holds of a person is erased, of all its clients, and our own requests.',
  ERASE_REQUEST: 'The same of one score request.',
})

export const proposalStatusEnum = wordEnum<ProposalStatus>('ProposalStatus', 'How far a proposal is.', {
  OPEN: 'It waits for another person.',
  APPROVED: 'Another person has confirmed it, and it is being done; confirmed again it is done to its end.',
  DONE: 'It is done.',
  REJECTED: 'It was taken back.',
  EXPIRED: 'Nobody decided it within seven days.',
})

@ObjectType('Proposal', {
  simpleResolvers: true,
  description: 'What one of the staff asks for, and another person confirms.',
})
export class ProposalType {
  @Field(() => ID, { description: 'What an approver confirms or rejects.' })
  id!: string

  @Field(() => proposalKindEnum, { description: 'What is to be done.' })
  kind!: ProposalKind

  @Field(() => proposalStatusEnum, { description: 'How far it is.' })
  status!: ProposalStatus

  @Field(() => String, { description: 'Why, in words of the proposer.' })
  reason!: string

  @Field(() => String, { nullable: true, description: 'The new address, while it waits.' })
  email!: string | null

  @Field(() => String, { nullable: true, description: 'Whose data is to be erased, while it waits.' })
  nationalId!: string | null

  @Field(() => ID, { nullable: true, description: 'Which score request is to be erased, while it waits.' })
  requestId!: string | null

  @Field(() => String, { description: 'The person who proposed it.' })
  proposedBy!: string

  @Field(() => InstantScalar, { description: 'When it was proposed.' })
  proposedAt!: Instant

  @Field(() => String, {
    nullable: true,
    description: 'Who confirmed it or took it back; null while it waits.',
  })
  decidedBy!: string | null

  @Field(() => ScoringErasureType, {
    nullable: true,
    description: 'What an erasure has removed; null until then.',
  })
  erased!: ScoringErasureType | null

  /** For the field `customer`. */
  customerId!: string | null
}

export const toProposal = (proposal: Proposal, input: Input | undefined): ProposalType => {
  const { id, kind, status, reason, proposedBy, proposedAt, decidedBy, customerId, outcome } = proposal
  return {
    id,
    kind,
    status,
    reason,
    proposedBy,
    proposedAt,
    decidedBy,
    customerId,
    email: input?.kind === 'CHANGE_EMAIL' ? input.email : null,
    nationalId: input?.kind === 'ERASE_PERSON' ? input.nationalId : null,
    requestId: input?.kind === 'ERASE_REQUEST' ? input.requestId : null,
    erased: outcome === null ? null : (JSON.parse(outcome) as ScoringErasureType),
  }
}
