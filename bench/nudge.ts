import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { createEmulator } from '../src/bank/payments/emulator/server.js'
import { systemClock } from '../src/kernel/clock.js'
import { startWalletProxy, type WalletProxy } from '../test/end-to-end/wallet-proxy.js'
import { startMariadb } from '../test/support/mariadb.js'
import { connectTo, type Connection } from './generator/connection.js'
import { percentile } from './generator/job.js'
import type { Server } from './processes.js'
import { limitLine, type Line } from './report.js'
import { confirmRequest, envelope, msisdnOf, quoteRequest, referenceIn } from './requests.js'
import { databaseSettings, startService, withScratch } from './world.js'

const depositsWithNudge = 200
const depositsWithoutNudge = 20
const waitMsMax = 10_000

/**
 * Resolves when the collection for a number reaches the provider; the caller may start to wait before the deposit is
 * confirmed.
 */
const arrivalsAt = (provider: WalletProxy) => {
  const awaited = new Map<string, (at: number) => void>()
  provider.onMoment(({ call, stage, msisdn = '' }) => {
    if (call === 'SEND' && stage === 'ARRIVED') awaited.get(msisdn)?.(performance.now())
  })
  return (msisdn: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${msisdn} was not asked to pay`)), waitMsMax)
      awaited.set(msisdn, (at) => {
        clearTimeout(late)
        resolve(at)
      })
    })
}

type Arrivals = ReturnType<typeof arrivalsAt>

/**
 * The milliseconds from the answer to a confirmation until the provider is called; 0 if it was called before the
 * answer.
 */
const confirmOne = async (gateway: Connection, arrivalOf: Arrivals, customer: number): Promise<number> => {
  await gateway.send(envelope('register_savings_account', customer))
  const reference = referenceIn(await gateway.send(quoteRequest(customer)))
  if (reference === undefined) throw new Error(`customer ${customer} got no quote`)
  const arrived = arrivalOf(msisdnOf(customer))
  const [answeredAt, arrivedAt] = await Promise.all([
    gateway.send(confirmRequest(customer, reference)).then(() => performance.now()),
    arrived,
  ])
  return Math.max(0, arrivedAt - answeredAt)
}

/**
 * The milliseconds for deposits that are confirmed one after the other, each of a different customer; in rising order.
 */
const confirmAll = async (origin: string, arrivalOf: Arrivals, count: number): Promise<number[]> => {
  const gateway = connectTo(origin)
  const waits: number[] = []
  for (let customer = 0; customer < count; customer++)
    waits.push(await confirmOne(gateway, arrivalOf, customer))
  await gateway.close()
  return waits.toSorted((a, b) => a - b)
}

type Measure = (name: string, roles: readonly Role[], count: number) => Promise<number[]>
type Role = 'both' | 'api' | 'worker'

/**
 * Returns a function that creates a database, starts a process for each of `roles` on it, and measures with `count` deposits
 * that are confirmed at the first of these processes.
 */
const measurerOn =
  (mysql: string, directory: string, emulatorUrl: string, arrivalOf: Arrivals): Measure =>
  async (name, roles, count) => {
    const connection = await createConnection(mysql)
    await connection.query(`CREATE DATABASE ${name}`)
    await connection.end()
    const servers: Server[] = []
    try {
      for (const role of roles) {
        servers.push(
          await startService({
            NODE_ENV: 'development',
            PORT: '0',
            DATA_DIR: join(directory, name, role),
            DATABASE_URL: `${mysql}/${name}`,
            EMULATOR_URL: emulatorUrl,
            ...(role !== 'both' && { ROLE: role }),
          }),
        )
      }
      return await confirmAll(servers[0]!.origin, arrivalOf, count)
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  }

/**
 * Measures how soon after the answer to a confirmation the provider gets the order. A commit wakes only the jobs of its
 * own process: a deposit that is confirmed in an API process waits for the next tick of a worker.
 */
export const measureNudge = (): Promise<Line[]> =>
  withScratch(async (directory) => {
    const database = await startMariadb(databaseSettings)
    if (!database) throw new Error('this machine has neither mariadbd nor mysqld')
    const emulator = await createEmulator({
      host: '127.0.0.1',
      port: 0,
      delayMs: 0,
      timeScale: 1,
      clock: systemClock,
    })
    const provider = await startWalletProxy(emulator.url)
    try {
      const measure = measurerOn(database.url, directory, provider.url, arrivalsAt(provider))
      const withNudge = await measure('nudged', ['both'], depositsWithNudge)
      const without = await measure('unnudged', ['api', 'worker'], depositsWithoutNudge)
      const what = 'answer of confirm_deposit to collection at the provider'
      const p50 = (waits: readonly number[]): number => percentile(waits, 0.5)
      return [
        {
          ...limitLine(`${what}, p99 of ${depositsWithNudge}`, percentile(withNudge, 0.99), 100, 'ms', 1),
          other: `p50 ${p50(withNudge).toFixed(1)} ms`,
        },
        {
          ...limitLine(
            `${what}, without the nudge, slowest of ${depositsWithoutNudge}`,
            without.at(-1)! / 1000,
            2,
            's',
            2,
          ),
          other: `p50 ${(p50(without) / 1000).toFixed(2)} s`,
        },
      ]
    } finally {
      await provider.close()
      await emulator.close()
      await database.stop()
    }
  })
