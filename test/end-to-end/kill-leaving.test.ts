import { describe, expect, test } from '@jest/globals'
import { describeEachDatabase, onSqlite } from '../support/services.js'
import { leaving, wavesOf } from './kill-moments.js'
import { declareKills } from './kill.js'

const waves = wavesOf(leaving, [
  [
    'a reset looks whether the wallet has the order',
    'the wallet took the last payout and has not said so',
    'a reset is being answered',
  ],
  [
    'the late deposit was paid and nobody knows',
    'the wallet took what a reset sends and has not said so',
    'an opt-out with a deposit on its way was answered',
  ],
  [
    'the last payout was paid and nobody knows',
    'what a reset has sent was paid and nobody knows',
    'a reset was answered',
    'an opt-out was answered',
  ],
  ['the wallet said that the late deposit was paid', 'a reset asks for the end of what it has sent'],
  ['the wallet said that the last payout was paid', 'the end of what a reset has sent is being booked'],
  ['the account is being closed'],
  ['the refund is being placed'],
  ['the refund is on its way', 'an opt-out is being answered'],
])

/** Those at which something is on its way between the process and its database. */
const delicate = wavesOf(leaving, [
  ['the account is being closed', 'a reset asks for the end of what it has sent'],
  ['the refund is being placed', 'a reset is being answered', 'an opt-out is being answered'],
])

describe('kill -9 of leaving on SQLite when', () => declareKills(onSqlite, waves))

test('every moment of an opt-out has its kill', () =>
  expect(new Set(waves.flat().map(({ name }) => name))).toEqual(new Set(Object.keys(leaving))))

describeEachDatabase('kill -9 of leaving', (database) => {
  if (database.kind === 'mysql') describe('when', () => declareKills(database, delicate))
})
