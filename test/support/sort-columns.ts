import type { Database, Tx } from '../../src/platform/database/database.js'

/** The sort columns of lists, by table: a row that moved would be shown twice while somebody pages, or never. */
export const sortColumns: Readonly<Record<string, readonly string[]>> = {
  access_entries: ['at', 'id'],
  account_blocks: ['id'],
  accounts: ['id'],
  approval_delegations: ['id'],
  approval_limits: ['id'],
  audit_log: ['at', 'id'],
  clocks: ['id'],
  customers: ['id'],
  day_exceptions: ['created_at', 'position_id', 'step'],
  deposits: ['created_at', 'id', 'principal'],
  journals: ['business_on', 'id'],
  notes: ['id'],
  order_comparisons: ['day'],
  payment_orders: ['amount', 'created_at', 'id'],
  payouts: ['amount', 'created_at', 'id'],
  positions: ['id', 'maturity_on'],
  postings: ['journal_id', 'line'],
  product_versions: ['code', 'id', 'published_at'],
  proposals: ['id'],
  provider_lines: ['completed_on', 'transaction_id'],
  request_log: ['id'],
  review_cases: ['id'],
  role_assignments: ['id'],
  score_requests: ['id'],
  statements: ['created_at', 'id'],
  walk_days: ['book', 'day'],
}

const updated = /\bUPDATE (\w+) SET (.*?)(?: WHERE |$)/s
const keptOnConflict = /\bINSERT INTO (\w+) .*\b(?:DO UPDATE SET|ON DUPLICATE KEY UPDATE) (.*)$/s

/** Throws for a statement that changes what a list is sorted by. */
export const checkSortColumns = (statement: string): void => {
  const [, table = '', changes = ''] = updated.exec(statement) ?? keptOnConflict.exec(statement) ?? []
  // MySQL keeps a row that is there by giving it its own key.
  const changed = sortColumns[table]?.filter((column) =>
    new RegExp(`(?<![\\w.])${column} = (?!${column}$)`).test(changes),
  )
  if (changed?.length) throw new Error(`${table}: lists are sorted by ${changed.join()}, which was changed`)
}

/** The same database, on which nothing changes what a list is sorted by. */
export const withFixedSorts = (database: Database): Database => {
  const watched = (tx: Tx): Tx => ({
    ...tx,
    run: async (statement, parameters) => {
      checkSortColumns(statement)
      return tx.run(statement, parameters)
    },
  })
  return {
    ...database,
    inTransaction: (work) => database.inTransaction((tx) => work(watched(tx))),
    inOneStatement: (work) => database.inOneStatement((tx) => work(watched(tx))),
  }
}
