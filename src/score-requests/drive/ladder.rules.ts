const seconds = 1000
const minutes = 60 * seconds

/** The waits between the polls; the last one is repeated. A statement is usually read in seconds, otherwise in minutes. */
const pollLadderMs = [1, 2, 2, 3, 5, 5, 10, 10, 20, 30, 60, 60, 60, 120, 300].map((rung) => rung * seconds)

/** After this time we give up on a service that gives no usable answer. */
export const giveUpMs = 24 * 60 * minutes

const backoffMsFirst = 2 * seconds
const backoffMsMax = 10 * minutes

/**
 * The wait between this poll of the results and the next; `attempts` counts the polls before this one. Our own waits are divided by
 * `scale`; the service's `Retry-After` is a lower bound.
 */
export const pollMsAfter = (attempts: number, retryAfterMs: number | undefined, scale: number): number => {
  const rung = pollLadderMs[Math.min(attempts, pollLadderMs.length - 1)] ?? minutes
  return Math.max(Math.ceil(rung / scale), retryAfterMs ?? 0)
}

/** Exponential backoff up to ten minutes, and never less than the service asks for. */
export const backoffMsAfter = (attempts: number, retryAfterMs: number | undefined, scale: number): number => {
  const wait = Math.min(backoffMsMax, backoffMsFirst * 2 ** Math.min(attempts, 20))
  return Math.max(Math.ceil(wait / scale), retryAfterMs ?? 0)
}
