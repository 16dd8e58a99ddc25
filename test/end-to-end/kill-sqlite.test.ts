import { describe, expect, test } from '@jest/globals'
import { randomWaves, settling, wavesOf } from './kill-moments.js'
import { declareKills } from './kill.js'
import { onSqlite } from '../support/services.js'

/** The tokens come first, before any order is left that is due: a process asks for one once, for all customers. */
const waves = wavesOf(settling, [
  ['a token is asked for'],
  ['the token was given', 'the confirm was answered', 'the confirm has just been asked'],
  ['the status is asked', 'the wallet is about to be asked', 'the confirm is being answered'],
  ['the money has moved and nobody knows', 'the wallet took the order and has not said so'],
  ['the wallet said that the money moved', 'the wallet said that it took the order'],
  ['the wallet said 2 ms ago that the money moved', 'a transfer is about to be asked'],
  ['the wallet said 20 ms ago that the money moved', 'the order is being noted as taken'],
  [
    'the status of a transfer is asked',
    'the wallet took the transfer and has not said so',
    'a withdrawal is being answered',
  ],
  [
    'the transfer was paid and nobody knows',
    'the transfer is being noted as taken',
    'a withdrawal was answered',
  ],
  ['the wallet said that the transfer was paid', 'the order was noted as taken'],
  ['the wallet said 3 ms ago that the transfer was paid'],
])

describe('kill -9 on SQLite when', () => declareKills(onSqlite, [...waves, ...randomWaves(2)]))

test('no moment of a settlement is without its kill', () =>
  expect(new Set(waves.flat().map(({ name }) => name))).toEqual(new Set(Object.keys(settling))))
