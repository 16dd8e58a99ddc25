import type { Work } from '../kernel/work.js'
import type { createScoring } from './create-scoring.js'

type Scoring = Awaited<ReturnType<typeof createScoring>>

export const scoringService = {
  work: ({ process, cleanUp }: Pick<Scoring, 'process' | 'cleanUp'>): Work[] => [
    { name: 'process-scoring', everyMs: 1000, run: process },
    { name: 'clean-scoring', everyMs: 5000, run: cleanUp },
  ],
} as const
