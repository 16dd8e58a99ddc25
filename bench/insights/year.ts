import type { Database } from '../../src/platform/database/database.js'
import { addDays } from '../../src/kernel/calendar.js'
import { today } from '../clocks.js'
import { analyze, load } from '../load.js'
import { numbers, productOf } from './numbers.js'

/** The number of days that are rolled up. */
export const days = 366

/**
 * How many rows of each family of roll-ups (`insight_flows.family`) a day has, as in a bank with four products. Each row has
 * other values of the three keys (`keysOf`).
 */
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

/** The three keys of a group, as SQL expressions. Keys that the service interprets have values that it knows; others are any text. */
const keysOf: Readonly<Record<string, readonly [string, string, string]>> = {
  DEPOSITS: [
    productOf('g.d'),
    `IF(g.d DIV 4 % 2, 'NEW', 'TOP_UP')`,
    `ELT(g.d DIV 8 + 1, '0', '5000', '10000', '25000', '50000', '100000', '250000', '500000', '1000000')`,
  ],
  EXITS: [
    productOf('g.d'),
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
  INTEREST: [productOf('g.d'), `''`, `''`],
  RENEWAL: [productOf('g.d'), `IF(g.d DIV 4, 'RENEWED', 'NOT_RENEWED')`, `''`],
  SCORES: [
    `ELT(g.d % 4 + 1, 'PA', 'PAS', 'PARS', 'P8')`,
    `ELT(g.d DIV 4 % 4 + 1, 'APPROVE', 'REFER', 'DECLINE', CONCAT('FAILED_', g.d DIV 16))`,
    `IF(g.d DIV 4 % 4 = 3, 'FAILED', ELT(g.d DIV 16 + 1, 'A', 'B', 'C'))`,
  ],
  SCORE_MINUTES: [
    `ELT(g.d % 4 + 1, 'PA', 'PAS', 'PARS', 'P8')`,
    `IF(g.d DIV 4 % 2, '', 'UPLOADS_FAILED')`,
    `g.d DIV 8 + 1`,
  ],
  SCORE_REASONS: [
    `ELT(g.d % 4 + 1, 'PA', 'PAS', 'PARS', 'P8')`,
    `IF(g.d DIV 4 % 2, 'REFER', 'DECLINE')`,
    `CONCAT('R', g.d DIV 8 + 1)`,
  ],
}

const begin = addDays(today, -days)

/** A year of roll-ups; one group in eight is too small to be shown. */
export const fillYear = async (database: Database): Promise<void> => {
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
      productOf('g.d'),
      `DATE_FORMAT(DATE_ADD('${today}', INTERVAL g.d DIV 4 MONTH), '%Y-%m')`,
      52,
    ),
    `INSERT INTO insight_stocks SELECT 'MATURING', '${addDays(today, -1)}', ${productOf('g.d')},
       DATE_ADD('${today}', INTERVAL g.d DIV 4 DAY), 100, 80, 1000000 FROM ${numbers(1460)} g`,
    `INSERT INTO insight_progress VALUES ('DAYS', '${addDays(today, -1)}', '${addDays(today, -1)}')`,
  ])
  await analyze(database, 'insight_flows, insight_stocks')
}
