import { createHash } from 'node:crypto'
import { addDays, daysBetween, maxDate, minDate, type LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import { Refusal } from '../../../kernel/refusal.js'
import type { Tx } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import {
  databaseNow,
  insertAll,
  insertOrKeep,
  selectAll,
  selectOne,
  update,
} from '../../../platform/database/rows.js'
import { PaymentOrder } from '../payment.entity.js'
import { openReview, resolveReviewsOf } from '../review.js'
import { findMissing, type MatchDeps } from './find-missing.js'
import { parseProviderFile, type FileLine } from './parse-provider-file.js'
import { ProviderFile, ProviderLine } from './provider-file.entity.js'
import { lineVerdict, type LineState } from './provider-line.rules.js'

const batchSize = 100
const daysMax = 366

export interface MatchedFile {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly lines: number
  /** Lines with another status than SUCCESSFUL. */
  readonly skipped: number
  /** The ids of payments that have another fee or date in an earlier file; the fee and date of that file are kept. */
  readonly changed: readonly string[]
  readonly states: Readonly<Record<LineState, number>>
  /** How many of our payments the files should contain by now, and do not; 0 for a file that was read before. */
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
  return { compared, ordersWithLines: new Set(stored.map(({ orderId }) => orderId)) }
}

/** Stores lines, each once, with the review cases that they open or close. Refuses: INVALID_ARGUMENT. */
const writeLines = async (tx: Tx, call: Call, lines: readonly FileLine[], fileDigest: string) => {
  const known = await storedLinesOf(tx, lines)
  const changed: string[] = []
  for (const line of lines) {
    const before = known.get(line.transactionId)
    if (!before) continue
    if (!isSame(before, line))
      throw new Refusal('INVALID_ARGUMENT', `transaction ${line.transactionId} was different in another file`)
    if (before.fee !== line.fee || before.completedOn !== line.completedOn) changed.push(line.transactionId)
  }
  const fresh = lines.filter(({ transactionId }) => !known.has(transactionId))
  const { compared, ordersWithLines } = await compare(tx, fresh)
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
  const ordersWithFirstLine = compared.flatMap(({ state, order }) =>
    state === 'UNKNOWN' || ordersWithLines.has(order!.id) ? [] : [order!.id],
  )
  if (ordersWithFirstLine.length > 0)
    await resolveReviewsOf(tx, call, ordersWithFirstLine, ['SETTLEMENT_FILE'])
  for (const { order, review } of compared) if (review) await openReview(tx, call, order!, review)
  return { states: [...known.values(), ...compared].map(({ state }) => state), changed }
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
): Promise<Pick<MatchedFile, 'states' | 'changed'>> => {
  const changed: string[] = []
  const states: Record<LineState, number> = { MATCHED: 0, IN_FLIGHT: 0, DIFFERS: 0, UNKNOWN: 0, EXPLAINED: 0 }
  for (let from = 0; from < lines.length; from += batchSize) {
    const some = lines.slice(from, from + batchSize)
    const written = await database.inTransaction((tx) => writeLines(tx, jobCall(), some, digest))
    for (const state of written.states) states[state]++
    changed.push(...written.changed)
  }
  return { states, changed }
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
  const { lines, skipped } = parseProviderFile(bytes)
  const dates = lines.map(({ completedOn }) => completedOn)
  const [from, to] = [dates.reduce(minDate), dates.reduce(maxDate)]
  checkDates(from, to, deps.jobCall().today)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const earlierRead = await selectOne(deps.database.read, ProviderFile, 'WHERE digest = ?', [digest])
  await compareAgain(deps)
  const matched = await matchLines(deps, lines, digest)
  // The missing payments of a file that was read before have their cases.
  const missing = earlierRead ? 0 : await findMissing(deps, { from, to })
  const file = { digest, name: name.slice(0, 120), fromOn: from, toOn: to, payments: lines.length }
  await deps.database.inTransaction((tx) =>
    insertOrKeep(tx, ProviderFile, { ...file, readAt: databaseNow }, 'digest'),
  )
  return { from, to, lines: lines.length, skipped, ...matched, missing }
}
