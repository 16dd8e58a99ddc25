import { Args, Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../bank/customers/customer.types.js'
import { customersById } from '../bank/customers/customers.loaders.js'
import { approvalReaders, approvers, proposers } from '../platform/graphql/access.js'
import type { ConnectionArgs } from '../platform/graphql/connection.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { costOfFirstRows, costOfWriting } from '../platform/graphql/limits.js'
import { InputArg, withIdempotencyKey } from '../platform/graphql/mutation.js'
import type { ActionDeps } from './action.js'
import type { Approval } from './approval.entity.js'
import { ApprovalType } from './approval.types.js'
import { approvals } from './approvals.connection.js'
import { approve } from './approvals/approve.js'
import { reject, withdraw } from './approvals/reject-or-withdraw.js'
import { shownApproval } from './propose-as.js'
import { approving, rejecting, withdrawing, type Keyed } from './approval-mutations.types.js'

interface DecisionArgs extends Keyed {
  readonly id: string
}

@Resolver(() => ApprovalType)
export class ApprovalsResolver {
  constructor(private readonly deps: ActionDeps) {}

  private readonly shown = (approval: Approval, { personal }: RequestContext): ApprovalType =>
    shownApproval(this.deps, approval, personal)

  @Authorized(approvalReaders)
  @Query(() => approvals.type, {
    complexity: costOfFirstRows,
    description: 'What staff propose, approve and reject, the oldest first. Refuses: INVALID_ARGUMENT.',
  })
  approvals(@Ctx() context: RequestContext, @Args(() => approvals.args) args: ConnectionArgs) {
    return approvals.page(context, args, [], (rows) => rows.map((row) => this.shown(row, context)))
  }

  @Authorized(approvers)
  @Mutation(() => approving.payload, {
    complexity: costOfWriting,
    description: 'Approves and executes, once, what another person proposed.',
  })
  approve(@Ctx() context: RequestContext, @InputArg(approving.input) input: DecisionArgs) {
    const done = approve(this.deps, withIdempotencyKey(context, 'approve', input), input.id)
    return approving.answer(done.then((approval) => ({ approval: this.shown(approval, context) })))
  }

  @Authorized(approvers)
  @Mutation(() => rejecting.payload, {
    complexity: costOfWriting,
    description: 'Rejects what another person proposed.',
  })
  reject(
    @Ctx() context: RequestContext,
    @InputArg(rejecting.input) input: DecisionArgs & { readonly reason: string },
  ) {
    const done = reject(this.deps, withIdempotencyKey(context, 'reject', input), input.id, input.reason)
    return rejecting.answer(done.then((approval) => ({ approval: this.shown(approval, context) })))
  }

  @Authorized(proposers)
  @Mutation(() => withdrawing.payload, {
    complexity: costOfWriting,
    description: 'Withdraws one’s own proposal.',
  })
  withdraw(
    @Ctx() context: RequestContext,
    @InputArg(withdrawing.input) input: DecisionArgs & { readonly reason: string },
  ) {
    const done = withdraw(this.deps, withIdempotencyKey(context, 'withdraw', input), input.id, input.reason)
    return withdrawing.answer(done.then((approval) => ({ approval: this.shown(approval, context) })))
  }

  @FieldResolver(() => CustomerType, {
    nullable: true,
    description: 'The customer that it is about; null for none, as for an erasure.',
  })
  async customer(
    @Root() { customerId }: ApprovalType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const found = customerId === null ? undefined : await load(customersById, customerId)
    return found ? toCustomer(found, personal) : null
  }
}

@Resolver(() => CustomerType)
export class ApprovalsOfCustomerResolver {
  constructor(private readonly deps: ActionDeps) {}

  @Authorized(approvalReaders)
  @FieldResolver(() => approvals.type, {
    complexity: costOfFirstRows,
    description: 'What staff propose, approve and reject about them, the oldest first.',
  })
  approvals(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => approvals.args) args: ConnectionArgs,
  ) {
    return approvals.below({ customerId: key }, context, args, {
      toNodes: (rows, { personal }) => rows.map((row) => shownApproval(this.deps, row, personal)),
    })
  }
}
