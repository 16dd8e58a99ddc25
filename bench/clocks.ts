import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { advanceClock } from '../src/bank/business-clock/advance-clock.js'
import { createClock } from '../src/bank/business-clock/create-clock.js'
import { ensureSystemClock } from '../src/bank/business-clock/clocks.repository.js'
import { runEndOfDay, advanceTestClocks, type WalkDeps } from '../src/bank/end-of-day/walk-clocks.js'
import { packageRoot } from '../src/app/config/config.js'
import type { Database } from '../src/platform/database/database.js'
import { openDatabase } from '../src/app/open-database.js'
import { createFakeProvider } from '../src/bank/payments/fake.js'
import { createSavingsOutcomes } from '../src/bank/savings/settlement/outcomes.js'
import { addDays, civilDate, type LocalDate } from '../src/kernel/calendar.js'
import type { Call } from '../src/kernel/call.js'
import { systemClock } from '../src/kernel/clock.js'
import { market } from '../src/kernel/market.js'
import { startMariadb } from '../test/support/mariadb.js'
import { load } from './load.js'

/** One line of the report. */
export interface ClockLine {
  readonly what: string
  readonly target: string
  readonly measured: string
  readonly passed: boolean
}

/**
 * Every commit is on the disk before it is answered; the buffer pool is large enough for the indexes of a million
 * positions.
 */
export const databaseSettings = [
  '--innodb-flush-log-at-trx-commit=1',
  '--innodb-doublewrite=1',
  '--innodb-buffer-pool-size=1G',
  '--innodb-log-file-size=256M',
]

const positionsPerCustomer = 10
export const firstNumber = 237_670_000_000
export const today = civilDate(market.timeZone)(systemClock.now())
const neverAborted = (): AbortSignal => new AbortController().signal

export const callOn = (date: LocalDate): Call => ({
  now: systemClock.now(),
  today: date,
  zone: 'Africa/Douala',
  language: 'fr',
  actor: { name: 'bench', roles: new Set() },
  session: null,
  journey: null,
})

