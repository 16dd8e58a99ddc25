import type { ApprovalKind } from '../approval.entity.js'
import type { Action } from '../action.js'
import { blockCustomer, unblockCustomer, type BlockInput, type UnblockInput } from './block.js'
import { cancelPayout, type CancelPayoutInput } from './cancel-payout.js'
import { explainLine, type ExplainLineInput } from './explain-line.js'
import { closeMonthAction, type CloseMonthInput } from './close-month.js'
import { changeMsisdn, type MsisdnInput } from './change-msisdn.js'
import { erasePerson, eraseRequest, type ErasePersonInput, type EraseRequestInput } from './erase.js'
import { publishProduct, withdrawProduct, type PublishInput, type WithdrawInput } from './publish-product.js'
import { postAdjustment, type AdjustmentInput } from './post-adjustment.js'
import { setLimit, type LimitInput } from './set-limit.js'
import { voidDeposit, type VoidDepositInput } from './void-deposit.js'
import { resolveReview, type ResolutionInput } from './resolve-review.js'
import { changeEmail, optOut, type EmailInput, type OptOutInput } from './close-and-address.js'

/** The input of each kind of action. */
export type Input =
  | OptOutInput
  | EmailInput
  | ErasePersonInput
  | EraseRequestInput
  | BlockInput
  | UnblockInput
  | CancelPayoutInput
  | MsisdnInput
  | PublishInput
  | WithdrawInput
  | VoidDepositInput
  | AdjustmentInput
  | ResolutionInput
  | LimitInput
  | CloseMonthInput
  | ExplainLineInput

type Actions = { readonly [Kind in ApprovalKind]: Action<Extract<Input, { readonly kind: Kind }>> }

const actions: Actions = {
  OPT_OUT: optOut,
  CHANGE_EMAIL: changeEmail,
  ERASE_PERSON: erasePerson,
  ERASE_REQUEST: eraseRequest,
  BLOCK_CUSTOMER: blockCustomer,
  UNBLOCK_CUSTOMER: unblockCustomer,
  CANCEL_PAYOUT: cancelPayout,
  CHANGE_MSISDN: changeMsisdn,
  PUBLISH_PRODUCT: publishProduct,
  WITHDRAW_PRODUCT: withdrawProduct,
  VOID_DEPOSIT: voidDeposit,
  POST_ADJUSTMENT: postAdjustment,
  RESOLVE_REVIEW: resolveReview,
  SET_APPROVAL_LIMIT: setLimit,
  CLOSE_MONTH: closeMonthAction,
  EXPLAIN_LINE: explainLine,
}

/** Proposals that need no decision any more, since the provider's own answer resolved their review case first. */
export const overtakenSql = `(proposals.kind = 'RESOLVE_REVIEW' AND NOT EXISTS
  (SELECT 1 FROM review_cases WHERE review_cases.proposal_id = proposals.id AND review_cases.status = 'OPEN'))`

/** The cast is safe: the kind of an input decides which action gets it. */
export const actionOf = (kind: ApprovalKind): Action<Input> => actions[kind] as unknown as Action<Input>
