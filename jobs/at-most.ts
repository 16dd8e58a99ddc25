import { orAfter } from '../src/kernel/deadline.js'

/** Waits for something, but not longer than a stop can afford. */
export const atMost = (msMax: number, work: Promise<unknown>): Promise<unknown> =>
  orAfter(msMax, work, () => {
    throw new Error(`no answer in ${msMax} ms`)
  })
