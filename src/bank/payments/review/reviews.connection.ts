import { columnIn, rowsOf } from '../../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../../platform/graphql/connection.js'
import {
  anyId,
  anyOf,
  anyOfKind,
  inInstantRange,
  whetherSet,
  ofCustomerOrAccount,
  type FilterField,
} from '../../../platform/graphql/filters.js'
import { ReviewCase } from '../payment.entity.js'
import type { ReviewState } from '../payments.read.js'
import {
  resolutionOutcomeEnum,
  ReviewCaseType,
  reviewKindEnum,
  reviewStateEnum,
  toReviewCase,
} from './review.types.js'

const inState: Readonly<Record<ReviewState, string>> = {
  OPEN: `(review_cases.status = 'OPEN' AND review_cases.proposal_id IS NULL)`,
  PROPOSED: `(review_cases.status = 'OPEN' AND review_cases.proposal_id IS NOT NULL)`,
  RESOLVED: `review_cases.status = 'RESOLVED'`,
}

const state: FilterField<'status'> = {
  property: 'status',
  type: () => [reviewStateEnum],
  description: 'In any of these states.',
  where: (_column, value) => {
    const states = value as readonly ReviewState[]
    return { sql: states.map((each) => inState[each]).join(' OR ') || '1 = 0', parameters: [] }
  },
}

const book: FilterField<'orderId'> = {
  ...anyId('orderId', 'Of orders of the real world, `system`, or of test clocks, `CLK-...`.'),
  where: (column, value) => {
    const { sql, parameters } = columnIn('payment_orders.book', value as readonly string[])
    return {
      sql: `EXISTS (SELECT 1 FROM payment_orders WHERE payment_orders.id = ${column} AND ${sql})`,
      parameters,
    }
  },
}

/**
 * Matches as `ReviewCase.isMine`: by id, and rows without an id by name. Upper and lower case are not distinguished (on SQLite: of
 * ASCII letters).
 */
const isMine: FilterField<'assignedToId'> = {
  property: 'assignedToId',
  type: () => Boolean,
  description: 'True: assigned to the caller. False: all others.',
  where: (column, value, { call: { actor } }) => ({
    sql: `${value === true ? '' : 'NOT '}COALESCE(${column} = ?, LOWER(review_cases.assigned_to) = LOWER(?), 1 = 0)`,
    parameters: [actor.id ?? '', actor.name],
  }),
}

export const reviewCases = connection<ReviewCase>({
  name: 'ReviewCase',
  of: 'review cases',
  node: () => ReviewCaseType,
  source: rowsOf(ReviewCase),
  filter: {
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    order: anyOfKind('orderId', 'PaymentOrder', 'About any of these orders.'),
    state,
    kind: anyOf('kind', () => reviewKindEnum, 'Opened for any of these reasons.'),
    outcome: anyOf(
      'outcome',
      () => resolutionOutcomeEnum,
      'With any of these outcomes, proposed or confirmed.',
    ),
    book,
    assignedTo: anyId('assignedTo', 'Assigned to any of these persons, by name.'),
    isMine,
    isAssigned: whetherSet('assignedTo', 'Whether they are assigned to somebody.'),
    opened: inInstantRange('openedAt', 'Opened in this period.'),
    resolved: inInstantRange('resolvedAt', 'Resolved in this period.'),
  },
  sorts: {
    OLDEST: ascending('id', 'The oldest case first.'),
    NEWEST: descending('id', 'The newest case first.'),
  },
  toNodes: (rows, { personal }) => rows.map((row) => toReviewCase(row, personal)),
})
