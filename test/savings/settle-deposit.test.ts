import { expect, test } from '@jest/globals'
import { readBalance } from '../../src/bank/savings/positions/balance.read.js'
import { readTransactions } from '../../src/bank/savings/positions/transactions.read.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { accrueTo } from '../support/accrual.js'
import { describeEachDatabase } from '../support/services.js'
import { declined, newWorldFor, paid, pending, worldFor, type World } from '../support/world.js'
import { first, present } from '../support/present.js'

const zero = { principal: 0n, count: 0 }

describeEachDatabase('a deposit whose payment has ended', (database) => {
  const world = worldFor(database, { defaultStatus: pending })
  const settle = async (msisdn: Msisdn, status = paid) => {
    world().providers.real.settle(msisdn, status)
    world().providers.test.settle(msisdn, status)
    await world().driveOrders()
  }
  const confirmed = async (msisdn: Msisdn, amount: string, product?: string) => {
    const { reference } = await world().quote(msisdn, amount, product)
    await world().confirm(msisdn, reference)
    return present(reference)
  }
  const deposit = async (msisdn: Msisdn, amount: string, product?: string) => {
    const reference = await confirmed(msisdn, amount, product)
    await settle(msisdn)
    return reference
  }
  const balance = (msisdn: Msisdn) => readBalance(world().database.read, world().call(), msisdn)
  const journalOf = async (reference: string) => {
    const { id } = await world().orderOf(reference)
    const rows = await world().rows(
      `SELECT journals.book, reference, business_on, value_on, account, dimension, amount
       FROM journals JOIN postings ON journal_id = journals.id WHERE reference IN (?, ?) ORDER BY line`,
      `DEPOSIT:${id}`,
      `SUSPENSE:${id}`,
    )
    return {
      book: rows[0]?.['book'],
      on: rows[0]?.['business_on'],
      valueOn: rows[0]?.['value_on'],
      kind: String(rows[0]?.['reference']).split(':')[0],
      lines: rows.map(({ account, dimension, amount }) => [account, dimension, BigInt(present(amount))]),
    }
  }

  test('is booked as quoted: position, deposit, journal, balance and statement', async () => {
    const { msisdn, accountId } = await world().register()
    const reference = await deposit(msisdn, '100000')
    const order = await world().orderOf(reference)
    const [view, ...others] = await world().positions(msisdn)
    expect(others).toEqual([])
    expect(present(view).position).toMatchObject({
      accountId,
      book: 'system',
      productCode: 'LOCK3M',
      productVersionId: 'LOCK3M.1',
      termMonths: 3,
      ratePpm: 45_000,
      earlyRatePpm: 10_000,
      startOn: '2026-03-01',
      maturityOn: '2026-06-01',
      status: 'OPEN',
    })
    expect(present(view).deposits).toEqual([{ principal: 100_000n, valueOn: '2026-03-01' }])
    expect(present(view).figures).toMatchObject({
      status: 'ACCRUING',
      principal: 100_000n,
      atMaturity: { net: 1134n },
    })
    expect(order).toMatchObject({ status: 'SUCCESSFUL', providerTransactionId: 'T-1', dueAt: null })
    expect(await journalOf(reference)).toEqual({
      book: 'system',
      kind: 'DEPOSIT',
      on: '2026-03-01',
      valueOn: '2026-03-01',
      lines: [
        ['customer_principal', present(view).position.id, -100_000n],
        ['wallet_clearing', '', 100_000n],
      ],
    })
    expect(await balance(msisdn)).toEqual({
      currency: 'XAF',
      accruing: { principal: 100_000n, count: 1 },
      due: zero,
      payingOut: zero,
      interest: 0n,
    })
    expect(await readTransactions(world().database.read, world().call(), msisdn)).toEqual([
      {
        id: order.id,
        date: '2026-03-01',
        type: 'DEPOSIT',
        status: 'SUCCESSFUL',
        amount: 100_000n,
        currency: 'XAF',
      },
    ])
  })

  test('into an existing position earns for the remaining term; at maturity both deposits have earned what its quote promised', async () => {
    await world().sell('FIVE', { ratePpm: 50_000, earlyRatePpm: 20_000 })
    const { msisdn } = await world().register()
    await deposit(msisdn, '100000', 'FIVE')
    world().clock.set('2026-04-15')
    const { terms } = await world().quote(msisdn, '50000', 'FIVE')
    expect(terms).toMatchObject({
      estimatedEarnings: 322n,
      savingsEarningsAtMaturity: 1582n,
      durationDays: 47,
    })
    await deposit(msisdn, '50000', 'FIVE')
    world().clock.set('2026-05-01')
    const view = first(await world().positions(msisdn))
    expect(view.deposits).toHaveLength(2)
    expect(view.figures).toMatchObject({
      principal: 150_000n,
      accrued: { gross: 946n },
      atMaturity: { gross: 1582n },
      withdrawable: { net: 378n },
      withdrawalBasis: 'EARLY_EXIT',
      effectiveRatePpm: 20_000,
    })
    expect((await balance(msisdn)).interest).toBe(946n)
    world().clock.set('2026-06-01')
    expect(first(await world().positions(msisdn)).figures).toMatchObject({
      status: 'MATURED',
      accrued: { net: 1582n },
      withdrawable: { net: 1582n },
      withdrawalBasis: 'MATURITY',
      effectiveRatePpm: 50_000,
    })
    expect(await balance(msisdn)).toMatchObject({
      accruing: zero,
      due: { principal: 150_000n, count: 1 },
      interest: 1582n,
    })
  })

  test('opens a position of its own even if another deposit was quoted as NEW on the same date', async () => {
    const { msisdn } = await world().register()
    const references = [await world().quote(msisdn, '5000'), await world().quote(msisdn, '6000')]
    for (const { reference } of references) await world().confirm(msisdn, reference)
    await settle(msisdn)
    const positions = await world().positions(msisdn)
    expect(positions.map(({ figures }) => figures.principal).toSorted()).toEqual([5000n, 6000n])
    expect(new Set(positions.map(({ position }) => position.maturityOn))).toEqual(new Set(['2026-06-01']))
  })

  test.each(['PAYING_OUT', 'CLOSED'])(
    'opens a position on the same terms if the position to be topped up is %s by then',
    async (status) => {
      const { msisdn } = await world().register()
      await deposit(msisdn, '100000')
      const joined = first(await world().positions(msisdn)).position
      world().clock.set('2026-04-15')
      await confirmed(msisdn, '50000')
      await world().write('UPDATE positions SET status = ? WHERE id = ?', status, joined.id)
      await settle(msisdn)
      const own = present((await world().positions(msisdn)).find(({ position }) => position.id !== joined.id))
      expect(own.position).toMatchObject({
        startOn: '2026-04-15',
        maturityOn: joined.maturityOn,
        ratePpm: joined.ratePpm,
        earlyRatePpm: joined.earlyRatePpm,
        productVersionId: joined.productVersionId,
        status: 'OPEN',
      })
      expect(own.deposits).toEqual([{ principal: 50_000n, valueOn: '2026-04-15' }])
    },
  )

  test('keeps the terms of the position that it could not top up, also if the product has changed', async () => {
    await world().sell('DRIFTS', { taxPpm: 165_000 })
    const { msisdn } = await world().register()
    await deposit(msisdn, '100000', 'DRIFTS')
    const joined = first(await world().positions(msisdn)).position
    await world().sell('DRIFTS', {
      version: 2,
      ratePpm: 1000,
      earlyRatePpm: 0,
      dayCount: 'ACT_360',
      taxPpm: 0,
      termMonths: 1,
    })
    await confirmed(msisdn, '50000', 'DRIFTS')
    await world().write(`UPDATE positions SET status = 'CLOSED' WHERE id = ?`, joined.id)
    await settle(msisdn)
    const own = first(await world().positions(msisdn))
    const { id, createdAt, status, ...terms } = joined
    expect(own.position).toMatchObject(terms)
    expect([own.position.id, own.position.status]).not.toEqual([id, status])
    expect(own.position.createdAt).toBeGreaterThanOrEqual(createdAt)
  })

  test('after its maturity date opens a position that is MATURED, with the interest of the whole term', async () => {
    const { msisdn } = await world().register()
    const reference = await confirmed(msisdn, '100000')
    world().clock.set('2026-07-15')
    await settle(msisdn)
    const view = first(await world().positions(msisdn))
    expect(view.position).toMatchObject({ startOn: '2026-03-01', maturityOn: '2026-06-01' })
    expect(view.figures).toMatchObject({
      status: 'MATURED',
      accrued: { net: 1134n },
      withdrawable: { net: 1134n },
    })
    expect((await world().orderOf(reference)).businessOn).toBe('2026-03-01')
  })

  test('that was to top up savings which have matured opens a MATURED position on their terms', async () => {
    const { msisdn } = await world().register()
    await deposit(msisdn, '100000')
    world().clock.set('2026-05-31')
    await confirmed(msisdn, '500000')
    world().clock.set('2026-06-02')
    await settle(msisdn)
    const views = await world().positions(msisdn)
    expect(views.map(({ figures }) => [figures.status, figures.principal, figures.accrued.net])).toEqual([
      ['MATURED', 100_000n, 1134n],
      ['MATURED', 500_000n, 62n],
    ])
  })

  test('days later tops up savings that still accrue, with the date of its confirm as value date', async () => {
    const { msisdn } = await world().register()
    await deposit(msisdn, '100000')
    world().clock.set('2026-03-10')
    await confirmed(msisdn, '50000')
    world().clock.set('2026-03-25')
    await settle(msisdn)
    const [view, ...others] = await world().positions(msisdn)
    expect(others).toEqual([])
    expect(
      present(view)
        .deposits.map(({ valueOn }) => valueOn)
        .toSorted(),
    ).toEqual(['2026-03-01', '2026-03-10'])
  })

  test('because the payer declined, could not pay or did not answer is FAILED with the reason, and can be quoted again', async () => {
    const { msisdn } = await world().register()
    const reasons = [
      ['APPROVAL_REJECTED', 'PAYER_DECLINED'],
      ['NOT_ENOUGH_FUNDS', 'INSUFFICIENT_FUNDS'],
      ['EXPIRED', 'PAYER_TIMEOUT'],
      ['PAYER_NOT_FOUND', 'PAYER_NOT_FOUND'],
      ['PAYER_LIMIT_REACHED', 'PAYER_LIMIT_REACHED'],
      ['SOMETHING_NEW', 'PROVIDER_ERROR'],
    ] as const
    for (const [reason, failureCode] of reasons) {
      const reference = await confirmed(msisdn, '2000000')
      await settle(msisdn, { state: 'FAILED', reason })
      expect(await world().orderOf(reference)).toMatchObject({
        status: 'FAILED',
        failureCode,
        providerReason: reason,
      })
    }
    expect(await world().positions(msisdn)).toEqual([])
    expect(
      (await readTransactions(world().database.read, world().call(), msisdn)).map(({ status }) => status),
    ).toEqual(reasons.map(() => 'FAILED'))
  })

  test.each([
    ['CLOSING', `status = 'CLOSING'`],
    ['CLOSED', `status = 'CLOSED', open_key = NULL`],
  ])(
    'for an account that is %s waits in suspense until it is refunded, and opens no position',
    async (_status, change) => {
      const { msisdn, accountId } = await world().register()
      const reference = await confirmed(msisdn, '5000')
      await world().write(`UPDATE accounts SET ${change} WHERE id = ?`, accountId)
      await settle(msisdn)
      expect((await world().orderOf(reference)).status).toBe('SUCCESSFUL')
      expect(await journalOf(reference)).toMatchObject({
        kind: 'SUSPENSE',
        lines: [
          ['suspense', '', -5000n],
          ['wallet_clearing', '', 5000n],
        ],
      })
      expect(await world().positions(msisdn)).toEqual([])
      const { id } = await world().orderOf(reference)
      expect(
        await world().rows('SELECT kind, status, amount FROM payment_orders WHERE refund_of = ?', id),
      ).toMatchObject([{ kind: 'PAY_OUT', status: 'SUCCESSFUL' }])
    },
  )

  test('for an earlier account of the number is not booked into the present one', async () => {
    const { msisdn, accountId } = await world().register()
    const reference = await confirmed(msisdn, '5000')
    await world().write(`UPDATE accounts SET status = 'CLOSED', open_key = NULL WHERE id = ?`, accountId)
    await world().register({ msisdn })
    await settle(msisdn)
    expect((await journalOf(reference)).kind).toBe('SUSPENSE')
    expect(await world().positions(msisdn)).toEqual([])
    expect(await readTransactions(world().database.read, world().call(), msisdn)).toEqual([])
  })

  test('in a product with a tax shows net amounts on screens; interest payable is gross', async () => {
    await world().sell('TAXED', { ratePpm: 50_000, taxPpm: 165_000 })
    const clock = await world().newClock('2026-03-01')
    const { msisdn } = await world().register({ clockId: clock.id })
    const quote = await world().quote(msisdn, '100000', 'TAXED')
    expect(quote.terms).toMatchObject({ estimatedEarnings: 1052n, savingsEarningsAtMaturity: 1052n })
    await deposit(msisdn, '100000', 'TAXED')
    await accrueTo(world(), clock.id, '2026-04-15')
    expect((await world().quote(msisdn, '50000', 'TAXED')).terms).toMatchObject({
      estimatedEarnings: 269n,
      savingsEarningsAtMaturity: 1321n,
    })
    await deposit(msisdn, '50000', 'TAXED')
    await accrueTo(world(), clock.id, '2026-06-30')
    const view = first(await world().positions(msisdn))
    expect(view.figures.atMaturity).toEqual({ gross: 1582n, tax: 261n, net: 1321n })
    expect((await balance(msisdn)).interest).toBe(1321n)
    const payable = first(
      await world().rows(
        `SELECT SUM(amount) AS amount FROM postings WHERE account = 'interest_payable' AND book = ?`,
        clock.id,
      ),
    )
    expect(BigInt(present(payable['amount']))).toBe(-1582n)
  })

  test('in a product with a year of 360 days earns by that year', async () => {
    await world().sell('BANKERS', { ratePpm: 50_000, dayCount: 'ACT_360' })
    const { msisdn } = await world().register()
    expect((await world().quote(msisdn, '100000', 'BANKERS')).terms?.estimatedEarnings).toBe(1278n)
    await deposit(msisdn, '100000', 'BANKERS')
    world().clock.set('2026-06-01')
    expect(first(await world().positions(msisdn)).figures.accrued.net).toBe(1278n)
  })

  test('of a test customer has the dates and the book of the clock, and calls only the emulator', async () => {
    const clock = await world().newClock('2028-01-31')
    const { msisdn } = await world().register({ clockId: clock.id })
    const reference = await deposit(msisdn, '100000', 'LOCK1M')
    const order = await world().orderOf(reference)
    expect(order).toMatchObject({ book: clock.id, businessOn: '2028-01-31' })
    expect(first(await world().positions(msisdn)).position).toMatchObject({
      book: clock.id,
      startOn: '2028-01-31',
      maturityOn: '2028-02-29',
    })
    expect(await journalOf(reference)).toMatchObject({ book: clock.id, on: '2028-01-31' })
    expect(world().providers.test.calls.map((call) => call.reference)).toContain(order.id)
    expect(world().providers.real.calls.map((call) => call.reference)).not.toContain(order.id)
    await world().write(`UPDATE clocks SET now_on = '2028-02-29' WHERE id = ?`, clock.id)
    expect(first(await world().positions(msisdn)).figures.status).toBe('MATURED')
    await world().write(`UPDATE clocks SET now_on = '2028-01-31' WHERE id = ?`, clock.id)
  })

  test('that comes days late is booked together with the interest that it has earned since its value date', async () => {
    await world().sell('LATE', { ratePpm: 50_000 })
    const clock = await world().newClock('2026-03-01')
    const { msisdn } = await world().register({ clockId: clock.id })
    const reference = await confirmed(msisdn, '100000', 'LATE')
    await accrueTo(world(), clock.id, '2026-03-31')
    await settle(msisdn)
    const { lines, on, valueOn } = await journalOf(reference)
    expect([on, valueOn]).toEqual(['2026-03-31', '2026-03-01'])
    expect(lines).toEqual([
      ['customer_principal', expect.stringMatching(/^POS-/), -100_000n],
      ['interest_expense', '', 411n],
      ['interest_payable', 'LATE', -411n],
      ['wallet_clearing', '', 100_000n],
    ])
    await accrueTo(world(), clock.id, '2026-12-31')
  })

  test('is among the last ten lines of the mini statement of the present account, newest first', async () => {
    const { msisdn } = await world().register()
    for (let i = 1; i <= 10; i++) await confirmed(msisdn, String(1000 * i))
    await settle(msisdn, declined)
    world().clock.set('2026-03-02')
    await confirmed(msisdn, '50000')
    const lines = await readTransactions(world().database.read, world().call(), msisdn)
    expect(lines).toHaveLength(10)
    expect(lines[0]).toMatchObject({ date: '2026-03-02', status: 'PENDING', amount: 50_000n })
    expect(lines.slice(1).every(({ status }) => status === 'FAILED')).toBe(true)
    await settle(msisdn)
  })

  test('is in no balance and no mini statement of an unregistered number', async () => {
    const unregistered = world().newNumber()
    expect(await balance(unregistered)).toEqual({
      currency: 'XAF',
      accruing: zero,
      due: zero,
      payingOut: zero,
      interest: 0n,
    })
    expect(await readTransactions(world().database.read, world().call(), unregistered)).toEqual([])
    expect(await world().positions(unregistered)).toEqual([])
  })
})

