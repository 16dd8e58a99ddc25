import { beforeEach, expect, test } from '@jest/globals'
import { quarantine } from '../../src/bank/end-of-day/quarantine.js'
import { addDays } from '../../src/kernel/calendar.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { describeEachDatabase } from '../support/services.js'
import { checkBooks, firstDay, newWorldFor, worldFor, type World } from '../support/world.js'
import { date, daysOf, ledgerOf } from './support.js'
import { first } from '../support/present.js'

type Poison = readonly [table: 'positions' | 'deposits', column: string, value: string]

/** Values that a person with access to the database can write into a row. */
const poisons: readonly Poison[] = [
  ['positions', 'rate_ppm', '2147483647'],
  ['positions', 'rate_ppm', '-1'],
  ['positions', 'basis_days', '0'],
  ['positions', 'basis_days', '1'],
  ['deposits', 'principal', '9007199254740993'],
  ['deposits', 'principal', '9223372036854775807'],
]

/** SQLite takes any value in any column; MySQL refuses these. */
const untyped: readonly Poison[] = [
  ['positions', 'rate_ppm', `'much'`],
  ['positions', 'rate_ppm', '30000.5'],
  ['deposits', 'principal', '100000.5'],
  ['deposits', 'principal', `'all of it'`],
  ['deposits', 'value_on', `'soon'`],
  ['deposits', 'value_on', '0'],
  ['positions', 'maturity_on', `'never'`],
]

