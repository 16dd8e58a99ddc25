import { Field, ID, ObjectType } from 'type-graphql'
import { shownId } from '../../kernel/ids.js'
import { NodeType } from '../../platform/graphql/node.js'
import { GraphQLJSON } from 'graphql-scalars'
import { InstantScalar } from '../../platform/graphql/scalars.js'
import type { Instant } from '../../kernel/clock.js'
import { parseJson } from '../../kernel/json.js'
import { auditActions, isAuditAction, type AuditAction } from '../../platform/identity/audit-action.js'
import type { AuditEntry } from '../../platform/identity/audit.entity.js'
import type { PersonalData } from '../../platform/identity/personal-data.js'
import { describedEnum } from '../../platform/graphql/words.js'

type ShownAction = AuditAction | 'OTHER'

export const auditActionEnum = describedEnum<ShownAction>(
  'AuditAction',
  'The actions that the audit log records.',
  {
    ...auditActions,
    OTHER: 'An action of another version, which this version does not know.',
  },
)

@ObjectType('AuditEntry', {
  implements: NodeType,
  simpleResolvers: true,
  description:
    'An entry of the audit log: who did or read what, or was refused it, with the state before and after. Never changed.',
})
export class AuditEntryType {
  @Field(() => ID, { description: 'Its id, `AUDIT-...`.' })
  id!: string

  @Field(() => InstantScalar, { description: 'When it was done.' })
  at!: Instant

  @Field(() => String, { description: 'The name of the person or system, or `job`.' })
  actor!: string

  @Field(() => String, { nullable: true, description: 'The id of the person or system, where it has one.' })
  actorId!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The network address of the caller; null for a job.',
  })
  address!: string | null

  @Field(() => auditActionEnum, { description: 'What was done.' })
  action!: ShownAction

  @Field(() => ID, { description: 'The id of the row that was changed, or the field that was read.' })
  subject!: string

  @Field(() => GraphQLJSON, { nullable: true, description: 'The state before, where it is known.' })
  before!: unknown

  @Field(() => GraphQLJSON, { nullable: true, description: 'The state after, where it is known.' })
  after!: unknown

  /** Read by the resolver of the field `customer`. */
  customerId!: string | null
}

/** A text with pseudonyms instead of the ids of its customer and account. */
const shownText = (text: string, personal: PersonalData, customerId: string | null): string => {
  const withPseudonyms = personal
    .text(text)
    .replaceAll(/\bACC-[\dA-Z]{26}\b/g, (id) => personal.id(id))
    .replaceAll(/\bCUS-([\dA-Z]{26})\b/g, (_, key: string) => personal.customerId(key))
  return customerId === null
    ? withPseudonyms
    : withPseudonyms.replaceAll(customerId, personal.customerId(customerId))
}

/** The value, with each text masked for the reader. */
const shownState = (value: unknown, shown: (text: string) => string): unknown => {
  if (typeof value === 'string') return shown(value)
  if (Array.isArray(value)) return value.map((each) => shownState(each, shown))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shownState(each, shown)]))
}

export const toAuditEntry = (entry: AuditEntry, personal: PersonalData): AuditEntryType => {
  const shown = (text: string): string =>
    personal.isMasked ? shownText(text, personal, entry.customerId) : text
  const state = (text: string | null): unknown =>
    text === null ? null : shownState(parseJson(text) ?? text, shown)
  return {
    id: shownId('AuditEntry', entry.id),
    at: entry.at,
    actor: entry.actor,
    actorId: entry.actorId,
    address: entry.address,
    action: isAuditAction(entry.action) ? entry.action : 'OTHER',
    subject: shown(entry.subject),
    before: state(entry.before),
    after: state(entry.after),
    customerId: entry.customerId,
  }
}
