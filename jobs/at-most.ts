/** Waits for something, but not longer than a stop can afford. */
export const atMost = async (msMax: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${msMax} ms`)), msMax)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
