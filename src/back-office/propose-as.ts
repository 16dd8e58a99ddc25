import type { PersonalData } from '../platform/identity/personal-data.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { withIdempotencyKey } from '../platform/graphql/mutation.js'
import type { ActionDeps } from './action.js'
import type { Input } from './actions/index.js'
import type { Approval } from './approval.entity.js'
import type { Reasoned } from './approval-mutations.types.js'
import { toApproval, type ApprovalType } from './approval.types.js'
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
  readonly given: Reasoned
  readonly input: () => Input | Promise<Input>
}

/** Proposes under the caller's idempotency key, and returns the approval as GraphQL shows it. */
export const proposeAs = async (
  deps: ActionDeps,
  context: RequestContext,
  { act, given, input }: ProposedAction,
): Promise<{ readonly approval: ApprovalType }> => {
  const call = withIdempotencyKey(context, act, given)
  const { reason, evidence } = given
  return {
    approval: shownApproval(
      deps,
      await propose(deps, call, { input: await input(), reason, evidence }),
      context.personal,
    ),
  }
}
