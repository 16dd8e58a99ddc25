import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../bank/customers/customer.types.js'
import { selectAll } from '../platform/database/rows.js'
import { approvers, deciders, staffProposers } from '../platform/graphql/access.js'
import type { ProposalDeps } from './acts.js'
import type { RequestContext } from '../platform/graphql/context.js'
import type { InputField } from '../platform/graphql/filters.js'
import { rows, writing } from '../platform/graphql/limits.js'
import { idempotencyKey, InputArg, mutationOf, onceUnder } from '../platform/graphql/mutation.js'
import { msisdnField as msisdn } from '../platform/graphql/arguments.js'
import type { Msisdn } from '../kernel/msisdn.js'
import { Refusal } from '../kernel/refusal.js'
import type { Wish } from './acts.js'
import { confirmProposal, inputOf, propose, rejectProposal } from './decide-proposals.js'
import { Proposal, type ProposalStatus } from './proposal.entity.js'
import { proposalStatusEnum, ProposalType, toProposal } from './proposal.types.js'
import { customersById } from '../bank/customers/customers.loaders.js'

const reason: InputField = {
  type: () => String,
  isRequired: true,
  description: 'Why, for who confirms it and for the audit log; at most 500 characters, naming nobody.',
}
const id: InputField = { type: () => ID, isRequired: true, description: 'The proposal, as it was shown.' }
const gives = { proposal: { type: () => ProposalType, description: 'How it stands; null where refused.' } }

const proposingOptOut = mutationOf({
  name: 'ProposeOptOut',
  to: 'asking for a customer to leave',
  takes: { msisdn, reason, idempotencyKey },
  gives,
  refuses: ['NOT_REGISTERED', 'INVALID_ARGUMENT'],
})
const proposingEmail = mutationOf({
  name: 'ProposeEmail',
  to: 'asking for another address',
  takes: {
    msisdn,
    email: { type: () => String, isRequired: true, description: 'Where statements shall go.' },
    reason,
    idempotencyKey,
  },
  gives,
  refuses: ['NOT_REGISTERED', 'INVALID_EMAIL', 'INVALID_ARGUMENT'],
})
const proposingErasure = mutationOf({
  name: 'ProposeErasure',
  to: 'asking for an erasure',
  takes: {
    nationalId: {
      type: () => String,
      description: 'Of the person, as the clients sent it. This or `requestId`.',
    },
    requestId: { type: () => ID, description: 'The id that the client knows it by.' },
    reason,
    idempotencyKey,
  },
  gives,
  refuses: ['INVALID_REFERENCE', 'INVALID_ARGUMENT'],
})
const confirming = mutationOf({
  name: 'ConfirmProposal',
  to: 'confirming a proposal',
  takes: { id, idempotencyKey },
  gives,
  refuses: ['INVALID_REFERENCE', 'NOT_REGISTERED', 'CLOCK_ADVANCING', 'INVALID_ARGUMENT'],
})
const rejecting = mutationOf({
  name: 'RejectProposal',
  to: 'taking a proposal back',
  takes: { id, idempotencyKey },
  gives,
  refuses: ['INVALID_REFERENCE', 'INVALID_ARGUMENT'],
})

interface Keyed {
  readonly idempotencyKey: string
}
interface Asked extends Keyed {
  readonly reason: string
}
interface Named extends Keyed {
  readonly id: string
}

const erasureOf = ({
  nationalId,
  requestId,
}: {
  readonly nationalId?: string | null
  readonly requestId?: string | null
}): Wish => {
  if (nationalId != null && requestId == null) return { kind: 'ERASE_PERSON', nationalId }
  if (requestId != null && nationalId == null) return { kind: 'ERASE_REQUEST', requestId }
  throw new Refusal('INVALID_ARGUMENT', 'Either nationalId or requestId must be given')
}

@Resolver(() => ProposalType)
export class ProposalsResolver {
  constructor(private readonly deps: ProposalDeps) {}

