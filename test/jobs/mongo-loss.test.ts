import { describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { createJobs } from '../../jobs/agenda.js'
import { systemClock } from '../../src/kernel/clock.js'
import { startProgram } from '../running/processes.js'
import { mongoUrl, withUniqueDatabase } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import { startSeverableProxy, type SeverableProxy } from './severable-proxy.js'
import { createLog, createProbe, createWorkers, tickName } from './support.js'

type Start = ReturnType<typeof createWorkers>['start']

const check = (
  name: string,
  body: (place: { url: string; proxy: SeverableProxy; start: Start }) => Promise<void>,
): void =>
  test.concurrent(
    name,
    async () => {
      const url = withUniqueDatabase(mongoUrl() ?? '')
      const proxy = await startSeverableProxy(url)
      const workers = createWorkers()
      try {
        await body({ url, proxy, start: workers.start })
      } finally {
        await workers.stopAll()
        await proxy.close()
      }
    },
    60_000,
  )

const describeOnMongo = mongoUrl() ? describe : describe.skip

describeOnMongo('jobs whose MongoDB or fellow worker is lost', () => {
  check('a worker is killed inside a tick: a second one goes on within 20 s', async ({ url, start }) => {
    const killed = startProgram('stuck-worker', [url, tickName])
    const said = once(killed.stdout, 'data')
    const probe = createProbe()
    await said
    await start(probe, { mongoUrl: url })
    await sleep(1_000)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const before = probe.begun.length
    await eventually('the second worker ticks', () => probe.begun.length >= before + 2, 20_000)
  })

  check(
    'MongoDB away at start: the process lives, is nudged, ticks by a timer, and comes back',
    async ({ proxy, start }) => {
      proxy.sever()
      const log = createLog()
      const probe = createProbe()
      const jobs = await start(probe, { mongoUrl: proxy.url, log })
      jobs.nudge(tickName)
      await eventually('a nudge is served', () => probe.begun.length === 1, 2_000)
      await eventually('a timer ticks', () => probe.begun.length >= 4, 20_000)
      expect(jobs.health()).toMatchObject({ isLive: true, isStoreUp: false, ticks: [{ isOnFallback: true }] })
      expect(log.lines.filter((line) => line.startsWith('warn'))).toHaveLength(2)
      proxy.mend()
      await eventually(
        'the job store ticks again',
        () => jobs.health().ticks[0]?.isOnFallback === false,
        20_000,
      )
      expect(jobs.health().isStoreUp).toBe(true)
      expect(log.lines).toContain('info the job store answers again')
    },
  )

  check(
    'MongoDB lost later: ticking goes on within 20 s, and returns to the store',
    async ({ proxy, start }) => {
      const probe = createProbe()
      const jobs = await start(probe, { mongoUrl: proxy.url })
      await eventually('it ran twice', () => probe.begun.length >= 2)
      proxy.sever()
      await sleep(1_000)
      const before = probe.begun.length
      await eventually('it goes on', () => probe.begun.length >= before + 3, 20_000)
      expect(jobs.health()).toMatchObject({ isLive: true, isStoreUp: false })
      proxy.mend()
      await eventually('the store is back', () => jobs.health().isStoreUp, 20_000)
      await eventually('it runs the tick', () => jobs.health().ticks[0]?.isOnFallback === false, 20_000)
    },
  )

  for (const loss of ['sever', 'stall'] as const) {
    check(`stop ends within 10 s when MongoDB does not answer (${loss})`, async ({ proxy, start }) => {
      const probe = createProbe(() => sleep(1_000))
      const jobs = await start(probe, { mongoUrl: proxy.url })
      await eventually('it is inside', () => probe.isInside())
      proxy[loss]()
      const at = performance.now()
      await jobs.stop()
      expect(performance.now() - at).toBeLessThan(10_000)
      expect(probe.isInside()).toBe(false)
    })
  }

  test('an address that is none is refused when the jobs are made', async () => {
    const probe = createProbe()
    const make = createJobs({
      ticks: [probe.tick],
      mongoUrl: 'http://x',
      log: createLog(),
      clock: systemClock,
    })
    await expect(make).rejects.toThrow('Invalid scheme')
  })
})
