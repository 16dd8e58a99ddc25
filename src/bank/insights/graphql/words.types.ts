import { describedEnum } from '../../../platform/graphql/words.js'
import { PAID_OUT_OF_BAND } from '../../payments/review.rules.js'
import type { Period } from '../rules/periods.rules.js'

export const periodEnum = describedEnum<Period>('InsightPeriod', 'What rows are added up by.', {
  DAY: 'A business date.',
  WEEK: 'From Monday to Sunday.',
  MONTH: 'A calendar month.',
})

export type WithdrawalEvent = 'LEFT' | 'GIVEN_BACK'
export const withdrawalEventEnum = describedEnum<WithdrawalEvent>('InsightExit', 'What became of savings.', {
  LEFT: 'They were taken out of the books, to be paid.',
  GIVEN_BACK: 'The payout was refused, and they are savings again.',
})

export type TransferOutcome = 'PAID' | typeof PAID_OUT_OF_BAND | 'REFUSED' | 'GIVEN_BACK'
export const transferOutcomeEnum = describedEnum<TransferOutcome>(
  'InsightOutcome',
  'How money that was sent ended.',
  {
    PAID: 'It reached the wallet.',
    [PAID_OUT_OF_BAND]: 'It reached the customer another way, as two people say.',
    REFUSED: 'The provider refused it, once: it may be tried again.',
    GIVEN_BACK: 'The payout is over, and its savings are savings again.',
  },
)

export type TransferPurpose = 'WITHDRAWAL' | 'OTHER' | 'REFUND'
export const transferPurposeEnum = describedEnum<TransferPurpose>(
  'InsightPurpose',
  'What money was sent for.',
  {
    WITHDRAWAL: 'A withdrawal that the customer confirmed.',
    OTHER: 'Savings that were left without a summary: an opt-out, or a maturity that pays out by itself.',
    REFUND: 'A deposit that came for an account that was being closed.',
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
  'What did not come about.',
  {
    DEPOSIT_SUMMARY: 'The summary of a deposit was a refusal, or nobody confirmed it.',
    WITHDRAWAL_SUMMARY: 'The summary of a withdrawal was a refusal, or nobody confirmed it.',
    COLLECTION: 'The money of a confirmed deposit did not come.',
    PAYOUT: 'Money that was sent to a customer was refused.',
    REFUND: 'A deposit that was sent back was refused.',
  },
)
