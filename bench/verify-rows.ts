import { createConnection, type RowDataPacket } from 'mysql2/promise'

/** The rows that a deposit's two operations write, without random values and times. */
const written = [
  {
    table: 'request_log',
    columns:
      'operation, customer_id, msisdn, session_id, journey_id, result, terms, shown_text, business_on, expires_at - created_at',
    where: '1 = 1',
  },
  {
    table: 'payment_orders',
    columns:
      'kind, customer_id, account_id, book, msisdn, amount, currency, note, status, failure_code, provider_reason, ' +
      'provider_transaction_id, product_code, business_on, due_at = created_at, sends, polls, sent_at, settled_at',
    where: `status = 'CREATED'`,
  },
  {
    table: 'audit_log',
    columns: `actor, action, customer_id, state_before, REGEXP_REPLACE(state_after, 'DEP-[0-9A-Z]{26}', '')`,
    where: `action = 'CONFIRM_DEPOSIT'`,
  },
] as const

/**
 * Checks that each row is in the database twice, once written by the service and once by the peer: both made the same
 * deposits, and `deposits` is how many each of them made.
 */
export const verifyRows = async (databaseUrl: string, deposits: number): Promise<void> => {
  const connection = await createConnection(databaseUrl)
  try {
    for (const { table, columns, where } of written) {
      const [groups] = await connection.query<RowDataPacket[]>(
        `SELECT COUNT(*) AS times, MIN(id) AS example FROM ${table} WHERE ${where} GROUP BY ${columns}`,
      )
      const odd = groups.find(({ times }) => Number(times) !== 2)
      if (odd)
        throw new Error(
          `${table}: the row ${String(odd['example'])} exists ${String(odd['times'])} times, not twice`,
        )
      if (groups.length !== deposits)
        throw new Error(`${table}: ${groups.length} rows for ${deposits} deposits`)
    }
  } finally {
    await connection.end()
  }
}
