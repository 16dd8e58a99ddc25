import { describe, expect, test } from '@jest/globals'
import { backoffMsAfter, pollMsAfter } from '../../src/score-requests/drive/ladder.rules.js'

const second = 1000
const minute = 60 * second

describe('the wait before a poll for the result of a score request', () => {
  test('grows from a second to five minutes, and stays there', () => {
    const waits = [1, 2, 2, 3, 5, 5, 10, 10, 20, 30, 60, 60, 60, 120, 300]
    for (const [attempts, seconds] of waits.entries())
      expect(pollMsAfter(attempts, undefined, 1)).toBe(seconds * second)
    for (const attempts of [15, 16, 1000]) expect(pollMsAfter(attempts, undefined, 1)).toBe(5 * minute)
  })

  test('is at least what the service asks for', () => {
    expect(pollMsAfter(0, 999, 1)).toBe(1000)
    expect(pollMsAfter(0, 1001, 1)).toBe(1001)
  })

  test('is divided by the time scale, and rounded up to whole milliseconds', () => {
    expect(pollMsAfter(1, undefined, 10)).toBe(200)
    expect(pollMsAfter(0, undefined, 3)).toBe(334)
    expect(pollMsAfter(1, 201, 10)).toBe(201)
  })
})

describe('the wait after a failed call of the scoring service', () => {
  test.each([
    [0, 2 * second],
    [1, 4 * second],
    [2, 8 * second],
    [8, 512 * second],
    [9, 10 * minute],
    [20, 10 * minute],
    [5000, 10 * minute],
  ])('after %d attempts is %d ms', (attempts, ms) => {
    expect(backoffMsAfter(attempts, undefined, 1)).toBe(ms)
  })

  test('is at least what the service asks for', () => {
    expect(backoffMsAfter(0, 1999, 1)).toBe(2000)
    expect(backoffMsAfter(0, 2001, 1)).toBe(2001)
    expect(backoffMsAfter(9, 11 * minute, 1)).toBe(11 * minute)
  })

  test('is divided by the time scale, and rounded up to whole milliseconds', () => {
    expect(backoffMsAfter(0, undefined, 10)).toBe(200)
    expect(backoffMsAfter(0, undefined, 3)).toBe(667)
  })
})
