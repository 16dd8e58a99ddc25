import { describe } from '@jest/globals'
import { describeEachDatabase } from '../support/services.js'
import { moments, randomMoments, withdrawalMoments } from './kill-moments.js'
import { declareKills } from './kill.js'

/** Those at which something is on its way between the process and its database or the wallet. */
const delicate = [
  'the confirm is being answered',
  'the wallet took the order and has not said so',
  'the order is being noted as taken',
  'the wallet said that the money moved',
  'the wallet said 2 ms ago that the money moved',
  'the wallet said 5 ms ago that the money moved',
  'a withdrawal is being answered',
  'the wallet took the transfer and has not said so',
  'the wallet said 3 ms ago that the transfer was paid',
]

describeEachDatabase('kill -9', (database) => {
  // SQLite has a suite of its own, with all moments.
  if (database.kind === 'mysql') {
    describe('when', () =>
      declareKills(database, [
        ...[...moments, ...withdrawalMoments].filter(({ name }) => delicate.includes(name)),
        ...randomMoments(1),
      ]))
  }
})
