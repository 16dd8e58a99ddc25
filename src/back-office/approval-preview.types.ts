import { Field, ObjectType } from 'type-graphql'
import { MoneyScalar } from '../platform/graphql/scalars.js'
import { languageEnum } from '../platform/graphql/language.js'
import type { Language } from '../kernel/call.js'
import { ledgerAccountEnum } from '../bank/ledger/ledger.types.js'
import type { LedgerAccount } from '../bank/ledger/chart.js'
import type { PersonalData } from '../platform/identity/personal-data.js'
import type { Preview } from './action.js'

@ObjectType('ApprovalChange', { simpleResolvers: true, description: 'A field that would change.' })
class ApprovalChangeType {
  @Field(() => String, { description: 'The field: `account.email`.' })
  field!: string

  @Field(() => String, {
    nullable: true,
    description: 'The value at the time of the proposal; null for none.',
  })
  before!: string | null

  @Field(() => String, { nullable: true, description: 'The new value; null for none.' })
  after!: string | null
}

@ObjectType('ApprovalLine', {
  simpleResolvers: true,
  description: 'A line of a journal that would be posted.',
})
class ApprovalLineType {
  @Field(() => ledgerAccountEnum, { description: 'The account.' })
  account!: LedgerAccount

  @Field(() => String, {
    nullable: true,
    description:
      'The position, product, payout or deposit that the account is kept for; null where the chart has none.',
  })
  dimension!: string | null

  @Field(() => MoneyScalar, { description: 'A debit is positive, a credit negative.' })
  amount!: string

  @Field(() => String, { description: 'ISO 4217 code of the amount.' })
  currency!: string
}

@ObjectType('ApprovalJournal', { simpleResolvers: true, description: 'A journal that would be posted.' })
class ApprovalJournalType {
  @Field(() => String, { description: 'Its reference.' })
  reference!: string

  @Field(() => [ApprovalLineType], { description: 'Its lines, which sum to zero.' })
  lines!: readonly ApprovalLineType[]
}

@ObjectType('ApprovalText', { simpleResolvers: true, description: 'A text that the customer would read.' })
class ApprovalTextType {
  @Field(() => languageEnum, { description: 'Its language.' })
  language!: Language

  @Field(() => String, { description: 'The text, at most 160 characters.' })
  text!: string
}

@ObjectType('ApprovalPreview', {
  simpleResolvers: true,
  description: 'What an approval would do, as computed at the time of the proposal.',
})
export class ApprovalPreviewType implements Preview {
  @Field(() => [ApprovalChangeType], { description: 'The changes that the action makes.' })
  changes!: Preview['changes']

  @Field(() => [ApprovalJournalType], {
    description: 'What is posted; interest to catch up grows with each day until the approval.',
  })
  journals!: Preview['journals']

  @Field(() => [ApprovalTextType], { description: 'What the customer reads from then on.' })
  texts!: Preview['texts']
}

const maskedAs: Readonly<Record<string, 'email' | 'msisdn' | 'name'>> = {
  'account.email': 'email',
  'customer.msisdn': 'msisdn',
  'scores.nationalId': 'name',
}

/** The changes, masked for the reader. */
export const shownChanges = (changes: Preview['changes'], personal: PersonalData): Preview['changes'] =>
  changes.map(({ field, before, after }) => {
    const mask = personal[maskedAs[field] ?? 'text']
    const shown = (value: string | null) => (value === null ? null : mask(value))
    return { field, before: shown(before), after: shown(after) }
  })
