import type { DataSourceOptions } from 'typeorm'
import type { Database } from '../platform/database/database.js'
import {
  databaseSettings,
  dataSourceOptionsOf,
  type DatabaseConfig,
  type DatabaseSettings,
} from '../platform/database/data-source.js'
import { openMysql } from '../platform/database/mysql.js'
import { openSqlite } from '../platform/database/sqlite.js'
import { migrations } from '../platform/database/migrations/index.js'
import { entities } from './entities.js'

const tables = { entities, migrations }

export const dataSourceOptions = (settings: DatabaseSettings): Promise<DataSourceOptions> =>
  dataSourceOptionsOf(tables, settings)

/** Opens the database and brings its schema up to date; one process at a time migrates. */
export const openDatabase = (settings: DatabaseSettings): Promise<Database> =>
  settings.kind === 'mysql' ? openMysql(tables, settings) : openSqlite(tables, settings.file)

/**
 * The database of the service, for it and for its commands. Migrations run as another user where one is named: that of the
 * service has no right to drop, empty or unguard a table.
 */
export const openServiceDatabase = async (
  config: DatabaseConfig & { readonly migrationUrl: string | undefined },
): Promise<Database> => {
  if (config.migrationUrl !== undefined)
    await (await openDatabase(databaseSettings({ ...config, databaseUrl: config.migrationUrl }))).close()
  return openDatabase(databaseSettings(config))
}
