import { expect, test } from '@jest/globals'
import type { Database, Sql } from '../../src/platform/database/database.js'
import { quoteDeposit } from '../../src/bank/savings/deposits/quote-deposit.js'
import { describeEachDatabase } from '../support/services.js'
import { sortedRows } from '../support/sorted-rows.js'
import { worldFor } from '../support/world.js'
import { at, firstOf, present } from '../support/present.js'

describeEachDatabase('a deposit summary', (database) => {
  const world = worldFor(database)

  test('of a new position shows what is paid, and promises it for a quarter of an hour', async () => {
    const { msisdn } = await world().register()
    const { reference, ...answer } = await world().quote(msisdn, '100000')
    expect(answer).toEqual({
      status: 'OK',
      fault: null,
      cause: null,
      walletMax: null,
      currency: 'XAF',
      productCode: 'LOCK3M',
      limits: { minimum: 1000n, maxBalance: 2_000_000n, room: 2_000_000n },
      terms: {
        basis: 'NEW',
        amount: 100_000n,
        currency: 'XAF',
        productCode: 'LOCK3M',
        productVersionId: 'LOCK3M.1',
        termMonths: 3,
        positionId: null,
        ratePpm: 45_000,
        maturityOn: '2026-06-01',
        durationDays: 92,
        estimatedEarnings: 1134n,
        savingsBalanceNow: 0n,
        savingsEarningsAtMaturity: 1134n,
      },
      text: expect.stringContaining('1 134 XAF'),
    })
    expect(reference).toMatch(/^DEP-[0-9A-Z]{26}$/)
    const row = at(await world().rows('SELECT * FROM request_log WHERE reference = ?', reference), 0)
    expect(row).toMatchObject({
      operation: 'create_deposit_summary',
      result: 'OK',
      business_on: '2026-03-01',
      msisdn,
      shown_text: answer.text,
    })
    expect(Number(row['expires_at']) - Number(row['created_at'])).toBe(15 * 60_000)
  })

  test.each([
    ['1000', 'OK'],
    ['999', 'BELOW_MINIMUM'],
    ['2000000', 'OK'],
    ['2000001', 'ABOVE_MAXIMUM'],
  ])('of %s without savings is %s', async (amount, status) => {
    const { msisdn } = await world().register()
    const answer = await world().quote(msisdn, amount)
    expect(answer.status).toBe(status)
    expect(answer.limits).toEqual({ minimum: 1000n, maxBalance: 2_000_000n, room: 2_000_000n })
    expect(answer.reference !== null).toBe(status === 'OK')
  })

  test('of exactly the remaining room is OK, and of one franc more is not', async () => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '1200000')
    expect(await world().quote(msisdn, '800000')).toMatchObject({ status: 'OK' })
    expect(await world().quote(msisdn, '800001')).toMatchObject({
      status: 'ABOVE_MAXIMUM',
      limits: { room: 800_000n },
      reference: null,
    })
  })

  test.each([
    ['1e3', 'NOT_DIGITS'],
    ['100.00', 'DECIMALS'],
    ['1 00', 'NOT_DIGITS'],
    ['1 000.000', 'NOT_DIGITS'],
    ['-1', 'NOT_POSITIVE'],
    ['0', 'NOT_POSITIVE'],
    ['', 'MISSING'],
    ['99999999999999999999', 'TOO_LONG'],
    ['١٠٠٠', 'NOT_DIGITS'],
    ['1000.', 'NOT_DIGITS'],
    ['0x3e8', 'NOT_DIGITS'],
  ])('of %p is INVALID_AMOUNT, because of %s', async (amount, fault) => {
    const { msisdn } = await world().register()
    expect(await world().quote(msisdn, amount)).toMatchObject({
      status: 'INVALID_AMOUNT',
      fault,
      reference: null,
      terms: null,
    })
  })

  test.each(['400', '999', '1000'])(
    'of %s is ABOVE_MAXIMUM if the room is smaller than the minimum',
    async (amount) => {
      const { msisdn } = await world().register()
      await world().deposit(msisdn, '1999500')
      const answer = await world().quote(msisdn, amount)
      expect(answer).toMatchObject({ status: 'ABOVE_MAXIMUM', limits: { room: 500n } })
    },
  )

  test('of an unregistered number or a closed account is NOT_REGISTERED, of a closing account ACCOUNT_CLOSING', async () => {
    expect(await world().quote(world().newNumber(), '5000')).toMatchObject({
      status: 'NOT_REGISTERED',
      currency: 'XAF',
    })
    const { msisdn, accountId } = await world().register()
    await world().write(`UPDATE accounts SET status = 'CLOSING' WHERE id = ?`, accountId)
    expect(await world().quote(msisdn, '5000')).toMatchObject({ status: 'ACCOUNT_CLOSING', reference: null })
    await world().write(`UPDATE accounts SET status = 'CLOSED', open_key = NULL WHERE id = ?`, accountId)
    expect(await world().quote(msisdn, '5000')).toMatchObject({ status: 'NOT_REGISTERED', reference: null })
  })

  test.each(['1 000', '1\u00a0000', '1.000', ' 1000 '])('takes %p as one thousand', async (amount) => {
    const { msisdn } = await world().register()
    expect(await world().quote(msisdn, amount)).toMatchObject({ status: 'OK', terms: { amount: 1000n } })
  })

  test('is refused for a product whose maturity is after the last date of a clock', async () => {
    const clock = await world().newClock('2099-06-30')
    const { msisdn } = await world().register({ clockId: clock.id })
    expect(await world().quote(msisdn, '5000', 'LOCK6M')).toMatchObject({ status: 'OK' })
    expect(await world().quote(msisdn, '5000', 'LOCK12M')).toMatchObject({
      status: 'PRODUCT_NOT_AVAILABLE',
      reference: null,
    })
  })

  test('is refused for a product that is unknown or withdrawn', async () => {
    const { msisdn } = await world().register()
    expect(await world().quote(msisdn, '5000', 'NOTHING')).toMatchObject({ status: 'PRODUCT_NOT_AVAILABLE' })
    await world().sell('LEAVING')
    await world().sell('LEAVING', { version: 2, onSale: false })
    expect(await world().quote(msisdn, '5000', 'LEAVING')).toMatchObject({ status: 'PRODUCT_NOT_AVAILABLE' })
  })

  test('tops up for the full term on the first day and for one day on the last, and opens a new position at maturity', async () => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '100000')
    const position = at(await world().positions(msisdn), 0)
    const joined = { basis: 'TOP_UP', positionId: position.position.id, maturityOn: '2026-06-01' }
    expect((await world().quote(msisdn, '500000')).terms).toMatchObject({
      ...joined,
      durationDays: 92,
      estimatedEarnings: 5671n,
      savingsBalanceNow: 100_000n,
      savingsEarningsAtMaturity: 1134n + 5671n,
    })
    world().clock.set('2026-05-31')
    expect((await world().quote(msisdn, '500000')).terms).toMatchObject({
      ...joined,
      durationDays: 1,
      estimatedEarnings: 62n,
      savingsEarningsAtMaturity: 1134n + 62n,
    })
    world().clock.set('2026-06-01')
    expect((await world().quote(msisdn, '500000')).terms).toMatchObject({
      basis: 'NEW',
      positionId: null,
      maturityOn: '2026-09-01',
      savingsBalanceNow: 0n,
    })
  })

  test('does not count matured savings against the room', async () => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '2000000')
    expect((await world().quote(msisdn, '1000')).status).toBe('ABOVE_MAXIMUM')
    world().clock.set('2026-06-01')
    expect(await world().quote(msisdn, '2000000')).toMatchObject({
      status: 'OK',
      limits: { room: 2_000_000n },
    })
  })

  test('counts a position in an early exit against the room until it is paid', async () => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '500000')
    const { position } = at(await world().positions(msisdn), 0)
    await world().withdraw(msisdn, (await world().preview(msisdn, position.id)).reference)
    expect(await world().quote(msisdn, '5000')).toMatchObject({
      limits: { room: 1_500_000n },
      terms: { basis: 'NEW' },
    })
    world().clock.set('2026-03-03')
    await world().releaseHolds()
    await world().driveOrders()
    expect(await world().quote(msisdn, '5000')).toMatchObject({ limits: { room: 2_000_000n } })
  })

  test('tops up the position of the latest maturity, and the oldest of several with that maturity', async () => {
    const { msisdn } = await world().register()
    const twins = [await world().quote(msisdn, '1000'), await world().quote(msisdn, '2000')]
    for (const { reference } of twins) await world().confirm(msisdn, reference)
    await world().driveOrders()
    const [first, second] = firstOf(2, await world().positions(msisdn))
    expect(second).toBeDefined()
    const oldest = async () => (await world().quote(msisdn, '1000')).terms?.positionId
    expect(await oldest()).toBe(first.position.id)
    const opened = (id: string, ms: number) =>
      world().write('UPDATE positions SET created_at = ? WHERE id = ?', ms, id)
    await opened(first.position.id, 1_760_000_000_000)
    await opened(second.position.id, 1_750_000_000_000)
    expect(await oldest()).toBe(second.position.id)
    await opened(first.position.id, 1_740_000_000_000)
    expect(await oldest()).toBe(first.position.id)
    await world().write(`UPDATE positions SET maturity_on = '2026-06-02' WHERE id = ?`, second.position.id)
    expect((await world().quote(msisdn, '1000')).terms?.positionId).toBe(second.position.id)
  })

  test('after a change of the rate tops up at the locked rate, unless the product opens a new position then', async () => {
    const { msisdn } = await world().register()
    await world().sell('MOVES')
    await world().deposit(msisdn, '10000', 'MOVES')
    await world().sell('MOVES', { version: 2, ratePpm: 90_000, taxPpm: 100_000, dayCount: 'ACT_360' })
    expect((await world().quote(msisdn, '365000', 'MOVES')).terms).toMatchObject({
      basis: 'TOP_UP',
      ratePpm: 45_000,
      productVersionId: 'MOVES.1',
      estimatedEarnings: 4140n,
    })
    await world().sell('MOVES', { version: 3, ratePpm: 90_000, joinsOtherRate: false })
    expect((await world().quote(msisdn, '365000', 'MOVES')).terms).toMatchObject({
      basis: 'NEW',
      ratePpm: 90_000,
      productVersionId: 'MOVES.3',
      estimatedEarnings: 8280n,
    })
  })

  test('shows interest that rounds to nothing as 0', async () => {
    await world().sell('TINY', { ratePpm: 100, minAmount: 1n })
    const { msisdn } = await world().register()
    expect(await world().quote(msisdn, '1', 'TINY')).toMatchObject({
      status: 'OK',
      terms: { estimatedEarnings: 0n },
    })
  })

  test('writes one row of the request log, and nothing else', async () => {
    const tables = world()
      .database.read.dataSource.entityMetadatas.map(({ tableName }) => tableName)
      .filter((name) => name !== 'request_log')
    expect(tables.length).toBeGreaterThan(10)
    const dump = () =>
      Promise.all(tables.map(async (name) => sortedRows(await world().rows(`SELECT * FROM ${name}`))))
    const logged = async () => Number(at(await world().rows('SELECT COUNT(*) AS n FROM request_log'), 0)['n'])
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '5000')
    const [before, count] = [await dump(), await logged()]
    const amounts = ['5000', '1', '9999999', 'x', '5000', '7000', '8000', '0', '1000', '2000000']
    await Promise.all(amounts.map((amount) => world().quote(msisdn, amount)))
    await Promise.all(amounts.map((amount) => world().quote(world().newNumber(), amount)))
    await world().quote(msisdn, '5000', 'NOTHING')
    expect(await dump()).toEqual(before)
    expect(await logged()).toBe(count + 21)
  })

  test('stores the session and the journey with its answer', async () => {
    const number = world().newNumber()
    const call = world().call({ session: 'S-1', journey: 'J-1' })
    await quoteDeposit({ database: world().database, collectionMax: undefined }, call, {
      msisdn: number,
      amount: '5000',
      productCode: 'LOCK1M',
    })
    expect(await world().rows('SELECT * FROM request_log WHERE msisdn = ?', number)).toMatchObject([
      { session_id: 'S-1', journey_id: 'J-1', result: 'NOT_REGISTERED', reference: null, customer_id: null },
    ])
  })
})

