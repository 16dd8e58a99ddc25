/** A queue for each key: work of one key runs one after the other, work of different keys concurrently. */
export type KeyedQueues = <T>(key: string, work: () => Promise<T>) => Promise<T>

export const createKeyedQueues = (): KeyedQueues => {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const own = (last.get(key) ?? Promise.resolve()).then(work)
    const removeWhenDone = async (): Promise<void> => {
      await own.catch(() => undefined)
      if (last.get(key) === done) last.delete(key)
    }
    const done = removeWhenDone()
    last.set(key, done)
    return own
  }
}
