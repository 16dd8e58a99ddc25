import { describe, expect, test } from '@jest/globals'
import type { JobParameters } from 'agenda'
import { createInProcessBackend, createJobs } from '../../jobs/agenda.js'
import { systemClock } from '../../src/kernel/clock.js'
import { mongoUrl } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import { openInProcess, openMongo, type TestStore } from './stores.js'
import { createLog, createProbe, createWorkers, tickName } from './support.js'

type Start = ReturnType<typeof createWorkers>['start']

const suite = (open: () => Promise<TestStore>): void => {
  /** The tests run concurrently, each on its own store, because they mostly wait. */
  const check = (name: string, body: (store: TestStore, start: Start) => Promise<void>): void =>
    test.concurrent(name, async () => {
      const store = await open()
      const workers = createWorkers()
      try {
        await body(store, workers.start)
      } finally {
        await workers.stopAll()
        await store.close()
      }
    })

  check('a tick runs again and again without a nudge, about every second', async (store, start) => {
    const probe = createProbe()
    await start(probe, store.options)
    await eventually('it ran five times', () => probe.begun.length >= 5)
    const gaps = probe.begun.slice(1).map((at, index) => at - (probe.begun[index] ?? 0))
    expect(gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]).toBeLessThan(2_000)
    expect(probe.atOnceMax()).toBe(1)
  })

  check('a tick that is not due for a minute runs at once after a nudge', async (store, start) => {
    const probe = createProbe(async () => {}, 60_000)
    const jobs = await start(probe, store.options)
    await eventually('the first run is over', () => probe.begun.length === 1)
    const waits: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const before = probe.begun.length
      jobs.nudge(tickName)
      // Measured from the next turn of the event loop, which comes late on a busy machine.
      const at = await new Promise<number>((resolve) => setImmediate(() => resolve(performance.now())))
      await eventually('the nudge ran it', () => probe.begun.length > before)
      waits.push((probe.begun[before] ?? 0) - at)
    }
    expect(waits.toSorted((a, b) => a - b)[5]).toBeLessThan(100)
  })

  check('many nudges at once make one run', async (store, start) => {
    const probe = createProbe(async () => {}, 60_000)
    const jobs = await start(probe, store.options)
    await eventually('the first run is over', () => probe.begun.length === 1)
    for (let round = 0; round < 100; round += 1) jobs.nudge(tickName)
    jobs.nudge('no such tick')
    await eventually('it ran again', () => probe.begun.length >= 2)
    await sleep(300)
    expect(probe.begun).toHaveLength(2)
  })

  check('nudges during a run make exactly one more run, after it', async (store, start) => {
    let letGo = (): void => undefined
    const nudged = new Promise<void>((resolve) => (letGo = resolve))
    const probe = createProbe(() => nudged, 60_000)
    const jobs = await start(probe, store.options)
    await eventually('the run is inside', () => probe.isInside())
    for (let round = 0; round < 5; round += 1) {
      jobs.nudge(tickName)
      await sleep(20)
    }
    letGo()
    await eventually('the second run is over', () => probe.begun.length === 2 && !probe.isInside())
    await sleep(1_200)
    expect(probe.begun).toHaveLength(2)
    expect(probe.atOnceMax()).toBe(1)
  })

  check(
    'a tick that takes longer than its interval never runs twice at the same time',
    async (store, start) => {
      const probe = createProbe(() => sleep(1_300))
      const jobs = await start(probe, store.options)
      const nudger = setInterval(() => jobs.nudge(tickName), 37)
      await eventually('it ran four times', () => probe.begun.length >= 4)
      clearInterval(nudger)
      expect(probe.atOnceMax()).toBe(1)
    },
  )

  check('a tick that fails is logged and runs again', async (store, start) => {
    const log = createLog()
    const probe = createProbe(async () => {
      throw new Error('no SQL today')
    })
    const jobs = await start(probe, { ...store.options, log })
    await eventually('it ran three times', () => probe.begun.length >= 3)
    expect(log.lines).toContain('error a tick failed; the next one tries again')
    expect(jobs.health().isLive).toBe(true)
  })

  check('an emptied job store gets its ticks again, and they run on', async (store, start) => {
    const probe = createProbe()
    await start(probe, store.options)
    await eventually('it ran twice', () => probe.begun.length >= 2)
    expect(await store.empty()).toBe(1)
    const before = probe.begun.length
    await eventually('it ran three times more', () => probe.begun.length >= before + 3)
    expect(await store.countEntries()).toBe(1)
  })

  check('two entries of one tick become one', async (store, start) => {
    await store.double(tickName)
    expect(await store.countEntries()).toBe(2)
    const probe = createProbe()
    await start(probe, store.options)
    await eventually('there is one entry', async () => (await store.countEntries()) === 1)
    await eventually('the one entry runs', () => probe.begun.length >= 2)
  })

  check('a lock that nobody releases stops a tick for less than 20 s', async (store, start) => {
    const probe = createProbe()
    await start(probe, store.options)
    await eventually('it ran', () => probe.begun.length > 0)
    await eventually('the lock is taken from it', () => store.seize(tickName))
    const before = probe.begun.length
    await eventually('the tick runs again', () => probe.begun.length >= before + 2, 20_000)
  })

  check('two workers share the runs of a tick, and one continues alone', async (store, start) => {
    const probes = [createProbe(), createProbe()]
    const count = (): number => probes.reduce((sum, probe) => sum + probe.begun.length, 0)
    const [first] = await Promise.all(probes.map((probe) => start(probe, store.options)))
    await eventually('the first runs are over', () => count() >= 2)
    expect(await store.countEntries()).toBe(1)
    const before = count()
    const begun = performance.now()
    await eventually('they run four times more', () => count() >= before + 4)
    // If each ran alone, both together would run twice as often.
    expect(performance.now() - begun).toBeGreaterThan(2_500)
    await first?.stop()
    const alone = probes[1]?.begun.length ?? 0
    await eventually('the other goes on', () => (probes[1]?.begun.length ?? 0) >= alone + 2)
  })

  check('stop waits for the current run, begins no other, and releases the lock', async (store, start) => {
    let isDone = false
    const probe = createProbe(async () => {
      await sleep(1_500)
      isDone = true
    })
    const jobs = await start(probe, store.options)
    await eventually('the run is inside', () => probe.isInside())
    jobs.nudge(tickName)
    await jobs.stop()
    expect(isDone).toBe(true)
    jobs.nudge(tickName)
    await sleep(1_500)
    expect(probe.begun).toHaveLength(1)
    expect(jobs.health().isLive).toBe(false)
    const next = createProbe()
    await start(next, store.options)
    await eventually('another worker runs the tick at once', () => next.begun.length > 0, 5_000)
  })

  check('a run that exceeds its 5 s is aborted, and the tick runs again', async (store, start) => {
    const log = createLog()
    const probe = createProbe(
      (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told')))),
    )
    await start(probe, { ...store.options, log })
    await eventually('it began again', () => probe.begun.length >= 2)
    expect(log.lines).toContain('debug a tick ran out of time and is aborted')
    expect(log.lines).not.toContain('error an aborted tick still runs; another run starts')
  })

  check('a run that ignores its abort is not waited for: another run begins', async (store, start) => {
    const log = createLog()
    let ends = (): void => undefined
    const held = new Promise<void>((resolve) => (ends = resolve))
    const probe = createProbe(() => (probe.begun.length === 1 ? held : Promise.resolve()))
    const jobs = await start(probe, { ...store.options, log })
    await eventually('others run', () => probe.begun.length >= 3)
    expect(log.lines).toContain('error an aborted tick still runs; another run starts')
    expect([probe.isInside(), jobs.health().isLive]).toEqual([true, true])
    ends()
    await eventually('it is over', () => !probe.isInside())
    const before = probe.begun.length
    await eventually('the tick runs again', () => probe.begun.length > before)
  })

  check('a stop during the start leaves no tick running', async (store) => {
    const probe = createProbe()
    const jobs = await createJobs({
      ...store.options,
      ticks: [probe.tick],
      log: createLog(),
      clock: systemClock,
    })
    const starting = jobs.start()
    await jobs.stop()
    await starting
    const before = probe.begun.length
    await sleep(2_500)
    expect(probe.begun).toHaveLength(before)
  })

  check('no tick runs before the start, and a stop without a start returns', async (store) => {
    const probe = createProbe()
    const jobs = await createJobs({
      ...store.options,
      ticks: [probe.tick],
      log: createLog(),
      clock: systemClock,
    })
    jobs.nudge(tickName)
    await sleep(200)
    expect(probe.begun).toHaveLength(0)
    expect(jobs.lastRunAt(tickName)).toBeUndefined()
    await jobs.stop()
  })
}

describe('jobs on the in-process store', () => {
  suite(openInProcess)

  test.each([
    ['unique jobs', { unique: { 'data.n': 1 } }],
    ['debounced jobs', { uniqueOpts: { debounce: { delay: 1 } } }],
  ])('%s are refused, and nothing is stored', async (_what, asked) => {
    const { repository } = createInProcessBackend()
    const job = { name: tickName, priority: 0, nextRunAt: null, type: 'normal', data: {}, ...asked }
    await expect(repository.saveJob(job as JobParameters, undefined)).rejects.toThrow(
      'the in-process job store',
    )
    await expect(repository.queryJobs({ data: {} })).rejects.toThrow('does not search by data')
    expect(await repository.queryJobs()).toMatchObject({ total: 0 })
  })
})

const describeOnMongo = mongoUrl() ? describe : describe.skip
describeOnMongo('jobs on MongoDB', () => {
  suite(openMongo)
})
