import type { Work } from '../../kernel/work.js'
import { InsightCustomersResolver } from './graphql/insight-customers.resolver.js'
import { InsightStocksResolver } from './graphql/insight-stocks.resolver.js'
import { InsightsResolver } from './graphql/insights.resolver.js'
import { rollUpDays, type RollUpDeps } from './roll-up.js'

export const insights = {
  resolvers: [InsightsResolver, InsightCustomersResolver, InsightStocksResolver],
  work: (deps: RollUpDeps): Work[] => [
    { name: 'roll-up-days', everyMs: 5000, run: (signal) => rollUpDays(deps, signal) },
  ],
} as const
