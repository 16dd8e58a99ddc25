import { Field, ID, ObjectType } from 'type-graphql'
import type { Instant } from '../../kernel/clock.js'
import { shownId } from '../../kernel/ids.js'
import { NodeType } from '../../platform/graphql/node.js'
import { InstantScalar } from '../../platform/graphql/scalars.js'
import { describedEnum } from '../../platform/graphql/words.js'
import type { RoleAssignment, RoleSource } from '../../platform/identity/keys/role-assignment.entity.js'
import type { HolderKind, Role } from '../../platform/identity/roles.js'
import { holderKindEnum, roleEnum } from './keys.types.js'

export const roleSourceEnum = describedEnum<RoleSource>('RoleSource', 'Where the roles come from.', {
  KEY: 'By a key that was made here.',
  SIGN_IN: 'The identity provider named them at the sign-in.',
})

@ObjectType('RoleAssignment', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'The roles of a person or system during a period.',
})
export class RoleAssignmentType {
  @Field(() => ID, { description: 'Its id, `ROLE-...`.' })
  id!: string

  @Field(() => ID, { description: 'The id of the person or system, as in the audit log.' })
  personId!: string

  @Field(() => String, { description: 'Their name, as in the audit log.' })
  name!: string

  @Field(() => holderKindEnum, { description: 'Whether it is a person or a system.' })
  kind!: HolderKind

  @Field(() => roleSourceEnum, { description: 'Where the roles come from.' })
  source!: RoleSource

  @Field(() => [roleEnum], { description: 'The roles.' })
  roles!: Role[]

  @Field(() => InstantScalar, {
    description: 'When they began: the creation of the key, or the first sign-in.',
  })
  from!: Instant

  @Field(() => InstantScalar, {
    nullable: true,
    description:
      'When they ended: the end of the key, or the first sign-in with other roles. Null where no end is known.',
  })
  until!: Instant | null

  @Field(() => InstantScalar, {
    nullable: true,
    description: 'The last sign-in with these roles; null for a key.',
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
