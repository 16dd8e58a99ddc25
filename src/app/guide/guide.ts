import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chapter, Example, OperationGuide, Program } from '../../platform/docs/guide.js'
import type { Guide } from '../../platform/docs/page.js'
import { wireChanges, whatNext } from './changes.js'
import { theEnvelope } from './envelope.js'
import { reasonsOf, shownFor } from './reasons.js'
import { sequences } from './sequences.js'

const programs: readonly (readonly [language: string, file: string])[] = [
  ['curl', 'first-deposit.sh'],
  ['Python', 'first_deposit.py'],
  ['TypeScript', 'first-deposit.ts'],
]

const repeatRead = 'Repeat the call with the same arguments: it only reads.'
const operationsThatOnlyRead = [
  'check_registration_status',
  'get_user_email',
  'list_offerable_products',
  'get_savings_balance',
  'list_locked_accounts',
  'list_recent_transactions',
  'list_opt_out_positions',
  'check_statement_status',
  'get_test_clock',
  'list_clocked_customers',
]

/** Operations for tests only: no customer's journey calls them. */
const forTests: ReadonlySet<string> = new Set([
  'create_test_clock',
  'get_test_clock',
  'advance_test_clock',
  'list_clocked_customers',
  'reset_test_customer',
])

/** What a gateway does after a time-out, when it cannot know whether its call arrived. */
export const onTimeout: Readonly<Record<string, string>> = {
  ...Object.fromEntries(operationsThatOnlyRead.map((operation) => [operation, repeatRead])),
  register_savings_account:
    'Repeat the call with the same arguments: `ALREADY_REGISTERED` means that the first call took effect.',
  create_deposit_summary:
    'Repeat the call, and use the reference of the answer that arrives: a reference that is never confirmed has no effect.',
  confirm_deposit:
    'Repeat the call with the same `deposit_reference`, in this session or another: the customer is asked to pay only once.',
  create_withdrawal_summary: 'Repeat the call, and use the reference of the answer that arrives.',
  confirm_withdrawal:
    'Repeat the call with the same `withdrawal_reference`: the position is paid out only once.',
  confirm_opt_out: 'Repeat the call: the answer has the state of the closing that has begun.',
  create_full_statement_summary: 'Repeat the call, and use the reference of the answer that arrives.',
  request_full_statement: 'Repeat the call with the same `statement_reference`: only one statement is made.',
  create_test_clock: 'Repeat the call: the clock of a lost answer has no customers, and does nothing.',
  advance_test_clock: 'Repeat the call with the same date: it does not advance the clock twice.',
  reset_test_customer: 'Repeat the call until the answer is `READY`.',
}

/** What happens without each optional argument; each is a step of scenarios/refusals/left-out.yaml. */
export const leftOut: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  register_savings_account: {
    ACCOUNT_HOLDER_EMAIL: 'The account has no address; `request_full_statement` then needs `email`.',
    clock_id: 'The customer’s date is always the real one. Only test customers have a clock.',
  },
  create_deposit_summary: {
    amount: '`summary_status` is `INVALID_AMOUNT`, with a text that asks for an amount.',
    product_code: '`summary_status` is `PRODUCT_NOT_AVAILABLE`.',
  },
  confirm_deposit: {
    deposit_reference: '`deposit_status` is `FAILED`, with the reason `INVALID_REFERENCE`.',
  },
  create_withdrawal_summary: { locked_account_id: '`position_status` is `NOT_FOUND`.' },
  confirm_withdrawal: {
    withdrawal_reference: '`withdrawal_status` is `FAILED`, with the reason `INVALID_REFERENCE`.',
  },
  request_full_statement: {
    email: 'The address of the account is used; if there is none, `failure_reason` is `INVALID_EMAIL`.',
    period: '`failure_reason` is `INVALID_PERIOD`.',
    statement_reference: '`failure_reason` is `INVALID_REFERENCE`.',
  },
  check_statement_status: { statement_reference: '`statement_status` is `NOT_FOUND`.' },
}

