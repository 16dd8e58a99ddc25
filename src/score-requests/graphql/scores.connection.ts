import { rowsOf } from '../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import { anyId, anyOf, dates, instants, ofSomebody } from '../../platform/graphql/filters.js'
import { ScoreRequest } from '../model/score.entity.js'
import { scoreProductEnum, ScoreRequestType, scoreStatusEnum, toScore } from './score.types.js'

export const scoreRequests = connection<ScoreRequest>({
  name: 'ScoreRequest',
  of: 'score requests',
  node: () => ScoreRequestType,
  source: rowsOf(ScoreRequest),
  filter: {
    customer: ofSomebody('customerId', 'Of this customer.'),
    product: anyOf('productCode', () => scoreProductEnum, 'That order any of these.'),
    status: anyOf('status', () => scoreStatusEnum, 'That stand so.'),
    reason: anyId('failureCode', 'That failed for any of these reasons.'),
    askedOn: dates('askedOn', 'Asked on one of these dates.'),
    asked: instants('askedAt', 'Asked in this time.'),
  },
  sorts: {
    NEWEST: descending('id', 'The latest first.'),
    OLDEST: ascending('id', 'The first first.'),
  },
  toNodes: (rows, { personal, call }) => rows.map((row) => toScore(row, personal, call.language)),
})
