import { Field, ID, ObjectType } from 'type-graphql'
import { shownId, type PrefixedKind } from '../../kernel/ids.js'
import type { Instant } from '../../kernel/clock.js'
import { formatAmount } from '../../kernel/money.js'
import { InstantScalar, MoneyScalar } from '../../platform/graphql/scalars.js'
import type { PersonalData } from '../../platform/identity/personal-data.js'
import { describedEnum } from '../../platform/graphql/words.js'
import type { HistoryKind, HistoryRow } from './history.read.js'

export const historyKindEnum = describedEnum<HistoryKind>('HistoryKind', 'What happened to a customer.', {
  REGISTERED: 'An account was opened. No detail.',
  SHOWN: 'A summary, or its refusal, was shown to the customer. Detail: operation and status.',
  TEXT_SHOWN: 'The customer was shown the text of a summary, or of its refusal. Detail: the text.',
  DEPOSIT_CONFIRMED: 'The customer confirmed a deposit. Detail: the product.',
  SAVINGS_LEFT: 'A position was withdrawn. Detail: the basis.',
  ORDER_SENT: 'An order was first sent to the wallet provider. Detail: its kind.',
  WALLET_TEXT: 'An order was sent with a text that the wallet shows. Detail: the text.',
  ORDER_ENDED: 'The outcome of an order was booked. Detail: kind, status and failure code.',
  POSTED: 'A journal was posted. Detail: its reference.',
  STATEMENT_ASKED: 'A statement was requested. Detail: its period.',
  STATEMENT_SENT: 'The mail server accepted a statement. Detail: its period.',
  CASE_OPENED: 'A review case was opened. Detail: why.',
  CASE_RESOLVED: 'A review case was resolved. Detail: the outcome.',
  PROPOSED: 'A member of staff proposed something for approval. Detail: kind and reason.',
  DECIDED: 'A proposal ended. Detail: kind and status.',
  BLOCKED: 'The account was blocked. Detail: scope and cause.',
  UNBLOCKED: 'A block was lifted. Detail: scope and cause.',
  NOTE: 'A member of staff wrote a note. Detail: the text.',
  SCORE_ASKED: 'A score of the customer was requested. Detail: the score product.',
  SCORE_ENDED: 'A score request ended. Detail: score product, status and failure code.',
  ACTION: 'A row of the audit log about the customer. Detail: the action.',
  READ: 'Personal data of the customer was shown to a member of staff. Detail: the operation.',
})

const nodeKinds: Readonly<Partial<Record<HistoryKind, PrefixedKind>>> = {
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
  @Field(() => InstantScalar, { description: 'When it happened.' })
  at!: Instant

  @Field(() => historyKindEnum, { description: 'The kind of the event.' })
  kind!: HistoryKind

  @Field(() => ID, {
    description: 'The id of the row that records it, for `node`: an order, a payout, a journal, a quote, ...',
  })
  subject!: string

  @Field(() => String, {
    nullable: true,
    description: 'The person or system that did it; null where the row behind it does not say.',
  })
  actor!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The detail that `HistoryKind` describes; null where there is none.',
  })
  detail!: string | null

  @Field(() => MoneyScalar, { nullable: true, description: 'The amount; null where there is none.' })
  amount!: string | null

  @Field(() => String, { nullable: true, description: 'ISO 4217 code; null where there is no amount.' })
  currency!: string | null

  /** Read by `guardTypes`, which records whose data the reader was shown. */
  customerId!: string
}

export const toHistoryEvent = (row: HistoryRow, personal: PersonalData): HistoryEventType => {
  const { kind, id, amount, currency, detail } = row
  const nodeKind = nodeKinds[kind]
  return {
    at: row.at,
    kind,
    subject: nodeKind ? shownId(nodeKind, id) : kind === 'REGISTERED' ? personal.id(id) : id,
    actor: row.actor,
    detail: personal.text(detail?.trim() ?? null),
    amount: amount === null || currency === null ? null : formatAmount(amount, currency),
    currency: amount === null ? null : currency,
    customerId: row.customerId,
  }
}