const firstDeposit = (read: (file: string) => string): Chapter => ({
  id: 'first-deposit',
  title: 'First deposit in five calls',
  text: 'Register, list the products, request a summary, confirm it, and read the balance. Each program is complete, needs only the tools that it names, and runs unchanged against a service on this machine. With a number that ends in `450` to `472`, the test wallet answers in another way.',
  programs: programs.map(([language, file]): Program => ({ language, file, text: read(file) })),
})

const otherChapters: readonly Chapter[] = [
  {
    id: 'key-and-headers',
    title: 'Key and headers',
    text: 'Every call is a `POST` of JSON over TLS. The gateway has one key, with the role GATEWAY; the operations on test clocks and `clock_id` also need the role TESTER.',
    tables: [
      {
        caption: 'Headers',
        heads: ['header', 'content'],
        rows: [
          [
            '`x-api-key`',
            'The key; `Authorization: Bearer` is accepted too. 401 without a key, or with a wrong one.',
          ],
          ['`content-type`', 'always `application/json`'],
          [
            '`x-request-id`',
            'Optional: your own id of the call, of 1 to 64 letters, digits, `.`, `_` and `-`. Our log and the answer repeat it.',
          ],
          ['`Retry-After`', 'On an answer 503 or 429: how many seconds to wait before you repeat the call.'],
        ],
      },
    ],
  },
  {
    id: 'journeys',
    title: 'Journeys',
    text: 'Who calls whom, and in which order. Payments, payouts and mails continue after our answer: they wait for the wallet, for the hold of an early exit, or for the mail server.',
    sequences,
  },
  {
    id: 'waiting',
    title: 'Time-outs, and results that come later',
    text: 'We answer within 4 seconds, if need be with 503. Wait 6 seconds for an answer, then repeat the call: no call takes effect twice. If the second call gets no answer either, tell the customer that the request is being processed, and call again when they come back: the result of a reference can be read at any later time.',
    tables: [
      {
        caption: 'How often to call',
        heads: ['waiting for', 'call', 'how often', 'until'],
        rows: [
          [
            'the customer’s approval of a payment',
            '`confirm_deposit`',
            'every 3 s while the session is open, then every 30 s for 5 minutes, then when they come back',
            '`deposit_status` is not `PENDING_VALIDATION`',
          ],
          [
            'a payout',
            '`confirm_withdrawal`',
            'when the customer comes back; at most once a minute',
            '`withdrawal_status` is not `PENDING`',
          ],
          [
            'the closing of an account',
            '`confirm_opt_out`',
            'when the customer comes back',
            '`check_registration_status` says `NOT_REGISTERED`',
          ],
          ['a statement', '`check_statement_status`', 'every 10 s, for a minute', '`SENT` or `FAILED`'],
          [
            'the advance of a test clock',
            '`get_test_clock`',
            'every second',
            '`advancing_to` is missing; give up if `advance_stalled` is `true`',
          ],
          ['the reset of a test customer', '`reset_test_customer`', 'every second', '`READY`'],
        ],
      },
    ],
  },
]

/**
 * The gateway's guide: chapters, and what each operation has in addition to its tables. `assets` has the programs and
 * the recorded examples; with `hidesKeys` the published development key is replaced in them.
 */
export const gatewayGuide = (assets: string, hidesKeys = false): Guide => {
  const read = (file: string): string => {
    const text = readFileSync(join(assets, 'guide', file), 'utf8')
    return hidesKeys ? text.replaceAll('dev-gateway-key', 'your-key') : text
  }
  const recorded = JSON.parse(read('recorded.json')) as Readonly<Record<string, readonly Example[]>>
  return {
    chapters: [firstDeposit(read), theEnvelope, ...otherChapters, wireChanges, whatNext],
    forTests,
    operations: new Map(
      Object.entries(onTimeout).map(([operation, advice]): [string, OperationGuide] => [
        operation,
        {
          examples: recorded[operation] ?? [],
          reasons: reasonsOf(operation),
          show: shownFor(operation),
          leftOut: Object.entries(leftOut[operation] ?? {}),
          onTimeout: advice,
        },
      ]),
    ),
  }
}
