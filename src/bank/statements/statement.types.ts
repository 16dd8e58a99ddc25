import { addressFaults, type AddressFault } from '../messages/catalogue.js'
import { messagesFor } from '../messages/messages.js'
import type { Language } from '../../kernel/call.js'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { NodeType } from '../../platform/graphql/node.js'
import { msisdnField, typedField } from '../../platform/graphql/arguments.js'
import { inputOf } from '../../platform/graphql/filters.js'
import { meaningsOf, refusalOf, type RefusalData } from '../../platform/graphql/mutation.js'
import { languageEnum } from '../../platform/graphql/language.js'
import { InstantScalar, LocalDateScalar } from '../../platform/graphql/scalars.js'
import { describedEnum } from '../../platform/graphql/words.js'
import type { PersonalData } from '../../platform/identity/personal-data.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { Statement, StatementStatus } from '../statement-orders/statement.entity.js'

/** The states that a customer is shown. */
type Stage = Exclude<StatementStatus, 'PRINTED'>

const stages: Readonly<Record<Stage, string>> = {
  REQUESTED: 'It waits for a worker.',
  GENERATING: 'It is being made, or waits for the mail server.',
  SENT: 'The mail server has taken it.',
  FAILED: 'The address was refused for good.',
}

export const statementStatusEnum = describedEnum<StatementStatus>(
  'StatementStatus',
  'The state of a statement.',
  {
    ...stages,
    PRINTED: 'Staff printed it for a customer at a counter; nobody mails it.',
  },
)

type AnsweredStatus = Stage | 'NOT_FOUND'

const answeredStatusEnum = describedEnum<AnsweredStatus>(
  'StatementAnswer',
  'The state of a statement, as it is shown to its customer.',
  { NOT_FOUND: 'It is not requested yet, or another customer requested it.', ...stages },
)

export const PrepareStatementInput = inputOf('PrepareStatementInput', 'The input for creating a reference.', {
  msisdn: msisdnField,
})

export const RequestStatementInput = inputOf(
  'RequestStatementInput',
  'The input for requesting a statement.',
  {
    msisdn: msisdnField,
    email: typedField('The address to send it to; empty or absent: the address on file.'),
    period: typedField(
      '`LAST_MONTH`, `LAST_3_MONTHS`, `LAST_6_MONTHS`, `LAST_12_MONTHS`, `ALL`, `1`, `3`, `6`, `12`, a month `YYYY-MM`, or two dates with a slash between them.',
    ),
    reference: typedField('The reference that was created for it.'),
  },
)

@ObjectType('PrepareStatementPayload', {
  simpleResolvers: true,
  description: 'The reference to request a statement with, within 24 hours.',
})
export class StatementReferenceType {
  @Field(() => ID, { description: 'The reference, `STM-...`.' })
  reference!: string
}

type RequestStatus = 'REQUESTED' | 'FAILED'

const requestStatusEnum = describedEnum<RequestStatus>(
  'StatementRequestStatus',
  'The result of the request.',
  {
    REQUESTED: 'It was requested, now or before with the same reference.',
    FAILED: 'Nothing was written; the reason says why.',
  },
)

/** The refusals of a request that the payload can carry. */
export const statementRefusals = [
  'NOT_REGISTERED',
  'INVALID_REFERENCE',
  'REFERENCE_EXPIRED',
  'CLOCK_ADVANCING',
  'INVALID_EMAIL',
  'INVALID_PERIOD',
] as const

type RefusalCode = (typeof statementRefusals)[number]

const StatementRefusal = refusalOf('RequestStatement', meaningsOf(statementRefusals))

@ObjectType('RequestStatementPayload', {
  simpleResolvers: true,
  description:
    'The answer to the request of a statement. A repeated request with its reference changes nothing.',
})
export class StatementRequestPayloadType {
  @Field(() => requestStatusEnum, { description: 'The result.' })
  status!: RequestStatus

  @Field(() => StatementRefusal, { nullable: true, description: 'Why it failed, else null.' })
  refusal!: RefusalData<RefusalCode> | null
}

export const toStatementRequest = (): StatementRequestPayloadType => ({
  status: 'REQUESTED',
  refusal: null,
})

const addressFaultOf = (cause: string | undefined): AddressFault =>
  addressFaults.find((fault) => fault === cause) ?? 'NOT_AN_ADDRESS'

/** @param cause why the e-mail address was refused, an `AddressFault` */
export const refusedStatement = (
  code: RefusalCode,
  cause: string | undefined,
  language: Language,
): StatementRequestPayloadType => {
  const { statementRefusal: texts } = messagesFor(language)
  const message = code === 'INVALID_EMAIL' ? texts.INVALID_EMAIL[addressFaultOf(cause)] : texts[code]
  return { status: 'FAILED', refusal: { code, message } }
}

@ObjectType('StatementStanding', {
  simpleResolvers: true,
  description: 'The state of the statement with a reference.',
})
export class StatementStandingType {
  @Field(() => answeredStatusEnum, { description: 'Its present state.' })
  status!: AnsweredStatus
}

export const toStatementStanding = (statement: Statement | undefined): StatementStandingType => ({
  status: statement && statement.status !== 'PRINTED' ? statement.status : 'NOT_FOUND',
})

@ObjectType('Statement', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'A PDF of every movement of a period, sent by e-mail or printed at a counter.',
})
export class StatementType {
  @Field(() => ID, { description: 'Its reference, `STM-...`.' })
  id!: string

  @Field(() => statementStatusEnum, { description: 'Its state.' })
  status!: StatementStatus

  @Field(() => String, {
    description: 'The address that it is sent to; masked for analysts, empty if it was printed.',
  })
  email!: string

  @Field(() => languageEnum, { description: 'Its language.' })
  language!: Language

  @Field(() => String, {
    description: 'The period as it was typed; `CLOSING` for the last statement of a closed account.',
  })
  period!: string

  @Field(() => LocalDateScalar, { description: 'The first day that it covers.' })
  from!: LocalDate

  @Field(() => LocalDateScalar, { description: 'The last day that it covers.' })
  to!: LocalDate

  @Field(() => Int, { description: 'How often a worker has tried to send it.' })
  attempts!: number

  @Field(() => String, { nullable: true, description: 'Why the last attempt did not send it, else null.' })
  problem!: string | null

  @Field(() => InstantScalar, { description: 'When it was asked for.' })
  requestedAt!: Instant

  @Field(() => InstantScalar, { nullable: true, description: 'When the mail server accepted it, else null.' })
  sentAt!: Instant | null

  /** Read by the resolver of the field `customer`. */
  customerId!: string
}

export const toStatement = (statement: Statement, personal: PersonalData): StatementType => ({
  id: statement.id,
  status: statement.status,
  email: personal.email(statement.email),
  language: statement.language,
  period: statement.period,
  from: statement.fromOn,
  to: statement.toOn,
  attempts: statement.attempts,
  problem: statement.problem,
  requestedAt: statement.createdAt,
  sentAt: statement.sentAt,
  customerId: statement.customerId,
})
