import type { ActionDeps } from '../../src/back-office/action.js'
import { reasonOf } from '../../src/back-office/actions/resolve-review.js'
import type { Approval } from '../../src/back-office/approval.entity.js'
import { approve } from '../../src/back-office/approvals/approve.js'
import { propose } from '../../src/back-office/approvals/propose.js'
import { reject, withdraw } from '../../src/back-office/approvals/reject-or-withdraw.js'
import { ReviewCase } from '../../src/bank/payments/payment.entity.js'
import type { ResolutionOutcome } from '../../src/bank/payments/review.rules.js'
import type { Call } from '../../src/kernel/call.js'
import { Refusal } from '../../src/kernel/refusal.js'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { selectOne } from '../../src/platform/database/rows.js'
import { present } from './present.js'
import { standIn } from './stand-in.js'

type Deps = Pick<ActionDeps, 'database' | 'recordDeps' | 'onOrder'>

/** All dependencies of actions; a resolution needs only those that are given. */
const wholeOf = (deps: Deps): ActionDeps => ({
  payoutMax: undefined,
  payeeNote: 'payout',
  onUnfinishedClosing: () => undefined,
  erasing: standIn<ActionDeps['erasing']>({}),
  scores: { sealing: developmentKeyRing('sealing') },
  ...deps,
})

export interface ProposedResolution {
  readonly caseId: string
  readonly outcome: ResolutionOutcome
  readonly reason: string | null
  readonly evidence: string
}

const caseOf = async ({ database }: Deps, { subject }: Approval): Promise<ReviewCase> =>
  present(await selectOne(database.read, ReviewCase, 'WHERE id = ?', [subject]))

/** Proposes a resolution. Returns the review case; its `proposalId` is what another person approves. */
export const proposeResolution = async (
  deps: Deps,
  call: Call,
  { caseId, outcome, reason: providerReason, evidence }: ProposedResolution,
): Promise<ReviewCase> => {
  const review = await selectOne(deps.database.read, ReviewCase, 'WHERE id = ?', [caseId])
  if (review?.id !== caseId) throw new Refusal('INVALID_REFERENCE')
  const input = {
    kind: 'RESOLVE_REVIEW',
    customerId: review.customerId,
    caseId,
    outcome,
    providerReason,
  } as const
  return caseOf(deps, await propose(wholeOf(deps), call, { input, reason: reasonOf(input), evidence }))
}

export const confirmResolution = async (deps: Deps, call: Call, proposalId: string): Promise<ReviewCase> =>
  caseOf(deps, await approve(wholeOf(deps), call, proposalId))

export const rejectResolution = async (deps: Deps, call: Call, proposalId: string): Promise<ReviewCase> =>
  caseOf(deps, await reject(wholeOf(deps), call, proposalId, 'no'))

export const withdrawResolution = async (deps: Deps, call: Call, proposalId: string): Promise<ReviewCase> =>
  caseOf(deps, await withdraw(wholeOf(deps), call, proposalId, 'no'))
