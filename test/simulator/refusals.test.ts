import { expect, test } from '@jest/globals'
import { reasonsOf } from '../../src/app/guide/reasons.js'
import { refusals } from '../../web/simulator/refusals.js'

const silent = [
  'create_withdrawal_summary',
  'confirm_opt_out',
  'register_savings_account',
  'request_full_statement',
]

test('the phone shows the guide’s text for each reason without a text', () => {
  const first = Object.fromEntries(
    silent.map((operation) => [
      operation,
      // Of several causes the first is that of an address which was typed; the phone never asks without one.
      Object.fromEntries(
        reasonsOf(operation)
          .toReversed()
          .map(({ code, french, english }) => [code, { fr: french, en: english }]),
      ),
    ]),
  )
  expect(refusals).toEqual(first)
})
