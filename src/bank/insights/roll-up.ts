import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Sql, Tx } from '../../platform/database/database.js'
import type { IdRange } from '../../platform/database/id-ranges.js'
import { insertOrKeep, selectOne, update } from '../../platform/database/rows.js'
import { addDays, beginningOf, maxDate, minDate, type LocalDate } from '../../kernel/calendar.js'
import { firstIdOf } from '../../kernel/ids.js'
import { systemClockId } from '../business-clock/clock.entity.js'
import { findLastClosedDay } from '../business-clock/clocks.repository.js'
import { movementsSql } from './records/customer-events.sql.js'
import type { MarketDay } from './records/event.sql.js'
import { scoreFamilies, type FlowFamily } from './records/flows.sql.js'
import { hasErasedScores } from './records/score-events.sql.js'
import { addChanges } from './records/add-stocks.js'
import { InsightProgress } from './records/insight.entity.js'
import { carriedForwardSql, stockFamilies, type StockFamily } from './records/stocks.sql.js'
import { batchSizesDefault, restateStocks, type BatchSizes } from './restate.js'
import {
  journalRangesOf,
  readClosed,
  readFlowsOfDay,
  writeFlows,
  type SavingsChange,
} from './roll-up-flows.js'
import { column, columns, date, only, orNull, text } from '../../platform/database/read-row.js'

export interface RollUpDeps {
  readonly database: Database
  /** The time zone of business dates in the real world. */
  readonly zone: string
  /** Rows per statement of a rebuild. */
  readonly batchSizes?: BatchSizes
}

const progressName = 'DAYS'
/** How long to wait while another worker rolls up a day. */
const lockWaitMs = 200

const marketDayOf = (day: LocalDate, zone: string): MarketDay => ({
  day,
  from: beginningOf(day, zone),
  before: beginningOf(addDays(day, 1), zone),
  // The day is over, so no summary of that day can be confirmed any more.
  now: Number.MAX_SAFE_INTEGER,
})

const beginningsOf = columns({
  booked: column('booked_on', orNull(date)),
  walked: column('walked_on', orNull(date)),
})

/**
 * The first day of the real world: that of its first journal, or the day before its first night if that is earlier. Undefined
 * without either.
 */
const firstDay = async (sql: Sql): Promise<LocalDate | undefined> => {
  const [row] = await sql.all(
    `SELECT (SELECT MIN(business_on) FROM journals WHERE book = ?) AS booked_on,
       (SELECT MIN(day) FROM walk_days WHERE book = ?) AS walked_on`,
    [systemClockId, systemClockId],
  )
  const { booked, walked } = beginningsOf(row!)
  const opened = walked && addDays(walked, -1)
  return booked && opened ? minDate(booked, opened) : (booked ?? opened ?? undefined)
}

const writeStocks = async (
  tx: Tx,
  family: StockFamily,
  day: LocalDate,
  changes: readonly SavingsChange[],
): Promise<void> => {
  await tx.run('DELETE FROM insight_stocks WHERE family = ? AND day = ?', [family, day])
  const { sql, parameters } = carriedForwardSql(family, day)
  await tx.run(
    `INSERT INTO insight_stocks (family, day, key_1, key_2, n, n_2, amount)
     SELECT ?, ?, key_1, key_2, n, n_2, amount FROM (${sql}) stocks`,
    [family, day, ...parameters],
  )
  if (family !== 'MATURING') return
  await addChanges(tx, day, changes)
  const isEmpty = 'n = 0 AND n_2 = 0 AND amount = 0'
  await tx.run(`DELETE FROM insight_stocks WHERE family = ? AND day = ? AND ${isEmpty}`, [family, day])
}

/** Removes MATURING of all days except two: the one that the roll-up continues from, and the one that is shown meanwhile. */
const removeObsolete = (tx: Tx, rolledTo: LocalDate, completeTo: LocalDate | null): Promise<number> =>
  tx.run(`DELETE FROM insight_stocks WHERE family = 'MATURING' AND day <> ? AND day <> ?`, [
    rolledTo,
    completeTo ?? rolledTo,
  ])

/** Adds a day's changes to the savings of each customer, journal by journal. */
const applyMovements = (tx: Tx, day: LocalDate, { after, upTo }: IdRange): Promise<number> =>
  tx.run(
    `INSERT INTO insight_savers (customer_id, joined_on, balance, balance_before, moved_on, moved_before_on)
     SELECT mover, ?, delta, 0, ?, NULL FROM (${movementsSql(tx.dialect, 'journals.id > ? AND journals.id <= ?')}) movements WHERE TRUE
     ${tx.dialect.orChange('customer_id', (coming) => {
       const isFirstOfDay = `insight_savers.moved_on <> ${coming('moved_on')}`
       const before = (column: string, earlier: string) =>
         `${column} = CASE WHEN ${isFirstOfDay} THEN insight_savers.${earlier} ELSE insight_savers.${column} END`
       return `${before('balance_before', 'balance')}, ${before('moved_before_on', 'moved_on')},
         balance = insight_savers.balance + ${coming('balance')}, moved_on = ${coming('moved_on')}`
     })}`,
    [day, day, day, after, upTo],
  )

/**
 * Locks the progress. Undefined while another transaction has the lock; a rebuild of a large bank has it for a long
 * time.
 */
const lockProgress = async (tx: Tx): Promise<InsightProgress | undefined> => {
  const lock = () => selectOne(tx, InsightProgress, `WHERE name = ? ${tx.dialect.skipLocked}`, [progressName])
  const locked = await lock()
  if (locked || (await readProgress(tx))) return locked
  await insertOrKeep(tx, InsightProgress, { name: progressName, rolledTo: null, completeTo: null }, 'name')
  return lock()
}

