import { isAnyOf, type Condition } from '../../platform/database/keyset.js'

/**
 * Rows of the customers who hold these accounts. An account belongs to one customer, and tables have an index of customers where they have
 * none of accounts.
 */
export const ofHolders =
  (column: string) =>
  (accountIds: readonly string[]): Condition => {
    const { sql, parameters } = isAnyOf('accounts.id', accountIds)
    return { sql: `${column} IN (SELECT accounts.customer_id FROM accounts WHERE ${sql})`, parameters }
  }
