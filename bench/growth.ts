import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { ensureSystemClock } from '../src/clocks/clocks.repository.js'
import { registerCustomer } from '../src/customers/register-customer.js'
import type { Database } from '../src/database/database.js'
import { openDatabase } from '../src/database/open-database.js'
import { closeMonths } from '../src/ledger/close-months.js'
import { readEntries, readTrialBalance } from '../src/ledger/ledger.read.js'
import { createEmulator } from '../src/payments/emulator/server.js'
import { confirmDeposit } from '../src/savings/confirm-deposit.js'
import { quoteDeposit } from '../src/savings/quote-deposit.js'
import { readTransactions } from '../src/savings/transactions.read.js'
import { addDays } from '../src/shared/calendar.js'
import { systemClock } from '../src/shared/clock.js'
import type { Msisdn } from '../src/shared/msisdn.js'
import { startMariadb } from '../test/support/mariadb.js'
import { callOn, fill, firstNumber, today } from './clocks.js'
import { percentile } from './generator/job.js'
import type { Server } from './processes.js'
import { limitLine, type Line } from './report.js'
import { msisdnOf } from './requests.js'
import { databaseSettings, startService, withScratch } from './world.js'

const savings = 5_000
const journals = 100_000
const deposits = 2_000
const readings = 50
const settleMsMax = 120_000

/** A database of its own, closed when `use` is over. */
const withDatabase = async <T>(
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

const p50Of = async (read: () => Promise<unknown>): Promise<number> => {
  const ms: number[] = []
  for (let i = 0; i < readings; i++) {
    const begun = performance.now()
    await read()
    ms.push(performance.now() - begun)
  }
  return percentile(
    ms.toSorted((a, b) => a - b),
    0.5,
  )
}

/** A customer with so many savings, all of which have matured and are not written by a night. */
const miniStatement = (server: string): Promise<Line> =>
  withDatabase(server, 'mini', async (database) => {
    await database.inTransaction((tx) => ensureSystemClock(tx, addDays(today, -1)))
    await fill(database, {
      book: 'system',
      positions: savings,
      perCustomer: savings,
      firstNumber,
      startOn: addDays(today, -400),
      maturing: [],
      others: Array.from({ length: 12 }, (_, i) => addDays(today, -i - 1)),
    })
    const msisdn = String(firstNumber) as Msisdn
    const ms = await p50Of(() => readTransactions(database.read, { today }, msisdn))
    return limitLine(
      `mini statement of a customer with ${savings.toLocaleString('en')} savings, p50`,
      ms,
      20,
      'ms',
      1,
    )
  })

/** A deposit a journal, over a year: each in a day that was open then. */
const fillLedger = async (url: string): Promise<void> => {
  const digits = `WITH RECURSIVE digits AS (SELECT 0 AS d UNION ALL SELECT d + 1 FROM digits WHERE d < 999)`
  const numbered = `(SELECT a.d * 1000 + b.d AS n FROM digits a CROSS JOIN digits b WHERE a.d < ${journals / 1000}) numbered`
  const on = `DATE_ADD('${addDays(today, -365)}', INTERVAL n % 365 DAY)`
  const id = `CONCAT('J', LPAD(n, 8, '0'))`
  const lines = [
    [1, 'customer_principal', `CONCAT('POS-', n)`, '-10000'],
    [2, 'wallet_clearing', `''`, '10000'],
  ] as const
  // The service gives no statement the time that these take.
  const connection = await createConnection(url)
  try {
    await connection.query(
      `INSERT INTO journals (id, book, reference, customer_id, business_on, value_on, created_at)
       ${digits} SELECT ${id}, 'system', CONCAT('DEPOSIT:', n), NULL, ${on}, ${on}, 0 FROM ${numbered}`,
    )
    for (const [line, account, dimension, amount] of lines) {
      await connection.query(
        `INSERT INTO postings (journal_id, line, book, account, dimension, currency, amount)
         ${digits} SELECT ${id}, ${line}, 'system', '${account}', ${dimension}, 'XAF', ${amount} FROM ${numbered}`,
      )
    }
    await connection.query(
      `INSERT INTO ledger_totals (book, account, dimension, currency, business_on, amount)
       SELECT postings.book, account, dimension, currency, business_on, amount
       FROM postings JOIN journals ON journals.id = journal_id WHERE account = 'customer_principal'`,
    )
    await connection.query(
      `INSERT INTO ledger_shared_totals (book, business_on, account, currency, share, amount)
       SELECT postings.book, business_on, account, currency, 0, SUM(amount)
       FROM postings JOIN journals ON journals.id = journal_id WHERE account = 'wallet_clearing'
       GROUP BY postings.book, business_on, account, currency`,
    )
    await connection.query('ANALYZE TABLE journals, postings, ledger_totals, ledger_shared_totals')
  } finally {
    await connection.end()
  }
}

const ledger = (server: string): Promise<Line[]> =>
  withDatabase(server, 'ledger', async (database, url) => {
    await fillLedger(url)
    // Behind the journals: each was booked in a day that was open then.
    await database.inTransaction((tx) => ensureSystemClock(tx, today))
    await closeMonths(database, new AbortController().signal)
    const all = { book: 'system', account: null, dimension: null, from: null, before: null }
    const [middle] = await readEntries(database.read, { ...all, from: addDays(today, -180), after: null })
    const after = `${middle!.journalId}-${middle!.line}`
    const entries = await p50Of(() => readEntries(database.read, { ...all, after }))
    const balance = await p50Of(() => readTrialBalance(database.read, 'system', today))
    const of = `of ${journals.toLocaleString('en')} positions, p50`
    return [
      limitLine(`ledgerEntries ${of}`, entries, 20, 'ms', 1),
      limitLine(`trialBalance ${of}`, balance, 100, 'ms', 1),
    ]
  })

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
    const msisdn = msisdnOf(customer) as Msisdn
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

/** What must not grow with the history of a customer or of the bank, and settlements with more workers. */
export const measureGrowth = (): Promise<Line[]> =>
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
      const lines = [await miniStatement(server.url), ...(await ledger(server.url))]
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
