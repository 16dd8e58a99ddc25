import { createHash } from 'node:crypto'
import {
  addDays,
  beginningOf,
  daysBetween,
  maxDate,
  minDate,
  type LocalDate,
} from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import { Refusal } from '../../../kernel/refusal.js'
import type { Database, Tx } from '../../../platform/database/database.js'
import { integer, only } from '../../../platform/database/read-row.js'
import { inList } from '../../../platform/database/in-list.js'
import {
  databaseNow,
  insertAll,
  insertOrKeep,
  selectAll,
  selectOne,
  update,
} from '../../../platform/database/rows.js'
import { systemClockId } from '../../business-clock/clock.entity.js'
import { PaymentOrder } from '../payment.entity.js'
import { openReview, resolveReviewsOf } from '../review.js'
import { parseProviderFile, type FileLine } from './parse-provider-file.js'
import { ProviderFile, ProviderLine } from './provider-file.entity.js'
import { lineVerdict, type LineState } from './provider-line.rules.js'

const batchSize = 100
const daysMax = 366

interface MatchDeps {
  readonly database: Database
  readonly jobCall: () => Call
}

export interface MatchedFile {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly lines: number
  readonly states: Readonly<Record<LineState, number>>
  /** Our payments that the files should contain by now, and do not. */
  readonly missing: number
}

const isSame = (a: FileLine, b: FileLine): boolean =>
  a.reference === b.reference && a.kind === b.kind && a.amount === b.amount && a.currency === b.currency

/** The orders of lines, row-locked: another file with a line of the same order waits. */
const lockOrders = async (tx: Tx, lines: readonly FileLine[]): Promise<ReadonlyMap<string, PaymentOrder>> => {
  const { places, parameters } = inList(lines.map(({ reference }) => reference))
  const where = `WHERE id IN (${places}) ORDER BY id ${tx.dialect.forUpdate}`
  const found = await selectAll(tx, PaymentOrder, where, parameters)
  return new Map(found.map((order) => [order.id, order]))
}

const storedLinesOf = async (
  tx: Tx,
  lines: readonly FileLine[],
): Promise<ReadonlyMap<string, ProviderLine>> => {
  const { places, parameters } = inList(lines.map(({ transactionId }) => transactionId))
  const found = await selectAll(tx, ProviderLine, `WHERE transaction_id IN (${places})`, parameters)
  return new Map(found.map((line) => [line.transactionId, line]))
}

/**
 * Compares lines with their orders, and reads which orders have lines already. A second line of an order whose own transaction is
 * unknown is compared with the transaction of its first: the provider may have paid twice under one reference.
 */
const compare = async <Line extends FileLine>(tx: Tx, lines: readonly Line[]) => {
  const orders = lines.length > 0 ? await lockOrders(tx, lines) : new Map<string, PaymentOrder>()
  const { places, parameters } = inList([...orders.keys(), ''])
  const stored = await selectAll(tx, ProviderLine, `WHERE order_id IN (${places})`, parameters)
  const matched = new Map(
    stored.flatMap(({ state, orderId, transactionId }) =>
      state === 'MATCHED' ? [[orderId!, transactionId] as const] : [],
    ),
  )
  const compared = lines.map((line) => {
    const order = orders.get(line.reference)
    const ours = order?.providerTransactionId ?? matched.get(line.reference) ?? null
    const verdict = lineVerdict(line, order && { ...order, providerTransactionId: ours })
    if (verdict.state === 'MATCHED') matched.set(line.reference, line.transactionId)
    return { line, order, ...verdict }
  })
  return { compared, withLines: new Set(stored.map(({ orderId }) => orderId)) }
}

/** Stores lines, each once, with the review cases that they open or close. Refuses: INVALID_ARGUMENT. */
const writeLines = async (
  tx: Tx,
  call: Call,
  lines: readonly FileLine[],
  fileDigest: string,
): Promise<LineState[]> => {
  const known = await storedLinesOf(tx, lines)
  for (const line of lines) {
    const before = known.get(line.transactionId)
    if (before && !isSame(before, line))
      throw new Refusal('INVALID_ARGUMENT', `transaction ${line.transactionId} was different in another file`)
  }
  const fresh = lines.filter(({ transactionId }) => !known.has(transactionId))
  const { compared, withLines } = await compare(tx, fresh)
  if (compared.length > 0)
    await insertAll(
      tx,
      ProviderLine,
      compared.map(({ line, order, state }) => ({
        ...line,
        state,
        orderId: state === 'UNKNOWN' ? null : order!.id,
        fileDigest,
      })),
    )
  // The case of an order without a line was opened because no file had it. Any other case says how a line differs: people decide it.
  const found = compared.flatMap(({ state, order }) =>
    state === 'UNKNOWN' || withLines.has(order!.id) ? [] : [order!.id],
  )
  if (found.length > 0) await resolveReviewsOf(tx, call, found, ['SETTLEMENT_FILE'])
  for (const { order, review } of compared) if (review) await openReview(tx, call, order!, review)
  return [...[...known.values()].map(({ state }) => state), ...compared.map(({ state }) => state)]
}

