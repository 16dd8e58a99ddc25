import { describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { createJobs } from '../../jobs/agenda.js'
import { systemClock } from '../../src/kernel/clock.js'
import { dispatchOrders, pollOrders } from '../../src/bank/payments/drive/dispatch-and-poll.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { startProgram } from '../running/processes.js'
import { mongoUrl, onSqlite, withUniqueDatabase } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import { checkBooks, openWorld, paid } from '../support/world.js'
import { startSeverableProxy, type SeverableProxy } from './severable-proxy.js'
import { createLog, createProbe, createWorkers, tickName } from './support.js'
import { first, present } from '../support/present.js'

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
    120_000,
  )

const describeOnMongo = mongoUrl() ? describe : describe.skip

describeOnMongo('jobs when MongoDB or another worker is lost', () => {
  check('a worker is killed inside a tick: a second one continues within 20 s', async ({ url, start }) => {
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
    'MongoDB is away at the start: nudges and a timer run the ticks until the store is back',
    async ({ proxy, start }) => {
      proxy.sever()
      const log = createLog()
      const probe = createProbe()
      const jobs = await start(probe, { mongoUrl: proxy.url, log })
      jobs.nudge(tickName)
      // The timer begins after 11 s.
      await eventually('a nudge is served', () => probe.begun.length === 1, 8_000)
      await eventually('a timer ticks', () => probe.begun.length >= 4)
      expect(jobs.health()).toMatchObject({ isLive: true, isStoreUp: false, ticks: [{ isOnFallback: true }] })
      expect(log.lines.filter((line) => line.startsWith('warn'))).toHaveLength(2)
      proxy.mend()
      await eventually('the job store ticks again', () => jobs.health().ticks[0]?.isOnFallback === false)
      expect(jobs.health().isStoreUp).toBe(true)
      expect(log.lines).toContain('info the job store answers again')
    },
  )

  check(
    'MongoDB is lost later: a timer runs the ticks within 20 s, until the store is back',
    async ({ proxy, start }) => {
      const probe = createProbe()
      const jobs = await start(probe, { mongoUrl: proxy.url })
      await eventually('it ran twice', () => probe.begun.length >= 2)
      proxy.sever()
      await sleep(1_000)
      const before = probe.begun.length
      await eventually('the tick runs again', () => probe.begun.length >= before + 3, 20_000)
      expect(jobs.health()).toMatchObject({ isLive: true, isStoreUp: false })
      proxy.mend()
      await eventually('the store is back', () => jobs.health().isStoreUp)
      await eventually('it runs the tick', () => jobs.health().ticks[0]?.isOnFallback === false)
    },
  )

  check(
    'MongoDB hangs while two workers settle: each continues by a timer, nothing is settled twice, and both return to the store',
    async ({ proxy, start }) => {
      const world = await openWorld(onSqlite, { defaultStatus: paid })
      const settle = async (signal: AbortSignal): Promise<void> => {
        await dispatchOrders(world.orders, signal)
        await pollOrders(world.orders, signal)
      }
      const confirmed: { readonly msisdn: Msisdn; readonly reference: string }[] = []
      const confirm = async (): Promise<void> => {
        const { msisdn } = await world.register()
        const reference = present((await world.quote(msisdn, '5000')).reference)
        await world.confirm(msisdn, reference)
        confirmed.push({ msisdn, reference })
      }
      const ordersNow = () => Promise.all(confirmed.map(({ reference }) => world.orderOf(reference)))
      const allSettled = async () => (await ordersNow()).every(({ status }) => status === 'SUCCESSFUL')
      const probes = [createProbe(settle), createProbe(settle)]
      try {
        const workers = await Promise.all(probes.map((probe) => start(probe, { mongoUrl: proxy.url })))
        const onFallback = () => workers.map((worker) => first(worker.health().ticks).isOnFallback)
        await confirm()
        await eventually('the order is settled by the store', allSettled)
        proxy.stall()
        for (let i = 0; i < 4; i++) await confirm()
        await eventually('both run by their timers', () => onFallback().every(Boolean))
        await confirm()
        await eventually('all are settled', allSettled)
        expect(workers.map((worker) => worker.health())).toEqual(
          workers.map(() => expect.objectContaining({ isLive: true, isStoreUp: false })),
        )
        proxy.mend()
        await eventually('the store runs the ticks again', () => !onFallback().some(Boolean))
        await confirm()
        await eventually('the last is settled', allSettled)
        expect((await ordersNow()).map(({ sends }) => sends)).toEqual(confirmed.map(() => 1))
        for (const { msisdn } of confirmed) expect(await world.positions(msisdn)).toHaveLength(1)
        for (const probe of probes) expect(probe.atOnceMax()).toBe(1)
        await checkBooks(world.database)
      } finally {
        await eventually('no run is inside', () => !probes.some((probe) => probe.isInside()))
        await world.close()
      }
    },
  )

  for (const loss of ['sever', 'stall'] as const) {
    check(`stop ends within 10 s when MongoDB does not answer (${loss})`, async ({ proxy, start }) => {
      const probe = createProbe(() => sleep(1_000))
      const jobs = await start(probe, { mongoUrl: proxy.url })
      await eventually('the run is inside', () => probe.isInside())
      proxy[loss]()
      const at = performance.now()
      await jobs.stop()
      expect(performance.now() - at).toBeLessThan(10_000)
      expect(probe.isInside()).toBe(false)
    })
  }

  test('createJobs refuses an invalid address of MongoDB', async () => {
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
