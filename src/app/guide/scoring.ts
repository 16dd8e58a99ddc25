import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chapter, Program, Table } from '../../platform/docs/guide.js'
import type { ScoringClient } from '../../platform/docs/page.js'
import { developmentClients } from '../../scoring-service/clients/development-clients.js'
import { scoringChanges } from './changes.js'
import type { ScoringSettings } from '../../scoring-service/create-scoring.js'
import { fixedIds } from '../../scoring-service/bureau/emulator/persons.js'
import type { FailureCode } from '../../scoring-service/model/states.js'

const programs: readonly (readonly [language: string, file: string])[] = [
  ['curl', 'first-score.sh'],
  ['Python', 'first_score.py'],
  ['TypeScript', 'first-score.ts'],
]

/**
 * Why a request or a document ended without a result, and what a client can do. A code that is missing here does not
 * compile.
 */
const failures: Readonly<Record<FailureCode, readonly [meaning: string, then: string]>> = {
  wrong_password: [
    'The password does not open the document.',
    'Ask the customer for it, and send a new request.',
  ],
  password_required: [
    'The document is locked, and the request had no password.',
    'Send a new request with `password`.',
  ],
  encrypted_unsupported: [
    'It is encrypted in a way that no password opens.',
    'Ask for another export of the statement.',
  ],
  not_a_pdf: [
    'The file is neither a PDF nor the CSV of a statement.',
    'Ask for the file as the issuer sent it.',
  ],
  corrupt_pdf: ['The PDF is broken.', 'Ask for the file again.'],
  image_only: [
    'It is a scan or a photograph: there is no text in it.',
    'Ask for the file as the issuer sent it.',
  ],
  no_transactions: ['It contains no transactions.', 'Ask for a longer period.'],
  unsupported_layout: ['We do not support its layout.', 'Ask for another export, or tell us who issued it.'],
  wrong_bank: [
    'It was not issued by the bank that the request names.',
    'Send a new request with the right `bankName`.',
  ],
  too_many_pages: ['It has more pages than we read.', 'Ask for a shorter period.'],
  too_many_rows: ['It has more rows than we read.', 'Ask for a shorter period.'],
  result_too_large: ['The result is larger than an answer may be.', 'Ask for a shorter period.'],
  resource_limit: [
    'Reading it took more time or memory than a document may take.',
    'Ask for another export.',
  ],
  processing_crashed: ['The reader crashed twice on it.', 'Tell us the `requestId`.'],
  bureau_unavailable: ['The credit bureau did not answer.', 'Send a new request later.'],
  documents_not_uploaded: [
    'The documents were not uploaded within an hour.',
    'Send a new request, and upload its documents at once.',
  ],
}

/** The persons whom the sandbox's bureau knows; the report of any other number is derived from the number. */
const persons: Readonly<Record<keyof typeof fixedIds, string>> = {
  clean: 'One loan that is paid as agreed, five that were paid back: band A, `APPROVE`.',
  arrears: 'A loan that is 132 days late: band C, `DECLINE`.',
  fraud: 'Fraud is reported, and nothing else: at most 199 points, `DECLINE`.',
  noRecord: 'Unknown to the bureau: -1, `INSUFFICIENT_DATA`.',
  timeout: 'The bureau never answers: `bureau_unavailable`.',
  slow: 'As the first person, after 3 seconds.',
  alwaysFails: 'The bureau answers 500: `bureau_unavailable`.',
  rejected: 'The bureau rejects the number: `bureau_unavailable`.',
  failsOnce: 'The first call fails; the second is answered as for the first person.',
  otherName: 'As the first person, but recorded under another name: the result has a notice.',
  cutOff: 'The connection is cut: `bureau_unavailable`.',
  lateByDays: 'A loan that is 21 days late: band B, `APPROVE_WITH_CONDITIONS`.',
}

/** The rows of a table, each with its name in the first cell, as code. */
const rowsWithCode = (rows: Readonly<Record<string, readonly string[]>>): readonly (readonly string[])[] =>
  Object.entries(rows).map(([name, cells]) => [`\`${name}\``, ...cells])

