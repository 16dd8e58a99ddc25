import type { Role } from '../shared/session.js'
import { ConsoleAddNote } from './console-add-note.graphql'
import { ConsoleProposeBlock, type ConsoleProposeBlockResult } from './console-propose-block.graphql'
import { ConsoleProposeCancelPayout } from './console-propose-cancel-payout.graphql'
import { ConsoleProposeChangeMsisdn } from './console-propose-change-msisdn.graphql'
import { ConsoleProposeEmail } from './console-propose-email.graphql'
import { ConsoleProposeErasure } from './console-propose-erasure.graphql'
import { ConsoleProposeOptOut } from './console-propose-opt-out.graphql'
import { ConsoleProposeResolution } from './console-propose-resolution.graphql'
import { ConsoleProposeUnblock } from './console-propose-unblock.graphql'
import { ConsoleProposeVoidDeposit } from './console-propose-void-deposit.graphql'
import { ConsoleRegisterCustomer } from './console-register-customer.graphql'
import type { say } from './words.js'

/** What a person says of what is to be done. */
export interface Field {
  readonly name: string
  readonly kind: 'text' | 'long' | 'date' | 'one of'
  readonly words?: readonly string[]
  readonly isOptional?: boolean
}

type Approval = NonNullable<ConsoleProposeBlockResult['done']['approval']>
export type Preview = Approval['preview']

export interface Action {
  readonly title: Parameters<typeof say>[0]
  /** What it does and what it needs, in a sentence or two. */
  readonly what: Parameters<typeof say>[0]
  readonly document: TrustedDocument<
    {
      readonly done: {
        readonly refusal: { readonly message: string } | null
        readonly approval?: Approval | null
      }
    },
    never
  >
  readonly roles: readonly Role[]
  readonly fields: readonly Field[]
  /** Whether its input has no key: a repeat changes nothing by itself. */
  readonly isKeyless?: boolean
}

const text = (name: string): Field => ({ name, kind: 'text' })
const long = (name: string): Field => ({ name, kind: 'long' })
const date = (name: string): Field => ({ name, kind: 'date' })
const oneOf = (name: string, ...words: readonly string[]): Field => ({ name, kind: 'one of', words })
const optional = (field: Field): Field => ({ ...field, isOptional: true })

const proposing: readonly Role[] = ['BACK_OFFICE', 'ADMIN']
const knowing: readonly Role[] = ['BACK_OFFICE', 'APPROVER', 'ADMIN']
const why = [text('reason'), optional(long('evidence'))]

/** Everything that staff do from the page of a thing; what is not in `fields` the page knows. */
export const actions = {
  note: { title: 'note', what: 'noteWhat', document: ConsoleAddNote, roles: knowing, fields: [long('text')] },
  block: {
    title: 'block',
    what: 'blockWhat',
    document: ConsoleProposeBlock,
    roles: proposing,
    fields: [
      oneOf('cause', 'FRAUD', 'COURT', 'DEATH', 'KYC'),
      oneOf('scope', 'BOTH', 'DEBIT', 'CREDIT'),
      optional(date('endsOn')),
      ...why,
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
    fields: [text('newMsisdn'), ...why],
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
    fields: why,
  },
  erase: {
    title: 'erase',
    what: 'eraseWhat',
    document: ConsoleProposeErasure,
    roles: proposing,
    fields: [optional(text('nationalId')), optional(text('requestId')), ...why],
  },
  resolve: {
    title: 'resolve',
    what: 'resolveWhat',
    document: ConsoleProposeResolution,
    roles: ['BACK_OFFICE'],
    fields: [
      oneOf('outcome', 'ORDER_SUCCEEDED', 'ORDER_FAILED', 'RETRY', 'PAID_OTHERWISE', 'NOTHING'),
      optional(text('providerReason')),
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
