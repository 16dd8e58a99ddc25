import { ensureSystemClock } from '../src/bank/business-clock/clocks.repository.js'
import {
  customers,
  failures,
  flowsBy,
  funnel,
  payouts,
  rateChange,
  renewals,
  scores,
  tickets,
} from '../src/bank/insights/read-flows.js'
import {
  balances,
  cohorts,
  interestExpense,
  liabilities,
  projection,
} from '../src/bank/insights/read-stocks.js'
import type { Audience, Reader } from '../src/bank/insights/records/insights.read.js'
import { rollUpDays } from '../src/bank/insights/roll-up.js'
import type { Database } from '../src/platform/database/database.js'
import { addDays, type LocalDate } from '../src/kernel/calendar.js'
import { systemClock } from '../src/kernel/clock.js'
import { market } from '../src/kernel/market.js'
import { startMariadb } from '../test/support/mariadb.js'
import { databaseSettings, today } from './clocks.js'
import { analyze, load } from './load.js'
import { limitLine, type Line } from './report.js'
import { withDatabase } from './world.js'

const days = 366
const deposits = 100_000
const readings = 5

/** So many groups a day of each family: those of a bank with four products and customers in all of them. */
const groupsOf = {
  DEPOSITS: 72,
  EXITS: 16,
  TRANSFERS: 12,
  TRANSFER_MINUTES: 34,
  LOSSES: 20,
  CUSTOMERS: 4,
  INTEREST: 4,
  RENEWAL: 8,
  SCORES: 48,
  SCORE_MINUTES: 40,
  SCORE_REASONS: 80,
} as const

/** Keys that the service makes something of are those of its families; of the others any will do. */
const keysOf: Readonly<Record<string, readonly [string, string, string]>> = {
  DEPOSITS: [
    `CONCAT('LOCK', g.d % 4)`,
    `IF(g.d DIV 4 % 2, 'NEW', 'TOP_UP')`,
    `ELT(g.d DIV 8 + 1, '0', '5000', '10000', '25000', '50000', '100000', '250000', '500000', '1000000')`,
  ],
  EXITS: [
    `CONCAT('LOCK', g.d % 4)`,
    `IF(g.d DIV 4 % 2, 'EARLY_EXIT', 'MATURITY')`,
    `IF(g.d DIV 8, 'LEFT', 'GIVEN_BACK')`,
  ],
  TRANSFERS: [
    `ELT(g.d % 4 + 1, 'PAID', 'PAID_OTHERWISE', 'REFUSED', 'GIVEN_BACK')`,
    `''`,
    `ELT(g.d DIV 4 + 1, 'WITHDRAWAL', 'OTHER', 'REFUND')`,
  ],
  TRANSFER_MINUTES: [`IF(g.d % 2, 'WITHDRAWAL', 'OTHER')`, `g.d DIV 2 + 1`, `''`],
  LOSSES: [
    `IF(g.d % 2, 'DEPOSIT', 'WITHDRAWAL')`,
    `ELT(g.d DIV 2 % 3 + 1, 'REFUSED', 'LAPSED', 'FAILED')`,
    `CONCAT('R', g.d)`,
  ],
  CUSTOMERS: [`ELT(g.d + 1, 'JOINED', 'LEFT', 'RETURNED', 'SAVED')`, `''`, `''`],
  INTEREST: [`CONCAT('LOCK', g.d)`, `''`, `''`],
  RENEWAL: [`CONCAT('LOCK', g.d % 4)`, `IF(g.d DIV 4, 'RENEWED', 'NOT_RENEWED')`, `''`],
  SCORES: [
    `CONCAT('P', g.d % 4)`,
    `ELT(g.d DIV 4 % 4 + 1, 'APPROVE', 'REFER', 'DECLINE', CONCAT('FAILED_', g.d DIV 16))`,
    `IF(g.d DIV 4 % 4 = 3, 'FAILED', ELT(g.d DIV 16 + 1, 'A', 'B', 'C'))`,
  ],
  SCORE_MINUTES: [`CONCAT('P', g.d % 4)`, `IF(g.d DIV 4 % 2, '', 'UPLOADS_FAILED')`, `g.d DIV 8 + 1`],
  SCORE_REASONS: [
    `CONCAT('P', g.d % 4)`,
    `IF(g.d DIV 4 % 2, 'REFER', 'DECLINE')`,
    `CONCAT('R', g.d DIV 8 + 1)`,
  ],
}

const numbers = (n: number): string =>
  `(WITH RECURSIVE digits AS (SELECT 0 AS d UNION ALL SELECT d + 1 FROM digits WHERE d < 999)
    SELECT a.d * 1000 + b.d AS d FROM digits a CROSS JOIN digits b
    WHERE a.d < ${Math.ceil(n / 1000)} AND a.d * 1000 + b.d < ${n})`

const begin = addDays(today, -days)

