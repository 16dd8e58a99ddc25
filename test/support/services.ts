import { describe } from '@jest/globals'
import { createConnection } from 'mysql2/promise'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchFolder } from './scratch.js'

export interface CreatedDatabase {
  /** `sqlite:<file>` or `mysql://...`, what `DATABASE_URL` takes. */
  readonly url: string
  drop(): Promise<void>
}

export interface TestDatabase {
  readonly kind: 'sqlite' | 'mysql'
  /** A new, empty database of its own. */
  create(): Promise<CreatedDatabase>
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

const sqlite: TestDatabase = {
  kind: 'sqlite',
  create: async () => {
    const folder = await scratchFolder('cauri-sqlite-')
    return {
      url: `sqlite:${join(folder, 'cauri.sqlite')}`,
      drop: () => rm(folder, { recursive: true, force: true }),
    }
  },
}

const execute = async (server: string, sql: string): Promise<void> => {
  const connection = await createConnection(server)
  try {
    await connection.query(sql)
  } finally {
    await connection.end()
  }
}

const mysqlOn = (server: string): TestDatabase => ({
  kind: 'mysql',
  create: async () => {
    const name = uniqueName()
    await execute(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`)
    const url = new URL(server)
    url.pathname = `/${name}`
    return { url: url.href, drop: () => execute(server, `DROP DATABASE IF EXISTS ${name}`) }
  },
})

/**
 * Declares the same suite for SQLite and for MySQL. Without a MySQL server its half is shown as skipped; the setup of
 * the run has said so aloud, and fails when services are required.
 */
export const describeEachDatabase = (name: string, suite: (database: TestDatabase) => void): void => {
  describe(`${name} on SQLite`, () => {
    suite(sqlite)
  })
  const server = mysqlUrl()
  const declare = server ? describe : describe.skip
  declare(`${name} on MySQL`, () => {
    suite(mysqlOn(server ?? 'mysql://missing'))
  })
}
