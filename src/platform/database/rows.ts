import type { DataSource, EntityMetadata } from 'typeorm'
import type { Row, Sql, Tx } from './database.js'
import { inSets } from './in-sets.js'

// Typed rows without the cost of an ORM: entities define the columns, and the SQL is written by hand (docs/decisions/0002).
// `clauses` is everything after the table's name in a SELECT, with `?` for each parameter.

type Entity<T> = new () => T
type ColumnMetadata = EntityMetadata['columns'][number]

/** A value that the database's own clock sets when the row is written. */
export const databaseNow = Symbol('databaseNow')

type Values<T> = { readonly [K in keyof T]?: T[K] | typeof databaseNow }

interface Shape {
  readonly table: string
  readonly select: string
  readonly columns: readonly ColumnMetadata[]
  readonly byProperty: ReadonlyMap<string, ColumnMetadata>
  /** The columns for a SELECT, by the prefix of their names. */
  readonly selectByPrefix: Map<string, string>
}

const shapes = new WeakMap<DataSource, Map<unknown, Shape>>()

const shapeOf = (dataSource: DataSource, entity: Entity<object>): Shape => {
  let known = shapes.get(dataSource)
  if (!known) shapes.set(dataSource, (known = new Map()))
  let shape = known.get(entity)
  if (!shape) {
    const { tableName, columns } = dataSource.getMetadata(entity)
    shape = {
      table: tableName,
      select: columns.map(({ databaseName }) => `${tableName}.${databaseName}`).join(', '),
      columns,
      byProperty: new Map(columns.map((column) => [column.propertyName, column])),
      selectByPrefix: new Map(),
    }
    known.set(entity, shape)
  }
  return shape
}

const selectOf = (table: string, columns: readonly ColumnMetadata[], prefix: string): string =>
  columns.map(({ databaseName }) => `${table}.${databaseName} AS ${prefix}${databaseName}`).join(', ')

const transformerOf = ({ transformer }: ColumnMetadata) =>
  Array.isArray(transformer) ? transformer[0] : transformer

/**
 * The columns of an entity for the SELECT of a join; `hydrate` makes the entity from such a row. A prefix distinguishes columns that
 * have the same name in two tables.
 */
export const columnsOf = <T extends object>(sql: Sql, entity: Entity<T>, prefix = ''): string => {
  const { table, columns, select, selectByPrefix } = shapeOf(sql.dataSource, entity)
  if (prefix === '') return select
  let known = selectByPrefix.get(prefix)
  if (known === undefined) {
    known = selectOf(table, columns, prefix)
    selectByPrefix.set(prefix, known)
  }
  return known
}

export const tableOf = <T extends object>(sql: Sql, entity: Entity<T>): string =>
  shapeOf(sql.dataSource, entity).table

/** The column of a property, with its table. */
export const columnOf = <T extends object>(
  sql: Sql,
  entity: Entity<T>,
  property: keyof T & string,
): string => {
  const { table, byProperty } = shapeOf(sql.dataSource, entity)
  return `${table}.${byProperty.get(property)!.databaseName}`
}

const valueOf = (column: ColumnMetadata, value: Row[string] | undefined): unknown => {
  const transformer = transformerOf(column)
  return transformer ? transformer.from(value) : value
}

export const hydrate = <T extends object>(sql: Sql, entity: Entity<T>, row: Row, prefix = ''): T => {
  const result = new entity() as Record<string, unknown>
  for (const column of shapeOf(sql.dataSource, entity).columns)
    result[column.propertyName] = valueOf(column, row[prefix + column.databaseName])
  return result as T
}

/** Selects only some properties of an entity, for frequent statements, since each column costs time. */
export interface Part<T> {
  columns(sql: Sql): string
  /** Undefined for a row whose outer join matched nothing. */
  read(sql: Sql, row: Row): T | undefined
}

