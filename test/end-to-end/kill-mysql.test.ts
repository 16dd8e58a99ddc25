import { describe } from '@jest/globals'
import { describeEachDatabase } from '../support/services.js'
import { randomWaves, settlingWaves } from './kill-moments.js'
import { declareKills } from './kill.js'

describeEachDatabase('kill -9', (database) => {
  // SQLite has its own suite, which runs in another Jest worker.
  if (database.kind === 'mysql') {
    describe('when', () => declareKills(database, [...settlingWaves, ...randomWaves(2)]))
  }
})
