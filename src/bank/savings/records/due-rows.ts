import { only, text } from '../../../platform/database/read-row.js'
import type { Sql } from '../../../platform/database/database.js'

/** A query of the rows that are due for a step of a day. */
export interface DueRows {
  /** The column that identifies a row, and by which rows are ordered. */
  readonly id: string
  /** The tables and the WHERE, without the FROM itself. */
  readonly from: string
  readonly parameters: readonly unknown[]
}

/** The ids of due rows, a bounded batch after an id. */
export const dueIds = async (
  sql: Sql,
  { id, from, parameters }: DueRows,
  after: string,
  limit: number,
): Promise<string[]> => {
  const rows = await sql.all(
    `SELECT ${id} AS id FROM ${from} AND ${id} > ? ORDER BY ${id} LIMIT ${Math.trunc(limit)}`,
    [...parameters, after],
  )
  return rows.map((row) => only(row, text))
}

/** A condition that holds when any of these rows exists; false for none. */
export const someDue = (
  dues: readonly DueRows[],
): Pick<DueRows, 'parameters'> & { readonly sql: string } => ({
  sql: dues.length === 0 ? 'FALSE' : dues.map(({ from }) => `EXISTS (SELECT 1 FROM ${from})`).join(' OR '),
  parameters: dues.flatMap(({ parameters }) => parameters),
})
