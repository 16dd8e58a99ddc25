import { rowsOf } from '../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import {
  anyId,
  anyOf,
  inDateRange,
  inInstantRange,
  ofCustomerOrAccount,
} from '../../platform/graphql/filters.js'
import { Refusal } from '../../kernel/refusal.js'
import type { PersonalData } from '../../platform/identity/personal-data.js'
import { nameCondition, nationalIdCondition } from '../requests/persons.read.js'
import { ScoreRequest } from '../model/score.entity.js'
import { ScoreRequestType, toScore } from './score.types.js'
import { scoreBandEnum, scoreDecisionEnum, scoreProductEnum, scoreStatusEnum } from './score.words.js'

/** Refuses filters that identify a person, for a reader who sees pseudonyms. */
const checkMayLookUp = ({ isMasked }: PersonalData): void => {
  if (isMasked) throw new Refusal('FORBIDDEN', 'A reader who sees pseudonyms cannot look anybody up')
}

export const scoreRequests = connection<ScoreRequest>({
  name: 'ScoreRequest',
  of: 'score requests',
  node: () => ScoreRequestType,
  source: rowsOf(ScoreRequest),
  // Twenty requests with their raw results would cost more than an operation may.
  firstDefault: 10,
  filter: {
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    product: anyOf('productCode', () => scoreProductEnum, 'That order any of these products.'),
    nationalId: {
      property: 'personHash',
      type: () => String,
      description: 'About the person with this national ID; not for analysts.',
      where: (column, value, { personal, peppers }) => {
        checkMayLookUp(personal)
        return nationalIdCondition(column, peppers, String(value))
      },
    },
    name: {
      property: 'id',
      type: () => String,
      description:
        'About people whose names begin with this text, first or last name first; not for analysts.',
      where: (column, value, { personal }) => {
        checkMayLookUp(personal)
        const named = nameCondition(column, String(value))
        if (!named)
          throw new Refusal('INVALID_ARGUMENT', `name: "${String(value)}" has fewer than two letters`)
        return named
      },
    },
    status: anyOf('status', () => scoreStatusEnum, 'In any of these states.'),
    reason: anyId('failureCode', 'That failed for any of these reasons.'),
    decision: anyOf('decision', () => scoreDecisionEnum, 'Whose result has any of these decisions.'),
    riskBand: anyOf('riskBand', () => scoreBandEnum, 'Whose result has any of these risk bands.'),
    askedOn: inDateRange('askedOn', 'Requested on one of these dates.'),
    asked: inInstantRange('askedAt', 'Requested in this period.'),
  },
  sorts: {
    NEWEST: descending('id', 'The latest first.'),
    OLDEST: ascending('id', 'The oldest first.'),
  },
  toNodes: (rows, { personal, call }) => rows.map((row) => toScore(row, personal, call.language)),
})
