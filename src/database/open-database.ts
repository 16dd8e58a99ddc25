import type { Database } from './database.js'
import type { DatabaseSettings } from './data-source.js'
import { openMysql } from './mysql.js'
import { openSqlite } from './sqlite.js'

/** Opens the database and brings its schema up to date; one process at a time migrates. */
export const openDatabase = (settings: DatabaseSettings): Promise<Database> =>
  settings.kind === 'mysql' ? openMysql(settings) : openSqlite(settings.file)
