import { Field, ID, ObjectType } from 'type-graphql'
import type { Instant } from '../../kernel/clock.js'
import { market } from '../../kernel/market.js'
import { formatAmount } from '../../kernel/money.js'
import { NodeType } from '../../platform/graphql/node.js'
import { InstantScalar, MoneyScalar } from '../../platform/graphql/scalars.js'
import { everybody, type ApprovalDelegation, type ApprovalLimit } from './limit.entity.js'

@ObjectType('ApprovalLimit', {
  implements: NodeType,
  simpleResolvers: true,
  description:
    'The most that a person may approve at once. People without a limit of their own have the limit of all, if there is one.',
})
export class ApprovalLimitType {
  @Field(() => ID, { description: 'Its id, `LIM-...`.' })
  id!: string

  @Field(() => ID, {
    nullable: true,
    description: 'The person, as in the audit log; null for the limit of all who have none of their own.',
  })
  personId!: string | null

  @Field(() => String, { nullable: true, description: 'Their name; null for the limit of all.' })
  name!: string | null

  @Field(() => MoneyScalar, { nullable: true, description: 'The limit; null for none.' })
  limit!: string | null

  @Field(() => InstantScalar, { description: 'When it was set.' })
  setAt!: Instant
}

@ObjectType('ApprovalDelegation', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'A delegation: an approver lends another one their limit for a period.',
})
export class ApprovalDelegationType {
  @Field(() => ID, { description: 'Its id, `DLG-...`.' })
  id!: string

  @Field(() => String, { description: 'The person who lends the limit.' })
  lender!: string

  @Field(() => ID, { description: 'The id of the lender, as in the audit log.' })
  lenderId!: string

  @Field(() => String, { description: 'The person who may use the limit.' })
  delegate!: string

  @Field(() => ID, { description: 'The id of the delegate, as in the audit log.' })
  delegateId!: string

  @Field(() => InstantScalar, { description: 'When it begins.' })
  from!: Instant

  @Field(() => InstantScalar, { description: 'When it ends.' })
  until!: Instant

  @Field(() => String, { description: 'The reason that was given.' })
  reason!: string
}

export const toApprovalLimit = ({ id, personId, name, amount, setAt }: ApprovalLimit): ApprovalLimitType => ({
  id,
  personId: personId === everybody ? null : personId,
  name,
  limit: amount === null ? null : formatAmount(amount, market.currency),
  setAt,
})

export const toDelegation = (row: ApprovalDelegation): ApprovalDelegationType => ({
  id: row.id,
  lender: row.fromName,
  lenderId: row.fromId,
  delegate: row.toName,
  delegateId: row.toId,
  from: row.from,
  until: row.until,
  reason: row.reason,
})
