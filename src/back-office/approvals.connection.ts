import { rowsOf } from '../platform/database/keyset.js'
import { ascending, connection, descending } from '../platform/graphql/connection.js'
import {
  anyId,
  anyOf,
  inInstantRange,
  ofCustomerOrAccount,
  type FilterField,
} from '../platform/graphql/filters.js'
import { Approval } from './approval.entity.js'
import { overtakenSql } from './actions/index.js'
import { hasOtherMaker } from '../platform/identity/keys/another-person.js'
import { issuerOf } from '../platform/identity/person.rules.js'
import { withinLimit } from './limits/limits.js'
import { expiresAtSql } from './approvals/term.js'
import { approvalKindEnum, approvalStatusEnum, ApprovalType } from './approval.types.js'

/** Approvals that the reader may decide: proposed by another person, within the reader's limit, and still open. */
const waitingForMe: FilterField<'proposedById'> = {
  property: 'proposedById',
  type: () => Boolean,
  description:
    'True: approvals that the reader may decide now, since another person proposed them and did not make their key. False: all others.',
  where: (proposer, isWaiting, { call: { actor, now } }) => {
    const within = withinLimit({ actor, now })
    const otherMaker = hasOtherMaker(actor, { name: 'proposals.proposed_by', id: proposer })
    // As `isSamePerson` decides: an equal name means the same person, unless both ids are of one identity provider, where only the
    // ids count. SQLite's LOWER changes ASCII only; approving decides again.
    const issuer = issuerOf(actor.id)
    const ofIssuer = issuer === undefined ? [] : [`${issuer} `]
    const isOtherSql = `(LOWER(proposals.proposed_by) <> LOWER(?)${ofIssuer.map(({ length }) => ` OR SUBSTR(COALESCE(${proposer}, ''), 1, ${length}) = ?`).join('')})`
    const waitingSql = actor.roles.has('APPROVER')
      ? `(proposals.status IN ('OPEN', 'APPROVED') AND ${expiresAtSql} > ?
          AND NOT ${overtakenSql} AND COALESCE(${proposer}, '') <> ? AND ${isOtherSql} AND ${otherMaker.sql} AND ${within.sql})`
      : '1 = 0'
    return {
      sql: isWaiting === true ? waitingSql : `NOT ${waitingSql}`,
      parameters: actor.roles.has('APPROVER')
        ? [now, actor.id ?? '', actor.name, ...ofIssuer, ...otherMaker.parameters, ...within.parameters]
        : [],
    }
  },
}

export const approvals = connection<Approval>({
  name: 'Approval',
  of: 'approvals',
  node: () => ApprovalType,
  source: rowsOf(Approval),
  filter: {
    customer: ofCustomerOrAccount('customerId', 'About this customer.'),
    kind: anyOf('kind', () => approvalKindEnum, 'Of any of these kinds.'),
    status: anyOf('status', () => approvalStatusEnum, 'In any of these states.'),
    maker: anyId('proposedBy', 'Proposed by any of these persons, by name.'),
    makerId: anyId('proposedById', 'Proposed by any of these persons, by id.'),
    decider: anyId('decidedBy', 'Decided by any of these persons, by name.'),
    waitingForMe,
    proposed: inInstantRange('proposedAt', 'Proposed in this period.'),
    decided: inInstantRange(
      'decidedAt',
      'Ended in this period: done, rejected, withdrawn, outdated or expired.',
    ),
  },
  sorts: {
    OLDEST: ascending('id', 'The oldest proposal first.'),
    NEWEST: descending('id', 'The latest proposal first.'),
  },
})
