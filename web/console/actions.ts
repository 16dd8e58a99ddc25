import type { ComponentChildren } from 'preact'
import type { Role } from '../shared/session.js'
import { ConsoleAssign } from './console-assign.graphql'
import { ConsoleDelegate } from './console-delegate.graphql'
import { ConsoleEndDelegation } from './console-end-delegation.graphql'
import { ConsolePauseQueue } from './console-pause-queue.graphql'
import { ConsolePrintStatement } from './console-print-statement.graphql'
import { ConsoleProposeAdjustment } from './console-propose-adjustment.graphql'
import { ConsoleProposePublishProduct } from './console-propose-publish-product.graphql'
import { ConsoleProposeWithdrawProduct } from './console-propose-withdraw-product.graphql'
import { ConsoleResendStatement } from './console-resend-statement.graphql'
import { ConsoleResetCustomer } from './console-reset-customer.graphql'
import { ConsoleResubmitScore } from './console-resubmit-score.graphql'
import { ConsoleResumeQueue } from './console-resume-queue.graphql'
import { ConsoleRetryQueue } from './console-retry-queue.graphql'
import { ConsoleProposeCloseMonth } from './console-propose-close-month.graphql'
import { ConsoleProposeExplainLine } from './console-propose-explain-line.graphql'
import { ConsoleAddNote } from './console-add-note.graphql'
import { ConsoleProposeBlock, type ConsoleProposeBlockResult } from './console-propose-block.graphql'
import { ConsoleProposeCancelPayout } from './console-propose-cancel-payout.graphql'
import { ConsoleProposeChangeMsisdn } from './console-propose-change-msisdn.graphql'
import { ConsoleProposeEmail } from './console-propose-email.graphql'
import { ConsoleProposeErasure } from './console-propose-erasure.graphql'
import { ConsoleProposeLimit } from './console-propose-limit.graphql'
import { ConsoleProposeOptOut } from './console-propose-opt-out.graphql'
import { ConsoleProposeResolution } from './console-propose-resolution.graphql'
import { ConsoleProposeUnblock } from './console-propose-unblock.graphql'
import { ConsoleProposeVoidDeposit } from './console-propose-void-deposit.graphql'
import { ConsoleRegisterCustomer } from './console-register-customer.graphql'
import { copyLink } from './statement-copy.js'
import { nameOf, translate } from './words.js'

/** An input field of an action. */
export interface Field {
  readonly name: string
  readonly kind:
    'text' | 'long' | 'date' | 'month' | 'moment' | 'number' | 'one of' | 'person' | 'yes or no' | 'lines'
  readonly words?: readonly string[]
  readonly isOptional?: boolean
  /** The name in the mutation's input, where the form's name differs. */
  readonly as?: string
}

type Approval = NonNullable<ConsoleProposeBlockResult['done']['approval']>
export type Preview = Approval['preview']

export interface Done {
  readonly refusal: { readonly code: string; readonly message: string } | null
  readonly approval?: Approval | null
  readonly statement?: { readonly id: string } | null
  readonly status?: string | null
  readonly retried?: number | null
}

export interface Action {
  readonly title: Parameters<typeof translate>[0]
  /** The explanation in the dialog: what the action does and needs, in one or two sentences. */
  readonly what: Parameters<typeof translate>[0]
  readonly document: TrustedDocument<{ readonly done: Done }, never>
  readonly roles: readonly Role[]
  readonly fields: readonly Field[]
  /** Whether the mutation has no idempotency key, since repeating it changes nothing. */
  readonly isKeyless?: boolean
  /** Shows a result that the reloaded page does not show. */
  readonly showResult?: (done: Done) => ComponentChildren
}

const text = (name: string): Field => ({ name, kind: 'text' })
const long = (name: string): Field => ({ name, kind: 'long' })
const date = (name: string): Field => ({ name, kind: 'date' })
const moment = (name: string): Field => ({ name, kind: 'moment' })
const person = (name: string): Field => ({ name, kind: 'person' })
const oneOf = (name: string, ...words: readonly string[]): Field => ({ name, kind: 'one of', words })
const number = (name: string): Field => ({ name, kind: 'number' })
const optional = (field: Field): Field => ({ ...field, isOptional: true })

