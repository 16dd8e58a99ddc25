import { describedEnum } from '../../../platform/graphql/words.js'
import { PAID_OUT_OF_BAND } from '../../payments/review.rules.js'
import type { Period } from '../rules/periods.rules.js'

export const periodEnum = describedEnum<Period>('InsightPeriod', 'The period of a row.', {
  DAY: 'A business date.',
  WEEK: 'From Monday to Sunday.',
  MONTH: 'A calendar month.',
})

/** LEFT: savings were withdrawn. (In the family CUSTOMERS the same word means a customer who has no savings left.) */
export type WithdrawalEvent = 'LEFT' | 'GIVEN_BACK'
export const withdrawalEventEnum = describedEnum<WithdrawalEvent>(
  'InsightExit',
  'How savings changed by a withdrawal.',
  {
    LEFT: 'They were withdrawn.',
    GIVEN_BACK: 'The payout failed, and the savings are restored.',
  },
)

export type TransferOutcome = 'PAID' | typeof PAID_OUT_OF_BAND | 'REFUSED' | 'GIVEN_BACK'
export const transferOutcomeEnum = describedEnum<TransferOutcome>(
  'InsightOutcome',
  'How money that was sent ended.',
  {
    PAID: 'It reached the wallet.',
    [PAID_OUT_OF_BAND]: 'It reached the customer out of band, as two people confirmed.',
    REFUSED: 'The provider refused this attempt; it may be retried.',
    GIVEN_BACK: 'The payout failed, and its savings are restored.',
  },
)

export type TransferPurpose = 'WITHDRAWAL' | 'OTHER' | 'REFUND'
export const transferPurposeEnum = describedEnum<TransferPurpose>(
  'InsightPurpose',
  'What money was sent for.',
  {
    WITHDRAWAL: 'A withdrawal that the customer confirmed.',
    OTHER: 'A withdrawal without a summary: an opt-out, or an automatic payout at maturity.',
    REFUND: 'A refund of a deposit that arrived for an account that was being closed.',
  },
)

export type Journey = 'DEPOSIT' | 'WITHDRAWAL'
export const journeyEnum = describedEnum<Journey>('InsightJourney', 'What a customer wanted.', {
  DEPOSIT: 'To pay in.',
  WITHDRAWAL: 'To be paid.',
})

export type FailedOperation = 'DEPOSIT_SUMMARY' | 'WITHDRAWAL_SUMMARY' | 'COLLECTION' | 'PAYOUT' | 'REFUND'
export const failedOperationEnum = describedEnum<FailedOperation>(
  'InsightOperation',
  'What was not carried out.',
  {
    DEPOSIT_SUMMARY: 'The summary of a deposit was refused, or not confirmed.',
    WITHDRAWAL_SUMMARY: 'The summary of a withdrawal was refused, or not confirmed.',
    COLLECTION:
      'The payment of a confirmed deposit failed, or was sent back because the account was closing.',
    PAYOUT: 'A transfer of a payout was refused.',
    REFUND: 'A transfer of a refund was refused.',
  },
)
