import type { Disk, Row } from './disk.js'
import { present } from '../support/present.js'
import { keysOf } from '../support/typed.js'

/** The booked rows, read independently of the service, for checks without SQL. */
export interface Facts {
  readonly accounts: ReadonlyMap<string, Account>
  readonly customers: ReadonlyMap<string, Customer>
  readonly clocks: ReadonlyMap<string, ClockFacts>
  readonly savings: ReadonlyMap<string, Saving>
  readonly deposits: ReadonlyMap<string, Deposit>
  readonly payouts: ReadonlyMap<string, Payout>
  readonly orders: ReadonlyMap<string, Order>
  readonly statements: ReadonlyMap<string, StatementFacts>
  readonly cases: ReadonlyMap<string, ReviewFacts>
  readonly approvals: ReadonlyMap<string, ApprovalFacts>
  readonly blocks: ReadonlyMap<string, Block>
  /** Notes of the staff, by their ids. */
  readonly notes: ReadonlyMap<string, Note>
  readonly scores: ReadonlyMap<string, Score>
  readonly scoreDocuments: ReadonlyMap<string, ScoreDocument>
  /** Requests to our own scoring service. */
  readonly scorings: ReadonlyMap<string, Scoring>
  readonly versions: ReadonlyMap<string, Version>
  /** Deposits that two people voided, by their orders. */
  readonly voided: ReadonlyMap<string, Voided>
  /** Queues that are paused. */
  readonly pauses: ReadonlyMap<string, Pause>
}

export interface Customer {
  readonly id: string
  readonly msisdn: string
  readonly clock: string | null
}
export interface Account {
  readonly id: string
  readonly customer: string
  readonly status: 'ACTIVE' | 'CLOSING' | 'CLOSED'
  readonly email: string | null
  readonly leaveOn: string | null
}
export interface ClockFacts {
  readonly id: string
  readonly nowOn: string
  readonly advancingTo: string | null
}
export interface Saving {
  readonly id: string
  readonly customer: string
  readonly account: string
  readonly book: string
  readonly product: string
  readonly ratePpm: number
  readonly earlyPpm: number
  readonly taxPpm: number
  readonly basisDays: number
  readonly startOn: string
  readonly maturityOn: string
  readonly status: 'OPEN' | 'PAYING_OUT' | 'CLOSED'
  readonly createdAt: number
}
export interface Deposit {
  readonly id: string
  readonly saving: string
  readonly customer: string
  readonly principal: bigint
  readonly valueOn: string
}
export interface Payout {
  readonly id: string
  readonly customer: string
  readonly saving: string
  readonly account: string
  readonly isOpen: boolean
  readonly reference: string | null
  readonly basis: string
  readonly principal: bigint
  readonly interest: bigint
  readonly tax: bigint
  readonly amount: bigint
  readonly exitedOn: string
  readonly heldUntil: number | null
  readonly createdAt: number
  readonly failure: string | null
  readonly status: 'ON_HOLD' | 'PROCESSING' | 'PAID' | 'FAILED' | 'UNDER_REVIEW'
}
export interface Order {
  readonly id: string
  readonly kind: 'COLLECT' | 'PAY_OUT'
  readonly customer: string
  readonly account: string
  readonly book: string
  readonly msisdn: string
  readonly amount: bigint
  readonly status: string
  readonly quote: string | null
  readonly product: string | null
  readonly payout: string | null
  readonly refundOf: string | null
  readonly part: number
  readonly attempt: number
  readonly businessOn: string
  readonly dueAt: number | null
  readonly sends: number
  readonly paidOutOfBand: boolean
}
export interface StatementFacts {
  readonly id: string
  readonly customer: string
  readonly status: string
  readonly messageId: string
  readonly dueAt: number | null
}
export interface ReviewFacts {
  readonly id: string
  readonly order: string
  readonly kind: string
  readonly status: string
  readonly outcome: string | null
  readonly proposal: string | null
  readonly proposedBy: string | null
}

