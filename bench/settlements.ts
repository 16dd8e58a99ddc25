import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { registerCustomer } from '../src/bank/customers/register-customer.js'
import type { Database } from '../src/platform/database/database.js'
import { createEmulator } from '../src/bank/payments/emulator/server.js'
import { confirmDeposit } from '../src/bank/savings/deposits/confirm-deposit.js'
import { quoteDeposit } from '../src/bank/savings/deposits/quote-deposit.js'
import { systemClock } from '../src/kernel/clock.js'
import type { Msisdn } from '../src/kernel/msisdn.js'
import { startWalletProxy, type WalletProxy } from '../test/end-to-end/wallet-proxy.js'
import { startMariadb } from '../test/support/mariadb.js'
import { callOn, today } from './clocks.js'
import { analyze } from './load.js'
import type { Server } from './processes.js'
import type { Line } from './report.js'
import { msisdnOf } from './requests.js'
import { databaseSettings, startService, withDatabase, withScratch } from './world.js'

const deposits = 2_000
/** How many settlements are measured: the first ones, since a few of the deposits may hang. */
const measuredCount = 1_800
/**
 * How many deposits each worker settles before the measurement, so that its code is compiled, its connections are open and its
 * statements prepared: in a new process a settlement takes 1.5 times as long.
 */
const warmUpEach = 400
const postponeMs = 3_600_000
const settleMsMax = 300_000
/** One call in this many hangs at the provider. */
const hangEvery = 50

/** Numbers for which every payment succeeds in the emulator: those that end in 450 to 472 are left out. */
const payerOf = (n: number): Msisdn => msisdnOf(Math.floor(n / 400) * 1_000 + (n % 400)) as Msisdn

/** Registers so many customers, and confirms a deposit of each, which then waits for a worker. */
const confirmAll = async (database: Database, howMany: number): Promise<void> => {
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
  for (let from = 0; from < howMany; from += 16)
    await Promise.all(Array.from({ length: Math.min(16, howMany - from) }, (_, i) => confirm(from + i)))
}

/** Makes confirmed deposits due later, so that workers do not claim them before the measurement starts. */
const postpone = ({ inTransaction }: Database): Promise<number> =>
  inTransaction((tx) => tx.run(`UPDATE payment_orders SET due_at = due_at + ${postponeMs}`))

const makeDue = ({ inTransaction }: Database, howMany: number): Promise<number> =>
  inTransaction((tx) =>
    tx.run(
      `UPDATE payment_orders SET due_at = due_at - ${postponeMs} WHERE due_at > ${tx.dialect.nowMs} + ${postponeMs / 2}
       ORDER BY id LIMIT ${howMany}`,
    ),
  )

/** How long transactions have waited for row locks so far. */
const waitedMsNow = async ({ read }: Database): Promise<number> =>
  Number((await read.all(`SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_time'`))[0]!['Value'])

/** When each order since a moment was settled, by the database's clock, in rising order. */
const settledSince = async ({ read }: Database, since: number): Promise<number[]> => {
  const rows = await read.all(
    `SELECT settled_at FROM payment_orders WHERE status = 'SUCCESSFUL' AND settled_at >= ? ORDER BY settled_at`,
    [since],
  )
  return rows.map((row) => Number(row['settled_at']))
}

const now = async ({ read }: Database): Promise<number> =>
  Number((await read.all(`SELECT ${read.dialect.nowMs} AS now`))[0]!['now'])

interface Settling {
  readonly server: string
  readonly directory: string
  readonly name: string
  readonly walletUrl: string
  readonly workers: number
}

interface Settled {
  /** Settlements per second, from the first to the last measured one; orders that hang are not among these. */
  readonly perSecond: number
  /** The time that transactions waited for row locks, divided by the number of measured settlements. */
  readonly waitedMs: number
}

const settleWith = ({ server, directory, name, walletUrl, workers }: Settling): Promise<Settled> =>
  withDatabase(server, name, async (database, url) => {
    const start = (role: string, id: number) =>
      startService({
        NODE_ENV: 'development',
        PORT: '0',
        ROLE: role,
        DATA_DIR: join(directory, `${name}-${id}`),
        DATABASE_URL: url,
        EMULATOR_URL: walletUrl,
      })
    const running: Server[] = []
    const warmUp = warmUpEach * workers
    try {
      // The first start of an API process publishes the products and creates the clock.
      await (await start('api', 0)).stop()
      await confirmAll(database, warmUp + deposits)
      await analyze(database, 'customers, accounts, payment_orders, request_log')
      await postpone(database)
      for (let id = 1; id <= workers; id++) running.push(await start('worker', id))
      const deadline = performance.now() + settleMsMax
      const settled = async (wanted: number, since: number): Promise<number[]> => {
        for (;;) {
          const moments = await settledSince(database, since)
          if (moments.length >= wanted) return moments
          if (performance.now() > deadline)
            throw new Error(`${workers} workers settled ${moments.length} of ${warmUp + deposits} deposits`)
          await sleep(200)
        }
      }
      await makeDue(database, warmUp)
      // Waits for nine tenths of the warm-up only, since the other deposits may hang.
      await settled(Math.floor(warmUp * 0.9), 0)
      await sleep(2_000)
      const waitedBefore = await waitedMsNow(database)
      const released = await now(database)
      await makeDue(database, deposits)
      const moments = (await settled(measuredCount, released)).slice(0, measuredCount)
      const ms = moments.at(-1)! - moments[0]!
      return {
        perSecond: (moments.length / ms) * 1000,
        waitedMs: ((await waitedMsNow(database)) - waitedBefore) / moments.length,
      }
    } finally {
      await Promise.all(running.map((each) => each.stop()))
    }
  })

/** Makes one call in `hangEvery` hang at the provider until its caller gives up. */
const hangSome = (proxy: WalletProxy): void => {
  let calls = 0
  proxy.onMoment(async ({ call, stage, isGivenUp }) => {
    if (stage !== 'ARRIVED' || call === 'TOKEN' || ++calls % hangEvery !== 0) return
    while (!isGivenUp()) await sleep(100)
  })
}

const lineOf = (
  what: string,
  { perSecond, waitedMs }: Settled,
  alone: Settled,
  target: string,
  ratioMin: number,
): Line => ({
  what: `settlements a second with ${what}`,
  target,
  measured: `${Math.round(perSecond)} /s`,
  other: `${waitedMs.toFixed(1)} ms for rows`,
  ratio: (perSecond / alone.perSecond).toFixed(2),
  passed: perSecond >= alone.perSecond * ratioMin,
})

/**
 * Measures settlements per second with more and more workers on one database, and with a provider where some calls
 * hang.
 */
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
    const proxy = await startWalletProxy(emulator.url)
    try {
      const settle = (name: string, workers: number, walletUrl = emulator.url) =>
        settleWith({ server: server.url, directory, name, walletUrl, workers })
      const alone = await settle('one', 1)
      const lines = [lineOf('1 worker', alone, alone, '', 1)]
      for (const [name, workers] of [
        ['two', 2],
        ['four', 4],
      ] as const) {
        const rate = await settle(name, workers)
        lines.push(lineOf(`${workers} workers`, rate, alone, '>= 0.90 of 1 worker', 0.9))
      }
      hangSome(proxy)
      const rate = await settle('hanging', 1, proxy.url)
      const what = `1 worker, ${100 / hangEvery} % of the provider's calls hang`
      return [...lines, { ...lineOf(what, rate, alone, '>= 25 /s', 0), passed: rate.perSecond >= 25 }]
    } finally {
      await proxy.close()
      await emulator.close()
      await server.stop()
    }
  })
