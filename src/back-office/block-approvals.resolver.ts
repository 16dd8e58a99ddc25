import { Authorized, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { AccountBlockType } from '../bank/customers/block.types.js'
import { inList } from '../platform/database/in-list.js'
import { selectAll } from '../platform/database/rows.js'
import { approvalReaders } from '../platform/graphql/access.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { one } from '../platform/graphql/loading.js'
import type { ActionDeps } from './action.js'
import { Approval } from './approval.entity.js'
import { ApprovalType } from './approval.types.js'
import { shownApproval } from './propose-as.js'

const approvalsById = one(
  ({ read }, ids) => {
    const { places, parameters } = inList(ids)
    return selectAll(read, Approval, `WHERE id IN (${places})`, parameters)
  },
  ({ id }) => id,
)

@Resolver(() => AccountBlockType)
export class BlockApprovalsResolver {
  constructor(private readonly deps: ActionDeps) {}

  @Authorized(approvalReaders)
  @FieldResolver(() => ApprovalType, {
    nullable: true,
    description: 'Who asked for it and who agreed, and why; null of one from before that was written down.',
  })
  async approval(
    @Root() { approvalId }: AccountBlockType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<ApprovalType | null> {
    const found = approvalId === null ? undefined : await load(approvalsById, approvalId)
    return found ? shownApproval(this.deps, found, personal) : null
  }
}