export interface ApprovalFacts {
  readonly id: string
  readonly kind: string
  readonly status: string
  readonly customer: string | null
  readonly proposedBy: string
  readonly decidedBy: string | null
  readonly expiresAt: number
}
export interface Block {
  readonly id: string
  readonly account: string
  readonly customer: string
  readonly scope: string
  readonly cause: string
  readonly endsOn: string | null
  readonly expiresAt: number | null
  /** True until the block is lifted. */
  readonly isOpen: boolean
}
export interface Note {
  readonly id: string
  readonly text: string
}

export interface Score {
  readonly id: string
  readonly status: string
  readonly product: string
  readonly submission: number
  readonly request: string | null
  readonly failure: string | null
  readonly askedAt: number
  readonly giveUpAt: number | null
}
export interface ScoreDocument {
  readonly id: string
  readonly score: string
  readonly state: string
}
export interface Scoring {
  readonly id: string
  readonly status: string
  readonly failure: string | null
}

/** A version of a product. */
export interface Version {
  readonly id: string
  readonly code: string
  readonly version: number
  readonly ratePpm: number
  readonly onSale: boolean
  readonly from: string | null
}
export interface Voided {
  readonly id: string
  readonly receivable: bigint
}
export interface Pause {
  readonly id: string
  readonly at: number
}

const text = (row: Row, name: string): string => String(row[name])
const maybe = (row: Row, name: string): string | null => (row[name] == null ? null : String(row[name]))
const number = (row: Row, name: string): number => Number(row[name])
const instant = (row: Row, name: string): number | null => (row[name] == null ? null : Number(row[name]))
const money = (row: Row, name: string): bigint => BigInt(present(row[name]))

