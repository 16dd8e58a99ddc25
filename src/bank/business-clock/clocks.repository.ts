import { columns, date, text } from '../../platform/database/read-row.js'
import type { Sql, Tx } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { databaseNow, insertOrKeep, selectOne } from '../../platform/database/rows.js'
import { addDays, maxDate, type LocalDate } from '../../kernel/calendar.js'
import { Clock, notWalking, systemClockId } from './clock.entity.js'
import { accruedDayOf } from './clock.rules.js'

/**
 * A test clock by its id. `system` is not one: on the wire it does not exist
 * (docs/design/clocks-and-nights.md#the-system-clock). The row's own id decides, since MySQL finds `system` for an id with
 * blanks behind it too.
 *
 * @param lock a lock of the dialect, in a transaction
 */
export const findTestClock = async (sql: Sql, id: string, lock = ''): Promise<Clock | undefined> => {
  const clock = await selectOne(sql, Clock, `WHERE id = ? ${lock}`, [id])
  return clock?.id === id && id !== systemClockId ? clock : undefined
}

/** The last closed day of a book: the day before its clock's. */
export const findClosedTo = async (sql: Sql, book: string): Promise<LocalDate | undefined> => {
  const clock = await selectOne(sql, Clock, 'WHERE id = ?', [book])
  return clock && addDays(clock.nowOn, -1)
}

const writeFences = (tx: Tx, book: string, shares: readonly number[]): Promise<number> =>
  tx.run(
    `INSERT INTO clock_fences (book, share, writes) VALUES ${shares.map(() => '(?, ?, 1)').join(', ')}
     ${tx.dialect.orAdd('book, share', 'writes')}`,
    shares.flatMap((share) => [book, share]),
  )

/** Transactions that write a fence at their commit already; one is enough, since a transaction is of one book. */
const fenced = new WeakSet<Tx>()

/**
 * Servers that replicate to each other know only their own locks. A transaction that holds a clock writes one of the
 * clock's fences last, and one that moves the clock writes all of them first: of two on two nodes one is rolled back, and
 * runs again (docs/decisions/0065).
 */
const fenceShared = (tx: Tx, book: string): void => {
  if (!tx.dialect.hasPeers || fenced.has(tx)) return
  fenced.add(tx)
  const share = Math.floor(Math.random() * tx.dialect.spread)
  tx.atCommit(async () => void (await writeFences(tx, book, [share])))
}

/** Call it before anything is read of what is posted under the clock. */
export const fenceAlone = async (tx: Tx, book: string): Promise<void> => {
  if (!tx.dialect.hasPeers) return
  const shares = Array.from({ length: tx.dialect.spread }, (_, share) => share)
  await writeFences(tx, book, shares)
}

/**
 * The clocks that a transaction has share-locked: nobody else moves them, and whoever moves one locks it exclusively.
 */
const held = new WeakMap<Tx, Map<string, Clock>>()

/** Share-locks the clock until the transaction ends: a walk of it waits, other readers do not. */
export const holdClock = async (tx: Tx, id: string): Promise<Clock> => {
  const ofTransaction = held.get(tx) ?? new Map<string, Clock>()
  held.set(tx, ofTransaction)
  const known = ofTransaction.get(id)
  if (known) return known
  const clock = await selectOne(tx, Clock, `WHERE id = ? ${tx.dialect.forShare}`, [id])
  if (!clock) throw new Error(`clock ${id} is missing`)
  fenceShared(tx, id)
  ofTransaction.set(id, clock)
  return clock
}

/**
 * The first day that is not closed in a book, of this day and those after it: the day on which something of this day is
 * booked now (docs/design/money-and-ledger.md#booking-and-value-dates). Holds the clock, so that it stays open until the
 * transaction ends.
 */
export const holdOpenDay = async (tx: Tx, book: string, on: LocalDate): Promise<LocalDate> =>
  maxDate(on, (await holdClock(tx, book)).nowOn)

/** The columns that tell up to which day a position is accrued. */
interface Accruing {
  readonly id: string
  readonly maturityOn: LocalDate
}

interface Accrued {
  /** The last complete day of the book. */
  readonly nowOn: LocalDate
  readonly accruedTo: LocalDate
}

/**
 * Holds the clock of a position's book, and tells up to which day the books have the interest of the position: that of the
 * clock, or of the day whose part it is in is posted, unless the night has set it aside.
 */
export const holdAccrued = async (tx: Tx, position: Accruing & { readonly book: string }): Promise<Accrued> =>
  (await holdAllAccrued(tx, position.book, [position]))(position)

/** As `holdAccrued`, for a position that this transaction has opened: it cannot be set aside. */
export const holdAccruedOfNew = async (
  tx: Tx,
  position: Accruing & { readonly book: string },
): Promise<Accrued> => {
  const clock = await holdClock(tx, position.book)
  return { nowOn: clock.nowOn, accruedTo: accruedDayOf(clock, position) }
}

const asideOf = columns({ positionId: text, accruedTo: date })

/** As `holdAccrued`, for several positions of one book; `positions` has at least one. */
export const holdAllAccrued = async (
  tx: Tx,
  book: string,
  positions: readonly Accruing[],
): Promise<(position: Accruing) => Accrued> => {
  const clock = await holdClock(tx, book)
  const { places, parameters } = inList(positions.map(({ id }) => id))
  const rows = await tx.all(
    `SELECT position_id, accrued_to FROM day_exceptions WHERE position_id IN (${places}) AND step = 'ACCRUAL'`,
    parameters,
  )
  const aside = new Map(rows.map(asideOf).map(({ positionId, accruedTo }) => [positionId, accruedTo]))
  return (position) => ({
    nowOn: clock.nowOn,
    accruedTo: aside.get(position.id) ?? accruedDayOf(clock, position),
  })
}

/**
 * Nothing of positions that have been withdrawn is set aside any more: their withdrawal took what the books had of them, and what is
 * given back gets the interest up to the day at which the book then stands. Behind `holdAccrued`, whose lock on the
 * clock no part of a night passes. `positionIds` has at least one.
 */
export const endExceptions = async (tx: Tx, positionIds: readonly string[]): Promise<void> => {
  const { places, parameters } = inList(positionIds)
  await tx.run(`DELETE FROM day_exceptions WHERE position_id IN (${places})`, parameters)
}

/**
 * The bank's own clock starts on the day of the service's first start. Read first: an insert would lock it exclusively
 * even where it exists, and settlements would wait for each start of a process.
 */
export const ensureSystemClock = async (tx: Tx, today: LocalDate): Promise<void> => {
  if (await selectOne(tx, Clock, 'WHERE id = ?', [systemClockId])) return
  await insertOrKeep(
    tx,
    Clock,
    { id: systemClockId, nowOn: today, ...notWalking, createdAt: databaseNow },
    'id',
  )
}
