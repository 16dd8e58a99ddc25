import { toNumber } from '../../src/platform/database/columns.js'
import type { Database, Row } from '../../src/platform/database/database.js'
import { beginningOf, civilDate, type LocalDate } from '../../src/kernel/calendar.js'
import { firstIdOf } from '../../src/kernel/ids.js'
import { market } from '../../src/kernel/market.js'
import { add, type Sums } from './sums.js'
import { present } from './present.js'
import { dateOf as writtenDate } from './typed.js'

type Reading = Pick<Database, 'read'>

const dateOf = civilDate(market.timeZone)

/** The upper ends of the bands of minutes; longer durations are in a band of twice the longest. */
const minutes = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 960, 1_440, 2_880, 4_320, 10_080, 20_160]

/** The band of a duration. */
export const minutesBandOf = (ms: number): number =>
  minutes.find((upTo) => ms <= upTo * 60_000) ?? 2 * present(minutes.at(-1))

const operations: Readonly<Record<string, string>> = {
  create_deposit_summary: 'DEPOSIT',
  create_withdrawal_summary: 'WITHDRAWAL',
}

/** The id up to which unconfirmed summaries are deleted from the request log; of these only the roll-up is left. */
const cleanedTo = async ({ read }: Reading): Promise<string> => {
  const [row] = await read.all(`SELECT last_id FROM cleanings WHERE name = 'REQUEST_LOG'`)
  return String(row?.['last_id'] ?? '')
}

/** Adds summaries of the real world that were refused or never confirmed. */
const addSummaries = async ({ read }: Reading, sums: Sums): Promise<void> => {
  const columnOf = async (statement: string): Promise<ReadonlySet<unknown>> =>
    new Set((await read.all(statement)).map((row) => row['found']))
  const ofClocks = await columnOf('SELECT id AS found FROM customers WHERE clock_id IS NOT NULL')
  const paid = await columnOf('SELECT quote_reference AS found FROM payment_orders')
  const left = await columnOf('SELECT withdrawal_reference AS found FROM payouts')
  for (const row of await read.all('SELECT * FROM request_log')) {
    const { operation, customer_id: customer, result, reference } = row
    const wanted = operations[String(operation)]
    if (wanted === undefined || ofClocks.has(customer)) continue
    if (reference !== null && (paid.has(reference) || left.has(reference))) continue
    const ending = reference === null ? `REFUSED ${result}` : 'LAPSED '
    add(sums, `${dateOf(toNumber(row['created_at']))} LOSSES ${wanted} ${ending}`, 1)
  }
}

/**
 * Adds failed collections, with their first reason even if they were corrected later, and deposits that arrived for a
 * closing account.
 */
const addCollections = async ({ read }: Reading, sums: Sums): Promise<void> => {
  const corrected = new Map(
    (await read.all('SELECT * FROM corrected_orders')).map((row) => [row['order_id'], row]),
  )
  for (const order of await read.all(
    `SELECT * FROM payment_orders WHERE kind = 'COLLECT' AND book = 'system'`,
  )) {
    const found = corrected.get(order['id'])
    const isFailed = order['status'] === 'FAILED'
    const [day, why] = found
      ? [found['failed_on'], found['failure_code']]
      : isFailed
        ? [order['settled_on'], order['failure_code']]
        : []
    if (day) add(sums, `${day} LOSSES DEPOSIT FAILED ${why ?? ''}`, 1)
  }
  const suspended = `SELECT business_on FROM journals WHERE book = 'system' AND reference LIKE 'SUSPENSE:%'`
  for (const { business_on: day } of await read.all(suspended))
    add(sums, `${day} LOSSES DEPOSIT SENT_BACK `, 1)
}

/** Adds how long transfers took to arrive, from the moment at which they could be sent. */
const addMinutes = async ({ read }: Reading, sums: Sums): Promise<void> => {
  const payouts = new Map((await read.all('SELECT * FROM payouts')).map((row) => [row['id'], row]))
  const sent = `SELECT * FROM payment_orders WHERE kind = 'PAY_OUT' AND status = 'SUCCESSFUL' AND book = 'system'`
  for (const order of await read.all(sent)) {
    const payout = payouts.get(order['payout_id'])
    const at = (row: Row, column: string) => toNumber(row[column] ?? 0)
    const from = payout
      ? Math.max(at(payout, 'held_until'), at(payout, 'created_at'))
      : at(order, 'created_at')
    const purpose = order['refund_of'] ? 'REFUND' : payout?.['withdrawal_reference'] ? 'WITHDRAWAL' : 'OTHER'
    add(
      sums,
      `${order['settled_on']} TRANSFER_MINUTES ${purpose} ${minutesBandOf(at(order, 'settled_at') - from)} `,
      1,
    )
  }
}

const families = new Set(['LOSSES', 'TRANSFER_MINUTES'])

/**
 * The outcomes of journeys up to a day, as rolled up and as counted from the rows in plain code. Summaries that were
 * deleted are not compared.
 */
export const journeysOf = async (database: Reading, flows: readonly Row[], last: LocalDate) => {
  const rolled: Sums = new Map()
  const books: Sums = new Map()
  for (const { family, day, key_1, key_2, key_3, n } of flows)
    if (families.has(String(family))) add(rolled, [day, family, key_1, key_2, key_3].join(' '), toNumber(n))
  await addSummaries(database, books)
  await addCollections(database, books)
  await addMinutes(database, books)
  const cleaned = await cleanedTo(database)
  for (const sums of [rolled, books])
    for (const key of sums.keys()) {
      const day = writtenDate(key.slice(0, 10))
      const isGone = key.includes(' LOSSES ') && cleaned > firstIdOf(beginningOf(day, market.timeZone))
      if (day > last || isGone) sums.delete(key)
    }
  return { rolled, books }
}