const tables = {
  customers: {
    table: 'customers',
    columns: 'id, msisdn, clock_id',
    of: (row: Row): Customer => ({
      id: text(row, 'id'),
      msisdn: text(row, 'msisdn'),
      clock: maybe(row, 'clock_id'),
    }),
  },
  accounts: {
    table: 'accounts',
    columns: 'id, customer_id, status, email, leave_on',
    of: (row: Row): Account => ({
      id: text(row, 'id'),
      customer: text(row, 'customer_id'),
      status: text(row, 'status') as Account['status'],
      email: maybe(row, 'email'),
      leaveOn: maybe(row, 'leave_on'),
    }),
  },
  clocks: {
    table: 'clocks',
    columns: 'id, now_on, advancing_to',
    of: (row: Row): ClockFacts => ({
      id: text(row, 'id'),
      nowOn: text(row, 'now_on'),
      advancingTo: maybe(row, 'advancing_to'),
    }),
  },
  savings: {
    table: 'positions',
    columns:
      'id, customer_id, account_id, book, product_code, rate_ppm, early_rate_ppm, tax_ppm, basis_days, start_on, maturity_on, status, created_at',
    of: (row: Row): Saving => ({
      id: text(row, 'id'),
      customer: text(row, 'customer_id'),
      account: text(row, 'account_id'),
      book: text(row, 'book'),
      product: text(row, 'product_code'),
      ratePpm: number(row, 'rate_ppm'),
      earlyPpm: number(row, 'early_rate_ppm'),
      taxPpm: number(row, 'tax_ppm'),
      basisDays: number(row, 'basis_days'),
      startOn: text(row, 'start_on'),
      maturityOn: text(row, 'maturity_on'),
      status: text(row, 'status') as Saving['status'],
      createdAt: number(row, 'created_at'),
    }),
  },
  deposits: {
    table: 'deposits',
    columns: 'id, position_id, customer_id, principal, value_on',
    of: (row: Row): Deposit => ({
      id: text(row, 'id'),
      saving: text(row, 'position_id'),
      customer: text(row, 'customer_id'),
      principal: money(row, 'principal'),
      valueOn: text(row, 'value_on'),
    }),
  },
  payouts: {
    table: 'payouts',
    columns:
      'id, customer_id, position_id, account_id, failure_code, open_key, withdrawal_reference, basis, principal, interest, tax, amount, exited_on, held_until, created_at, status',
    of: (row: Row): Payout => ({
      id: text(row, 'id'),
      customer: text(row, 'customer_id'),
      saving: text(row, 'position_id'),
      account: text(row, 'account_id'),
      failure: maybe(row, 'failure_code'),
      isOpen: row['open_key'] !== null,
      reference: maybe(row, 'withdrawal_reference'),
      basis: text(row, 'basis'),
      principal: money(row, 'principal'),
      interest: money(row, 'interest'),
      tax: money(row, 'tax'),
      amount: money(row, 'amount'),
      exitedOn: text(row, 'exited_on'),
      heldUntil: instant(row, 'held_until'),
      createdAt: number(row, 'created_at'),
      status: text(row, 'status') as Payout['status'],
    }),
  },
  orders: {
    table: 'payment_orders',
    columns:
      'id, kind, customer_id, account_id, book, msisdn, amount, status, quote_reference, product_code, payout_id, refund_of, part, attempt, business_on, due_at, sends, paid_otherwise_on',
    of: (row: Row): Order => ({
      id: text(row, 'id'),
      kind: text(row, 'kind') as Order['kind'],
      customer: text(row, 'customer_id'),
      account: text(row, 'account_id'),
      book: text(row, 'book'),
      msisdn: text(row, 'msisdn'),
      amount: money(row, 'amount'),
      status: text(row, 'status'),
      quote: maybe(row, 'quote_reference'),
      product: maybe(row, 'product_code'),
      payout: maybe(row, 'payout_id'),
      refundOf: maybe(row, 'refund_of'),
      part: Number(row['part'] ?? 1),
      attempt: Number(row['attempt'] ?? 1),
      businessOn: text(row, 'business_on'),
      dueAt: instant(row, 'due_at'),
      sends: number(row, 'sends'),
      paidOutOfBand: row['paid_otherwise_on'] !== null,
    }),
  },
  statements: {
    table: 'statements',
    columns: 'id, customer_id, status, message_id, due_at',
    of: (row: Row): StatementFacts => ({
      id: text(row, 'id'),
      customer: text(row, 'customer_id'),
      status: text(row, 'status'),
      messageId: text(row, 'message_id'),
      dueAt: instant(row, 'due_at'),
    }),
  },
  cases: {
    table: 'review_cases',
    columns: 'id, order_id, kind, status, outcome, proposal_id, proposed_by',
    of: (row: Row): ReviewFacts => ({
      id: text(row, 'id'),
      order: text(row, 'order_id'),
      kind: text(row, 'kind'),
      status: text(row, 'status'),
      outcome: maybe(row, 'outcome'),
      proposal: maybe(row, 'proposal_id'),
      proposedBy: maybe(row, 'proposed_by'),
    }),
  },
  approvals: {
    table: 'proposals',
    columns: 'id, kind, status, customer_id, proposed_by, decided_by, expires_at',
    of: (row: Row): ApprovalFacts => ({
      id: text(row, 'id'),
      kind: text(row, 'kind'),
      status: text(row, 'status'),
      customer: maybe(row, 'customer_id'),
      proposedBy: text(row, 'proposed_by'),
      decidedBy: maybe(row, 'decided_by'),
      expiresAt: number(row, 'expires_at'),
    }),
  },
  blocks: {
    table: 'account_blocks',
    columns: 'id, account_id, customer_id, scope, cause, ends_on, falls_at, open_key',
    of: (row: Row): Block => ({
      id: text(row, 'id'),
      account: text(row, 'account_id'),
      customer: text(row, 'customer_id'),
      scope: text(row, 'scope'),
      cause: text(row, 'cause'),
      endsOn: maybe(row, 'ends_on'),
      expiresAt: instant(row, 'falls_at'),
      isOpen: row['open_key'] !== null,
    }),
  },
  notes: {
    table: 'notes',
    columns: 'id, note_text',
    of: (row: Row): Note => ({ id: text(row, 'id'), text: text(row, 'note_text') }),
  },
  scores: {
    table: 'score_requests',
    columns: 'id, status, product_code, submission, service_request_id, failure_code, asked_at, give_up_at',
    of: (row: Row): Score => ({
      id: text(row, 'id'),
      status: text(row, 'status'),
      product: text(row, 'product_code'),
      submission: number(row, 'submission'),
      request: maybe(row, 'service_request_id'),
      failure: maybe(row, 'failure_code'),
      askedAt: number(row, 'asked_at'),
      giveUpAt: instant(row, 'give_up_at'),
    }),
  },
  scoreDocuments: {
    table: 'score_documents',
    columns: 'id, score_id, state',
    of: (row: Row): ScoreDocument => ({
      id: text(row, 'id'),
      score: text(row, 'score_id'),
      state: text(row, 'state'),
    }),
  },
  scorings: {
    table: 'scoring_requests',
    columns: 'id, status, failure_code',
    of: (row: Row): Scoring => ({
      id: text(row, 'id'),
      status: text(row, 'status'),
      failure: maybe(row, 'failure_code'),
    }),
  },
  versions: {
    table: 'product_versions',
    columns: 'id, code, version, rate_ppm, on_sale, on_sale_from',
    of: (row: Row): Version => ({
      id: text(row, 'id'),
      code: text(row, 'code'),
      version: number(row, 'version'),
      ratePpm: number(row, 'rate_ppm'),
      onSale: number(row, 'on_sale') === 1,
      from: maybe(row, 'on_sale_from'),
    }),
  },
  voided: {
    table: 'voided_deposits',
    columns: 'id, receivable',
    of: (row: Row): Voided => ({ id: text(row, 'id'), receivable: money(row, 'receivable') }),
  },
  pauses: {
    table: 'queue_pauses',
    columns: 'name AS id, paused_at',
    of: (row: Row): Pause => ({ id: text(row, 'id'), at: number(row, 'paused_at') }),
  },
} as const

