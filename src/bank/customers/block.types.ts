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
    'Money leaves no more: withdrawals, held and automatic payouts, further attempts, what is paid back, leaving. Deposits go on.',
  CREDIT: 'No other deposit is asked for; one that arrives is booked. Withdrawals go on.',
  BOTH: 'Both.',
})

export const blockCauseEnum = describedEnum<BlockCause>('BlockCause', 'Why an account is blocked.', {
  COURT: 'An order of a court.',
  FRAUD:
    'Suspected fraud: in force from its proposal for a day, and from its approval on for good. Whose last one of the account was not ' +
    'approved has to wait, for 30 days, until another person approves.',
  DEATH: 'The customer has died.',
  KYC: 'Who the customer is has to be shown again.',
})

@ObjectType('AccountBlock', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'What an account may not do, and why.',
})
export class AccountBlockType {
  @Field(() => ID, { description: 'What is unblocked, `BLK-...`.' })
  id!: string

  @Field(() => blockScopeEnum, { description: 'What it stops.' })
  scope!: BlockScope

  @Field(() => blockCauseEnum, { description: 'Why.' })
  cause!: BlockCause

  @Field(() => LocalDateScalar, {
    nullable: true,
    description: 'The first business date on which it stops no more; null until it is lifted.',
  })
  endsOn!: LocalDate | null

  @Field(() => InstantScalar, {
    nullable: true,
    description: 'When it falls unless a second person approves it; null of one that two persons placed.',
  })
  fallsAt!: Instant | null

  @Field(() => InstantScalar, { description: 'When it was placed.' })
  placedAt!: Instant

  @Field(() => InstantScalar, { nullable: true, description: 'When it was lifted; null while it is not.' })
  liftedAt!: Instant | null

  /** For the field `customer`. */
  customerKey!: string

  /** For the field `approval`. */
  approvalId!: string | null
}

export const toAccountBlock = (block: AccountBlock): AccountBlockType => ({
  id: block.id,
  scope: block.scope,
  cause: block.cause,
  endsOn: block.endsOn,
  fallsAt: block.fallsAt,
  placedAt: block.placedAt,
  liftedAt: block.liftedAt,
  customerKey: block.customerId,
  approvalId: block.approvalId,
})
