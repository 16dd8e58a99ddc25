import { Authorized, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql'
import type { BlockCause, BlockScope } from '../bank/customers/block.rules.js'
import { AccountBlockType, blockCauseEnum, blockScopeEnum } from '../bank/customers/block.types.js'
import { findBlock } from '../bank/customers/blocks.js'
import type { LocalDate } from '../kernel/calendar.js'
import { Refusal } from '../kernel/refusal.js'
import { inList } from '../platform/database/in-list.js'
import { selectAll } from '../platform/database/rows.js'
import { approvalReaders, proposers } from '../platform/graphql/access.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { costOfWriting } from '../platform/graphql/limits.js'
import { one } from '../platform/graphql/loading.js'
import { InputArg } from '../platform/graphql/mutation.js'
import { LocalDateScalar } from '../platform/graphql/scalars.js'
import type { ActionDeps } from './action.js'
import type { Input } from './actions/index.js'
import { customerField, proposing, type Reasoned } from './approval-mutations.types.js'
import { Approval } from './approval.entity.js'
import { ApprovalType } from './approval.types.js'
import { openAccountOfCustomer } from './open-account.js'
import { proposeAs, shownApproval } from './propose-as.js'

const approvalsById = one(
  ({ read }, ids) => {
    const { places, parameters } = inList(ids)
    return selectAll(read, Approval, `WHERE id IN (${places})`, parameters)
  },
  ({ id }) => id,
)

const blocking = proposing(
  'ProposeBlockCustomer',
  'proposing to block a customer',
  {
    customer: customerField,
    scope: { type: () => blockScopeEnum, isRequired: true, description: 'What is blocked.' },
    cause: { type: () => blockCauseEnum, isRequired: true, description: 'The cause of the block.' },
    endsOn: {
      type: () => LocalDateScalar,
      description: 'The first business date after its end; null where it lasts until it is lifted.',
    },
  },
  ['NOT_REGISTERED', 'ALREADY_BLOCKED', 'CLOCK_ADVANCING'],
)
const unblocking = proposing(
  'ProposeUnblockCustomer',
  'proposing to lift a block',
  { block: { type: () => ID, isRequired: true, description: 'The block, `BLK-...`.' } },
  ['INVALID_REFERENCE', 'CLOCK_ADVANCING'],
)

interface Block extends Reasoned {
  readonly customer: string
  readonly scope: BlockScope
  readonly cause: BlockCause
  readonly endsOn?: LocalDate | null
}

@Resolver(() => AccountBlockType)
export class BlockApprovalsResolver {
  constructor(private readonly deps: ActionDeps) {}

  private propose(context: RequestContext, act: string, args: Reasoned, input: () => Promise<Input>) {
    return proposeAs(this.deps, context, { act, args, input })
  }

  @Authorized(proposers)
  @Mutation(() => blocking.payload, {
    complexity: costOfWriting,
    description:
      'Proposes to block the open account of a customer; another person approves. For FRAUD the block is in force at ' +
      'once, and expires after a day unless a second person approves it.',
  })
  proposeBlockCustomer(@Ctx() context: RequestContext, @InputArg(blocking.input) input: Block) {
    const { scope, cause, endsOn = null } = input
    return blocking.answer(
      this.propose(context, 'proposeBlockCustomer', input, async () => ({
        kind: 'BLOCK_CUSTOMER',
        scope,
        cause,
        endsOn,
        ...(await openAccountOfCustomer(context, input.customer)),
      })),
    )
  }

  @Authorized(proposers)
  @Mutation(() => unblocking.payload, {
    complexity: costOfWriting,
    description:
      'Proposes to lift a block; another person approves. What the block held back then continues.',
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

  @Authorized(approvalReaders)
  @FieldResolver(() => ApprovalType, {
    nullable: true,
    description: 'The approval that placed it; null for a block of an earlier version, which recorded none.',
  })
  async approval(
    @Root() { approvalId }: AccountBlockType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<ApprovalType | null> {
    const found = approvalId === null ? undefined : await load(approvalsById, approvalId)
    return found ? shownApproval(this.deps, found, personal) : null
  }
}
