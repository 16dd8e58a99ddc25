import pLimit from 'p-limit'
import type { Sql, Tx } from '../../../platform/database/database.js'
import { databaseNow, insertOrKeep, selectAll, selectOne, update } from '../../../platform/database/rows.js'
import { addDays, daysBetween, type LocalDate } from '../../../kernel/calendar.js'
import { instructionOf, providerOf, type DriveDeps } from './dispatch-and-poll.js'
import { isFinal } from '../order.rules.js'
import { isContradicted } from './contradiction.rules.js'
import { OrderComparison, PaymentOrder, ReviewCase } from '../payment.entity.js'
import { readOrders } from '../payments.read.js'
import type { StatusResult } from '../port.js'
import { recordStatus } from './record-answer.js'
import { openReview } from '../review.js'

const chunkSizeMax = 16
/** Concurrent provider calls. */
const concurrentPollsMax = 16
/** Chunks that are polled ahead while the current one waits for its slowest answer. */
const aheadMax = 32
/** Missing days that are added at once. */
const daysAddedMax = 31

/**
 * Adds the missing days up to yesterday, and returns the oldest day that is not compared yet. Days before the first day that the
 * service compares do not count.
 */
const findDayToCompare = async (tx: Tx, yesterday: LocalDate): Promise<OrderComparison | undefined> => {
  const last = await selectOne(tx, OrderComparison, 'ORDER BY day DESC LIMIT 1', [])
  const first = last ? addDays(last.day, 1) : yesterday
  const count = Math.min(daysAddedMax, daysBetween(first, yesterday) + 1)
  for (let i = 0; i < count; i++) {
    const day = addDays(first, i)
    await insertOrKeep(
      tx,
      OrderComparison,
      { day, lastOrderId: '', compared: 0, differences: 0, beganAt: databaseNow, finishedAt: null },
      'day',
    )
  }
  return selectOne(tx, OrderComparison, 'WHERE finished_at IS NULL ORDER BY day LIMIT 1', [])
}

const sentInRealWorld = `book = 'system' AND sent_at IS NOT NULL`

/** Longer than a settlement can take from reading the business date, on which it books, to its commit. */
const overlapMs = 10 * 60_000

/** The next orders, by id, about which an earlier comparison got no final answer and whose review case is still open. */
const unansweredAfter = async (read: Sql, orderId: string): Promise<PaymentOrder[]> => {
  const open = await selectAll(
    read,
    ReviewCase,
    `WHERE kind = 'NOT_COMPARED' AND status = 'OPEN' AND order_id > ? ORDER BY order_id LIMIT ${chunkSizeMax}`,
    [orderId],
  )
  const ids = open.map((review) => review.orderId)
  return ids.length === 0 ? [] : readOrders(read, ids)
}

interface OrderToPoll {
  readonly order: PaymentOrder
  /** An earlier comparison got no final answer about the order, and opened a review case. */
  readonly wasUnanswered: boolean
}

/**
 * The next orders to compare for a day, by id. Orders of the previous day that ended within minutes of the start of its
 * comparison are included: that comparison may have missed them, since they may have been committed later, and clocks of workers
 * differ. The comparison of yesterday, which runs once a day, also includes all older orders without a final answer.
 */
const ordersOf = async (
  { database: { read } }: DriveDeps,
  { day, lastOrderId }: OrderComparison,
  isYesterday: boolean,
): Promise<OrderToPoll[]> => {
  const next = (which: string, parameters: readonly unknown[]) =>
    selectAll(
      read,
      PaymentOrder,
      `WHERE ${which} AND ${sentInRealWorld} AND id > ? ORDER BY id LIMIT ${chunkSizeMax}`,
      [...parameters, lastOrderId],
    )
  const before = addDays(day, -1)
  const beganAt = (await selectOne(read, OrderComparison, 'WHERE day = ?', [before]))?.beganAt
  const [late, own, unanswered] = await Promise.all([
    beganAt == null
      ? []
      : next('settled_at >= ? AND settled_at < ? AND settled_on = ?', [
          beganAt - overlapMs,
          beganAt + overlapMs,
          before,
        ]),
    next('settled_on = ?', [day]),
    isYesterday ? unansweredAfter(read, lastOrderId) : [],
  ])
  const known = new Set(unanswered.map(({ id }) => id))
  return [...unanswered, ...[...late, ...own].filter(({ id }) => !known.has(id))]
    .map((order) => ({ order, wasUnanswered: known.has(order.id) }))
    .toSorted((a, b) => (a.order.id < b.order.id ? -1 : 1))
    .slice(0, chunkSizeMax)
}

interface Answered extends OrderToPoll {
  readonly answer: StatusResult
  readonly differs: boolean
}

/** Orders with the result of their poll; undefined for an order that was not polled because the time was up. */
interface Chunk {
  readonly orders: readonly OrderToPoll[]
  readonly answers: Promise<readonly (Answered | undefined)[]>
}

