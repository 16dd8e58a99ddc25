import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { within, type Deadline } from '../../src/kernel/deadline.js'
import { garbageCollector } from '../support/garbage.js'

/** Work that ends only by its signal, and returns whether the time was over. */
const untilAborted = ({ signal, isOver }: Deadline): Promise<string> =>
  new Promise((resolve) => {
    const end = (): void => resolve(isOver() ? 'late' : 'given up')
    if (signal.aborted) return end()
    signal.addEventListener('abort', end)
  })

test('work ends when its time is over, though the garbage was collected meanwhile', async () => {
  const collectGarbage = garbageCollector()
  const given = new AbortController()
  // Many, because a single one might survive the garbage collection by chance.
  const ended = Promise.all(Array.from({ length: 20 }, () => within(200, given.signal, untilAborted)))
  for (let round = 0; round < 3; round++) {
    await sleep(20)
    collectGarbage()
  }
  expect(new Set(await ended)).toEqual(new Set(['late']))
})

test('work ends when the signal of its caller is aborted, also if it was aborted before', async () => {
  const given = new AbortController()
  const ended = within(60_000, given.signal, untilAborted)
  given.abort()
  expect(await ended).toBe('given up')
  expect(await within(60_000, given.signal, untilAborted)).toBe('given up')
})

test('the result or the error of the work is passed on', async () => {
  expect(await within(60_000, undefined, async () => 7)).toBe(7)
  await expect(
    within(60_000, undefined, async () => {
      throw new Error('broken')
    }),
  ).rejects.toThrow('broken')
})
