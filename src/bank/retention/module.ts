import type { Work } from '../../kernel/work.js'
import { createMailFileCleaning } from './clean-mail-files.js'
import { cleanRequestLog } from './clean-request-log.js'

type CleaningDeps = Parameters<typeof cleanRequestLog>[0] & Parameters<typeof createMailFileCleaning>[0]

export const retention = {
  work: (deps: CleaningDeps): Work[] => [
    { name: 'clean-request-log', everyMs: 60_000, run: (signal) => cleanRequestLog(deps, signal) },
    { name: 'clean-mail-files', everyMs: 60_000, run: createMailFileCleaning(deps) },
  ],
} as const