const whyItFails: Chapter = {
  id: 'why-a-request-fails',
  title: 'Why a request fails',
  text: 'A request that could not be processed is answered 422, and its `details` begin with one of these codes; a document that could not be read has one as `problem.code`. A failed request cannot be corrected: send a new one. A statement that is not authentic is not a failure: its request completes, with `validity.isValid` false.',
  tables: [
    {
      caption: 'Codes of 422 and of documents',
      heads: ['code', 'meaning', 'what to do'],
      rows: rowsWithCode(failures),
    },
  ],
}

const testPersons: Chapter = {
  id: 'test-persons',
  title: 'Persons of the sandbox’s bureau',
  text: 'P7 and P8 query a credit bureau. In the sandbox it is always an emulator, which knows these national ids.',
  tables: [
    {
      caption: 'National ids',
      heads: ['national id', 'the person, and the result of P7'],
      rows: Object.entries(persons).map(([name, what]) => [
        `\`${fixedIds[name as keyof typeof fixedIds]}\``,
        what,
      ]),
    },
  ],
}

const megabyte = 1024 * 1024

/** Digits in groups of three with a non-breaking space, which readers of English and of French understand. */
const inThrees = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, '\u00a0')

const limitsTable = ({ limits }: Pick<ScoringSettings, 'limits'>): Table => {
  const { requestsPerMinute, requestsPerDay, readingSecondsPerDay, uploadBytesPerDay } = limits
  const each = (limit: Readonly<Record<'live' | 'sandbox', number>>, unit = 1): string[] =>
    [limit.live, limit.sandbox].map((value) => inThrees(value / unit))
  const shared = (value: number): string[] => [inThrees(value), inThrees(value)]
  return {
    caption: 'Limits of a client on this server',
    heads: ['name', 'live', 'sandbox'],
    rows: [
      ['tokens a minute', ...shared(limits.tokensPerMinute)],
      ['requests a minute', ...each(requestsPerMinute)],
      ['accepted requests a day', ...each(requestsPerDay)],
      ['polls of results a minute', ...shared(limits.resultsPerMinute)],
      ['seconds that reading its documents may take, a day', ...each(readingSecondsPerDay)],
      ['megabytes uploaded a day', ...each(uploadBytesPerDay, megabyte)],
    ],
  }
}

/** The published clients for trying the calls, by the environment that is chosen on the page. */
export const clientsInDevelopment: readonly ScoringClient[] = developmentClients.map(
  ({ environment, ...client }) => ({
    ...client,
    address: environment === 'live' ? '/scoring' : '/scoring/sandbox',
  }),
)

/** What a lender's engineer reads before the calls: how to begin, what can go wrong, whom to try it with, and how often. */
export const scoringGuide = (
  assets: string,
  scoring: Pick<ScoringSettings, 'limits'>,
  hidesKeys = false,
): readonly Chapter[] => {
  const read = (file: string): string => {
    const text = readFileSync(join(assets, 'guide', file), 'utf8')
    return hidesKeys ? text.replaceAll(/dev-sandbox-(client|secret|key)/g, 'your-$1') : text
  }
  return [
    {
      id: 'first-score',
      title: 'First score in five calls',
      text: 'Get a token, send a request, upload the statement, poll the results, and read the body. Each program is complete and uses the sandbox, which has its own address, credentials and data. `npm run --silent sample-statement > statement.pdf` makes the statement of an invented person.',
      programs: programs.map(([language, file]): Program => ({ language, file, text: read(file) })),
    },
    whyItFails,
    testPersons,
    {
      id: 'limits',
      title: 'Limits, and 429',
      text: 'The headers `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` have the count. An answer 429 has `Retry-After`: wait at least that long, and repeat the request with the same `Idempotency-Key`; a repetition does not count against any limit. The body has `quotaRemaining` and `resetTime`.',
      tables: [limitsTable(scoring)],
    },
    scoringChanges,
  ]
}
