import { createClock } from '../../../src/bank/business-clock/create-clock.js'
import { advanceClock } from '../../../src/bank/business-clock/advance-clock.js'
import { Clock } from '../../../src/bank/business-clock/clock.entity.js'
import { runEndOfDay, advanceTestClocks } from '../../../src/bank/end-of-day/walk-clocks.js'
import { selectOne } from '../../../src/platform/database/rows.js'

import { neverAborted, type Wiring } from './wiring.js'
import { present } from '../present.js'
import { dateOf } from '../typed.js'

export interface ClockActs {
  readonly newClock: (nowOn: string) => Promise<Clock>
  /** Requests a walk of a clock, without doing it. */
  readonly ask: (id: string, to: string) => Promise<void>
  /** Runs one tick of the job of test clocks, for this long or until nothing is due. */
  readonly tick: (ms?: number) => Promise<void>
  /** Requests a walk of a clock, and runs the job until it is done. */
  readonly walk: (id: string, to: string) => Promise<Clock>
  /** Runs the job of the night. */
  readonly night: () => Promise<void>
}

export const clockActs = ({ database, deps, walks, call }: Wiring): ClockActs => {
  const acts: ClockActs = {
    newClock: (nowOn) => createClock(deps, call(), dateOf(nowOn)),
    ask: (id, to) => advanceClock({ database, onWalk: () => undefined }, call(), { id, to: dateOf(to) }),
    tick: (ms) => advanceTestClocks(walks, ms === undefined ? neverAborted() : AbortSignal.timeout(ms)),
    walk: async (id, to) => {
      await acts.ask(id, to)
      await acts.tick()
      return present(await selectOne(database.read, Clock, 'WHERE id = ?', [id]))
    },
    night: () => runEndOfDay(walks, neverAborted()),
  }
  return acts
}
