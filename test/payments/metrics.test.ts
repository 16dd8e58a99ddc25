import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import type { Database } from '../../src/platform/database/database.js'
import { registerPaymentMetrics } from '../../src/bank/payments/metrics.js'
import { registerExpiryMetrics } from '../../src/app/metrics/expiry.js'
import { forScrapes } from '../../src/app/metrics/for-scrapes.js'
import { systemClock } from '../../src/kernel/clock.js'
import { registerQueueMetrics } from '../../src/app/metrics/queues.js'
import { recordStatus } from '../../src/bank/payments/drive/record-answer.js'
import { describeEachDatabase } from '../support/services.js'
import { paid, pending, worldFor } from '../support/world.js'
import { first, present } from '../support/present.js'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The samples of a metric that are not zero. */
const samplesOf = async (registry: Registry, name: string): Promise<string[]> =>
  (await registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`) && !line.endsWith(' 0'))

describeEachDatabase('the metrics of payments', (database) => {
  const world = worldFor(database, { defaultStatus: pending })

  test('have the number of due orders and the age of the oldest, and count each ended order once', async () => {
    const registry = new Registry()
    const { onEnd } = registerPaymentMetrics([registry], world().database, quiet)
    registerQueueMetrics(registry, world().database, { today: () => world().call().today, log: quiet })
    const orders = { ...world().orders, onEnd }
    const { msisdn } = await world().register()
    const { reference } = await world().quote(msisdn, '100000')
    await world().confirm(msisdn, reference)
    const { id } = await world().orderOf(present(reference))
    await world().write('UPDATE payment_orders SET due_at = due_at - 90000 WHERE id = ?', id)
    expect(await samplesOf(registry, 'cauri_queue_due')).toEqual(['cauri_queue_due{queue="orders"} 1'])
    const age = first(await samplesOf(registry, 'cauri_queue_oldest_due_seconds'))
    expect(Number(age.split(' ')[1])).toBeGreaterThanOrEqual(90)
    await recordStatus(orders, world().call(), id, paid)
    await recordStatus(orders, world().call(), id, paid)
    expect(await samplesOf(registry, 'cauri_queue_due')).toEqual([])
    // The first of each kind, status and reason must be seen as an increase.
    for (const reason of ['PAYEE_NOT_FOUND', 'OTHER'])
      expect(await registry.metrics()).toContain(
        `cauri_orders_ended_total{kind="PAY_OUT",status="FAILED",reason="${reason}"} 0`,
      )
    expect(await samplesOf(registry, 'cauri_orders_ended_total')).toEqual([
      'cauri_orders_ended_total{kind="COLLECT",status="SUCCESSFUL",reason=""} 1',
    ])
  })

  test('have the transfers that wait for the float, open review cases and orders under review', async () => {
    const registry = new Registry()
    const { onAlarm } = registerPaymentMetrics([registry], world().database, quiet)
    const orders = { ...world().orders, onAlarm }
    const { msisdn } = await world().register()
    const { reference } = await world().quote(msisdn, '100000')
    await world().confirm(msisdn, reference)
    await world().dispatch()
    const { id } = await world().orderOf(present(reference))
    expect(await samplesOf(registry, 'cauri_review_cases_open')).toEqual([])
    await world().write('UPDATE payment_orders SET polls = 32 WHERE id = ?', id)
    await recordStatus(orders, world().call(), id, pending)
    expect(await samplesOf(registry, 'cauri_review_cases_open')).toEqual([
      'cauri_review_cases_open{kind="NO_ANSWER"} 1',
    ])
    expect(await samplesOf(registry, 'cauri_orders_under_review')).toEqual([
      'cauri_orders_under_review{kind="COLLECT"} 1',
    ])
    await recordStatus(orders, world().call(), id, paid)
    expect(await samplesOf(registry, 'cauri_review_cases_open')).toEqual([])
    expect(await samplesOf(registry, 'cauri_orders_under_review')).toEqual([])

    world().clock.set('2026-06-01')
    const view = first(await world().positions(msisdn))
    const payout = await world().withdraw(msisdn, (await world().preview(msisdn, view.position.id)).reference)
    const latest = async () =>
      String(
        first(
          await world().rows(
            'SELECT id FROM payment_orders WHERE payout_id = ? ORDER BY attempt DESC LIMIT 1',
            payout.id,
          ),
        )['id'],
      )
    const empty = { state: 'FAILED', reason: 'NOT_ENOUGH_FUNDS' } as const
    await recordStatus(orders, world().call(), await latest(), empty)
    await recordStatus(orders, world().call(), await latest(), empty)
    const waiting = () => samplesOf(registry, 'cauri_transfers_waiting_for_float')
    expect(await waiting()).toEqual(['cauri_transfers_waiting_for_float{kind="PAY_OUT"} 1'])
    expect(await samplesOf(registry, 'cauri_wallet_alarms_total')).toEqual([
      'cauri_wallet_alarms_total{reason="NOT_ENOUGH_FUNDS"} 2',
    ])
    await recordStatus(orders, world().call(), await latest(), paid)
    expect(await waiting()).toEqual([])
    expect(await registry.metrics()).toContain('cauri_transfers_waiting_for_float{kind="PAY_OUT"} 0')
    expect(await registry.metrics()).toContain('cauri_review_cases_open{kind="CONTRADICTION"} 0')
  })

  test('count a refund that waits for the float, but none of a test clock, whose alarms are logged as warnings', async () => {
    const registry = new Registry()
    const { onAlarm } = registerPaymentMetrics([registry], world().database, quiet)
    const warned: object[] = []
    const failed: object[] = []
    const log = {
      ...quiet,
      warn: (facts: object) => void warned.push(facts),
      error: (facts: object) => void failed.push(facts),
    }
    const orders = { ...world().orders, onAlarm, log }
    const empty = { state: 'FAILED', reason: 'NOT_ENOUGH_FUNDS' } as const
    /** A deposit that arrives after the opt-out, and whose refund finds our float empty. */
    const refunded = async (clockId: string | null) => {
      const { msisdn } = await world().register({ clockId })
      const { reference } = await world().quote(msisdn, '5000')
      await world().confirm(msisdn, reference)
      await world().dispatch()
      await world().optOut(msisdn)
      const { id } = await world().orderOf(present(reference))
      await recordStatus(orders, world().call(), id, paid)
      const refund = first(await world().rows('SELECT id FROM payment_orders WHERE refund_of = ?', id))
      await recordStatus(orders, world().call(), String(refund['id']), empty)
      await recordStatus(orders, world().call(), String(refund['id']), paid)
    }
    const { id: clockId } = await world().newClock('2026-03-01')
    await refunded(clockId)
    const names = [
      'cauri_transfers_waiting_for_float',
      'cauri_wallet_alarms_total',
      'cauri_review_cases_open',
    ]
    const samples = async () => (await Promise.all(names.map((name) => samplesOf(registry, name)))).flat()
    expect(await samples()).toEqual([])
    expect(failed).toEqual([])
    expect(warned).toMatchObject([{ book: clockId, reason: 'NOT_ENOUGH_FUNDS' }, { book: clockId }])
    await refunded(null)
    expect(await samples()).toEqual([
      'cauri_transfers_waiting_for_float{kind="PAY_OUT"} 1',
      'cauri_wallet_alarms_total{reason="NOT_ENOUGH_FUNDS"} 1',
      'cauri_review_cases_open{kind="CONTRADICTION"} 1',
    ])
    expect(failed).toHaveLength(2)
  })

  test('are served while the database is down, and have the reason OTHER for every alarm of an unknown reason', async () => {
    const registry = new Registry()
    const away: Database = {
      ...world().database,
      read: { ...world().database.read, all: () => Promise.reject(new Error('away')) },
    }
    const warned: object[] = []
    const log = { ...quiet, warn: (facts: object) => void warned.push(facts) }
    const { onAlarm } = registerPaymentMetrics([registry], away, log)
    onAlarm('HTTP_418')
    onAlarm('ECONNREFUSED')
    expect(await samplesOf(registry, 'cauri_wallet_alarms_total')).toEqual([
      'cauri_wallet_alarms_total{reason="OTHER"} 2',
    ])
    expect(warned).toHaveLength(3)
  })

  test('are served in time while the database hangs', async () => {
    const registry = new Registry()
    const hanging = forScrapes({
      ...world().database,
      read: { ...world().database.read, all: () => new Promise(() => undefined) },
    })
    registerPaymentMetrics([registry], hanging, quiet)
    registerQueueMetrics(registry, hanging, { today: () => world().call().today, log: quiet })
    registerExpiryMetrics(registry, { database: hanging, clock: systemClock, ownCertificate: undefined })
    const begunMs = performance.now()
    expect(await registry.metrics()).toContain('cauri_review_cases_open')
    // The service cuts a request for its metrics after 4 s.
    expect(performance.now() - begunMs).toBeLessThan(3_500)
  })
})
