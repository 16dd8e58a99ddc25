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

/** What was found, with the name of its type. */
export interface Found {
  readonly kind: HitKind
  /** Set on what was found by its id alone. */
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
  description: 'What a text may name.',
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
  description: 'Something that a text names, and whose it is.',
})
export class SearchHitType {
  @Field(() => foundUnion, { description: 'What it names.' })
  found!: object

  @Field(() => CustomerType, {
    nullable: true,
    description: 'Whose it is; null for what is of nobody who is a customer.',
  })
  whose!: CustomerType | null

  @Field(() => CustomerType, {
    description: 'Whose it is. Where it is asked for, only what is of customers is found.',
    deprecationReason: 'Null cannot be told here: ask `whose`.',
  })
  customer!: CustomerType | null
}
