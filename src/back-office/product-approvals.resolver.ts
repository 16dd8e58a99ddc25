import { Authorized, Ctx, ID, Int, Mutation, Resolver } from 'type-graphql'
import type { MaturityInstruction } from '../bank/products/product.entity.js'
import { dayCountEnum, maturityInstructionEnum } from '../bank/products/product.types.js'
import type { LocalDate } from '../kernel/calendar.js'
import type { DayCount } from '../kernel/interest.js'
import { formatRate, type Ppm } from '../kernel/rate.js'
import { proposers } from '../platform/graphql/access.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { costOfWriting } from '../platform/graphql/limits.js'
import { InputArg } from '../platform/graphql/mutation.js'
import { LocalDateScalar, MoneyScalar, RateScalar } from '../platform/graphql/scalars.js'
import type { ActionDeps } from './action.js'
import type { PublishInput } from './actions/publish-product.js'
import { proposing, type Reasoned } from './approval-mutations.types.js'
import { proposeAs } from './propose-as.js'

const code = {
  type: () => ID,
  isRequired: true,
  description: 'The product, as customers choose it: `LOCK3M`.',
}

const publishing = proposing(
  'ProposePublishProduct',
  'proposing a version of a product',
  {
    code,
    from: {
      type: () => LocalDateScalar,
      description: 'The first date on which it is on sale; null for the date of the approval.',
    },
    accrualPeriods: { type: () => Int, description: 'How many months a new position lasts.' },
    rate: { type: () => RateScalar, description: 'The rate that a new position is locked at.' },
    earlyRate: {
      type: () => RateScalar,
      description: 'The rate of an early exit, where it is lower than the locked rate.',
    },
    taxRate: { type: () => RateScalar, description: 'Withholding tax, in percent of the interest.' },
    dayCount: { type: () => dayCountEnum, description: 'The length of the year that the rates refer to.' },
    minAmount: { type: () => MoneyScalar, description: 'The smallest deposit.' },
    maxBalance: { type: () => MoneyScalar, description: 'The most that a customer may hold in the product.' },
    currency: {
      type: () => String,
      description: 'ISO 4217 code of all its amounts; a product keeps its own.',
    },
    holdHours: { type: () => Int, description: 'Hours between an early exit and its payout.' },
    maturityInstruction: { type: () => maturityInstructionEnum, description: 'What happens at maturity.' },
    joinsOtherRate: {
      type: () => Boolean,
      description: 'Whether a deposit may join a position that has another rate.',
    },
  },
  [],
)

const withdrawing = proposing(
  'ProposeWithdrawProduct',
  'proposing to stop selling a product',
  {
    code,
    from: {
      type: () => LocalDateScalar,
      description: 'The first date on which it is not on sale; null for the date of the approval.',
    },
  },
  ['PRODUCT_NOT_AVAILABLE'],
)

interface OfProduct extends Reasoned {
  readonly code: string
  readonly from?: LocalDate | null
}

interface PublishArgs extends OfProduct {
  readonly accrualPeriods?: number | null
  readonly rate?: Ppm | null
  readonly earlyRate?: Ppm | null
  readonly taxRate?: Ppm | null
  readonly dayCount?: DayCount | null
  readonly minAmount?: string | null
  readonly maxBalance?: string | null
  readonly currency?: string | null
  readonly holdHours?: number | null
  readonly maturityInstruction?: MaturityInstruction | null
  readonly joinsOtherRate?: boolean | null
}

const rateOf = (ppm: Ppm | null | undefined): string | undefined =>
  ppm == null ? undefined : formatRate(ppm)

/** A term that is not given is taken from the previous version. */
const productOf = (args: PublishArgs): PublishInput['product'] => ({
  code: args.code,
  onSaleFrom: args.from ?? null,
  ...withoutNulls({
    termMonths: args.accrualPeriods,
    rate: rateOf(args.rate),
    earlyRate: rateOf(args.earlyRate),
    tax: rateOf(args.taxRate),
    dayCount: args.dayCount,
    minAmount: args.minAmount,
    maxBalance: args.maxBalance,
    currency: args.currency,
    holdHours: args.holdHours,
    maturityInstruction: args.maturityInstruction,
    joinsOtherRate: args.joinsOtherRate,
  }),
})

type Given<T> = { readonly [Key in keyof T]?: NonNullable<T[Key]> }

const withoutNulls = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as Given<T>

@Resolver()
export class ProductApprovalsResolver {
  constructor(private readonly deps: ActionDeps) {}

  @Authorized(proposers)
  @Mutation(() => publishing.payload, {
    complexity: costOfWriting,
    description:
      'Proposes to sell a version of a product from a date; another person approves. Existing positions keep their terms.',
  })
  proposePublishProduct(@Ctx() context: RequestContext, @InputArg(publishing.input) input: PublishArgs) {
    return publishing.answer(
      proposeAs(this.deps, context, {
        act: 'proposePublishProduct',
        args: input,
        input: () => ({
          kind: 'PUBLISH_PRODUCT',
          product: productOf(input),
        }),
      }),
    )
  }

  @Authorized(proposers)
  @Mutation(() => withdrawing.payload, {
    complexity: costOfWriting,
    description: 'Proposes to stop selling a product from a date; another person approves.',
  })
  proposeWithdrawProduct(@Ctx() context: RequestContext, @InputArg(withdrawing.input) input: OfProduct) {
    return withdrawing.answer(
      proposeAs(this.deps, context, {
        act: 'proposeWithdrawProduct',
        args: input,
        input: () => ({
          kind: 'WITHDRAW_PRODUCT',
          code: input.code,
          from: input.from ?? null,
        }),
      }),
    )
  }
}
