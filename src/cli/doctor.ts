import 'reflect-metadata'
import { readConfig, type Config } from '../app/config/config.js'
import { queueStates } from '../back-office/queues/queues.read.js'
import { openDatabase } from '../app/open-database.js'
import { expiringKeys } from '../app/watch-expiry.js'
import type { Database } from '../platform/database/database.js'
import { databaseSettings } from '../platform/database/drivers/data-source.js'
import { listKeys } from '../platform/identity/keys/manage-keys.js'
import { civilDate, daysBetween } from '../kernel/calendar.js'
import { formatInstant, systemClock } from '../kernel/clock.js'
import { verifyEvidence } from './evidence.js'
import type { Perform } from './outcome.js'
import { probesOf, runProbes, schemaProbe, textOf, type ProbeResult, type Probe } from './probes.js'
import { columns, integer, text } from '../platform/database/read-row.js'

/** The same limit as in the alerts of ops/prometheus: work that has been due for longer has no worker. */
const queueAgeMsMax = 5 * 60_000
const systemBook = 'system'

const checkBooks = async (database: Database, { evidenceDirectory }: Config): Promise<string> => {
  const { text, exitCode } = await verifyEvidence(database, evidenceDirectory)
  if (exitCode === 1) throw new Error(text)
  return text
}

const checkQueues = async (database: Database): Promise<string> => {
  const states = await queueStates(database)
  const late = states.filter(({ oldestMs }) => oldestMs > queueAgeMsMax)
  const textOfQueue = ({ queue, due, oldestMs }: (typeof states)[number]): string =>
    `${queue} ${due} due, the oldest for ${Math.round(oldestMs / 1000)} s`
  if (late.length > 0) throw new Error(`no worker takes ${late.map(textOfQueue).join('; ')}`)
  const due = states.filter((state) => state.due > 0)
  return due.length === 0 ? 'nothing is due' : due.map(textOfQueue).join('; ')
}

const leaseOf = columns({ id: text, leaseUntil: integer, now: integer })

/** Checks that no lease of a clock expired more than five minutes ago: such a lease means that no worker continues the walk. */
const checkLeases = async ({ read, dialect }: Database): Promise<string> => {
  const rows = await read.all(
    `SELECT id, heartbeat_at, lease_until, ${dialect.nowMs} AS now FROM clocks
     WHERE lease_until IS NOT NULL ORDER BY lease_until LIMIT 100`,
  )
  const dead = rows.map(leaseOf).filter(({ now, leaseUntil }) => now - leaseUntil > queueAgeMsMax)
  if (dead.length > 0) {
    const [first] = dead
    throw new Error(
      `${dead.length} clocks have lost their worker, the first, ${first!.id}, on ${formatInstant(first!.leaseUntil)}`,
    )
  }
  return `${rows.length} held`
}

const checkNight = async ({ read }: Database, { timeZone }: Config): Promise<string> => {
  const [clock] = await read.all('SELECT now_on FROM clocks WHERE id = ?', [systemBook])
  if (!clock) return 'the service has never been started'
  const nowOn = String(clock['now_on'])
  const today = civilDate(timeZone)(systemClock.now())
  const behind = daysBetween(nowOn as typeof today, today)
  if (behind > 1) throw new Error(`the business clock is at ${nowOn}, ${behind} days behind`)
  return `the business clock is at ${nowOn}`
}

/** Checks that no key expires soon without a replacement. */
const checkKeys = async (database: Database): Promise<string> => {
  const listed = await listKeys({ database })
  const [first, ...others] = expiringKeys(listed, systemClock.now())
  if (first)
    throw new Error(
      `${first.key.id} of ${first.holder.name} ends on ${formatInstant(first.expiresAt)}${others.length > 0 ? `, and ${others.length} more soon` : ''}: create a new one`,
    )
  return `${listed.length} keys, none expires within 14 days without a replacement`
}

/** Checks of the data: only if the check of the schema succeeds. */
const probesOfData = (database: Database, config: Config): Probe[] => [
  { what: 'queues', check: () => checkQueues(database) },
  { what: 'leases', check: () => checkLeases(database) },
  { what: 'keys', check: () => checkKeys(database) },
  { what: 'night', check: () => checkNight(database, config) },
]

/** Whether the service and all that it depends on is healthy. Changes nothing, except that it creates missing directories. */
export const perform: Perform<{ readonly books: boolean }> = async ({ books }, progress) => {
  const config = readConfig()
  const probes = probesOf(config)
  const total = probes.length + 1 + 4 + (books ? 1 : 0)
  const onDone = (before: number) => (done: number) => progress(before + done, total)
  const found: ProbeResult[] = await runProbes([...probes, schemaProbe(config)], onDone(0))
  if (found.at(-1)!.fine) {
    const database = await openDatabase(databaseSettings(config))
    try {
      found.push(...(await runProbes(probesOfData(database, config), onDone(found.length))))
      // Without a timeout, since it reads the whole books.
      if (books) {
        const booksResult = await checkBooks(database, config).then(
          (detail) => ({ what: 'books', fine: true, detail }),
          (error: unknown) => ({ what: 'books', fine: false, detail: (error as Error).message }),
        )
        found.push(booksResult)
        progress(total, total)
      }
    } finally {
      await database.close()
    }
  }
  const fine = found.every((one) => one.fine)
  return { data: { fine, found }, text: textOf(found), exitCode: fine ? 0 : 1 }
}
