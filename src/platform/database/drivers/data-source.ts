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
  /** The operator declares that all processes write to this server, so that it may be a node of a cluster. */
  readonly singleWriter?: boolean
  /** The authorities for the server's certificate, as PEM; without any the connection has no TLS. */
  readonly ca?: string | undefined
}

export interface SqliteFile {
  readonly kind: 'sqlite'
  readonly file: string
  /**
   * Replaces the clock of the database while a past is simulated (demo). Commits are then not synced, as the file is
   * useless until complete.
   */
  readonly simulatedClock?: WallClock | undefined
}

/** Where the data is: a MySQL address, or the path of an SQLite file. */
export type DatabaseSettings = MysqlSettings | SqliteFile

/** The settings of the configuration that tell where the data is. */
export interface DatabaseConfig {
  readonly databaseUrl: string | undefined
  readonly databaseCa?: string | undefined
  readonly databasePoolSize?: number
  readonly singleWriter?: boolean
  readonly dataDirectory: string
}

/** The database of the configuration, or else an SQLite file under the data directory. */
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

/** The entities and the migrations. */
export interface Tables {
  readonly entities: readonly Function[]
  readonly migrations: readonly Function[]
}

const schemaOf = ({ entities, migrations }: Tables) => ({
  entities: [...entities],
  migrations: [...migrations],
  migrationsTableName: 'migrations',
})

/** A statement without an answer in this time fails together with its connection. Requests time out long before. */
const statementMsMax = 8_000

/** @param silenceMsMax how long the server may send nothing; 0, for migrations: for ever */
export const mysqlOptions = async (
  tables: Tables,
  { url, poolSize, ca }: MysqlSettings,
  silenceMsMax = statementMsMax,
): Promise<DataSourceOptions> => ({
  ...schemaOf(tables),
  type: 'mysql',
  url,
  poolSize,
  // Without verifyIdentity, any certificate of that authority would be accepted, whatever its name.
  ...(ca !== undefined && { ssl: { ca, verifyIdentity: true } }),
  driver: await mysqlDriver(silenceMsMax),
  charset: 'utf8mb4_bin',
  timezone: 'Z',
  supportBigNumbers: true,
  bigNumberStrings: true,
  dateStrings: true,
  connectTimeout: 5000,
})

/** Every commit is synced, so that it survives a power cut, except under a simulated clock. Deleted content is overwritten. */
const prepareSqlite =
  ({ simulatedClock }: SqliteFile) =>
  (connection: SqliteConnection): void => {
    connection.pragma(`synchronous = ${simulatedClock ? 'OFF' : 'FULL'}`)
    connection.pragma('secure_delete = ON')
    if (simulatedClock) connection.setTimeSource(simulatedClock.now)
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
