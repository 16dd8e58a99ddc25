import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import type { Database, Tx } from '../src/platform/database/database.js'
import { openDatabase } from '../src/app/open-database.js'
import { createDelivery } from '../src/bank/statements/deliver-statements.js'
import { createFakeMailer } from '../src/bank/statements/mail/fake.js'
import { prepareStatement } from '../src/bank/statements/prepare-statement.js'
import { requestStatement } from '../src/bank/statements/request-statement.js'
import { ensureSystemClock } from '../src/bank/business-clock/clocks.repository.js'
import { addDays, civilDate } from '../src/kernel/calendar.js'
import type { Call } from '../src/kernel/call.js'
import { systemClock } from '../src/kernel/clock.js'
import { market } from '../src/kernel/market.js'
import type { Msisdn } from '../src/kernel/msisdn.js'
import { startMariadb } from '../test/support/mariadb.js'
import { limitLine, type Line } from './report.js'

const linesCount = 5_000
const positionsCount = 10
const days = 700
const msisdn = '237670000001' as Msisdn
const today = civilDate(market.timeZone)(systemClock.now())
const opened = addDays(today, -days)

const call = (): Call => ({
  now: systemClock.now(),
  today,
  zone: 'Africa/Douala',
  language: 'fr',
  actor: { name: 'bench', roles: new Set() },
  session: null,
  journey: null,
})

type Cell = string | number | null

/** Rows of one table, a few hundred for each SQL statement. */
const insertAll = async (tx: Tx, into: string, rows: readonly (readonly Cell[])[]): Promise<void> => {
  const chunk = 250
  for (let i = 0; i < rows.length; i += chunk) {
    const some = rows.slice(i, i + chunk)
    const places = `(${some[0]!.map(() => '?').join(', ')})`
    await tx.run(`INSERT INTO ${into} VALUES ${some.map(() => places).join(', ')}`, some.flat())
  }
}

/** One customer, whose deposits over almost two years are on the statement. */
const fill = (database: Database): Promise<void> =>
  database.inTransaction(async (tx) => {
    await ensureSystemClock(tx, opened)
    const position = (i: number) => `POS-${i % positionsCount}`
    const deposits = Array.from({ length: linesCount }, (_, i) => ({
      id: `DEPOSIT-${String(i).padStart(8, '0')}`,
      position: position(i),
      amount: 1000 + i,
      on: addDays(opened, Math.floor((i * days) / linesCount)),
    }))
    await insertAll(tx, 'customers (id, msisdn, email, clock_id, created_at)', [
      ['C', msisdn, 'awa@example.com', null, 0],
    ])
    await insertAll(
      tx,
      'accounts (id, customer_id, status, open_key, email, opened_on, closed_on, created_at)',
      [['ACC', 'C', 'ACTIVE', 'C', 'awa@example.com', opened, null, 0]],
    )
    await insertAll(
      tx,
      `positions (id, customer_id, account_id, book, product_version_id, product_code, term_months, currency, rate_ppm,
         early_rate_ppm, basis_days, tax_ppm, start_on, maturity_on, status, created_at)`,
      Array.from({ length: positionsCount }, (_, i): Cell[] => [
        position(i),
        'C',
        'ACC',
        'system',
        'LOCK12M.1',
        'LOCK12M',
        12,
        'XAF',
        65_000,
        10_000,
        365,
        0,
        opened,
        addDays(today, 30),
        'OPEN',
        i,
      ]),
    )
    await insertAll(
      tx,
      'deposits (id, position_id, customer_id, principal, value_on, created_at)',
      deposits.map(({ id, position, amount, on }, i) => [id, position, 'C', amount, on, i]),
    )
    await insertAll(
      tx,
      'journals (id, book, reference, customer_id, business_on, value_on, created_at)',
      deposits.map(({ id, on }, i) => [id, 'system', `DEPOSIT:${id}`, 'C', on, on, i]),
    )
    await insertAll(
      tx,
      'postings (journal_id, line, book, account, dimension, currency, amount)',
      deposits.flatMap(({ id, position, amount }): Cell[][] => [
        [id, 1, 'system', 'customer_principal', position, 'XAF', -amount],
        [id, 2, 'system', 'wallet_clearing', '', 'XAF', amount],
      ]),
    )
  })

const samplePauseMs = 5

/**
 * Measures the time and the memory from the tick that claims a statement until the statement is marked as sent. Only on
 * SQLite, which is measured first, has the process made none before.
 */
const measure = async (database: Database) => {
  await fill(database)
  const reference = await prepareStatement({ database }, call(), msisdn)
  const asked = { msisdn, reference, email: '', period: 'ALL' }
  await requestStatement({ database, onStatement: () => undefined }, call(), asked)
  const mailer = createFakeMailer()
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const delivery = createDelivery({
    database,
    mailer,
    bank: { name: 'Cauri', details: [] },
    timing: { scale: 1 },
    jobCall: call,
    log,
  })
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let peak = before
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), samplePauseMs)
  const begun = performance.now()
  await delivery.run(new AbortController().signal)
  await delivery.settle(60_000)
  const seconds = (performance.now() - begun) / 1000
  clearInterval(sampling)
  const [row] = await database.read.all('SELECT status FROM statements WHERE id = ?', [reference])
  if (row?.['status'] !== 'SENT' || mailer.sent.length !== 1) throw new Error('the statement was not sent')
  peak = Math.max(peak, process.memoryUsage.rss())
  const kilobytes = mailer.sent[0]!.attachment!.content.length / 1024
  return { seconds, growth: (peak - before) / 1024 / 1024, kilobytes }
}

const linesOf = async (what: string, database: Database): Promise<Line[]> => {
  const { seconds, growth, kilobytes } = await measure(database)
  await database.close()
  const name = `statement of ${linesCount.toLocaleString('en')} lines on ${what}`
  return [
    limitLine(name, seconds, 3, 's', 2),
    limitLine(`${name}: memory growth`, growth, 150, 'MB'),
    limitLine(`${name}: size`, kilobytes, 2048, 'KB'),
  ]
}

/** Measures the time and the memory that a long statement takes, on both databases. */
export const benchStatements = async (): Promise<Line[]> => {
  const server = await startMariadb([])
  if (!server) throw new Error('this machine has neither mariadbd nor mysqld')
  const scratch = await mkdtemp(join(tmpdir(), 'cauri-statements-'))
  try {
    const connection = await createConnection(server.url)
    await connection.query('CREATE DATABASE statements_bench')
    await connection.end()
    const mysql = { kind: 'mysql', url: `${server.url}/statements_bench`, poolSize: 4 } as const
    return [
      ...(await linesOf(
        'SQLite',
        await openDatabase({ kind: 'sqlite', file: join(scratch, 'cauri.sqlite') }),
      )),
      ...(await linesOf('MariaDB', await openDatabase(mysql))),
    ]
  } finally {
    await server.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}
