import { Field, ID, ObjectType } from 'type-graphql'
import { shownId } from '../../kernel/ids.js'
import { NodeType } from '../../platform/graphql/node.js'
import { InstantScalar } from '../../platform/graphql/scalars.js'
import { describedEnum } from '../../platform/graphql/words.js'
import type { Instant } from '../../kernel/clock.js'
import { rolesOf, type ListedKey } from '../../platform/identity/keys/manage-keys.js'
import type { HolderKind, Role } from '../../platform/identity/roles.js'

export const roleEnum = describedEnum<Role>('Role', 'What a key lets its holder do.', {
  GATEWAY: 'The envelope and its journeys, for systems.',
  TESTER: 'Test clocks.',
  BACK_OFFICE: 'Works with customers, and proposes what another person approves.',
  APPROVER: 'Approves what another person proposed.',
  ANALYST: 'Reads what customers do, and not who they are.',
  AUDITOR: 'Reads everything, masked as for an analyst, and changes nothing.',
  ADMIN: 'Works with customers, and manages keys.',
})

export const holderKindEnum = describedEnum<HolderKind>(
  'HolderKind',
  'Whether a person or a system holds a key.',
  {
    PERSON: 'One person, who is responsible for everything that is done with the key.',
    SYSTEM: 'A system; it has no role in which a person decides.',
  },
)

@ObjectType('ApiKey', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'A key of a person or system, without what is secret.',
})
export class ApiKeyType {
  @Field(() => ID, { description: 'Its id, `KEY-...`.' })
  id!: string

  @Field(() => ID, { description: 'The id of its holder: the same for all their keys.' })
  holder!: string

  @Field(() => String, { description: 'The name of its holder, as in the audit log.' })
  name!: string

  @Field(() => holderKindEnum, { description: 'Whether a person or a system holds it.' })
  kind!: HolderKind

  @Field(() => [roleEnum], { description: 'The roles that it gives.' })
  roles!: Role[]

  @Field(() => InstantScalar, { description: 'When it was made.' })
  createdAt!: Instant

  @Field(() => String, { description: 'Who made it; `operator` for the command line.' })
  createdBy!: string

  @Field(() => InstantScalar, {
    nullable: true,
    description: 'When it was last used, to the minute; null for never.',
  })
  lastUsedAt!: Instant | null

  @Field(() => InstantScalar, { nullable: true, description: 'When it ends; null for never.' })
  expiresAt!: Instant | null

  @Field(() => InstantScalar, { nullable: true, description: 'When it was revoked; null if it was not.' })
  revokedAt!: Instant | null
}

export const toApiKey = ({ key, holder }: ListedKey): ApiKeyType => ({
  id: shownId('ApiKey', key.id),
  holder: holder.id,
  name: holder.name,
  kind: holder.kind,
  roles: rolesOf(key),
  createdAt: key.createdAt,
  createdBy: key.createdBy,
  lastUsedAt: key.lastUsedAt,
  expiresAt: key.expiresAt,
  revokedAt: key.revokedAt,
})