type Name = keyof typeof tables

const nothing: Facts = {
  customers: new Map(),
  accounts: new Map(),
  clocks: new Map(),
  savings: new Map(),
  deposits: new Map(),
  payouts: new Map(),
  orders: new Map(),
  statements: new Map(),
  cases: new Map(),
  approvals: new Map(),
  blocks: new Map(),
  notes: new Map(),
  scores: new Map(),
  scoreDocuments: new Map(),
  scorings: new Map(),
  versions: new Map(),
  voided: new Map(),
  pauses: new Map(),
}

const readTable = async <N extends Name>(disk: Disk, name: N): Promise<Facts[N]> => {
  const { table, columns, of } = tables[name]
  const rows = await disk.look(`SELECT ${columns} FROM ${table} ORDER BY id`)
  return new Map(rows.map((row) => [String(row['id']), of(row)])) as unknown as Facts[N]
}

/** Approvals and blocks as they are in the middle of a step. */
export const readOffice = async (disk: Disk): Promise<Pick<Facts, 'approvals' | 'blocks'>> => ({
  approvals: await readTable(disk, 'approvals'),
  blocks: await readTable(disk, 'blocks'),
})

/** Reads the tables that were written since `earlier`; facts of the others are taken from there. */
export const readFacts = async (disk: Disk, earlier: Facts = nothing): Promise<Facts> => {
  const written = disk.written()
  const facts: Record<string, unknown> = { ...earlier }
  for (const name of keysOf(tables))
    if (earlier === nothing || written.has(tables[name].table)) facts[name] = await readTable(disk, name)
  return facts as unknown as Facts
}

export const isEnded = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'SUCCESSFUL' || status === 'FAILED'

/** True if the money has reached the customer. */
export const hasArrived = (order: Order): boolean => order.status === 'SUCCESSFUL' || order.paidOutOfBand
