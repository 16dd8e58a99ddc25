import DataLoader from 'dataloader'
import { batchSizeMax } from '../database/in-list.js'
import type { RunQuery } from '../database/keyset.js'
import { together } from '../database/together.js'
import type { RequestContext } from './context.js'

/**
 * The lists that one GraphQL request reads below rows. The same list below many rows is one query, and the queries of one turn of the
 * event loop are one statement.
 */
interface Below {
  readonly loaders: Map<string, DataLoader<string, unknown>>
  readonly runQuery: RunQuery
}
const belowOf = new WeakMap<RequestContext, Below>()

/** The loader that reads one list below many rows at once. `list` is the name of the list, with its arguments. */
export const batchedBelow = <Value>(
  context: RequestContext,
  list: object,
  read: (ids: readonly string[], runQuery: RunQuery) => Promise<(id: string) => Value>,
): DataLoader<string, Value> => {
  const below = belowOf.get(context) ?? { loaders: new Map(), runQuery: together(context.read) }
  belowOf.set(context, below)
  const { loaders, runQuery } = below
  const key = JSON.stringify(list)
  const known = loaders.get(key)
  if (known) return known as DataLoader<string, Value>
  const loader = new DataLoader<string, Value>(
    async (ids) => {
      const valueOf = await read(ids, runQuery)
      return ids.map(valueOf)
    },
    { maxBatchSize: batchSizeMax },
  )
  loaders.set(key, loader as DataLoader<string, unknown>)
  return loader
}
