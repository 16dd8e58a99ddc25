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
  "How a line of the provider's settlement file stands to our books.",
  {
    MATCHED: 'It is as our order is.',
    IN_FLIGHT: 'It is as our order is, which has not ended; judged again with the next file.',
    DIFFERS: 'A review case of its order says how.',
    UNKNOWN: 'No order of ours is behind it.',
    EXPLAINED: 'None is, and two people have said what it is.',
  },
)

@ObjectType('ProviderLine', {
  simpleResolvers: true,
  description: 'A payment that succeeded, as a settlement file of the wallet provider has it.',
})
export class ProviderLineType {
  @Field(() => ID, { description: "The provider's own id of it." })
  transactionId!: string

  @Field(() => String, { description: 'The reference that the provider was given.' })
  reference!: string

  @Field(() => paymentKindEnum, { description: 'Whether money came or went.' })
  kind!: PaymentKind

  @Field(() => MoneyScalar, { description: 'How much.' })
  amount!: string

  @Field(() => MoneyScalar, { description: 'What the provider charges for it.' })
  fee!: string

  @Field(() => String, { description: 'ISO 4217 code of both.' })
  currency!: string

  @Field(() => LocalDateScalar, { description: 'The date that the file has for it.' })
  completedOn!: LocalDate

  @Field(() => lineStateEnum, { description: 'How it stands to our books.' })
  state!: LineState
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
})
