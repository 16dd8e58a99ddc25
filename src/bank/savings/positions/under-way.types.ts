import { Field, ID, ObjectType } from 'type-graphql'
import { InstantScalar, LocalDateScalar, MoneyScalar } from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import { messagesFor } from '../../messages/messages.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'
import { formatAmount } from '../../../kernel/money.js'
import { payoutKeys } from '../payouts/payout.types.js'
import type { UnderWay } from './under-way.read.js'
import type { Standings } from '../../messages/standings.js'

const kindEnum = describedEnum<UnderWay['kind']>('MoneyUnderWayKind', 'What the money is.', {
  DEPOSIT: 'From the wallet into savings.',
  PAYOUT: 'From savings to the wallet.',
  REFUND: 'A deposit that arrived while the account was being closed, back to the wallet.',
})

type Standing = Standings[keyof Standings]

const standingEnum = describedEnum<Standing>(
  'MoneyStanding',
  'The state of money that is, or was, on its way, as it is shown to the customer (docs/waiting-money.md).',
  {
    REQUESTED: 'The wallet is asked for it; the customer approves it on their phone.',
    CLOSING: 'As REQUESTED, for an account that is being closed: if the money arrives, it is refunded.',
    HELD: 'Reserved until its hold is over.',
    FROZEN: 'Reserved until a block of its account ends.',
    SENDING: 'Sent to the wallet provider, or about to be.',
    DELAYED: 'The provider refused it; it is retried, or people decide about it.',
    CHECKING: 'Its outcome is not known, and people look at it.',
    SENT: 'Paid.',
    GIVEN_BACK: 'The payout failed, and the savings are restored.',
    CANCELLED: 'Cancelled by staff while it was on hold; the savings are restored.',
    REFUNDED: 'Paid back.',
  },
)

@ObjectType('MoneyUnderWay', {
  simpleResolvers: true,
  description: 'Money of a customer that is under way, as it is shown to them.',
})
export class MoneyUnderWayType {
  @Field(() => ID, {
    description: 'The payment order of a deposit, also of a refunded one, or the payout `SET-...`.',
  })
  id!: string

  @Field(() => String, {
    description: 'The reference that the customer has: the `DEP-...` of a deposit, or the payout.',
  })
  reference!: string

  @Field(() => kindEnum, { description: 'The kind of the movement.' })
  kind!: UnderWay['kind']

  @Field(() => standingEnum, { description: 'Its state.' })
  standing!: Standing

  @Field(() => MoneyScalar, { description: 'The amount that has not arrived.' })
  amount!: string

  @Field(() => String, { description: 'ISO 4217 code of the amount.' })
  currency!: string

  @Field(() => LocalDateScalar, { description: 'The business date on which it was asked for.' })
  on!: LocalDate

  @Field(() => InstantScalar, { nullable: true, description: 'The end of its hold; null unless HELD.' })
  heldUntil!: Instant | null

  @Field(() => String, { description: 'The text for the customer in the language of the request.' })
  message!: string
}

const messageOf = (money: UnderWay, call: Call): string => {
  const { underWay } = messagesFor(call.language)
  if (money.kind === 'PAYOUT') return payoutKeys(money.payout, call).message
  return money.kind === 'DEPOSIT'
    ? underWay.DEPOSIT[money.standing](money)
    : underWay.REFUND[money.standing](money)
}

export const toUnderWay = (money: UnderWay, call: Call): MoneyUnderWayType => ({
  id: money.id,
  reference: money.reference,
  kind: money.kind,
  standing: money.standing,
  amount: formatAmount(money.amount, money.currency),
  currency: money.currency,
  on: money.on,
  heldUntil: money.kind === 'PAYOUT' && money.standing === 'HELD' ? money.payout.heldUntil : null,
  message: messageOf(money, call),
})
