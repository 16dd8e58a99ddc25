import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chapter, Program, Table } from '../../platform/docs/guide.js'
import type { ScoringClient } from '../../platform/docs/page.js'
import { developmentClients } from '../../scoring-service/clients/development-clients.js'
import { ofTheScoringService } from './changes.js'
import type { ScoringSettings } from '../../scoring-service/create-scoring.js'
import { fixedIds } from '../../scoring-service/bureau/emulator/persons.js'
import type { FailureCode } from '../../scoring-service/model/states.js'

const programs: readonly (readonly [language: string, file: string])[] = [
  ['curl', 'first-score.sh'],
  ['Python', 'first_score.py'],
  ['TypeScript', 'first-score.ts'],
]

/** What ended a request or a document without a result, and what a client can do: one that is missing here does not compile. */
const failures: Readonly<Record<FailureCode, readonly [meaning: string, then: string]>> = {
  wrong_password: [
    'The password does not open the document.',
    'Ask the customer for it, and send a new request.',
  ],
  password_required: ['The document is locked, and no password came.', 'Send a new request with `password`.'],
  encrypted_unsupported: [
    'It is locked in a way that nobody opens with a password.',
    'Ask for another export of the statement.',
  ],
  not_a_pdf: [
    'What was sent is neither a PDF nor the CSV of a statement.',
    'Ask for the file as the issuer sent it.',
  ],
  corrupt_pdf: ['The PDF is broken.', 'Ask for the file anew.'],
  image_only: [
    'It is a scan or a photograph: there is no text in it.',
    'Ask for the file as the issuer sent it.',
  ],
  no_transactions: ['There are no transactions in it.', 'Ask for a longer period.'],
  unsupported_layout: ['The layout is none that we read.', 'Ask for another export, or tell us whose it is.'],
  wrong_bank: ['It is not of the bank that was named.', 'Send a new request with the right `bankName`.'],
  too_many_pages: ['It has more pages than we read.', 'Ask for a shorter period.'],
  too_many_rows: ['It has more rows than we read.', 'Ask for a shorter period.'],
  result_too_large: ['What was read is larger than an answer may be.', 'Ask for a shorter period.'],
  resource_limit: [
    'Reading it took more time or memory than one document may have.',
    'Ask for another export.',
  ],
  processing_crashed: ['Reading it broke, and did so again.', 'Tell us the `requestId`.'],
  bureau_unavailable: ['The credit bureau gave no answer.', 'Ask again later, with a new request.'],
  documents_not_uploaded: [
    'The uploads did not come within the hour.',
    'Send a new request, and the documents at once.',
  ],
}

/** Whom the bureau of the sandbox knows; any other number has a report that is made up from it. */
const persons: Readonly<Record<keyof typeof fixedIds, string>> = {
  clean: 'One loan that is paid as agreed, five that were paid back: band A, `APPROVE`.',
  arrears: 'A loan that is 132 days late: band C, `DECLINE`.',
  fraud: 'Fraud is reported, all else is clean: at most 199 points, `DECLINE`.',
  noRecord: 'Nobody knows them: -1, `INSUFFICIENT_DATA`.',
  timeout: 'The bureau never answers: `bureau_unavailable`.',
  slow: 'As clean, after 3 seconds.',
  alwaysFails: 'The bureau answers 500: `bureau_unavailable`.',
  rejected: 'The bureau does not take the number: `bureau_unavailable`.',
  failsOnce: 'As clean, at the second call.',
  otherName: 'As clean, recorded under another name: with a notice.',
  cutOff: 'The line is cut: `bureau_unavailable`.',
  lateByDays: 'A loan that is 21 days late: band B, `APPROVE_WITH_CONDITIONS`.',
}

const ticked = (rows: Readonly<Record<string, readonly string[]>>): readonly (readonly string[])[] =>
  Object.entries(rows).map(([name, cells]) => [`\`${name}\``, ...cells])

