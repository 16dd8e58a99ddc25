import type { ValidityReason, ValidityStatus } from '../../../src/scoring-contract/words.js'
import { drawnWallet, moves } from './drawn-wallet.js'
import {
  cents,
  entries,
  headOf,
  oracleMetadata,
  rawBank,
  updatedBy,
  type Entry,
  type RawBank,
} from './raw-bank.js'

/** What every product must answer about a statement. */
export interface Expected {
  readonly status: ValidityStatus
  readonly reason?: ValidityReason
  readonly decision: 'DECLINE' | 'REFER' | 'INSUFFICIENT_DATA'
  readonly cappedBy: 'INVALID_DOCUMENT' | 'UNVERIFIED_DOCUMENT' | 'CURRENCY'
  readonly code: string
  readonly text: string
}

export interface Sent {
  readonly documentType: 'WALLET_STATEMENT' | 'WALLET_TILL_STATEMENT' | 'BANK_STATEMENT'
  readonly bankName?: string
  readonly password?: string
}

/** The kind of statement, how to make it, how it is sent, and what every product must answer. */
export type NotValid = readonly [
  family: string,
  make: () => Buffer | Promise<Buffer>,
  sent: Sent,
  expected: Expected,
]

export const ofWallet: Sent = { documentType: 'WALLET_STATEMENT', password: '482915' }
const ofTill: Sent = { documentType: 'WALLET_TILL_STATEMENT', password: '482915' }
const ofBank = (bankName = 'KCB'): Sent => ({ documentType: 'BANK_STATEMENT', bankName })

const changed: Expected = {
  status: 'INVALID',
  reason: 'document_modified',
  decision: 'DECLINE',
  cappedBy: 'INVALID_DOCUMENT',
  code: 'V01',
  text: 'The statement is not as its issuer made it',
}
const ofAnotherPerson: Expected = {
  ...changed,
  reason: 'name_invalid',
  code: 'V02',
  text: 'The statement is in the name of another person',
}
const unverified = (reason: ValidityReason, code: string, text: string): Expected => ({
  status: 'UNVERIFIED',
  reason,
  decision: 'REFER',
  cappedBy: 'UNVERIFIED_DOCUMENT',
  code,
  text,
})
const ofCurrency = (code: string, text: string): Expected => ({
  status: 'VALID',
  decision: 'INSUFFICIENT_DATA',
  cappedBy: 'CURRENCY',
  code,
  text,
})

const cells =
  (balance: (entry: Entry, i: number) => string): NonNullable<RawBank['cells']> =>
  (entry, i) => [
    entry.date.split('-').reverse().join('/'),
    entry.text,
    entry.out ? cents(entry.out) : undefined,
    entry.in ? cents(entry.in) : undefined,
    balance(entry, i),
  ]

const csv = (lines: readonly string[]): Buffer => Buffer.from(lines.join('\n'))

/** One of each kind of forgery, and of statements that nobody vouches for. */
export const notValid: readonly NotValid[] = [
  [
    'with an amount that was raised',
    () =>
      drawnWallet({
        moves: moves().map((move, i) => (i === 42 ? { ...move, in: move.in + 900_000 } : move)),
      }),
    ofWallet,
    changed,
  ],
  ['with an incremental update', () => updatedBy('% changed'), ofBank(), changed],
  [
    'made from scratch',
    () => rawBank({ info: { ...oracleMetadata, Creator: '', Producer: 'ReportLab PDF Library' } }),
    ofBank(),
    unverified('maker_unknown', 'V17', 'The file was not made in a way that its issuer is known for'),
  ],
  [
    'typed as a CSV',
    () =>
      csv([
        'Account Name,WANJIRU NYAMBURA MWANGI',
        'Transaction Date,Transaction Details,Money Out,Money In,Ledger Balance',
        ...entries().map((e) => [e.date, e.text, e.out / 100, e.in / 100, e.balance / 100].join(',')),
      ]),
    ofBank(),
    unverified(
      'csv_not_vouched_for',
      'V16',
      'The statement is a table that anybody can write; a PDF of the issuer is needed',
    ),
  ],
  [
    'without a name',
    () => drawnWallet({ name: null }),
    ofWallet,
    unverified('name_not_printed', 'V12', 'The statement does not say whose it is'),
  ],
  [
    'of another person',
    () => rawBank({ head: headOf({ 'Account Name': 'OTIENO ODHIAMBO' }) }),
    ofBank(),
    ofAnotherPerson,
  ],
  [
    'of the till of another holder',
    () =>
      csv([
        'Organization Name,SOMEBODY ELSES SHOP',
        'Short Code,174379',
        'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
        ...moves().map((m) =>
          [m.receipt, m.time, m.text, 'Completed', m.in / 100, m.out / 100, m.balance / 100].join(','),
        ),
      ]),
    ofTill,
    unverified('till_of_another_holder', 'V11', 'The till is not in the name of the applicant'),
  ],
  [
    'of a bank whose statements are unknown',
    () => rawBank({ title: 'FAMILY BANK LIMITED' }),
    ofBank('FAMILY'),
    unverified('maker_unknown', 'V17', 'The file was not made in a way that its issuer is known for'),
  ],
  [
    'without the name of a bank',
    () => rawBank({ title: 'STATEMENT OF ACCOUNT' }),
    ofBank(),
    unverified('issuer_not_named', 'V14', 'The statement does not name the bank that it is said to be of'),
  ],
  [
    'in a currency that its own amounts contradict',
    () => rawBank({ cells: cells((entry) => `USD ${cents(entry.balance)}`) }),
    ofBank(),
    ofCurrency('C01', 'The statement does not say of which currency it is'),
  ],
  [
    'in a currency without tables',
    () => rawBank({ head: headOf({ Currency: 'UGX' }) }),
    ofBank(),
    ofCurrency('C02', 'The card has no tables for the currency of the statement'),
  ],
  [
    'with a balance that cannot be read',
    () => rawBank({ cells: cells((entry, i) => cents(entry.balance).replace('.', i === 20 ? 'O' : '.')) }),
    ofBank(),
    unverified('cells_unread', 'V19', 'Amounts or balances of the statement cannot be read'),
  ],
]

/** Statements of which no row is read. */
export const unreadable: readonly (readonly [
  family: string,
  make: () => Buffer,
  sent: Sent,
  code: 'wrong_bank' | 'unsupported_layout',
])[] = [
  [
    'of another bank than the one given',
    () => rawBank({ title: 'EQUITY BANK (KENYA) LIMITED' }),
    ofBank(),
    'wrong_bank',
  ],
  [
    'without a readable balance',
    () => rawBank({ cells: cells((entry) => `${cents(entry.balance)}*`) }),
    ofBank(),
    'unsupported_layout',
  ],
]

let made: Promise<Buffer> | undefined

/** A genuine statement to send beside one that is not valid; made once. */
export const genuine = (): Promise<Buffer> => (made ??= drawnWallet({ moves: moves().slice(0, 45) }))
