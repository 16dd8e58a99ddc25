import type { Connection, RowDataPacket } from 'mysql2/promise'
import type { SeverableProxy } from '../../test/jobs/severable-proxy.js'
import { sleep } from '../../test/support/wait.js'
import type { Member } from './fleet.js'

/** What a fault may touch. */
export interface Field {
  /** The database, past the proxies, as its administrator. */
  readonly admin: Connection
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

/** Until the server has no room for a row more. */
const fill = async ({ admin }: Field): Promise<void> => {
  await admin.query('CREATE TABLE filler (content LONGBLOB NOT NULL)')
  for (let bytes = 4 * 1024 * 1024; bytes >= 1024; bytes /= 4) {
    for (let i = 0; i < 200; i++) {
      const isFull = await admin.query(`INSERT INTO filler VALUES (REPEAT('x', ${bytes}))`).then(
        () => false,
        () => true,
      )
      if (isFull) break
    }
  }
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
        () => field.admin.query('DROP TABLE filler'),
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
