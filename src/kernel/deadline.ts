/** The signal by which work is aborted, and whether its timeout was the reason. */
export interface Deadline {
  readonly signal: AbortSignal
  isOver(): boolean
}

/** Does work with a signal that aborts at the timeout, or when the caller's own signal aborts. */
export const within = <T>(
  msMax: number,
  callerSignal: AbortSignal | undefined,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> => {
  const timeout = AbortSignal.timeout(msMax)
  const signal = callerSignal === undefined ? timeout : AbortSignal.any([callerSignal, timeout])
  return work({ signal, isOver: () => timeout.aborted })
}

/** Awaits work; after the timeout the result, or the error, is that of `late`. The work itself is not stopped. */
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

/** The `Retry-After` of a 503: long enough for locks to be free, short enough to notice the end of an outage soon. */
export const retryAfterSeconds = 2
