import type { Work } from '../kernel/work.js'
import { AuditResolver, CustomerAuditResolver } from './audit.resolver.js'
import { expireProposals } from './decide-proposals.js'
import { KeysResolver } from './keys.resolver.js'
import { ProposalsResolver } from './proposals.resolver.js'
import { SearchResolver } from './search.resolver.js'

export const backOffice = {
  resolvers: [ProposalsResolver, KeysResolver, AuditResolver, CustomerAuditResolver, SearchResolver],
  work: (deps: Parameters<typeof expireProposals>[0]): Work[] => [
    { name: 'expire-proposals', everyMs: 60_000, run: () => expireProposals(deps) },
  ],
} as const
