import { Field, Int, ObjectType } from 'type-graphql'
import { formatAmount } from '../../../kernel/money.js'
import { MoneyScalar } from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import type { MaturityBucket, Owed } from './owed.read.js'

const bucketEnum = describedEnum<MaturityBucket>('MaturityBucket', 'When savings mature, seen from a date.', {
  MATURED: 'On the date or before it, and not withdrawn.',
  WEEK: 'Later in the same week, which ends on Sunday.',
  MONTH: 'Later in the same month, after the week.',
  QUARTER: 'Later in the same quarter, after the week and the month.',
  YEAR: 'Later in the same year, after the week and the quarter.',
  LATER: 'In a later year, after the week.',
})

@ObjectType('OwedByMaturity', {
  simpleResolvers: true,
  description: 'What is owed for savings that mature in a bucket.',
})
export class OwedByMaturityType {
  @Field(() => bucketEnum, { description: 'When they mature.' })
  bucket!: MaturityBucket

  @Field(() => Int, { description: 'How many savings.' })
  positions!: number

  @Field(() => MoneyScalar, { description: 'Their principal, as the ledger has it at the end of the date.' })
  principal!: string

  @Field(() => String, { description: 'ISO 4217 code.' })
  currency!: string
}

export const toOwed = ({ bucket, positions, principal, currency }: Owed): OwedByMaturityType => ({
  bucket,
  positions,
  principal: formatAmount(principal, currency),
  currency,
})
