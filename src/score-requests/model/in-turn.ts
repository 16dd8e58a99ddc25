import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'

const oneAtATime = pLimit(1)

/** Works on one large result. Whoever else is served has their turn between two of them, whoever asks for them. */
export const inTurn = <T>(work: () => T): Promise<T> =>
  oneAtATime(async () => {
    await setImmediate()
    return work()
  })
