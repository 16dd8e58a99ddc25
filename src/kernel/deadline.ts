/** The signal of some work, and whether it was the time that ended it. */
export interface Deadline {
  readonly signal: AbortSignal
  isOver(): boolean
}

/** Work whose signal aborts when its time is up, or with the caller's own. */
export const within = <T>(
  msMax: number,
  given: AbortSignal | undefined,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> => {
  const timeout = AbortSignal.timeout(msMax)
  const signal = given === undefined ? timeout : AbortSignal.any([given, timeout])
  return work({ signal, isOver: () => timeout.aborted })
}

/** What work comes to, or what `late` says, or throws, when that takes longer. The work itself goes on. */
export const orAfter = async <T>(msMax: number, work: Promise<T>, late: () => T): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(late())
      } catch (error) {
        reject(error as Error)
      }
    }, msMax)
  })
  return Promise.race([work, over]).finally(() => clearTimeout(timer))
}

/** When to ask again is what a 503 tells: a lock is free by then, and who asks so often hears the end of an outage. */
export const retryAfterSeconds = 2
