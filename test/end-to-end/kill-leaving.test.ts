import { describe, expect, test } from '@jest/globals'
import { describeEachDatabase, onSqlite } from '../support/services.js'
import { leaving, wavesOf } from './kill-moments.js'
import { declareKills } from './kill.js'

const waves = wavesOf(leaving, [
  [
    'a reset checks whether the wallet has the order',
    'the wallet accepted the last payout and has not answered',
    'a reset is being answered',
  ],
  [
    'the late deposit was paid and the service does not know',
    'the wallet accepted an order of a reset and has not answered',
    'an opt-out with a deposit in flight was answered',
  ],
  [
    'the last payout was paid and the service does not know',
    'an order of a reset was paid and the service does not know',
    'a reset was answered',
    'an opt-out was answered',
  ],
  ['the wallet answered that the late deposit was paid', 'a reset polls an order that it sent'],
  ['the wallet answered that the last payout was paid', 'the outcome of an order of a reset is being booked'],
  ['the account is being closed'],
  ['the refund is being placed'],
  ['the refund is in flight', 'an opt-out is being answered'],
])

/** The moments at which something is being written to the database. */
const delicate = wavesOf(leaving, [
  ['the account is being closed', 'a reset polls an order that it sent'],
  ['the refund is being placed', 'a reset is being answered', 'an opt-out is being answered'],
])

describe('kill -9 of an opt-out and a reset on SQLite', () => declareKills(onSqlite, waves))

test('every named moment of an opt-out and of a reset is in a wave of kills', () =>
  expect(new Set(waves.flat().map(({ name }) => name))).toEqual(new Set(Object.keys(leaving))))

describeEachDatabase('kill -9 of an opt-out and a reset', (database) => {
  if (database.kind === 'mysql') declareKills(database, delicate)
})
