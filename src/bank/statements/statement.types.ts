import { messagesFor } from '../messages/messages.js'
import type { Language } from '../../kernel/call.js'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { failureReasonEnum, type FailureReason } from '../failure-reasons/failure-reason.js'
import { InstantScalar, LocalDateScalar } from '../../platform/graphql/scalars.js'
import { wordEnum } from '../../platform/graphql/words.js'
import type { PersonalData } from '../../platform/identity/personal-data.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { Statement, StatementStatus } from '../statement-orders/statement.entity.js'

const stages: Readonly<Record<StatementStatus, string>> = {
  REQUESTED: 'It waits for a worker.',
  GENERATING: 'It is being made, or waits for the mail server.',
  SENT: 'The mail server has taken it.',
  FAILED: 'The address was refused for good.',
}

export const statementStatusEnum = wordEnum<StatementStatus>(
  'StatementStatus',
  'Where a statement stands.',
  stages,
)

type AskedStatus = StatementStatus | 'NOT_FOUND'

const askedStatusEnum = wordEnum<AskedStatus>(
  'StatementAnswer',
  'Where a statement stands, as its customer is told.',
  { NOT_FOUND: 'It was not asked for yet, or by another customer.', ...stages },
)

@ObjectType('StatementReference', {
  simpleResolvers: true,
  description: 'What a statement is asked for with, within 24 hours.',
})
export class StatementReferenceType {
  @Field(() => ID, { description: 'The reference, `STM-...`.' })
  reference!: string
}

type RequestStatus = 'REQUESTED' | 'FAILED'

const requestStatusEnum = wordEnum<RequestStatus>('StatementRequestStatus', 'How asking ended.', {
  REQUESTED: 'It was asked for, now or before with the same reference.',
  FAILED: 'Nothing was written; the reason says why.',
})

@ObjectType('StatementRequestPayload', {
  simpleResolvers: true,
  description: 'The answer to asking for a statement. Asking again with its reference changes nothing.',
})
export class StatementRequestPayloadType {
  @Field(() => requestStatusEnum, { description: 'How it ended.' })
  status!: RequestStatus

  @Field(() => failureReasonEnum, { nullable: true, description: 'Why it failed, else null.' })
  failureReason!: FailureReason | null

  @Field(() => String, {
    nullable: true,
    description: 'The text for the customer when it failed, else null.',
  })
  message!: string | null
}

/** Refusals of a request, all of which the payload can say. */
export const statementRefusals = [
  'NOT_REGISTERED',
  'INVALID_REFERENCE',
  'REFERENCE_EXPIRED',
  'CLOCK_ADVANCING',
  'INVALID_EMAIL',
  'INVALID_PERIOD',
] as const

export const toStatementRequest = (): StatementRequestPayloadType => ({
  status: 'REQUESTED',
  failureReason: null,
  message: null,
})

export const refusedStatement = (
  code: (typeof statementRefusals)[number],
  language: Language,
): StatementRequestPayloadType => ({
  status: 'FAILED',
  failureReason: code,
  message: messagesFor(language).statementRefusal[code],
})

@ObjectType('StatementStanding', {
  simpleResolvers: true,
  description: 'Where the statement of a reference stands.',
})
export class StatementStandingType {
  @Field(() => askedStatusEnum, { description: 'Where it stands now.' })
  status!: AskedStatus
}

export const toStatementStanding = (statement: Statement | undefined): StatementStandingType => ({
  status: statement?.status ?? 'NOT_FOUND',
})

@ObjectType('Statement', {
  simpleResolvers: true,
  description: 'A statement that a customer asked for: a PDF of every movement of a period, sent by e-mail.',
})
export class StatementType {
  @Field(() => ID, { description: 'What it was asked for with, `STM-...`.' })
  reference!: string

  @Field(() => statementStatusEnum, { description: 'Where it stands.' })
  status!: StatementStatus

  @Field(() => String, { description: 'Where it goes; masked for analysts.' })
  email!: string

  @Field(() => String, { description: 'Its language, `fr` or `en`.' })
  language!: string

  @Field(() => String, { description: 'The period as it was typed.' })
  period!: string

  @Field(() => LocalDateScalar, { description: 'The first day that it covers.' })
  from!: LocalDate

  @Field(() => LocalDateScalar, { description: 'The last day that it covers.' })
  to!: LocalDate

  @Field(() => Int, { description: 'How often a worker has taken it.' })
  attempts!: number

  @Field(() => String, { nullable: true, description: 'Why the last attempt did not send it, else null.' })
  problem!: string | null

  @Field(() => InstantScalar, { description: 'When it was asked for.' })
  requestedAt!: Instant

  @Field(() => InstantScalar, { nullable: true, description: 'When the mail server took it, else null.' })
  sentAt!: Instant | null

  /** For the field `customer`. */
  customerId!: string
}

export const toStatement = (statement: Statement, personal: PersonalData): StatementType => ({
  reference: statement.id,
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
