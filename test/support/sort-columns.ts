import type { Database, Tx } from '../../src/platform/database/database.js'

/**
 * The columns by which lists are sorted, by table. They must not change: a row that moves could be shown twice, or
 * never, to somebody who pages through a list.
 */
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

/** Throws if a statement changes a column by which a list is sorted. */
export const checkSortColumns = (statement: string): void => {
  const [, table = '', changes = ''] = updated.exec(statement) ?? keptOnConflict.exec(statement) ?? []
  // Setting a column to itself is allowed: MySQL needs it for an insert that keeps an existing row.
  const changed = sortColumns[table]?.filter((column) =>
    new RegExp(`(?<![\\w.])${column} = (?!${column}$)`).test(changes),
  )
  if (changed?.length) throw new Error(`${table}: lists are sorted by ${changed.join()}, which was changed`)
}

/** A database whose statements are checked for changes of sort columns. */
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
