import { columns, orNull, text } from '../../platform/database/read-row.js'
import { batchedRead } from '../../platform/database/batched-read.js'
import type { Sql } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { selectAll, selectOne } from '../../platform/database/rows.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import { Account, Customer } from './customer.entity.js'

/**
 * The gateway chooses its menu by this. A customer whose account is closing still has money here and counts as
 * registered.
 */
export interface Registration {
  readonly accountId: string | null
  readonly email: string | null
}

const openAccountOf = columns({ msisdn: text, accountId: text, email: orNull(text) })

/** Batched into one statement for concurrent requests, since every session starts with it. */
export const readRegistration = batchedRead(
  async (sql, msisdns: readonly Msisdn[]): Promise<Registration[]> => {
    const { places, parameters } = inList(msisdns)
    const rows = await sql.all(
      `SELECT customers.msisdn, accounts.id AS account_id, accounts.email
       FROM customers JOIN accounts ON accounts.open_key = customers.id
       WHERE customers.msisdn IN (${places})`,
      parameters,
    )
    const byMsisdn = new Map(rows.map(openAccountOf).map(({ msisdn, ...account }) => [msisdn, account]))
    return msisdns.map((msisdn) => byMsisdn.get(msisdn) ?? { accountId: null, email: null })
  },
)

/** The customer of this number, also when their account is closed. */
export const readCustomer = (sql: Sql, msisdn: Msisdn): Promise<Customer | undefined> =>
  selectOne(sql, Customer, 'WHERE msisdn = ?', [msisdn])

/** `ids` has at least one; unknown ids are left out. */
export const readCustomers = (sql: Sql, ids: readonly string[]): Promise<Customer[]> => {
  const { places, parameters } = inList(ids)
  return selectAll(sql, Customer, `WHERE id IN (${places})`, parameters)
}

/** `ids` has at least one; unknown ids are left out. */
export const readAccountsById = (sql: Sql, ids: readonly string[]): Promise<Account[]> => {
  const { places, parameters } = inList(ids)
  return selectAll(sql, Account, `WHERE id IN (${places})`, parameters)
}

/** All accounts of these customers, the latest first. */
export const readAccounts = (sql: Sql, customerIds: readonly string[]): Promise<Account[]> => {
  const { places, parameters } = inList(customerIds)
  return selectAll(
    sql,
    Account,
    `WHERE customer_id IN (${places}) ORDER BY created_at DESC, id DESC`,
    parameters,
  )
}
