import type { Connection, RowDataPacket } from 'mysql2/promise'
import type { SeverableProxy } from '../../test/jobs/severable-proxy.js'
import { sleep } from '../../test/support/wait.js'
import type { Member } from './fleet.js'

/** The parts of the installation that a fault can break. */
export interface FaultTargets {
  /** A connection to the database as administrator, which bypasses the proxies. */
  readonly admin: Connection
  /** A second connection as administrator, which may keep a transaction open. */
  readonly holder: Connection
  /** The proxies in front of the database, for the API processes and for the workers. */
  readonly databases: readonly SeverableProxy[]
  /** The proxy in front of the wallet provider. */
  readonly wallet: SeverableProxy
  /** The proxy in front of the workers' job store; undefined if there is no job store. */
  readonly jobStore: SeverableProxy | undefined
  /** The proxy in front of the mail server. */
  readonly mail: SeverableProxy
  readonly members: readonly Member[]
  readonly random: () => number
}

export interface Fault {
  readonly name: string
  readonly needsJobStore?: boolean
  /** Causes the fault for some seconds, and undoes it. */
  readonly cause: (targets: FaultTargets) => Promise<void>
}

const lastsMs = 8_000

const during = async (begin: () => unknown, end: () => unknown): Promise<void> => {
  await begin()
  await sleep(lastsMs)
  await end()
}

const set = async ({ admin }: FaultTargets, name: string, value: string): Promise<void> => {
  await admin.query(`SET GLOBAL ${name} = ${value}`)
}

const sessions = async ({ admin }: FaultTargets): Promise<number[]> => {
  const [rows] = await admin.query<RowDataPacket[]>(
    `SELECT id FROM information_schema.processlist WHERE user = 'cauri'`,
  )
  return rows.map(({ id }) => Number(id))
}

const kill = async (targets: FaultTargets, what: 'CONNECTION' | 'QUERY'): Promise<void> => {
  for (const id of await sessions(targets))
    await targets.admin.query(`KILL ${what} ${id}`).catch(() => undefined)
}

const reserveRows = 512

/**
 * Fills the disk until the server has no room for another row. The rows of `reserve` stay in an open transaction, and its
 * rollback makes room again: on a completely full disk nothing could be deleted, since deleting needs room too.
 */
const fill = async ({ admin, holder }: FaultTargets): Promise<void> => {
  await admin.query('CREATE TABLE reserve (id integer NOT NULL PRIMARY KEY, content varchar(4000) NOT NULL)')
  await holder.beginTransaction()
  for (let id = 0; id < reserveRows; id++)
    await holder.query(`INSERT INTO reserve VALUES (${id}, REPEAT('x', 4000))`)
  await admin.query('CREATE TABLE filler (content varchar(4000) NOT NULL)')
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)'
  for (let rows = 1024; rows >= 1; rows /= 4) {
    for (let i = 0; i < 200; i++) {
      const insert = `INSERT INTO filler ${numbers} SELECT REPEAT('x', 4000) FROM n`
      const isFull = await admin.query(insert, [rows]).then(
        () => false,
        () => true,
      )
      if (isFull) break
    }
  }
}

const empty = async ({ admin, holder }: FaultTargets): Promise<void> => {
  await holder.rollback()
  await admin.query('DROP TABLE filler')
  await admin.query('DROP TABLE reserve')
}

/**
 * Causes deadlocks: its transactions lock in the opposite order to the service's, and write so much that the server
 * rolls back the service's transaction and not this one.
 */
const deadlock = async ({ holder }: FaultTargets): Promise<void> => {
  await holder.query(
    'CREATE TABLE weight (id integer NOT NULL PRIMARY KEY AUTO_INCREMENT, content char(8) NOT NULL)',
  )
  await holder.query('SET SESSION innodb_lock_wait_timeout = 2')
  const weigh = `INSERT INTO weight (content) VALUES ${Array(500).fill(`('x')`).join(', ')}`
  const ends = performance.now() + lastsMs
  while (performance.now() < ends) {
    await holder.beginTransaction()
    try {
      await holder.query(weigh)
      await holder.query('SELECT * FROM ledger_shared_totals FOR UPDATE')
      await sleep(50)
      await holder.query('SELECT id FROM customers ORDER BY id DESC LIMIT 50 FOR UPDATE')
    } catch {
      // The server chose this transaction to roll back, or its wait for a lock was over: the loop begins the next one.
    }
    await holder.rollback()
  }
  await holder.query('DROP TABLE weight')
}

