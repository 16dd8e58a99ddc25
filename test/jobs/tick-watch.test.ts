import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { createTickRunner, type Tick } from '../../jobs/tick-runner.js'
import { createTickWatch, type StoredTick, type TickStore } from '../../jobs/tick-watch.js'
import { systemClock } from '../../src/kernel/clock.js'
import { present } from '../support/present.js'

const minute: Tick = { name: 'clean', everyMs: 60_000, run: async () => void runs++ }
let runs = 0

/** A store that stores ticks and runs none, as without workers. */
const silentStore = (): TickStore => {
  const ticks = new Map<string, StoredTick>()
  return {
    read: async () => ticks,
    schedule: async ({ name, everyMs }) => {
      ticks.set(name, { everyMs, nextRunAt: systemClock.now(), lastRunAt: undefined })
    },
  }
}

const logged: string[] = []
const log = {
  debug: (_facts: object, message: string) => logged.push(message),
  info: (_facts: object, message: string) => logged.push(message),
  warn: (_facts: object, message: string) => logged.push(message),
  error: (_facts: object, message: string) => logged.push(message),
}
const warnings = () => logged.filter((message) => message.includes('did not run'))

beforeEach(() => {
  jest.useFakeTimers()
  runs = 0
  logged.length = 0
})
afterEach(() => {
  jest.useRealTimers()
})

test('a tick that is due every minute and that the job store does not run is run by a timer from 10 s after its first missed run, until the store runs it again', async () => {
  const runner = createTickRunner(minute, log, systemClock)
  const watch = createTickWatch([runner], silentStore(), log)
  watch.start()
  await jest.advanceTimersByTimeAsync(69_000)
  expect([runs, watch.isOnFallback('clean'), warnings()]).toEqual([0, false, []])

  await jest.advanceTimersByTimeAsync(2_000)
  expect([runs, watch.isOnFallback('clean'), warnings()]).toEqual([1, true, [expect.any(String)]])

  await jest.advanceTimersByTimeAsync(58_000)
  expect([runs, warnings().length]).toEqual([1, 1])
  await jest.advanceTimersByTimeAsync(2_000)
  expect([runs, warnings().length]).toEqual([2, 1])

  watch.ran('clean')
  expect(watch.isOnFallback('clean')).toBe(false)
  await jest.advanceTimersByTimeAsync(69_000)
  expect(runs).toBe(2)
  await watch.stop()
})

test('a failure of the store is reported once, and none while the store is being closed', async () => {
  const warning = 'the job store does not answer; a timer will run the ticks'
  const watch = createTickWatch([], silentStore(), log)
  watch.storeFailed(new Error('gone'))
  watch.storeFailed(new Error('gone'))
  expect(logged).toEqual([warning])

  const closing = createTickWatch([], silentStore(), log)
  await closing.stop()
  closing.storeFailed(new Error('closed'))
  expect(logged).toEqual([warning])
})

test('a tick that hangs is reported as such, not as a failure of the store; its missed runs count from its end', async () => {
  const finish: (() => void)[] = []
  const hanging = createTickRunner(
    { name: 'hang', everyMs: 500, run: () => new Promise<void>((resolve) => finish.push(resolve)) },
    log,
    systemClock,
  )
  const watch = createTickWatch([hanging], silentStore(), log)
  watch.start()
  watch.ran('hang')
  void hanging.run()
  await jest.advanceTimersByTimeAsync(60_000)
  const leaving = 'an aborted tick still runs; another run starts'
  expect(logged.filter((message) => !message.includes('ran out of time'))).toEqual([
    'a tick was scheduled in the job store',
    leaving,
    leaving,
    leaving,
  ])
  // Besides three runs that hang a fourth is started, and then no more, although the watch looks every ten seconds.
  expect([finish.length, hanging.isRunning(), hanging.hangsMs()]).toEqual([4, true, 60_000])

  // A new run begins only when all four have ended: one that ends is no reason yet, because the others may still end.
  present(finish.shift())()
  await jest.advanceTimersByTimeAsync(0)
  expect(hanging.hangsMs()).toBe(30_000)
  await jest.advanceTimersByTimeAsync(5_000)
  expect(finish).toHaveLength(4)
  while (finish.length > 0) {
    for (const end of finish.splice(0)) end()
    await jest.advanceTimersByTimeAsync(0)
  }
  expect([hanging.isRunning(), hanging.hangsMs()]).toEqual([false, 0])
  await jest.advanceTimersByTimeAsync(9_000)
  expect(warnings()).toEqual([])
  await jest.advanceTimersByTimeAsync(3_000)
  expect([watch.isOnFallback('hang'), warnings()]).toEqual([true, [expect.any(String)]])
  for (const end of finish) end()
  await watch.stop()
})
