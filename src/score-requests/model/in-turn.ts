import { setImmediate } from 'node:timers/promises'
import { createTurns } from '../../platform/files/turns.js'

const oneAtATime = createTurns(1)

/** Works on one large result. Whoever else is served has their turn between two of them, whoever asks for them. */
export const inTurn = <T>(work: () => T): Promise<T> =>
  oneAtATime(async () => {
    await setImmediate()
    return work()
  })
