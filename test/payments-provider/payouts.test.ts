import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { compareOrders } from '../../src/bank/payments/drive/compare-orders.js'
import {
  dispatchOrders,
  pollOrders,
  type DriveDeps,
} from '../../src/bank/payments/drive/dispatch-and-poll.js'
import type { Emulator } from '../../src/bank/payments/emulator/server.js'
import type { Payout } from '../../src/bank/savings/records/payout.entity.js'
import { systemClock } from '../../src/kernel/clock.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { describeEachDatabase, type TestDatabase } from '../support/services.js'
import { firstDay, worldFor, type WorldOptions } from '../support/world.js'
import { ordersAt, providerAt, setOutcome, startEmulator } from './support.js'
import { at, firstOf, last, present } from '../support/present.js'
import { msisdnOf } from '../support/typed.js'

const { signal } = new AbortController()
let numbers = 0

/** A world whose payouts go through the real adapter to the real emulator; deposits use the provider in memory. */
const payoutsOf = (database: TestDatabase, options?: WorldOptions) => {
  const world = worldFor(database, options)
  let emulator: Emulator
  let deps: DriveDeps
  beforeAll(async () => {
    emulator = await startEmulator(systemClock, { delayMs: 0 })
    const real = providerAt(emulator.url, systemClock)
    deps = { ...world().orders, providers: { ...world().providers, real } }
  })
  afterAll(() => emulator.close())

  /** A customer with a matured position, whose number ends in these digits. */
  const saver = async (ending: string) => {
    const msisdn = msisdnOf(`237671${String(++numbers).padStart(3, '0')}${ending}`)
    world().clock.set(firstDay)
    await world().register({ msisdn })
    await world().deposit(msisdn, '100000')
    world().clock.set('2026-06-01')
    const view = at(await world().positions(msisdn), 0)
    return { msisdn, positionId: view.position.id }
  }
  const withdraw = async ({ msisdn, positionId }: { msisdn: Msisdn; positionId: string }) => {
    const { reference } = await world().preview(msisdn, positionId)
    return world().withdraw(msisdn, reference)
  }
  const withdrawn = async (ending: string) => {
    const saved = await saver(ending)
    return { ...saved, payout: await withdraw(saved) }
  }
  /** Dispatches and polls all orders once in each round, as the jobs do. */
  const drive = async (rounds = 1) => {
    for (let round = 0; round < rounds; round++) {
      await world().makeAllDue()
      await dispatchOrders(deps, signal, 'REAL')
      await world().makeAllDue()
      await pollOrders(deps, signal, 'REAL')
    }
  }
  const statusesOf = async ({ id, positionId }: Pick<Payout, 'id' | 'positionId'>) => {
    const payout = at(await world().rows('SELECT status FROM payouts WHERE id = ?', id), 0)
    const position = at(await world().rows('SELECT status FROM positions WHERE id = ?', positionId), 0)
    return [payout['status'], position['status']]
  }
  const transfersOf = ({ id }: Pick<Payout, 'id'>) =>
    world().rows('SELECT * FROM payment_orders WHERE payout_id = ? ORDER BY part, attempt', id)
  /** The orders for this number that the emulator has accepted. */
  const takenFor = async (msisdn: Msisdn) =>
    (await ordersAt(emulator.url, `?msisdn=${msisdn}`)).filter(({ accepted }) => accepted)
  const ledgerOf = async (msisdn: Msisdn) =>
    (
      await world().rows(
        `SELECT account, dimension, SUM(amount) AS amount FROM postings
         JOIN journals ON journals.id = journal_id JOIN customers ON customers.id = journals.customer_id
         WHERE msisdn = ? GROUP BY account, dimension HAVING SUM(amount) <> 0 ORDER BY account, dimension`,
        msisdn,
      )
    ).map(({ account, amount }) => [account, Number(amount)])
  const casesOf = (msisdn: Msisdn) =>
    world().rows(
      `SELECT kind, review_cases.status FROM review_cases
       JOIN customers ON customers.id = review_cases.customer_id WHERE msisdn = ? ORDER BY review_cases.id`,
      msisdn,
    )
  const setOutcomeOf = (reference: unknown, outcome: object) =>
    setOutcome(emulator.url, String(reference), outcome)
  const makeOlder = (ms: number) =>
    world().write(`UPDATE payment_orders SET sent_at = sent_at - ${ms} WHERE sent_at IS NOT NULL`)
  return {
    world,
    deps: () => deps,
    saver,
    withdraw,
    withdrawn,
    drive,
    statusesOf,
    transfersOf,
    takenFor,
    ledgerOf,
    casesOf,
    setOutcomeOf,
    makeOlder,
  }
}

