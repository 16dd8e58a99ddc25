import { Authorized, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql'
import { ReviewCase } from '../bank/payments/payment.entity.js'
import { reviewCasesById } from '../bank/payments/graphql/payments.loaders.js'
import { resolutionOutcomeEnum, ReviewCaseType, toReviewCase } from '../bank/payments/review/review.types.js'
import type { ResolutionOutcome } from '../bank/payments/review.rules.js'
import { keyOfId } from '../kernel/ids.js'
import { Refusal } from '../kernel/refusal.js'
import { selectOne } from '../platform/database/rows.js'
import { approvers, resolutionProposers } from '../platform/graphql/access.js'
import type { RequestContext } from '../platform/graphql/context.js'
import type { InputField } from '../platform/graphql/filters.js'
import { costOfWriting } from '../platform/graphql/limits.js'
import { idempotencyKey, InputArg, mutationOf, withIdempotencyKey } from '../platform/graphql/mutation.js'
import { isSamePerson } from '../platform/identity/person.rules.js'
import type { ActionDeps } from './action.js'
import { reasonOf } from './actions/resolve-review.js'
import { Approval } from './approval.entity.js'
import type { Keyed } from './approval-mutations.types.js'
import { ApprovalType } from './approval.types.js'
import { approve } from './approvals/approve.js'
import { propose } from './approvals/propose.js'
import { reject, withdraw } from './approvals/reject-or-withdraw.js'
import { shownApproval } from './propose-as.js'

const proposalId: InputField = {
  type: () => ID,
  isRequired: true,
  description: 'The id of the proposal, as `resolution { id }` of the case gives it.',
}
const gives = {
  reviewCase: {
    type: () => ReviewCaseType,
    description: 'The case, in its present state; null where refused.',
  },
  approval: {
    type: () => ApprovalType,
    description: 'The approval that waits for another person; null where refused.',
  },
}

const proposing = mutationOf({
  name: 'ProposeResolution',
  to: 'proposing how an order ended',
  takes: {
    caseId: { type: () => ID, isRequired: true, description: 'The review case, `CASE-...`.' },
    outcome: {
      type: () => resolutionOutcomeEnum,
      isRequired: true,
      description: 'How it ended, or what is to be done.',
    },
    evidence: {
      type: () => String,
      isRequired: true,
      description: "The provider's evidence, at most 2000 characters.",
    },
    reason: {
      type: () => String,
      description: "The provider's word for why it failed, with ORDER_FAILED: `PAYEE_NOT_FOUND`.",
    },
    idempotencyKey,
  },
  gives,
  refuses: ['INVALID_REFERENCE', 'INVALID_ARGUMENT', 'ALREADY_PROPOSED'],
})
const confirming = mutationOf({
  name: 'ConfirmResolution',
  to: 'confirming how an order ended',
  takes: { proposalId, idempotencyKey },
  gives,
  refuses: ['INVALID_REFERENCE', 'INVALID_ARGUMENT', 'EXPIRED', 'OUTDATED', 'OVER_LIMIT'],
})
const rejecting = mutationOf({
  name: 'RejectResolution',
  to: 'taking back a proposal about how an order ended',
  takes: { proposalId, idempotencyKey },
  gives,
  refuses: ['INVALID_REFERENCE', 'INVALID_ARGUMENT'],
})

interface Proposed extends Keyed {
  readonly caseId: string
  readonly outcome: ResolutionOutcome
  readonly evidence: string
  readonly reason?: string | null
}
interface Decided extends Keyed {
  readonly proposalId: string
}

const withdrawnReason = 'Taken back'

@Resolver(() => ApprovalType)
export class ReviewApprovalsResolver {
  constructor(private readonly deps: ActionDeps) {}

  private async shown({ read, personal }: RequestContext, proposed: Promise<Approval>) {
    const approval = await proposed
    const review = await selectOne(read, ReviewCase, 'WHERE id = ?', [approval.subject])
    return {
      reviewCase: toReviewCase(review!, personal),
      approval: shownApproval(this.deps, approval, personal),
    }
  }

  /** Refuses: INVALID_REFERENCE. */
  private async proposalOf({ read }: RequestContext, id: string): Promise<Approval> {
    const found = await selectOne(read, Approval, 'WHERE id = ?', [id])
    if (found?.id !== id || found.kind !== 'RESOLVE_REVIEW')
      throw new Refusal('INVALID_REFERENCE', 'There is no such proposal about a review case')
    return found
  }

  @Authorized(resolutionProposers)
  @Mutation(() => proposing.payload, {
    complexity: costOfWriting,
    description:
      'Proposes how the order of an open case ended, for another person to approve. Books nothing.',
  })
  proposeResolution(@Ctx() context: RequestContext, @InputArg(proposing.input) input: Proposed) {
    const { outcome, evidence, reason: providerReason = null } = input
    const proposed = async () => {
      const call = withIdempotencyKey(context, 'proposeResolution', input)
      const caseId = keyOfId('ReviewCase', input.caseId)
      const review = await selectOne(context.read, ReviewCase, 'WHERE id = ?', [caseId])
      if (review?.id !== caseId)
        throw new Refusal('INVALID_REFERENCE', 'There is no open review case of this id')
      const resolution = {
        kind: 'RESOLVE_REVIEW',
        customerId: review.customerId,
        caseId,
        outcome,
        providerReason,
      } as const
      return propose(this.deps, call, { input: resolution, reason: reasonOf(resolution), evidence })
    }
    return proposing.answer(this.shown(context, proposed()))
  }

  @Authorized(approvers)
  @Mutation(() => confirming.payload, {
    complexity: costOfWriting,
    description:
      'Approves what another person proposed, which is booked in the same way as an answer of the provider.',
    deprecationReason: 'Use `approve`.',
  })
  confirmResolution(@Ctx() context: RequestContext, @InputArg(confirming.input) input: Decided) {
    const confirmed = async () => {
      const call = withIdempotencyKey(context, 'confirmResolution', input)
      return approve(this.deps, call, (await this.proposalOf(context, input.proposalId)).id)
    }
    return confirming.answer(this.shown(context, confirmed()))
  }

  @Authorized([...resolutionProposers, ...approvers])
  @Mutation(() => rejecting.payload, {
    complexity: costOfWriting,
    description: 'Takes back a proposal: a proposer their own, an approver any. The case stays open.',
    deprecationReason: 'Use `reject`, or `withdraw` for one’s own proposal.',
  })
  rejectResolution(@Ctx() context: RequestContext, @InputArg(rejecting.input) input: Decided) {
    const rejected = async () => {
      const call = withIdempotencyKey(context, 'rejectResolution', input)
      const { id, proposedById, proposedBy } = await this.proposalOf(context, input.proposalId)
      if (isSamePerson({ id: proposedById, name: proposedBy }, call.actor))
        return withdraw(this.deps, call, id, withdrawnReason)
      if (call.actor.roles.has('APPROVER')) return reject(this.deps, call, id, withdrawnReason)
      throw new Refusal('FORBIDDEN', 'Only its proposer and approvers may take it back')
    }
    return rejecting.answer(this.shown(context, rejected()))
  }

  @FieldResolver(() => ReviewCaseType, {
    nullable: true,
    description: 'The case that it resolves; null where it resolves none.',
  })
  async reviewCase(
    @Root() { reviewCaseId }: ApprovalType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<ReviewCaseType | null> {
    const review = reviewCaseId === null ? undefined : await load(reviewCasesById, reviewCaseId)
    return review ? toReviewCase(review, personal) : null
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the reader proposed it: they may take it back, and another person decides it.',
  })
  isMine(@Root() { proposer }: ApprovalType, @Ctx() { call }: RequestContext): boolean {
    return isSamePerson(proposer, call.actor)
  }
}
