import { describe } from '@jest/globals'
import { moments, randomMoments, withdrawalMoments } from './kill-moments.js'
import { declareKills } from './kill.js'
import { onSqlite } from './sqlite.js'

describe('kill -9 on SQLite when', () =>
  declareKills(onSqlite, [...moments, ...randomMoments(3), ...withdrawalMoments]))