describeEachDatabase('a payout through the emulator', (database) => {
  const {
    world,
    deps,
    saver,
    withdraw,
    withdrawn,
    drive,
    statusesOf,
    transfersOf,
    takenFor,
    ledgerOf,
    casesOf,
    setOutcomeOf,
    makeOlder,
  } = payoutsOf(database)

  test('is paid with one transfer', async () => {
    const { msisdn, payout } = await withdrawn('010')
    await drive()
    expect(await statusesOf(payout)).toEqual(['PAID', 'CLOSED'])
    expect(await takenFor(msisdn)).toMatchObject([{ amount: '101134', status: 'SUCCESSFUL', sends: 1 }])
  })

  test('is given back if the payee is refused, and the position is as before', async () => {
    const saved = await saver('457')
    const [before] = await world().positions(saved.msisdn)
    const ledger = await ledgerOf(saved.msisdn)
    const payout = await withdraw(saved)
    expect(await ledgerOf(saved.msisdn)).not.toEqual(ledger)
    await drive()
    expect(await statusesOf(payout)).toEqual(['FAILED', 'OPEN'])
    expect(await ledgerOf(saved.msisdn)).toEqual(ledger)
    expect(await world().positions(saved.msisdn)).toEqual([before])
    expect(await casesOf(saved.msisdn)).toEqual([])
    await drive(2)
    expect(await takenFor(saved.msisdn)).toHaveLength(1)
  })

  test.each(['455', '456'])(
    'that our own account cannot pay (%s) raises alarms and is tried again under new references until it is paid',
    async (ending) => {
      const { msisdn, payout } = await withdrawn(ending)
      const alarms = world().alarms.length
      await drive(3)
      expect(await statusesOf(payout)).toEqual(['PROCESSING', 'PAYING_OUT'])
      expect(
        world()
          .alarms.slice(alarms)
          .map(({ message }) => message),
      ).toEqual(Array.from({ length: 3 }, () => 'the wallet provider needs attention'))
      await world().makeAllDue()
      await dispatchOrders(deps(), signal, 'REAL')
      const latest = last(await transfersOf(payout))
      await setOutcomeOf(latest['id'], { status: 'SUCCESSFUL' })
      await drive()
      expect(await statusesOf(payout)).toEqual(['PAID', 'CLOSED'])
      const taken = await takenFor(msisdn)
      expect(taken.filter(({ status }) => status === 'SUCCESSFUL')).toHaveLength(1)
      expect(new Set(taken.map(({ reference }) => reference)).size).toBe(4)
      expect(await casesOf(msisdn)).toEqual([])
    },
  )

  test('with an unknown outcome waits for the outcome, and is sent once', async () => {
    const { msisdn, payout } = await withdrawn('453')
    await drive(40)
    expect(await statusesOf(payout)).toEqual(['UNDER_REVIEW', 'PAYING_OUT'])
    expect(await casesOf(msisdn)).toEqual([{ kind: 'NO_ANSWER', status: 'OPEN' }])
    const transfer = at(await transfersOf(payout), 0)
    await setOutcomeOf(transfer['id'], { status: 'SUCCESSFUL' })
    await drive()
    expect(await statusesOf(payout)).toEqual(['PAID', 'CLOSED'])
    expect(await casesOf(msisdn)).toEqual([{ kind: 'NO_ANSWER', status: 'RESOLVED' }])
    expect(await takenFor(msisdn)).toHaveLength(1)
  })

  test('whose answer was lost is polled, and sent once', async () => {
    const { msisdn, payout } = await withdrawn('470')
    await world().makeAllDue()
    await dispatchOrders(deps(), signal, 'REAL')
    expect(await transfersOf(payout)).toMatchObject([{ status: 'UNKNOWN' }])
    await drive(2)
    expect(await statusesOf(payout)).toEqual(['PAID', 'CLOSED'])
    expect(await takenFor(msisdn)).toMatchObject([{ sends: 1 }])
  })

  test('that was answered 500 and not accepted is sent again under the same reference after the grace time', async () => {
    const { msisdn, payout } = await withdrawn('471')
    await drive(2)
    expect(await takenFor(msisdn)).toEqual([])
    expect(await statusesOf(payout)).toEqual(['PROCESSING', 'PAYING_OUT'])
    await makeOlder(60_000)
    await drive(2)
    expect(await statusesOf(payout)).toEqual(['PAID', 'CLOSED'])
    expect(await takenFor(msisdn)).toMatchObject([{ sends: 2 }])
    expect(await transfersOf(payout)).toHaveLength(1)
  })

  test.each(['450', '463'])(
    'that fails for a fault of the provider (%s) is tried three times, then goes to review',
    async (ending) => {
      const { msisdn, payout } = await withdrawn(ending)
      await drive(5)
      expect(await statusesOf(payout)).toEqual(['UNDER_REVIEW', 'PAYING_OUT'])
      expect(await takenFor(msisdn)).toHaveLength(3)
      expect(await casesOf(msisdn)).toEqual([{ kind: 'PAYOUT_FAILED', status: 'OPEN' }])
    },
  )

  test.each(['451', '452', '458', '460', '461', '464'])(
    'refused for a reason that does not concern the payee (%s) goes to review: it is neither given back nor sent again',
    async (ending) => {
      const { msisdn, payout } = await withdrawn(ending)
      await drive(3)
      expect(await statusesOf(payout)).toEqual(['UNDER_REVIEW', 'PAYING_OUT'])
      expect(await takenFor(msisdn)).toHaveLength(1)
      expect(await casesOf(msisdn)).toEqual([{ kind: 'PAYOUT_FAILED', status: 'OPEN' }])
    },
  )

  test('that ended, and that the provider then reports otherwise, opens a review case and moves no money', async () => {
    const savers = [await saver('010'), await saver('457')] as const
    const [paidOut, givenBack] = await Promise.all(
      savers.map(async (saved) => ({ ...saved, payout: await withdraw(saved) })),
    )
    if (!paidOut || !givenBack) throw new Error('two have left')
    await drive()
    const both = [paidOut, givenBack]
    const ledgers = await Promise.all(both.map(({ msisdn }) => ledgerOf(msisdn)))
    const paidTransfer = at(await transfersOf(paidOut.payout), 0)
    const backTransfer = at(await transfersOf(givenBack.payout), 0)
    await setOutcomeOf(paidTransfer['id'], { status: 'FAILED', reason: 'PAYEE_NOT_FOUND' })
    await setOutcomeOf(backTransfer['id'], { status: 'SUCCESSFUL' })
    world().clock.set('2026-06-02')
    await compareOrders(deps(), signal)
    for (const { msisdn } of both)
      expect(await casesOf(msisdn)).toContainEqual({ kind: 'CONTRADICTION', status: 'OPEN' })
    expect(await Promise.all(both.map(({ msisdn }) => ledgerOf(msisdn)))).toEqual(ledgers)
    expect(await statusesOf(paidOut.payout)).toEqual(['PAID', 'CLOSED'])
    expect(await statusesOf(givenBack.payout)).toEqual(['FAILED', 'OPEN'])
  })
})

