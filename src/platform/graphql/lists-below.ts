import DataLoader from 'dataloader'
import { batchSizeMax } from '../database/in-list.js'
import type { RunQuery } from '../database/keyset.js'
import { together } from '../database/together.js'
import type { RequestContext } from './context.js'

/** Lists below the rows of one request. Equal requests below many rows are one query, and all queries of a turn one statement. */
interface Below {
  readonly loaders: Map<string, DataLoader<string, unknown>>
  readonly runQuery: RunQuery
}
const belowOf = new WeakMap<RequestContext, Below>()

/** Runs an equal request below many rows for all of them at once. */
export const batchedBelow = <Value>(
  context: RequestContext,
  asked: object,
  read: (ids: readonly string[], runQuery: RunQuery) => Promise<(id: string) => Value>,
): DataLoader<string, Value> => {
  const below = belowOf.get(context) ?? { loaders: new Map(), runQuery: together(context.read) }
  belowOf.set(context, below)
  const { loaders, runQuery } = below
  const key = JSON.stringify(asked)
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