const whyItFails: Chapter = {
  id: 'why-a-request-fails',
  title: 'Why a request fails',
  text: 'A request that could not be processed is 422, and its `details` begin with one of these words; a document that could not be read has one as `problem.code`. A request is not mended: send a new one. A statement that is not authentic is none of these: it completes, with `validity.isValid` false.',
  tables: [
    {
      caption: 'Codes of 422 and of documents',
      heads: ['code', 'what it means', 'what to do'],
      rows: ticked(failures),
    },
  ],
}

const testPersons: Chapter = {
  id: 'test-persons',
  title: 'Persons of the sandbox’s bureau',
  text: 'P7 and P8 ask a credit bureau. The one of the sandbox is an emulator and never a real one; it knows these national ids.',
  tables: [
    {
      caption: 'National ids',
      heads: ['national id', 'who it is, and what P7 makes of it'],
      rows: Object.entries(persons).map(([name, what]) => [
        `\`${fixedIds[name as keyof typeof fixedIds]}\``,
        what,
      ]),
    },
  ],
}

const megabyte = 1024 * 1024

/** Digits in groups of three, as both languages write them. */
const inThrees = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, '\u00a0')

const limitsTable = ({ limits }: Pick<ScoringSettings, 'limits'>): Table => {
  const { requestsPerMinute, requestsPerDay, readingSecondsPerDay, uploadBytesPerDay } = limits
  const both = (of: Readonly<Record<'live' | 'sandbox', number>>, unit = 1): string[] =>
    [of.live, of.sandbox].map((value) => inThrees(value / unit))
  const same = (value: number): string[] => [inThrees(value), inThrees(value)]
  return {
    caption: 'Limits of a client on this server',
    heads: ['what', 'live', 'sandbox'],
    rows: [
      ['tokens a minute', ...same(limits.tokensPerMinute)],
      ['requests a minute', ...both(requestsPerMinute)],
      ['requests a day that were accepted', ...both(requestsPerDay)],
      ['polls of results a minute', ...same(limits.resultsPerMinute)],
      ['seconds of reading in a day', ...both(readingSecondsPerDay)],
      ['megabytes sent in a day', ...both(uploadBytesPerDay, megabyte)],
    ],
  }
}

/** Who may try the calls on the page, by the environment that it has chosen. */
export const clientsInDevelopment: readonly ScoringClient[] = developmentClients.map(
  ({ environment, ...client }) => ({
    ...client,
    address: environment === 'live' ? '/scoring' : '/scoring/sandbox',
  }),
)

/** What a lender's engineer reads in front of the calls: how to begin, what can go wrong, whom to try it with, and how often. */
export const scoringGuide = (
  assets: string,
  scoring: Pick<ScoringSettings, 'limits'>,
  isProduction = false,
): readonly Chapter[] => {
  const read = (file: string): string => {
    const text = readFileSync(join(assets, 'guide', file), 'utf8')
    return isProduction ? text.replaceAll(/dev-sandbox-(client|secret|key)/g, 'your-$1') : text
  }
  return [
    {
      id: 'first-score',
      title: 'First score in five calls',
      text: 'A token, a request, the statement, the results, and the body. Each program is whole, and asks the sandbox: there is another address and other credentials than live, and no data of either is seen in the other. `npm run --silent sample-statement > statement.pdf` makes a statement of somebody who does not exist.',
      programs: programs.map(([language, file]): Program => ({ language, file, text: read(file) })),
    },
    whyItFails,
    testPersons,
    {
      id: 'limits',
      title: 'Limits, and 429',
      text: 'What was counted is told in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`. An answer 429 has `Retry-After`: wait at least that long, and ask again with the same `Idempotency-Key`, which is counted against no limit. Its body has `quotaRemaining` and `resetTime`.',
      tables: [limitsTable(scoring)],
    },
    ofTheScoringService,
  ]
}
