import { expect, test } from '@jest/globals'
import {
  augmentTotalWaitMsMax,
  nextBureauWaitMs,
} from '../../../src/scoring-service/processing/bureau-wait.rules.js'

test.each([
  ['after five seconds at first', 0, 5_000],
  ['after half of the wait so far, from ten seconds on', 10_000, 5_000],
  ['after half of the wait so far', 60_000, 30_000],
  ['after a minute at most', 120_000, 60_000],
  ['after a minute at most, however long the wait', 899_999, 60_000],
  ['not any more after a quarter of an hour', 900_000, undefined],
])('a bureau that does not answer is called again %s', (_, waited, expected) => {
  expect(nextBureauWaitMs(waited, 1)).toBe(expected)
})

test('a bureau summary beside a result is waited for at most two minutes', () => {
  expect(augmentTotalWaitMsMax).toBe(120_000)
  expect(nextBureauWaitMs(119_999, 1, augmentTotalWaitMsMax)).toBe(59_999.5)
  expect(nextBureauWaitMs(120_000, 1, augmentTotalWaitMsMax)).toBeUndefined()
})

test('a time scale divides all waits', () => {
  expect(nextBureauWaitMs(600, 100)).toBe(300)
  expect(nextBureauWaitMs(0, 100)).toBe(50)
  expect(nextBureauWaitMs(9_000, 100)).toBeUndefined()
})
