import type { PersonalData } from '../platform/identity/personal-data.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { earlierSubject } from '../platform/identity/act-once.js'
import { withIdempotencyKey } from '../platform/graphql/mutation.js'
import type { ActionDeps } from './action.js'
import type { Input } from './actions/index.js'
import type { Approval } from './approval.entity.js'
import type { Reasoned } from './approval-mutations.types.js'
import { toApproval, type ApprovalType } from './approval.types.js'
import { approvalOf } from './approvals/end-approval.js'
import { propose } from './approvals/propose.js'
import { inputOf, previewOf } from './approvals/sealed.js'

export const shownApproval = (
  deps: Pick<ActionDeps, 'scores'>,
  approval: Approval,
  personal: PersonalData,
): ApprovalType =>
  toApproval(approval, { input: inputOf(deps, approval), preview: previewOf(deps, approval) }, personal)

interface ProposedAction {
  /** The name of the mutation. */
  readonly act: string
  readonly args: Reasoned
  /** Makes the input of the action from the arguments. */
  readonly input: () => Input | Promise<Input>
}

/**
 * Proposes under the caller's idempotency key, and returns the approval as GraphQL shows it. An exact repeat returns the approval that
 * was made, also when its input cannot be read any more: an approved opt-out has closed the account of its number.
 */
export const proposeAs = async (
  deps: ActionDeps,
  context: RequestContext,
  { act, args, input }: ProposedAction,
): Promise<{ readonly approval: ApprovalType }> => {
  const call = withIdempotencyKey(context, act, args)
  const { reason, evidence } = args
  const earlier = await earlierSubject(context.read, call)
  const approval =
    earlier === undefined
      ? await propose(deps, call, { input: await input(), reason, evidence })
      : await approvalOf(context.read, earlier)
  return { approval: shownApproval(deps, approval, context.personal) }
}