/** A database in which `commit` runs right before the nth read. */
const interrupted = (database: Database, nth: number, commit: () => Promise<void>): Database => {
  let asked = 0
  const all: Sql['all'] = async (statement, parameters) => {
    asked++
    if (asked === nth) await commit()
    return database.read.all(statement, parameters)
  }
  return { ...database, read: { ...database.read, all } }
}

describeEachDatabase('a deposit that settles while a quote is computed', (database) => {
  const world = worldFor(database)

  test.each([1, 2])(
    'is counted once against the room if it settles right before SQL read %i of the quote',
    async (nth) => {
      const { msisdn } = await world().register()
      const { reference } = await world().quote(msisdn, '1200000')
      await world().confirm(msisdn, reference)
      let settled = 0
      const settling = interrupted(world().database, nth, async () => {
        await world().driveOrders()
        settled++
      })
      const answer = await quoteDeposit({ database: settling, collectionMax: undefined }, world().call(), {
        msisdn,
        amount: '5000',
        productCode: 'LOCK3M',
      })
      expect(settled).toBe(1)
      expect((await world().orderOf(present(reference))).status).toBe('SUCCESSFUL')
      expect(answer).toMatchObject({ status: 'OK', limits: { room: 800_000n } })
    },
  )
})

describeEachDatabase('a deposit above the limit of the wallet', (database) => {
  const world = worldFor(database, { collectionMax: 500_000n })

  test('is refused with the cause WALLET, and shows the whole room of the product', async () => {
    const { msisdn } = await world().register()
    expect(await world().quote(msisdn, '500001')).toMatchObject({
      status: 'ABOVE_MAXIMUM',
      cause: 'WALLET',
      walletMax: 500_000n,
      limits: { room: 2_000_000n },
    })
    await world().deposit(msisdn, '500000')
    expect(await world().quote(msisdn, '500000')).toMatchObject({ status: 'OK' })
  })
})
