/** The signal of some work, and whether it was the time that ended it. */
export interface Deadline {
  readonly signal: AbortSignal
  isOver(): boolean
}

/**
 * Work whose signal aborts when its time is up, or with the caller's own. AbortSignal.timeout within AbortSignal.any would say
 * the same, but node 20 collects that timeout as garbage, and the call that it should end goes on for ever.
 */
export const within = async <T>(
  msMax: number,
  given: AbortSignal | undefined,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController()
  let over = false
  const abort = (): void => controller.abort()
  const timer = setTimeout(() => {
    over = true
    abort()
  }, msMax).unref()
  given?.addEventListener('abort', abort)
  if (given?.aborted) abort()
  try {
    return await work({ signal: controller.signal, isOver: () => over })
  } finally {
    clearTimeout(timer)
    given?.removeEventListener('abort', abort)
  }
}
