import { Field, ID, ObjectType } from 'type-graphql'
import { LocalDateScalar, MoneyScalar } from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import { formatAmount } from '../../../kernel/money.js'
import type { Transaction } from './transactions.read.js'

const transactionTypeEnum = describedEnum<Transaction['type']>('TransactionType', 'What moved.', {
  DEPOSIT: 'A payment from the wallet into savings.',
  MATURITY: 'Savings came to their date: principal and net interest are due.',
  WITHDRAWAL: 'A payout of savings to the wallet.',
  REFUND: 'A deposit that came while the account was being closed, paid back to the wallet.',
})

const transactionStatusEnum = describedEnum<Transaction['status']>(
  'TransactionStatus',
  'Whether it has moved.',
  {
    SUCCESSFUL: 'It has.',
    PENDING: 'It is not known yet.',
    FAILED: 'It has not, and will not.',
  },
)

@ObjectType('Transaction', { simpleResolvers: true, description: 'A line of the mini statement.' })
export class TransactionType {
  @Field(() => ID, { description: 'The payment order or the payout behind it; `MAT-...` for a maturity.' })
  id!: string

  @Field(() => LocalDateScalar, {
    description:
      'The booking date of its end; until then the business date on which it was asked for. Of a maturity, its date.',
  })
  date!: LocalDate

  @Field(() => transactionTypeEnum, { description: 'What moved.' })
  type!: Transaction['type']

  @Field(() => transactionStatusEnum, { description: 'Whether it has moved.' })
  status!: Transaction['status']

  @Field(() => MoneyScalar, {
    description: 'How much; of what is sent in parts and pending, what has not arrived.',
  })
  amount!: string

  @Field(() => String, { description: 'ISO 4217 code of the amount.' })
  currency!: string
}

export const toTransaction = (transaction: Transaction): TransactionType => ({
  ...transaction,
  amount: formatAmount(transaction.amount, transaction.currency),
})
