import { Field, ObjectType } from 'type-graphql'
import { msisdnField } from '../../../platform/graphql/arguments.js'
import { inputOf } from '../../../platform/graphql/filters.js'
import { refusalOf, type RefusalData } from '../../../platform/graphql/mutation.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import type { Reset, ResetWait } from '../rules/reset.rules.js'

const resetStatusEnum = describedEnum<Reset['status']>(
  'ResetStatus',
  'Whether a test customer can be used.',
  {
    READY:
      'Registered, without savings or payments in flight, and without a walk. The call may have lifted blocks and closed review cases.',
    WORKING: 'Something has to settle; call again until it is READY.',
    FAILED: 'The number is not that of a test customer. Nothing was touched.',
  },
)

const resetWaitEnum = describedEnum<ResetWait>('ResetWait', 'What a reset waits for.', {
  CLOCK_WALK: "A walk of the customer's clock.",
  PAYMENT_SETTLEMENT: 'A deposit in flight.',
  PAYOUT_SETTLEMENT: 'Money on its way to the customer.',
  REGISTRATION: 'A new account, in place of one that was closed.',
})

const ResetRefusal = refusalOf('ResetCustomer', {
  NOT_A_TEST_CUSTOMER: 'The number is not that of a test customer.',
})

export const ResetInput = inputOf('ResetCustomerInput', 'The input for resetting a test customer.', {
  msisdn: msisdnField,
})

@ObjectType('ResetCustomerPayload', {
  simpleResolvers: true,
  description: 'The state of the reset of a test customer.',
})
export class ResetPayloadType {
  @Field(() => resetStatusEnum, { description: 'Its state.' })
  status!: Reset['status']

  @Field(() => resetWaitEnum, {
    nullable: true,
    description: 'The first thing that it waits for; null unless WORKING.',
  })
  waitingOn!: ResetWait | null

  @Field(() => ResetRefusal, { nullable: true, description: 'Why it failed, else null.' })
  refusal!: RefusalData | null
}

export const toReset = ({ status, waitingOn }: Reset): ResetPayloadType => ({
  status,
  waitingOn,
  refusal:
    status === 'FAILED'
      ? { code: 'NOT_A_TEST_CUSTOMER', message: 'The number is not that of a test customer' }
      : null,
})