/** A year of roll-ups, one group in eight too small to be shown by itself. */
const fillYear = async (database: Database): Promise<void> => {
  const day = `DATE_ADD('${begin}', INTERVAL days.d DAY)`
  const flows = Object.entries(groupsOf).map(([family, n]) => {
    const [first, second, third] = keysOf[family]!
    return `INSERT INTO insight_flows
      SELECT '${family}', ${day}, ${first}, ${second}, ${third}, DATE_SUB(${day}, INTERVAL WEEKDAY(${day}) DAY),
        DATE_FORMAT(${day}, '%Y-%m-01'), 100, 1000000, 10, 5, IF((g.d + days.d) % 8 = 0, 3, 90),
        IF((g.d + days.d) % 8 = 0, CONCAT_WS(',', LPAD(g.d, 26, 'A'), LPAD(days.d, 26, 'B'), LPAD(g.d, 26, 'C')), NULL)
      FROM ${numbers(days)} days CROSS JOIN ${numbers(n)} g`
  })
  const stock = (family: string, first: string, second: string, n: number, of: string = String(days)) =>
    `INSERT INTO insight_stocks SELECT '${family}', ${day}, ${first}, ${second}, 1000, 2000, 50000000
     FROM ${numbers(Number(of))} days CROSS JOIN ${numbers(n)} g`
  await load(database, [
    ...flows,
    stock(
      'BALANCES',
      `ELT(g.d + 1, '0', '5000', '10000', '25000', '50000', '100000', '250000', '500000', '1000000', '2000000')`,
      `''`,
      10,
    ),
    stock('COHORTS', `DATE_FORMAT(DATE_SUB('${today}', INTERVAL g.d MONTH), '%Y-%m')`, `''`, 36),
    stock(
      'LIABILITIES',
      `CONCAT('LOCK', g.d % 4)`,
      `DATE_FORMAT(DATE_ADD('${today}', INTERVAL g.d DIV 4 MONTH), '%Y-%m')`,
      52,
    ),
    `INSERT INTO insight_stocks SELECT 'MATURING', '${addDays(today, -1)}', CONCAT('LOCK', g.d % 4),
       DATE_ADD('${today}', INTERVAL g.d DIV 4 DAY), 100, 0, 1000000 FROM ${numbers(1460)} g`,
    `INSERT INTO insight_progress VALUES ('DAYS', '${addDays(today, -1)}', '${addDays(today, -1)}')`,
  ])
  await analyze(database, 'insight_flows, insight_stocks')
}

const slowest = async (database: Database, audience: Audience): Promise<Line> => {
  const reader: Reader = {
    sql: database.read,
    audience,
    today,
    now: systemClock.now(),
    zone: market.timeZone,
  }
  const dates = { from: addDays(today, -365), before: today }
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    deposits: () => flowsBy(reader, 'DEPOSITS', { dates, by: 'DAY', keysRead: [1, 2] }),
    tickets: () => tickets(reader, dates, 'DAY'),
    withdrawals: () => flowsBy(reader, 'EXITS', { dates, by: 'DAY' }),
    payouts: () => payouts(reader, dates, 'DAY'),
    funnel: () => funnel(reader, dates, 'DAY'),
    failures: () => failures(reader, dates, 'DAY'),
    customers: () => customers(reader, dates),
    cohorts: () => cohorts(reader, dates),
    liabilities: () => liabilities(reader, null),
    projection: () => projection(reader, 366),
    interestExpense: () => interestExpense(reader, dates),
    balances: () => balances(reader, null),
    renewal: () => renewals(reader, dates, 'DAY'),
    scores: () => scores(reader, dates, 'DAY'),
    scoreReasons: () => flowsBy(reader, 'SCORE_REASONS', { dates, by: 'DAY' }),
    rateChange: () => rateChange(reader, versions, 180),
  }
  // Two versions a product in the year, compared over as long as may be.
  const versions = [90, 190].flatMap((daysAgo) =>
    [0, 1, 2, 3].map((product) => ({
      product: `LOCK${product}`,
      version: 2,
      ratePpm: 45_000,
      publishedOn: addDays(today, -daysAgo),
    })),
  )
  let worst = { name: '', ms: 0 }
  for (const [name, ask] of Object.entries(asked)) {
    await ask()
    const ms: number[] = []
    for (let i = 0; i < readings; i++) {
      const from = performance.now()
      await ask()
      ms.push(performance.now() - from)
    }
    const median = ms.toSorted((a, b) => a - b)[Math.floor(readings / 2)]!
    if (median > worst.ms) worst = { name, ms: median }
  }
  const who = audience === 'HOUSE' ? 'the house' : 'an analyst'
  return limitLine(`insights of 12 months by day for ${who}, slowest: ${worst.name}`, worst.ms, 300, 'ms')
}

/** A day of so many deposits, each of a customer of their own, with its summary, its order and its journal. */
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

/** What analysts wait for, and what a day of roll-ups costs behind the night. */
export const measureInsights = async (): Promise<Line[]> => {
  const server = await startMariadb(databaseSettings)
  if (!server) throw new Error('this machine has neither mariadbd nor mysqld')
  try {
    const read = await withDatabase(server.url, 'insights_year', async (database) => {
      await fillYear(database)
      return [await slowest(database, 'HOUSE'), await slowest(database, 'RELEASE')]
    })
    return [...read, await withDatabase(server.url, 'insights_day', rollUpOfDay)]
  } finally {
    await server.stop()
  }
}