  private shown(proposal: Proposal) {
    return { proposal: toProposal(proposal, inputOf(this.deps, proposal)) }
  }

  private async propose(context: RequestContext, act: string, input: Asked, wish: () => Wish) {
    const { reason } = input
    return this.shown(await propose(this.deps, onceUnder(context, act, input), { wish: wish(), reason }))
  }

  @Authorized(deciders)
  @Query(() => [ProposalType], {
    complexity: rows(20),
    description: 'Proposals, the oldest first, at most 100: those that wait, unless a status is named.',
  })
  async proposals(
    @Arg('status', () => proposalStatusEnum, { nullable: true, description: 'Only these.' })
    status?: ProposalStatus | null,
  ): Promise<ProposalType[]> {
    const wanted = 'WHERE status IN (?, ?) ORDER BY id LIMIT 100'
    // One that is approved and not done waits for somebody who confirms it again.
    const statuses = [status ?? 'OPEN', status ?? 'APPROVED']
    const found = await selectAll(this.deps.database.read, Proposal, wanted, statuses)
    return found.map((proposal) => this.shown(proposal).proposal)
  }

  @Authorized(staffProposers)
  @Mutation(() => proposingOptOut.payload, {
    complexity: writing,
    description: 'Asks for a customer to leave, who asked us for it; another person confirms.',
  })
  proposeOptOut(
    @Ctx() context: RequestContext,
    @InputArg(proposingOptOut.input) input: Asked & { readonly msisdn: Msisdn },
  ) {
    const wish = () => ({ kind: 'OPT_OUT', msisdn: input.msisdn }) as const
    return proposingOptOut.answer(this.propose(context, 'proposeOptOut', input, wish))
  }

  @Authorized(staffProposers)
  @Mutation(() => proposingEmail.payload, {
    complexity: writing,
    description: 'Asks for another address of the open account of a customer; another person confirms.',
  })
  proposeEmail(
    @Ctx() context: RequestContext,
    @InputArg(proposingEmail.input) input: Asked & { readonly msisdn: Msisdn; readonly email: string },
  ) {
    const { msisdn, email } = input
    const wish = () => ({ kind: 'CHANGE_EMAIL', msisdn, email }) as const
    return proposingEmail.answer(this.propose(context, 'proposeEmail', input, wish))
  }

  @Authorized(staffProposers)
  @Mutation(() => proposingErasure.payload, {
    complexity: writing,
    description:
      'Asks for the erasure of a person, or of one request to our scoring service; another person confirms.',
  })
  proposeErasure(
    @Ctx() context: RequestContext,
    @InputArg(proposingErasure.input) input: Asked & Parameters<typeof erasureOf>[0],
  ) {
    return proposingErasure.answer(this.propose(context, 'proposeErasure', input, () => erasureOf(input)))
  }

  @Authorized(approvers)
  @Mutation(() => confirming.payload, {
    complexity: writing,
    description: 'Does what another person proposed.',
  })
  confirmProposal(@Ctx() context: RequestContext, @InputArg(confirming.input) input: Named) {
    const confirmed = async () =>
      this.shown(await confirmProposal(this.deps, onceUnder(context, 'confirmProposal', input), input.id))
    return confirming.answer(confirmed())
  }

  @Authorized(deciders)
  @Mutation(() => rejecting.payload, {
    complexity: writing,
    description: 'Takes a proposal back: its proposer their own, an approver any.',
  })
  rejectProposal(@Ctx() context: RequestContext, @InputArg(rejecting.input) input: Named) {
    const rejected = async () =>
      this.shown(await rejectProposal(this.deps, onceUnder(context, 'rejectProposal', input), input.id))
    return rejecting.answer(rejected())
  }

  @FieldResolver(() => CustomerType, {
    nullable: true,
    description: 'Whose account it is; null for an erasure.',
  })
  async customer(
    @Root() { customerId }: ProposalType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const customer = customerId === null ? undefined : await load(customersById, customerId)
    return customer ? toCustomer(customer, personal) : null
  }
}
