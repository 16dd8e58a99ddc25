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
      { day, lastOrderId: '', compared: 0, differences: 0, finishedAt: null },
      'day',
    )
  }
  return selectOne(tx, OrderComparison, 'WHERE finished_at IS NULL ORDER BY day LIMIT 1', [])
}

const ordersOf = (deps: DriveDeps, day: LocalDate, after: string): Promise<PaymentOrder[]> =>
  selectAll(
    deps.database.read,
    PaymentOrder,
    `WHERE settled_on = ? AND id > ? AND book = 'system' AND sent_at IS NOT NULL
     ORDER BY id LIMIT ${chunkSizeMax}`,
    [day, after],
  )

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
    const { now } = deps.jobCall()
    await deps.database.inTransaction((tx) =>
      openReview(tx, now, order, 'NOT_COMPARED', 'the provider gave no usable answer'),
    )
  }
  return differences.length
}

/**
 * Asks the provider again about every order that ended on the days before today, and opens a review case for each
 * difference (DESIGN 7). Works in chunks and goes on where it stopped; twice or late finds the same.
 */
export const compareOrders = async (deps: DriveDeps, signal: AbortSignal): Promise<void> => {
  const yesterday = addDays(deps.jobCall().today, -1)
  while (!signal.aborted) {
    const day = await deps.database.inTransaction((tx) => openDay(tx, yesterday))
    if (!day) return
    const orders = await ordersOf(deps, day.day, day.lastOrderId)
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
