import { amount, columns, integer, orNull, text, word } from '../../platform/database/read-row.js'
import type { Sql } from '../../platform/database/database.js'
import { columnIn, type Source } from '../../platform/database/keyset.js'
import type { Instant } from '../../kernel/clock.js'

export type HistoryKind =
  | 'REGISTERED'
  | 'SHOWN'
  | 'TEXT_SHOWN'
  | 'DEPOSIT_CONFIRMED'
  | 'SAVINGS_LEFT'
  | 'ORDER_SENT'
  | 'WALLET_TEXT'
  | 'ORDER_ENDED'
  | 'POSTED'
  | 'STATEMENT_ASKED'
  | 'STATEMENT_SENT'
  | 'CASE_OPENED'
  | 'CASE_RESOLVED'
  | 'PROPOSED'
  | 'DECIDED'
  | 'BLOCKED'
  | 'UNBLOCKED'
  | 'NOTE'
  | 'SCORE_ASKED'
  | 'SCORE_ENDED'
  | 'ACTION'
  | 'READ'

/** One event in a customer's history. */
export interface HistoryRow {
  readonly at: Instant
  readonly kind: HistoryKind
  /** The id of the row that records the event. */
  readonly id: string
  readonly customerId: string
  readonly actor: string | null
  readonly detail: string | null
  readonly amount: bigint | null
  readonly currency: string | null
}

interface Part {
  readonly from: string
  readonly where?: string
  readonly at: string
  readonly id?: string
  readonly actor?: string
  readonly detail?: string
  readonly hasAmount?: true
}

const joinedText = (...columns: readonly string[]): string =>
  columns.length === 1 ? columns[0]! : `CONCAT(${columns.join(`, ' ', `)})`

/** Where each kind of event is recorded; each query uses an index on the customer. */
const parts: Readonly<Record<HistoryKind, Part>> = {
  REGISTERED: { from: 'accounts', at: 'created_at' },
  SHOWN: {
    from: 'request_log',
    at: 'created_at',
    id: 'COALESCE(reference, id)',
    detail: joinedText('operation', 'result'),
  },
  TEXT_SHOWN: {
    from: 'request_log',
    where: 'shown_text IS NOT NULL',
    at: 'created_at',
    id: 'COALESCE(reference, id)',
    detail: 'shown_text',
  },
  DEPOSIT_CONFIRMED: {
    from: 'payment_orders',
    where: `kind = 'COLLECT'`,
    at: 'created_at',
    detail: 'product_code',
    hasAmount: true,
  },
  SAVINGS_LEFT: { from: 'payouts', at: 'created_at', detail: 'basis', hasAmount: true },
  ORDER_SENT: {
    from: 'payment_orders',
    where: 'sent_at IS NOT NULL',
    at: 'sent_at',
    detail: 'kind',
    hasAmount: true,
  },
  WALLET_TEXT: { from: 'payment_orders', where: 'sent_at IS NOT NULL', at: 'sent_at', detail: 'note' },
  ORDER_ENDED: {
    from: 'payment_orders',
    where: 'settled_at IS NOT NULL',
    at: 'settled_at',
    detail: joinedText('kind', 'status', `COALESCE(failure_code, '')`),
    hasAmount: true,
  },
  POSTED: { from: 'journals', at: 'created_at', detail: 'reference' },
  STATEMENT_ASKED: { from: 'statements', at: 'created_at', detail: 'period' },
  STATEMENT_SENT: { from: 'statements', where: 'sent_at IS NOT NULL', at: 'sent_at', detail: 'period' },
  CASE_OPENED: { from: 'review_cases', at: 'opened_at', detail: joinedText('kind', 'detail') },
  CASE_RESOLVED: {
    from: 'review_cases',
    where: 'resolved_at IS NOT NULL',
    at: 'resolved_at',
    actor: 'confirmed_by',
    detail: 'outcome',
  },
  PROPOSED: {
    from: 'proposals',
    at: 'proposed_at',
    actor: 'proposed_by',
    detail: joinedText('kind', 'reason'),
  },
  DECIDED: {
    from: 'proposals',
    where: 'decided_at IS NOT NULL',
    at: 'decided_at',
    actor: 'decided_by',
    detail: joinedText('kind', 'status'),
  },
  BLOCKED: { from: 'account_blocks', at: 'placed_at', detail: joinedText('scope', 'cause') },
  UNBLOCKED: {
    from: 'account_blocks',
    where: 'lifted_at IS NOT NULL',
    at: 'lifted_at',
    detail: joinedText('scope', 'cause'),
  },
  NOTE: { from: 'notes', at: 'at', actor: 'author', detail: 'note_text' },
  SCORE_ASKED: { from: 'score_requests', at: 'asked_at', actor: 'asked_by', detail: 'product_code' },
  SCORE_ENDED: {
    from: 'score_requests',
    where: 'ended_at IS NOT NULL',
    at: 'ended_at',
    detail: joinedText('product_code', 'status', `COALESCE(failure_code, '')`),
  },
  ACTION: {
    from: 'audit_log',
    // `READ_CUSTOMER` is left out: what staff read about a customer is the kind `READ`, from `access_entries`.
    where: `action <> 'READ_CUSTOMER'`,
    at: 'at',
    actor: 'actor',
    detail: 'action',
  },
  READ: { from: 'access_entries', at: 'at', actor: 'actor', detail: 'operation' },
}

const selectOf = ([kind, part]: readonly [string, Part], which: string): string =>
  `SELECT ${part.at} AS at, '${kind}' AS kind, ${part.id ?? 'id'} AS id, customer_id, ${part.actor ?? 'NULL'} AS actor,
     ${part.detail ?? 'NULL'} AS detail, ${part.hasAmount ? 'amount, currency' : 'NULL AS amount, NULL AS currency'}
   FROM ${part.from} WHERE ${part.where ?? 'TRUE'} AND ${which}`

const sqlOf: Readonly<Record<keyof HistoryRow, string>> = {
  at: 'history.at',
  kind: 'history.kind',
  id: 'history.id',
  customerId: 'history.customer_id',
  actor: 'history.actor',
  detail: 'history.detail',
  amount: 'history.amount',
  currency: 'history.currency',
}

const rowOf = columns({
  at: integer,
  kind: word<HistoryKind>(),
  id: text,
  customerId: text,
  actor: orNull(text),
  detail: orNull(text),
  amount: orNull(amount),
  currency: orNull(text),
})

/** The events of the customers. The condition is repeated in each part, since MariaDB does not push it down. */
export const historySource: Source<HistoryRow> = {
  from: (_sql, _conditions, customerIds) => {
    const entries = Object.entries(parts)
    const { sql, parameters } = customerIds
      ? columnIn('customer_id', customerIds)
      : { sql: 'TRUE', parameters: [] }
    return {
      sql: `(${entries.map((part) => selectOf(part, sql)).join(' UNION ALL ')}) history`,
      parameters: entries.flatMap(() => parameters),
    }
  },
  columns: () => Object.values(sqlOf),
  column: (_sql: Sql, property) => sqlOf[property],
  rowOf: (_sql, row) => rowOf(row),
}
