import { Field, ID, ObjectType } from 'type-graphql'
import { shownId } from '../kernel/ids.js'
import { NodeType } from '../platform/graphql/node.js'
import { GraphQLJSON } from 'graphql-scalars'
import { InstantScalar } from '../platform/graphql/scalars.js'
import type { Instant } from '../kernel/clock.js'
import { parseJson } from '../kernel/json.js'
import { auditActions, isAuditAction, type AuditAction } from '../platform/identity/audit-action.js'
import type { AuditEntry } from '../platform/identity/audit.entity.js'
import { wordEnum } from '../platform/graphql/words.js'

type ShownAction = AuditAction | 'OTHER'

export const auditActionEnum = wordEnum<ShownAction>('AuditAction', 'What is written in the audit log.', {
  ...auditActions,
  OTHER: 'Something that this version has no word for: another version wrote it.',
})

@ObjectType('AuditEntry', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'Who did, read or was refused what, and how it stood before and after. Never changed.',
})
export class AuditEntryType {
  @Field(() => ID, { description: '`AUDIT-...`.' })
  id!: string

  @Field(() => InstantScalar, { description: 'When.' })
  at!: Instant

  @Field(() => String, { description: 'The name of the person or system, or `job`.' })
  actor!: string

  @Field(() => String, { nullable: true, description: 'The id of the person or system, where it has one.' })
  actorId!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'From where it was asked; null for what the house did itself.',
  })
  address!: string | null

  @Field(() => auditActionEnum, { description: 'What was done.' })
  action!: ShownAction

  @Field(() => ID, { description: 'The id of the row that it was done to, or the field that was asked for.' })
  subject!: string

  @Field(() => GraphQLJSON, { nullable: true, description: 'How it stood before, where that is known.' })
  before!: unknown

  @Field(() => GraphQLJSON, { nullable: true, description: 'How it stood after, where that is known.' })
  after!: unknown

  /** For the field `customer`. */
  customerId!: string | null
}

const state = (text: string | null): unknown => (text === null ? null : (parseJson(text) ?? text))

export const toAuditEntry = (entry: AuditEntry): AuditEntryType => ({
  id: shownId('AuditEntry', entry.id),
  at: entry.at,
  actor: entry.actor,
  actorId: entry.actorId,
  address: entry.address,
  action: isAuditAction(entry.action) ? entry.action : 'OTHER',
  subject: entry.subject,
  before: state(entry.before),
  after: state(entry.after),
  customerId: entry.customerId,
})
