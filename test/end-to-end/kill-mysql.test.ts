import { describe } from '@jest/globals'
import { describeEachDatabase } from '../support/services.js'
import { randomWaves, settling, wavesOf } from './kill-moments.js'
import { declareKills } from './kill.js'

/** Those at which something is on its way between the process and its database or the wallet. */
const delicate = wavesOf(settling, [
  [
    'the wallet said that the money moved',
    'the wallet took the order and has not said so',
    'the confirm is being answered',
  ],
  [
    'the wallet said 2 ms ago that the money moved',
    'the wallet took the transfer and has not said so',
    'a withdrawal is being answered',
  ],
  ['the wallet said 3 ms ago that the transfer was paid', 'the order is being noted as taken'],
])

describeEachDatabase('kill -9', (database) => {
  // SQLite has a suite of its own, with all moments.
  if (database.kind === 'mysql') {
    describe('when', () => declareKills(database, [...delicate, ...randomWaves(1)]))
  }
})
