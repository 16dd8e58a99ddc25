import { expect, test } from '@jest/globals'
import { reasonsOf } from '../../src/app/guide/reasons.js'
import { refusals } from '../../web/simulator/refusals.js'

const operationsWithoutText = [
  'create_withdrawal_summary',
  'confirm_opt_out',
  'register_savings_account',
  'request_full_statement',
]

test('for a reason without a text the phone shows the text of docs/gateway-texts.md', () => {
  const first = Object.fromEntries(
    operationsWithoutText.map((operation) => [
      operation,
      // Where a code has several texts, the phone has the first (hence the reversal: the last entry wins). For INVALID_EMAIL that is
      // the text for a mistyped address, since the phone never asks for a statement without an address.
      Object.fromEntries(
        reasonsOf(operation)
          .toReversed()
          .map(({ code, french, english }) => [code, { fr: french, en: english }]),
      ),
    ]),
  )
  expect(refusals).toEqual(first)
})
