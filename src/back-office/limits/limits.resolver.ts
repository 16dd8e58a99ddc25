import { Args, Authorized, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import type { Instant } from '../../kernel/clock.js'
import { market } from '../../kernel/market.js'
import { parseAmount } from '../../kernel/money.js'
import { Refusal } from '../../kernel/refusal.js'
import { approvalReaders, approvers, proposers } from '../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../platform/graphql/connection.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { costOfFirstRows, costOfWriting } from '../../platform/graphql/limits.js'
import { idempotencyKey, InputArg, mutationOf, withIdempotencyKey } from '../../platform/graphql/mutation.js'
import { InstantScalar, MoneyScalar } from '../../platform/graphql/scalars.js'
import type { ActionDeps } from '../action.js'
import { proposing, type Keyed, type Reasoned } from '../approval-mutations.types.js'
import { proposeAs } from '../propose-as.js'
import { delegateApprovals, endDelegation } from './delegate.js'
import { everybody } from './limit.entity.js'
import { approvalDelegations, approvalLimits } from './limits.connection.js'
import { knownPerson } from './limits.js'
import { ApprovalDelegationType, toDelegation } from './limits.types.js'

const limiting = proposing(
  'ProposeApprovalLimit',
  'proposing an approval limit',
  {
    person: {
      type: () => ID,
      description: 'The person, as in the audit log; null for all who have no limit of their own.',
    },
    limit: {
      type: () => MoneyScalar,
      description: `The most that they may approve at once, in ${market.currency}; null for no limit.`,
    },
  },
  ['INVALID_REFERENCE'],
)

const gives = {
  delegation: { type: () => ApprovalDelegationType, description: 'Its state; null where refused.' },
}
const delegating = mutationOf({
  name: 'DelegateApprovals',
  to: 'lending one’s limit to another approver',
  takes: {
    to: { type: () => ID, isRequired: true, description: 'The other approver, as in the audit log.' },
    from: { type: () => InstantScalar, description: 'When it begins; null for now.' },
    until: {
      type: () => InstantScalar,
      isRequired: true,
      description: 'When it ends; at most 90 days from now.',
    },
    reason: { type: () => String, isRequired: true, description: 'Why, at most 500 characters.' },
    idempotencyKey,
  },
  gives,
  refuses: ['INVALID_REFERENCE', 'INVALID_ARGUMENT'],
})
const ending = mutationOf({
  name: 'EndDelegation',
  to: 'ending a delegation',
  takes: {
    id: { type: () => ID, isRequired: true, description: 'The delegation, `DLG-...`.' },
    idempotencyKey,
  },
  gives,
  refuses: ['INVALID_REFERENCE', 'INVALID_ARGUMENT'],
})

interface LimitArgs extends Reasoned {
  readonly person?: string | null
  readonly limit?: string | null
}
interface DelegationArgs extends Keyed {
  readonly to: string
  readonly from?: Instant | null
  readonly until: Instant
  readonly reason: string
}

const minorOf = (text: string): string => {
  const amount = text === '0' ? 0n : parseAmount(text, market.currency)
  if (amount === undefined)
    throw new Refusal('INVALID_ARGUMENT', `"${text}" is no amount in ${market.currency}`)
  return String(amount)
}

@Resolver()
export class LimitsResolver {
  constructor(private readonly deps: ActionDeps) {}

  @Authorized(approvalReaders)
  @Query(() => approvalLimits.type, {
    complexity: costOfFirstRows,
    description: 'The approval limits of people. Refuses: INVALID_ARGUMENT.',
  })
  approvalLimits(@Ctx() context: RequestContext, @Args(() => approvalLimits.args) args: ConnectionArgs) {
    return approvalLimits.page(context, args)
  }

  @Authorized(approvalReaders)
  @Query(() => approvalDelegations.type, {
    complexity: costOfFirstRows,
    description: 'Delegations of approval limits, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  approvalDelegations(
    @Ctx() context: RequestContext,
    @Args(() => approvalDelegations.args) args: ConnectionArgs,
  ) {
    return approvalDelegations.page(context, args)
  }

  @Authorized(proposers)
  @Mutation(() => limiting.payload, {
    complexity: costOfWriting,
    description:
      'Proposes the most that a person may approve at once; another person approves, whose own or delegated limit must be at least as high.',
  })
  proposeApprovalLimit(@Ctx() context: RequestContext, @InputArg(limiting.input) input: LimitArgs) {
    const { person = null, limit = null } = input
    return limiting.answer(
      proposeAs(this.deps, context, {
        act: 'proposeApprovalLimit',
        args: input,
        input: async () => ({
          kind: 'SET_APPROVAL_LIMIT',
          ...(person === null
            ? { personId: everybody, name: null }
            : await knownPerson(context.read, person)),
          limit: limit === null ? null : minorOf(limit),
        }),
      }),
    )
  }

  @Authorized(approvers)
  @Mutation(() => delegating.payload, {
    complexity: costOfWriting,
    description:
      'Lends one’s own limit to another approver for a period, as for an absence. It does not give the role, and ends by itself.',
  })
  delegateApprovals(@Ctx() context: RequestContext, @InputArg(delegating.input) input: DelegationArgs) {
    const { to, from = null, until, reason } = input
    const call = () => withIdempotencyKey(context, 'delegateApprovals', input)
    const made = async () => delegateApprovals(this.deps, call(), { to, from, until, reason })
    return delegating.answer(made().then((row) => ({ delegation: toDelegation(row) })))
  }

  @Authorized(approvers)
  @Mutation(() => ending.payload, { complexity: costOfWriting, description: 'Ends a delegation early.' })
  endDelegation(
    @Ctx() context: RequestContext,
    @InputArg(ending.input) input: Keyed & { readonly id: string },
  ) {
    const ended = async () =>
      endDelegation(this.deps, withIdempotencyKey(context, 'endDelegation', input), input.id)
    return ending.answer(ended().then((row) => ({ delegation: toDelegation(row) })))
  }
}
