import { Field, ID, ObjectType } from 'type-graphql'
import { shownId, type ShownKind } from '../../kernel/ids.js'
import type { Instant } from '../../kernel/clock.js'
import { formatAmount } from '../../kernel/money.js'
import { InstantScalar, MoneyScalar } from '../../platform/graphql/scalars.js'
import type { PersonalData } from '../../platform/identity/personal-data.js'
import { describedEnum } from '../../platform/graphql/words.js'
import type { HistoryKind, HistoryRow } from './history.read.js'

export const historyKindEnum = describedEnum<HistoryKind>('HistoryKind', 'What happened to a customer.', {
  REGISTERED: 'An account was opened.',
  SHOWN: 'They were shown a summary, or why there is none; its operation and status.',
  TEXT_SHOWN: 'What they read of a summary, or of why there is none; the text.',
  DEPOSIT_CONFIRMED: 'They confirmed a deposit; its product.',
  SAVINGS_LEFT: 'Savings were left; how.',
  ORDER_SENT: 'The wallet provider was first offered an order; which way the money goes.',
  WALLET_TEXT: 'What their wallet shows with an order; the text.',
  ORDER_ENDED: 'What the provider said of an order was booked; which way, how, and why it failed.',
  POSTED: 'A journal was posted; its reference.',
  STATEMENT_ASKED: 'A statement was asked for; its period.',
  STATEMENT_SENT: 'The mail server took it.',
  CASE_OPENED: 'A case was opened for people to look at; why.',
  CASE_RESOLVED: 'A case was resolved; how.',
  PROPOSED: 'One of the staff asked for something that takes two; what, and why.',
  DECIDED: 'It ended; what, and how.',
  BLOCKED: 'Their account was blocked; what for, and why.',
  UNBLOCKED: 'A block was lifted.',
  NOTE: 'One of the staff wrote something down; the text.',
  SCORE_ASKED: 'A score of them was asked for; which.',
  SCORE_ENDED: 'It ended; which, how, and why it failed.',
  ACTION: 'A row of the audit log that is about them; the action.',
  READ: 'One of the staff was shown who they are; by which operation.',
})

const shown: Readonly<Partial<Record<HistoryKind, ShownKind>>> = {
  DEPOSIT_CONFIRMED: 'PaymentOrder',
  ORDER_SENT: 'PaymentOrder',
  WALLET_TEXT: 'PaymentOrder',
  ORDER_ENDED: 'PaymentOrder',
  POSTED: 'Journal',
  CASE_OPENED: 'ReviewCase',
  CASE_RESOLVED: 'ReviewCase',
  SCORE_ASKED: 'ScoreRequest',
  SCORE_ENDED: 'ScoreRequest',
  ACTION: 'AuditEntry',
  READ: 'AccessEntry',
}

@ObjectType('HistoryEvent', { simpleResolvers: true, description: 'Something that happened to a customer.' })
export class HistoryEventType {
  @Field(() => InstantScalar, { description: 'When.' })
  at!: Instant

  @Field(() => historyKindEnum, { description: 'What.' })
  kind!: HistoryKind

  @Field(() => ID, { description: 'What says so, for `node`: an order, a payout, a journal, a quote, ...' })
  subject!: string

  @Field(() => String, {
    nullable: true,
    description: 'The person or system that did it; null where the row behind it does not say.',
  })
  actor!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'What the kind says that it tells; null where it is nothing.',
  })
  detail!: string | null

  @Field(() => MoneyScalar, { nullable: true, description: 'The money that it is about, else null.' })
  amount!: string | null

  @Field(() => String, { nullable: true, description: 'ISO 4217 code; null where there is no amount.' })
  currency!: string | null

  /** For who was shown it. */
  customerId!: string
}

export const toHistoryEvent = (row: HistoryRow, personal: PersonalData): HistoryEventType => {
  const { kind, id, amount, currency, detail } = row
  const of = shown[kind]
  return {
    at: row.at,
    kind,
    subject: of ? shownId(of, id) : kind === 'REGISTERED' ? personal.id(id) : id,
    actor: row.actor,
    detail: personal.text(detail?.trim() ?? null),
    amount: amount === null || currency === null ? null : formatAmount(amount, currency),
    currency: amount === null ? null : currency,
    customerId: row.customerId,
  }
}
