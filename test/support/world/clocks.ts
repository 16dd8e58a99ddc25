import { createClock } from '../../../src/bank/business-clock/create-clock.js'
import { advanceClock } from '../../../src/bank/business-clock/advance-clock.js'
import { Clock } from '../../../src/bank/business-clock/clock.entity.js'
import { runEndOfDay, advanceTestClocks } from '../../../src/bank/end-of-day/walk-clocks.js'
import { selectOne } from '../../../src/platform/database/rows.js'

import { whole, type Wiring } from './wiring.js'
import { present } from '../present.js'
import { dateOf } from '../typed.js'

export interface ClockActs {
  readonly newClock: (nowOn: string) => Promise<Clock>
  /** Asks a clock to walk, and no more. */
  readonly ask: (id: string, to: string) => Promise<void>
  /** What the job of the test clocks does now, in one tick; at most for so long, or as long as it takes. */
  readonly tick: (ms?: number) => Promise<void>
  /** Asks a clock to walk, and does the work of the job until it stands. */
  readonly walk: (id: string, to: string) => Promise<Clock>
  /** What the night's job does now. */
  readonly night: () => Promise<void>
}

export const clockActs = ({ database, deps, walks, call }: Wiring): ClockActs => {
  const acts: ClockActs = {
    newClock: (nowOn) => createClock(deps, call(), dateOf(nowOn)),
    ask: (id, to) => advanceClock({ database, onWalk: () => undefined }, call(), { id, to: dateOf(to) }),
    tick: (ms) => advanceTestClocks(walks, ms === undefined ? whole() : AbortSignal.timeout(ms)),
    walk: async (id, to) => {
      await acts.ask(id, to)
      await acts.tick()
      return present(await selectOne(database.read, Clock, 'WHERE id = ?', [id]))
    },
    night: () => runEndOfDay(walks, whole()),
  }
  return acts
}
