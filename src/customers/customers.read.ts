import type { Sql } from '../database/database.js'
import type { Msisdn } from '../shared/msisdn.js'

/** What the gateway routes by. A customer whose account is closing still owns money: they are registered. */
export interface Registration {
  readonly accountId: string | null
  readonly email: string | null
}

/** One statement: this is asked at the start of every session. */
export const readRegistration = async (sql: Sql, msisdn: Msisdn): Promise<Registration> => {
  const [row] = await sql.all(
    `SELECT accounts.id AS account_id, customers.email
     FROM customers JOIN accounts ON accounts.open_key = customers.id
     WHERE customers.msisdn = ?`,
    [msisdn],
  )
  return { accountId: (row?.['account_id'] ?? null) as string | null, email: (row?.['email'] ?? null) as string | null }
}

