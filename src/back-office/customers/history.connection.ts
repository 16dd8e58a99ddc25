import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import { anyId, anyOf, inInstantRange } from '../../platform/graphql/filters.js'
import { historySource, type HistoryRow } from './history.read.js'
import { HistoryEventType, historyKindEnum, toHistoryEvent } from './history.types.js'

/** For a single customer only: without a customer the query would read the whole database. */
export const history = connection<HistoryRow>({
  name: 'HistoryEvent',
  of: 'events of a customer',
  node: () => HistoryEventType,
  source: historySource,
  key: ['kind', 'id'],
  filter: {
    kind: anyOf('kind', () => historyKindEnum, 'Of any of these kinds.'),
    actor: anyId('actor', 'Done by any of these persons and systems, by name.'),
    at: inInstantRange('at', 'In this period.'),
  },
  sorts: {
    NEWEST: descending('at', 'The latest first.'),
    OLDEST: ascending('at', 'The oldest first.'),
  },
  toNodes: (rows, { personal }) => rows.map((row) => toHistoryEvent(row, personal)),
})
