import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { registerCustomer } from '../src/customers/register-customer.js'
import type { Database } from '../src/database/database.js'
import { createEmulator } from '../src/payments/emulator/server.js'
import { confirmDeposit } from '../src/savings/confirm-deposit.js'
import { quoteDeposit } from '../src/savings/quote-deposit.js'
import { systemClock } from '../src/shared/clock.js'
import type { Msisdn } from '../src/shared/msisdn.js'
import { startMariadb } from '../test/support/mariadb.js'
import { callOn, today } from './clocks.js'
import type { Server } from './processes.js'
import type { Line } from './report.js'
import { msisdnOf } from './requests.js'
import { databaseSettings, startService, withDatabase, withScratch } from './world.js'

const deposits = 2_000
const settleMsMax = 300_000

/** By a number, of whom the emulator lets every payment succeed: those who end in 450 to 472 are made for something else. */
const payerOf = (n: number): Msisdn => msisdnOf(Math.floor(n / 400) * 1_000 + (n % 400)) as Msisdn

/** Deposits that are confirmed and wait for a worker. */
const confirmAll = async (database: Database): Promise<void> => {
  const deps = {
    database,
    testClocks: { enabled: false, msisdns: undefined },
    collectionMax: undefined,
    onOrder: () => undefined,
    payerNote: () => 'bench',
  }
  const confirm = async (customer: number): Promise<void> => {
    const call = callOn(today)
    const msisdn = payerOf(customer)
    await registerCustomer(deps, call, { msisdn, email: null, clockId: null })
    const { reference } = await quoteDeposit(deps, call, { msisdn, amount: '5000', productCode: 'LOCK3M' })
    await confirmDeposit(deps, call, { msisdn, reference: reference! })
  }
  for (let from = 0; from < deposits; from += 16)
    await Promise.all(Array.from({ length: Math.min(16, deposits - from) }, (_, i) => confirm(from + i)))
}

const settledIn = async (database: Database) => {
  const [row] = await database.read.all(
    `SELECT COUNT(*) AS n, MIN(settled_at) AS first, MAX(settled_at) AS last FROM payment_orders
     WHERE status = 'SUCCESSFUL'`,
  )
  return { count: Number(row!['n']), seconds: (Number(row!['last']) - Number(row!['first'])) / 1000 }
}

/** Settlements a second, from the first to the last, by the database's clock. */
const settleWith = (
  server: string,
  directory: string,
  emulatorUrl: string,
  workers: number,
): Promise<number> =>
  withDatabase(server, `settle${workers}`, async (database, url) => {
    const start = (role: string, id: number) =>
      startService({
        NODE_ENV: 'development',
        PORT: '0',
        ROLE: role,
        DATA_DIR: join(directory, `settle${workers}-${id}`),
        DATABASE_URL: url,
        EMULATOR_URL: emulatorUrl,
      })
    const running: Server[] = []
    try {
      // Publishes the products and makes the clock.
      await (await start('api', 0)).stop()
      await confirmAll(database)
      for (let id = 1; id <= workers; id++) running.push(await start('worker', id))
      const deadline = performance.now() + settleMsMax
      while ((await settledIn(database)).count < deposits) {
        if (performance.now() > deadline)
          throw new Error(`${workers} workers did not settle ${deposits} deposits`)
        await sleep(100)
      }
      const { count, seconds } = await settledIn(database)
      return count / seconds
    } finally {
      await Promise.all(running.map((each) => each.stop()))
    }
  })

/** Settlements a second with more and more workers on one database. */
export const measureSettlements = (): Promise<Line[]> =>
  withScratch(async (directory) => {
    const server = await startMariadb(databaseSettings)
    if (!server) throw new Error('this machine has neither mariadbd nor mysqld')
    const emulator = await createEmulator({
      host: '127.0.0.1',
      port: 0,
      delayMs: 0,
      timeScale: 1,
      clock: systemClock,
    })
    try {
      const lines: Line[] = []
      let alone = 0
      for (const workers of [1, 2, 4]) {
        const rate = await settleWith(server.url, directory, emulator.url, workers)
        alone ||= rate
        lines.push({
          what: `settlements a second with ${workers} worker${workers > 1 ? 's' : ''}`,
          target: workers === 1 ? '' : 'no fewer than with 1',
          measured: `${Math.round(rate)} /s`,
          other: '',
          ratio: (rate / alone).toFixed(2),
          passed: rate >= alone * 0.9,
        })
      }
      return lines
    } finally {
      await emulator.close()
      await server.stop()
    }
  })
