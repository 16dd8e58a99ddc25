import { Field, ID, ObjectType } from 'type-graphql'
import { shownId } from '../../kernel/ids.js'
import { NodeType } from '../../platform/graphql/node.js'
import { InstantScalar, LocalDateScalar, MoneyScalar } from '../../platform/graphql/scalars.js'
import { describedEnum } from '../../platform/graphql/words.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import { formatAmount } from '../../kernel/money.js'
import type { LedgerAccount } from './chart.js'
import type { Journal } from './ledger.entity.js'
import { entryId, type AccountBalance, type LedgerEntry } from './ledger.read.js'

export const ledgerAccountEnum = describedEnum<LedgerAccount>(
  'LedgerAccount',
  'The chart of accounts of a book.',
  {
    wallet_clearing: 'Money at the wallet provider.',
    customer_principal: 'What we owe for deposits, per position.',
    interest_payable: 'Interest earned and not yet paid, gross, per product.',
    interest_expense: 'What interest costs us.',
    payout_reserved: 'Money reserved for a payout, per payout.',
    tax_payable: 'Tax withheld on interest.',
    suspense: 'Money that arrived for a closing or closed account.',
    settled_otherwise: 'Money that a customer was paid out of band: owed to the party that paid it for us.',
    customer_receivable:
      'What a customer owes us for a deposit that was voided after it was paid out, per deposit.',
    adjustments: 'Adjustments by two people that concern no customer: fees, differences, write-offs.',
  },
)

@ObjectType('AccountBalance', {
  simpleResolvers: true,
  description: 'The balance of an account, in one currency.',
})
export class AccountBalanceType {
  @Field(() => ledgerAccountEnum, { description: 'The account, all its dimensions together.' })
  account!: LedgerAccount

  @Field(() => String, { description: 'ISO 4217 code.' })
  currency!: string

  @Field(() => MoneyScalar, { description: 'Its balance where that is a debit, else 0.' })
  debit!: string

  @Field(() => MoneyScalar, { description: 'Its balance where that is a credit, else 0.' })
  credit!: string
}

@ObjectType('CurrencyTotal', {
  simpleResolvers: true,
  description: 'The two sides of a trial balance in one currency. They must be equal.',
})
export class CurrencyTotalType {
  @Field(() => String, { description: 'ISO 4217 code.' })
  currency!: string

  @Field(() => MoneyScalar, { description: 'The sum of the debit balances.' })
  debit!: string

  @Field(() => MoneyScalar, { description: 'The sum of the credit balances.' })
  credit!: string

  @Field(() => MoneyScalar, { description: 'Debits less credits: 0.' })
  difference!: string
}

@ObjectType('TrialBalance', {
  simpleResolvers: true,
  description: 'Every account of a book as of the end of a business date.',
})
export class TrialBalanceType {
  @Field(() => ID, { description: 'The book: `system`, or a test clock.' })
  book!: string

  @Field(() => LocalDateScalar, { description: 'The last business date that is counted.' })
  asOf!: LocalDate

  @Field(() => [AccountBalanceType], { description: 'The accounts that have been used, by currency.' })
  accounts!: AccountBalanceType[]

  @Field(() => [CurrencyTotalType], { description: 'Its debit and its credit side, by currency.' })
  totals!: CurrencyTotalType[]
}

const sides = (balance: bigint) => ({
  debit: balance > 0n ? balance : 0n,
  credit: balance < 0n ? -balance : 0n,
})

const totalOf = (currency: string, accounts: readonly AccountBalance[]): CurrencyTotalType => {
  const sum = (side: 'debit' | 'credit') =>
    accounts.reduce((total, { balance }) => total + sides(balance)[side], 0n)
  const money = (amount: bigint) => formatAmount(amount, currency)
  const [debit, credit] = [sum('debit'), sum('credit')]
  return { currency, debit: money(debit), credit: money(credit), difference: money(debit - credit) }
}

