import DataLoader from 'dataloader'
import type { Call } from '../../kernel/call.js'
import type { Sql } from '../database/database.js'
import { batchSizeMax } from '../database/in-list.js'

/** What the loaders of one request need. */
export interface Reading {
  readonly read: Sql
  readonly call: Call
}

/**
 * Reads for resolvers below a list: each kind in one statement for up to `batchSizeMax` rows. A module defines the loader once, and
 * each request has its own instance with its own cache.
 */
export interface Loader<Value> {
  readonly start: (reading: Reading) => DataLoader<string, Value>
}

type Read<Row> = (reading: Reading, ids: readonly string[]) => Promise<readonly Row[]>

export const batched = <Value>(
  read: (reading: Reading, ids: readonly string[]) => Promise<(id: string) => Value>,
): Loader<Value> => ({
  start: (reading) =>
    new DataLoader<string, Value>(
      async (ids) => {
        const valueOf = await read(reading, ids)
        return ids.map((id) => valueOf(id))
      },
      { maxBatchSize: batchSizeMax },
    ),
})

/** Loads the only row with a key, or undefined if there is none. */
export const one = <Row>(read: Read<Row>, keyOf: (row: Row) => string): Loader<Row | undefined> =>
  batched(async (reading, ids) => {
    const rows = new Map((await read(reading, ids)).map((row) => [keyOf(row), row]))
    return (id) => rows.get(id)
  })

/** Loads all rows with a key, in the order in which they were read. */
export const many = <Row>(read: Read<Row>, keyOf: (row: Row) => string | null): Loader<readonly Row[]> =>
  batched(async (reading, ids) => {
    const groups = new Map<string, Row[]>(ids.map((id) => [id, []]))
    for (const row of await read(reading, ids)) groups.get(keyOf(row) ?? '')?.push(row)
    return (id) => groups.get(id) ?? []
  })

export type Load = <Value>(loader: Loader<Value>, id: string) => Promise<Value>

/** The loaders of one request. Each is created on first use, since most calls of the gateway need none. */
export const createLoad = (reading: Reading): Load => {
  const started = new Map<unknown, unknown>()
  return <Value>(loader: Loader<Value>, id: string): Promise<Value> => {
    const known = started.get(loader) as DataLoader<string, Value> | undefined
    const dataLoader = known ?? loader.start(reading)
    if (!known) started.set(loader, dataLoader)
    return dataLoader.load(id)
  }
}
