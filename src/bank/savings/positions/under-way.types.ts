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
  REFUND: 'A deposit that came while the account was being left, back to the wallet.',
})

type Standing = Standings[keyof Standings]

const standingEnum = describedEnum<Standing>(
  'MoneyStanding',
  'Where money stands that is, or was, on its way: what the customer is told (docs/waiting-money.md).',
  {
    REQUESTED: 'The wallet is asked for it; the customer approves it on their phone.',
    CLOSING: 'As REQUESTED, of an account that is being left: if it comes, it is paid back.',
    HELD: 'Reserved until its hold is over.',
    FROZEN: 'Reserved for as long as money may not leave its account.',
    SENDING: 'Sent to the wallet provider, or about to be.',
    DELAYED: 'The provider refused it; it is offered again, or people decide what becomes of it.',
    CHECKING: 'Its outcome is not known, and people look at it.',
    SENT: 'Paid.',
    GIVEN_BACK: 'The savings are as if they had never been left.',
    CANCELLED:
      'Taken back by people of ours while it was held; the savings are as if they had never been left.',
    REFUNDED: 'Paid back.',
  },
)

@ObjectType('MoneyUnderWay', {
  simpleResolvers: true,
  description: 'Money of a customer that is under way, as they are told of it.',
})
export class MoneyUnderWayType {
  @Field(() => ID, {
    description: 'The payment order of a deposit, also of one that is paid back, or the payout `SET-...`.',
  })
  id!: string

  @Field(() => String, {
    description: 'What the customer knows it by: the `DEP-...` of a deposit, or the payout.',
  })
  reference!: string

  @Field(() => kindEnum, { description: 'What it is.' })
  kind!: UnderWay['kind']

  @Field(() => standingEnum, { description: 'Where it stands.' })
  standing!: Standing

  @Field(() => MoneyScalar, { description: 'What has not arrived.' })
  amount!: string

  @Field(() => String, { description: 'ISO 4217 code of the amount.' })
  currency!: string

  @Field(() => LocalDateScalar, { description: 'The business date on which it was asked for.' })
  on!: LocalDate

  @Field(() => InstantScalar, { nullable: true, description: 'Of HELD: until when, else null.' })
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
