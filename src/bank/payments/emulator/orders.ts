import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Instant } from '../../../kernel/clock.js'
import type { PaymentKind } from '../port.js'

/** An order as it arrived under a reference. */
export interface NewOrder {
  readonly reference: string
  readonly kind: PaymentKind
  readonly msisdn: string
  readonly amount: string
  readonly currency: string
  readonly externalId: string
  readonly payerMessage: string
  readonly payeeNote: string
  readonly callbackUrl: string | null
  readonly immediate: boolean
}

export interface EmulatedStatus {
  readonly status: 'PENDING' | 'SUCCESSFUL' | 'FAILED'
  readonly reason: string | null
}

/** `acceptedAt` is null until a call is accepted; `outcome` is what the outcome control set. */
export interface StoredOrder extends NewOrder {
  readonly transactionId: string
  readonly sends: number
  readonly acceptedAt: Instant | null
  readonly refusedToken: string | null
  readonly outcome: EmulatedStatus | null
}

interface OrderFilter {
  readonly externalId?: string | undefined
  readonly msisdn?: string | undefined
}

/** The emulator's store. Every write is in the file before the call returns, so a killed process loses nothing. */
export interface OrderStore {
  find(reference: string): StoredOrder | undefined
  /** Counts one more call of the reference, and writes the order when it is the first. */
  recordCall(order: NewOrder): StoredOrder
  recordAccepted(reference: string, at: Instant): void
  recordTokenRefused(reference: string, token: string): void
  setOutcome(reference: string, outcome: EmulatedStatus): void
  /** The newest first, at most a thousand. */
  list(filter: OrderFilter): readonly StoredOrder[]
  close(): void
}

const schema = `
  CREATE TABLE IF NOT EXISTS orders (
    number INTEGER PRIMARY KEY,
    reference TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    msisdn TEXT NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    external_id TEXT NOT NULL,
    payer_message TEXT NOT NULL,
    payee_note TEXT NOT NULL,
    callback_url TEXT,
    immediate INTEGER NOT NULL,
    sends INTEGER NOT NULL,
    accepted_at INTEGER,
    refused_token TEXT,
    outcome_status TEXT,
    outcome_reason TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS orders_by_msisdn ON orders (msisdn);
  CREATE INDEX IF NOT EXISTS orders_by_external_id ON orders (external_id);
`

interface Row {
  number: number
  reference: string
  kind: PaymentKind
  msisdn: string
  amount: string
  currency: string
  external_id: string
  payer_message: string
  payee_note: string
  callback_url: string | null
  immediate: number
  sends: number
  accepted_at: number | null
  refused_token: string | null
  outcome_status: EmulatedStatus['status'] | null
  outcome_reason: string | null
}

/** A store in `emulator.sqlite` under the directory, which must exist; in memory without one. */
export const openOrderStore = (directory?: string): OrderStore => {
  const database = new DatabaseSync(directory === undefined ? ':memory:' : join(directory, 'emulator.sqlite'))
  // The write-ahead log survives a kill of the process; only a power cut may lose its last rows.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  database.exec(schema)

  const byReference = database.prepare('SELECT * FROM orders WHERE reference = ?')
  const receive = database.prepare(`
    INSERT INTO orders (reference, kind, msisdn, amount, currency, external_id, payer_message, payee_note,
                        callback_url, immediate, sends)
    VALUES (@reference, @kind, @msisdn, @amount, @currency, @externalId, @payerMessage, @payeeNote,
            @callbackUrl, @immediate, 1)
    ON CONFLICT (reference) DO UPDATE SET sends = sends + 1
    RETURNING *`)
  const accept = database.prepare('UPDATE orders SET accepted_at = ? WHERE reference = ?')
  const refuseToken = database.prepare('UPDATE orders SET refused_token = ? WHERE reference = ?')
  const settle = database.prepare(
    'UPDATE orders SET outcome_status = ?, outcome_reason = ? WHERE reference = ?',
  )
  const select = database.prepare(`
    SELECT * FROM orders
    WHERE (@externalId IS NULL OR external_id = @externalId) AND (@msisdn IS NULL OR msisdn = @msisdn)
    ORDER BY number DESC LIMIT 1000`)

  const rowsOf = (found: readonly unknown[]): readonly StoredOrder[] => (found as readonly Row[]).map(orderOf)

  return {
    find: (reference) => rowsOf(byReference.all(reference))[0],
    recordCall: (order) => rowsOf(receive.all({ ...order, immediate: order.immediate ? 1 : 0 }))[0]!,
    recordAccepted: (reference, at) => void accept.run(at, reference),
    recordTokenRefused: (reference, token) => void refuseToken.run(token, reference),
    setOutcome: (reference, { status, reason }) => void settle.run(status, reason, reference),
    list: ({ externalId = null, msisdn = null }) => rowsOf(select.all({ externalId, msisdn })),
    close: () => void database.close(),
  }
}

const firstTransactionId = 1_000_000_000

const orderOf = (row: Row): StoredOrder => ({
  reference: row.reference,
  kind: row.kind,
  msisdn: row.msisdn,
  amount: row.amount,
  currency: row.currency,
  externalId: row.external_id,
  payerMessage: row.payer_message,
  payeeNote: row.payee_note,
  callbackUrl: row.callback_url,
  immediate: row.immediate === 1,
  transactionId: String(firstTransactionId + row.number),
  sends: row.sends,
  acceptedAt: row.accepted_at,
  refusedToken: row.refused_token,
  outcome: row.outcome_status && { status: row.outcome_status, reason: row.outcome_reason },
})
