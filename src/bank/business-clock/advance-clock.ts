import type { Database } from '../../platform/database/database.js'
import { databaseNow, update } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import { firstDate, lastDate, type LocalDate } from '../../kernel/calendar.js'
import type { Call } from '../../kernel/call.js'
import { Refusal } from '../../kernel/refusal.js'
import { Clock } from './clock.entity.js'
import { advanceVerdict } from './clock.rules.js'
import { findTestClock } from './clocks.repository.js'

export interface AdvanceClock {
  readonly id: string
  readonly to: LocalDate
}

interface Deps {
  readonly database: Database
  /** Called after the commit of a requested walk, to start it. */
  readonly onWalk: () => void
}

/**
 * Requests a walk of a test clock to a date, and returns once the request is written
 * (docs/wire-contract.md#advance_test_clock). A request for the clock's present date starts nothing. A request for the target
 * of the walk in progress starts no second walk, but wakes a worker in case the walk has lost its own. The clock is locked
 * exclusively: a write of one of its customers is committed before the walk, or is refused.
 * Refuses: CLOCK_NOT_FOUND, CLOCK_CANNOT_MOVE_BACK, CLOCK_ADVANCING, WALK_TOO_LONG, INVALID_ARGUMENT.
 */
export const advanceClock = async (deps: Deps, call: Call, { id, to }: AdvanceClock): Promise<void> => {
  const verdict = await deps.database.inTransaction(async (tx) => {
    const clock = await findTestClock(tx, id, tx.dialect.forUpdate)
    if (!clock) throw new Refusal('CLOCK_NOT_FOUND')
    const decided = advanceVerdict(clock, to)
    if (decided === 'STAY' || decided === 'WALKING') return decided
    if (decided === 'INVALID_ARGUMENT')
      throw new Refusal(decided, `to: a clock stands between ${firstDate} and ${lastDate}`)
    if (decided !== 'WALK') throw new Refusal(decided)
    await update(tx, Clock, { advancingTo: to, queuedAt: databaseNow, walkError: null }, 'id = ?', [id])
    await audit(tx, call, {
      action: 'ADVANCE_CLOCK',
      customerId: null,
      subject: id,
      before: { now: clock.nowOn },
      after: { advancingTo: to },
    })
    return decided
  })
  if (verdict !== 'STAY') deps.onWalk()
}