export const readProgress = (sql: Sql): Promise<InsightProgress | undefined> =>
  selectOne(sql, InsightProgress, 'WHERE name = ?', [progressName])

const saveProgress = (tx: Tx, rolledTo: LocalDate | null, completeTo: LocalDate | null): Promise<number> =>
  update(tx, InsightProgress, { rolledTo, completeTo }, 'name = ?', [progressName])

/** Whether summaries of that day have been removed, so that the roll-up is their only record. */
const areSummariesRemoved = async (tx: Tx, { from }: MarketDay): Promise<boolean> => {
  const [row] = await tx.all(`SELECT last_id FROM cleanings WHERE name = 'REQUEST_LOG'`)
  return row !== undefined && only(row, text) > firstIdOf(from)
}

/** The families that a rebuild must keep, since some of their source rows of that day have been removed or erased. */
const keptFamilies = async (tx: Tx, marketDay: MarketDay): Promise<FlowFamily[]> => [
  ...((await areSummariesRemoved(tx, marketDay)) ? (['LOSSES'] as const) : []),
  ...((await hasErasedScores(tx, marketDay)) ? scoreFamilies : []),
]

/** Rolls up the next closed day, unless another worker has done it. False while another worker holds the lock. */
const rollUpDay = async (
  tx: Tx,
  { database, zone, batchSizes = batchSizesDefault }: RollUpDeps,
  day: LocalDate,
): Promise<boolean> => {
  const marketDay = marketDayOf(day, zone)
  const progress = await lockProgress(tx)
  if (!progress) return false
  const { rolledTo, completeTo } = progress
  if (rolledTo !== null && rolledTo >= day) return true
  const kept = completeTo !== null && day <= completeTo ? await keptFamilies(tx, marketDay) : []
  const journals = await journalRangesOf(tx, day, batchSizes.journals)
  const closed = readClosed(database, marketDay, journals)
  // `closed` is awaited later; until then its rejection must not count as unhandled.
  closed.catch(() => undefined)
  for (const range of journals) await applyMovements(tx, day, range)
  const customers = await readFlowsOfDay(tx, 'CUSTOMERS', marketDay)
  const { flows, changes } = await closed
  for (const family of stockFamilies) await writeStocks(tx, family, day, changes)
  for (const some of [customers, ...flows]) if (!kept.includes(some.family)) await writeFlows(tx, some)
  const shownTo = completeTo === null ? day : maxDate(day, completeTo)
  await removeObsolete(tx, day, shownTo)
  await saveProgress(tx, day, shownTo)
  return true
}

/** Rolls up the next closed day; undefined when there is none, `isDone` false while another worker rolls it up. */
const rollUpNext = async (
  deps: RollUpDeps,
): Promise<{ readonly day: LocalDate; readonly isDone: boolean } | undefined> => {
  const { read, inTransaction } = deps.database
  const closedTo = await findLastClosedDay(read, systemClockId)
  if (closedTo === undefined) return undefined
  const rolledTo = (await readProgress(read))?.rolledTo
  const day = rolledTo ? addDays(rolledTo, 1) : await firstDay(read)
  if (day === undefined || day > closedTo) return undefined
  return { day, isDone: await inTransaction((tx) => rollUpDay(tx, deps, day)) }
}

/**
 * Rolls up the closed days of the real world, each in its own transaction. It needs no lock of the night, since a closed day
 * never changes. A run continues where the last one stopped, so that the past of an older database is rolled up too.
 */
export const rollUpDays = async (deps: RollUpDeps, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await rollUpNext(deps))?.isDone);
}

/** Restates all stocks at the end of a day from the books; the roll-up continues from there. */
const restate = async ({ database, batchSizes }: RollUpDeps, day: LocalDate): Promise<void> => {
  const tryOnce = (): Promise<boolean> =>
    database.inTransaction(async (tx) => {
      const progress = await lockProgress(tx)
      if (!progress) return false
      await restateStocks(tx, day, batchSizes)
      await removeObsolete(tx, day, progress.completeTo)
      await saveProgress(tx, day, progress.completeTo)
      return true
    })
  while (!(await tryOnce())) await sleep(lockWaitMs)
}

export interface RebuiltDays {
  readonly from: LocalDate
  readonly to: LocalDate
}

/**
 * Rebuilds the roll-ups of a range of days from the books, except the families whose source rows are gone (`keptFamilies`). Begins
 * earlier where days before it were never rolled up. Undefined when none of these days is closed. The service may
 * run meanwhile, and shows each day as it was until it is replaced.
 *
 * @param onDay called after each day
 */
export const rebuildDays = async (
  deps: RollUpDeps,
  requested: { readonly from: LocalDate; readonly to: LocalDate },
  onDay: (day: LocalDate, range: RebuiltDays) => void = () => undefined,
): Promise<RebuiltDays | undefined> => {
  const { read } = deps.database
  const closedTo = await findLastClosedDay(read, systemClockId)
  const first = await firstDay(read)
  if (closedTo === undefined || first === undefined) return undefined
  // A rebuild must not skip days that were never rolled up.
  const doneTo = (await readProgress(read))?.completeTo
  const from = minDate(maxDate(requested.from, first), doneTo ? addDays(doneTo, 1) : first)
  const to = minDate(requested.to, closedTo)
  if (from > to) return undefined
  await restate(deps, addDays(from, -1))
  for (let next; (next = await rollUpNext(deps)) !== undefined;) {
    const { day, isDone } = next
    if (!isDone) await sleep(lockWaitMs)
    else {
      onDay(day, { from, to })
      if (day >= to) break
    }
  }
  const { rolledTo, completeTo } = (await readProgress(read))!
  if (rolledTo !== null && completeTo !== null && rolledTo < completeTo) await restate(deps, completeTo)
  return { from, to }
}
