import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { startMariadb } from '../test/support/mariadb.js'
import { packageRoot } from '../src/app/config/config.js'
import type { Database } from '../src/platform/database/database.js'
import { openDatabase } from '../src/app/open-database.js'
import { loadCustomers } from './load-customers.js'
import { startServer, type Server } from './processes.js'

/** Every commit is on the disk before it is answered; there is no binary log, and memory for all data. */
export const databaseSettings = [
  '--innodb-flush-log-at-trx-commit=1',
  '--innodb-doublewrite=1',
  '--innodb-buffer-pool-size=256M',
  '--innodb-log-file-size=96M',
] as const

export const customers = 10_000

const databaseName = 'cauri_bench'
/**
 * The address of a provider where nothing listens: without a worker neither the service nor the peer sends payment
 * orders.
 */
const unusedAddress = 'http://127.0.0.1:9'

export const serviceScript = join(packageRoot, 'dist', 'cauri.js')
const peerScript = join(import.meta.dirname, 'peer.js')

const dockerfile = readFileSync(join(packageRoot, 'Dockerfile'), 'utf8')

const findInDockerfile = (pattern: RegExp): string => {
  const found = pattern.exec(dockerfile)?.[1]
  if (found === undefined) throw new Error(`the Dockerfile does not match ${String(pattern)}`)
  return found
}

/** Starts the service with this environment, and with the memory settings of the image, which production uses. */
export const startService = (
  env: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Promise<Server> => {
  const options = findInDockerfile(/^CMD \["node", (.*), "dist\/cauri\.js"/m).match(/--[\w=-]+/g) ?? []
  const arenas = findInDockerfile(/^ENV MALLOC_ARENA_MAX=(\d+)$/m)
  return startServer(serviceScript, ['start'], { MALLOC_ARENA_MAX: arenas, ...env }, [
    ...options,
    ...nodeOptions,
  ])
}

/** The measured pair: the service and its peer, each in its own process, on one database. */
export interface World {
  readonly service: Server
  readonly peer: Server
  readonly databaseUrl: string
  readonly databaseVersion: string
  stop(): Promise<void>
}

/** A temporary directory, removed when `use` ends. */
export const withScratch = async <T>(use: (directory: string) => Promise<T>): Promise<T> => {
  const directory = await mkdtemp(join(tmpdir(), 'cauri-bench-'))
  try {
    return await use(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** A separate database, closed when `use` ends. */
export const withDatabase = async <T>(
  server: string,
  name: string,
  use: (database: Database, url: string) => Promise<T>,
): Promise<T> => {
  const connection = await createConnection(server)
  await connection.query(`CREATE DATABASE ${name}`)
  await connection.end()
  const url = `${server}/${name}`
  const database = await openDatabase({ kind: 'mysql', url, poolSize: 16 })
  try {
    return await use(database, url)
  } finally {
    await database.close()
  }
}

const createDatabase = async (server: string): Promise<string> => {
  const connection = await createConnection(server)
  await connection.query(`CREATE DATABASE ${databaseName}`)
  const [rows] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version')
  await connection.end()
  return String(rows[0]?.['version'])
}

/**
 * Starts the service and its peer. Throws if this machine has no MariaDB or MySQL. `nodeOptions` are for the process of
 * the service.
 */
export const startWorld = async (dataDirectory: string, nodeOptions: readonly string[]): Promise<World> => {
  const database = await startMariadb(databaseSettings)
  if (!database) throw new Error('this machine has neither mariadbd nor mysqld')
  const databaseVersion = await createDatabase(database.url)
  const url = `${database.url}/${databaseName}`
  const service = await startService(
    {
      NODE_ENV: 'development',
      PORT: '0',
      ROLE: 'api',
      DATA_DIR: dataDirectory,
      DATABASE_URL: url,
      EMULATOR_URL: unusedAddress,
    },
    nodeOptions,
  )
  // By now the service has migrated the database and published its products.
  await loadCustomers(url, customers)
  const peer = await startServer(peerScript, [url], { NODE_ENV: 'development' })
  return {
    service,
    peer,
    databaseUrl: url,
    databaseVersion,
    stop: async () => {
      await Promise.all([service.stop(), peer.stop()])
      await database.stop()
    },
  }
}
