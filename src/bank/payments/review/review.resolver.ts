import { Args, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { keyOfId } from '../../../kernel/ids.js'
import { CustomerType } from '../../customers/customer.types.js'
import { customerReaders, staff } from '../../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../../platform/graphql/connection.js'
import type { DepsOf, RequestContext } from '../../../platform/graphql/context.js'
import { costOfFirstRows, costOfWriting } from '../../../platform/graphql/limits.js'
import {
  idempotencyKey,
  InputArg,
  mutationOf,
  withIdempotencyKey,
} from '../../../platform/graphql/mutation.js'
import type { ReviewCase } from '../payment.entity.js'
import { PaymentOrderType, toPaymentOrder } from '../graphql/payment.types.js'
import { ownerOf } from '../graphql/payments.resolver.js'
import { assignReview } from './assign-review.js'
import { ReviewCaseType, toReviewCase } from './review.types.js'
import { nameKey } from '../../../platform/identity/person.rules.js'
import { reviewCases } from './reviews.connection.js'
import { ordersById } from '../graphql/payments.loaders.js'

const gives = {
  reviewCase: { type: () => ReviewCaseType, description: 'The case in its new state; null where refused.' },
}

const assigning = mutationOf({
  name: 'Assign',
  to: 'assigning a review case',
  takes: {
    caseId: { type: () => ID, isRequired: true, description: 'The review case, `CASE-...`.' },
    to: {
      type: () => String,
      description: 'The person, by their name in the audit log; null for nobody.',
    },
    idempotencyKey,
  },
  gives,
  refuses: ['INVALID_REFERENCE', 'INVALID_ARGUMENT'],
})
interface Keyed {
  readonly idempotencyKey: string
}
const payloadOf = async (review: Promise<ReviewCase>, { personal }: RequestContext) => ({
  reviewCase: toReviewCase(await review, personal),
})

@Resolver(() => ReviewCaseType)
export class ReviewCasesResolver {
  constructor(private readonly deps: DepsOf<typeof assignReview>) {}

  @Authorized(staff)
  @Query(() => reviewCases.type, {
    complexity: costOfFirstRows,
    description: 'Review cases, the oldest first. Refuses: INVALID_ARGUMENT.',
  })
  reviewCases(@Ctx() context: RequestContext, @Args(() => reviewCases.args) args: ConnectionArgs) {
    return reviewCases.page(context, args)
  }

  @Authorized(customerReaders)
  @Mutation(() => assigning.payload, {
    complexity: costOfWriting,
    description: 'Assigns an open case to a person. Other people may still resolve it.',
  })
  assign(
    @Ctx() context: RequestContext,
    @InputArg(assigning.input) input: Keyed & { readonly caseId: string; readonly to?: string | null },
  ) {
    const caseId = keyOfId('ReviewCase', input.caseId)
    const assigned = async () =>
      assignReview(this.deps, withIdempotencyKey(context, 'assign', input), { caseId, to: input.to ?? null })
    return assigning.answer(payloadOf(assigned(), context))
  }

  @FieldResolver(() => Boolean, { description: 'Whether it is assigned to the caller.' })
  isMine(@Root() { assignedTo, assignedToId }: ReviewCaseType, @Ctx() { call }: RequestContext): boolean {
    return assignedToId === null
      ? assignedTo !== null && nameKey(assignedTo) === nameKey(call.actor.name)
      : assignedToId === call.actor.id
  }

  @FieldResolver(() => PaymentOrderType, { nullable: true, description: 'The order in question.' })
  async order(
    @Root() { orderId }: ReviewCaseType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<PaymentOrderType | null> {
    const order = await load(ordersById, orderId)
    return order ? toPaymentOrder(order, personal) : null
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'The customer whose money it is.' })
  customer(@Root() review: ReviewCaseType, @Ctx() context: RequestContext): Promise<CustomerType | null> {
    return ownerOf(review, context)
  }
}

@Resolver(() => PaymentOrderType)
export class OrderReviewsResolver {
  @FieldResolver(() => reviewCases.type, {
    complexity: costOfFirstRows,
    description: 'The review cases about it, the oldest first.',
  })
  reviewCases(
    @Root() { id }: PaymentOrderType,
    @Ctx() context: RequestContext,
    @Args(() => reviewCases.args) args: ConnectionArgs,
  ) {
    return reviewCases.below({ orderId: keyOfId('PaymentOrder', id) }, context, args)
  }
}

@Resolver(() => CustomerType)
export class CustomerReviewsResolver {
  @FieldResolver(() => reviewCases.type, {
    complexity: costOfFirstRows,
    description: 'The review cases of their orders, the oldest first.',
  })
  reviewCases(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => reviewCases.args) args: ConnectionArgs,
  ) {
    return reviewCases.below({ customerId: key }, context, args)
  }
}