/** Compares again the lines whose orders were still open when their file was read. */
const compareAgain = async ({ database, jobCall }: MatchDeps): Promise<void> => {
  for (let after = '', isMore = true; isMore;) {
    const some = await selectAll(
      database.read,
      ProviderLine,
      `WHERE state = 'IN_FLIGHT' AND transaction_id > ? ORDER BY transaction_id LIMIT ${batchSize}`,
      [after],
    )
    if (some.length > 0)
      await database.inTransaction(async (tx) => {
        const { compared } = await compare(tx, some)
        for (const { line, order, state, review } of compared) {
          if (state === 'IN_FLIGHT') continue
          await update(tx, ProviderLine, { state }, 'transaction_id = ?', [line.transactionId])
          if (review) await openReview(tx, jobCall(), order!, review)
        }
      })
    after = some.at(-1)?.transactionId ?? ''
    isMore = some.length === batchSize
  }
}

const matchLines = async (
  { database, jobCall }: MatchDeps,
  lines: readonly FileLine[],
  digest: string,
): Promise<MatchedFile['states']> => {
  const states: Record<LineState, number> = { MATCHED: 0, IN_FLIGHT: 0, DIFFERS: 0, UNKNOWN: 0, EXPLAINED: 0 }
  for (let from = 0; from < lines.length; from += batchSize) {
    const some = lines.slice(from, from + batchSize)
    for (const state of await database.inTransaction((tx) => writeLines(tx, jobCall(), some, digest)))
      states[state]++
  }
  return states
}

/**
 * Opens a case for each payment that we booked as paid in the days since the previous file and that is in no file: we
 * learn of a payment from the provider, so its files must have it. The last day of the previous file may not have been over when that
 * was read: its later payments count too. Payments sent before the first day of the first file are left
 * out, since no file may cover them.
 */
const findMissing = async (
  { database, jobCall }: MatchDeps,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): Promise<number> => {
  const [known] = await database.read.all(
    'SELECT MIN(from_on) AS first_on, MAX(CASE WHEN to_on < ? THEN to_on END) AS before_on FROM provider_files',
    [from],
  )
  const firstOn = minDate(from, (known?.['first_on'] as LocalDate | null) ?? from)
  const beforeOn = known?.['before_on'] as LocalDate | null
  const [read] = await database.read.all('SELECT MAX(read_at) FROM provider_files WHERE to_on = ?', [
    beforeOn,
  ])
  const readAt = only(read, integer)
  let missing = 0
  for (let day = beforeOn ?? from, after = ''; day <= to;) {
    const orders = await selectAll(
      database.read,
      PaymentOrder,
      `WHERE settled_on = ? AND id > ? AND book = ? AND status = 'SUCCESSFUL' AND sent_at >= ?
         AND COALESCE(settled_at, 0) >= ?
         AND NOT EXISTS (SELECT 1 FROM provider_lines WHERE provider_lines.order_id = payment_orders.id)
       ORDER BY id LIMIT ${batchSize}`,
      [day, after, systemClockId, beginningOf(firstOn, jobCall().zone), day === beforeOn ? readAt : 0],
    )
    if (orders.length > 0)
      await database.inTransaction(async (tx) => {
        for (const order of orders)
          await openReview(tx, jobCall(), order, {
            kind: 'SETTLEMENT_FILE',
            detail: `in no file of the provider up to ${to}`,
          })
      })
    missing += orders.length
    after = orders.at(-1)?.id ?? ''
    if (orders.length < batchSize) [day, after] = [addDays(day, 1), '']
  }
  return missing
}

/**
 * Refuses a file with a date that is probably wrong: otherwise each of our payments up to that date would count as missing from
 * the files. Refuses: INVALID_ARGUMENT.
 */
const checkDates = (from: LocalDate, to: LocalDate, today: LocalDate): void => {
  // The provider's date may be a day ahead of ours.
  if (to > addDays(today, 1))
    throw new Refusal('INVALID_ARGUMENT', `it has a payment of ${to}, a date to come`)
  if (daysBetween(from, to) > daysMax)
    throw new Refusal(
      'INVALID_ARGUMENT',
      `it is of more than a year, from ${from} to ${to}: if these dates are right, split it`,
    )
}

/**
 * Reads a settlement file of the provider: compares each line with our order, and looks for our orders that are in no file.
 * A difference opens a review case; a line without an order has to be explained by two people. Reading the same file
 * again only affects orders that have ended since; an interrupted read resumes. Refuses: INVALID_ARGUMENT.
 */
export const matchProviderFile = async (
  deps: MatchDeps,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
): Promise<MatchedFile> => {
  const lines = parseProviderFile(bytes)
  const dates = lines.map(({ completedOn }) => completedOn)
  const [from, to] = [dates.reduce(minDate), dates.reduce(maxDate)]
  checkDates(from, to, deps.jobCall().today)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const isKnown = await selectOne(deps.database.read, ProviderFile, 'WHERE digest = ?', [digest])
  await compareAgain(deps)
  const states = await matchLines(deps, lines, digest)
  // For a file that was read before, people may have decided about its missing orders: their cases are not opened again.
  const missing = isKnown ? 0 : await findMissing(deps, { from, to })
  const file = { digest, name: name.slice(0, 120), fromOn: from, toOn: to, payments: lines.length }
  await deps.database.inTransaction((tx) =>
    insertOrKeep(tx, ProviderFile, { ...file, readAt: databaseNow }, 'digest'),
  )
  return { from, to, lines: lines.length, states, missing }
}
