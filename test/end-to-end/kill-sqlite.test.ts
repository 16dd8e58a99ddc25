import { describe, expect, test } from '@jest/globals'
import { randomWaves, settling, settlingWaves } from './kill-moments.js'
import { declareKills } from './kill.js'
import { onSqlite } from '../support/services.js'

describe('kill -9 on SQLite', () => declareKills(onSqlite, [...settlingWaves, ...randomWaves(2)]))

test('every named moment of a settlement is in a wave of kills', () =>
  expect(new Set(settlingWaves.flat().map(({ name }) => name))).toEqual(new Set(Object.keys(settling))))
