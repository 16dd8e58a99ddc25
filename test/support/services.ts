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
  /** `sqlite:<file>` or `mysql://...`, what `DATABASE_URL` takes. */
  readonly url: string
  /** The same for a user who may read and write rows and nothing else; undefined where there are no users. */
  readonly asService?: () => Promise<string>
  drop(): Promise<void>
}

export interface TestDatabase {
  readonly kind: 'sqlite' | 'mysql'
  /** A new, empty database of its own. */
  create(): Promise<CreatedDatabase>
  /** A new database as the first start leaves it, in a tenth of the time. */
  createMigrated(): Promise<CreatedDatabase>
}

export { settingsOf } from './settings.js'

const folder = testRunFolder(join(import.meta.dirname, '..', '..'))

/**
 * What an empty database becomes by its migrations, as `read` finds it: once a run, for a suite shares nothing with another
 * but files. Workers that come at the same time each find out, and it is the same.
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

/** The address of a server, without a database, whose user may create some; undefined when the run has none. */
export const mysqlUrl = (): string | undefined => process.env.TEST_MYSQL_URL || undefined

/** The address of a MongoDB, without a database; undefined when the run has none. */
export const mongoUrl = (): string | undefined => process.env.TEST_MONGO_URL || undefined

/** The path of a Chromium; undefined when the run has none. */
export const chromiumPath = (): string | undefined => process.env.TEST_CHROMIUM || undefined

const uniqueName = (): string => `cauri_test_${randomBytes(8).toString('hex')}`

/** An address in a new database of that MongoDB, so that suites do not meet. */
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

/** The embedded default, for suites that are not about the database. */
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

/** The statements that make the tables, triggers and rows of this database in an empty one. */
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

/** The server of this run, where one variable asks for it: what is too dear to be played on both each time. */
export const sqliteUnless = (variable: string): TestDatabase =>
  process.env[variable] === 'mysql' ? mysqlOn(mysqlUrl() ?? 'mysql://missing') : onSqlite

/**
 * Declares the same suite for SQLite and for MySQL. Without a MySQL server its half is shown as skipped; the setup of
 * the run has said so aloud, and fails when services are required.
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
