import DataLoader from 'dataloader'
import type { Sql } from './database.js'
import { batchSizeMax } from './in-list.js'

/**
 * A small read that many requests make, outside of transactions: all keys that are requested in one turn of the event loop are
 * read by one statement (docs/decisions/0017). Nothing is cached, so that an answer has everything committed before the request.
 * Requests of one turn wait for the largest answer among them, and fail together.
 *
 * @param read returns the answers in the order of the keys, of which some may be equal
 */
export const batchedRead = <Key extends string, Value>(
  read: (sql: Sql, keys: readonly Key[]) => Promise<readonly Value[]>,
): ((sql: Sql, key: Key) => Promise<Value>) => {
  const loaders = new WeakMap<Sql, DataLoader<Key, Value>>()
  const loaderOf = (sql: Sql): DataLoader<Key, Value> => {
    const loader = new DataLoader<Key, Value>((keys) => read(sql, keys), {
      cache: false,
      maxBatchSize: batchSizeMax,
      batchScheduleFn: (ask) => setImmediate(ask),
    })
    loaders.set(sql, loader)
    return loader
  }
  return (sql, key) => (loaders.get(sql) ?? loaderOf(sql)).load(key)
}
