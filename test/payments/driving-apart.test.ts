import { expect, test } from '@jest/globals'
import { createPollOnCallback } from '../../src/bank/payments/drive/poll-on-callback.js'
import type { Database } from '../../src/platform/database/database.js'
import {
  createOrdersInFlight,
  dispatchOrders,
  pollOrders,
  type DriveDeps,
} from '../../src/bank/payments/drive/dispatch-and-poll.js'
import { settleBook } from '../../src/bank/payments/drive/settle-book.js'
import type { SendResult, StatusResult, WalletProvider } from '../../src/bank/payments/port.js'
import { recordStatus } from '../../src/bank/payments/drive/record-answer.js'
import { describeEachDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { paid, pending, worldFor } from '../support/world.js'
import { first, present } from '../support/present.js'

const { signal } = new AbortController()

describeEachDatabase('dispatching and polling payment orders', (database) => {
  const world = worldFor(database, { defaultStatus: pending })

  const placed = async (clockId: string | null = null) => {
    const { msisdn } = await world().register({ clockId })
    const { reference } = await world().quote(msisdn, '5000')
    await world().confirm(msisdn, reference)
    const order = () => world().orderOf(present(reference))
    return { msisdn, id: (await order()).id, order }
  }
  const casesOf = (id: string) =>
    world().rows('SELECT kind, detail, status FROM review_cases WHERE order_id = ?', id)

  /** Workers that fail with this error whenever they book a deposit. */
  const bookingFailsWith = (error: Error): DriveDeps => ({
    ...world().orders,
    outcomes: {
      ...world().orders.outcomes,
      DEPOSIT: {
        ...world().orders.outcomes.DEPOSIT,
        succeeded: async () => {
          throw error
        },
      },
    },
  })

  /** A provider that answers for these orders only after `answer` is called. */
  const hangingFor = (...ids: readonly string[]) => {
    const { real } = world().providers
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    let asked = 0
    const hanging: WalletProvider = {
      ...real,
      collect: async (order) => {
        if (ids.includes(order.reference)) {
          asked += 1
          await answered
        }
        return real.collect(order)
      },
    }
    const deps: DriveDeps = { ...world().orders, providers: { ...world().providers, real: hanging } }
    return { deps, answer, asked: () => asked }
  }
  const statuses = (placed: readonly { order: () => Promise<{ status: string }> }[]) =>
    Promise.all(placed.map(async ({ order }) => (await order()).status))

  test('a call that hangs delays no other order, also none that is placed later', async () => {
    const [stuck, ...others] = [await placed(), await placed(), await placed()]
    const { deps, answer } = hangingFor(present(stuck).id)
    const run = dispatchOrders(deps, signal, 'REAL')
    await eventually('the others are sent', async () =>
      (await statuses(others)).every((status) => status === 'SUBMITTED'),
    )
    const later = await placed()
    await eventually('the later one is sent', async () => (await later.order()).status === 'SUBMITTED')
    expect((await present(stuck).order()).status).toBe('CREATED')
    answer()
    await run
    expect((await present(stuck).order()).status).toBe('SUBMITTED')
  })

  test('answers about one customer are booked one after the other, on one connection', async () => {
    const { msisdn } = await world().register()
    const references: (string | null)[] = []
    for (let n = 0; n < 6; n += 1) {
      const { reference } = await world().quote(msisdn, '5000')
      await world().confirm(msisdn, reference)
      references.push(reference)
    }
    let [now, most] = [0, 0]
    const counting: Database = {
      ...world().database,
      inTransaction: async (work) => {
        most = Math.max(most, ++now)
        return world()
          .database.inTransaction(work)
          .finally(() => (now -= 1))
      },
    }
    await dispatchOrders({ ...world().orders, database: counting }, signal, 'REAL')
    const statusesOf = await Promise.all(references.map((each) => world().orderOf(present(each))))
    expect(statusesOf.map(({ status }) => status)).toEqual(references.map(() => 'SUBMITTED'))
    // The bookings use one connection; a claim can use another at the same time.
    expect(most).toBeLessThanOrEqual(2)
  })

  test('an aborted tick keeps the claims of its hanging calls, and the next tick sends other orders meanwhile', async () => {
    const stuck = [await placed(), await placed()]
    const { deps, answer, asked } = hangingFor(...stuck.map(({ id }) => id))
    const inFlight = createOrdersInFlight()
    /** Runs a tick, and aborts it as soon as `holds` returns true. */
    const tickUntil = async (what: string, holds: () => boolean | Promise<boolean>) => {
      const time = new AbortController()
      const tick = dispatchOrders(deps, time.signal, 'REAL', inFlight)
      await eventually(what, holds)
      time.abort()
      await tick
    }
    await tickUntil('both are asked for', () => asked() === 2)
    const later = await placed()
    await tickUntil('the later one is sent', async () => (await later.order()).status === 'SUBMITTED')
    expect(await statuses([...stuck, later])).toEqual(['CREATED', 'CREATED', 'SUBMITTED'])
    answer()
    await inFlight.allEnd(60_000)
    expect(await statuses(stuck)).toEqual(['SUBMITTED', 'SUBMITTED'])
  })

  test('an emulator that never answers delays no real order', async () => {
    const { id: clockId } = await world().newClock('2026-03-01')
    const test = await placed(clockId)
    const real = await placed()
    let answer: (result: SendResult) => void = () => undefined
    const mute: WalletProvider = {
      ...world().providers.test,
      collect: () => new Promise<SendResult>((resolve) => (answer = resolve)),
    }
    const deps: DriveDeps = { ...world().orders, providers: { ...world().providers, test: mute } }
    const stuck = dispatchOrders(deps, signal, 'TEST')
    await dispatchOrders(deps, signal, 'REAL')
    expect((await real.order()).status).toBe('SUBMITTED')
    await world().write('UPDATE payment_orders SET due_at = 0 WHERE id = ?', real.id)
    world().providers.real.settle(real.id, paid)
    await pollOrders(deps, signal, 'REAL')
    expect((await real.order()).status).toBe('SUCCESSFUL')
    expect(await test.order()).toMatchObject({ status: 'CREATED', sends: 1 })
    answer({ outcome: 'ACCEPTED' })
    await stuck
    expect((await test.order()).status).toBe('SUBMITTED')
  })

  test('a job for real or for test orders processes no others', async () => {
    const { id: clockId } = await world().newClock('2026-03-01')
    const orders = { test: await placed(clockId), real: await placed() }
    await dispatchOrders(world().orders, signal, 'TEST')
    expect([(await orders.test.order()).status, (await orders.real.order()).status]).toEqual([
      'SUBMITTED',
      'CREATED',
    ])
    await dispatchOrders(world().orders, signal)
    expect((await orders.real.order()).status).toBe('SUBMITTED')
  })

  test('any number of callbacks uses up no rung of the ladder', async () => {
    const { id, order } = await placed()
    await world().dispatch()
    const callBack = createPollOnCallback(
      { database: world().database, now: world().clock.now },
      () => undefined,
    )
    // An hour ahead, so that the ladder itself causes no poll in this test.
    await world().write('UPDATE payment_orders SET due_at = due_at + 3600000 WHERE id = ?', id)
    const before = await order()
    for (let i = 0; i < 40; i++) {
      await callBack(id)
      await world().poll()
      world().clock.advance(10_000)
    }
    const asked = world().providers.real.calls.filter(
      ({ method, reference }) => method === 'statusOf' && reference === id,
    )
    expect(asked).toHaveLength(40)
    expect(await order()).toEqual(before)
  })

  test('any number of walks of a test clock uses up no rung of the ladder', async () => {
    const { id: clockId } = await world().newClock('2026-03-01')
    const { id, order } = await placed(clockId)
    await world().dispatch()
    await world().write('UPDATE payment_orders SET due_at = due_at + 3600000 WHERE book = ?', clockId)
    const before = await order()
    for (let i = 0; i < 40; i++)
      await settleBook(world().orders, { book: clockId, since: 0, mustPoll: true }, signal)
    const asked = world().providers.test.calls.filter(
      ({ method, reference }) => method === 'statusOf' && reference === id,
    )
    expect(asked.length).toBeGreaterThanOrEqual(40)
    expect(await order()).toEqual(before)
  })

  test('an answer that repeatedly fails to be booked opens a review case, and is then tried daily', async () => {
    const { id, order, msisdn } = await placed()
    await world().dispatch()
    const broken = bookingFailsWith(new Error('the quote makes no sense'))
    world().providers.real.settle(id, paid)
    const tryOnce = async () => {
      await world().makeAllDue()
      await pollOrders(broken, signal)
    }
    for (let times = 1; times <= 4; times++) {
      await tryOnce()
      expect(await order()).toMatchObject({ status: 'SUBMITTED', failures: times })
    }
    expect(await casesOf(id)).toEqual([])
    const alarms = world().alarms.length
    await tryOnce()
    const failing = await order()
    expect(failing).toMatchObject({ status: 'SUBMITTED', failures: 5 })
    expect(await casesOf(id)).toEqual([
      { kind: 'SETTLEMENT_FAILED', detail: 'the quote makes no sense', status: 'OPEN' },
    ])
    expect(world().alarms.length).toBe(alarms + 1)
    const [{ now } = {}] = await world().rows(`SELECT ${world().database.dialect.nowMs} AS now`)
    expect(present(failing.dueAt) - Number(now)).toBeGreaterThan(23 * 3_600_000)
    await tryOnce()
    expect(await casesOf(id)).toHaveLength(1)

    // Once the error is fixed, the next try books the answer and closes the case.
    await world().makeAllDue()
    await world().poll()
    expect(await order()).toMatchObject({ status: 'SUCCESSFUL', failures: 0 })
    expect(await casesOf(id)).toMatchObject([{ status: 'RESOLVED' }])
    expect(await world().positions(msisdn)).toHaveLength(1)
  })

  test.each([
    { code: 'ER_LOCK_WAIT_TIMEOUT', errno: 1205 },
    { code: 'ER_LOCK_DEADLOCK', errno: 1213 },
    { code: 'PROTOCOL_CONNECTION_LOST' },
    { code: 'ER_DISK_FULL', errno: 1021 },
    { code: 'ER_RECORD_FILE_FULL', errno: 1114 },
    { code: 'ER_OPTION_PREVENTS_STATEMENT', errno: 1290 },
    { code: 'PROTOCOL_SEQUENCE_TIMEOUT' },
    { code: 'ENOSPC' },
    { code: 'SQLITE_BUSY', errcode: 5 },
    { code: 'ERR_SQLITE_ERROR', errcode: 13 },
  ])(
    'an outage of the database ($code) does not count as a failure of the order, which is claimed again after its lease',
    async (outage) => {
      const { id, order, msisdn } = await placed()
      await world().dispatch()
      const away = bookingFailsWith(Object.assign(new Error('not now'), outage))
      world().providers.real.settle(id, paid)
      for (let times = 1; times <= 6; times++) {
        await world().makeAllDue()
        await pollOrders(away, signal)
      }
      const left = await order()
      expect(left).toMatchObject({ status: 'SUBMITTED', failures: 0 })
      const [{ now } = {}] = await world().rows(`SELECT ${world().database.dialect.nowMs} AS now`)
      expect(present(left.dueAt) - Number(now)).toBeLessThanOrEqual(15_000)
      expect(await casesOf(id)).toEqual([])

      await world().makeAllDue()
      await world().poll()
      expect((await order()).status).toBe('SUCCESSFUL')
      expect(await world().positions(msisdn)).toHaveLength(1)
    },
  )

  test('an answer that is recorded resets the count of consecutive failures', async () => {
    const { id, order } = await placed()
    await world().dispatch()
    await world().write('UPDATE payment_orders SET failures = 4 WHERE id = ?', id)
    await recordStatus(world().orders, world().call(), id, pending)
    expect((await order()).failures).toBe(0)
  })
})

describeEachDatabase('payouts with a time scale', (database) => {
  const world = worldFor(database, { scale: 25 })

  test('wait a time divided by the scale before they are sent again', async () => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '100000')
    world().clock.set('2026-06-01')
    const view = first(await world().positions(msisdn))
    const payout = await world().withdraw(msisdn, (await world().preview(msisdn, view.position.id)).reference)
    const refused = (reason: string): StatusResult => ({ state: 'FAILED', reason })
    const waits = async (attempt: number, reason: string) => {
      const order = first(
        await world().rows(
          'SELECT id FROM payment_orders WHERE payout_id = ? AND attempt = ?',
          payout.id,
          attempt,
        ),
      )
      await recordStatus(world().orders, world().call(), String(order['id']), refused(reason))
      const next = first(
        await world().rows(
          'SELECT due_at - created_at AS wait FROM payment_orders WHERE payout_id = ? AND attempt = ?',
          payout.id,
          attempt + 1,
        ),
      )
      return Math.round(Number(next['wait']) / 100) * 100
    }
    expect(await waits(1, 'INTERNAL_PROCESSING_ERROR')).toBe(2_400)
    expect(await waits(2, 'NOT_ENOUGH_FUNDS')).toBe(72_000)
  })
})
