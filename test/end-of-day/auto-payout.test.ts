import { beforeEach, expect, test } from '@jest/globals'
import { readDayWork } from '../../src/bank/end-of-day/day-work.js'
import type { Sql } from '../../src/platform/database/database.js'
import { dueAutoPayouts, versionsPayingOut } from '../../src/bank/savings/payouts/auto-payout.js'
import { dueIds } from '../../src/bank/savings/records/due-rows.js'
import type { StatusResult } from '../../src/bank/payments/port.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { describeEachDatabase } from '../support/services.js'
import { newWorldFor, paid, pending, type World } from '../support/world.js'
import { first } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const payeeGone: StatusResult = { state: 'FAILED', reason: 'PAYEE_NOT_FOUND' }

describeEachDatabase('an automatic payout', (database) => {
  let world: World
  newWorldFor(database, (opened) => {
    world = opened
  })
  beforeEach(async () => {
    await world.sell('AUTO1M', { maturityInstruction: 'AUTO_PAYOUT', termMonths: 1, ratePpm: 30_000 })
  })

  const saver = async (): Promise<Msisdn> => {
    const { msisdn } = await world.register()
    await world.deposit(msisdn, '100000', 'AUTO1M')
    return msisdn
  }
  const night = async (day: string) => {
    world.clock.set(day)
    await world.night()
    await world.releaseHolds()
    await world.driveOrders()
  }
  const leave = async (msisdn: Msisdn) => {
    const view = first(await world.positions(msisdn))
    await world.withdraw(msisdn, (await world.preview(msisdn, view.position.id)).reference)
  }
  const statusOf = async (msisdn: Msisdn) => (await world.positions(msisdn))[0]?.figures.status ?? 'CLOSED'
  const payoutsOf = async (msisdn: Msisdn) =>
    (
      await world.rows(
        `SELECT payouts.status FROM payouts JOIN customers ON customers.id = payouts.customer_id
         WHERE msisdn = ? ORDER BY payouts.created_at`,
        msisdn,
      )
    ).map(({ status }) => status)

  test('still happens after an early exit that was given back', async () => {
    const msisdn = await saver()
    world.providers.real.settle(msisdn, payeeGone)
    await night('2026-03-10')
    await leave(msisdn)
    await night('2026-03-12')
    expect(await payoutsOf(msisdn)).toEqual(['FAILED'])
    expect(await statusOf(msisdn)).toBe('ACCRUING')
    world.providers.real.settle(msisdn, paid)
    await night('2026-04-02')
    expect((await payoutsOf(msisdn)).toSorted()).toEqual(['FAILED', 'PAID'])
  })

  test('is made for a position whose deposit arrived after its maturity', async () => {
    const { msisdn } = await world.register()
    world.providers.real.settle(msisdn, pending)
    const { reference } = await world.quote(msisdn, '100000', 'AUTO1M')
    await world.confirm(msisdn, reference)
    await night('2026-04-05')
    world.providers.real.settle(msisdn, paid)
    await world.driveOrders()
    expect(await statusOf(msisdn)).toBe('MATURED')
    await night('2026-04-06')
    expect(await payoutsOf(msisdn)).toEqual(['PAID'])
    expect(
      await world.rows(`SELECT facts FROM walk_days WHERE book = 'system' AND day = '2026-04-06'`),
    ).toMatchObject([
      { facts: expect.stringMatching(/"automaticPayouts":\[\{.*"count":1,"amount":"100255"/) },
    ])
  })

  test('that failed is not tried again by itself', async () => {
    const msisdn = await saver()
    world.providers.real.settle(msisdn, payeeGone)
    await night('2026-04-02')
    world.providers.real.settle(msisdn, paid)
    await night('2026-04-04')
    expect(await payoutsOf(msisdn)).toEqual(['FAILED'])
    expect(await statusOf(msisdn)).toBe('MATURED')
  })

  test('is found through the index of the products with automatic payout, not by reading all matured positions', async () => {
    const explain = world.database.dialect.name === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
    const asked: { statement: string; parameters: readonly unknown[] }[] = []
    const read = world.database.read
    const spy: Sql = {
      ...read,
      all: (statement, parameters = []) => {
        asked.push({ statement, parameters })
        return read.all(statement, parameters)
      },
    }
    const msisdn = await saver()
    const held = first(await world.positions(msisdn))
    await world.write(
      `INSERT INTO positions (id, customer_id, account_id, book, product_version_id, product_code, term_months, currency,
         rate_ppm, early_rate_ppm, basis_days, tax_ppm, start_on, maturity_on, status, created_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
       SELECT CONCAT('POS-A', i), customer_id, account_id, 'none', 'held', 'LOCK1M', 1, currency,
         rate_ppm, early_rate_ppm, basis_days, tax_ppm, start_on, maturity_on, 'OPEN', created_at
       FROM positions CROSS JOIN n WHERE positions.id = ?`,
      held.position.id,
    )
    try {
      // SQLite has no statistics; it plans by the indexes alone.
      if (database.kind !== 'sqlite') await world.write('ANALYZE TABLE positions')
      const day = { book: 'none', from: dateOf('2026-04-04'), to: dateOf('2026-04-05') }
      const versions = await versionsPayingOut(read)
      for (const due of dueAutoPayouts(day, versions)) expect(await dueIds(spy, due, '', 200)).toEqual([])
      expect(await readDayWork(spy, day, { versions, begin: null, partSize: 200 })).toMatchObject({
        hasDue: false,
      })
      expect(asked).toHaveLength(2)
      for (const { statement, parameters } of asked) {
        const plan = await read.all(`${explain} ${statement}`, parameters)
        expect(plan.flatMap((row) => Object.values(row)).join(' ')).toContain('ix_positions_product')
      }
    } finally {
      await world.write(`DELETE FROM positions WHERE book = 'none'`)
    }
  })
})
