import { createUnionType, Field, ObjectType } from 'type-graphql'
import { AccountType, CustomerType } from '../../bank/customers/customer.types.js'
import { PaymentOrderType } from '../../bank/payments/graphql/payment.types.js'
import { DepositQuoteType } from '../../bank/savings/deposits/quote.types.js'
import { PayoutType } from '../../bank/savings/payouts/payout.types.js'
import { WithdrawalQuoteType } from '../../bank/savings/withdrawals/withdrawal-quote.types.js'
import { ScoreRequestType } from '../../score-requests/graphql/score.types.js'
import { StatementType } from '../../bank/statements/statement.types.js'
import { AccountBlockType } from '../../bank/customers/block.types.js'
import { JournalType } from '../../bank/ledger/ledger.types.js'
import { ReviewCaseType } from '../../bank/payments/review/review.types.js'
import { DepositType, PositionType } from '../../bank/savings/positions/position.types.js'
import { ApprovalType } from '../approval.types.js'
import { AuditEntryType } from '../audit/audit.types.js'
import { NoteType } from '../notes/note.types.js'
import type { HitKind } from './search.read.js'

/** A search result, with the name of its GraphQL type. */
export interface Found {
  readonly kind: HitKind
  /** Set for a row that `findNode` found. */
  readonly __typename?: string
}

const typeNames: Readonly<Record<Exclude<HitKind, 'QUOTE' | 'NODE'>, string>> = {
  CUSTOMER: 'Customer',
  ACCOUNT: 'Account',
  POSITION: 'Position',
  ORDER: 'PaymentOrder',
  PAYOUT: 'Payout',
  STATEMENT: 'Statement',
  SCORE: 'ScoreRequest',
}

const foundUnion = createUnionType({
  name: 'SearchFound',
  description: 'What a search can find.',
  types: () =>
    [
      CustomerType,
      AccountType,
      PositionType,
      PaymentOrderType,
      PayoutType,
      StatementType,
      ScoreRequestType,
      DepositQuoteType,
      WithdrawalQuoteType,
      DepositType,
      ReviewCaseType,
      JournalType,
      ApprovalType,
      NoteType,
      AccountBlockType,
      AuditEntryType,
    ] as const,
  resolveType: (value) => {
    const { kind, __typename } = value as unknown as Found
    if (kind === 'NODE') return __typename
    if (kind === 'QUOTE') return 'totalPayout' in value ? 'WithdrawalQuote' : 'DepositQuote'
    return typeNames[kind]
  },
})

@ObjectType('SearchHit', {
  simpleResolvers: true,
  description: 'A search result, with the customer that it belongs to.',
})
export class SearchHitType {
  @Field(() => foundUnion, { description: 'What was found.' })
  found!: object

  @Field(() => CustomerType, {
    nullable: true,
    description: 'The customer that it belongs to; null for none.',
  })
  whose!: CustomerType | null

  @Field(() => CustomerType, {
    description:
      'The customer that it belongs to. Where this field is selected, only results that belong to a customer are returned.',
    deprecationReason: 'This field cannot be null: use `whose`.',
  })
  customer!: CustomerType | null
}
