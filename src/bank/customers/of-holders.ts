import { columnIn, type Condition } from '../../platform/database/keyset.js'

/**
 * A condition that selects rows by the customers who hold these accounts, for tables with an index on customers and none on
 * accounts. An account belongs to one customer.
 */
export const ofHolders =
  (column: string) =>
  (accountIds: readonly string[]): Condition => {
    const { sql, parameters } = columnIn('accounts.id', accountIds)
    return { sql: `${column} IN (SELECT accounts.customer_id FROM accounts WHERE ${sql})`, parameters }
  }
