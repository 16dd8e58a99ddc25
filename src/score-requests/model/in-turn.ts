import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'

const oneAtATime = pLimit(1)

/** Runs work on large results one at a time, with a yield to the event loop in between. */
export const inTurn = <T>(work: () => T): Promise<T> =>
  oneAtATime(async () => {
    await setImmediate()
    return work()
  })
