import { Field, ID, ObjectType } from 'type-graphql'
import type { Instant } from '../../kernel/clock.js'
import { shownId } from '../../kernel/ids.js'
import { NodeType } from '../../platform/graphql/node.js'
import { InstantScalar } from '../../platform/graphql/scalars.js'
import { describedEnum } from '../../platform/graphql/words.js'
import type { RoleAssignment, RoleSource } from '../../platform/identity/keys/role-assignment.entity.js'
import type { HolderKind, Role } from '../../platform/identity/roles.js'
import { holderKindEnum, roleEnum } from './keys.types.js'

export const roleSourceEnum = describedEnum<RoleSource>('RoleSource', 'How somebody came to roles.', {
  KEY: 'By a key that was made here.',
  SIGN_IN: 'The identity provider said so when they signed in.',
})

@ObjectType('RoleAssignment', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'That a person or system had roles for a time.',
})
export class RoleAssignmentType {
  @Field(() => ID, { description: '`ROLE-...`.' })
  id!: string

  @Field(() => ID, { description: 'Of the person or system: the same as in the audit log.' })
  personId!: string

  @Field(() => String, { description: 'Their name, as in the audit log.' })
  name!: string

  @Field(() => holderKindEnum, { description: 'Who it is.' })
  kind!: HolderKind

  @Field(() => roleSourceEnum, { description: 'How they came to the roles.' })
  source!: RoleSource

  @Field(() => [roleEnum], { description: 'The roles.' })
  roles!: Role[]

  @Field(() => InstantScalar, { description: 'From when on: the making of the key, or the first sign-in.' })
  from!: Instant

  @Field(() => InstantScalar, {
    nullable: true,
    description:
      'Until when: the end of the key, or the first sign-in with other roles. Null where nobody knows of an end.',
  })
  until!: Instant | null

  @Field(() => InstantScalar, {
    nullable: true,
    description: 'The last sign-in with these roles; null of a key.',
  })
  lastSignInAt!: Instant | null

  @Field(() => String, {
    nullable: true,
    description: 'Who made the key; null where the identity provider decides.',
  })
  givenBy!: string | null
}

export const toRoleAssignment = (row: RoleAssignment): RoleAssignmentType => ({
  id: shownId('RoleAssignment', row.id),
  personId: row.personId,
  name: row.name,
  kind: row.kind,
  source: row.source,
  roles: row.roles.split(',') as Role[],
  from: row.from,
  until: row.until,
  lastSignInAt: row.seenAt,
  givenBy: row.givenBy,
})
