import { rowsOf } from '../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import { anyId, type FilterField } from '../../platform/graphql/filters.js'
import { InstantScalar } from '../../platform/graphql/scalars.js'
import { ApprovalDelegation, ApprovalLimit } from './limit.entity.js'
import { ApprovalDelegationType, ApprovalLimitType, toApprovalLimit, toDelegation } from './limits.types.js'

export const approvalLimits = connection<ApprovalLimit>({
  name: 'ApprovalLimit',
  of: 'what people may approve',
  node: () => ApprovalLimitType,
  source: rowsOf(ApprovalLimit),
  filter: { personId: anyId('personId', 'Of any of these persons, by id; `*` is of everybody.') },
  sorts: { OLDEST: ascending('id', 'The first to be set first.') },
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
  of: 'who approves in whose place',
  node: () => ApprovalDelegationType,
  source: rowsOf(ApprovalDelegation),
  filter: {
    lenderId: anyId('fromId', 'Of the limits of any of these persons, by id.'),
    delegateId: anyId('toId', 'To any of these persons, by id.'),
    at,
  },
  sorts: {
    NEWEST: descending('id', 'The latest to be made first.'),
    OLDEST: ascending('id', 'The first to be made first.'),
  },
  toNodes: (rows) => rows.map(toDelegation),
})
