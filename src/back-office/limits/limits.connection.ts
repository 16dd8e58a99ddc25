import { rowsOf } from '../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import { anyId, type FilterField } from '../../platform/graphql/filters.js'
import { InstantScalar } from '../../platform/graphql/scalars.js'
import { ApprovalDelegation, ApprovalLimit } from './limit.entity.js'
import { ApprovalDelegationType, ApprovalLimitType, toApprovalLimit, toDelegation } from './limits.types.js'

export const approvalLimits = connection<ApprovalLimit>({
  name: 'ApprovalLimit',
  of: 'approval limits',
  node: () => ApprovalLimitType,
  source: rowsOf(ApprovalLimit),
  filter: { personId: anyId('personId', 'Of any of these persons, by id; `*` for the limit of everybody.') },
  sorts: { OLDEST: ascending('id', 'The oldest first.') },
  toNodes: (rows) => rows.map(toApprovalLimit),
})

const at: FilterField<'from'> = {
  property: 'from',
  type: () => InstantScalar,
  description: 'In force at this moment.',
  where: (column, value) => ({
    sql: `${column} <= ? AND approval_delegations.until_at > ?`,
    parameters: [value, value],
  }),
}

export const approvalDelegations = connection<ApprovalDelegation>({
  name: 'ApprovalDelegation',
  of: 'delegations of approval limits',
  node: () => ApprovalDelegationType,
  source: rowsOf(ApprovalDelegation),
  filter: {
    lenderId: anyId('fromId', 'Lent by any of these persons, by id.'),
    delegateId: anyId('toId', 'To any of these persons, by id.'),
    at,
  },
  sorts: {
    NEWEST: descending('id', 'The latest first.'),
    OLDEST: ascending('id', 'The oldest first.'),
  },
  toNodes: (rows) => rows.map(toDelegation),
})
