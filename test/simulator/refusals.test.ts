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
      // The first text is compared if a code has several. For INVALID_EMAIL it is that for a mistyped address: the phone never asks
      // for a statement without an address.
      Object.fromEntries(
        reasonsOf(operation)
          .toReversed()
          .map(({ code, french, english }) => [code, { fr: french, en: english }]),
      ),
    ]),
  )
  expect(refusals).toEqual(first)
})
