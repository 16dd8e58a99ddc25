import type { Database } from './database.js'
import { databaseSettings, type DatabaseConfig, type DatabaseSettings } from './data-source.js'
import { openMysql } from './mysql.js'
import { openSqlite } from './sqlite.js'

/** Opens the database and brings its schema up to date; one process at a time migrates. */
export const openDatabase = (settings: DatabaseSettings): Promise<Database> =>
  settings.kind === 'mysql' ? openMysql(settings) : openSqlite(settings.file)

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
