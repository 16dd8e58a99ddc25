export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A promise that a test resolves by `open`. */
export const newGate = (): { readonly opened: Promise<void>; readonly open: () => void } => {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

const pauseMsMin = 20
const pauseMsMax = 500

/** Generous, since what comes in time costs nothing: beside other work, everything may take many times as long. */
const waitMsMax = 60_000

/**
 * Checks until `holds` returns true. The pause between two checks is a tenth of the time waited so far, from 20 to
 * 500 ms, so that a short wait ends quickly and a long one costs little.
 *
 * @throws if it does not hold in time; `what` is the sentence that is then reported as not true
 */
export const eventually = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  msMax = waitMsMax,
): Promise<void> => {
  const begun = performance.now()
  while (!(await holds())) {
    const waitedMs = performance.now() - begun
    if (waitedMs > msMax) throw new Error(`not within ${msMax} ms: ${what}`)
    // The last check is at the end of the time, not up to half a second later.
    await sleep(Math.min(Math.max(waitedMs / 10, pauseMsMin), pauseMsMax, msMax - waitedMs))
  }
}
