import { expect, test } from '@jest/globals'
import { addDays } from '../../src/kernel/calendar.js'
import { runProgram } from '../running/processes.js'
import { accrueTo } from '../support/accrual.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import {
  date,
  expectBooksToClose,
  historyOf,
  ledgerOf,
  clockWithSavings,
  clockWithThreeSavers,
} from './support.js'
import { first, present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const start = '2026-01-30'
const target = addDays(date(start), 30)

describeEachDatabase('a walk of 30 days', (database) => {
  const world = worldFor(database)

  let walked: Promise<string> | undefined
  /** A clock that this process has walked, shared by all tests that only read it. */
  const walkedHere = (): Promise<string> =>
    (walked ??= clockWithThreeSavers(world(), start).then(async ({ clockId }) => {
      await world().walk(clockId, target)
      return clockId
    }))

  test('leaves the same as 3 walks of 10 days and 30 walks of one, to the last row of the ledger', async () => {
    const histories: unknown[] = [await historyOf(world(), await walkedHere())]
    for (const stride of [10, 1]) {
      const { clockId } = await clockWithThreeSavers(world(), start)
      for (let days = stride; days <= 30; days += stride) {
        await world().walk(clockId, addDays(date(start), days))
      }
      histories.push(await historyOf(world(), clockId))
    }
    expect(histories[0]).toMatchObject({ clock: { now_on: target }, days: { length: 30 } })
    expect(shaped(z.object({ maturities: z.array(z.unknown()) }), histories[0]).maturities).toHaveLength(2)
    expect(histories[1]).toEqual(histories[0])
    expect(histories[2]).toEqual(histories[0])
  })

  test('posts day by day what one accrual over all days posts at once', async () => {
    const daily = await walkedHere()
    const atOnce = await clockWithThreeSavers(world(), start)
    await accrueTo(world(), atOnce.clockId, target)
    const sums = async (book: string) => {
      const rows = await world().rows(
        `SELECT account, dimension, SUM(amount) AS amount FROM postings
         WHERE book = ? AND account LIKE 'interest%' GROUP BY account, dimension ORDER BY account, dimension`,
        book,
      )
      return rows.map(({ account, dimension, amount }) => `${account} ${dimension} ${amount}`)
    }
    expect(await sums(daily)).toHaveLength(4)
    expect(await sums(atOnce.clockId)).toEqual(await sums(daily))
  })

  test.each(['UTC', 'America/Lima', 'Asia/Tokyo'])(
    'leaves the same in a process whose time zone is %s',
    async (zone) => {
      const here = await walkedHere()
      const { clockId } = await clockWithThreeSavers(world(), start)
      await world().ask(clockId, target)
      const { code, stderr } = await runProgram('walk-and-die', [world().url, '0'], { TZ: zone })
      expect([code, stderr]).toEqual([0, ''])
      expect(await historyOf(world(), clockId)).toEqual(await historyOf(world(), here))
    },
  )

  test('reaches only its own customers: another clock and the real world do not move', async () => {
    const real = await world().register()
    await world().deposit(real.msisdn, '100000', 'LOCK1M')
    const other = await clockWithThreeSavers(world(), start)
    const before = [await historyOf(world(), 'system'), await historyOf(world(), other.clockId)]
    const { clockId } = await clockWithThreeSavers(world(), start)
    await world().walk(clockId, target)
    expect([await historyOf(world(), 'system'), await historyOf(world(), other.clockId)]).toEqual(before)
  })

  /** On MySQL a year and a month are enough: after that nothing earns interest, and each day does the same. */
  const [days, end] = database.kind === 'sqlite' ? ['3,652', '2036-01-01'] : ['396', '2027-02-01']
  test(`or even of ${days} days, until ${end}, leaves the book of the real world unchanged`, async () => {
    const real = await world().register()
    await world().deposit(real.msisdn, '100000', 'LOCK1M')
    const bank = await historyOf(world(), 'system')
    const { clockId, msisdns } = await clockWithSavings(world(), '2026-01-01', [['100000', 'LOCK12M']])
    const stood = await world().walk(clockId, present(end))
    expect(stood).toMatchObject({ nowOn: end, advancingTo: null })
    expect(await historyOf(world(), 'system')).toEqual(bank)
    expect((await world().positions(first(msisdns)))[0]?.figures.accrued.gross).toBe(6500n)
    expect((await ledgerOf(world(), clockId)).filter((row) => row.includes('interest_payable'))).toHaveLength(
      365,
    )
    await expectBooksToClose(world())
  }, 240_000)
})