/**
 * The chunks of a day. Some are read and polled ahead of the one that is being recorded, so that an order whose poll hangs
 * occupies one call, and stops the others only when `aheadMax` chunks are ahead.
 */
async function* chunksOf(
  deps: DriveDeps,
  day: OrderComparison,
  isYesterday: boolean,
  signal: AbortSignal,
): AsyncGenerator<Chunk, void, void> {
  const limit = pLimit(concurrentPollsMax)
  const ahead: Chunk[] = []
  let isOver = false
  const poll = ({ order, wasUnanswered }: OrderToPoll) =>
    limit(async () => {
      if (isOver || signal.aborted) return undefined
      const answer = await providerOf(deps, order).statusOf(instructionOf(order))
      return { order, wasUnanswered, answer, differs: isContradicted(order, answer) }
    })
  try {
    let { lastOrderId } = day
    for (let isAllRead = false; ;) {
      while (!isAllRead && !signal.aborted && ahead.length < aheadMax) {
        const orders = await ordersOf(deps, { ...day, lastOrderId }, isYesterday)
        isAllRead = orders.length < chunkSizeMax
        lastOrderId = orders.at(-1)?.order.id ?? lastOrderId
        ahead.push({ orders, answers: Promise.all(orders.map(poll)) })
      }
      const next = ahead.shift()
      if (!next) return
      yield next
    }
  } finally {
    isOver = true
  }
}

/**
 * Records a chunk, with a review case for each difference, and returns the number of differences. Undefined where no order got a
 * usable answer: that is an outage, and the chunk is polled again, for a day at most. A single order without an answer, or one
 * that is pending at the provider though it has ended here, gets a review case and is polled again every day.
 */
const recordChunk = async (
  deps: DriveDeps,
  answers: readonly Answered[],
  mayWait: boolean,
): Promise<number | undefined> => {
  const toRecord = answers.filter(
    ({ wasUnanswered, answer, differs }) => differs || (wasUnanswered && isFinal(answer)),
  )
  for (const { order, answer } of toRecord) await recordStatus(deps, deps.jobCall(), order, answer)
  const open = answers.filter(
    ({ wasUnanswered, answer, differs }) => !wasUnanswered && !differs && !isFinal(answer),
  )
  const isOutage = answers.every(({ answer, differs }) => answer.state === 'UNKNOWN' && !differs)
  if (open.length > 0 && isOutage && mayWait) {
    deps.log.warn({ orders: open.length }, 'the daily comparison waits for the wallet provider')
    return undefined
  }
  for (const { order, answer } of open) {
    const call = deps.jobCall()
    const detail =
      answer.state === 'PENDING'
        ? `ours ${order.status}, provider PENDING`
        : 'the provider gave no usable answer'
    await deps.database.inTransaction((tx) => openReview(tx, call, order, { kind: 'NOT_COMPARED', detail }))
  }
  return answers.filter(({ differs }) => differs).length
}

/**
 * Polls every order that ended on the days before today once more, and opens a review case for each difference
 * (docs/design/payments.md#the-daily-comparison). An order that ended around midnight is polled twice. An order about which the
 * provider gives no final answer is polled again every day until there is one, or people have decided. Works in chunks and resumes
 * where it stopped; idempotent.
 */
export const compareOrders = async (deps: DriveDeps, signal: AbortSignal): Promise<void> => {
  const yesterday = addDays(deps.jobCall().today, -1)
  while (!signal.aborted) {
    const day = await deps.database.inTransaction((tx) => findDayToCompare(tx, yesterday))
    if (!day || !(await compareDay(deps, day, day.day === yesterday, signal))) return
  }
}

/**
 * False when the time was up or the provider has to be waited for. True when the day is complete, or another worker has
 * compared further.
 */
const compareDay = async (
  deps: DriveDeps,
  day: OrderComparison,
  isYesterday: boolean,
  signal: AbortSignal,
): Promise<boolean> => {
  let { lastOrderId, compared, differences } = day
  for await (const { orders, answers } of chunksOf(deps, day, isYesterday, signal)) {
    const answered = (await answers).filter((answer) => answer !== undefined)
    if (answered.length < orders.length) return false
    const differing = await recordChunk(deps, answered, isYesterday)
    if (differing === undefined) return false
    const resumedAfter = lastOrderId
    lastOrderId = orders.at(-1)?.order.id ?? resumedAfter
    compared += orders.length
    differences += differing
    const isDone = orders.length < chunkSizeMax
    const updatedRows = await deps.database.inTransaction((tx) =>
      update(
        tx,
        OrderComparison,
        { lastOrderId, compared, differences, ...(isDone && { finishedAt: databaseNow }) },
        'day = ? AND last_order_id = ?',
        [day.day, resumedAfter],
      ),
    )
    // No row was updated: another worker has compared further, so this run reads the progress of the day again.
    if (updatedRows === 0 || isDone) return true
  }
  return false
}
