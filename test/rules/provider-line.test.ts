import { describe, expect, test } from '@jest/globals'
import { lineVerdict } from '../../src/bank/payments/provider-files/provider-line.rules.js'

const line = { kind: 'COLLECT', amount: 5000n, currency: 'XAF', transactionId: 'T-1' } as const
const order = {
  ...line,
  book: 'system',
  status: 'SUCCESSFUL',
  failureCode: null,
  providerTransactionId: 'T-1',
} as const

describe("a line of the provider's file", () => {
  test.each([
    ['of an order that succeeded with the same facts is matched', order, 'MATCHED'],
    [
      'of an order without a known transaction id is matched',
      { ...order, providerTransactionId: null },
      'MATCHED',
    ],
    [
      'of a deposit that two people have voided is matched',
      { ...order, status: 'FAILED' as const, failureCode: 'DEPOSIT_VOIDED' },
      'MATCHED',
    ],
    ['of an order that has not ended is in flight', { ...order, status: 'SUBMITTED' as const }, 'IN_FLIGHT'],
    ['of no order is unknown', undefined, 'UNKNOWN'],
    ["of a test customer's order is unknown", { ...order, book: 'CLK-1' }, 'UNKNOWN'],
  ])('%s', (_what, ours, state) => {
    expect(lineVerdict(line, ours)).toEqual({ state, review: null })
  })

  test.each([
    [
      'its amount',
      { ...order, amount: 5001n },
      'SETTLEMENT_FILE',
      "ours COLLECT 5001 XAF, provider's file COLLECT 5000 XAF",
    ],
    [
      'its kind',
      { ...order, kind: 'PAY_OUT' as const },
      'SETTLEMENT_FILE',
      "ours PAY_OUT 5000 XAF, provider's file COLLECT 5000 XAF",
    ],
    [
      'its currency',
      { ...order, currency: 'EUR' },
      'SETTLEMENT_FILE',
      "ours COLLECT 50.00 EUR, provider's file COLLECT 5000 XAF",
    ],
    [
      'its transaction id',
      { ...order, providerTransactionId: 'T-2' },
      'SETTLEMENT_FILE',
      "ours transaction T-2, provider's file T-1",
    ],
    [
      'its outcome',
      { ...order, status: 'FAILED' as const },
      'CONTRADICTION',
      "ours FAILED, provider's file SUCCESSFUL",
    ],
  ])('that differs from our order in %s opens a review case', (_what, ours, kind, detail) => {
    expect(lineVerdict(line, ours)).toEqual({ state: 'DIFFERS', review: { kind, detail } })
  })
})
