import type { Work } from '../kernel/work.js'
import { AccessResolver, CustomerAccessResolver } from './audit/access.resolver.js'
import { AuditResolver, CustomerAuditResolver } from './audit/audit.resolver.js'
import { adoptResolutions } from './adopt-resolutions.js'
import { ApprovalsOfCustomerResolver, ApprovalsResolver } from './approvals.resolver.js'
import { expireApprovals } from './approvals/expire-approvals.js'
import { BlockApprovalsResolver } from './block-approvals.resolver.js'
import { CustomerApprovalsResolver } from './customer-approvals.resolver.js'
import { CustomerResolver } from './customers/customer.resolver.js'
import { HistoryResolver } from './customers/history.resolver.js'
import { KeysResolver } from './keys/keys.resolver.js'
import { LimitsResolver } from './limits/limits.resolver.js'
import { MoneyApprovalsResolver } from './money-approvals.resolver.js'
import { NodesResolver } from './nodes.resolver.js'
import { CustomerNotesResolver, NotesResolver } from './notes/notes.resolver.js'
import { ProductApprovalsResolver } from './product-approvals.resolver.js'
import { createReminder, type ReminderDeps } from './remind-approvers.js'
import { RoleAssignmentsResolver } from './keys/role-assignments.resolver.js'
import { ReviewApprovalsResolver } from './review-approvals.resolver.js'
import { QueuesResolver } from './queues/queues.resolver.js'
import { SearchResolver } from './customers/search.resolver.js'

export const backOffice = {
  resolvers: [
    ApprovalsResolver,
    ApprovalsOfCustomerResolver,
    CustomerApprovalsResolver,
    ProductApprovalsResolver,
    MoneyApprovalsResolver,
    ReviewApprovalsResolver,
    BlockApprovalsResolver,
    LimitsResolver,
    KeysResolver,
    RoleAssignmentsResolver,
    AuditResolver,
    CustomerAuditResolver,
    AccessResolver,
    CustomerAccessResolver,
    HistoryResolver,
    SearchResolver,
    NotesResolver,
    CustomerNotesResolver,
    CustomerResolver,
    NodesResolver,
    QueuesResolver,
  ],
  work: (deps: Parameters<typeof adoptResolutions>[0] & ReminderDeps): Work[] => [
    {
      name: 'expire-approvals',
      everyMs: 60_000,
      run: async () => {
        await adoptResolutions(deps).finally(() => expireApprovals(deps))
      },
    },
    { name: 'remind-approvers', everyMs: 60_000, run: createReminder(deps) },
  ],
} as const
