import type { Work } from '../../kernel/work.js'
import type { Database } from '../../platform/database/database.js'
import { closeDays } from './close-days.js'
import { CustomerJournalsResolver, JournalsResolver, LedgerResolver } from './ledger.resolver.js'

export const ledger = {
  resolvers: [LedgerResolver, JournalsResolver, CustomerJournalsResolver],
  work: ({ database }: { readonly database: Database }): Work[] => [
    { name: 'close-days', everyMs: 60_000, run: (signal) => closeDays(database, signal) },
  ],
} as const
