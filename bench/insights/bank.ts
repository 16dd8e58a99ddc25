import type { Database } from '../../src/platform/database/database.js'
import { addDays, beginningOf } from '../../src/kernel/calendar.js'
import { firstIdOf } from '../../src/kernel/ids.js'
import { market } from '../../src/kernel/market.js'
import { firstNumber, today } from '../clocks.js'
import { analyze, load } from '../load.js'
import { numbers, productOf } from './numbers.js'
import { days } from './year.js'

/** The size of a bank; the number of its other rows follows from that of its deposits. */
export interface Size {
  readonly customers: number
  readonly deposits: number
}

/** How many deposits there are for each withdrawal, for each failed payment and for each score. */
const depositsPerExit = 10
const depositsPerFailure = 25
const depositsPerScore = 25
/** For how many days summaries are kept. */
const keptDays = 90

const first = addDays(today, 1 - days)

/**
 * The day of row `d` of `n` rows that are spread evenly over the year, counted from `first`; the last rows are of
 * today.
 */
const dayOf = (n: number): string => `(d * ${days} DIV ${n})`
const dateOf = (n: number): string => `DATE_ADD('${first}', INTERVAL ${dayOf(n)} DAY)`
const id = (prefix: string, number = 'd'): string => `CONCAT('${prefix}', LPAD(${number}, 9, '0'))`
const msisdn = (customer: string): string => `CONCAT('', ${firstNumber} + ${customer})`
const amount = '(1000 + d % 400000)'

/** A derived table of days: `o` is the number of days since `first`, `at` the noon of that day, and `made` the beginning of each id made then. */
const noons = (from: number): string =>
  Array.from({ length: days - from }, (_, i) => from + i)
    .map((o) => {
      const at = beginningOf(addDays(first, o), market.timeZone) + 12 * 3_600_000
      return `SELECT ${o} AS o, '${firstIdOf(at)}' AS made, ${at} AS at`
    })
    .join(' UNION ALL ')

/**
 * Which position a deposit belongs to. A customer's deposits are a fifth of a year apart: the first and the third open
 * a position, and for every other customer also the fifth; the others are top-ups of the latest position.
 */
const positionOf = ({ customers }: Size): string =>
  id(
    'POS-',
    `CASE d DIV ${customers} WHEN 0 THEN d WHEN 1 THEN d - ${customers} WHEN 2 THEN d - ${customers}
    WHEN 3 THEN d - ${2 * customers} ELSE IF(d % 2, d - ${3 * customers}, d - ${2 * customers}) END`,
  )

/** SQL that inserts the positions, each computed from its number `d`. */
const fillPositions = ({ customers }: Size): string => {
  const openedBy = `(CASE d DIV ${customers} WHEN 0 THEN d WHEN 1 THEN d + ${customers} ELSE d + ${2 * customers} END)`
  const start = `DATE_ADD('${first}', INTERVAL ${openedBy} * ${days} DIV ${5 * customers} DAY)`
  return `INSERT INTO positions (id, customer_id, account_id, book, product_version_id, product_code, term_months, currency,
      rate_ppm, early_rate_ppm, basis_days, tax_ppm, start_on, maturity_on, status, created_at)
    SELECT ${id('POS-')}, ${id('C', `d % ${customers}`)}, ${id('A', `d % ${customers}`)}, 'system',
      CONCAT(${productOf('d')}, '.1'), ${productOf('d')}, 3, 'XAF', 45000, 10000, 365, 0, ${start},
      DATE_ADD(${start}, INTERVAL ELT(d % 4 + 1, 1, 3, 6, 12) MONTH), 'OPEN', 0
    FROM ${numbers(3 * customers)} n WHERE d < ${2 * customers} OR d % 2 = 0`
}

const orderColumns = `(id, kind, customer_id, account_id, book, msisdn, amount, currency, note, status, failure_code,
  provider_transaction_id, quote_reference, product_code, payout_id, part, attempt, business_on, sends, polls, settled_on, settled_at, created_at)`

const order = (
  { customers }: Size,
  n: number,
  prefix: string,
  what: Readonly<Record<'kind' | 'status' | 'why' | 'quote' | 'payout', string>>,
) => {
  const customer = `d % ${customers}`
  const part = what.payout === 'NULL' ? 'NULL' : '1'
  return `SELECT ${id(prefix)}, '${what.kind}', ${id('C', customer)}, ${id('A', customer)}, 'system', ${msisdn(customer)}, ${amount},
    'XAF', '', ${what.status}, ${what.why}, ${id(`T${prefix}`)}, ${what.quote}, ${productOf('d')}, ${what.payout}, ${part}, ${part},
    ${dateOf(n)}, 1, 1, ${dateOf(n)}, ${dayOf(n)} * 1000 + d % 900, ${dayOf(n)} * 1000 FROM ${numbers(n)} n`
}