const awayAndBack = (proxy: SeverableProxy): Promise<void> =>
  during(
    () => proxy.sever(),
    () => proxy.mend(),
  )

/** Stalls a proxy, then drops its connections and everything that was sent meanwhile. */
const hangAndEnd = (proxy: SeverableProxy): Promise<void> =>
  during(
    () => proxy.stall(),
    () => {
      proxy.sever()
      proxy.mend()
    },
  )

const everyProxy = ({ databases }: FaultTargets, act: (proxy: SeverableProxy) => void) =>
  databases.forEach(act)

export const faults: readonly Fault[] = [
  {
    name: 'the database vanishes: open connections are dead, new ones get through',
    cause: async (targets) => everyProxy(targets, (proxy) => proxy.swallow()),
  },
  {
    name: 'the database hangs',
    cause: (targets) =>
      during(
        () => everyProxy(targets, (proxy) => proxy.stall()),
        () =>
          everyProxy(targets, (proxy) => {
            // Drops what was sent meanwhile, like a host that freezes and does not come back.
            proxy.swallow()
            proxy.mend()
          }),
      ),
  },
  {
    name: 'the database is away, connections refused',
    cause: (targets) =>
      during(
        () => everyProxy(targets, (proxy) => proxy.sever()),
        () => everyProxy(targets, (proxy) => proxy.mend()),
      ),
  },
  {
    name: 'read-only after a failover (1290)',
    cause: (targets) =>
      during(
        () => set(targets, 'read_only', '1'),
        () => set(targets, 'read_only', '0'),
      ),
  },
  {
    name: 'the disk is full (1114)',
    cause: (targets) =>
      during(
        () => fill(targets),
        () => empty(targets),
      ),
  },
  {
    name: 'no prepared statements (1461)',
    cause: (targets) =>
      during(
        async () => {
          await set(targets, 'max_prepared_stmt_count', '0')
          await kill(targets, 'CONNECTION')
        },
        () => set(targets, 'max_prepared_stmt_count', '16382'),
      ),
  },
  {
    name: 'statements are killed, ten times a second (1317)',
    cause: async (targets) => {
      for (let i = 0; i < 80; i++) {
        await kill(targets, 'QUERY')
        await sleep(100)
      }
    },
  },
  {
    name: 'connections are killed, every second',
    cause: async (targets) => {
      for (let i = 0; i < 8; i++) {
        await kill(targets, 'CONNECTION')
        await sleep(1_000)
      }
    },
  },
  {
    name: 'everything is locked, as for a backup',
    cause: (targets) =>
      during(
        () => targets.admin.query('FLUSH TABLES WITH READ LOCK'),
        () => targets.admin.query('UNLOCK TABLES'),
      ),
  },
  {
    name: 'rows that every booking needs are locked by somebody else',
    cause: ({ holder }) =>
      during(
        async () => {
          await holder.beginTransaction()
          await holder.query('SELECT id FROM clocks FOR UPDATE')
          await holder.query('SELECT * FROM ledger_shared_totals FOR UPDATE')
        },
        () => holder.rollback(),
      ),
  },
  { name: 'deadlocks, again and again', cause: deadlock },
  { name: 'the wallet provider is away', cause: ({ wallet }) => awayAndBack(wallet) },
  { name: 'the wallet provider hangs', cause: ({ wallet }) => hangAndEnd(wallet) },
  { name: 'the job store is away', needsJobStore: true, cause: ({ jobStore }) => awayAndBack(jobStore!) },
  { name: 'the job store hangs', needsJobStore: true, cause: ({ jobStore }) => hangAndEnd(jobStore!) },
  { name: 'the mail server is away', cause: ({ mail }) => awayAndBack(mail) },
  { name: 'the mail server hangs', cause: ({ mail }) => hangAndEnd(mail) },
  {
    name: 'kill -9 of a process, three times',
    cause: async ({ members, random }) => {
      for (let i = 0; i < 3; i++) {
        await members[Math.floor(random() * members.length)]!.killAndStart()
        await sleep(1_000)
      }
    },
  },
]
