import DataLoader from 'dataloader'
import type { Sql } from './database.js'
import { inListMax } from './in-list.js'

/**
 * Asks once for all keys that requests ask for in one turn of the event loop. Under load one statement serves many of
 * them, and its round trip costs more than all else that a small read does (docs/benchmarks.md). Nothing is kept: what
 * is committed before a request asks is in its answer. A statement that fails fails for all of them.
 */
export const inOneTurn = <Key extends string, Value>(
  read: (sql: Sql, keys: readonly Key[]) => Promise<readonly Value[]>,
): ((sql: Sql, key: Key) => Promise<Value>) => {
  const loaders = new WeakMap<Sql, DataLoader<Key, Value>>()
  const loaderOf = (sql: Sql): DataLoader<Key, Value> => {
    const loader = new DataLoader<Key, Value>((keys) => read(sql, keys), {
      cache: false,
      maxBatchSize: inListMax,
      batchScheduleFn: (ask) => setImmediate(ask),
    })
    loaders.set(sql, loader)
    return loader
  }
  return (sql, key) => (loaders.get(sql) ?? loaderOf(sql)).load(key)
}
