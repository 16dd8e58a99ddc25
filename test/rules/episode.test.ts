import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createEpisode } from '../../src/platform/log/episode.js'

const words = { begins: 'it is bad', ends: 'it is good again' }

describe('an episode', () => {
  let lines: unknown[][]
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 })
    lines = []
  })
  afterEach(() => void jest.useRealTimers())

  const begin = (isOver?: () => Promise<boolean>) => {
    const say =
      (level: string) =>
      (facts: object, text: string): void =>
        void lines.push([level, facts, text])
    return createEpisode({ info: say('info'), warn: say('warn'), error: say('error') }, words, isOver)
  }
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)
  const begun = (facts: object) => ['error', facts, words.begins]
  const ended = (seconds: number, times: number) => ['info', { seconds, times }, words.ends]

  test('is logged when it begins, with the facts of its first event', () => {
    const episode = begin()
    expect(lines).toEqual([])
    episode.report({ code: 1 })
    episode.report({ code: 2 })
    expect(lines).toEqual([begun({ code: 1 })])
  })

  test('ends after 5 s without an event, and logs its count and duration', async () => {
    const episode = begin()
    episode.report({})
    await pass(2600)
    episode.report({})
    episode.report({})
    // At 5 s the last event is 2.4 s old, so the episode goes on. It ends when that event is looked at again, at 10 s.
    await pass(7399)
    expect(lines).toEqual([begun({})])
    await pass(1)
    expect(lines).toEqual([begun({}), ended(3, 3)])
    await pass(60_000)
    expect(lines).toHaveLength(2)
    expect(jest.getTimerCount()).toBe(0)
  })

  test('of one event has no duration, and ends after exactly 5 s', async () => {
    begin().report({})
    await pass(4999)
    expect(lines).toHaveLength(1)
    await pass(1)
    expect(lines).toEqual([begun({}), ended(0, 1)])
  })

  test('that begins again is a new episode, and counts from one', async () => {
    const episode = begin()
    episode.report({ code: 1 })
    episode.report({ code: 1 })
    await pass(5000)
    await pass(20_000)
    episode.report({ code: 2 })
    await pass(2000)
    episode.report({ code: 2 })
    await pass(8000)
    expect(lines).toEqual([begun({ code: 1 }), ended(0, 2), begun({ code: 2 }), ended(2, 2)])
  })

  test('does not end while its check says that it is not over', async () => {
    let isOver = false
    let asked = 0
    const episode = begin(async () => {
      asked += 1
      return isOver
    })
    episode.report({})
    await pass(2000)
    episode.report({})
    // The last event was 3 s ago, so the check is not called yet.
    await pass(3000)
    expect(asked).toBe(0)
    await pass(10_000)
    expect([asked, lines.length]).toEqual([2, 1])
    isOver = true
    await pass(5000)
    expect(lines).toEqual([begun({}), ended(2, 2)])
  })

  test('continues if an event occurs during the check', async () => {
    let answer: (isOver: boolean) => void = () => undefined
    const episode = begin(() => new Promise((resolve) => (answer = resolve)))
    episode.report({})
    await pass(5000)
    episode.report({})
    answer(true)
    await pass(0)
    expect(lines).toHaveLength(1)
    await pass(5000)
    answer(true)
    await pass(0)
    expect(lines).toEqual([begun({}), ended(5, 2)])
  })

  test('that is closed logs nothing more, and no new one begins', async () => {
    const episode = begin()
    episode.report({})
    episode.close()
    expect(jest.getTimerCount()).toBe(0)
    await pass(60_000)
    episode.report({})
    await pass(60_000)
    expect(lines).toEqual([begun({})])
  })
})
