import { Field, ObjectType } from 'type-graphql'
import { wordEnum } from '../../../platform/graphql/words.js'
import type { Reset, ResetWait } from '../rules/reset.rules.js'

const resetStatusEnum = wordEnum<Reset['status']>('ResetStatus', 'Whether a test customer can be used.', {
  READY: 'Registered, nothing saved, nothing on its way, and the clock stands. Nothing was done.',
  WORKING: 'Something has to settle; ask again until it is READY.',
  FAILED: 'The number is not that of a test customer. Nothing was touched.',
})

const resetWaitEnum = wordEnum<ResetWait>('ResetWait', 'What a reset waits for.', {
  CLOCK_WALK: "A walk of the customer's clock.",
  PAYMENT_SETTLEMENT: 'A deposit in flight.',
  PAYOUT_SETTLEMENT: 'Money on its way to the customer.',
  REGISTRATION: 'A new account, in place of one that was closed.',
})

@ObjectType('ResetPayload', {
  simpleResolvers: true,
  description: 'How the reset of a test customer stands.',
})
export class ResetPayloadType {
  @Field(() => resetStatusEnum, { description: 'How it stands.' })
  status!: Reset['status']

  @Field(() => resetWaitEnum, {
    nullable: true,
    description: 'The first thing that it waits for; null unless WORKING.',
  })
  waitingOn!: ResetWait | null
}
