import { orAfter } from '../src/kernel/deadline.js'

/** Awaits a promise; throws after the timeout. */
export const withTimeout = (msMax: number, work: Promise<unknown>): Promise<unknown> =>
  orAfter(msMax, work, () => {
    throw new Error(`no answer in ${msMax} ms`)
  })
