import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DataSource, type DataSourceOptions } from 'typeorm'
import { generatedColumns } from '../../src/app/personal-data-map.js'
import { migrations } from '../../src/platform/database/migrations/index.js'
import type { SqliteConnection } from '../../src/platform/database/drivers/node-sqlite.js'
import { dataSourceOptions, openDatabase } from '../../src/app/open-database.js'
import { describeEachDatabase, settingsOf, type CreatedDatabase } from '../support/services.js'
import { messageOf } from '../support/thrown.js'
import { at, first } from '../support/present.js'

const givesNumbers = (connection: unknown): void => (connection as SqliteConnection).giveNumbers()

/**
 * Options for the schema builder of TypeORM. It compares numbers by `===`, so SQLite must return no bigints; and it expects the defaults as
 * MySQL writes them unless it knows that the server is a MariaDB.
 */
const builderOptions = (options: DataSourceOptions, version: string): DataSourceOptions => {
  if (options.type === 'better-sqlite3') return { ...options, prepareDatabase: givesNumbers }
  return version.includes('MariaDB') ? ({ ...options, type: 'mariadb' } as DataSourceOptions) : options
}

describeEachDatabase('the schema', (database) => {
  let created: CreatedDatabase
  let dataSource: DataSource

  beforeAll(async () => {
    created = await database.create()
    dataSource = await new DataSource(builderOptions(await options(), '')).initialize()
  })
  afterAll(async () => {
    await dataSource.destroy()
    await created.drop()
  })

  const options = () => dataSourceOptions(settingsOf(created.url))

  const tables = async (): Promise<string[]> => {
    const rows: { name: string }[] = await dataSource.query(
      database.kind === 'sqlite'
        ? `SELECT name FROM sqlite_master WHERE type IN ('table', 'trigger') AND name NOT LIKE 'sqlite%'`
        : `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()
           UNION ALL SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = DATABASE()`,
    )
    return rows.map(({ name }) => name).toSorted()
  }

  /** The statements by which the schema builder would turn a migrated database into what the entities describe. */
  const changes = async (url: string): Promise<string[]> => {
    const [server] = database.kind === 'mysql' ? await dataSource.query('SELECT VERSION() AS version') : []
    const builder = await new DataSource(
      builderOptions(await dataSourceOptions(settingsOf(url)), server?.version ?? ''),
    ).initialize()
    // TypeORM reads generated columns only with a table of its own for them, so the entities leave them out.
    for (const name of generatedColumns) {
      const table = first(name.split('.'))
      await builder.query(
        `DROP INDEX ix_${table}_email_key${database.kind === 'mysql' ? ` ON ${table}` : ''}`,
      )
      await builder.query(`ALTER TABLE ${table} DROP COLUMN email_key`)
    }
    const { upQueries } = await builder.driver.createSchemaBuilder().log()
    await builder.destroy()
    return upQueries.map(({ query }) => query)
  }

  test('migrates up, down to nothing, and up to the same schema again', async () => {
    await dataSource.runMigrations()
    const up = await tables()
    expect(up).toEqual(
      expect.arrayContaining(['customers', 'postings', 'postings_no_update', 'journals_no_delete']),
    )
    for (const _ of migrations) await dataSource.undoLastMigration()
    expect(await tables()).toEqual(['migrations'])
    await dataSource.runMigrations()
    expect(await tables()).toEqual(up)
  })

  test('gives review cases of an earlier version, which had no open_key, that key if they are open, and none if resolved', async () => {
    const other = await database.create()
    const source = await new DataSource(
      builderOptions(await dataSourceOptions(settingsOf(other.url)), ''),
    ).initialize()
    await source.runMigrations()
    const name = 'ReviewOrders1764200000000'
    for (let i = migrations.length; i > 0; i--) {
      await source.undoLastMigration()
      if (at(migrations, i - 1).name === name) break
    }
    const add = (id: string, status: string) =>
      source.query(
        `INSERT INTO review_cases (id, kind, order_id, customer_id, detail, status, opened_at)
         VALUES ('${id}', 'NO_ANSWER', 'order-${id}', 'c', 'd', '${status}', 0)`,
      )
    await add('a', 'OPEN')
    await add('b', 'RESOLVED')
    await source.runMigrations()
    expect(await source.query('SELECT id, open_key FROM review_cases ORDER BY id')).toEqual([
      { id: 'a', open_key: 'order-a:NO_ANSWER' },
      { id: 'b', open_key: null },
    ])
    await source.destroy()
    await other.drop()
  })

  test('equals the entities: the schema builder would change nothing', async () => {
    const other = await database.createMigrated()
    expect(await changes(other.url)).toEqual([])
    await other.drop()
  })

  test('is really compared: a missing column and a missing index are noticed', async () => {
    const other = await database.create()
    const source = await new DataSource(
      builderOptions(await dataSourceOptions(settingsOf(other.url)), ''),
    ).initialize()
    await source.runMigrations()
    await source.query('ALTER TABLE clocks DROP COLUMN heartbeat_at')
    await source.query('DROP INDEX ix_customers_clock' + (database.kind === 'mysql' ? ' ON customers' : ''))
    await source.destroy()
    const seen = (await changes(other.url)).join('\n')
    expect(seen).toContain('heartbeat_at')
    expect(seen).toContain('ix_customers_clock')
    await other.drop()
  })

  test('compares ids byte by byte, so that ids may differ in case alone', async () => {
    await dataSource.runMigrations()
    const add = (id: string) =>
      dataSource.query(`INSERT INTO clocks (id, now_on, created_at) VALUES ('${id}', '2026-03-01', 0)`)
    await add('clk-a')
    await add('CLK-A')
    expect(await dataSource.query(`SELECT id FROM clocks WHERE id = 'CLK-a'`)).toEqual([])
  })

  test('is there when the database is opened, and opening again changes nothing', async () => {
    const other = await database.create()
    const first = await openDatabase(settingsOf(other.url))
    await first.close()
    const second = await openDatabase(settingsOf(other.url))
    const [row] = await second.read.all('SELECT COUNT(*) AS n FROM migrations')
    expect(Number(row?.['n'])).toBe(migrations.length)
    await second.close()
    await other.drop()
  })

  test('is the same, with its constraints and triggers, in the copies for tests', async () => {
    await dataSource.runMigrations()
    const copy = await database.createMigrated()
    const described = async (url: string): Promise<string[]> => {
      const opened = await openDatabase(settingsOf(url))
      const all = async (text: string) => JSON.stringify(await opened.read.all(text))
      // MySQL keeps the final semicolon in a trigger that was created in a batch of statements.
      const triggers = `SELECT trigger_name, event_object_table, action_timing, event_manipulation, sql_mode,
          TRIM(TRAILING ';' FROM action_statement), collation_connection
        FROM information_schema.triggers WHERE trigger_schema = DATABASE() ORDER BY 1`
      const isTable = (name: string) => !/_(no_(update|delete)|in_open_(day|month))$/.test(name)
      const parts = await Promise.all([
        ...(database.kind === 'sqlite'
          ? [all('SELECT type, name, sql FROM sqlite_master ORDER BY name')]
          : [
              ...(await tables()).filter(isTable).map((name) => all(`SHOW CREATE TABLE ${name}`)),
              all(triggers),
            ]),
        all('SELECT name FROM migrations ORDER BY name'),
      ])
      await opened.close()
      // MySQL repeats the table's character set for a column that was created with one.
      return parts.map((part) => part.replace(/ AUTO_INCREMENT=\d+| CHARACTER SET utf8mb4(?= COLLATE)/g, ''))
    }
    const original = await described(created.url)
    expect(original.join('\n')).toMatch(/ck_payment_orders_amount[^]*postings_no_update/)
    expect(await described(copy.url)).toEqual(original)
    await copy.drop()
  })

  if (database.kind === 'mysql') {
    test('that cannot be migrated leaves the migration lock free', async () => {
      const other = await database.create()
      const source = await new DataSource(await dataSourceOptions(settingsOf(other.url))).initialize()
      await source.query('CREATE TABLE customers (id integer)')
      expect(await messageOf(openDatabase(settingsOf(other.url)))).toMatch(/customers/)
      const [row] = await source.query(`SELECT IS_FREE_LOCK(CONCAT('cauri-migrations-', DATABASE())) AS free`)
      expect(Number(row.free)).toBe(1)
      await source.destroy()
      await other.drop()
    })

    test('is not migrated in part for a user without all rights: each start fails with the same cause', async () => {
      const other = await database.create()
      const asRoot = await new DataSource(await dataSourceOptions(settingsOf(other.url))).initialize()
      const url = new URL(other.url)
      const name = url.pathname.slice(1)
      url.username = url.password = name
      await asRoot.query(`CREATE USER ${name} IDENTIFIED BY '${name}'`)
      await asRoot.query(`GRANT ALL ON ${name}.* TO ${name}`)
      await asRoot.query(`REVOKE TRIGGER ON ${name}.* FROM ${name}`)
      for (const _ of ['first', 'second']) {
        expect(await messageOf(openDatabase(settingsOf(url.href)))).toMatch(/TRIGGER command denied/)
      }
      await asRoot.query(`GRANT TRIGGER ON ${name}.* TO ${name}`)
      const opened = await openDatabase(settingsOf(url.href))
      await opened.close()
      await asRoot.query(`DROP USER ${name}`)
      await asRoot.destroy()
      await other.drop()
    })

    test('is migrated once by four processes that start at once', async () => {
      const other = await database.create()
      const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase(settingsOf(other.url))))
      const [row] = await at(opened, 0).read.all('SELECT COUNT(*) AS n FROM migrations')
      expect(Number(row?.['n'])).toBe(migrations.length)
      await Promise.all(opened.map((db) => db.close()))
      await other.drop()
    })
  }
})
