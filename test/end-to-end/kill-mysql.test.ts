import { describe } from '@jest/globals'
import { describeEachDatabase } from '../support/services.js'
import { randomWaves, settlingWaves } from './kill-moments.js'
import { declareKills } from './kill.js'

describeEachDatabase('kill -9', (database) => {
  // SQLite has a suite of its own, which another worker runs meanwhile.
  if (database.kind === 'mysql') {
    describe('when', () => declareKills(database, [...settlingWaves, ...randomWaves(2)]))
  }
})
