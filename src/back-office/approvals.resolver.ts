import { Args, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { BlockCause, BlockScope } from '../bank/customers/block.rules.js'
import { findBlock } from '../bank/customers/blocks.js'
import { blockCauseEnum, blockScopeEnum } from '../bank/customers/block.types.js'
import { CustomerType, toCustomer } from '../bank/customers/customer.types.js'
import { accountsOfCustomer, customersById } from '../bank/customers/customers.loaders.js'
import { findCustomer } from '../bank/customers/customers.repository.js'
import { checkedEmail } from '../bank/customers/email.rules.js'
import { readPayout } from '../bank/savings/records/payouts.read.js'
import type { LocalDate } from '../kernel/calendar.js'
import type { Msisdn } from '../kernel/msisdn.js'
import { Refusal } from '../kernel/refusal.js'
import { approvalReaders, approvers, staffProposers } from '../platform/graphql/access.js'
import { msisdnField } from '../platform/graphql/arguments.js'
import type { ConnectionArgs } from '../platform/graphql/connection.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { rowsAsked, writing } from '../platform/graphql/limits.js'
import { InputArg, onceUnder } from '../platform/graphql/mutation.js'
import { LocalDateScalar, MsisdnScalar } from '../platform/graphql/scalars.js'
import type { ActionDeps } from './action.js'
import type { Input } from './actions/index.js'
import type { Approval } from './approval.entity.js'
import { ApprovalType } from './approval.types.js'
import { approvals } from './approvals.connection.js'
import { approve } from './approvals/approve.js'
import { reject, withdraw } from './approvals/reject-or-withdraw.js'
import { proposeAs, shownApproval } from './propose-as.js'
import {
  approving,
  proposing,
  rejecting,
  withdrawing,
  type Keyed,
  type Reasoned,
} from './approval-mutations.types.js'

const msisdn = msisdnField
const customer = { type: () => ID, isRequired: true, description: 'The customer, as they are shown.' }

const optingOut = proposing('ProposeOptOut', 'asking for a customer to leave', { msisdn }, [
  'NOT_REGISTERED',
  'CLOCK_ADVANCING',
])
const changingEmail = proposing(
  'ProposeEmail',
  'asking for another address',
  { msisdn, email: { type: () => String, isRequired: true, description: 'Where statements shall go.' } },
  ['NOT_REGISTERED', 'INVALID_EMAIL', 'CLOCK_ADVANCING'],
)
const erasing = proposing(
  'ProposeErasure',
  'asking for an erasure',
  {
    nationalId: {
      type: () => String,
      description: 'Of the person, as the clients sent it. This or `requestId`.',
    },
    requestId: { type: () => ID, description: 'The id that the client knows it by.' },
  },
  ['INVALID_REFERENCE'],
)
const blocking = proposing(
  'ProposeBlockCustomer',
  'asking for a customer to be blocked',
  {
    customer,
    scope: { type: () => blockScopeEnum, isRequired: true, description: 'What it stops.' },
    cause: { type: () => blockCauseEnum, isRequired: true, description: 'Why.' },
    endsOn: {
      type: () => LocalDateScalar,
      description: 'The first business date on which it stops no more; null until it is lifted.',
    },
  },
  ['NOT_REGISTERED', 'ALREADY_BLOCKED', 'CLOCK_ADVANCING'],
)
const unblocking = proposing(
  'ProposeUnblockCustomer',
  'asking for a block to be lifted',
  { block: { type: () => ID, isRequired: true, description: 'The block, `BLK-...`.' } },
  ['INVALID_REFERENCE', 'CLOCK_ADVANCING'],
)
const cancelling = proposing(
  'ProposeCancelPayout',
  'asking for a held payout to be taken back',
  { payout: { type: () => ID, isRequired: true, description: 'The payout, `SET-...`.' } },
  ['INVALID_REFERENCE', 'NOT_ON_HOLD', 'ACCOUNT_CLOSING', 'CLOCK_ADVANCING'],
)

const renumbering = proposing(
  'ProposeChangeMsisdn',
  'asking for another number of a customer',
  {
    customer,
    newMsisdn: { type: () => MsisdnScalar, isRequired: true, description: 'The number that they have now.' },
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
interface Block extends Reasoned {
  readonly customer: string
  readonly scope: BlockScope
  readonly cause: BlockCause
  readonly endsOn?: LocalDate | null
}
interface Deciding extends Keyed {
  readonly id: string
}

const erasureOf = ({ nationalId, requestId }: Erasure): Input => {
  if (nationalId != null && requestId == null) return { kind: 'ERASE_PERSON', nationalId: nationalId.trim() }
  if (requestId != null && nationalId == null)
    return { kind: 'ERASE_REQUEST', requestId: requestId.toLowerCase() }
  throw new Refusal('INVALID_ARGUMENT', 'Either nationalId or requestId must be given')
}

@Resolver(() => ApprovalType)
export class ApprovalsResolver {
  constructor(private readonly deps: ActionDeps) {}

  private readonly shown = (approval: Approval, { personal }: RequestContext): ApprovalType =>
    shownApproval(this.deps, approval, personal)

  private propose(context: RequestContext, act: string, given: Reasoned, input: () => Promise<Input>) {
    return proposeAs(this.deps, context, { act, given, input })
  }

  /** The open account behind a number. Refuses: NOT_REGISTERED. */
  private async ofNumber({ call, read }: RequestContext, number: Msisdn) {
    const found = await findCustomer(read, call, number)
    if (!found?.account) throw new Refusal('NOT_REGISTERED')
    return { customerId: found.customer.id, accountId: found.account.id }
  }

  /** The open account of somebody who is named by their id. Refuses: NOT_REGISTERED. */
  private async ofCustomer({ load, personal }: RequestContext, id: string) {
    const customerId = personal.keyOf(id)
    const accounts = customerId === undefined ? [] : await load(accountsOfCustomer, customerId)
    const open = accounts.find(({ status }) => status !== 'CLOSED')
    if (!open) throw new Refusal('NOT_REGISTERED')
    return { customerId: open.customerId, accountId: open.id }
  }

  @Authorized(approvalReaders)
  @Query(() => approvals.type, {
    complexity: rowsAsked,
    description: 'What staff propose, approve and reject, the oldest first. Refuses: INVALID_ARGUMENT.',
  })
  approvals(@Ctx() context: RequestContext, @Args(() => approvals.args) args: ConnectionArgs) {
    return approvals.page(context, args, [], (rows) => rows.map((row) => this.shown(row, context)))
  }

  @Authorized(staffProposers)
  @Mutation(() => optingOut.payload, {
    complexity: writing,
    description: 'Asks for a customer to leave, who asked us for it; another person approves.',
  })
  proposeOptOut(@Ctx() context: RequestContext, @InputArg(optingOut.input) input: OfNumber) {
    return optingOut.answer(
      this.propose(context, 'proposeOptOut', input, async () => ({
        kind: 'OPT_OUT',
        ...(await this.ofNumber(context, input.msisdn)),
      })),
    )
  }

  @Authorized(staffProposers)
  @Mutation(() => changingEmail.payload, {
    complexity: writing,
    description: 'Asks for another address of the open account of a customer; another person approves.',
  })
  proposeEmail(
    @Ctx() context: RequestContext,
    @InputArg(changingEmail.input) input: OfNumber & { readonly email: string },
  ) {
    return changingEmail.answer(
      this.propose(context, 'proposeEmail', input, async () => ({
        kind: 'CHANGE_EMAIL',
        email: checkedEmail(input.email),
        ...(await this.ofNumber(context, input.msisdn)),
      })),
    )
  }

  @Authorized(staffProposers)
  @Mutation(() => erasing.payload, {
    complexity: writing,
    description:
      'Asks for the erasure of a person, or of one request to our scoring service; another person approves.',
  })
  proposeErasure(@Ctx() context: RequestContext, @InputArg(erasing.input) input: Erasure) {
    return erasing.answer(this.propose(context, 'proposeErasure', input, async () => erasureOf(input)))
  }

  @Authorized(staffProposers)
  @Mutation(() => blocking.payload, {
    complexity: writing,
    description:
      'Asks for the open account of a customer to be blocked; another person approves. For FRAUD it is blocked at once, for a ' +
      'day: without a second person it falls.',
  })
  proposeBlockCustomer(@Ctx() context: RequestContext, @InputArg(blocking.input) input: Block) {
    const { scope, cause, endsOn = null } = input
    return blocking.answer(
      this.propose(context, 'proposeBlockCustomer', input, async () => ({
        kind: 'BLOCK_CUSTOMER',
        scope,
        cause,
        endsOn,
        ...(await this.ofCustomer(context, input.customer)),
      })),
    )
  }

  @Authorized(staffProposers)
  @Mutation(() => unblocking.payload, {
    complexity: writing,
    description: 'Asks for a block to be lifted; another person approves. What it held back goes on.',
  })
  proposeUnblockCustomer(
    @Ctx() context: RequestContext,
    @InputArg(unblocking.input) input: Reasoned & { readonly block: string },
  ) {
    return unblocking.answer(
      this.propose(context, 'proposeUnblockCustomer', input, async () => {
        const block = await findBlock(context.read, input.block)
        if (!block) throw new Refusal('INVALID_REFERENCE', 'There is no such block')
        return { kind: 'UNBLOCK_CUSTOMER', customerId: block.customerId, blockId: block.id }
      }),
    )
  }

  @Authorized(staffProposers)
  @Mutation(() => cancelling.payload, {
    complexity: writing,
    description:
      'Asks for a payout on hold to be taken back; another person approves. Its position is as if it had never been left.',
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

  @Authorized(staffProposers)
  @Mutation(() => renumbering.payload, {
    complexity: writing,
    description:
      'Asks for another number of a customer, as after a lost SIM; another person approves. Payments with the old one end first.',
  })
  proposeChangeMsisdn(
    @Ctx() context: RequestContext,
    @InputArg(renumbering.input)
    input: Reasoned & { readonly customer: string; readonly newMsisdn: Msisdn },
  ) {
    return renumbering.answer(
      this.propose(context, 'proposeChangeMsisdn', input, async () => ({
        kind: 'CHANGE_MSISDN',
        msisdn: input.newMsisdn,
        ...(await this.ofCustomer(context, input.customer)),
      })),
    )
  }

  @Authorized(approvers)
  @Mutation(() => approving.payload, {
    complexity: writing,
    description: 'Does what another person proposed, once.',
  })
  approve(@Ctx() context: RequestContext, @InputArg(approving.input) input: Deciding) {
    const done = approve(this.deps, onceUnder(context, 'approve', input), input.id)
    return approving.answer(done.then((approval) => ({ approval: this.shown(approval, context) })))
  }

  @Authorized(approvers)
  @Mutation(() => rejecting.payload, {
    complexity: writing,
    description: 'Says no to what another person proposed.',
  })
  reject(
    @Ctx() context: RequestContext,
    @InputArg(rejecting.input) input: Deciding & { readonly reason: string },
  ) {
    const done = reject(this.deps, onceUnder(context, 'reject', input), input.id, input.reason)
    return rejecting.answer(done.then((approval) => ({ approval: this.shown(approval, context) })))
  }

  @Authorized(staffProposers)
  @Mutation(() => withdrawing.payload, {
    complexity: writing,
    description: 'Takes back what one proposed oneself.',
  })
  withdraw(
    @Ctx() context: RequestContext,
    @InputArg(withdrawing.input) input: Deciding & { readonly reason: string },
  ) {
    const done = withdraw(this.deps, onceUnder(context, 'withdraw', input), input.id, input.reason)
    return withdrawing.answer(done.then((approval) => ({ approval: this.shown(approval, context) })))
  }

  @FieldResolver(() => CustomerType, {
    nullable: true,
    description: 'Whom it is about; null for nobody, as of an erasure.',
  })
  async customer(
    @Root() { customerId }: ApprovalType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const found = customerId === null ? undefined : await load(customersById, customerId)
    return found ? toCustomer(found, personal) : null
  }
}
