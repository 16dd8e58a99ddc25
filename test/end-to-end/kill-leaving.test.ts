import { describe } from '@jest/globals'
import { describeEachDatabase } from '../support/services.js'
import { leavingMoments } from './kill-moments.js'
import { declareKills } from './kill.js'
import { onSqlite } from './sqlite.js'

/** Those at which something is on its way between the process and its database. */
const delicate = [
  'a reset is being answered',
  'a reset asks for the end of what it has sent',
  'an opt-out is being answered',
  'the account is being closed',
  'the refund is being placed',
]

describe('kill -9 of leaving on SQLite when', () => declareKills(onSqlite, leavingMoments))

describeEachDatabase('kill -9 of leaving', (database) => {
  if (database.kind === 'mysql') {
    describe('when', () =>
      declareKills(
        database,
        leavingMoments.filter(({ name }) => delicate.includes(name)),
      ))
  }
})
