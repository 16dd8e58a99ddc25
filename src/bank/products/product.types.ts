import { Field, ID, Int, ObjectType } from 'type-graphql'
import { InstantScalar, LocalDateScalar, MoneyScalar, RateScalar } from '../../platform/graphql/scalars.js'
import { describedEnum } from '../../platform/graphql/words.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { DayCount } from '../../kernel/interest.js'
import { formatAmount } from '../../kernel/money.js'
import type { Ppm } from '../../kernel/rate.js'
import type { MaturityInstruction, ProductVersion } from './product.entity.js'
import type { ProductStanding } from './standing.rules.js'

type AccrualPeriod = 'MONTH'

const accrualPeriodEnum = describedEnum<AccrualPeriod>(
  'AccrualPeriod',
  'The unit in which a term is counted.',
  {
    MONTH: 'Calendar months; where a month lacks the day, its last day counts.',
  },
)

export const dayCountEnum = describedEnum<DayCount>('DayCount', 'The year that a rate refers to.', {
  ACT_365F: 'Days that passed, over 365.',
  ACT_360: 'Days that passed, over 360.',
})

export const maturityInstructionEnum = describedEnum<MaturityInstruction>(
  'MaturityInstruction',
  'What happens to a position on its maturity date.',
  {
    HOLD: 'It waits to be withdrawn.',
    AUTO_PAYOUT:
      'It is paid out automatically, without a hold, and once only: if that is given back, it waits to be withdrawn.',
  },
)

export const productStandingEnum = describedEnum<ProductStanding>(
  'ProductStanding',
  'What a version of a product is to customers today, by the date of the bank.',
  {
    ON_SALE: 'It is offered.',
    COMING: 'It is offered from its `onSaleFrom` on.',
    SUPERSEDED: 'A later version has taken its place, or begins on the same day or earlier.',
    ENDING: 'It ends the sale of the product on its `onSaleFrom`.',
    WITHDRAWN: 'It ended the sale of the product.',
  },
)

@ObjectType('Product', {
  simpleResolvers: true,
  description: 'One published version of a savings product. A published version never changes.',
})
export class ProductType {
  @Field(() => ID, { description: 'The product, as customers choose it: `LOCK3M`.' })
  code!: string

  @Field(() => Int, { description: 'The version of its terms, from 1.' })
  version!: number

  @Field(() => accrualPeriodEnum, { description: 'The unit of the term.' })
  accrualPeriod!: AccrualPeriod

  @Field(() => Int, { description: 'How many periods a new position lasts.' })
  accrualPeriods!: number

  @Field(() => RateScalar, { description: 'The rate that a new position is locked at.' })
  rate!: Ppm

  @Field(() => RateScalar, {
    description: 'The rate of an early exit, where it is lower than the locked rate.',
  })
  earlyRate!: Ppm

  @Field(() => RateScalar, { description: 'Withholding tax, in percent of the interest.' })
  taxRate!: Ppm

  @Field(() => dayCountEnum, { description: 'The year that the rates refer to.' })
  dayCount!: DayCount

  @Field(() => MoneyScalar, { description: 'The smallest deposit.' })
  minAmount!: string

  @Field(() => MoneyScalar, { description: 'The most that a customer may hold in the product.' })
  maxBalance!: string

  @Field(() => String, { description: 'ISO 4217 code of all its amounts.' })
  currency!: string

  @Field(() => Int, { description: 'Hours between an early exit and its payout.' })
  holdHours!: number

  @Field(() => maturityInstructionEnum, { description: 'What happens at maturity.' })
  maturityInstruction!: MaturityInstruction

  @Field(() => Boolean, { description: 'Whether a deposit may join a position that has another rate.' })
  joinsOtherRate!: boolean

  @Field(() => Boolean, {
    description:
      'False in the version that takes the product off sale; `standing` says which version is offered today.',
  })
  onSale!: boolean

  @Field(() => LocalDateScalar, {
    nullable: true,
    description:
      'The first date on which it is the current version of its product; null: from its publication on.',
  })
  onSaleFrom!: LocalDate | null

  @Field(() => InstantScalar, { description: 'When this version was published.' })
  publishedAt!: Instant
}

export const toProduct = (product: ProductVersion): ProductType => ({
  code: product.code,
  version: product.version,
  accrualPeriod: 'MONTH',
  accrualPeriods: product.termMonths,
  rate: product.ratePpm,
  earlyRate: product.earlyRatePpm,
  taxRate: product.taxPpm,
  dayCount: product.dayCount,
  minAmount: formatAmount(product.minAmount, product.currency),
  maxBalance: formatAmount(product.maxBalance, product.currency),
  currency: product.currency,
  holdHours: product.holdHours,
  maturityInstruction: product.maturityInstruction,
  joinsOtherRate: product.joinsOtherRate,
  onSale: product.onSale,
  onSaleFrom: product.onSaleFrom,
  publishedAt: product.publishedAt,
})
