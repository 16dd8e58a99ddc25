import { Field, ID, ObjectType } from 'type-graphql'
import { LocalDateScalar, MoneyScalar } from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import { formatAmount } from '../../../kernel/money.js'
import type { Transaction } from './transactions.read.js'

const transactionTypeEnum = describedEnum<Transaction['type']>('TransactionType', 'What moved.', {
  DEPOSIT: 'A payment from the wallet into savings.',
  MATURITY: 'Savings matured: principal and net interest are due.',
  WITHDRAWAL: 'A payout of savings to the wallet.',
  REFUND: 'A refund of a deposit that arrived while the account was being closed.',
})

const transactionStatusEnum = describedEnum<Transaction['status']>(
  'TransactionStatus',
  'Whether the money has moved.',
  {
    SUCCESSFUL: 'The money has moved.',
    PENDING: 'The money has not moved yet, or it is not known whether it has.',
    FAILED: 'The money has not moved and will not, or it was moved back.',
  },
)

@ObjectType('Transaction', { simpleResolvers: true, description: 'A line of the mini statement.' })
export class TransactionType {
  @Field(() => ID, { description: 'The payment order or the payout behind it; `MAT-...` for a maturity.' })
  id!: string

  @Field(() => LocalDateScalar, {
    description:
      'The booking date of its end; until then the business date of the request. For a maturity, its date.',
  })
  date!: LocalDate

  @Field(() => transactionTypeEnum, { description: 'The type of the movement.' })
  type!: Transaction['type']

  @Field(() => transactionStatusEnum, { description: 'Whether the money has moved.' })
  status!: Transaction['status']

  @Field(() => MoneyScalar, {
    description: 'The amount; for a pending payout or refund, the part of it that has not arrived.',
  })
  amount!: string

  @Field(() => String, { description: 'ISO 4217 code of the amount.' })
  currency!: string
}

export const toTransaction = (transaction: Transaction): TransactionType => ({
  ...transaction,
  amount: formatAmount(transaction.amount, transaction.currency),
})
