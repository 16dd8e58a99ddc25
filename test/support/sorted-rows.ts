import type { Row } from '../../src/platform/database/database.js'

const textOf = (row: Row): string => Object.values(row).map(String).join('\n')

/** Rows in a total order of their values, to compare whole tables: a database may return them in another one each time. */
export const sortedRows = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
