import type { Row, Sql } from './database.js'
import { inList } from './in-list.js'
import { columnOf, columnsOf, hydrate, tableOf } from './rows.js'

/** A condition of a statement, with the values of its places. */
export interface Condition {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** Where the rows of a list are, and what they are made of. */
export interface Source<T> {
  /**
   * Tables and joins; the conditions that are set may tell which is read first. `parents`, where they are given, are those whose
   * rows alone are wanted: for tables into which a database carries no condition.
   */
  readonly from: (
    sql: Sql,
    conditions: readonly Condition[],
    parents?: readonly string[],
  ) => string | Condition
  /** Each ends with the name that it has in a row. */
  readonly columns: (sql: Sql) => readonly string[]
  readonly column: (sql: Sql, property: keyof T & string) => string
  readonly rowOf: (sql: Sql, row: Row) => T
}

/** All rows of an entity. */
export const rowsOf = <T extends object>(entity: new () => T): Source<T> => ({
  from: (sql) => tableOf(sql, entity),
  columns: (sql) => columnsOf(sql, entity).split(', '),
  column: (sql, property) => columnOf(sql, entity, property),
  rowOf: (sql, row) => hydrate(sql, entity, row),
})

/** A column that never changes, by which rows are listed. */
export interface SortColumn {
  readonly sql: string
  readonly descending: boolean
}

/** The rows that are wanted, in an order that is total: its last column is unique. */
export interface Listing {
  readonly conditions: readonly Condition[]
  readonly order: readonly SortColumn[]
}

export interface Page extends Listing {
  /** The values of the columns of the order in the last row that was seen; null for the first page. */
  readonly after: readonly unknown[] | null
  readonly limit: number
}

/**
 * The rows behind a place. Each column bounds its index before the next one is asked, which an index serves on MySQL as on
 * SQLite; MySQL reads all of it for a comparison of rows.
 */
const behind = (
  [column, ...rest]: readonly SortColumn[],
  [value, ...values]: readonly unknown[],
): Condition => {
  if (!column) throw new Error('a place has a column')
  const beyond = `${column.sql} ${column.descending ? '<' : '>'}`
  if (rest.length === 0) return { sql: `${beyond} ?`, parameters: [value] }
  const next = behind(rest, values)
  return {
    sql: `${beyond}= ? AND (${beyond} ? OR (${next.sql}))`,
    parameters: [value, value, ...next.parameters],
  }
}

const allOf = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => `(${sql})`).join(' AND ')}`,
  parameters: conditions.flatMap(({ parameters }) => parameters),
})

const orderBy = (order: readonly SortColumn[]): string =>
  `ORDER BY ${order.map(({ sql, descending }) => (descending ? `${sql} DESC` : sql)).join(', ')}`

const conditionsOf = ({ conditions, order, after }: Page): Condition =>
  allOf(after === null ? conditions : [...conditions, behind(order, after)])

const fromOf = <T>(source: Source<T>, ...asked: Parameters<Source<T>['from']>): Condition => {
  const from = source.from(...asked)
  return typeof from === 'string' ? { sql: from, parameters: [] } : from
}

/** `column IN (...)`; nothing is in an empty list. */
export const isAnyOf = (column: string, values: readonly string[]): Condition => {
  if (values.length === 0) return { sql: '1 = 0', parameters: [] }
  const { places, parameters } = inList(values)
  return { sql: `${column} IN (${places})`, parameters }
}

/**
 * The rows behind a place, off an index where there is one of the order. What is there while somebody pages is shown once
 * and never passed over, whatever comes and goes meanwhile.
 */
export const readPage = async <T>(sql: Sql, source: Source<T>, page: Page): Promise<T[]> => {
  const where = conditionsOf(page)
  const from = fromOf(source, sql, page.conditions)
  const rows = await sql.all(
    `SELECT ${source.columns(sql).join(', ')} FROM ${from.sql} ${where.sql} ${orderBy(page.order)}
     LIMIT ${page.limit}`,
    [...from.parameters, ...where.parameters],
  )
  return rows.map((row) => source.rowOf(sql, row))
}

/** A statement that reads, and the names of its columns. */
export interface Query extends Condition {
  readonly columns: readonly string[]
}

/** Asks by itself, or as a part of a larger statement. */
export type Ask = (query: Query) => Promise<readonly Row[]>

const alone =
  (sql: Sql): Ask =>
  ({ sql: text, parameters }) =>
    sql.all(text, parameters)

const nameOf = (column: string): string => /\w+$/.exec(column)![0]

/** The property that names the parents, and which of them. */
interface Below<T> {
  readonly parent: keyof T & string
  readonly ids: readonly string[]
}

/** The same page of each of many parents, in one statement. */
export const readPages = async <T>(
  sql: Sql,
  source: Source<T>,
  { parent, ids, page }: Below<T> & { readonly page: Page },
  ask = alone(sql),
): Promise<T[]> => {
  const column = source.column(sql, parent)
  const columns = source.columns(sql)
  const where = conditionsOf({ ...page, conditions: [isAnyOf(column, ids), ...page.conditions] })
  const from = fromOf(source, sql, [where], ids)
  const rows = await ask({
    sql: `SELECT * FROM (
       SELECT ${columns.join(', ')}, ROW_NUMBER() OVER (PARTITION BY ${column} ${orderBy(page.order)}) AS place_in_page
       FROM ${from.sql} ${where.sql}) ranked
     WHERE place_in_page <= ${page.limit}`,
    parameters: [...from.parameters, ...where.parameters],
    columns: [...columns.map(nameOf), 'place_in_page'],
  })
  const placeOf = (row: Row) => Number(row['place_in_page'])
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b)).map((row) => source.rowOf(sql, row))
}

/** How many rows there are, counted no further than `max`. */
export const countRows = async <T>(
  sql: Sql,
  source: Source<T>,
  conditions: readonly Condition[],
  max: number,
): Promise<number> => {
  const where = allOf(conditions)
  const from = fromOf(source, sql, conditions)
  const [row] = await sql.all(
    `SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM ${from.sql} ${where.sql} LIMIT ${max}) counted`,
    [...from.parameters, ...where.parameters],
  )
  return Number(row?.['n'] ?? 0)
}

/** The same of each of many parents, in one statement. */
export const countRowsOf = async <T>(
  sql: Sql,
  source: Source<T>,
  { parent, ids, conditions }: Below<T> & { readonly conditions: readonly Condition[] },
  ask = alone(sql),
): Promise<ReadonlyMap<string, number>> => {
  const column = source.column(sql, parent)
  const where = allOf([isAnyOf(column, ids), ...conditions])
  const from = fromOf(source, sql, [where], ids)
  const rows = await ask({
    sql: `SELECT ${column} AS parent, COUNT(*) AS n FROM ${from.sql} ${where.sql} GROUP BY ${column}`,
    parameters: [...from.parameters, ...where.parameters],
    columns: ['parent', 'n'],
  })
  return new Map(rows.map((row) => [String(row['parent']), Number(row['n'])]))
}
