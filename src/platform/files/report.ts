import type { Role } from '../../kernel/call.js'
import type { Sql } from '../database/database.js'

/** Some rows of a file, and the customers that they are about. */
export interface ReportPage {
  readonly rows: readonly (readonly unknown[])[]
  readonly customerIds?: readonly string[]
}

/** A file that is made by its own SQL, and not from a list of GraphQL. */
export interface Report {
  readonly name: string
  readonly readers: readonly Role[]
  /** @param filter the parsed JSON of the request, not checked yet. Refuses: INVALID_ARGUMENT. */
  readonly open: (
    sql: Sql,
    filter: unknown,
  ) => Promise<{ readonly columns: readonly string[]; readonly pages: AsyncIterable<ReportPage> }>
}
