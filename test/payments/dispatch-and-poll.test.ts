import { expect, test } from '@jest/globals'
import {
  dispatchOrders,
  instructionOf,
  pollOrders,
  type DriveDeps,
} from '../../src/bank/payments/drive/dispatch-and-poll.js'
import { createPollOnCallback } from '../../src/bank/payments/drive/poll-on-callback.js'
import type { SendResult, WalletProvider } from '../../src/bank/payments/port.js'
import { recordSend, recordStatus } from '../../src/bank/payments/drive/record-answer.js'
import { recordWaitAfterSend, recordWaitAfterStatus } from '../../src/bank/payments/drive/record-wait.js'
import { counted } from '../support/counted.js'
import { describeEachDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { declined, paid, pending, worldFor } from '../support/world.js'
import { present } from '../support/present.js'

const minute = 60_000
const lost = { outcome: 'UNKNOWN', detail: 'TIMEOUT' } as const

describeEachDatabase('a payment order', (database) => {
  const world = worldFor(database, { defaultStatus: pending })
  const { signal } = new AbortController()

  const placed = async (amount = '5000') => {
    const { msisdn } = await world().register()
    const { reference } = await world().quote(msisdn, amount)
    await world().confirm(msisdn, reference)
    const order = () => world().orderOf(present(reference))
    const { id } = await order()
    return { msisdn, id, order }
  }
  const collectCalls = (id: string) =>
    world().providers.real.calls.filter((call) => call.method === 'collect' && call.reference === id).length
  const statusCalls = (id: string) =>
    world().providers.real.calls.filter((call) => call.method === 'statusOf' && call.reference === id).length
  const reviews = (id: string) => world().rows('SELECT kind, status FROM review_cases WHERE order_id = ?', id)
  const journals = (id: string) => world().rows('SELECT id FROM journals WHERE reference LIKE ?', `%${id}`)
  const dispatch = async () => {
    await world().makeAllDue()
    await world().dispatch()
  }
  const poll = async () => {
    await world().makeAllDue()
    await world().poll()
  }
  const makeOlder = (id: string, ms: number) =>
    world().write(
      `UPDATE payment_orders SET created_at = created_at - ${ms}, sent_at = sent_at - ${ms} WHERE id = ?`,
      id,
    )

  test('is sent at once, counted before it is sent, polled after 5 s, and settled', async () => {
    const { id, order } = await placed()
    await world().dispatch()
    const sent = await order()
    expect(sent).toMatchObject({ status: 'SUBMITTED', sends: 1, polls: 1, settledAt: null })
    expect(sent.sentAt).toBeGreaterThanOrEqual(sent.createdAt)
    const wait = present(sent.dueAt) - present(sent.sentAt)
    expect(wait).toBeGreaterThanOrEqual(5000)
    expect(wait).toBeLessThan(8000)
    await world().poll()
    expect(statusCalls(id)).toBe(0)
    world().providers.real.settle(id, paid)
    await poll()
    expect(await order()).toMatchObject({ status: 'SUCCESSFUL', dueAt: null, providerTransactionId: 'T-1' })
    expect((await order()).settledAt).toBeGreaterThanOrEqual(present(sent.sentAt))
    expect([collectCalls(id), statusCalls(id)]).toEqual([1, 1])
  })

  test('takes three statements for a claim, one more for an answer that is not final, and 15 more for its settlement', async () => {
    const { id, order } = await placed()
    const { database: counting, statements } = counted(world().database)
    const deps: DriveDeps = { ...world().orders, database: counting }
    const claim = 3
    await dispatchOrders(deps, signal, 'REAL')
    expect(await order()).toMatchObject({ status: 'SUBMITTED', sends: 1, polls: 1, failureCode: null })
    expect(statements()).toBe(claim + 1)
    const asked = async () => {
      await world().makeAllDue()
      const before = statements()
      await pollOrders(deps, signal, 'REAL')
      return statements() - before - claim
    }
    expect(await asked()).toBe(1)
    expect(await order()).toMatchObject({ status: 'SUBMITTED', polls: 2, resumeAt: null })
    world().providers.real.settle(id, paid)
    expect(await asked()).toBe(15)
    expect((await order()).status).toBe('SUCCESSFUL')
  })

  test('that changed after its claim is not written from the facts of the claim', async () => {
    const { id, order } = await placed()
    await dispatch()
    const claimed = await order()
    const { orders } = world()
    const waits = () => recordWaitAfterStatus(orders, claimed, pending)
    for (const change of ['polls = polls + 1', 'resume_at = 5', `status = 'UNKNOWN'`, 'sends = sends + 1']) {
      await world().write(`UPDATE payment_orders SET ${change} WHERE id = ?`, id)
      expect([change, await waits()]).toEqual([change, false])
      const { polls, resumeAt, status, sends } = claimed
      const back = 'UPDATE payment_orders SET polls = ?, resume_at = ?, status = ?, sends = ? WHERE id = ?'
      await world().write(back, polls, resumeAt, status, sends, id)
    }
    expect(await recordWaitAfterStatus(orders, { ...claimed, polls: 32 }, pending)).toBe(false)
    expect(await recordWaitAfterStatus(orders, claimed, paid)).toBe(false)
    expect(await recordWaitAfterSend(orders, claimed, { outcome: 'NOT_SENT', reason: 'HTTP_403' })).toBe(
      false,
    )
    expect(await order()).toEqual(claimed)
    expect(await waits()).toBe(true)
    expect(await order()).toMatchObject({ polls: claimed.polls + 1, status: 'SUBMITTED' })
  })

  test('whose answer was lost is polled and settled, and is sent once', async () => {
    const { id, order } = await placed()
    world().providers.real.scriptSend(id, { ...lost, arrives: true })
    await dispatch()
    expect(await order()).toMatchObject({ status: 'UNKNOWN', providerReason: 'TIMEOUT', failureCode: null })
    world().providers.real.settle(id, paid)
    await poll()
    expect((await order()).status).toBe('SUCCESSFUL')
    expect(collectCalls(id)).toBe(1)
  })

  test('that the provider does not find is polled within the grace time, and then sent again under the same reference', async () => {
    const { id, order } = await placed()
    world().providers.real.scriptSend(id, lost)
    await dispatch()
    await poll()
    expect(await order()).toMatchObject({ status: 'UNKNOWN', sends: 1 })
    await dispatch()
    expect(collectCalls(id)).toBe(1)
    await makeOlder(id, minute)
    await poll()
    expect(await order()).toMatchObject({ status: 'CREATED', sends: 1, sentAt: null })
    world().providers.real.settle(id, paid)
    await world().driveOrders()
    expect((await order()).status).toBe('SUCCESSFUL')
    expect(collectCalls(id)).toBe(2)
    expect(await journals(id)).toHaveLength(1)
  })

  test('that was accepted and then not found is not ended by a later refusal', async () => {
    const { id, order } = await placed()
    await dispatch()
    expect((await order()).status).toBe('SUBMITTED')
    await makeOlder(id, minute)
    world().providers.real.scriptStatus(id, { state: 'NOT_FOUND' })
    await poll()
    expect(await order()).toMatchObject({ status: 'CREATED', sends: 1 })
    world().providers.real.scriptSend(id, { outcome: 'REFUSED', reason: 'HTTP_400' })
    await dispatch()
    expect(await order()).toMatchObject({ status: 'UNKNOWN', failureCode: null })
    world().providers.real.settle(id, paid)
    await world().driveOrders()
    expect((await order()).status).toBe('SUCCESSFUL')
  })

  test('that cannot have arrived is ended by a refusal', async () => {
    const { id, order } = await placed()
    world().providers.real.scriptSend(id, { outcome: 'REFUSED', reason: 'INVALID_CURRENCY' })
    await dispatch()
    expect(await order()).toMatchObject({ status: 'FAILED', failureCode: 'PROVIDER_ERROR', dueAt: null })
    expect(world().alarms.map(({ facts }) => facts)).toContainEqual({ order: id, reason: 'INVALID_CURRENCY' })
  })

  test('that was sent before, without an answer, is not ended by a refusal, only by its status', async () => {
    const { id, order } = await placed()
    // A worker sent the order and died before it stored the answer.
    world().providers.real.scriptSend(id, { ...lost, arrives: true })
    await world().providers.real.collect(instructionOf(await order()))
    await world().write(`UPDATE payment_orders SET sends = 1, sent_at = created_at WHERE id = ?`, id)
    world().providers.real.scriptSend(id, { outcome: 'REFUSED', reason: 'HTTP_400' })
    await dispatch()
    expect(await order()).toMatchObject({ status: 'UNKNOWN', sends: 2, failureCode: null })
    world().providers.real.settle(id, paid)
    await poll()
    expect((await order()).status).toBe('SUCCESSFUL')
  })

  test('that cannot be sent raises an alarm, and is given up after a quarter of an hour', async () => {
    const { id, order } = await placed()
    const down: SendResult = { outcome: 'NOT_SENT', reason: 'ECONNREFUSED' }
    world().providers.real.scriptSend(id, down, down, down)
    await dispatch()
    await dispatch()
    expect(await order()).toMatchObject({
      status: 'CREATED',
      sends: 0,
      sentAt: null,
      providerReason: 'ECONNREFUSED',
    })
    await makeOlder(id, 15 * minute)
    await dispatch()
    expect(await order()).toMatchObject({ status: 'FAILED', failureCode: 'PROVIDER_ERROR' })
    expect(world().alarms.map(({ facts }) => facts)).toContainEqual({ order: id, reason: 'ECONNREFUSED' })
    expect(await journals(id)).toEqual([])
  })

  test('that could not be sent at first is sent and settled, and keeps no reason of the failure', async () => {
    const { id, order } = await placed()
    world().providers.real.scriptSend(id, { outcome: 'NOT_SENT', reason: 'HTTP_401' })
    world().providers.real.settle(id, paid)
    await world().driveOrders()
    expect(await order()).toMatchObject({ status: 'SUCCESSFUL', sends: 1, providerReason: null })
  })

  test('whose ladder is used up goes to review, still counts against the room, and is booked if it succeeds later', async () => {
    const { msisdn, id, order } = await placed('1500000')
    await dispatch()
    for (let rung = 0; rung < 33 && (await order()).status !== 'UNDER_REVIEW'; rung++) await poll()
    expect(await order()).toMatchObject({ status: 'UNDER_REVIEW', failureCode: null })
    expect(statusCalls(id)).toBe(32)
    expect(await reviews(id)).toEqual([{ kind: 'NO_ANSWER', status: 'OPEN' }])
    await poll()
    expect(await reviews(id)).toHaveLength(1)
    expect(await world().quote(msisdn, '1000')).toMatchObject({ limits: { room: 500_000n } })
    world().providers.real.settle(id, paid)
    await poll()
    expect((await order()).status).toBe('SUCCESSFUL')
    expect(await world().positions(msisdn)).toHaveLength(1)
  })

  test.each([
    [paid, declined, 'SUCCESSFUL', 'ours SUCCESSFUL, provider FAILED'],
    [declined, paid, 'FAILED', 'ours FAILED, provider SUCCESSFUL'],
  ] as const)(
    'reported as %j and then as %j opens one review case, and moves no money',
    async (first, then, status, detail) => {
      const { id, order } = await placed()
      await dispatch()
      world().providers.real.settle(id, first)
      await poll()
      const before = [await order(), await journals(id)]
      for (const answer of [then, then, first, pending])
        await recordStatus(world().orders, world().call(), id, answer)
      expect([await order(), await journals(id)]).toEqual(before)
      expect((await order()).status).toBe(status)
      expect(await world().rows('SELECT kind, detail FROM review_cases WHERE order_id = ?', id)).toEqual([
        { kind: 'CONTRADICTION', detail },
      ])
    },
  )

  test('is settled once by polls, repeated statuses and late answers to its send at the same instant', async () => {
    const { msisdn, id } = await placed()
    await dispatch()
    world().providers.real.settle(id, paid)
    await world().makeAllDue()
    const call = world().call()
    await Promise.all([
      world().poll(),
      world().poll(),
      recordStatus(world().orders, call, id, paid),
      recordStatus(world().orders, call, id, paid),
      recordSend(world().orders, call, id, { outcome: 'ACCEPTED' }),
      recordSend(world().orders, call, id, lost),
    ])
    await poll()
    expect(await journals(id)).toHaveLength(1)
    expect(await world().positions(msisdn)).toHaveLength(1)
    expect(await reviews(id)).toEqual([])
  })

  test('that has ended is not changed by a late answer to its send', async () => {
    const { id, order } = await placed()
    await dispatch()
    world().providers.real.settle(id, paid)
    await poll()
    const before = await order()
    for (const result of [{ outcome: 'REFUSED', reason: 'late' }, lost, { outcome: 'ACCEPTED' }] as const) {
      await recordSend(world().orders, world().call(), id, result)
    }
    expect(await order()).toEqual(before)
  })

  test('is sent once by four concurrent workers, for each of forty orders', async () => {
    const orders = await Promise.all(Array.from({ length: 40 }, () => placed()))
    await Promise.all([1, 2, 3, 4].map(() => world().dispatch()))
    expect(orders.map(({ id }) => collectCalls(id))).toEqual(orders.map(() => 1))
    expect(new Set(await Promise.all(orders.map(async ({ order }) => (await order()).status)))).toEqual(
      new Set(['SUBMITTED']),
    )
  })

  test('whose worker died is sent again after the lease, and settled once', async () => {
    const { msisdn, id, order } = await placed()
    let answer: (result: SendResult) => void = () => undefined
    const dying = {
      ...world().providers.real,
      collect: () => new Promise<SendResult>((resolve) => (answer = resolve)),
    }
    const worker: DriveDeps = { ...world().orders, providers: { ...world().providers, real: dying } }
    const stuck = dispatchOrders(worker, signal)
    await eventually('it is being sent', async () => (await order()).sends > 0)
    const claimed = await order()
    expect(claimed).toMatchObject({ status: 'CREATED', sends: 1 })
    expect(present(claimed.dueAt) - present(claimed.sentAt)).toBe(15_000)
    await world().dispatch()
    expect(collectCalls(id)).toBe(0)

    world().providers.real.settle(id, paid)
    await world().driveOrders()
    expect(await order()).toMatchObject({ status: 'SUCCESSFUL', sends: 2 })
    answer({ outcome: 'REFUSED', reason: 'late' })
    await stuck
    expect((await order()).status).toBe('SUCCESSFUL')
    expect(collectCalls(id)).toBe(1)
    expect(await world().positions(msisdn)).toHaveLength(1)
  })

  test('for which the adapter throws waits until its lease ends, and delays no other', async () => {
    const [broken, sound] = [await placed(), await placed()]
    const { real } = world().providers
    const throwing: WalletProvider = {
      ...real,
      collect: async (instruction) => {
        if (instruction.reference === broken.id) throw new Error('a bug')
        return real.collect(instruction)
      },
    }
    await world().makeAllDue()
    await dispatchOrders({ ...world().orders, providers: { ...world().providers, real: throwing } }, signal)
    expect(await broken.order()).toMatchObject({ status: 'CREATED', sends: 1 })
    expect((await sound.order()).status).toBe('SUBMITTED')
    expect(world().alarms.map(({ message }) => message)).toContain(
      'an order could not be processed; it is claimed again when its lease ends',
    )
    world().providers.real.settle(broken.id, paid)
    await world().driveOrders()
    expect((await broken.order()).status).toBe('SUCCESSFUL')
  })

  test('is not claimed by an aborted tick', async () => {
    const { id, order } = await placed()
    await dispatchOrders(world().orders, AbortSignal.abort())
    expect((await order()).sends).toBe(0)
    expect(collectCalls(id)).toBe(0)
  })

  test('is not looked up for a callback that comes while four others are being processed, nor for a repeated one', async () => {
    const asked: string[] = []
    const { read } = world().database
    const database = {
      ...world().database,
      read: {
        ...read,
        all: async (statement: string, parameters?: readonly unknown[]) => {
          asked.push(String(parameters?.[0]))
          return read.all(statement, parameters)
        },
      },
    }
    const notices: Record<string, number> = {}
    const onNotice = (outcome: string) => void (notices[outcome] = (notices[outcome] ?? 0) + 1)
    const callBack = createPollOnCallback({ database, onNotice }, () => undefined)
    await Promise.all(Array.from({ length: 100 }, (_, i) => callBack(`stranger-${i}`)))
    expect(asked).toHaveLength(4)
    await Promise.all(Array.from({ length: 50 }, () => callBack('stranger-99')))
    expect(asked).toHaveLength(5)
    expect(notices).toEqual({ DROPPED: 96, UNKNOWN: 5, REPEATED: 49 })
  })

  test('is polled early because of a callback if it is sent and open, at most once in ten seconds', async () => {
    let due = 0
    let asked = 0
    const onNotice = (outcome: string) => void (asked += outcome === 'ASKED' ? 1 : 0)
    const callBack = createPollOnCallback(
      { database: world().database, now: world().clock.now, onNotice },
      () => void due++,
    )
    const { id, order } = await placed()
    await callBack(id)
    expect(due).toBe(0)
    await dispatch()
    const scheduled = present((await order()).dueAt)
    world().clock.advance(10_000)
    await callBack(id)
    await callBack(id)
    expect(due).toBe(1)
    expect((await order()).dueAt).toBeLessThan(scheduled)
    world().clock.advance(10_000)
    await callBack(id)
    expect(due).toBe(2)
    await callBack('00000000-0000-4000-8000-000000000000')
    await callBack('')
    world().providers.real.settle(id, declined)
    await poll()
    world().clock.advance(10_000)
    const ended = await order()
    await callBack(id)
    expect([due, asked, await order()]).toEqual([2, 2, ended])
  })
})
