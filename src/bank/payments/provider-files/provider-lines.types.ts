import { Field, ID, ObjectType } from 'type-graphql'
import type { LocalDate } from '../../../kernel/calendar.js'
import { formatAmount } from '../../../kernel/money.js'
import { LocalDateScalar, MoneyScalar } from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import { paymentKindEnum } from '../graphql/payment.types.js'
import type { PaymentKind } from '../port.js'
import type { ProviderLine } from './provider-file.entity.js'
import type { LineState } from './provider-line.rules.js'

export const lineStateEnum = describedEnum<LineState>(
  'ProviderLineState',
  "How a line of the provider's settlement file compares with our books.",
  {
    MATCHED: 'It equals our order.',
    IN_FLIGHT: 'It equals our order, which has not ended yet; it is compared again with the next file.',
    DIFFERS: 'A review case of its order says how.',
    UNKNOWN: 'None of our orders matches it.',
    EXPLAINED: 'None of our orders matches it, and two people have explained it.',
  },
)

@ObjectType('ProviderLine', {
  simpleResolvers: true,
  description: 'A successful payment in a settlement file of the wallet provider.',
})
export class ProviderLineType {
  @Field(() => ID, { description: "The provider's own id of the payment." })
  transactionId!: string

  @Field(() => String, { description: 'The reference under which the payment was sent to the provider.' })
  reference!: string

  @Field(() => paymentKindEnum, { description: 'The direction of the money.' })
  kind!: PaymentKind

  @Field(() => MoneyScalar, { description: 'The amount that was paid.' })
  amount!: string

  @Field(() => MoneyScalar, { description: 'What the provider charges for it.' })
  fee!: string

  @Field(() => String, { description: 'ISO 4217 code of the amount and the fee.' })
  currency!: string

  @Field(() => LocalDateScalar, { description: 'Its date in the file.' })
  completedOn!: LocalDate

  @Field(() => lineStateEnum, { description: 'How it compares with our books.' })
  state!: LineState

  orderId!: string | null
}

export const toProviderLine = ({ amount, fee, ...line }: ProviderLine): ProviderLineType => ({
  transactionId: line.transactionId,
  reference: line.reference,
  kind: line.kind,
  amount: formatAmount(amount, line.currency),
  fee: formatAmount(fee, line.currency),
  currency: line.currency,
  completedOn: line.completedOn,
  state: line.state,
  orderId: line.orderId,
})
