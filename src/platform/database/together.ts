import DataLoader from 'dataloader'
import type { Row, Sql } from './database.js'
import type { RunQuery, Query } from './keyset.js'
import { columns, integer } from './read-row.js'

/** The most queries of one statement. */
const queriesMax = 20

/**
 * Each query is a part of a UNION: a column with its number, then its own columns as texts, so that all parts have the same types.
 * The readers of rows accept texts, since MySQL returns large numbers as texts.
 */
const union = (queries: readonly Query[]): string => {
  const width = Math.max(...queries.map(({ columns }) => columns.length))
  const cells = ({ columns }: Query) =>
    Array.from({ length: width }, (_, i) => {
      const value = i < columns.length ? `CAST(q.${columns[i]} AS CHAR)` : 'NULL'
      return `${value} AS c${i}`
    })
  return queries
    .map((query, number) => `SELECT ${number} AS query, ${cells(query).join(', ')} FROM (${query.sql}) q`)
    .join(' UNION ALL ')
}

const queryOf = columns({ query: integer })

const runAll = async (sql: Sql, queries: readonly Query[]): Promise<Row[][]> => {
  const [first, ...others] = queries
  if (first && others.length === 0) return [await sql.all(first.sql, first.parameters)]
  const rowsOfQueries: Row[][] = queries.map(() => [])
  for (const row of await sql.all(
    union(queries),
    queries.flatMap(({ parameters }) => parameters),
  )) {
    const { query: number } = queryOf(row)
    const names = queries[number]!.columns
    rowsOfQueries[number]!.push(Object.fromEntries(names.map((name, i) => [name, row[`c${i}`] ?? null])))
  }
  return rowsOfQueries
}

/** Combines the queries of one turn of the event loop into one statement. The order of their rows is lost (docs/decisions/0166). */
export const together = (sql: Sql): RunQuery => {
  const loader = new DataLoader<Query, readonly Row[]>((queries) => runAll(sql, queries), {
    cache: false,
    maxBatchSize: queriesMax,
    batchScheduleFn: (ask) => setImmediate(ask),
  })
  return (query) => loader.load(query)
}
