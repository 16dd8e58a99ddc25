/** Lets so many pieces of work be under way at once; the others follow in the order in which they came. */
export const createTurns = (atOnceMax: number) => {
  const waiting: (() => void)[] = []
  let free = atOnceMax
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // A turn is handed on, so that nobody who comes now gets it first.
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
