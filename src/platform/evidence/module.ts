import type { Work } from '../../kernel/work.js'
import { createTotalsComparison } from './compare-totals.js'
import { createSealing } from './seal-evidence.js'

type EvidenceDeps = Parameters<typeof createSealing>[0] & Parameters<typeof createTotalsComparison>[0]

export const evidence = {
  work: (deps: EvidenceDeps): Work[] => [
    { name: 'seal-evidence', everyMs: 5000, run: createSealing(deps) },
    { name: 'compare-totals', everyMs: 60_000, run: createTotalsComparison(deps) },
  ],
} as const