/** Writes an invalid value into a row, and returns the function that restores it. */
const poison = async (world: World, id: string, [table, column, value]: Poison) => {
  const key = table === 'positions' ? 'id' : 'position_id'
  const before = first(await world.rows(`SELECT ${column} AS was FROM ${table} WHERE ${key} = ?`, id))
  await world.write(`UPDATE ${table} SET ${column} = ${value} WHERE ${key} = ?`, id)
  return () => world.write(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`, before['was'], id)
}

const positionOf = async (world: World, msisdn: Msisdn): Promise<string> =>
  first(await world.positions(msisdn)).position.id

const saverIn = async (world: World, product: string, clockId: string | null = null): Promise<Msisdn> => {
  const { msisdn } = await world.register({ clockId })
  await world.deposit(msisdn, '100000', product)
  return msisdn
}

const nightOf = async (world: World, day: string): Promise<void> => {
  world.clock.set(day)
  await world.night()
  const [clock] = await world.rows(`SELECT now_on, walk_error FROM clocks WHERE id = 'system'`)
  expect({ ...clock }).toEqual({ now_on: day, walk_error: null })
}

/** A position that matured, got automatic payout, and became invalid. */
const maturedAndPoisoned = async (
  world: World,
  code: string,
  clockId: string | null,
  to: (day: string) => Promise<unknown>,
) => {
  await world.sell(code, { termMonths: 1 })
  await world.sell('AUTO1M', { termMonths: 1, maturityInstruction: 'AUTO_PAYOUT' })
  const { msisdn } = await world.register({ clockId })
  await world.deposit(msisdn, '100000', code)
  await to('2026-04-01')
  const id = await positionOf(world, msisdn)
  const mend = await poison(world, id, ['positions', 'basis_days', '0'])
  await world.write(
    `UPDATE positions SET product_version_id = (SELECT id FROM product_versions WHERE code = 'AUTO1M') WHERE id = ?`,
    id,
  )
  return { id, mend }
}
const payoutsOf = (world: World, id: string) =>
  world.rows('SELECT amount FROM payouts WHERE position_id = ?', id)

describeEachDatabase('an invalid value', (database) => {
  const world = worldFor(database)
  /** The nights of the tests follow each other: each test begins on the day on which the last one ended. */
  let today = date(firstDay)
  beforeEach(() => world().clock.set(today))

  const all = database.kind === 'sqlite' ? [...poisons, ...untyped] : poisons
  const nights = async (many: number) => {
    today = addDays(today, many)
    await nightOf(world(), today)
  }
  const caughtUp = async () =>
    (await ledgerOf(world(), 'system')).filter((row) => row.startsWith('CATCH_UP')).length

  let products = 0
  test.each(all)(
    'in %s.%s = %s stops no night, is reported, and loses no interest once corrected',
    async (...record) => {
      const product = `NIGHT${++products}`
      await world().sell(product, { termMonths: 1, ratePpm: 30_000 })
      const [bad, good] = [await saverIn(world(), product), await saverIn(world(), product)]
      const before = await caughtUp()
      await nights(2)
      const id = await positionOf(world(), bad)
      const mend = await poison(world(), id, record)
      await nights(2)
      expect((await daysOf(world(), 'system')).slice(-2).map(({ remarks }) => remarks)).toEqual(
        Array.from({ length: 2 }, () => [`position ${id} is set aside: interest cannot be computed`]),
      )
      // 100,000 at 3 %: 4 days of the valid position, and 2 days of the other, before it became invalid.
      const payable = async () => {
        const rows = await world().rows(
          `SELECT -SUM(amount) AS amount FROM postings WHERE account = 'interest_payable' AND dimension = ?`,
          product,
        )
        return Number(first(rows)['amount'])
      }
      expect(await payable()).toBe(33 + 16)
      await mend()
      await nights(1)
      expect(await payable()).toBe(41 + 41)
      expect(await world().rows('SELECT * FROM day_exceptions')).toEqual([])
      expect((await world().positions(good))[0]?.figures.accrued.net).toBe(41n)
      expect(await caughtUp()).toBe(before + 2)
    },
  )

  test.each(all)(
    'in %s.%s = %s stops a test walk, which continues after the correction',
    async (...record) => {
      const { id: clockId } = await world().newClock('2026-03-01')
      const id = await positionOf(world(), await saverIn(world(), 'LOCK1M', clockId))
      const mend = await poison(world(), id, record)
      const stood = await world().walk(clockId, '2026-03-04')
      expect(stood).toMatchObject({ nowOn: '2026-03-01', walkError: expect.stringContaining(id) })
      await mend()
      await world().write('UPDATE clocks SET lease_until = 0 WHERE id = ?', clockId)
      await world().tick()
      expect(await world().rows('SELECT now_on FROM clocks WHERE id = ?', clockId)).toMatchObject([
        { now_on: '2026-03-04' },
      ])
    },
  )

  test('is not assumed when the database fails: no position is set aside', async () => {
    const msisdn = await saverIn(world(), 'LOCK1M')
    const positionId = await positionOf(world(), msisdn)
    const day = { book: 'system', from: date('2026-03-31'), to: date('2026-04-01') }
    for (const errno of [1205, 1213, 1317, 1461]) {
      const away = Object.assign(new Error('the server says so'), { errno })
      const step = { positionId, step: 'MATURITY', cannot: 'mature' } as const
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
      const deps = { database: world().database, log }
      await expect(quarantine(deps, day, step, away)).rejects.toBe(away)
    }
    expect(await world().rows('SELECT * FROM day_exceptions')).toEqual([])
  })

  test('in a position that should be paid out automatically stops a test walk, which reports it', async () => {
    const { id: clockId } = await world().newClock('2026-03-01')
    const { id, mend } = await maturedAndPoisoned(world(), 'LATE2', clockId, (day) =>
      world().walk(clockId, day),
    )
    const stood = await world().walk(clockId, '2026-04-03')
    expect(stood).toMatchObject({ nowOn: '2026-04-01', walkError: expect.stringContaining(id) })
    await mend()
    await world().write('UPDATE clocks SET lease_until = 0 WHERE id = ?', clockId)
    await world().tick()
    expect(await payoutsOf(world(), id)).toHaveLength(1)
  })
})

describeEachDatabase('an invalid record', (database) => {
  let world: World
  newWorldFor(database, (opened) => {
    world = opened
  })
  const night = (day: string) => nightOf(world, day)

  test('is not paid out automatically, and stops no night on the day of its maturity', async () => {
    await world.sell('AUTO1M', { maturityInstruction: 'AUTO_PAYOUT', termMonths: 1, ratePpm: 30_000 })
    const savers: Msisdn[] = []
    for (let i = 0; i < 2; i++) savers.push(await saverIn(world, 'AUTO1M'))
    await night('2026-03-31')
    const id = await positionOf(world, first(savers))
    const mend = await poison(world, id, ['positions', 'rate_ppm', '2147483647'])
    await night('2026-04-02')
    expect(await world.rows('SELECT amount FROM payouts')).toHaveLength(1)
    expect(await world.rows('SELECT step FROM day_exceptions WHERE position_id = ?', id)).toHaveLength(2)
    await mend()
    await night('2026-04-03')
    expect(await world.rows('SELECT * FROM day_exceptions')).toEqual([])
    expect(await world.positions(first(savers))).toMatchObject([{ figures: { status: 'PAYING_OUT' } }])
  })

  test('that cannot be paid out automatically stops no night, is reported, and is paid out once corrected', async () => {
    const { id, mend } = await maturedAndPoisoned(world, 'LATE1', null, night)
    await night('2026-04-03')
    const problem = 'it cannot be paid out: broken invariant: a year of 0 days'
    expect(await world.rows('SELECT step, problem, set_aside_on FROM day_exceptions')).toMatchObject([
      { step: 'AUTO_PAYOUT', problem, set_aside_on: '2026-04-02' },
    ])
    expect((await daysOf(world, 'system')).slice(-2).map(({ remarks }) => remarks)).toEqual([
      [`position ${id} is set aside: ${problem}`],
      [`position ${id} is set aside: ${problem}`],
    ])
    expect(world.alarms.map(({ message }) => message)).toContain('a position is set aside by the night')
    expect(await payoutsOf(world, id)).toEqual([])
    await mend()
    await night('2026-04-04')
    expect(await world.rows('SELECT * FROM day_exceptions')).toEqual([])
    expect(await payoutsOf(world, id)).toHaveLength(1)
  })

  test('that is corrected and withdrawn before the next night posts only the missing interest', async () => {
    const msisdn = await saverIn(world, 'LOCK1M')
    await night('2026-03-05')
    const id = await positionOf(world, msisdn)
    const mend = await poison(world, id, ['positions', 'basis_days', '0'])
    await night('2026-03-08')
    await mend()
    await checkBooks(world.database)
    const { reference } = await world.preview(msisdn, id)
    await world.withdraw(msisdn, reference)
    await checkBooks(world.database)
    await night('2026-03-09')
    await checkBooks(world.database)
    expect(await world.rows('SELECT * FROM day_exceptions')).toEqual([])
  })

  const setAsideAndMended = async (day: string) => {
    await world.sell('BACK1M', { termMonths: 1 })
    const { msisdn } = await world.register()
    await world.deposit(msisdn, '1000000', 'BACK1M')
    const id = await positionOf(world, msisdn)
    const mend = await poison(world, id, ['positions', 'basis_days', '0'])
    await night(day)
    await mend()
    return { msisdn, id }
  }
  const withdraw = async (msisdn: Msisdn, id: string) => {
    await world.withdraw(msisdn, (await world.preview(msisdn, id)).reference)
    expect(await world.rows('SELECT * FROM day_exceptions')).toEqual([])
    await checkBooks(world.database)
  }

  test.each(['2026-03-20', '2026-04-05'])(
    'that is corrected on %s, withdrawn before the next night and given back has its interest once',
    async (day) => {
      const { msisdn, id } = await setAsideAndMended(day)
      world.providers.real.settle(msisdn, { state: 'FAILED', reason: 'PAYEE_NOT_FOUND' })
      await withdraw(msisdn, id)
      await world.write('UPDATE payouts SET held_until = 0 WHERE held_until IS NOT NULL')
      await world.write(`UPDATE clocks SET lease_until = 0 WHERE id = 'system'`)
      if (day < '2026-04-01') await night('2026-03-21')
      await world.releaseHolds()
      await world.driveOrders()
      await checkBooks(world.database)
      expect(await world.positions(msisdn)).toMatchObject([{ position: { id, status: 'OPEN' } }])
      await night('2026-04-07')
      const row = first(
        await world.rows(`SELECT -SUM(amount) AS amount FROM postings WHERE account = 'interest_payable'`),
      )
      // 31 days of interest on 1,000,000 at 4.5 %.
      expect(Number(row['amount'])).toBe(3_822)
    },
  )
})