export const depsOf = (
  database: Database,
  date: LocalDate,
  onWarning: () => void = () => undefined,
): WalkDeps => {
  const provider = createFakeProvider()
  const log = {
    info: () => undefined,
    warn: onWarning,
    error: (facts: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`),
  }
  const jobCall = () => callOn(date)
  const providers = { real: provider, test: provider, walk: provider }
  const payouts = { payoutMax: undefined, payeeNote: 'payout' }
  const outcomes = createSavingsOutcomes(payouts)
  return {
    database,
    jobCall,
    payouts,
    log,
    orders: { database, providers, timing: { scale: 1 }, outcomes, jobCall, log },
  }
}

interface Book {
  readonly book: string
  readonly positions: number
  readonly perCustomer: number
  readonly firstNumber: number
  readonly startOn: LocalDate
  /** How many positions mature on each of these dates; the other positions mature on the dates in `others`. */
  readonly maturing: readonly { readonly on: LocalDate; readonly count: number }[]
  readonly others: readonly LocalDate[]
}

/** Fills a book with positions of one deposit each, by SQL statements that generate a million rows in seconds. */
export const fill = async (database: Database, book: Book): Promise<void> => {
  const numbers = `WITH RECURSIVE digits AS (SELECT 0 AS d UNION ALL SELECT d + 1 FROM digits WHERE d < 999)`
  const sequence = (count: number) =>
    `(SELECT a.d * 1000 + b.d AS n FROM digits a CROSS JOIN digits b WHERE a.d < ${Math.ceil(count / 1000)} AND a.d * 1000 + b.d < ${count}) numbered`
  const customer = (n: string) => `CONCAT('${book.book}-C', ${n})`
  const clockId = book.book === 'system' ? 'NULL' : `'${book.book}'`
  const customers = Math.ceil(book.positions / book.perCustomer)
  const owner = customer(
    `CAST((n - n % ${book.perCustomer}) / ${book.perCustomer} AS ${database.dialect.name === 'mysql' ? 'SIGNED' : 'INTEGER'})`,
  )
  let from = 0
  const cases = book.maturing.map(({ on, count }) => `WHEN n < ${(from += count)} THEN '${on}'`)
  const spread = book.others.map((on, k) => `WHEN n % ${book.others.length} = ${k} THEN '${on}'`)
  const maturity = `CASE ${[...cases, ...spread].join(' ')} END`
  await load(database, [
    `INSERT INTO customers (id, msisdn, email, clock_id, created_at)
       ${numbers} SELECT ${customer('n')}, CONCAT('', ${book.firstNumber} + n), NULL, ${clockId}, 0 FROM ${sequence(customers)}`,
    `INSERT INTO accounts (id, customer_id, status, open_key, opened_on, closed_on, created_at)
       ${numbers} SELECT CONCAT('ACC-', ${customer('n')}), ${customer('n')}, 'ACTIVE', ${customer('n')}, '${book.startOn}', NULL, 0
       FROM ${sequence(customers)}`,
    `INSERT INTO positions (id, customer_id, account_id, book, product_version_id, product_code, term_months, currency,
         rate_ppm, early_rate_ppm, basis_days, tax_ppm, start_on, maturity_on, status, created_at)
       ${numbers} SELECT CONCAT('POS-${book.book}', n), ${owner}, CONCAT('ACC-', ${owner}), '${book.book}', 'LOCK12M.1',
         'LOCK12M', 12, 'XAF', 65000, 10000, 365, 0, '${book.startOn}', ${maturity}, 'OPEN', 0
       FROM ${sequence(book.positions)}`,
    `INSERT INTO deposits (id, position_id, customer_id, principal, value_on, created_at)
       ${numbers} SELECT CONCAT('${book.book}-D', n), CONCAT('POS-${book.book}', n), ${owner}, 10000 + n % 90000,
         '${book.startOn}', 0
       FROM ${sequence(book.positions)}`,
  ])
}

const line = (what: string, value: number, max: number, unit: string, digits = 1): ClockLine => ({
  what,
  target: `< ${max} ${unit}`,
  measured: `${value.toFixed(digits)} ${unit}`,
  passed: value < max,
})

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

/** Walks a test clock for a year; its customers have one position each, with maturities spread over the year. */
const walkYear = async (database: Database, customers: number): Promise<number> => {
  const start = '2026-01-31' as LocalDate
  const call = callOn(today)
  const { id } = await createClock({ database }, call, start)
  const months = Array.from({ length: 12 }, (_, i) => addDays(start, 30 * (i + 1)))
  await fill(database, {
    book: id,
    positions: customers,
    perCustomer: 1,
    firstNumber: firstNumber + customers,
    startOn: start,
    maturing: [],
    others: months,
  })
  await advanceClock({ database, onWalk: () => undefined }, call, { id, to: addDays(start, 365) })
  const seconds = await secondsOf(() => advanceTestClocks(depsOf(database, today), neverAborted()))
  const [clock] = await database.read.all('SELECT advancing_to FROM clocks WHERE id = ?', [id])
  if (clock?.['advancing_to'] !== null) throw new Error('the test clock did not reach its date')
  return seconds
}

/** The peak memory of this process above its value at the start, in MB. */
const memoryGrowthOf = async (work: () => Promise<unknown>): Promise<number> => {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let peak = before
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
  await work()
  clearInterval(sampling)
  return (Math.max(peak, process.memoryUsage.rss()) - before) / 1024 / 1024
}

const maturingCount = 10_000

/** Opens a bank whose clock is two days behind, for two nights: one is measured alone, one with customers. */
const openBank = async (url: string, positions: number): Promise<Database> => {
  const database = await openDatabase({ kind: 'mysql', url, poolSize: 16 })
  await database.inTransaction((tx) => ensureSystemClock(tx, addDays(today, -2)))
  await fill(database, {
    book: 'system',
    positions,
    perCustomer: positionsPerCustomer,
    firstNumber,
    startOn: addDays(today, -200),
    maturing: [-1, 0].map((days) => ({ on: addDays(today, days), count: maturingCount })),
    others: Array.from({ length: 12 }, (_, i) => addDays(today, 10 + 13 * i)),
  })
  return database
}

const measureNight = async (database: Database, positions: number): Promise<ClockLine[]> => {
  let seconds = 0
  const deps = depsOf(database, addDays(today, -1))
  const growth = await memoryGrowthOf(async () => {
    seconds = await secondsOf(() => runEndOfDay(deps, neverAborted()))
  })
  const [row] = await database.read.all('SELECT COUNT(*) AS n FROM maturities')
  if (Number(row?.['n']) !== maturingCount) throw new Error('the night of the bench is not complete')
  const what = `night over ${positions.toLocaleString('en')} positions, ${maturingCount.toLocaleString('en')} mature`
  return [line(what, seconds, 30, 's'), line(`${what}: memory growth`, growth, 100, 'MB', 0)]
}

/** Starts the service in a role as a process of its own; resolves with its address once it accepts requests. */
const startRole = async (role: 'api' | 'worker', databaseUrl: string, directory: string) => {
  const child = spawn(process.execPath, [join(packageRoot, 'dist', 'cauri.js'), 'start'], {
    env: {
      NODE_ENV: 'development',
      ROLE: role,
      PORT: '0',
      DATA_DIR: directory,
      DATABASE_URL: databaseUrl,
      EMULATOR_URL: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  let printed = ''
  let address: string | undefined
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk)
    address = /listens on (http:\/\/[\w.:]+\d)/.exec(printed)?.[1]
    if (address !== undefined) break
  }
  if (address === undefined) throw new Error(`${role} did not start: ${printed}`)
  child.stdout.resume()
  return {
    address,
    stop: async () => {
      process.off('exit', killed)
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

const pair = (key: string, value: string) => ({ key: { value: key }, value: { value } })

/** The answer to a customer's operation, and its milliseconds. Throws when the operation is refused. */
const ask = async (
  address: string,
  operation: string,
  customer: number,
  facts: Readonly<Record<string, string>> = {},
): Promise<{ readonly ms: number; readonly text: string }> => {
  const begun = performance.now()
  const response = await fetch(`${address}/getdynamicarguments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'dev-gateway-key' },
    body: JSON.stringify({
      arguments: [
        pair('operation_name', operation),
        pair('ACCOUNT_HOLDER_MSISDN', String(firstNumber + customer)),
        ...Object.entries(facts).map(([key, value]) => pair(key, value)),
      ],
      sessionIdentifier: 'bench',
      journeyIdentifier: 'bench',
    }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${operation} was refused: ${text}`)
  return { ms: performance.now() - begun, text }
}

const askersMax = 4

/** The milliseconds of each balance, requested by a few concurrent customers for as long as `goesOn`. */
const askBalances = async (address: string, customers: number, goesOn: () => boolean): Promise<number[]> => {
  const times: number[] = []
  const asker = async (first: number) => {
    for (let customer = first; goesOn(); customer = (customer + 7919) % customers) {
      times.push((await ask(address, 'get_savings_balance', customer)).ms)
    }
  }
  await Promise.all(Array.from({ length: askersMax }, (_, i) => asker(i)))
  return times
}

/**
 * The milliseconds of each confirmed withdrawal, one after the other. A withdrawal locks the clock that the night
 * moves.
 */
const withdraw = async (address: string, customers: number, goesOn: () => boolean): Promise<number[]> => {
  const times: number[] = []
  for (let customer = customers - 1; goesOn() && customer > 0; customer--) {
    const position = `POS-system${customer * positionsPerCustomer}`
    const preview = await ask(address, 'create_withdrawal_summary', customer, { locked_account_id: position })
    const reference = /WDR-\w+/.exec(preview.text)?.[0]
    if (reference === undefined) throw new Error(`no withdrawal of ${position}: ${preview.text}`)
    const { ms, text } = await ask(address, 'confirm_withdrawal', customer, {
      withdrawal_reference: reference,
    })
    if (!text.includes('ON_HOLD')) throw new Error(`${position} was not left: ${text}`)
    times.push(ms)
  }
  return times
}

/** Measures customers who read balances and withdraw while a separate worker runs a night. */
const measureCustomers = async (url: string, database: Database, positions: number): Promise<ClockLine[]> => {
  const scratch = await mkdtemp(join(tmpdir(), 'cauri-night-'))
  const api = await startRole('api', url, join(scratch, 'api'))
  let walking = true
  const nowOn = async () =>
    (await database.read.all(`SELECT now_on FROM clocks WHERE id = 'system'`))[0]?.['now_on']
  const warm = AbortSignal.timeout(1000)
  await askBalances(api.address, positions / positionsPerCustomer, () => !warm.aborted)
  const worker = await startRole('worker', url, join(scratch, 'worker'))
  const watching = (async () => {
    while ((await nowOn()) !== today) await sleep(100)
    walking = false
  })()
  const customers = positions / positionsPerCustomer
  const [times, exits] = await Promise.all([
    askBalances(api.address, customers, () => walking),
    withdraw(api.address, customers, () => walking),
    watching,
  ])
  await Promise.all([api.stop(), worker.stop()])
  await rm(scratch, { recursive: true, force: true })
  times.sort((a, b) => a - b)
  const p99 = times[Math.floor(times.length * 0.99)]!
  return [
    line(`get_savings_balance while the night runs, p99 of ${times.length}`, p99, 100, 'ms'),
    line(
      `confirm_withdrawal while the night runs, slowest of ${exits.length}`,
      Math.max(...exits),
      1000,
      'ms',
    ),
  ]
}

const createDatabase = async (server: string, name: string): Promise<string> => {
  const connection = await createConnection(server)
  await connection.query(`CREATE DATABASE ${name}`)
  await connection.end()
  return `${server}/${name}`
}

const measureYears = async (what: string, database: Database): Promise<ClockLine[]> => [
  line(`1 customer walks 365 days on ${what}`, await walkYear(database, 1), 2, 's', 2),
  line(`1,000 customers on one clock walk 365 days on ${what}`, await walkYear(database, 1000), 60, 's'),
]

/**
 * Measures everything about clocks that has a target: walks of test clocks, the night of a large book, and customers
 * during a night.
 */
export const benchClocks = async (): Promise<ClockLine[]> => {
  const server = await startMariadb(databaseSettings)
  if (!server) throw new Error('this machine has neither mariadbd nor mysqld')
  const scratch = await mkdtemp(join(tmpdir(), 'cauri-clocks-'))
  try {
    const lines: ClockLine[] = []
    const sqlite = await openDatabase({ kind: 'sqlite', file: join(scratch, 'cauri.sqlite') })
    lines.push(...(await measureYears('SQLite', sqlite)))
    await sqlite.close()
    const url = await createDatabase(server.url, 'years')
    const mysql = await openDatabase({ kind: 'mysql', url, poolSize: 16 })
    lines.push(...(await measureYears('MariaDB', mysql)))
    await mysql.close()
    for (const positions of [250_000, 1_000_000]) {
      const bankUrl = await createDatabase(server.url, `bank_${positions}`)
      const bank = await openBank(bankUrl, positions)
      lines.push(...(await measureNight(bank, positions)))
      if (positions === 1_000_000) lines.push(...(await measureCustomers(bankUrl, bank, positions)))
      await bank.close()
    }
    return lines
  } finally {
    await server.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}