const proposing: readonly Role[] = ['BACK_OFFICE', 'ADMIN']
const customerReaders: readonly Role[] = ['BACK_OFFICE', 'APPROVER', 'ADMIN']
const why = [text('reason'), optional(long('evidence'))]
const whyWithEvidence = [text('reason'), long('evidence')]

/** The ledger accounts that a manual journal may use: those that belong to no customer, and customers' debts. */
const adjustable = [
  'adjustments',
  'wallet_clearing',
  'tax_payable',
  'settled_otherwise',
  'customer_receivable',
]
/** The terms of a product's version; an empty field keeps the present term. */
const terms: readonly Field[] = [
  { ...date('fromDate'), as: 'from' },
  number('accrualPeriods'),
  text('rate'),
  text('earlyRate'),
  text('taxRate'),
  oneOf('dayCount', 'ACT_365F', 'ACT_360'),
  text('minAmount'),
  text('maxBalance'),
  text('currency'),
  number('holdHours'),
  oneOf('maturityInstruction', 'HOLD', 'AUTO_PAYOUT'),
  { name: 'joinsOtherRate', kind: 'yes or no' },
]

/** All actions of staff; inputs that are not in `fields` come from the page. */
export const actions = {
  note: {
    title: 'note',
    what: 'noteWhat',
    document: ConsoleAddNote,
    roles: customerReaders,
    fields: [long('text')],
  },
  block: {
    title: 'block',
    what: 'blockWhat',
    document: ConsoleProposeBlock,
    roles: proposing,
    fields: [
      oneOf('cause', 'FRAUD', 'COURT', 'DEATH', 'KYC'),
      oneOf('scope', 'BOTH', 'DEBIT', 'CREDIT'),
      optional(date('endsOn')),
      ...whyWithEvidence,
    ],
  },
  unblock: {
    title: 'unblock',
    what: 'unblockWhat',
    document: ConsoleProposeUnblock,
    roles: proposing,
    fields: why,
  },
  changeMsisdn: {
    title: 'changeMsisdn',
    what: 'changeMsisdnWhat',
    document: ConsoleProposeChangeMsisdn,
    roles: proposing,
    fields: [text('newMsisdn'), ...whyWithEvidence],
  },
  email: {
    title: 'changeEmail',
    what: 'changeEmailWhat',
    document: ConsoleProposeEmail,
    roles: proposing,
    fields: [text('email'), ...why],
  },
  optOut: {
    title: 'optOut',
    what: 'optOutWhat',
    document: ConsoleProposeOptOut,
    roles: proposing,
    fields: why,
  },
  cancelPayout: {
    title: 'cancelPayout',
    what: 'cancelPayoutWhat',
    document: ConsoleProposeCancelPayout,
    roles: proposing,
    fields: why,
  },
  voidDeposit: {
    title: 'voidDeposit',
    what: 'voidDepositWhat',
    document: ConsoleProposeVoidDeposit,
    roles: proposing,
    fields: whyWithEvidence,
  },
  erase: {
    title: 'erase',
    what: 'eraseWhat',
    document: ConsoleProposeErasure,
    roles: proposing,
    fields: [optional(text('nationalId')), optional(text('requestId')), ...why],
  },
  adjust: {
    title: 'adjust',
    what: 'adjustWhat',
    document: ConsoleProposeAdjustment,
    roles: proposing,
    fields: [
      { name: 'lines', kind: 'lines', words: adjustable },
      optional(text('deposit')),
      ...whyWithEvidence,
    ],
  },
  publish: {
    title: 'publish',
    what: 'publishWhat',
    document: ConsoleProposePublishProduct,
    roles: proposing,
    fields: [...terms.map(optional), ...why],
  },
  publishNew: {
    title: 'publishNew',
    what: 'publishNewWhat',
    document: ConsoleProposePublishProduct,
    roles: proposing,
    fields: [text('code'), ...terms.map(optional), ...why],
  },
  endSale: {
    title: 'endSale',
    what: 'endSaleWhat',
    document: ConsoleProposeWithdrawProduct,
    roles: proposing,
    fields: [optional({ ...date('fromDate'), as: 'from' }), ...why],
  },
  closeMonth: {
    title: 'closeMonth',
    what: 'closeMonthWhat',
    document: ConsoleProposeCloseMonth,
    roles: proposing,
    fields: [{ name: 'month', kind: 'month' }, ...why],
  },
  explainLine: {
    title: 'explainLine',
    what: 'explainLineWhat',
    document: ConsoleProposeExplainLine,
    roles: proposing,
    fields: [text('line'), ...why],
  },
  limit: {
    title: 'limit',
    what: 'limitWhat',
    document: ConsoleProposeLimit,
    roles: proposing,
    fields: [optional({ ...person('ofWhom'), as: 'person' }), optional(text('limit')), ...why],
  },
  delegate: {
    title: 'delegate',
    what: 'delegateWhat',
    document: ConsoleDelegate,
    roles: ['APPROVER'],
    fields: [{ ...person('delegate'), as: 'to' }, optional(moment('from')), moment('until'), text('reason')],
  },
  endDelegation: {
    title: 'endDelegation',
    what: 'endDelegationWhat',
    document: ConsoleEndDelegation,
    roles: ['APPROVER'],
    fields: [],
  },
  take: { title: 'take', what: 'assignWhat', document: ConsoleAssign, roles: customerReaders, fields: [] },
  assign: {
    title: 'assign',
    what: 'assignWhat',
    document: ConsoleAssign,
    roles: customerReaders,
    fields: [optional({ ...text('assignedTo'), as: 'to' })],
  },
  print: {
    title: 'print',
    what: 'printWhat',
    document: ConsolePrintStatement,
    roles: proposing,
    fields: [
      oneOf('period', 'LAST_MONTH', 'LAST_3_MONTHS', 'LAST_6_MONTHS', 'LAST_12_MONTHS', 'ALL'),
      oneOf('language', 'fr', 'en'),
    ],
    showResult: ({ statement }) => statement && copyLink(statement.id),
  },
  resend: {
    title: 'resend',
    what: 'resendWhat',
    document: ConsoleResendStatement,
    roles: proposing,
    fields: [],
  },
  reset: {
    title: 'reset',
    what: 'resetWhat',
    document: ConsoleResetCustomer,
    roles: ['ADMIN'],
    fields: [],
    isKeyless: true,
    showResult: ({ status }) => status && nameOf(status),
  },
  rescore: {
    title: 'rescore',
    what: 'rescoreWhat',
    document: ConsoleResubmitScore,
    roles: proposing,
    fields: [],
  },
  pause: {
    title: 'pause',
    what: 'pauseWhat',
    document: ConsolePauseQueue,
    roles: ['ADMIN'],
    fields: [text('reason')],
  },
  resume: { title: 'resume', what: 'resumeWhat', document: ConsoleResumeQueue, roles: ['ADMIN'], fields: [] },
  retry: {
    title: 'retry',
    what: 'retryWhat',
    document: ConsoleRetryQueue,
    roles: ['ADMIN'],
    fields: [],
    showResult: ({ retried }) => translate('retried', { count: retried ?? 0 }),
  },
  resolve: {
    title: 'resolve',
    what: 'resolveWhat',
    document: ConsoleProposeResolution,
    roles: ['BACK_OFFICE'],
    fields: [
      oneOf('outcome', 'ORDER_SUCCEEDED', 'ORDER_FAILED', 'RETRY', 'PAID_OTHERWISE', 'NOTHING'),
      optional({ ...text('providerReason'), as: 'reason' }),
      long('evidence'),
    ],
  },
  register: {
    title: 'register',
    what: 'registerWhat',
    document: ConsoleRegisterCustomer,
    roles: ['ADMIN'],
    fields: [text('msisdn'), optional(text('email'))],
    isKeyless: true,
  },
} satisfies Readonly<Record<string, Action>>