/**
 * Collections and payouts, some of which failed. They are inserted one after the other, since the database would first
 * write all rows of a union to the disk.
 */
const fillOrders = (size: Size): string[] => {
  const collected = { kind: 'COLLECT', payout: 'NULL' }
  const isRefused = 'd % 40 = 0'
  const paid = { ...collected, status: `'SUCCESSFUL'`, why: 'NULL', quote: id('DEP-') }
  const why = `ELT(d % 3 + 1, 'LOW_BALANCE', 'DECLINED', 'EXPIRED')`
  const sent = { kind: 'PAY_OUT', quote: 'NULL', payout: id('SET-') }
  return [
    order(size, size.deposits, 'O', paid),
    order(size, size.deposits / depositsPerFailure, 'F', {
      ...collected,
      status: `'FAILED'`,
      why,
      quote: id('DEF-'),
    }),
    order(size, size.deposits / depositsPerExit, 'P', {
      ...sent,
      status: `IF(${isRefused}, 'FAILED', 'SUCCESSFUL')`,
      why: `IF(${isRefused}, 'DECLINED', NULL)`,
    }),
  ].map((orders) => `INSERT INTO payment_orders ${orderColumns} ${orders}`)
}

const fillPayouts = ({ customers, deposits }: Size): string => {
  const n = deposits / depositsPerExit
  return `INSERT INTO payouts (id, customer_id, account_id, position_id, book, withdrawal_reference, basis, effective_rate_ppm,
      principal, interest, tax, accrued, accrued_net, amount, currency, exited_on, exit_accrued_to, hold_hours, held_until, status,
      settled_on, created_at)
    SELECT ${id('SET-')}, ${id('C', `d % ${customers}`)}, ${id('A', `d % ${customers}`)}, ${id('POS-', `d % ${2 * customers}`)}, 'system',
      IF(d % 3, ${id('WDR-')}, NULL), IF(d % 2, 'EARLY_EXIT', 'MATURITY'), 10000, ${amount}, 10, 0, 30, 30, ${amount} + 10, 'XAF',
      ${dateOf(n)}, ${dateOf(n)}, 0, NULL, 'SETTLED', ${dateOf(n)}, 0 FROM ${numbers(n)} n`
}

const journal = (n: number, prefix: string, reference: string, customers: number): string =>
  `SELECT ${id(prefix)}, 'system', ${reference}, ${id('C', `d % ${customers}`)}, ${dateOf(n)}, ${dateOf(n)}, 0 FROM ${numbers(n)} n`

/** One line of a journal, as SQL expressions. */
type Posting = readonly [account: string, dimension: string, value: string]

const postings = (prefix: string, lines: readonly Posting[], n: number): string => {
  const ofLine = (column: 0 | 1 | 2) => `ELT(line, ${lines.map((line) => line[column]).join(', ')})`
  const numbered = lines.map((_, i) => `SELECT ${i + 1} AS line`).join(' UNION ALL ')
  return `SELECT ${id(prefix)}, line, 'system', ${ofLine(0)}, ${ofLine(1)}, 'XAF', ${ofLine(2)}
    FROM ${numbers(n)} n CROSS JOIN (${numbered}) numbered`
}

/** A journal of each deposit and each withdrawal, on days that are open at that time. */
const fillBooks = (size: Size): string[] => {
  const { customers, deposits } = size
  const exits = deposits / depositsPerExit
  const left = id('POS-', `d % ${2 * customers}`)
  const paidIn: Posting[] = [
    [`'customer_principal'`, positionOf(size), `-${amount}`],
    [`'wallet_clearing'`, `''`, amount],
  ]
  const exit: Posting[] = [
    [`'customer_principal'`, left, amount],
    [`'interest_payable'`, productOf('d'), '30'],
    [`'interest_expense'`, `''`, '-20'],
    [`'payout_reserved'`, id('SET-'), `-(${amount} + 10)`],
  ]
  return [
    ...[
      journal(deposits, 'J', `CONCAT('DEPOSIT:', ${id('O')})`, customers),
      journal(exits, 'K', `CONCAT('EXIT:', ${id('SET-')})`, customers),
    ].map(
      (journals) =>
        `INSERT INTO journals (id, book, reference, customer_id, business_on, value_on, created_at) ${journals}`,
    ),
    ...[postings('J', paidIn, deposits), postings('K', exit, exits)].map(
      (lines) =>
        `INSERT INTO postings (journal_id, line, book, account, dimension, currency, amount) ${lines}`,
    ),
  ]
}

