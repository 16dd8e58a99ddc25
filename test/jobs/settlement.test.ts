import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createJobs, type Jobs, type Tick } from '../../jobs/agenda.js'
import {
  dispatchOrders,
  ordersEveryMs,
  pollOrders,
  type DriveDeps,
} from '../../src/bank/payments/drive/dispatch-and-poll.js'
import { createEmulator, type Emulator } from '../../src/bank/payments/emulator/server.js'
import { confirmDeposit } from '../../src/bank/savings/deposits/confirm-deposit.js'
import { systemClock } from '../../src/kernel/clock.js'
import { providerAt } from '../payments-provider/support.js'
import { mongoUrl, onSqlite } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { worldFor } from '../support/world.js'
import { openInProcess, openMongo, type TestStore } from './stores.js'
import { createLog } from './support.js'
import { present } from '../support/present.js'

const timeScale = 100
/** Longer than any test, so that only a nudge can start the tick. */
const neverMs = 3_600_000

const world = worldFor(onSqlite, { scale: timeScale })
let emulator: Emulator
let orders: DriveDeps
beforeAll(async () => {
  emulator = await createEmulator({ host: '127.0.0.1', port: 0, delayMs: 20, timeScale, clock: systemClock })
  const provider = providerAt(emulator.url, systemClock)
  orders = { ...world().orders, providers: { real: provider, test: provider, walk: provider } }
})
afterAll(() => emulator?.close())

/** The two ticks of a settlement as the service has them, with counts of how often the first has begun and ended. */
const settlement = (dispatchMs: number) => {
  let begun = 0
  let ended = 0
  const dispatch: Tick = {
    name: 'dispatch-orders',
    everyMs: dispatchMs,
    run: async (signal) => {
      begun += 1
      await dispatchOrders(orders, signal, 'REAL')
      ended += 1
    },
  }
  const poll: Tick = {
    name: 'poll-orders',
    everyMs: ordersEveryMs,
    run: (signal) => pollOrders(orders, signal, 'REAL'),
  }
  return { ticks: [dispatch, poll], begun: () => begun, ended: () => ended }
}

/** Confirms a deposit of a new customer; the commit calls `onOrder`. */
const confirm = async (onOrder: () => void = () => undefined) => {
  const { msisdn } = await world().register()
  const { reference } = await world().quote(msisdn, '5000')
  const deps = { database: world().database, collectionMax: undefined, onOrder, payerNote: () => 'Cauri 3' }
  await confirmDeposit(deps, world().call(), { msisdn, reference: present(reference) })
  const expectSettled = async (): Promise<void> => {
    const isSettled = async () => (await world().orderOf(present(reference))).status === 'SUCCESSFUL'
    await eventually('the order is settled', isSettled)
    expect(await world().positions(msisdn)).toMatchObject([{ figures: { principal: 5000n } }])
    expect((await world().orderOf(present(reference))).sends).toBe(1)
  }
  return { orderNow: () => world().orderOf(present(reference)), expectSettled }
}

const suite = (open: () => Promise<TestStore>): void => {
  let store: TestStore
  let jobs: Jobs | undefined
  const start = async (ticks: readonly Tick[]): Promise<Jobs> => {
    store = await open()
    jobs = await createJobs({ ticks, log: createLog(), clock: systemClock, ...store.options })
    await jobs.start()
    return jobs
  }
  afterEach(async () => {
    await jobs?.stop()
    await store.close()
  })

  test('a confirmed deposit is sent when its commit nudges the tick, long before the tick is due', async () => {
    const { ticks, begun } = settlement(neverMs)
    const started = await start(ticks)
    await eventually('the first turn is over', () => begun() === 1)
    const order = await confirm(() => started.nudge('dispatch-orders'))
    await order.expectSettled()
    expect(begun()).toBe(2)
  })

  test('a confirmed deposit without a nudge is sent by the next tick', async () => {
    const { ticks, begun, ended } = settlement(ordersEveryMs)
    await start(ticks)
    await eventually('it ticks', () => ended() >= 1)
    const order = await confirm()
    const before = begun()
    await eventually('the first tick that began after the commit is over', () => ended() > before)
    expect((await order.orderNow()).sends).toBe(1)
    await order.expectSettled()
  })

  test('no payment is lost, sent or not, when the job store is emptied', async () => {
    await start(settlement(ordersEveryMs).ticks)
    const sent = await confirm()
    await eventually('the first order is sent', async () => (await sent.orderNow()).status !== 'CREATED')
    const unsent = await confirm()
    expect(await store.empty()).toBe(2)
    await Promise.all([sent.expectSettled(), unsent.expectSettled()])
    await eventually('the store has its ticks again', async () => (await store.countEntries()) === 2)
  })
}

describe('payments on the in-process job store', () => {
  suite(openInProcess)
})

const describeOnMongo = mongoUrl() ? describe : describe.skip
describeOnMongo('payments on the job store in MongoDB', () => {
  suite(openMongo)
})
