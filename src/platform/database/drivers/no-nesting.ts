import { AsyncLocalStorage } from 'node:async_hooks'

const openTransaction = new AsyncLocalStorage<true>()
let running = 0

/** Throws for a transaction inside a transaction, which would wait for itself on SQLite, and commit on its own on MySQL. */
export const withoutNesting = async <T>(work: () => Promise<T>): Promise<T> => {
  if (openTransaction.getStore()) throw new Error('inTransaction was called inside a transaction')
  running++
  try {
    return await openTransaction.run(true, work)
  } finally {
    // While an AsyncLocalStorage is enabled, node tracks every promise of the process, which would slow down reads.
    if (--running === 0) openTransaction.disable()
  }
}
