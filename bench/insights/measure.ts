import { ensureSystemClock } from '../../src/bank/business-clock/clocks.repository.js'
import { rollUpDays } from '../../src/bank/insights/roll-up.js'
import type { Database } from '../../src/platform/database/database.js'
import { addDays, beginningOf, type LocalDate } from '../../src/kernel/calendar.js'
import { market } from '../../src/kernel/market.js'
import { startMariadb } from '../../test/support/mariadb.js'
import { databaseSettings, today } from '../clocks.js'
import { analyze, load } from '../load.js'
import { limitLine, type Line } from '../report.js'
import { startService, withDatabase, withScratch } from '../world.js'
import { slowestOf } from './ask.js'
import { fillBank } from './bank.js'
import { numbers } from './numbers.js'
import { fillYear } from './year.js'

const deposits = 100_000

/** A day with this many deposits of different customers, each with its position, order and journal. */
const fillDay = async (database: Database, day: LocalDate): Promise<void> => {
  const from = numbers(deposits)
  const id = (prefix: string) => `CONCAT('${prefix}', LPAD(d, 20, '0'))`
  await load(database, [
    `INSERT INTO customers (id, msisdn, created_at) SELECT ${id('C')}, CONCAT('2376', LPAD(d, 8, '0')), 0 FROM ${from} n`,
    `INSERT INTO positions (id, customer_id, account_id, book, product_version_id, product_code, term_months, currency,
       rate_ppm, early_rate_ppm, basis_days, tax_ppm, start_on, maturity_on, status, created_at)
     SELECT ${id('POS-')}, ${id('C')}, ${id('A')}, 'system', 'LOCK3M.1', CONCAT('LOCK', d % 4), 3, 'XAF', 45000, 10000, 365, 0,
       '${day}', DATE_ADD('${day}', INTERVAL 30 + d % 300 DAY), 'OPEN', 0 FROM ${from} n`,
    `INSERT INTO deposits (id, position_id, customer_id, principal, value_on, opens, created_at)
     SELECT ${id('O')}, ${id('POS-')}, ${id('C')}, 1000 + d, '${day}', 1, d FROM ${from} n`,
    `INSERT INTO payment_orders (id, kind, customer_id, account_id, book, msisdn, amount, currency, note, status,
       quote_reference, product_code, business_on, sends, polls, settled_on, settled_at, created_at)
     SELECT ${id('O')}, 'COLLECT', ${id('C')}, ${id('A')}, 'system', CONCAT('2376', LPAD(d, 8, '0')), 1000 + d, 'XAF', '', 'SUCCESSFUL',
       ${id('DEP-')}, 'LOCK3M', '${day}', 1, 1, '${day}', 2, 1 FROM ${from} n`,
    `INSERT INTO journals (id, book, reference, customer_id, business_on, value_on, created_at)
     SELECT ${id('J')}, 'system', CONCAT('DEPOSIT:', ${id('O')}), ${id('C')}, '${day}', '${day}', 0 FROM ${from} n`,
    ...[
      [1, 'customer_principal', id('POS-'), '-(1000 + d)'],
      [2, 'wallet_clearing', `''`, '1000 + d'],
    ].map(
      ([line, account, dimension, amount]) =>
        `INSERT INTO postings (journal_id, line, book, account, dimension, currency, amount)
         SELECT ${id('J')}, ${line}, 'system', '${account}', ${dimension}, 'XAF', ${amount} FROM ${from} n`,
    ),
  ])
  await analyze(database, 'customers, positions, deposits, payment_orders, journals, postings')
}

const rollUpOfDay = async (database: Database): Promise<Line> => {
  const day = addDays(today, -1)
  await fillDay(database, day)
  await database.inTransaction((tx) => ensureSystemClock(tx, today))
  const from = performance.now()
  await rollUpDays({ database, zone: market.timeZone }, new AbortController().signal)
  const ms = performance.now() - from
  const [row] = await database.read.all(`SELECT SUM(n) AS n FROM insight_flows WHERE family = 'DEPOSITS'`)
  if (Number(row?.['n']) !== deposits) throw new Error(`${row?.['n']} deposits were rolled up`)
  return limitLine(`roll-up of a day of ${deposits.toLocaleString('en')} deposits`, ms, 2_000, 'ms')
}

const customersOfAll = 1_000_000
const depositsPerCustomer = 5
/** How many days are added up for each query when a night is late. */
const openDaysMax = 3

/**
 * Two more versions of the products, since insights compare versions over the longest allowed time; the service has
 * published the first version.
 */
const publishVersions = (database: Database): Promise<void> =>
  load(
    database,
    [190, 90].map((daysAgo, i) => {
      const at = beginningOf(addDays(today, -daysAgo), market.timeZone)
      return `INSERT INTO product_versions (id, code, version, term_months, rate_ppm, early_rate_ppm, day_count, tax_ppm, currency,
          min_amount, max_balance, hold_hours, maturity_instruction, joins_other_rate, on_sale, published_at)
        SELECT CONCAT(code, '.', ${i + 2}), code, ${i + 2}, term_months, 50000, early_rate_ppm, day_count, tax_ppm, currency,
          min_amount, max_balance, hold_hours, maturity_instruction, joins_other_rate, on_sale, ${at}
        FROM product_versions WHERE version = 1`
    }),
  )

/**
 * Measures every insight over HTTP in a working bank: for staff, today is added up for each query, and if a night is
 * late, earlier days too.
 */
const readsOf = async (database: Database, url: string, scale: number): Promise<Line[]> => {
  const customers = Math.round((customersOfAll * scale) / 1000) * 1000
  await fillYear(database)
  await fillBank(database, { customers, deposits: customers * depositsPerCustomer })
  await database.inTransaction((tx) => ensureSystemClock(tx, today))
  const service = await withScratch((directory) =>
    startService({
      NODE_ENV: 'development',
      PORT: '0',
      ROLE: 'api',
      EMULATOR_URL: 'http://127.0.0.1:9',
      DATA_DIR: directory,
      DATABASE_URL: url,
    }),
  )
  try {
    await publishVersions(database)
    const lines: Line[] = []
    for (const by of ['MONTH', 'DAY'] as const)
      for (const reader of ['the house', 'an analyst'] as const)
        lines.push(await slowestOf(service, { reader, by, when: 'today open' }))
    const closed = addDays(today, -openDaysMax)
    await load(database, [
      `UPDATE insight_progress SET rolled_to = '${closed}', complete_to = '${closed}'`,
      `UPDATE insight_stocks SET day = '${closed}' WHERE family = 'MATURING'`,
    ])
    const late = { reader: 'the house', by: 'MONTH', when: `${openDaysMax} days open` } as const
    return [...lines, await slowestOf(service, late)]
  } finally {
    await service.stop()
  }
}

/** The buffer pool is large enough for the indexes of five million deposits. */
const memoryForAll = ['--innodb-buffer-pool-size=4G', '--innodb-log-file-size=1G']

/** Measures how long analysts wait, and how much the roll-ups of a day add to its night. */
export const measureInsights = async (scale = 1): Promise<Line[]> => {
  const server = await startMariadb([...databaseSettings, ...memoryForAll])
  if (!server) throw new Error('this machine has neither mariadbd nor mysqld')
  try {
    const read = await withDatabase(server.url, 'insights_year', (database, url) =>
      readsOf(database, url, scale),
    )
    return [...read, await withDatabase(server.url, 'insights_day', rollUpOfDay)]
  } finally {
    await server.stop()
  }
}
