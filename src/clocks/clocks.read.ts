import type { Sql } from '../database/database.js'
import { toNumber } from '../database/columns.js'
import { inList } from '../database/in-list.js'
import { columnsOf, hydrate } from '../database/rows.js'
import { stalledAt } from './clock.rules.js'
import { Clock, systemClockId } from './clock.entity.js'

/** A test clock, and whether its walk has lost its worker; null when it does not walk. */
export interface ClockView {
  readonly clock: Clock
  readonly stalled: boolean | null
}

/** Test clocks by id, at least one; ids that name none are left out. Heartbeats are judged by the database's own clock. */
export const readClocks = async (
  sql: Sql,
  ids: readonly string[],
  stallSeconds: number,
): Promise<ClockView[]> => {
  const { places, parameters } = inList(ids)
  const rows = await sql.all(
    `SELECT ${columnsOf(sql, Clock)}, ${sql.dialect.nowMs} AS read_at FROM clocks WHERE id IN (${places}) AND id <> ?`,
    [...parameters, systemClockId],
  )
  return rows.map((row) => {
    const clock = hydrate(sql, Clock, row)
    return { clock, stalled: stalledAt(clock, toNumber(row['read_at']), stallSeconds) }
  })
}

/** How many customers live by each of these clocks; a clock without any is left out. */
export const countAttached = async (sql: Sql, clockIds: readonly string[]): Promise<Map<string, number>> => {
  const { places, parameters } = inList(clockIds)
  const rows = await sql.all(
    `SELECT clock_id, COUNT(*) AS attached FROM customers WHERE clock_id IN (${places}) GROUP BY clock_id`,
    parameters,
  )
  return new Map(rows.map((row) => [String(row['clock_id']), toNumber(row['attached'])]))
}
