export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Asks again every 20 ms until the answer is true.
 *
 * @throws when it is not within that time; `what` is the sentence that then fails to hold
 */
export const eventually = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  msMax = 10_000,
): Promise<void> => {
  const deadline = performance.now() + msMax
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${msMax} ms: ${what}`)
    await sleep(20)
  }
}
