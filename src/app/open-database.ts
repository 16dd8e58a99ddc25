import { existsSync } from 'node:fs'
import { DataSource, type DataSourceOptions } from 'typeorm'
import type { WallClock } from '../kernel/clock.js'
import type { Database } from '../platform/database/database.js'
import {
  databaseSettings,
  dataSourceOptionsOf,
  type DatabaseConfig,
  type DatabaseSettings,
} from '../platform/database/drivers/data-source.js'
import { openMysql } from '../platform/database/drivers/mysql.js'
import { claimSchema } from '../platform/database/drivers/migrate-mysql.js'
import { openSqlite } from '../platform/database/drivers/sqlite.js'
import { migrations } from '../platform/database/migrations/index.js'
import { entities } from './entities.js'

const tables = { entities, migrations }

export const dataSourceOptions = (settings: DatabaseSettings): Promise<DataSourceOptions> =>
  dataSourceOptionsOf(tables, settings)

/** Opens the database and brings its schema up to date; one process at a time migrates. */
export const openDatabase = (settings: DatabaseSettings): Promise<Database> =>
  settings.kind === 'mysql' ? openMysql(tables, settings) : openSqlite(tables, settings)

/** The database cannot be reached or used. The message is one line for the operator. */
export class DatabaseNotOpened extends Error {
  override readonly name = 'DatabaseNotOpened'
}

type Place = Pick<DatabaseConfig, 'databaseUrl' | 'dataDirectory'>

export const placeOf = ({ databaseUrl, dataDirectory }: Place): string =>
  databaseUrl === undefined ? dataDirectory : new URL(databaseUrl).host

const openAt = async <T>(place: Place, open: () => Promise<T>): Promise<T> => {
  try {
    return await open()
  } catch (cause) {
    const { message } = cause as Error
    throw new DatabaseNotOpened(`the database at ${placeOf(place)} cannot be opened: ${message}`, { cause })
  }
}

/**
 * The database, for the service and for its commands. Migrations run as a separate user if one is configured, so that the user of the
 * service needs no right to drop tables or triggers. Throws DatabaseNotOpened.
 */
export const openServiceDatabase = async (
  config: DatabaseConfig & { readonly migrationUrl: string | undefined },
  simulatedClock?: WallClock,
): Promise<Database> => {
  if (config.migrationUrl !== undefined) {
    const migrating = { ...config, databaseUrl: config.migrationUrl }
    await (await openAt(migrating, () => openDatabase(databaseSettings(migrating)))).close()
  }
  return openAt(config, () => {
    const settings = databaseSettings(config)
    return openDatabase(settings.kind === 'sqlite' ? { ...settings, simulatedClock } : settings)
  })
}

export interface SchemaState {
  /** Names of migrations, in the order in which they run. */
  readonly done: readonly string[]
  readonly pending: readonly string[]
  /** Migrations of a later version, whose effects this one may not know. */
  readonly unknown: readonly string[]
}

type SchemaConfig = Parameters<typeof openServiceDatabase>[0]

/**
 * Opens the database for this work, as the user for migrations if there is one, without migrating it. Throws DatabaseNotOpened.
 */
export const withDataSource = async <T>(
  config: SchemaConfig,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> => {
  const databaseUrl = config.migrationUrl ?? config.databaseUrl
  const place = { ...config, databaseUrl }
  const settings = databaseSettings(place)
  // Without this check, SQLite would create a missing file.
  if (settings.kind === 'sqlite' && !existsSync(settings.file))
    throw new DatabaseNotOpened(`there is no ${settings.file}`)
  const dataSource = await openAt(place, async () =>
    new DataSource(await dataSourceOptions(settings)).initialize(),
  )
  try {
    return await work(dataSource)
  } finally {
    await dataSource.destroy()
  }
}

const isNoTable = (error: unknown): boolean =>
  (error as { errno?: unknown }).errno === 1146 || /no such table/.test(String(error))

export const schemaStateOf = async (dataSource: DataSource): Promise<SchemaState> => {
  const rows: { name: string }[] = await dataSource
    .query('SELECT name FROM migrations ORDER BY id')
    .catch((error: unknown) => {
      if (isNoTable(error)) return []
      throw error
    })
  const done = rows.map(({ name }) => name)
  const ownMigrations = dataSource.migrations.map(({ name = '' }) => name)
  return {
    done,
    pending: ownMigrations.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !ownMigrations.includes(name)),
  }
}

/** Reverts the last migration; returns its name, or undefined if none is done. No process of the service may run meanwhile. */
export const undoMigration = (config: SchemaConfig): Promise<string | undefined> =>
  withDataSource(config, async (dataSource) => {
    const { done } = await schemaStateOf(dataSource)
    const last = done.at(-1)
    if (last === undefined) return undefined
    const release =
      dataSource.options.type === 'mysql' ? await claimSchema(dataSource) : async () => undefined
    try {
      await dataSource.undoLastMigration()
    } finally {
      await release()
    }
    return last
  })