describeEachDatabase('a worker whose clock is a day behind', (database) => {
  let world: World
  newWorldFor(database, (opened) => {
    world = opened
  })

  test('does not top up a position that is booked as matured', async () => {
    const { msisdn } = await world.register()
    await world.deposit(msisdn, '100000', 'LOCK1M')
    world.providers.real.settle(msisdn, pending)
    world.clock.set('2026-03-31')
    const { reference, terms } = await world.quote(msisdn, '5000', 'LOCK1M')
    expect(terms).toMatchObject({ basis: 'TOP_UP', maturityOn: '2026-04-01' })
    await world.confirm(msisdn, reference)
    await world.dispatch()
    world.clock.set('2026-04-01')
    await world.night()
    // On the clock of another worker it is still the previous day.
    world.clock.set('2026-03-31')
    world.providers.real.settle(msisdn, paid)
    await world.driveOrders()

    const maturities = await world.rows('SELECT principal, matured_on FROM maturities ORDER BY principal')
    expect(maturities.map((row) => [Number(row['principal']), row['matured_on']])).toEqual([
      [5000, '2026-04-01'],
      [100_000, '2026-04-01'],
    ])
    expect((await world.positions(msisdn)).map(({ figures }) => figures.principal)).toEqual([100_000n, 5000n])
  })

  test('books an early exit on the day before maturity, and the mini statement shows what was paid', async () => {
    const { msisdn } = await world.register()
    await world.deposit(msisdn, '100000', 'LOCK1M')
    world.clock.set('2026-04-01')
    await world.night()
    world.clock.set('2026-03-31')
    const view = first(await world.positions(msisdn))
    const { reference } = await world.preview(msisdn, view.position.id)
    const payout = await world.withdraw(msisdn, reference)
    expect(payout.basis).toBe('EARLY_EXIT')
    world.clock.set('2026-04-03')
    const lines = await readTransactions(world.database.read, world.call(), msisdn)
    expect(lines.map(({ type, amount }) => [type, amount])).toEqual([
      ['WITHDRAWAL', payout.amount],
      ['DEPOSIT', 100_000n],
    ])
  })
})
