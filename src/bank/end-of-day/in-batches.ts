import type { Sql } from '../../platform/database/database.js'
import { dueIds, type DueRows } from '../savings/records/due-rows.js'

const batchSizeMax = 200

/** Handles all due rows in bounded batches; false when the time of the tick was up before the end. */
export const inBatches = async (
  sql: Sql,
  signal: AbortSignal,
  due: DueRows,
  handle: (ids: readonly string[]) => Promise<void>,
): Promise<boolean> => {
  for (let after = ''; ;) {
    const ids = await dueIds(sql, due, after, batchSizeMax)
    await handle(ids)
    if (ids.length < batchSizeMax) return true
    if (signal.aborted) return false
    after = ids.at(-1)!
  }
}

export const oneByOne =
  (handle: (id: string) => Promise<void>) =>
  async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) await handle(id)
  }
