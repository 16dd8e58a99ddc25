import type { Role } from '../shared/session.js'
import { ConsoleAccess } from './console-access.graphql'
import { ConsoleAccounts } from './console-accounts.graphql'
import { ConsoleClockDays } from './console-clock-days.graphql'
import { ConsoleHistory } from './console-history.graphql'
import { ConsoleNotes } from './console-notes.graphql'
import { ConsoleQuotes } from './console-quotes.graphql'
import { ConsoleApprovals } from './console-approvals.graphql'
import { ConsoleAudit } from './console-audit.graphql'
import { ConsoleBlocks } from './console-blocks.graphql'
import { ConsoleClocks } from './console-clocks.graphql'
import { ConsoleComparisons } from './console-comparisons.graphql'
import { ConsoleCustomers } from './console-customers.graphql'
import { ConsoleDelegations } from './console-delegations.graphql'
import { ConsoleEntries } from './console-entries.graphql'
import { ConsoleExceptions } from './console-exceptions.graphql'
import { ConsoleLimits } from './console-limits.graphql'
import { ConsoleNights } from './console-nights.graphql'
import { ConsoleOrders } from './console-orders.graphql'
import { ConsolePayouts } from './console-payouts.graphql'
import { ConsolePositions } from './console-positions.graphql'
import { ConsoleProducts } from './console-products.graphql'
import { ConsoleProviderLines } from './console-provider-lines.graphql'
import { ConsoleReviews } from './console-reviews.graphql'
import { ConsoleRoles } from './console-roles.graphql'
import { ConsoleScores } from './console-scores.graphql'
import { ConsoleStatements } from './console-statements.graphql'
import { ConsoleSuspense } from './console-suspense.graphql'
import { auditActions, historyKinds } from './schema-words.js'
import type { PlaceOfMany } from './places.js'
import type { translate } from './words.js'

export type Row = Readonly<Record<string, unknown>>

