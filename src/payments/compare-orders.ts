import type { Tx } from '../database/database.js'
import { databaseNow, insertOrKeep, selectAll, selectOne, update } from '../database/rows.js'
import { addDays, daysBetween, type LocalDate } from '../shared/calendar.js'
import { instructionOf, providerOf, type DriveDeps } from './drive-orders.js'
import { contradicts } from './order.rules.js'
import { OrderComparison, PaymentOrder } from './payment.entity.js'
import { recordStatus } from './record-answer.js'
import { openReview } from './review.js'

const chunkSizeMax = 16
const daysBackMax = 31

/** Days up to yesterday that are not compared yet, oldest first; nothing before the day the service first compares. */
const openDay = async (tx: Tx, yesterday: LocalDate): Promise<OrderComparison | undefined> => {
  const last = await selectOne(tx, OrderComparison, 'ORDER BY day DESC LIMIT 1', [])
  const first = last ? addDays(last.day, 1) : yesterday
  const count = Math.min(daysBackMax, daysBetween(first, yesterday) + 1)
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

const ofRealWorld = `book = 'system' AND sent_at IS NOT NULL`

/** Longer than a settlement takes from its look at the date to its commit. */
const overlapMs = 10 * 60_000

/**
 * The next orders of a day, by id. With them come those of the day before that ended within minutes of the beginning of
 * its comparison: that may not have seen them, however the clocks of its workers stood.
 */
const ordersOf = async (
  { database: { read } }: DriveDeps,
  { day, lastOrderId }: OrderComparison,
): Promise<PaymentOrder[]> => {
  const next = (which: string, parameters: readonly unknown[]) =>
    selectAll(
      read,
      PaymentOrder,
      `WHERE ${which} AND ${ofRealWorld} AND id > ? ORDER BY id LIMIT ${chunkSizeMax}`,
      [...parameters, lastOrderId],
    )
  const before = addDays(day, -1)
  const beganAt = (await selectOne(read, OrderComparison, 'WHERE day = ?', [before]))?.beganAt
  const [late, own] = await Promise.all([
    beganAt == null
      ? []
      : next('settled_at >= ? AND settled_at < ? AND settled_on = ?', [
          beganAt - overlapMs,
          beganAt + overlapMs,
          before,
        ]),
    next('settled_on = ?', [day]),
  ])
  return [...late, ...own].toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, chunkSizeMax)
}

/**
 * The number of differences, each with its review case. Undefined where the provider answers nothing usable at all: that
 * is an outage, and the chunk is asked again, for a day at most. An order that alone gets no answer is named for people,
 * and holds up nobody.
 */
const compare = async (
  deps: DriveDeps,
  orders: readonly PaymentOrder[],
  mayWait: boolean,
): Promise<number | undefined> => {
  const answers = await Promise.all(
    orders.map(async (order) => ({
      order,
      answer: await providerOf(deps, order).statusOf(instructionOf(order)),
    })),
  )
  const differences = answers.filter(({ order, answer }) => contradicts(order.status, answer))
  for (const { order, answer } of differences) await recordStatus(deps, deps.jobCall(), order.id, answer)
  const mute = answers.filter((asked) => asked.answer.state === 'UNKNOWN' && !differences.includes(asked))
  if (mute.length > 0 && mute.length === answers.length && mayWait) {
    deps.log.warn({ orders: mute.length }, 'the daily comparison waits for the wallet provider')
    return undefined
  }
  for (const { order } of mute) {
    const call = deps.jobCall()
    await deps.database.inTransaction((tx) =>
      openReview(tx, call, order, 'NOT_COMPARED', 'the provider gave no usable answer'),
    )
  }
  return differences.length
}

/**
 * Asks the provider again about every order that ended on the days before today, and opens a review case for each
 * difference (DESIGN 7); an order that ended around midnight is asked about twice. Works in chunks and goes on where it stopped; twice or late finds the same.
 */
export const compareOrders = async (deps: DriveDeps, signal: AbortSignal): Promise<void> => {
  const yesterday = addDays(deps.jobCall().today, -1)
  while (!signal.aborted) {
    const day = await deps.database.inTransaction((tx) => openDay(tx, yesterday))
    if (!day) return
    const orders = await ordersOf(deps, day)
    const differences = await compare(deps, orders, day.day === yesterday)
    if (differences === undefined) return
    await deps.database.inTransaction((tx) =>
      update(
        tx,
        OrderComparison,
        {
          lastOrderId: orders.at(-1)?.id ?? day.lastOrderId,
          compared: day.compared + orders.length,
          differences: day.differences + differences,
          ...(orders.length < chunkSizeMax ? { finishedAt: databaseNow } : {}),
        },
        'day = ? AND last_order_id = ?',
        [day.day, day.lastOrderId],
      ),
    )
  }
}
