import { expect, test } from '@jest/globals'
import {
  augmentPatienceMs,
  nextBureauWaitMs,
} from '../../../src/scoring-service/processing/bureau-wait.rules.js'

test.each([
  ['at first five seconds', 0, 5_000],
  ['half of what was waited, from ten seconds', 10_000, 5_000],
  ['half of what was waited', 60_000, 30_000],
  ['a minute at most', 120_000, 60_000],
  ['a minute at most, however long', 899_999, 60_000],
  ['no more after a quarter of an hour', 900_000, undefined],
])('a bureau that does not answer is asked again: %s', (_, waited, expected) => {
  expect(nextBureauWaitMs(waited, 1)).toBe(expected)
})

test('a summary beside a result is waited for two minutes', () => {
  expect(augmentPatienceMs).toBe(120_000)
  expect(nextBureauWaitMs(119_999, 1, augmentPatienceMs)).toBe(59_999.5)
  expect(nextBureauWaitMs(120_000, 1, augmentPatienceMs)).toBeUndefined()
})

test('a scale divides every time', () => {
  expect(nextBureauWaitMs(600, 100)).toBe(300)
  expect(nextBureauWaitMs(0, 100)).toBe(50)
  expect(nextBureauWaitMs(9_000, 100)).toBeUndefined()
})
