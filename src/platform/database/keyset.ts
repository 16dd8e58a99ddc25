import type { Row, Sql } from './database.js'
import { inList } from './in-list.js'
import { columnOf, columnsOf, hydrate, tableOf } from './rows.js'
import { columns, integer, only, text } from './read-row.js'

/** A condition of a statement, with the values of its placeholders. */
export interface Condition {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** The same condition split into several, each with a page of its own: a row that meets `sql` meets exactly one of them. */
  readonly alternatives?: readonly Condition[]
}

/** The source of a list: tables, joins and columns. */
export interface Source<T> {
  /**
   * Tables and joins; which table is read first may depend on the conditions. `parents`: the ids of the parents whose rows are read. A
   * sub-query in the text should filter by them itself, since the database does not push the condition of the statement into it.
   */
  readonly from: (
    sql: Sql,
    conditions: readonly Condition[],
    parents?: readonly string[],
  ) => string | Condition
  /** The columns, each ending with `AS` and its name in a row. */
  readonly columns: (sql: Sql) => readonly string[]
  readonly column: (sql: Sql, property: keyof T & string) => string
  readonly rowOf: (sql: Sql, row: Row) => T
  /** The first two columns of an index: one to filter by, and one to order by. */
  readonly listedBy?: readonly [first: keyof T & string, then: keyof T & string]
}

