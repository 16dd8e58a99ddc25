import type { Sql } from './database.js'
import { only, text } from './read-row.js'

/** Ids after one (exclusive) and up to another (inclusive). */
export interface IdRange {
  readonly after: string
  readonly upTo: string
}

/** Sorts after all ids. */
const lastId = '~'

/** A table, and a condition that selects rows of it. */
interface Rows {
  readonly table: string
  readonly where?: string
  readonly parameters?: readonly unknown[]
}

/** Ranges of a given number of ids that together contain all these rows. There is at least one; the last has no end. */
export async function* idRanges(
  sql: Sql,
  { table, where = 'TRUE', parameters = [] }: Rows,
  atOnce: number,
): AsyncGenerator<IdRange> {
  for (let after = ''; ;) {
    const [row] = await sql.all(
      `SELECT id FROM ${table} WHERE ${where} AND id > ? ORDER BY id LIMIT 1 OFFSET ${atOnce - 1}`,
      [...parameters, after],
    )
    const upTo = row ? only(row, text) : lastId
    yield { after, upTo }
    if (!row) return
    after = upTo
  }
}
