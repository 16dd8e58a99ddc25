import { Field, ID, ObjectType } from 'type-graphql'
import { shownId } from '../../kernel/ids.js'
import type { Instant } from '../../kernel/clock.js'
import type { AccessEntry } from '../../platform/identity/access-entry.entity.js'
import { NodeType } from '../../platform/graphql/node.js'
import { InstantScalar } from '../../platform/graphql/scalars.js'

@ObjectType('AccessEntry', {
  implements: NodeType,
  simpleResolvers: true,
  description:
    'An operation showed personal data of a customer to a member of staff; recorded once per person, operation and customer in a quarter of an hour.',
})
export class AccessEntryType {
  @Field(() => ID, { description: 'Its id, `SEEN-...`.' })
  id!: string

  @Field(() => InstantScalar, { description: 'The first time in its quarter of an hour.' })
  at!: Instant

  @Field(() => String, { description: 'The name of the person.' })
  actor!: string

  @Field(() => String, { nullable: true, description: 'The id of the person, where they have one.' })
  actorId!: string | null

  @Field(() => String, { nullable: true, description: 'The network address of the caller.' })
  address!: string | null

  @Field(() => String, {
    description: 'The operation, as its caller named it, and the root fields that it asked for.',
  })
  operation!: string

  /** Read by the resolver of the field `customer`. */
  customerId!: string
}

export const toAccessEntry = (entry: AccessEntry): AccessEntryType => ({
  id: shownId('AccessEntry', entry.id),
  at: entry.at,
  actor: entry.actor,
  actorId: entry.actorId,
  address: entry.address,
  operation: entry.operation,
  customerId: entry.customerId,
})
