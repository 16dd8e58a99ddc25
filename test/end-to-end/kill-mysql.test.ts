import { describeEachDatabase } from '../support/services.js'
import { randomWaves, settlingWaves } from './kill-moments.js'
import { declareKills } from './kill.js'

describeEachDatabase('kill -9', (database) => {
  // SQLite has a suite of its own, so that another Jest worker runs it.
  if (database.kind === 'mysql') declareKills(database, [...settlingWaves, ...randomWaves(2)])
})
