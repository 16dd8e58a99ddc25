import { only, text } from '../../platform/database/read-row.js'
import type { Database } from '../../platform/database/database.js'
import { isOutage } from '../../platform/database/health/outage.js'
import { databaseNow, insertOrKeep } from '../../platform/database/rows.js'
import type { BookDay } from '../savings/accrual/accrue-day.js'
import type { Log } from '../../kernel/log.js'
import { systemClockId } from '../business-clock/clock.entity.js'
import { DayException, type DayStep } from './walk.entity.js'

interface Deps {
  readonly database: Database
  readonly log: Log
}

/** A step that failed for one position; `cannot` completes the message "it cannot …", for example with "mature". */
interface FailedStep {
  readonly positionId: string
  readonly step: DayStep
  readonly cannot: string
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * In the night a position whose step fails is set aside, so that the day continues without it. On a test clock an error with
 * the id of the position is thrown, and the walk stops (docs/design/clocks-and-nights.md#set-aside).
 */
export const quarantine = async (
  { database, log }: Deps,
  day: BookDay,
  { positionId, step, cannot }: FailedStep,
  error: unknown,
): Promise<void> => {
  // A database outage says nothing about a position: the night resumes when it is back.
  if (isOutage(error)) throw error
  const problem = `it cannot ${cannot}: ${messageOf(error)}`.slice(0, 500)
  if (day.book !== systemClockId) throw new Error(`${positionId}: ${problem}`, { cause: error })
  log.error({ err: error, position: positionId, step, day: day.to }, 'a position is set aside by the night')
  await database.inTransaction(async (tx) => {
    const [row] = await tx.all('SELECT customer_id FROM positions WHERE id = ?', [positionId])
    await insertOrKeep(
      tx,
      DayException,
      {
        positionId,
        step,
        book: day.book,
        customerId: only(row, text),
        setAsideOn: day.to,
        accruedTo: day.from,
        problem,
        createdAt: databaseNow,
      },
      'position_id',
    )
  })
}

/** Retries a step for the positions that were set aside in an earlier night because this step failed. */
export const retrySetAside = async (
  { database, log }: Deps,
  day: BookDay,
  step: DayStep,
  act: (positionId: string) => Promise<void>,
): Promise<void> => {
  const aside = await database.read.all(
    'SELECT position_id FROM day_exceptions WHERE book = ? AND step = ? ORDER BY position_id',
    [day.book, step],
  )
  for (const row of aside) {
    const id = only(row, text)
    try {
      await act(id)
      await database.inTransaction((tx) =>
        tx.run('DELETE FROM day_exceptions WHERE position_id = ? AND step = ?', [id, step]),
      )
    } catch (error) {
      log.error({ err: error, position: id, step, day: day.to }, 'a position is still set aside')
    }
  }
}
