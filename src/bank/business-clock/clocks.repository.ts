import { columns, date, text } from '../../platform/database/read-row.js'
import type { Sql, Tx } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { databaseNow, insertOrKeep, selectOne } from '../../platform/database/rows.js'
import { addDays, maxDate, type LocalDate } from '../../kernel/calendar.js'
import { Clock, notWalking, systemClockId } from './clock.entity.js'
import { accruedDayOf } from './clock.rules.js'

/**
 * A test clock by its id, and never `system`, which the wire does not know (docs/design/clocks-and-nights.md#the-system-clock).
 * The row's own id must be the id asked for: MySQL ignores trailing blanks, and finds `system` for `system ` too.
 *
 * @param lock a lock of the dialect, in a transaction
 */
export const findTestClock = async (sql: Sql, id: string, lock = ''): Promise<Clock | undefined> => {
  const clock = await selectOne(sql, Clock, `WHERE id = ? ${lock}`, [id])
  return clock?.id === id && id !== systemClockId ? clock : undefined
}

/** The last day of a book that takes no more bookings: the day before the date of its clock, which itself is still open. */
export const findLastClosedDay = async (sql: Sql, book: string): Promise<LocalDate | undefined> => {
  const clock = await selectOne(sql, Clock, 'WHERE id = ?', [book])
  return clock && addDays(clock.nowOn, -1)
}

const writeConflictRows = (tx: Tx, book: string, slots: readonly number[]): Promise<number> =>
  tx.run(
    `INSERT INTO clock_fences (book, share, writes) VALUES ${slots.map(() => '(?, ?, 1)').join(', ')}
     ${tx.dialect.orAdd('book, share', 'writes')}`,
    slots.flatMap((slot) => [book, slot]),
  )

/** Transactions that will write a conflict row at their commit. One row is enough, since a transaction concerns one book. */
const writesAtCommit = new WeakSet<Tx>()

/**
 * In a cluster a row lock holds on one node only. So a transaction that locks a clock shared writes one of the clock's conflict
 * rows at its end, and one that moves the clock writes all of them first. Of two such transactions on different nodes, the
 * cluster rolls one back, and it is retried (docs/decisions/0065).
 */
const writeConflictRowAtCommit = (tx: Tx, book: string): void => {
  if (!tx.dialect.hasPeers || writesAtCommit.has(tx)) return
  writesAtCommit.add(tx)
  const slot = Math.floor(Math.random() * tx.dialect.spread)
  tx.atCommit(async () => void (await writeConflictRows(tx, book, [slot])))
}

/** Writes all conflict rows of a clock that is about to move. Call it under the clock's lock, before reading what is posted. */
export const writeAllConflictRows = async (tx: Tx, book: string): Promise<void> => {
  if (!tx.dialect.hasPeers) return
  const slots = Array.from({ length: tx.dialect.spread }, (_, slot) => slot)
  await writeConflictRows(tx, book, slots)
}

/** The clocks that each transaction has locked shared. Moving a clock needs the exclusive lock, so these do not move. */
const lockedClocks = new WeakMap<Tx, Map<string, Clock>>()

/**
 * Share-locks the clock until the transaction ends: a walk of the clock waits, other transactions with a shared lock do not.
 */
export const lockClockShared = async (tx: Tx, id: string): Promise<Clock> => {
  const ofTransaction = lockedClocks.get(tx) ?? new Map<string, Clock>()
  lockedClocks.set(tx, ofTransaction)
  const known = ofTransaction.get(id)
  if (known) return known
  const clock = await selectOne(tx, Clock, `WHERE id = ? ${tx.dialect.forShare}`, [id])
  if (!clock) throw new Error(`clock ${id} is missing`)
  writeConflictRowAtCommit(tx, id)
  ofTransaction.set(id, clock)
  return clock
}

/**
 * The day on which an event of the date `on` is booked now: `on` itself while it is open in the book, else the first open day
 * (docs/design/money-and-ledger.md#booking-and-value-dates). Share-locks the clock, so that the day stays open until the
 * transaction ends.
 */
export const lockOpenDay = async (tx: Tx, book: string, on: LocalDate): Promise<LocalDate> =>
  maxDate(on, (await lockClockShared(tx, book)).nowOn)

/** The columns that decide up to which day a position is accrued. */
interface AccruingPosition {
  readonly id: string
  readonly maturityOn: LocalDate
}

interface AccruedDay {
  /** The last complete day of the book. */
  readonly nowOn: LocalDate
  readonly accruedTo: LocalDate
}

/**
 * Locks the clock of a position's book (shared), and returns up to which day the interest of the position is in the books:
 * the clock's day, the next day if the position's interest for it is already posted, or an earlier day if it is set aside.
 */
export const lockAccruedDay = async (
  tx: Tx,
  position: AccruingPosition & { readonly book: string },
): Promise<AccruedDay> => (await lockAccruedDays(tx, position.book, [position]))(position)

/** As `lockAccruedDay`, for a position that this transaction has opened: it cannot be set aside. */
export const lockAccruedDayOfNew = async (
  tx: Tx,
  position: AccruingPosition & { readonly book: string },
): Promise<AccruedDay> => {
  const clock = await lockClockShared(tx, position.book)
  return { nowOn: clock.nowOn, accruedTo: accruedDayOf(clock, position) }
}

const exceptionOf = columns({ positionId: text, accruedTo: date })

/** As `lockAccruedDay`, for several positions of one book; `positions` has at least one. */
export const lockAccruedDays = async (
  tx: Tx,
  book: string,
  positions: readonly AccruingPosition[],
): Promise<(position: AccruingPosition) => AccruedDay> => {
  const clock = await lockClockShared(tx, book)
  const { places, parameters } = inList(positions.map(({ id }) => id))
  const rows = await tx.all(
    `SELECT position_id, accrued_to FROM day_exceptions WHERE position_id IN (${places}) AND step = 'ACCRUAL'`,
    parameters,
  )
  const accruedToOfSetAside = new Map(
    rows.map(exceptionOf).map(({ positionId, accruedTo }) => [positionId, accruedTo]),
  )
  return (position) => ({
    nowOn: clock.nowOn,
    accruedTo: accruedToOfSetAside.get(position.id) ?? accruedDayOf(clock, position),
  })
}

/**
 * Positions that were withdrawn, or whose only deposit was voided, are no longer set aside: their interest has left the books, so
 * that none is left to catch up. (A later give-back posts the interest up to the book's day at the give-back.) Call it after
 * `lockAccruedDay`, whose lock keeps the night from posting meanwhile. `positionIds` has at least one.
 */
export const endExceptions = async (tx: Tx, positionIds: readonly string[]): Promise<void> => {
  const { places, parameters } = inList(positionIds)
  await tx.run(`DELETE FROM day_exceptions WHERE position_id IN (${places})`, parameters)
}

/**
 * Creates the bank's own clock at the first start of the service, at the date `today`. Reads before it inserts, since an insert
 * would lock an existing row exclusively, and settlements would wait whenever a process starts.
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
