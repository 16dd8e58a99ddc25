import { expect, test } from '@jest/globals'
import { compareOrders } from '../../src/bank/payments/drive/compare-orders.js'
import type { StatusResult, WalletProvider } from '../../src/bank/payments/port.js'
import { recordStatus } from '../../src/bank/payments/drive/record-answer.js'
import { confirmResolution, proposeResolution } from '../support/resolutions.js'
import type { ResolutionOutcome } from '../../src/bank/payments/review.rules.js'
import type { Role } from '../../src/kernel/call.js'
import { describeEachDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { declined, newWorldFor, paid, pending, type World } from '../support/world.js'
import { at, present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const neverAborted = (): AbortSignal => new AbortController().signal

describeEachDatabase('the daily comparison with the provider', (database) => {
  let world: World
  newWorldFor(database, (opened) => {
    world = opened
  })

  const ended = async (status: StatusResult = paid, clockId: string | null = null) => {
    const { msisdn } = await world.register({ clockId })
    for (const provider of Object.values(world.providers)) provider.settle(msisdn, status)
    const { reference } = await world.deposit(msisdn, '5000')
    return (await world.orderOf(reference)).id
  }
  /**
   * Moves the end of an order an hour back. The next day's comparison polls again the orders that ended within ten minutes of the start
   * of their own day's comparison; after the move it leaves this order out.
   */
  const endEarlier = (id: string) =>
    world.write('UPDATE payment_orders SET settled_at = settled_at - 3600000 WHERE id = ?', id)
  const compare = () => compareOrders(world.orders, neverAborted())
  const days = async () =>
    (await world.rows('SELECT * FROM order_comparisons ORDER BY day')).map((row) => ({
      day: row['day'],
      compared: Number(row['compared']),
      differences: Number(row['differences']),
      finished: row['finished_at'] !== null,
    }))
  const cases = async () =>
    (
      await world.rows(
        'SELECT order_id, detail FROM review_cases WHERE kind = ? ORDER BY detail',
        'CONTRADICTION',
      )
    ).map((row) => [row['order_id'], row['detail']])
  const notComparedCases = (id: string) =>
    world.rows(
      `SELECT detail, status, confirmed_by FROM review_cases WHERE order_id = ? AND kind = 'NOT_COMPARED'`,
      id,
    )
  const pollCount = () => world.providers.real.calls.filter(({ method }) => method === 'statusOf').length
  const failPolls = (id: string, times: number) =>
    world.providers.real.scriptStatus(
      id,
      ...Array.from({ length: times }, () => ({ state: 'UNKNOWN', detail: 'HTTP_503' }) as const),
    )

  test('polls every order that ended yesterday, and opens no case if all agree', async () => {
    await ended(paid)
    await ended(declined)
    const before = pollCount()
    world.clock.set('2026-03-02')
    await compare()
    expect(pollCount()).toBe(before + 2)
    expect(await days()).toEqual([{ day: '2026-03-01', compared: 2, differences: 0, finished: true }])
    expect(await cases()).toEqual([])
  })

  test('opens a review case for each difference, and moves no money', async () => {
    const orders = [
      await ended(paid),
      await ended(declined),
      await ended(paid),
      await ended(paid),
      await ended(paid),
    ]
    const [reversed, paidLate, gone, other, sound] = shaped(
      z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()]),
      orders,
    )
    const journals = await world.rows('SELECT * FROM journals ORDER BY id')
    const ordersBefore = await world.rows('SELECT * FROM payment_orders ORDER BY id')
    world.providers.real.scriptStatus(reversed, declined)
    world.providers.real.scriptStatus(paidLate, paid)
    world.providers.real.scriptStatus(gone, { state: 'NOT_FOUND' })
    world.providers.real.scriptStatus(other, { state: 'UNKNOWN', detail: 'OTHER_AMOUNT' })
    world.clock.set('2026-03-02')
    await compare()
    expect(await days()).toEqual([{ day: '2026-03-01', compared: 5, differences: 4, finished: true }])
    expect(await cases()).toEqual([
      [paidLate, 'ours FAILED, provider SUCCESSFUL'],
      [reversed, 'ours SUCCESSFUL, provider FAILED'],
      [gone, 'ours SUCCESSFUL, provider NOT_FOUND'],
      [other, 'ours SUCCESSFUL, provider OTHER_AMOUNT'],
    ])
    expect((await cases()).map(([id]) => id)).not.toContain(sound)
    expect(await world.rows('SELECT * FROM journals ORDER BY id')).toEqual(journals)
    expect(await world.rows('SELECT * FROM payment_orders ORDER BY id')).toEqual(ordersBefore)
  })

  test('compares a day once, also with concurrent workers and repeated runs', async () => {
    const id = await ended(paid)
    world.providers.real.settle(id, declined)
    world.clock.set('2026-03-02')
    await Promise.all([compare(), compare(), compare()])
    await compare()
    expect(await days()).toEqual([{ day: '2026-03-01', compared: 1, differences: 1, finished: true }])
    expect(await cases()).toHaveLength(1)
    const before = pollCount()
    await compare()
    expect(pollCount()).toBe(before)
  })

  test('polls the other orders while one gets no answer', async () => {
    for (let i = 0; i < 33; i++) await ended(paid)
    const ids = (await world.rows('SELECT id FROM payment_orders ORDER BY id')).map(({ id }) => String(id))
    world.clock.set('2026-03-02')
    const { real } = world.providers
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const others = new Set<string>()
    const slow: WalletProvider = {
      ...real,
      statusOf: async (order) => {
        if (order.reference === ids[0]) await answered
        else others.add(order.reference)
        return real.statusOf(order)
      },
    }
    const late = compareOrders(
      { ...world.orders, providers: { ...world.providers, real: slow } },
      neverAborted(),
    )
    await eventually('all others are polled', () => others.size === 32)
    expect(await days()).toMatchObject([{ compared: 0, finished: false }])
    answer()
    await late
    expect(await days()).toEqual([{ day: '2026-03-01', compared: 33, differences: 0, finished: true }])
  })

  test('does not let a worker that another one has overtaken set back the progress of the day', async () => {
    for (let i = 0; i < 17; i++) await ended(paid)
    world.clock.set('2026-03-02')
    let answer: () => void = () => undefined
    const overtaken = new Promise<void>((resolve) => (answer = resolve))
    const { real } = world.providers
    const slow: WalletProvider = { ...real, statusOf: (order) => overtaken.then(() => real.statusOf(order)) }
    const late = compareOrders(
      { ...world.orders, providers: { ...world.providers, real: slow } },
      neverAborted(),
    )
    await compare()
    const done = await days()
    expect(done).toEqual([{ day: '2026-03-01', compared: 17, differences: 0, finished: true }])
    answer()
    await late
    expect(await days()).toEqual(done)
  })

  test('leaves a day unfinished while the provider does not answer, and continues where it stopped', async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, () => ended(paid)))
    // The twenty deposits above are dispatched and polled at the same time, and can skip each other's orders: this ends the rest.
    await world.driveOrders()
    for (const last of orders.toSorted().slice(16)) failPolls(last, 2)
    world.clock.set('2026-03-02')
    const before = pollCount()
    await compare()
    expect(await days()).toEqual([{ day: '2026-03-01', compared: 16, differences: 0, finished: false }])
    await compare()
    expect(await days()).toEqual([{ day: '2026-03-01', compared: 16, differences: 0, finished: false }])
    await compare()
    expect(await days()).toEqual([{ day: '2026-03-01', compared: 20, differences: 0, finished: true }])
    expect(pollCount()).toBe(before + 16 + 3 * 4)
  })

  test('opens a case for a single order without an answer, and finishes the day', async () => {
    const mute = await ended(paid)
    const reversed = await ended(paid)
    failPolls(mute, 1)
    world.providers.real.settle(reversed, declined)
    world.clock.set('2026-03-02')
    await compare()
    expect(await days()).toEqual([{ day: '2026-03-01', compared: 2, differences: 1, finished: true }])
    expect(await cases()).toHaveLength(1)
    const unanswered = await world.rows(`SELECT order_id FROM review_cases WHERE kind = 'NOT_COMPARED'`)
    expect(unanswered).toMatchObject([{ order_id: mute }])
  })

  /** An order that we gave up after a quarter of an hour of refused sends, though the provider took one of them. */
  const givenUp = async () => {
    const { msisdn } = await world.register()
    const { reference } = await world.quote(msisdn, '5000')
    await world.confirm(msisdn, reference)
    const { id } = await world.orderOf(present(reference))
    await world.write('UPDATE payment_orders SET created_at = created_at - 900000 WHERE id = ?', id)
    world.providers.real.scriptSend(id, { outcome: 'NOT_SENT', reason: 'HTTP_429', arrives: true })
    await world.dispatch()
    expect(await world.orderOf(present(reference))).toMatchObject({ status: 'FAILED' })
    return id
  }
  /** An order that failed here, and is pending at the provider when its day is compared. */
  const stillPending = async (end: () => Promise<string> = () => ended(declined)) => {
    const id = await end()
    await endEarlier(id)
    world.providers.real.settle(id, pending)
    world.clock.set('2026-03-02')
    await compare()
    return id
  }

  /** Two people decide how the order ended, in its open case. */
  const decide = async (id: string, outcome: ResolutionOutcome) => {
    const open = at(
      await world.rows(`SELECT id FROM review_cases WHERE order_id = ? AND status = 'OPEN'`, id),
      0,
    )
    const deps = { database: world.database, recordDeps: world.orders, onOrder: () => undefined }
    const by = (name: string, role: Role) => world.call({ actor: { name, roles: new Set([role]) } })
    const { proposalId } = await proposeResolution(deps, by('Awa Ngo', 'BACK_OFFICE'), {
      caseId: String(open['id']),
      outcome,
      reason: null,
      evidence: 'ticket 4711',
    })
    await confirmResolution(deps, by('Paul Essomba', 'APPROVER'), present(proposalId))
  }

  test.each([
    ['that the provider reported as failed', () => ended(declined)],
    ['that was never sent successfully and given up', () => givenUp()],
  ])(
    'polls an order %s every day while the provider has it pending, since its money may still move',
    async (_, end) => {
      const id = await stillPending(end)
      const open = { detail: 'ours FAILED, provider PENDING', status: 'OPEN', confirmed_by: null }
      expect(await notComparedCases(id)).toEqual([open])
      expect(await days()).toEqual([{ day: '2026-03-01', compared: 1, differences: 0, finished: true }])
      const before = pollCount()
      await compare()
      expect(pollCount()).toBe(before)
      world.clock.set('2026-03-03')
      await compare()
      await compare()
      expect(pollCount()).toBe(before + 1)
      expect(await notComparedCases(id)).toEqual([open])
      expect(await cases()).toEqual([])

      world.providers.real.settle(id, paid)
      world.clock.set('2026-03-04')
      await compare()
      expect(await cases()).toEqual([[id, 'ours FAILED, provider SUCCESSFUL']])
      expect(await notComparedCases(id)).toEqual([{ ...open, status: 'RESOLVED' }])
      world.clock.set('2026-03-05')
      await compare()
      expect(pollCount()).toBe(before + 2)

      expect(await world.rows('SELECT id FROM deposits')).toEqual([])
      await decide(id, 'ORDER_SUCCEEDED')
      expect(await world.rows('SELECT id FROM deposits')).toEqual([{ id }])
    },
  )

  test('stops polling an order that the provider then reports as we booked it, and closes its case', async () => {
    const id = await stillPending()
    world.providers.real.settle(id, declined)
    world.clock.set('2026-03-03')
    await compare()
    expect(await notComparedCases(id)).toMatchObject([{ status: 'RESOLVED', confirmed_by: null }])
    const before = pollCount()
    world.clock.set('2026-03-04')
    await compare()
    expect(pollCount()).toBe(before)
    expect(await cases()).toEqual([])
  })

  test('keeps a failed transfer from being sent again while the provider has it pending', async () => {
    const { msisdn } = await world.register()
    const { real } = world.providers
    real.settle(msisdn, paid)
    await world.deposit(msisdn, '100000')
    world.clock.set('2026-06-01')
    await compare()
    real.settle(msisdn, pending)
    const view = at(await world.positions(msisdn), 0)
    const payout = await world.withdraw(msisdn, (await world.preview(msisdn, view.position.id)).reference)
    await world.dispatch()
    const first = at(await world.rows('SELECT id FROM payment_orders WHERE payout_id = ?', payout.id), 0)
    const id = String(first['id'])
    const refused: StatusResult = { state: 'FAILED', reason: 'NOT_ENOUGH_FUNDS' }
    await recordStatus(world.orders, world.call(), id, refused)
    await endEarlier(id)
    const sent = () => real.calls.filter(({ method }) => method === 'payOut').length
    world.clock.set('2026-06-02')
    await compare()
    expect(await notComparedCases(id)).toMatchObject([{ status: 'OPEN' }])
    await world.makeAllDue()
    await world.dispatch()
    expect(sent()).toBe(1)
    real.settle(id, refused)
    world.clock.set('2026-06-03')
    await compare()
    await world.dispatch()
    expect(sent()).toBe(2)
  })

  test('stops polling an order that two people have decided', async () => {
    const id = await stillPending()
    await decide(id, 'NOTHING')
    const before = pollCount()
    world.clock.set('2026-03-03')
    await compare()
    expect(pollCount()).toBe(before)
    expect(await notComparedCases(id)).toMatchObject([{ status: 'RESOLVED', confirmed_by: 'Paul Essomba' }])
  })

  test('keeps a decision that is made during a poll', async () => {
    const id = await stillPending()
    const { real } = world.providers
    const slow: WalletProvider = {
      ...real,
      statusOf: async (order) => {
        await decide(id, 'NOTHING')
        return real.statusOf(order)
      },
    }
    world.clock.set('2026-03-03')
    await compareOrders({ ...world.orders, providers: { ...world.providers, real: slow } }, neverAborted())
    expect(await notComparedCases(id)).toMatchObject([{ status: 'RESOLVED', confirmed_by: 'Paul Essomba' }])
  })

  test('polls orders without a final answer once a day, in addition to those of the day', async () => {
    const old = await Promise.all(Array.from({ length: 20 }, () => ended(declined)))
    await world.driveOrders()
    for (const id of old) {
      await endEarlier(id)
      world.providers.real.settle(id, pending)
    }
    world.clock.set('2026-03-02')
    for (let i = 0; i < 3; i++) await endEarlier(await ended(paid))
    await compare()
    const before = pollCount()
    world.clock.set('2026-03-03')
    await compare()
    expect(pollCount()).toBe(before + 23)
    expect((await days()).map(({ compared, finished }) => [compared, finished])).toEqual([
      [20, true],
      [23, true],
    ])
    expect(await world.rows(`SELECT id FROM review_cases WHERE kind = 'NOT_COMPARED'`)).toHaveLength(20)
  })

  test('finishes later days though a single order has no answer', async () => {
    const mute = await ended(paid)
    const sound = await ended(paid)
    await endEarlier(mute)
    await endEarlier(sound)
    failPolls(mute, 2)
    world.clock.set('2026-03-02')
    await compare()
    world.clock.set('2026-03-03')
    await compare()
    expect(await days()).toMatchObject([
      { finished: true },
      { day: '2026-03-02', compared: 1, finished: true },
    ])
    expect(await notComparedCases(mute)).toMatchObject([{ status: 'OPEN' }])
    world.clock.set('2026-03-04')
    await compare()
    expect(await notComparedCases(mute)).toMatchObject([{ status: 'RESOLVED' }])
  })

  test('waits at most a day for a provider that does not answer', async () => {
    const mute = await ended(paid)
    failPolls(mute, 2)
    world.clock.set('2026-03-02')
    await compare()
    expect(await days()).toMatchObject([{ day: '2026-03-01', finished: false }])
    world.clock.set('2026-03-03')
    await compare()
    expect(await days()).toMatchObject([
      { day: '2026-03-01', finished: true },
      { day: '2026-03-02', finished: true },
    ])
  })

  test('polls with the next day an order that settled during the comparison of its own day', async () => {
    const early = await ended(paid)
    world.clock.set('2026-03-02')
    await compare()
    // The settlement of the second order takes its date before midnight, and commits after the comparison has passed the id of that order.
    world.clock.set('2026-03-01T22:59:59Z')
    const late = await ended(paid)
    await endEarlier(early)
    world.providers.real.settle(late, declined)
    world.clock.set('2026-03-03')
    await compare()
    expect(await cases()).toEqual([[late, 'ours SUCCESSFUL, provider FAILED']])
    expect((await days()).map(({ compared, differences }) => [compared, differences])).toEqual([
      [1, 0],
      [1, 1],
    ])
  })

  test('catches up missed days, oldest first', async () => {
    await endEarlier(await ended(paid))
    world.clock.set('2026-03-02')
    await compare()
    await endEarlier(await ended(paid))
    world.clock.set('2026-03-04')
    await endEarlier(await ended(paid))
    world.clock.set('2026-03-05')
    await compare()
    expect((await days()).map(({ day, compared, finished }) => [day, compared, finished])).toEqual([
      ['2026-03-01', 1, true],
      ['2026-03-02', 1, true],
      ['2026-03-03', 0, true],
      ['2026-03-04', 1, true],
    ])
  })

  test('begins with the day before its first run, and catches up more than a month over several runs', async () => {
    world.clock.set('2026-05-01')
    await compare()
    expect(await days()).toMatchObject([{ day: '2026-04-30' }])
    world.clock.set('2026-07-15')
    await compare()
    const all = await days()
    expect(all).toHaveLength(76)
    expect(all.every(({ finished }) => finished)).toBe(true)
    expect(all.at(-1)).toMatchObject({ day: '2026-07-14' })
  })

  test('does not poll orders of today, of a test clock, or that are open, and polls one that was given up after a failed send', async () => {
    const clock = await world.newClock('2026-03-01')
    await ended(paid, clock.id)
    await ended(pending)
    const { msisdn } = await world.register()
    const { reference } = await world.quote(msisdn, '5000')
    await world.confirm(msisdn, reference)
    await world.write(
      `UPDATE payment_orders SET created_at = created_at - 900000 WHERE quote_reference = ?`,
      reference,
    )
    world.providers.real.scriptSend(msisdn, { outcome: 'NOT_SENT', reason: 'ECONNREFUSED' })
    await world.dispatch()
    const givenUpOrder = await world.orderOf(present(reference))
    expect(givenUpOrder).toMatchObject({ status: 'FAILED' })
    world.clock.set('2026-03-02')
    await ended(paid)
    const calls = () => [...world.providers.real.calls, ...world.providers.test.calls]
    const before = new Set(calls())
    await compare()
    expect(calls().filter((call) => !before.has(call))).toMatchObject([
      { method: 'statusOf', reference: givenUpOrder.id },
    ])
    expect(await days()).toMatchObject([{ day: '2026-03-01', differences: 0, finished: true }])
    expect(await cases()).toEqual([])
  })
})
