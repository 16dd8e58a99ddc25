import type { Connection, RowDataPacket } from 'mysql2/promise'
import type { SeverableProxy } from '../../test/jobs/severable-proxy.js'
import { sleep } from '../../test/support/wait.js'
import type { Member } from './fleet.js'

/** What a fault may touch. */
export interface Field {
  /** The database, past the proxies, as its administrator. */
  readonly admin: Connection
  /** A second connection like it, which may keep a transaction open. */
  readonly holder: Connection
  /** Before the database of the apis and of the workers. */
  readonly databases: readonly SeverableProxy[]
  /** Before the wallet provider. */
  readonly wallet: SeverableProxy
  readonly members: readonly Member[]
  readonly random: () => number
}

export interface Fault {
  readonly name: string
  /** Does it, for some seconds, and undoes it. */
  readonly strike: (field: Field) => Promise<void>
}

const lastsMs = 8_000

const during = async (begin: () => unknown, end: () => unknown): Promise<void> => {
  await begin()
  await sleep(lastsMs)
  await end()
}

const set = async ({ admin }: Field, name: string, value: string): Promise<void> => {
  await admin.query(`SET GLOBAL ${name} = ${value}`)
}

const sessions = async ({ admin }: Field): Promise<number[]> => {
  const [rows] = await admin.query<RowDataPacket[]>(
    `SELECT id FROM information_schema.processlist WHERE user = 'cauri'`,
  )
  return rows.map(({ id }) => Number(id))
}

const kill = async (field: Field, what: 'CONNECTION' | 'QUERY'): Promise<void> => {
  for (const id of await sessions(field)) await field.admin.query(`KILL ${what} ${id}`).catch(() => undefined)
}

const reserveRows = 512

/**
 * Until the server has no room for a row more. But for what a transaction holds that is open: without some room nothing could
 * be removed either, since the server notes how to undo that.
 */
const fill = async ({ admin, holder }: Field): Promise<void> => {
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

const empty = async ({ admin, holder }: Field): Promise<void> => {
  await holder.rollback()
  await admin.query('DROP TABLE filler')
  await admin.query('DROP TABLE reserve')
}

const everyProxy = ({ databases }: Field, act: (proxy: SeverableProxy) => void) => databases.forEach(act)

export const faults: readonly Fault[] = [
  {
    name: 'the database vanishes: open connections are dead, new ones get through',
    strike: async (field) => everyProxy(field, (proxy) => proxy.swallow()),
  },
  {
    name: 'the database hangs',
    strike: (field) =>
      during(
        () => everyProxy(field, (proxy) => proxy.stall()),
        () =>
          everyProxy(field, (proxy) => {
            // What was sent meanwhile is lost, as with a host that was frozen and is gone.
            proxy.swallow()
            proxy.mend()
          }),
      ),
  },
  {
    name: 'the database is away, connections refused',
    strike: (field) =>
      during(
        () => everyProxy(field, (proxy) => proxy.sever()),
        () => everyProxy(field, (proxy) => proxy.mend()),
      ),
  },
  {
    name: 'read-only after a failover (1290)',
    strike: (field) =>
      during(
        () => set(field, 'read_only', '1'),
        () => set(field, 'read_only', '0'),
      ),
  },
  {
    name: 'the disk is full (1114)',
    strike: (field) =>
      during(
        () => fill(field),
        () => empty(field),
      ),
  },
  {
    name: 'no prepared statements (1461)',
    strike: (field) =>
      during(
        async () => {
          await set(field, 'max_prepared_stmt_count', '0')
          await kill(field, 'CONNECTION')
        },
        () => set(field, 'max_prepared_stmt_count', '16382'),
      ),
  },
  {
    name: 'statements are killed, ten times a second (1317)',
    strike: async (field) => {
      for (let i = 0; i < 80; i++) {
        await kill(field, 'QUERY')
        await sleep(100)
      }
    },
  },
  {
    name: 'connections are killed, every second',
    strike: async (field) => {
      for (let i = 0; i < 8; i++) {
        await kill(field, 'CONNECTION')
        await sleep(1_000)
      }
    },
  },
  {
    name: 'everything is locked, as for a backup',
    strike: (field) =>
      during(
        () => field.admin.query('FLUSH TABLES WITH READ LOCK'),
        () => field.admin.query('UNLOCK TABLES'),
      ),
  },
  {
    name: 'the wallet provider is away',
    strike: ({ wallet }) =>
      during(
        () => wallet.sever(),
        () => wallet.mend(),
      ),
  },
  {
    name: 'the wallet provider hangs',
    strike: ({ wallet }) =>
      during(
        () => wallet.stall(),
        () => {
          wallet.sever()
          wallet.mend()
        },
      ),
  },
  {
    name: 'kill -9 of a process, three times',
    strike: async ({ members, random }) => {
      for (let i = 0; i < 3; i++) {
        await members[Math.floor(random() * members.length)]!.killAndStart()
        await sleep(1_000)
      }
    },
  },
]
