import { Field, ID, ObjectType } from 'type-graphql'
import { NodeType } from '../../platform/graphql/node.js'
import { InstantScalar, LocalDateScalar } from '../../platform/graphql/scalars.js'
import { describedEnum } from '../../platform/graphql/words.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { AccountBlock } from './block.entity.js'
import type { BlockCause, BlockScope } from './block.rules.js'

export const blockScopeEnum = describedEnum<BlockScope>('BlockScope', 'What a block stops.', {
  DEBIT:
    'No money leaves: no withdrawals, held and automatic payouts, further attempts, refunds or closing. Deposits are still possible.',
  CREDIT:
    'No new deposit can be requested; one that arrives is booked. Withdrawals are still possible, and so is closing the account, with which the block ends.',
  BOTH: 'Both.',
})

export const blockCauseEnum = describedEnum<BlockCause>('BlockCause', 'Why an account is blocked.', {
  COURT: 'An order of a court.',
  FRAUD:
    'Suspected fraud: in force for a day from its proposal, and permanently from its approval. If it is not ' +
    'approved, a block that the same person proposes for the account within 30 days is in force only from its approval.',
  DEATH: 'The customer has died.',
  KYC: 'The customer has to prove their identity again.',
})

@ObjectType('AccountBlock', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'A block of an account: what it stops, and why.',
})
export class AccountBlockType {
  @Field(() => ID, { description: 'The id by which it is unblocked, `BLK-...`.' })
  id!: string

  @Field(() => blockScopeEnum, { description: 'The payments that it stops.' })
  scope!: BlockScope

  @Field(() => blockCauseEnum, { description: 'The cause of the block.' })
  cause!: BlockCause

  @Field(() => LocalDateScalar, {
    nullable: true,
    description: 'The first business date on which it is no longer in force; null for one without an end.',
  })
  endsOn!: LocalDate | null

  @Field(() => InstantScalar, {
    nullable: true,
    description:
      'When it expires unless a second person approves it; null for one that two persons placed, or once it is approved.',
  })
  fallsAt!: Instant | null

  @Field(() => InstantScalar, { description: 'When it was placed.' })
  placedAt!: Instant

  @Field(() => InstantScalar, { nullable: true, description: 'When it was lifted; null while it is not.' })
  liftedAt!: Instant | null

  /** Read by the resolver of the field `customer`. */
  customerKey!: string

  /** Read by the resolver of the field `approval`. */
  approvalId!: string | null
}

export const toAccountBlock = (block: AccountBlock): AccountBlockType => ({
  id: block.id,
  scope: block.scope,
  cause: block.cause,
  endsOn: block.endsOn,
  fallsAt: block.expiresAt,
  placedAt: block.placedAt,
  liftedAt: block.liftedAt,
  customerKey: block.customerId,
  approvalId: block.approvalId,
})