/** All rows of an entity. */
export const rowsOf = <T extends object>(
  entity: new () => T,
  listedBy?: NonNullable<Source<T>['listedBy']>,
): Source<T> => ({
  ...(listedBy && { listedBy }),
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

/** The requested rows, in a total order: its last column is unique. */
export interface Listing {
  readonly conditions: readonly Condition[]
  readonly order: readonly SortColumn[]
}

export interface Page extends Listing {
  /** The values of the order's columns in the last row seen; null for the first page. */
  readonly after: readonly unknown[] | null
  readonly limit: number
}

/**
 * The rows after a cursor. The condition limits one column after the other, so that an index serves it on both
 * databases: for a row comparison MySQL reads the whole index.
 */
const afterCursor = (
  [column, ...rest]: readonly SortColumn[],
  [value, ...values]: readonly unknown[],
): Condition => {
  if (!column) throw new Error('a cursor has at least one column')
  const beyond = `${column.sql} ${column.descending ? '<' : '>'}`
  if (rest.length === 0) return { sql: `${beyond} ?`, parameters: [value] }
  const next = afterCursor(rest, values)
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
  allOf(after === null ? conditions : [...conditions, afterCursor(order, after)])

const fromOf = <T>(source: Source<T>, ...asked: Parameters<Source<T>['from']>): Condition => {
  const from = source.from(...asked)
  return typeof from === 'string' ? { sql: from, parameters: [] } : from
}

/** The most values for which each value is read as a page of its own (`splitConditionOf`). */
const alternativesMax = 8

/** `column IN (...)`, with one alternative for each value if there are only a few; false for an empty list. */
export const columnIn = (column: string, values: readonly string[]): Condition => {
  if (values.length === 0) return { sql: '1 = 0', parameters: [] }
  const { places, parameters } = inList(values)
  const sql = `${column} IN (${places})`
  const distinctValues = [...new Set(values)]
  if (distinctValues.length > alternativesMax) return { sql, parameters }
  return {
    sql,
    parameters,
    alternatives: distinctValues.map((value) => ({ sql: `${column} = ?`, parameters: [value] })),
  }
}

/**
 * Finds the condition `column IN (...)` whose page is read value by value, because an index has the rows of each value
 * in the requested order; undefined if there is none. With one read for all values the database would sort all of their
 * rows, or read those of other values.
 */
const splitConditionOf = <T>(sql: Sql, { listedBy, column }: Source<T>, { conditions, order }: Page) => {
  if (!listedBy || order[0]?.sql !== column(sql, listedBy[1])) return undefined
  const begin = `${column(sql, listedBy[0])} IN (`
  return conditions.find(
    ({ sql: text, alternatives = [] }) => text.startsWith(begin) && alternatives.length > 1,
  )
}

/** The name of a column in a row. */
const nameOf = (column: string): string => /\w+$/.exec(column)![0]

/**
 * The rows after a cursor, read from an index of the order if there is one. Rows that exist during the whole paging are shown exactly
 * once, whatever is inserted or deleted meanwhile.
 */
export const readPage = async <T>(sql: Sql, source: Source<T>, page: Page): Promise<T[]> => {
  const columns = source.columns(sql)
  const pageOf = (conditions: readonly Condition[]): Condition => {
    const where = conditionsOf({ ...page, conditions })
    const from = fromOf(source, sql, conditions)
    return {
      sql: `SELECT ${columns.join(', ')} FROM ${from.sql} ${where.sql} ${orderBy(page.order)} LIMIT ${page.limit}`,
      parameters: [...from.parameters, ...where.parameters],
    }
  }
  const splitCondition = splitConditionOf(sql, source, page)
  if (!splitCondition) {
    const { sql: text, parameters } = pageOf(page.conditions)
    return (await sql.all(text, parameters)).map((row) => source.rowOf(sql, row))
  }
  const pages = splitCondition.alternatives!.map((alternative) =>
    pageOf(page.conditions.map((condition) => (condition === splitCondition ? alternative : condition))),
  )
  const order = page.order.map((each) => ({ ...each, sql: nameOf(each.sql) }))
  const rows = await sql.all(
    `SELECT * FROM (${pages.map(({ sql: one }, i) => `SELECT * FROM (${one}) page_${i}`).join(' UNION ALL ')}) pages
     ${orderBy(order)} LIMIT ${page.limit}`,
    pages.flatMap(({ parameters }) => parameters),
  )
  return rows.map((row) => source.rowOf(sql, row))
}

/** A read statement, and the names of its columns. */
export interface Query extends Condition {
  readonly columns: readonly string[]
}

/** Runs a query, on its own or as a part of a larger statement. */
export type RunQuery = (query: Query) => Promise<readonly Row[]>

const runAlone =
  (sql: Sql): RunQuery =>
  ({ sql: text, parameters }) =>
    sql.all(text, parameters)

/** The property that holds a row's parent, and the requested parents. */
interface Below<T> {
  readonly parent: keyof T & string
  readonly ids: readonly string[]
}

const placeOf = columns({ placeInPage: integer })

/** The same page of each of many parents, in one statement. */
export const readPages = async <T>(
  sql: Sql,
  source: Source<T>,
  { parent, ids, page }: Below<T> & { readonly page: Page },
  runQuery = runAlone(sql),
): Promise<T[]> => {
  const column = source.column(sql, parent)
  const columns = source.columns(sql)
  const where = conditionsOf({ ...page, conditions: [columnIn(column, ids), ...page.conditions] })
  const from = fromOf(source, sql, [where], ids)
  const rows = await runQuery({
    sql: `SELECT * FROM (
       SELECT ${columns.join(', ')}, ROW_NUMBER() OVER (PARTITION BY ${column} ${orderBy(page.order)}) AS place_in_page
       FROM ${from.sql} ${where.sql}) ranked
     WHERE place_in_page <= ${page.limit}`,
    parameters: [...from.parameters, ...where.parameters],
    columns: [...columns.map(nameOf), 'place_in_page'],
  })
  return rows
    .toSorted((a, b) => placeOf(a).placeInPage - placeOf(b).placeInPage)
    .map((row) => source.rowOf(sql, row))
}

/** The number of rows, counted up to `max`. */
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
  return only(row, integer)
}

const countOf = columns({ parent: text, n: integer })

/** The number of rows of each of many parents, without a maximum, in one statement; a parent without rows is left out. */
export const countRowsOf = async <T>(
  sql: Sql,
  source: Source<T>,
  { parent, ids, conditions }: Below<T> & { readonly conditions: readonly Condition[] },
  runQuery = runAlone(sql),
): Promise<ReadonlyMap<string, number>> => {
  const column = source.column(sql, parent)
  const where = allOf([columnIn(column, ids), ...conditions])
  const from = fromOf(source, sql, [where], ids)
  const rows = await runQuery({
    sql: `SELECT ${column} AS parent, COUNT(*) AS n FROM ${from.sql} ${where.sql} GROUP BY ${column}`,
    parameters: [...from.parameters, ...where.parameters],
    columns: ['parent', 'n'],
  })
  return new Map(rows.map(countOf).map(({ parent, n }) => [parent, n]))
}