describeEachDatabase('a payout over the largest transfer', (database) => {
  const { withdrawn, drive, statusesOf, transfersOf, takenFor, casesOf, setOutcomeOf } = payoutsOf(database, {
    payoutMax: 40_000n,
  })

  test('goes in parts, and its position is closed when all of them are paid', async () => {
    const { msisdn, payout } = await withdrawn('453')
    await drive()
    const parts = await transfersOf(payout)
    expect((await takenFor(msisdn)).map(({ amount }) => amount).toSorted()).toEqual([
      '21134',
      '40000',
      '40000',
    ])
    for (const { id } of parts) {
      expect(await statusesOf(payout)).toEqual(['PROCESSING', 'PAYING_OUT'])
      await setOutcomeOf(id, { status: 'SUCCESSFUL' })
      await drive()
    }
    expect(await statusesOf(payout)).toEqual(['PAID', 'CLOSED'])
    expect(await takenFor(msisdn)).toHaveLength(3)
  })

  test('is not given back when a part is refused after another was paid: only the refused part is tried again', async () => {
    const { msisdn, payout } = await withdrawn('453')
    await drive()
    const [first, second, third] = firstOf(3, await transfersOf(payout))
    await setOutcomeOf(first['id'], { status: 'SUCCESSFUL' })
    await setOutcomeOf(second['id'], { status: 'FAILED', reason: 'PAYEE_NOT_FOUND' })
    await drive()
    expect(await statusesOf(payout)).toEqual(['PROCESSING', 'PAYING_OUT'])
    await setOutcomeOf(third['id'], { status: 'SUCCESSFUL' })
    await drive()
    const again = present((await transfersOf(payout)).find(({ attempt }) => Number(attempt) === 2))
    await setOutcomeOf(again['id'], { status: 'SUCCESSFUL' })
    await drive()
    expect(await statusesOf(payout)).toEqual(['PAID', 'CLOSED'])
    expect((await takenFor(msisdn)).filter(({ status }) => status === 'SUCCESSFUL')).toHaveLength(3)
    expect(await casesOf(msisdn)).toEqual([])
  })
})
