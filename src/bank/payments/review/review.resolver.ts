import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { CustomerType } from '../../customers/customer.types.js'
import { approvers, proposers, staff } from '../../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../../platform/graphql/connection.js'
import type { DepsOf, RequestContext } from '../../../platform/graphql/context.js'
import { rowsAsked, writing } from '../../../platform/graphql/limits.js'
import { PaymentOrderType, toPaymentOrder } from '../graphql/payment.types.js'
import { ownerOf } from '../graphql/payments.resolver.js'
import { confirmResolution, proposeResolution, rejectResolution } from './resolve-review.js'
import type { ResolutionOutcome } from '../review.rules.js'
import { resolutionOutcomeEnum, ReviewCaseType, toReviewCase } from './review.types.js'
import { reviewCases } from './reviews.connection.js'
import { ordersById } from '../graphql/payments.loaders.js'

const ProposalArg = () => Arg('proposalId', () => ID, { description: 'The proposal, as it was shown.' })

@Resolver(() => ReviewCaseType)
export class ReviewCasesResolver {
  constructor(private readonly deps: DepsOf<typeof proposeResolution> & DepsOf<typeof confirmResolution>) {}

  @Authorized(staff)
  @Query(() => reviewCases.type, {
    complexity: rowsAsked,
    description: 'Review cases, the oldest first. Refuses: INVALID_ARGUMENT.',
  })
  reviewCases(@Ctx() context: RequestContext, @Args(() => reviewCases.args) args: ConnectionArgs) {
    return reviewCases.page(context, args)
  }

  @Authorized(proposers)
  @Mutation(() => ReviewCaseType, {
    complexity: writing,
    description:
      'Says how the order of an open case ended, for another person to confirm. Moves nothing. ' +
      'Refuses: INVALID_REFERENCE, INVALID_ARGUMENT.',
  })
  async proposeResolution(
    @Ctx() { call, personal }: RequestContext,
    @Arg('caseId', () => ID, { description: 'The review case.' }) caseId: string,
    @Arg('outcome', () => resolutionOutcomeEnum, { description: 'How it ended, or what is to be done.' })
    outcome: ResolutionOutcome,
    @Arg('evidence', () => String, { description: "The provider's evidence, at most 2000 characters." })
    evidence: string,
    @Arg('reason', () => String, {
      nullable: true,
      description: "The provider's word for why it failed, with ORDER_FAILED: `PAYEE_NOT_FOUND`.",
    })
    reason?: string | null,
  ): Promise<ReviewCaseType> {
    const input = { caseId, outcome, evidence, reason: reason ?? null }
    return toReviewCase(await proposeResolution(this.deps, call, input), personal)
  }

  @Authorized(approvers)
  @Mutation(() => ReviewCaseType, {
    complexity: writing,
    description:
      'Books what another person proposed, on the path of the answers of the provider. ' +
      'Refuses: INVALID_REFERENCE, FORBIDDEN, INVALID_ARGUMENT.',
  })
  async confirmResolution(
    @Ctx() { call, personal }: RequestContext,
    @ProposalArg() proposalId: string,
  ): Promise<ReviewCaseType> {
    return toReviewCase(await confirmResolution(this.deps, call, proposalId), personal)
  }

  @Authorized([...proposers, ...approvers])
  @Mutation(() => ReviewCaseType, {
    complexity: writing,
    description:
      'Takes a proposal back: its proposer their own, an approver any. The case stays open. ' +
      'Refuses: INVALID_REFERENCE, FORBIDDEN.',
  })
  async rejectResolution(
    @Ctx() { call, personal }: RequestContext,
    @ProposalArg() proposalId: string,
  ): Promise<ReviewCaseType> {
    return toReviewCase(await rejectResolution(this.deps, call, proposalId), personal)
  }

  @FieldResolver(() => PaymentOrderType, { nullable: true, description: 'The order in question.' })
  async order(
    @Root() { orderId }: ReviewCaseType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<PaymentOrderType | null> {
    const order = await load(ordersById, orderId)
    return order ? toPaymentOrder(order, personal) : null
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'Whose money it is.' })
  customer(@Root() review: ReviewCaseType, @Ctx() context: RequestContext): Promise<CustomerType | null> {
    return ownerOf(review, context)
  }
}

@Resolver(() => CustomerType)
export class CustomerReviewsResolver {
  @FieldResolver(() => reviewCases.type, {
    complexity: rowsAsked,
    description: 'The review cases of their orders, the oldest first.',
  })
  reviewCases(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => reviewCases.args) args: ConnectionArgs,
  ) {
    return reviewCases.below('customerId', key, context, args)
  }
}
