import { describe, expect, test } from '@jest/globals'
import {
  collectVerdict,
  depositVoided,
  payoutCancelled,
  payOutVerdict,
  publishedReasons,
  unpublishedReasons,
} from '../../src/bank/failure-reasons/provider-reasons.rules.js'

// The table of docs/design/payments.md#reasons as data, so that a row that is missing in the code fails a test.
const table: readonly [string, string, string][] = [
  ['PAYEE_NOT_FOUND', 'PROVIDER_ERROR!', 'GIVE_BACK PAYEE_NOT_FOUND'],
  ['PAYER_NOT_FOUND', 'PAYER_NOT_FOUND', 'RETRY PROVIDER_ERROR!'],
  ['NOT_ALLOWED', 'PROVIDER_ERROR!', 'REVIEW PROVIDER_ERROR!'],
  ['NOT_ALLOWED_TARGET_ENVIRONMENT', 'PROVIDER_ERROR!', 'REVIEW PROVIDER_ERROR!'],
  ['INVALID_CALLBACK_URL_HOST', 'PROVIDER_ERROR!', 'REVIEW PROVIDER_ERROR!'],
  ['INVALID_CURRENCY', 'PROVIDER_ERROR!', 'REVIEW PROVIDER_ERROR!'],
  ['SERVICE_UNAVAILABLE', 'PROVIDER_ERROR', 'RETRY PROVIDER_ERROR'],
  ['INTERNAL_PROCESSING_ERROR', 'PROVIDER_ERROR', 'RETRY PROVIDER_ERROR'],
  ['NOT_ENOUGH_FUNDS', 'INSUFFICIENT_FUNDS', 'RETRY PROVIDER_ERROR!'],
  ['PAYER_LIMIT_REACHED', 'PAYER_LIMIT_REACHED', 'RETRY PROVIDER_ERROR!'],
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'PROVIDER_ERROR!', 'GIVE_BACK PAYEE_NOT_ALLOWED'],
  ['PAYMENT_NOT_APPROVED', 'PAYER_DECLINED', 'REVIEW PROVIDER_ERROR'],
  ['RESOURCE_NOT_FOUND', 'PROVIDER_ERROR', 'REVIEW PROVIDER_ERROR'],
  ['APPROVAL_REJECTED', 'PAYER_DECLINED', 'REVIEW PROVIDER_ERROR'],
  ['EXPIRED', 'PAYER_TIMEOUT', 'REVIEW PROVIDER_ERROR'],
  ['TRANSACTION_CANCELED', 'PROVIDER_ERROR', 'REVIEW PROVIDER_ERROR'],
  ['RESOURCE_ALREADY_EXIST', 'PROVIDER_ERROR', 'REVIEW PROVIDER_ERROR'],
  ['COULD_NOT_PERFORM_TRANSACTION', 'PAYER_TIMEOUT', 'REVIEW PROVIDER_ERROR'],
  ['SENDER_ACCOUNT_NOT_ACTIVE', 'PROVIDER_ERROR', 'REVIEW PROVIDER_ERROR'],
  ['PAYEE_LIMIT_REACHED', 'PROVIDER_ERROR!', 'GIVE_BACK PAYEE_LIMIT_REACHED'],
  ['TRANSFER_TYPE_UNKNOWN', 'PROVIDER_ERROR', 'REVIEW PROVIDER_ERROR'],
]

test('this suite has a row for every reason that the provider publishes or that we have observed', () => {
  expect(publishedReasons).toHaveLength(17)
  expect([...publishedReasons, ...unpublishedReasons].sort()).toEqual(table.map(([reason]) => reason).sort())
})

test('the reasons of failures on our side have fixed names, because payment orders store them', () => {
  expect([payoutCancelled, depositVoided]).toEqual(['PAYOUT_CANCELLED', 'DEPOSIT_VOIDED'])
})

test.each(table)(
  'the reason %s fails a collection as %s, and leads for a payout to %s (!: with an alarm)',
  (reason, collect, payOut) => {
    const { code, alarm } = collectVerdict(reason)
    expect(`${code}${alarm ? '!' : ''}`).toBe(collect)
    const verdict = payOutVerdict(reason)
    expect(`${verdict.effect} ${verdict.code}${verdict.alarm ? '!' : ''}`).toBe(payOut)
  },
)

describe.each(['A_NEW_WORD', 'UNSPECIFIED', '', 'toString', '__proto__'])(
  'an unknown reason (%p)',
  (reason) => {
    test('fails a collection, and sends a payout to review', () => {
      expect(collectVerdict(reason)).toEqual({ code: 'PROVIDER_ERROR', alarm: false })
      expect(payOutVerdict(reason)).toEqual({ effect: 'REVIEW', code: 'PROVIDER_ERROR', alarm: false })
    })
  },
)
