import type { Sql, Tx } from '../database/database.js'
import { databaseNow, insertOrKeep, selectOne } from '../database/rows.js'
import type { LocalDate } from '../shared/calendar.js'
import { Clock, standing, systemClockId } from './clock.entity.js'

/** A test clock by its id. `system` is not one: on the wire it does not exist (DESIGN 8). */
export const findTestClock = async (sql: Sql, id: string): Promise<Clock | undefined> =>
  id === systemClockId ? undefined : selectOne(sql, Clock, 'WHERE id = ?', [id])

/** Holds the clock where it is until the transaction ends: a walk of it waits, other readers do not. */
export const holdClock = async (tx: Tx, id: string): Promise<Clock> => {
  const clock = await selectOne(tx, Clock, `WHERE id = ? ${tx.dialect.forShare}`, [id])
  if (!clock) throw new Error(`clock ${id} is missing`)
  return clock
}

/** The bank's own clock begins on the day the service is first started. */
export const ensureSystemClock = (tx: Tx, today: LocalDate): Promise<void> =>
  insertOrKeep(tx, Clock, { id: systemClockId, nowOn: today, ...standing, createdAt: databaseNow }, 'id')
