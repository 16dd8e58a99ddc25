/** The signal of some work, and whether the timeout ended it. */
export interface Deadline {
  readonly signal: AbortSignal
  isOver(): boolean
}

/** Work whose signal aborts at its timeout, or with the caller's own. */
export const within = <T>(
  msMax: number,
  given: AbortSignal | undefined,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> => {
  const timeout = AbortSignal.timeout(msMax)
  const signal = given === undefined ? timeout : AbortSignal.any([given, timeout])
  return work({ signal, isOver: () => timeout.aborted })
}

/** Awaits work with a timeout, at which it returns, or throws, what `late` says. The work itself goes on. */
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

/**
 * The `Retry-After` of a 503: locks are free by then, and a caller that retries so often notices the end of an outage
 * soon.
 */
export const retryAfterSeconds = 2
