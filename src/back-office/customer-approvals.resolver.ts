import { Authorized, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { checkedEmail } from '../bank/customers/email.rules.js'
import { readPayout } from '../bank/savings/records/payouts.read.js'
import type { Msisdn } from '../kernel/msisdn.js'
import { Refusal } from '../kernel/refusal.js'
import { proposers } from '../platform/graphql/access.js'
import { msisdnField } from '../platform/graphql/arguments.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { costOfWriting } from '../platform/graphql/limits.js'
import { InputArg } from '../platform/graphql/mutation.js'
import { MsisdnScalar } from '../platform/graphql/scalars.js'
import type { ActionDeps } from './action.js'
import type { Input } from './actions/index.js'
import { customerField, proposing, type Reasoned } from './approval-mutations.types.js'
import { openAccountOfCustomer, openAccountOfNumber } from './open-account.js'
import { proposeAs } from './propose-as.js'

const msisdn = msisdnField

const optingOut = proposing('ProposeOptOut', 'proposing to opt out a customer', { msisdn }, [
  'NOT_REGISTERED',
  'CLOCK_ADVANCING',
])
const changingEmail = proposing(
  'ProposeEmail',
  'proposing a new e-mail address',
  { msisdn, email: { type: () => String, isRequired: true, description: 'The new address for statements.' } },
  ['NOT_REGISTERED', 'INVALID_EMAIL', 'CLOCK_ADVANCING'],
)
const erasing = proposing(
  'ProposeErasure',
  'proposing an erasure',
  {
    nationalId: {
      type: () => String,
      description: 'The national ID of the person, as clients sent it. Either this or `requestId`.',
    },
    requestId: {
      type: () => ID,
      description: 'The id of one request, as its client knows it. Either this or `nationalId`.',
    },
  },
  ['INVALID_REFERENCE'],
)
const cancelling = proposing(
  'ProposeCancelPayout',
  'proposing to cancel a payout on hold',
  { payout: { type: () => ID, isRequired: true, description: 'The payout, `SET-...`.' } },
  ['INVALID_REFERENCE', 'NOT_ON_HOLD', 'ACCOUNT_CLOSING', 'CLOCK_ADVANCING'],
)

const changingMsisdn = proposing(
  'ProposeChangeMsisdn',
  'proposing a new number for a customer',
  {
    customer: customerField,
    newMsisdn: { type: () => MsisdnScalar, isRequired: true, description: 'The new number of the customer.' },
  },
  ['NOT_REGISTERED', 'ACCOUNT_CLOSING', 'NUMBER_TAKEN', 'PAYMENTS_UNDER_WAY', 'CLOCK_ADVANCING'],
)

interface OfNumber extends Reasoned {
  readonly msisdn: Msisdn
}
interface Erasure extends Reasoned {
  readonly nationalId?: string | null
  readonly requestId?: string | null
}

const erasureOf = ({ nationalId, requestId }: Erasure): Input => {
  if (nationalId != null && requestId == null) return { kind: 'ERASE_PERSON', nationalId: nationalId.trim() }
  if (requestId != null && nationalId == null)
    return { kind: 'ERASE_REQUEST', requestId: requestId.toLowerCase() }
  throw new Refusal('INVALID_ARGUMENT', 'Either nationalId or requestId must be given')
}

@Resolver()
export class CustomerApprovalsResolver {
  constructor(private readonly deps: ActionDeps) {}

  private propose(context: RequestContext, act: string, args: Reasoned, input: () => Promise<Input>) {
    return proposeAs(this.deps, context, { act, args, input })
  }

  @Authorized(proposers)
  @Mutation(() => optingOut.payload, {
    complexity: costOfWriting,
    description: 'Proposes to opt out a customer who asked for it; another person approves.',
  })
  proposeOptOut(@Ctx() context: RequestContext, @InputArg(optingOut.input) input: OfNumber) {
    return optingOut.answer(
      this.propose(context, 'proposeOptOut', input, async () => ({
        kind: 'OPT_OUT',
        ...(await openAccountOfNumber(context, input.msisdn)),
      })),
    )
  }

  @Authorized(proposers)
  @Mutation(() => changingEmail.payload, {
    complexity: costOfWriting,
    description: 'Proposes a new e-mail address for the open account of a customer; another person approves.',
  })
  proposeEmail(
    @Ctx() context: RequestContext,
    @InputArg(changingEmail.input) input: OfNumber & { readonly email: string },
  ) {
    return changingEmail.answer(
      this.propose(context, 'proposeEmail', input, async () => ({
        kind: 'CHANGE_EMAIL',
        email: checkedEmail(input.email),
        ...(await openAccountOfNumber(context, input.msisdn)),
      })),
    )
  }

  @Authorized(proposers)
  @Mutation(() => erasing.payload, {
    complexity: costOfWriting,
    description:
      'Proposes the erasure of a person, or of one request to our scoring service; another person approves.',
  })
  proposeErasure(@Ctx() context: RequestContext, @InputArg(erasing.input) input: Erasure) {
    return erasing.answer(this.propose(context, 'proposeErasure', input, async () => erasureOf(input)))
  }

  @Authorized(proposers)
  @Mutation(() => cancelling.payload, {
    complexity: costOfWriting,
    description:
      'Proposes to cancel a payout on hold; another person approves. Its position is then open as before the withdrawal.',
  })
  proposeCancelPayout(
    @Ctx() context: RequestContext,
    @InputArg(cancelling.input) input: Reasoned & { readonly payout: string },
  ) {
    return cancelling.answer(
      this.propose(context, 'proposeCancelPayout', input, async () => {
        const payout = await readPayout(context.read, input.payout)
        if (!payout) throw new Refusal('INVALID_REFERENCE', 'There is no such payout')
        return { kind: 'CANCEL_PAYOUT', customerId: payout.customerId, payoutId: payout.id }
      }),
    )
  }

  @Authorized(proposers)
  @Mutation(() => changingMsisdn.payload, {
    complexity: costOfWriting,
    description:
      'Proposes a new number for a customer, as after a lost SIM; another person approves. Payments with the old one must end first.',
  })
  proposeChangeMsisdn(
    @Ctx() context: RequestContext,
    @InputArg(changingMsisdn.input)
    input: Reasoned & { readonly customer: string; readonly newMsisdn: Msisdn },
  ) {
    return changingMsisdn.answer(
      this.propose(context, 'proposeChangeMsisdn', input, async () => ({
        kind: 'CHANGE_MSISDN',
        msisdn: input.newMsisdn,
        ...(await openAccountOfCustomer(context, input.customer)),
      })),
    )
  }
}
