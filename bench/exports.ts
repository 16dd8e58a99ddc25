import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../src/app/open-database.js'
import { ensureSystemClock } from '../src/bank/business-clock/clocks.repository.js'
import { addDays } from '../src/kernel/calendar.js'
import type { Database } from '../src/platform/database/database.js'
import { databaseSettings as settingsOf } from '../src/platform/database/drivers/data-source.js'
import { startMariadb } from '../test/support/mariadb.js'
import { databaseSettings, fill, firstNumber, today } from './clocks.js'
import { percentile } from './generator/job.js'
import { startGenerator, type Generator } from './generator.js'
import { load } from './load.js'
import type { Server } from './processes.js'
import { limitLine, type Line } from './report.js'
import { memoryGrowthDuring } from './uploads.js'
import { startService, withDatabase, withScratch } from './world.js'

const rowsOfAll = 1_000_000
const rowsPerCustomer = 10
const secondsMaxOfAll = 60
const growthMax = 100
const rate = 100
const connections = 8
const secondsPerLap = 3
const aloneLaps = 3
const p99MsMax = 100

/** Creates customers with a position each, and ten orders for each customer. */
const fillOrders = async (database: Database, rows: number): Promise<void> => {
  const customers = rows / rowsPerCustomer
  await database.inTransaction((tx) => ensureSystemClock(tx, today))
  await fill(database, {
    book: 'system',
    positions: customers,
    perCustomer: 1,
    firstNumber,
    startOn: addDays(today, -100),
    maturing: [],
    others: [addDays(today, 265)],
  })
  const digits = `WITH RECURSIVE digits AS (SELECT 0 AS d UNION ALL SELECT d + 1 FROM digits WHERE d < 999)`
  await load(database, [
    `INSERT INTO payment_orders (id, kind, customer_id, account_id, book, msisdn, amount, currency, note, status,
       quote_reference, product_code, business_on, sends, polls, settled_on, settled_at, created_at)
     ${digits} SELECT CONCAT('O', n), 'COLLECT', CONCAT('system-C', n % ${customers}), CONCAT('ACC-system-C', n % ${customers}), 'system',
       CONCAT('', ${firstNumber} + n % ${customers}), 1000 + n, 'XAF', 'Versement', 'SUCCESSFUL', CONCAT('DEP-', n), 'LOCK12M',
       '${addDays(today, -100)}', 1, 1, '${addDays(today, -100)}', 2, n
     FROM (SELECT a.d * 1000 + b.d AS n FROM digits a CROSS JOIN digits b WHERE a.d * 1000 + b.d < ${rows}) numbered`,
  ])
}

/** Downloads the file as fast as possible, and counts its lines. */
const take = async (origin: string): Promise<number> => {
  const asked = get(`${origin}/exports/orders.csv`, { headers: { 'x-api-key': 'dev-back-office-key' } })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`an export was answered ${response.statusCode}`)
  let lines = 0
  for await (const chunk of response as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++
  if (!response.complete) throw new Error('an export was cut off')
  return lines
}

/** The latencies of the gateway in rising order; it is called for as long as `goesOn`. */
const askBalances = async (
  generator: Generator,
  origin: string,
  customers: number,
  goesOn: (laps: number) => boolean,
): Promise<number[]> => {
  const latencies: number[] = []
  for (let laps = 0; goesOn(laps); laps++) {
    const subject = { kind: 'facade', operation: 'get_savings_balance' } as const
    const job = { origin, subject, connections, seconds: secondsPerLap, rate, firstCustomer: 0, customers }
    latencies.push(...(await generator.run(job)).latencies)
  }
  return latencies.sort((a, b) => a - b)
}

const measureOn = async (name: string, service: Server, rows: number): Promise<Line[]> => {
  const generator = startGenerator()
  try {
    const customers = rows / rowsPerCustomer
    const { origin } = service
    const alone = await askBalances(generator, origin, customers, (laps) => laps < aloneLaps)
    let isOver = false
    const asking = askBalances(generator, origin, customers, () => !isOver)
    const begun = performance.now()
    let lines = 0
    const growth = await memoryGrowthDuring(service, async () => {
      lines = await take(origin)
    }).finally(() => (isOver = true))
    const seconds = (performance.now() - begun) / 1000
    const beside = await asking
    if (lines !== rows + 1) throw new Error(`${lines} lines of ${rows} rows`)
    const what = `an export of ${rows.toLocaleString('en')} orders on ${name}`
    return [
      limitLine(what, seconds, (secondsMaxOfAll * rows) / rowsOfAll, 's', 1),
      limitLine(`${what}: memory growth`, growth, growthMax, 'MB'),
      {
        ...limitLine(
          `p99 of get_savings_balance meanwhile, ${rate}/s`,
          percentile(beside, 0.99),
          p99MsMax,
          'ms',
          1,
        ),
        other: `alone ${percentile(alone, 0.99).toFixed(1)} ms`,
      },
    ]
  } finally {
    generator.stop()
  }
}

const base = { NODE_ENV: 'development', PORT: '0', EMULATOR_URL: 'http://127.0.0.1:9' }

/** Measures a large download while the gateway calls the same process. */
export const measureExports = (scale = 1): Promise<Line[]> =>
  withScratch(async (directory) => {
    const rows = Math.round((rowsOfAll * scale) / 1000) * 1000
    const onService = async (name: string, env: Readonly<Record<string, string>>) => {
      const service = await startService({ ...base, ...env })
      try {
        return await measureOn(name, service, rows)
      } finally {
        await service.stop()
      }
    }
    const dataDirectory = join(directory, 'sqlite')
    await mkdir(dataDirectory, { recursive: true })
    const file = await openDatabase(settingsOf({ databaseUrl: undefined, dataDirectory }))
    await fillOrders(file, rows)
    await file.close()
    const lines = await onService('SQLite', { DATA_DIR: dataDirectory })
    const server = await startMariadb(databaseSettings)
    if (!server) throw new Error('this machine has neither mariadbd nor mysqld')
    try {
      const onMariadb = await withDatabase(server.url, 'exports', async (database, url) => {
        await fillOrders(database, rows)
        await database.read.all('ANALYZE TABLE customers, accounts, positions, deposits, payment_orders')
        return onService('MariaDB', { ROLE: 'api', DATA_DIR: join(directory, 'mariadb'), DATABASE_URL: url })
      })
      return [...lines, ...onMariadb]
    } finally {
      await server.stop()
    }
  })
