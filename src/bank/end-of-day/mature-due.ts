import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.js'
import { isOutage } from '../../platform/database/health/outage.js'
import type { BookDay } from '../savings/accrual/accrue-day.js'
import { duePositions, maturePositions } from '../savings/accrual/mature-position.js'
import type { Log } from '../../kernel/log.js'
import { inBatches } from './in-batches.js'
import { quarantine, retrySetAside } from './quarantine.js'

const atOnceMax = 8

/** Maturities per transaction: a night with ten thousand maturities needs four hundred commits. */
const groupSizeMax = 25

interface Deps {
  readonly database: Database
  readonly log: Log
}

const matureOne = async (deps: Deps, day: BookDay, positionId: string): Promise<void> => {
  try {
    await maturePositions(deps.database, [positionId], day.to)
  } catch (error) {
    await quarantine(deps, day, { positionId, step: 'MATURITY', cannot: 'mature' }, error)
  }
}

const matureGroup = async (deps: Deps, day: BookDay, ids: readonly string[]): Promise<void> => {
  try {
    await maturePositions(deps.database, ids, day.to)
  } catch (error) {
    if (isOutage(error)) throw error
    // A position of the group fails: each is now written in a transaction of its own, to find which one.
    for (const id of ids) await matureOne(deps, day, id)
  }
}

/** Handles several groups concurrently; after an error no further one is started, and those in flight are awaited. */
const matureAll = async (deps: Deps, day: BookDay, ids: readonly string[]): Promise<void> => {
  const waiting = [...ids]
  const worker = async () => {
    while (waiting.length > 0) {
      await matureGroup(deps, day, waiting.splice(0, groupSizeMax))
      await turn()
    }
  }
  const workers = Array.from({ length: atOnceMax }, () =>
    worker().catch((error: unknown) => {
      waiting.length = 0
      throw error
    }),
  )
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/**
 * Records all due maturities in bounded batches; false when the time of the tick was up before the end. In the night a position
 * that fails is set aside; on a test clock the first such error is thrown.
 */
export const matureDue = async (deps: Deps, day: BookDay, signal: AbortSignal): Promise<boolean> => {
  await retrySetAside(deps, day, 'MATURITY', (id) => maturePositions(deps.database, [id], day.to))
  const matureBatch = (ids: readonly string[]) => matureAll(deps, day, ids)
  return inBatches(deps.database.read, signal, duePositions(day), matureBatch)
}
