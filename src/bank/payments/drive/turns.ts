/** What has a turn of its own for each key: work of one key is done one after the other, of different keys side by side. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

export const createTurns = (): Turns => {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const own = (last.get(key) ?? Promise.resolve()).then(work)
    const forget = async (): Promise<void> => {
      await own.catch(() => undefined)
      if (last.get(key) === over) last.delete(key)
    }
    const over = forget()
    last.set(key, over)
    return own
  }
}
