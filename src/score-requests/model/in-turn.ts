import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'

const oneAtATime = pLimit(1)

/** Runs pieces of work on large results one after the other, and lets other work of the event loop run in between. */
export const inTurn = <T>(work: () => T): Promise<T> =>
  oneAtATime(async () => {
    await setImmediate()
    return work()
  })
