import { describe } from '@jest/globals'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../src/app/open-database.js'
import { scratchFolder } from './scratch.js'
import { fileOf, settingsOf } from './settings.js'
import { testRunFolder } from './test-run.js'

export interface CreatedDatabase {
  /** As in `DATABASE_URL`: `sqlite:<file>` or `mysql://...`. */
  readonly url: string
  /** The same database for a user who may only read and write rows; undefined for SQLite, which has no users. */
  readonly asService?: () => Promise<string>
  drop(): Promise<void>
}

export interface TestDatabase {
  readonly kind: 'sqlite' | 'mysql'
  /** Creates a new, empty database. */
  create(): Promise<CreatedDatabase>
  /** Creates a migrated database, in a tenth of the time of the migrations. */
  createMigrated(): Promise<CreatedDatabase>
}

export { settingsOf } from './settings.js'

const folder = testRunFolder(join(import.meta.dirname, '..', '..'))

/**
 * The migrated schema, as `read` returns it from an empty database. It is made once a run and kept in a file, because
 * suites share nothing else; concurrent workers make the same one.
 */
const schemaOf = async (
  file: string,
  create: () => Promise<CreatedDatabase>,
  read: (url: string) => Promise<Buffer | string>,
): Promise<Buffer> => {
  const path = join(folder, file)
  const written = await readFile(path).catch(() => undefined)
  if (written) return written
  const { url, drop } = await create()
  const database = await openDatabase(settingsOf(url))
  await database.close()
  const schema = Buffer.from(await read(url).finally(drop))
  await mkdir(folder, { recursive: true })
  const draft = `${path}-${randomUUID()}`
  await writeFile(draft, schema)
  await rename(draft, path)
  return schema
}

/**
 * The address of a MySQL server, without a database, of a user who can create databases; undefined if the run has
 * none.
 */
export const mysqlUrl = (): string | undefined => process.env.TEST_MYSQL_URL || undefined

/** The address of a MongoDB, without a database; undefined if the run has none. */
export const mongoUrl = (): string | undefined => process.env.TEST_MONGO_URL || undefined

/** The path of a Chromium; undefined if the run has none. */
export const chromiumPath = (): string | undefined => process.env.TEST_CHROMIUM || undefined

const uniqueName = (): string => `cauri_test_${randomBytes(8).toString('hex')}`

/** The address with a new database, so that suites do not share one. */
export const withUniqueDatabase = (server: string): string => {
  const url = new URL(server)
  url.pathname = `/${uniqueName()}`
  return url.href
}

const createSqlite = async (): Promise<CreatedDatabase> => {
  const folder = await scratchFolder('cauri-sqlite-')
  return {
    url: `sqlite:${join(folder, 'cauri.sqlite')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

let sqliteSchema: Promise<Buffer> | undefined

/** SQLite, the embedded default, for suites that do not depend on the kind of database. */
export const onSqlite: TestDatabase = {
  kind: 'sqlite',
  create: createSqlite,
  createMigrated: async () => {
    const created = await createSqlite()
    sqliteSchema ??= schemaOf('schema.sqlite', createSqlite, (url) => readFile(fileOf(url)))
    await writeFile(fileOf(created.url), await sqliteSchema)
    return created
  },
}

const execute = async (url: string, sql: string): Promise<void> => {
  const connection = await createConnection({ uri: url, charset: 'utf8mb4_bin', multipleStatements: true })
  try {
    await connection.query(sql)
  } finally {
    await connection.end()
  }
}

/** The statements that recreate the tables, triggers and rows of this database in an empty one. */
const statementsOf = async (url: string): Promise<string> => {
  const connection = await createConnection(url)
  const all = async (sql: string): Promise<unknown[][]> =>
    (await connection.query<RowDataPacket[][]>({ sql, rowsAsArray: true }))[0]
  try {
    const statements = ['SET foreign_key_checks = 0']
    for (const [table] of await all('SHOW TABLES')) {
      const [[, definition] = []] = await all(`SHOW CREATE TABLE ${String(table)}`)
      statements.push(String(definition))
      const rows = await all(`SELECT * FROM ${String(table)}`)
      if (rows.length > 0) statements.push(connection.format('INSERT INTO ?? VALUES ?', [table, rows]))
    }
    for (const [trigger] of await all('SHOW TRIGGERS')) {
      const [[, mode, definition] = []] = await all(`SHOW CREATE TRIGGER ${String(trigger)}`)
      statements.push(connection.format('SET sql_mode = ?', [mode]), String(definition))
    }
    return statements.join(';\n')
  } finally {
    await connection.end()
  }
}

const mysqlOn = (server: string): TestDatabase => {
  let schema: Promise<Buffer> | undefined
  const create = async (): Promise<CreatedDatabase> => {
    const name = uniqueName()
    await execute(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`)
    const url = new URL(server)
    url.pathname = `/${name}`
    const user = name.slice('cauri_test_'.length)
    let made: Promise<void> | undefined
    return {
      url: url.href,
      asService: async () => {
        await (made ??= execute(
          server,
          `CREATE USER '${user}'@'%' IDENTIFIED BY 'service';
           GRANT SELECT, INSERT, UPDATE, DELETE ON ${name}.* TO '${user}'@'%'`,
        ))
        return Object.assign(new URL(url.href), { username: user, password: 'service' }).href
      },
      drop: () => execute(server, `DROP DATABASE IF EXISTS ${name}; DROP USER IF EXISTS '${user}'@'%'`),
    }
  }
  return {
    kind: 'mysql',
    create,
    createMigrated: async () => {
      const created = await create()
      schema ??= schemaOf('schema.sql', create, statementsOf)
      await execute(created.url, String(await schema))
      return created
    },
  }
}

/** MySQL if this variable is `mysql`, else SQLite: for suites that take too long to run on both each time. */
export const sqliteUnless = (variable: string): TestDatabase =>
  process.env[variable] === 'mysql' ? mysqlOn(mysqlUrl() ?? 'mysql://missing') : onSqlite

/**
 * Declares a suite for SQLite and for MySQL. Without a MySQL server the latter is skipped; the setup of the run has
 * reported this, and fails if services are required.
 */
export const describeEachDatabase = (name: string, suite: (database: TestDatabase) => void): void => {
  describe(`${name} on SQLite`, () => {
    suite(onSqlite)
  })
  const server = mysqlUrl()
  const declare = server ? describe : describe.skip
  declare(`${name} on MySQL`, () => {
    suite(mysqlOn(server ?? 'mysql://missing'))
  })
}
