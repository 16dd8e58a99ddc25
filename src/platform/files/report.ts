import type { Role } from '../../kernel/call.js'
import type { Sql } from '../database/database.js'

/** Some rows of a file, and whose they are. */
export interface ReportPage {
  readonly rows: readonly (readonly unknown[])[]
  readonly customerIds?: readonly string[]
}

/** A file that is made by statements of its own, and is no list of GraphQL. */
export interface Report {
  readonly name: string
  readonly readers: readonly Role[]
  /** @param filter as JSON came. Refuses: INVALID_ARGUMENT. */
  readonly open: (
    sql: Sql,
    filter: unknown,
  ) => Promise<{ readonly columns: readonly string[]; readonly pages: AsyncIterable<ReportPage> }>
}