/** The first property must be NOT NULL: a NULL there shows that the outer join matched nothing. */
export const partOf = <T extends object, K extends keyof T & string>(
  entity: Entity<T>,
  properties: readonly [K, ...K[]],
  prefix: string,
): Part<Pick<T, K>> => {
  const known = new WeakMap<DataSource, { readonly select: string; readonly columns: ColumnMetadata[] }>()
  const partFor = ({ dataSource }: Sql) => {
    let part = known.get(dataSource)
    if (!part) {
      const { table, byProperty } = shapeOf(dataSource, entity)
      const columns = properties.map((property) => byProperty.get(property)!)
      known.set(dataSource, (part = { select: selectOf(table, columns, prefix), columns }))
    }
    return part
  }
  return {
    columns: (sql) => partFor(sql).select,
    read: (sql, row) => {
      const { columns } = partFor(sql)
      if (row[prefix + columns[0]!.databaseName] === null) return undefined
      const result: Record<string, unknown> = {}
      for (const column of columns)
        result[column.propertyName] = valueOf(column, row[prefix + column.databaseName])
      return result as Pick<T, K>
    },
  }
}

export const selectAll = async <T extends object>(
  sql: Sql,
  entity: Entity<T>,
  clauses: string,
  parameters: readonly unknown[],
): Promise<T[]> => {
  const rows = await sql.all(
    `SELECT ${columnsOf(sql, entity)} FROM ${shapeOf(sql.dataSource, entity).table} ${clauses}`,
    parameters,
  )
  return rows.map((row) => hydrate(sql, entity, row))
}

export const selectOne = async <T extends object>(
  sql: Sql,
  entity: Entity<T>,
  clauses: string,
  parameters: readonly unknown[],
): Promise<T | undefined> => (await selectAll(sql, entity, clauses, parameters))[0]

/** Column names, placeholders and bound values of a set of properties. */
const bind = (tx: Tx, shape: Shape, values: Values<object>) => {
  const columns: string[] = []
  const places: string[] = []
  const parameters: unknown[] = []
  for (const [property, value] of Object.entries(values)) {
    const column = shape.byProperty.get(property)
    if (!column) throw new Error(`${shape.table} has no ${property}`)
    columns.push(column.databaseName)
    if (value === databaseNow) {
      places.push(tx.dialect.nowMs)
      continue
    }
    const transformer = transformerOf(column)
    places.push('?')
    parameters.push(transformer ? transformer.to(value) : value)
  }
  return { columns, places, parameters }
}

const insertRows = async <T extends object>(
  tx: Tx,
  entity: Entity<T>,
  rows: readonly Values<T>[],
  onConflict: string,
): Promise<void> => {
  const shape = shapeOf(tx.dataSource, entity)
  for (const set of inSets(rows)) {
    const bound = set.map((values) => bind(tx, shape, values))
    await tx.run(
      `INSERT INTO ${shape.table} (${bound[0]!.columns.join(', ')})
       VALUES ${bound.map(({ places }) => `(${places.join(', ')})`).join(', ')} ${onConflict}`,
      bound.flatMap(({ parameters }) => parameters),
    )
  }
}

export const insert = <T extends object>(tx: Tx, entity: Entity<T>, values: Values<T>): Promise<void> =>
  insertRows(tx, entity, [values], '')

/** Any number of rows, each with the same properties in the same order. */
export const insertAll = <T extends object>(
  tx: Tx,
  entity: Entity<T>,
  rows: readonly Values<T>[],
): Promise<void> => insertRows(tx, entity, rows, '')

/** Inserts unless a row with the same unique key exists. Locks that row in either case. */
export const insertOrKeep = <T extends object>(
  tx: Tx,
  entity: Entity<T>,
  values: Values<T>,
  key: string,
): Promise<void> => insertAllOrKeep(tx, entity, [values], key)

/** As `insertAll`, but skips rows whose unique key already exists. */
export const insertAllOrKeep = <T extends object>(
  tx: Tx,
  entity: Entity<T>,
  rows: readonly Values<T>[],
  key: string,
): Promise<void> => insertRows(tx, entity, rows, tx.dialect.orKeep(key))

/** Updates the rows that `where` selects, and returns their number, which shows whether the condition still held. */
export const update = <T extends object>(
  tx: Tx,
  entity: Entity<T>,
  values: Values<T>,
  where: string,
  whereParameters: readonly unknown[],
): Promise<number> => {
  const shape = shapeOf(tx.dataSource, entity)
  const { columns, places, parameters } = bind(tx, shape, values)
  const assignments = columns.map((column, i) => `${column} = ${places[i]}`).join(', ')
  return tx.run(`UPDATE ${shape.table} SET ${assignments} WHERE ${where}`, [
    ...parameters,
    ...whereParameters,
  ])
}
