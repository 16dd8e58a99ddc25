import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../bank/customers/customer.types.js'
import { selectAll } from '../platform/database/rows.js'
import { approvers, deciders, staffProposers } from '../platform/graphql/access.js'
import { MsisdnArg } from '../platform/graphql/arguments.js'
import type { ProposalDeps } from './acts.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { rows, writing } from '../platform/graphql/limits.js'
import type { Call } from '../kernel/call.js'
import type { Msisdn } from '../kernel/msisdn.js'
import { Refusal } from '../kernel/refusal.js'
import type { Wish } from './acts.js'
import { confirmProposal, inputOf, propose, rejectProposal } from './decide-proposals.js'
import { Proposal, type ProposalStatus } from './proposal.entity.js'
import { proposalStatusEnum, ProposalType, toProposal } from './proposal.types.js'
import { customersById } from '../bank/customers/customers.loaders.js'

const ReasonArg = () =>
  Arg('reason', () => String, {
    description: 'Why, for who confirms it and for the audit log; at most 500 characters, naming nobody.',
  })
const ProposalArg = () => Arg('id', () => ID, { description: 'The proposal, as it was shown.' })

@Resolver(() => ProposalType)
export class ProposalsResolver {
  constructor(private readonly deps: ProposalDeps) {}

  private shown(proposal: Proposal): ProposalType {
    return toProposal(proposal, inputOf(this.deps, proposal))
  }

  private async propose(call: Call, wish: Wish, reason: string): Promise<ProposalType> {
    return this.shown(await propose(this.deps, call, { wish, reason }))
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
    return found.map((proposal) => this.shown(proposal))
  }

  @Authorized(staffProposers)
  @Mutation(() => ProposalType, {
    complexity: writing,
    description:
      'Asks for a customer to leave, who asked us for it; another person confirms. Refuses: NOT_REGISTERED, INVALID_ARGUMENT.',
  })
  proposeOptOut(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
    @ReasonArg() reason: string,
  ): Promise<ProposalType> {
    return this.propose(call, { kind: 'OPT_OUT', msisdn }, reason)
  }

  @Authorized(staffProposers)
  @Mutation(() => ProposalType, {
    complexity: writing,
    description:
      'Asks for another address of the open account of a customer; another person confirms. ' +
      'Refuses: NOT_REGISTERED, INVALID_EMAIL, INVALID_ARGUMENT.',
  })
  proposeEmail(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
    @Arg('email', () => String, { description: 'Where statements shall go.' }) email: string,
    @ReasonArg() reason: string,
  ): Promise<ProposalType> {
    return this.propose(call, { kind: 'CHANGE_EMAIL', msisdn, email }, reason)
  }

  @Authorized(staffProposers)
  @Mutation(() => ProposalType, {
    complexity: writing,
    description:
      'Asks for the erasure of a person, or of one request to our scoring service; another person confirms. ' +
      'Refuses: INVALID_REFERENCE, INVALID_ARGUMENT.',
  })
  proposeErasure(
    @Ctx() { call }: RequestContext,
    @ReasonArg() reason: string,
    @Arg('nationalId', () => String, {
      nullable: true,
      description: 'Of the person, as the clients sent it. This or `requestId`.',
    })
    nationalId?: string | null,
    @Arg('requestId', () => ID, { nullable: true, description: 'The id that the client knows it by.' })
    requestId?: string | null,
  ): Promise<ProposalType> {
    if (nationalId != null && requestId == null)
      return this.propose(call, { kind: 'ERASE_PERSON', nationalId }, reason)
    if (requestId != null && nationalId == null)
      return this.propose(call, { kind: 'ERASE_REQUEST', requestId }, reason)
    throw new Refusal('INVALID_ARGUMENT', 'Either nationalId or requestId must be given')
  }

  @Authorized(approvers)
  @Mutation(() => ProposalType, {
    complexity: writing,
    description:
      'Does what another person proposed. Refuses: INVALID_REFERENCE, FORBIDDEN, NOT_REGISTERED, CLOCK_ADVANCING.',
  })
  async confirmProposal(@Ctx() { call }: RequestContext, @ProposalArg() id: string): Promise<ProposalType> {
    return this.shown(await confirmProposal(this.deps, call, id))
  }

  @Authorized(deciders)
  @Mutation(() => ProposalType, {
    complexity: writing,
    description:
      'Takes a proposal back: its proposer their own, an approver any. Refuses: INVALID_REFERENCE, FORBIDDEN.',
  })
  async rejectProposal(@Ctx() { call }: RequestContext, @ProposalArg() id: string): Promise<ProposalType> {
    return this.shown(await rejectProposal(this.deps, call, id))
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