export const toTrialBalance = (
  book: string,
  asOf: LocalDate,
  balances: readonly AccountBalance[],
): TrialBalanceType => ({
  book,
  asOf,
  accounts: balances.map(({ account, currency, balance }) => {
    const { debit, credit } = sides(balance)
    return { account, currency, debit: formatAmount(debit, currency), credit: formatAmount(credit, currency) }
  }),
  totals: [...new Set(balances.map(({ currency }) => currency))].map((currency) =>
    totalOf(
      currency,
      balances.filter((account) => account.currency === currency),
    ),
  ),
})

@ObjectType('LedgerEntry', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'One line of a journal; never changed, never removed. The lines of a journal sum to zero.',
})
export class LedgerEntryType {
  @Field(() => ID, { description: '`LINE-...`: its place in the ledger.' })
  id!: string

  @Field(() => ID, { description: 'The book: `system`, or a test clock.' })
  book!: string

  @Field(() => ID, { description: 'The journal that it is a line of, `JRN-...`.' })
  journalId!: string

  @Field(() => String, { description: 'The event that it books, at most once: `DEPOSIT:<order>`.' })
  reference!: string

  @Field(() => ledgerAccountEnum, { description: 'The account.' })
  account!: LedgerAccount

  @Field(() => ID, {
    nullable: true,
    description:
      'The position, product, payout or deposit that the line is about; null for an account without one.',
  })
  dimension!: string | null

  @Field(() => MoneyScalar, { description: 'A debit is positive, a credit negative.' })
  amount!: string

  @Field(() => String, { description: 'ISO 4217 code of the amount.' })
  currency!: string

  @Field(() => LocalDateScalar, {
    description: 'The booking date: the business date on which it was posted.',
  })
  businessDate!: LocalDate

  @Field(() => LocalDateScalar, { description: 'The value date: from when it counts for interest.' })
  valueDate!: LocalDate

  @Field(() => InstantScalar, { description: 'When it was written.' })
  createdAt!: Instant

  /** Read by the resolver of the field `customer`. */
  customerId!: string | null
}

@ObjectType('Journal', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'One event in the books; never changed, never removed. Its lines sum to zero.',
})
export class JournalType {
  @Field(() => ID, { description: '`JRN-...`.' })
  id!: string

  @Field(() => ID, { description: 'The book: `system`, or a test clock.' })
  book!: string

  @Field(() => String, { description: 'The event that it books, at most once: `DEPOSIT:<order>`.' })
  reference!: string

  @Field(() => LocalDateScalar, {
    description: 'The booking date: the business date on which it was posted.',
  })
  businessDate!: LocalDate

  @Field(() => LocalDateScalar, { description: 'The value date: from when it counts for interest.' })
  valueDate!: LocalDate

  @Field(() => InstantScalar, { description: 'When it was written.' })
  createdAt!: Instant

  /** The id of the row. */
  key!: string
  /** Read by the resolver of the field `customer`. */
  customerId!: string | null
}

export const toJournal = (journal: Journal): JournalType => ({
  id: shownId('Journal', journal.id),
  key: journal.id,
  book: journal.book,
  reference: journal.reference,
  businessDate: journal.businessOn,
  valueDate: journal.valueOn ?? journal.businessOn,
  createdAt: journal.createdAt,
  customerId: journal.customerId,
})

export const toLedgerEntry = (entry: LedgerEntry): LedgerEntryType => ({
  id: shownId('LedgerEntry', entryId(entry)),
  book: entry.book,
  journalId: shownId('Journal', entry.journalId),
  reference: entry.reference,
  account: entry.account,
  dimension: entry.dimension || null,
  amount: formatAmount(entry.amount, entry.currency),
  currency: entry.currency,
  businessDate: entry.businessOn,
  valueDate: entry.valueOn,
  createdAt: entry.createdAt,
  customerId: entry.customerId,
})
