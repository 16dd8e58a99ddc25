import type { Work } from '../kernel/work.js'
import type { Scores } from './create-scores.js'
import { CustomerScoresResolver, ScoresResolver } from './graphql/scores.resolver.js'

export const scoreRequests = {
  resolvers: [ScoresResolver, CustomerScoresResolver],
  work: ({ drive, wipe }: Pick<Scores, 'drive' | 'wipe'>): Work[] => [
    { name: 'drive-scores', everyMs: 1000, run: drive },
    { name: 'wipe-scores', everyMs: 60_000, run: wipe },
  ],
} as const
