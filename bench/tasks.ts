import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import type { Database } from '../src/platform/database/database.js'
import type { Msisdn } from '../src/kernel/msisdn.js'
import { seed, serve } from '../test/graphql/tasks-world.js'
import { tasks } from '../test/graphql/tasks.js'
import { copyingAll } from '../test/support/copies.js'
import { startMariadb } from '../test/support/mariadb.js'
import { openWorld } from '../test/support/open-world.js'
import type { TestDatabase } from '../test/support/services.js'
import { databaseSettings } from './clocks.js'
import { median } from './compare.js'
import { limitLine, type Line } from './report.js'
import { withScratch } from './world.js'

/** All are copies of three customers: one with savings, one whose payment failed, and one who has opted out. */
const customers = 100_000
/** More laps would exceed the limit of look-ups in a minute. */
const laps = 5
const msMax = 200
const statementsMax = 8

interface Copying {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/**
 * Updates the optimizer's statistics. On MySQL it uses a separate connection, since on the service's connections a
 * statement of more than 8 s fails. SQLite gets no statistics, as in the service: with them its planner would read all
 * orders without a payout for each payout.
 */
const run = async (
  database: Database,
  url: string,
  { copying, analyzing }: { readonly copying: readonly Copying[]; readonly analyzing: string },
) => {
  if (database.dialect.name === 'sqlite') {
    await database.inTransaction(async (tx) => {
      for (const { sql, parameters } of copying) await tx.run(sql, parameters)
    })
    return
  }
  const connection = await createConnection(url)
  try {
    await connection.beginTransaction()
    for (const { sql, parameters } of copying) await connection.query(sql, [...parameters])
    await connection.commit()
    await connection.query(`ANALYZE TABLE ${analyzing}`)
  } finally {
    await connection.end()
  }
}

/**
 * What staff of a large bank look up on a working day: the median of each task over HTTP, and its number of SQL
 * statements.
 */
const measureOn = async (name: string, database: TestDatabase, scale: number): Promise<Line[]> => {
  let url = ''
  const created: TestDatabase = {
    ...database,
    createMigrated: async () => {
      const made = await database.createMigrated()
      url = made.url
      return made
    },
  }
  const world = await openWorld(created)
  try {
    const msisdns = ['237650000000', '237651000000', '237652000000'] as Msisdn[]
    const numbers = msisdns[Symbol.iterator]()
    const known = await seed(world, () => numbers.next().value!)
    // The provider gives each order a transaction number of its own, but every copy would have that of the original:
    // the numbers are removed before the copying, and one order gets its number again afterwards.
    await world.write('UPDATE payment_orders SET provider_transaction_id = NULL')
    const times = Math.ceil((customers * scale) / msisdns.length)
    const tables = world.database.read.dataSource.entityMetadatas.map(({ tableName }) => tableName)
    await run(world.database, url, {
      copying: await copyingAll(world.database, { times, msisdns }),
      analyzing: tables.join(', '),
    })
    await world.write(
      'UPDATE payment_orders SET provider_transaction_id = ? WHERE id = ?',
      known.transaction,
      known.order.slice('ORD-'.length),
    )
    const server = await serve(world)
    const lines: Line[] = []
    for (const { what, as, ask } of tasks) {
      const took: number[] = []
      let counted = 0
      for (let lap = 0; lap < laps; lap++) {
        const begun = performance.now()
        const { text, statements } = await server.ask(ask(known), as)
        took.push(performance.now() - begun)
        counted = Math.max(counted, statements.length)
        if (JSON.parse(text).errors) throw new Error(`${what}: ${text}`)
      }
      const line = limitLine(`${what}, on ${name}`, median(took), msMax, 'ms', 1)
      const passed = line.passed && counted <= statementsMax
      lines.push({
        ...line,
        other: `${counted} statements, slowest ${Math.max(...took).toFixed(0)} ms`,
        passed,
      })
    }
    await server.stop()
    return lines
  } finally {
    await world.close()
  }
}

export const measureTasks = (scale = 1): Promise<Line[]> =>
  withScratch(async (directory) => {
    await mkdir(directory, { recursive: true })
    const file: TestDatabase = {
      kind: 'sqlite',
      create: async () => ({ url: `sqlite:${join(directory, 'cauri.sqlite')}`, drop: async () => undefined }),
      createMigrated: () => file.create(),
    }
    const lines = await measureOn('SQLite', file, scale)
    const server = await startMariadb(databaseSettings)
    if (!server) throw new Error('this machine has neither mariadbd nor mysqld')
    const onServer: TestDatabase = {
      kind: 'mysql',
      create: async () => {
        const connection = await createConnection(server.url)
        await connection.query('CREATE DATABASE tasks')
        await connection.end()
        return { url: `${server.url}/tasks`, drop: async () => undefined }
      },
      createMigrated: () => onServer.create(),
    }
    try {
      return [...lines, ...(await measureOn('MariaDB', onServer, scale))]
    } finally {
      await server.stop()
    }
  })