/**
 * Summaries of the last days: one for each deposit, for one in five also one that was not confirmed, and for one in ten
 * also one that was refused.
 */
const fillSummaries = ({ customers, deposits }: Size): string => {
  const from = days - keptDays
  return `INSERT INTO request_log (id, operation, customer_id, msisdn, result, reference, terms, business_on, created_at, expires_at)
    SELECT CONCAT(made, LPAD(d, 14, '0'), LPAD(k, 2, '0')), IF(k = 2 AND d % 3 = 0, 'create_withdrawal_summary', 'create_deposit_summary'),
      IF(k = 2 AND d % 4 = 0, NULL, ${id('C', `d % ${customers}`)}), ${msisdn(`d % ${customers}`)},
      IF(k = 2, ELT(d % 3 + 1, 'AMOUNT_TOO_SMALL', 'LIMIT_REACHED', 'NOT_REGISTERED'), 'SUCCESS'),
      ELT(k + 1, ${id('DEP-')}, ${id('DEL-')}, NULL), '{}', ${dateOf(deposits)}, at, at + 900000
    FROM ${numbers(deposits)} n JOIN (${noons(from)}) noons ON o = ${dayOf(deposits)}
    JOIN (SELECT 0 AS k, 1 AS one_in UNION ALL SELECT 1, 5 UNION ALL SELECT 2, 10) kinds ON d % one_in = 0
    WHERE ${dayOf(deposits)} >= ${from}`
}

const fillScores = ({ customers, deposits }: Size): string[] => {
  const n = deposits / depositsPerScore
  const key = `CONCAT(made, LPAD(d, 16, '0'))`
  const each = `FROM ${numbers(n)} n JOIN (${noons(0)}) noons ON o = ${dayOf(n)}`
  return [
    `INSERT INTO score_requests (id, customer_id, product_code, augment, first_name, last_name, phone_number, national_id, person_hash,
       status, submission, attempts, fence, asked_by, asked_on, asked_at, ended_at, failure_code, decision, risk_band)
     SELECT ${key}, ${id('C', `d % ${customers}`)}, ELT(d % 4 + 1, 'PA', 'PAS', 'PARS', 'P8'), 0, 'Awa', 'Ngo', '', '', CONCAT('hash', d % ${Math.ceil(n / 2)}),
       IF(d % 10, 'COMPLETED', 'FAILED'), 1, 1, 1, 'a clerk', ${dateOf(n)}, at, at + d % 7200000, IF(d % 10, NULL, 'UPLOADS_FAILED'),
       IF(d % 10, ELT(d % 3 + 1, 'APPROVE', 'REFER', 'DECLINE'), NULL), IF(d % 10, ELT(d % 3 + 1, 'A', 'B', 'C'), NULL) ${each}`,
    `INSERT INTO score_reasons (score_id, code) SELECT ${key}, CONCAT('R0', d % 8 + 1) ${each} WHERE d % 10 > 0`,
  ]
}

/** The customers with savings, as counted at the end of the last closed day. */
const fillSavers = ({ customers }: Size): string => {
  const on = (deposit: string) =>
    `DATE_ADD('${first}', INTERVAL LEAST((${deposit}) * ${days} DIV ${5 * customers}, ${days - 2}) DAY)`
  return `INSERT INTO insight_savers (customer_id, joined_on, balance, balance_before, moved_on, moved_before_on)
    SELECT ${id('C')}, ${on('d')}, 50000, 40000, ${on(`d + ${4 * customers}`)}, ${on(`d + ${3 * customers}`)} FROM ${numbers(customers)} n`
}

const tables =
  'customers, positions, deposits, payment_orders, payouts, journals, postings, request_log, score_requests, score_reasons, insight_savers'

/**
 * A bank that has taken deposits for a year, the same number each day; today is the last of these days, and still open.
 */
export const fillBank = async (database: Database, size: Size): Promise<void> => {
  const { customers, deposits } = size
  await load(database, [
    `INSERT INTO customers (id, msisdn, created_at) SELECT ${id('C')}, ${msisdn('d')}, 0 FROM ${numbers(customers)} n`,
    fillPositions(size),
    `INSERT INTO deposits (id, position_id, customer_id, principal, value_on, opens, created_at)
     SELECT ${id('O')}, ${positionOf(size)}, ${id('C', `d % ${customers}`)}, ${amount}, ${dateOf(deposits)},
       d DIV ${customers} IN (0, 2) OR (d DIV ${customers} = 4 AND d % 2 = 0), d FROM ${numbers(deposits)} n`,
    fillPayouts(size),
    ...fillOrders(size),
    ...fillBooks(size),
    fillSummaries(size),
    ...fillScores(size),
    fillSavers(size),
  ])
  await analyze(database, tables)
}