export interface Page {
  readonly nodes: readonly Row[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  readonly totalCount: { readonly value: number; readonly isExact: boolean }
}

/** An answer with a page of rows, at its root or in the object `of`, which is null if there is no such object. */
export interface PageOf {
  readonly page?: Page
  readonly of?: { readonly page: Page } | null
}

/** A filter of a list. Its kind decides what its input field is, and how the query states it. */
export type Filter =
  | { readonly name: string; readonly kind: 'one of'; readonly words: readonly string[] }
  | {
      readonly name: string
      readonly kind: 'text' | 'texts' | 'number' | 'yes or no' | 'date' | 'dates' | 'moments'
    }

/** The places of the console whose page is a list, or begins with one. */
export type ListName = Exclude<PlaceOfMany, 'search' | 'ledger' | 'months' | 'limits'>

export interface List {
  readonly name: string
  readonly title: Parameters<typeof translate>[0]
  readonly document: TrustedDocument<PageOf, never>
  /** The members of a row that are shown; their types decide how. */
  readonly columns: readonly string[]
  readonly filters: readonly Filter[]
  readonly sorts: readonly string[]
  readonly roles: readonly Role[]
  /** The name of the service's export with all rows; undefined where there is none. */
  readonly file: string | undefined
  /**
   * The interval at which a list without a counter is reloaded; a list with a counter is reloaded when that changes.
   */
  readonly everyMs?: number
}

const staff: readonly Role[] = ['BACK_OFFICE', 'APPROVER', 'ANALYST', 'AUDITOR', 'ADMIN']
const recordReaders: readonly Role[] = ['BACK_OFFICE', 'APPROVER', 'AUDITOR', 'ADMIN']

/** A filter by some of these words. */
const words = (name: string, ...all: readonly string[]): Filter => ({ name, kind: 'one of', words: all })
/** A filter by a value of this kind. */
const is = (name: string, kind: Exclude<Filter['kind'], 'one of'>): Filter => ({ name, kind })
const newest = ['NEWEST', 'OLDEST']

/** The names of exports that differ from the names of their lists. */
const files: Readonly<Record<string, string>> = {
  reviews: 'reviewCases',
  exceptions: 'dayExceptions',
  comparisons: 'orderComparisons',
  nights: 'clockDays',
  entries: 'ledgerEntries',
  shown: 'quotes',
  scores: 'scoreRequests',
  audit: 'auditEntries',
  access: 'accessEntries',
  roles: 'roleAssignments',
  limits: 'approvalLimits',
  delegations: 'approvalDelegations',
}

const list = (
  name: string,
  document: TrustedDocument<PageOf, never>,
  columns: string,
  filters: readonly Filter[],
  more: Partial<Pick<List, 'title' | 'sorts' | 'roles' | 'file' | 'everyMs'>> = {},
): List => ({
  name,
  title: name as List['title'],
  document,
  columns: columns.split(' '),
  filters,
  sorts: newest,
  roles: staff,
  file: files[name] ?? name,
  ...more,
})

/** The lists that have a page of their own, each with its query, its columns and its filters. */
export const lists: readonly List[] = [
  list(
    'approvals',
    ConsoleApprovals,
    'proposedAt kind status customer amount proposedBy reason expiresAt decidedBy decidedAt',
    [words('status', 'OPEN', 'DONE', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'OUTDATED'), is('customer', 'text')],
    { roles: recordReaders, sorts: ['OLDEST', 'NEWEST'] },
  ),
  list(
    'reviews',
    ConsoleReviews,
    'openedAt id kind state assignedTo customer order detail resolution',
    [
      words('state', 'OPEN', 'PROPOSED', 'RESOLVED'),
      words(
        'kind',
        'NO_ANSWER',
        'CONTRADICTION',
        'PAYOUT_FAILED',
        'SETTLEMENT_FAILED',
        'SETTLEMENT_FILE',
        'NOT_COMPARED',
      ),
      is('isMine', 'yes or no'),
      is('isAssigned', 'yes or no'),
      is('opened', 'moments'),
    ],
    { sorts: ['OLDEST', 'NEWEST'] },
  ),
  list('customers', ConsoleCustomers, 'msisdn email account createdAt clock', [
    is('created', 'moments'),
    is('clock', 'texts'),
  ]),
  list(
    'positions',
    ConsolePositions,
    'label customer status startDate maturityDate principal currentBalance accrued',
    [
      words('status', 'ACCRUING', 'MATURED', 'PAYING_OUT', 'CLOSED'),
      is('product', 'texts'),
      is('customer', 'text'),
      is('book', 'texts'),
      is('maturityDate', 'dates'),
    ],
    { sorts: ['MATURITY', 'NEWEST', 'OLDEST'] },
  ),
  list(
    'orders',
    ConsoleOrders,
    'createdAt id kind amount status customer failureReason providerReason',
    [
      words('status', 'CREATED', 'SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW', 'SUCCESSFUL', 'FAILED'),
      words('kind', 'COLLECT', 'PAY_OUT'),
      is('customer', 'text'),
      is('book', 'texts'),
      is('businessDate', 'dates'),
    ],
    { sorts: [...newest, 'LARGEST'] },
  ),
  list(
    'payouts',
    ConsolePayouts,
    'exitedOn id amount sent status customer failureReason heldUntil',
    [
      words('status', 'ON_HOLD', 'PROCESSING', 'UNDER_REVIEW', 'FAILED', 'PAID'),
      is('customer', 'text'),
      is('book', 'texts'),
      is('exitedOn', 'dates'),
    ],
    { sorts: [...newest, 'LARGEST'] },
  ),
  list('blocks', ConsoleBlocks, 'placedAt customer cause scope endsOn fallsAt liftedAt', [
    words('cause', 'COURT', 'FRAUD', 'DEATH', 'KYC'),
    words('scope', 'BOTH', 'DEBIT', 'CREDIT'),
    is('endsOn', 'dates'),
    is('isOpen', 'yes or no'),
    is('customer', 'text'),
  ]),
  list(
    'statements',
    ConsoleStatements,
    'requestedAt reference status customer email from to attempts problem',
    [
      words('status', 'REQUESTED', 'GENERATING', 'SENT', 'FAILED', 'PRINTED'),
      is('customer', 'text'),
      is('requested', 'moments'),
    ],
  ),
  list(
    'exceptions',
    ConsoleExceptions,
    'setAsideOn positionId step customer problem',
    [words('step', 'ACCRUAL', 'MATURITY', 'AUTO_PAYOUT'), is('setAsideOn', 'dates')],
    { sorts: ['OLDEST', 'NEWEST'] },
  ),
  list(
    'comparisons',
    ConsoleComparisons,
    'day compared differences finishedAt',
    [is('differences', 'number'), is('day', 'dates')],
    {
      sorts: ['LATEST', 'EARLIEST'],
    },
  ),
  list(
    'providerLines',
    ConsoleProviderLines,
    'completedOn transactionId kind amount fee state reference',
    [words('state', 'UNKNOWN', 'DIFFERS', 'IN_FLIGHT', 'MATCHED', 'EXPLAINED'), is('completedOn', 'dates')],
    { sorts: ['LATEST', 'EARLIEST'], roles: recordReaders },
  ),
  list(
    'nights',
    ConsoleNights,
    'day book completedAt accruals maturities remarks',
    [is('book', 'texts'), is('day', 'dates')],
    {
      sorts: ['LATEST', 'EARLIEST'],
    },
  ),
  list(
    'clocks',
    ConsoleClocks,
    'now id createdAt attachedCustomerCount advancingTo walkError',
    [is('created', 'moments')],
    {
      roles: [...staff, 'TESTER'],
    },
  ),
  list('entries', ConsoleEntries, 'businessDate valueDate book account dimension amount reference customer', [
    words(
      'account',
      'customer_principal',
      'customer_receivable',
      'adjustments',
      'interest_payable',
      'interest_expense',
      'payout_reserved',
      'settled_otherwise',
      'suspense',
      'tax_payable',
      'wallet_clearing',
    ),
    is('book', 'texts'),
    is('businessDate', 'dates'),
  ]),
  list(
    'suspense',
    ConsoleSuspense,
    'since book customer order amount waiting reason',
    [is('book', 'texts'), is('since', 'dates'), is('customer', 'text')],
    { sorts: ['OLDEST', 'NEWEST'] },
  ),
  list(
    'products',
    ConsoleProducts,
    'code version standing onSaleFrom rate earlyRate taxRate minAmount maxBalance holdHours publishedAt',
    [is('code', 'texts')],
    { sorts: ['CODE', ...newest], everyMs: 8000 },
  ),
  list('accounts', ConsoleAccounts, 'id customer status openedOn closedOn email', [
    words('status', 'ACTIVE', 'CLOSING', 'CLOSED'),
    is('openedOn', 'dates'),
    is('customer', 'text'),
  ]),
  list('shown', ConsoleQuotes, 'createdAt reference kind productCode amount total customer', [
    words('kind', 'DEPOSIT', 'WITHDRAWAL'),
    is('created', 'moments'),
    is('customer', 'text'),
  ]),
  list(
    'notes',
    ConsoleNotes,
    'at author about subject text customer',
    [
      words('about', 'CUSTOMER', 'REVIEW_CASE', 'PAYMENT_ORDER', 'PAYOUT'),
      is('author', 'texts'),
      is('at', 'moments'),
    ],
    { roles: recordReaders },
  ),
  list('scores', ConsoleScores, 'askedAt id productCode status customer askedBy failure', [
    words('status', 'AWAITING_DOCUMENTS', 'UPLOADING', 'QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED'),
    words('product', 'P7', 'P8', 'PA', 'PARS', 'PAS'),
    words('decision', 'APPROVE', 'APPROVE_WITH_CONDITIONS', 'REFER', 'DECLINE', 'INSUFFICIENT_DATA'),
    is('asked', 'moments'),
  ]),
  list(
    'audit',
    ConsoleAudit,
    'at actor action subject customer address',
    [
      is('actor', 'texts'),
      words('action', ...Object.keys(auditActions)),
      is('customer', 'text'),
      is('at', 'moments'),
    ],
    { roles: recordReaders },
  ),
  list(
    'access',
    ConsoleAccess,
    'at actor customer operation address',
    [is('actor', 'texts'), is('operation', 'texts'), is('customer', 'text'), is('at', 'moments')],
    { roles: recordReaders },
  ),
  list(
    'roles',
    ConsoleRoles,
    'name roles from until source givenBy lastSignInAt personId',
    [
      is('person', 'texts'),
      words('role', 'BACK_OFFICE', 'APPROVER', 'ANALYST', 'AUDITOR', 'ADMIN', 'TESTER', 'GATEWAY'),
      words('kind', 'PERSON', 'SYSTEM'),
      is('at', 'date'),
    ],
    { roles: ['ADMIN', 'AUDITOR'] },
  ),
]

/** Lists that are shown only as a part of other pages. */
export const parts = {
  history: list(
    'history',
    ConsoleHistory,
    'at kind detail amount actor',
    [words('kind', ...Object.keys(historyKinds)), is('actor', 'texts'), is('at', 'moments')],
    { sorts: [], file: undefined },
  ),
  limits: list('limits', ConsoleLimits, 'ofWhom limit setAt personId', [is('personId', 'texts')], {
    sorts: ['OLDEST'],
  }),
  delegations: list('delegations', ConsoleDelegations, 'lender delegate from until reason', [
    is('lenderId', 'texts'),
    is('delegateId', 'texts'),
    is('at', 'date'),
  ]),
  nights: list('nights', ConsoleClockDays, 'day accruals maturities remarks', [is('day', 'dates')], {
    sorts: ['LATEST', 'EARLIEST'],
    file: undefined,
  }),
}

const found = new Map(lists.map((one) => [one.name, one]))

export const listOf = (name: string): List => found.get(name)!
