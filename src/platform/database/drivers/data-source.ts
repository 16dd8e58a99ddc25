import { join } from 'node:path'
import type { DataSourceOptions } from 'typeorm'
import type { WallClock } from '../../../kernel/clock.js'
import { mysqlDriver } from './mysql-pool.js'
import { poolSizeUsual } from './pool-size.js'
import { SqliteConnection } from './node-sqlite.js'

export interface MysqlSettings {
  readonly kind: 'mysql'
  readonly url: string
  readonly poolSize: number
  /** It may be a node of a cluster, since all processes write to this one. */
  readonly singleWriter?: boolean
  /** The certificates, as PEM, of which one must vouch for the server; without any it is spoken to without TLS. */
  readonly ca?: string | undefined
}

export interface SqliteFile {
  readonly kind: 'sqlite'
  readonly file: string
  /** The database's clock, of a past that is made up: nothing of it need outlive a power cut before it is whole. */
  readonly imagined?: WallClock | undefined
}

/** Where the data is: a MySQL address, or the path of an SQLite file. */
export type DatabaseSettings = MysqlSettings | SqliteFile

/** Of the configuration, where the data is. */
export interface DatabaseConfig {
  readonly databaseUrl: string | undefined
  readonly databaseCa?: string | undefined
  readonly databasePoolSize?: number
  readonly singleWriter?: boolean
  readonly dataDirectory: string
}

/** The database that is named, or else an SQLite file under the data directory. */
export const databaseSettings = (config: DatabaseConfig): DatabaseSettings =>
  config.databaseUrl === undefined
    ? { kind: 'sqlite', file: join(config.dataDirectory, 'cauri.sqlite') }
    : {
        kind: 'mysql',
        url: config.databaseUrl,
        poolSize: config.databasePoolSize ?? poolSizeUsual,
        singleWriter: config.singleWriter ?? false,
        ca: config.databaseCa,
      }

/** The tables that there are, and how they came to be. */
export interface Tables {
  readonly entities: readonly Function[]
  readonly migrations: readonly Function[]
}

const schemaOf = ({ entities, migrations }: Tables) => ({
  entities: [...entities],
  migrations: [...migrations],
  migrationsTableName: 'migrations',
})

/** A statement that is not answered in this time fails, with its connection. Requests are cut long before. */
const statementMsMax = 8_000

/** @param silenceMsMax how long a statement may take; 0, for migrations: for ever */
export const mysqlOptions = async (
  tables: Tables,
  { url, poolSize, ca }: MysqlSettings,
  silenceMsMax = statementMsMax,
): Promise<DataSourceOptions> => ({
  ...schemaOf(tables),
  type: 'mysql',
  url,
  poolSize,
  // Without the second, whoever has any certificate of that authority would be believed.
  ...(ca !== undefined && { ssl: { ca, verifyIdentity: true } }),
  driver: await mysqlDriver(silenceMsMax),
  charset: 'utf8mb4_bin',
  timezone: 'Z',
  supportBigNumbers: true,
  bigNumberStrings: true,
  dateStrings: true,
  connectTimeout: 5000,
})

/** A franc must survive a power cut: every commit is synced. What is deleted is overwritten. */
const prepareSqlite =
  ({ imagined }: SqliteFile) =>
  (connection: SqliteConnection): void => {
    connection.pragma(`synchronous = ${imagined ? 'OFF' : 'FULL'}`)
    connection.pragma('secure_delete = ON')
    if (imagined) connection.tellTime(imagined.now)
  }

export const sqliteOptions = (tables: Tables, settings: SqliteFile): DataSourceOptions => ({
  ...schemaOf(tables),
  // TypeORM's name for the interface of the driver, which is `node:sqlite` (node-sqlite.ts).
  type: 'better-sqlite3',
  driver: SqliteConnection,
  database: settings.file,
  enableWAL: true,
  prepareDatabase: prepareSqlite(settings),
})

export const dataSourceOptionsOf = async (
  tables: Tables,
  settings: DatabaseSettings,
): Promise<DataSourceOptions> =>
  settings.kind === 'mysql' ? mysqlOptions(tables, settings, 0) : sqliteOptions(tables, settings)
