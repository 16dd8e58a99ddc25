import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chapter, Example, OperationGuide, Program } from '../../platform/docs/guide.js'
import type { Guide } from '../../platform/docs/page.js'
import { ofTheWire, whatNext } from './changes.js'
import { theEnvelope } from './envelope.js'
import { reasonsOf, shownFor } from './reasons.js'
import { sequences } from './sequences.js'

const programs: readonly (readonly [language: string, file: string])[] = [
  ['curl', 'first-deposit.sh'],
  ['Python', 'first_deposit.py'],
  ['TypeScript', 'first-deposit.ts'],
]

const same = 'Ask again with the same arguments: it only reads.'
const readsAgain = [
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
  ...Object.fromEntries(readsAgain.map((operation) => [operation, same])),
  register_savings_account:
    'Ask again with the same arguments: `ALREADY_REGISTERED` says that the first call arrived.',
  create_deposit_summary:
    'Ask again, and use the reference of the answer that came: one that nobody confirms moves nothing.',
  confirm_deposit:
    'Ask again with the same `deposit_reference`, in this session or another: the customer is asked to pay once, however often this is called.',
  create_withdrawal_summary: 'Ask again, and use the reference of the answer that came.',
  confirm_withdrawal: 'Ask again with the same `withdrawal_reference`: the savings is paid once.',
  confirm_opt_out: 'Ask again: it says how the same leaving stands.',
  create_full_statement_summary: 'Ask again, and use the reference of the answer that came.',
  request_full_statement: 'Ask again with the same `statement_reference`: one statement is made.',
  create_test_clock: 'Ask again: the clock of an answer that was lost has no customers, and does nothing.',
  advance_test_clock: 'Ask again with the same date: it is the same walk.',
  reset_test_customer: 'Ask again until it is `READY`.',
}

/** What happens without an argument that the schema lets be left out; each is a step of scenarios/refusals/left-out.yaml. */
export const leftOut: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  register_savings_account: {
    ACCOUNT_HOLDER_EMAIL: 'The account has no address; `request_full_statement` then needs `email`.',
    clock_id: 'The customer lives by the real date, for ever. Only test customers have a clock.',
  },
  create_deposit_summary: {
    amount: '`summary_status` is `INVALID_AMOUNT`, with a text that asks for it.',
    product_code: '`summary_status` is `PRODUCT_NOT_AVAILABLE`.',
  },
  confirm_deposit: { deposit_reference: '`deposit_status` is `FAILED`, for `INVALID_REFERENCE`.' },
  create_withdrawal_summary: { locked_account_id: '`position_status` is `NOT_FOUND`.' },
  confirm_withdrawal: { withdrawal_reference: '`withdrawal_status` is `FAILED`, for `INVALID_REFERENCE`.' },
  request_full_statement: {
    email: 'The address on file is used; without one `failure_reason` is `INVALID_EMAIL`.',
    period: '`failure_reason` is `INVALID_PERIOD`.',
    statement_reference: '`failure_reason` is `INVALID_REFERENCE`.',
  },
  check_statement_status: { statement_reference: '`statement_status` is `NOT_FOUND`.' },
}

const firstDeposit = (read: (file: string) => string): Chapter => ({
  id: 'first-deposit',
  title: 'First deposit in five calls',
  text: 'Register, look at the products, ask for a summary, confirm it, and see the balance. Each program is whole, needs nothing beside what is named, and runs against a service on this machine as it stands; with a number that ends in `450` to `472` the wallet does something else.',
  programs: programs.map(([language, file]): Program => ({ language, file, text: read(file) })),
})

const otherChapters: readonly Chapter[] = [
  {
    id: 'key-and-headers',
    title: 'Key and headers',
    text: 'Every call is a `POST` of JSON over TLS. The gateway has one key, with the role GATEWAY; the clock operations and `clock_id` need TESTER as well.',
    tables: [
      {
        caption: 'Headers',
        heads: ['header', 'what it says'],
        rows: [
          [
            '`x-api-key`',
            'The key; or `Authorization: Bearer` with it. Without one, or with a wrong one: 401.',
          ],
          ['`content-type`', '`application/json`, always'],
          [
            '`x-request-id`',
            'Optional, 1 to 64 letters, digits, `.`, `_` and `-`: your own id of the call, which our log then has. The answer has it too.',
          ],
          [
            '`Retry-After`',
            'Of an answer 503 or 429: the seconds to wait before the same call is made again.',
          ],
        ],
      },
    ],
  },
  {
    id: 'journeys',
    title: 'Journeys',
    text: 'Who asks whom, and in which order. What a customer pays and is paid goes on after our answer: the wallet, the hold of an early exit and the mail take their own time.',
    sequences,
  },
  {
    id: 'waiting',
    title: 'When no answer comes, and what settles later',
    text: 'We answer within 4 seconds, or with 503. Give a call 6 seconds, then make it again: no call does anything twice. After a second silence tell the customer that the request is being looked at, and ask again when they come back; a reference says for ever what came of it.',
    tables: [
      {
        caption: 'How often to ask',
        heads: ['what is waited for', 'ask', 'how often', 'until'],
        rows: [
          [
            'the customer approves a payment',
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
            'an account closes',
            '`confirm_opt_out`',
            'when the customer comes back',
            '`check_registration_status` says `NOT_REGISTERED`',
          ],
          ['a statement', '`check_statement_status`', 'every 10 s, for a minute', '`SENT` or `FAILED`'],
          [
            'a test clock walks',
            '`get_test_clock`',
            'every second',
            '`advancing_to` is gone; stop where `advance_stalled` is `true`',
          ],
          ['a test customer is made usable', '`reset_test_customer`', 'every second', '`READY`'],
        ],
      },
    ],
  },
]

/**
 * The gateway's guide: chapters, and what each operation has in addition to its tables. `assets` has the programs and
 * the recorded examples; in production the published development keys are replaced in them.
 */
export const gatewayGuide = (assets: string, isProduction = false): Guide => {
  const read = (file: string): string => {
    const text = readFileSync(join(assets, 'guide', file), 'utf8')
    return isProduction ? text.replaceAll('dev-gateway-key', 'your-key') : text
  }
  const recorded = JSON.parse(read('recorded.json')) as Readonly<Record<string, readonly Example[]>>
  return {
    chapters: [firstDeposit(read), theEnvelope, ...otherChapters, ofTheWire, whatNext],
    forTests,
    operations: new Map(
      Object.entries(onTimeout).map(([operation, then]): [string, OperationGuide] => [
        operation,
        {
          examples: recorded[operation] ?? [],
          reasons: reasonsOf(operation),
          show: shownFor(operation),
          leftOut: Object.entries(leftOut[operation] ?? {}),
          onTimeout: then,
        },
      ]),
    ),
  }
}
