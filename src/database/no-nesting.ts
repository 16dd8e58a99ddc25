import { AsyncLocalStorage } from 'node:async_hooks'

const open = new AsyncLocalStorage<true>()

/** A transaction inside a transaction would wait for itself on SQLite and commit on its own on MySQL: it throws. */
export const withoutNesting = <T>(work: () => Promise<T>): Promise<T> => {
  if (open.getStore()) throw new Error('inTransaction was called inside a transaction')
  return open.run(true, work)
}
