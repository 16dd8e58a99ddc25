export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** What waits for `opened` goes on when a test opens it, however long the machine takes to come so far. */
export const newGate = (): { readonly opened: Promise<void>; readonly open: () => void } => {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

const pauseMsMin = 20
const pauseMsMax = 500

/**
 * Asks again until the answer is true: every 20 ms at first, and the less often the longer it waits, so that a short wait
 * ends at once and a long one costs nothing. An answer is at most a tenth of the wait late, and never more than 500 ms.
 *
 * @throws when it is not within that time; `what` is the sentence that then fails to hold
 */
export const eventually = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  msMax = 10_000,
): Promise<void> => {
  const begun = performance.now()
  while (!(await holds())) {
    const waitedMs = performance.now() - begun
    if (waitedMs > msMax) throw new Error(`not within ${msMax} ms: ${what}`)
    // The last question comes when the time is up, not half a second later.
    await sleep(Math.min(Math.max(waitedMs / 10, pauseMsMin), pauseMsMax, msMax - waitedMs))
  }
}
