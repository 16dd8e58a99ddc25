import { expect, test } from '@jest/globals'
import { recordStatus } from '../../src/bank/payments/drive/record-answer.js'
import type { StatusResult } from '../../src/bank/payments/port.js'
import type { Payout } from '../../src/bank/savings/records/payout.entity.js'
import { dueIds } from '../../src/bank/savings/records/due-rows.js'
import { payoutsToRelease, releaseHeld } from '../../src/bank/savings/payouts/release-holds.js'
import { readBalance } from '../../src/bank/savings/positions/balance.read.js'
import { readTransactions } from '../../src/bank/savings/positions/transactions.read.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { accrueTo } from '../support/accrual.js'
import { describeEachDatabase } from '../support/services.js'
import { refusalOf } from '../support/thrown.js'
import { firstDay, paid, pending, worldFor, type World } from '../support/world.js'
import { at, firstOf, present } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const refused = (reason: string): StatusResult => ({ state: 'FAILED', reason })
const deps = { payoutMax: undefined, payeeNote: 'payout' }

/** A new customer with savings from the first day. */
const saver = async (world: World, amount = '100000', product = 'LOCK3M', clockId: string | null = null) => {
  const { msisdn, accountId } = await world.register({ clockId })
  await world.deposit(msisdn, amount, product)
  const view = at(await world.positions(msisdn), 0)
  return { msisdn, accountId, positionId: view.position.id }
}

const withdraw = async (world: World, { msisdn, positionId }: { msisdn: Msisdn; positionId: string }) =>
  world.withdraw(msisdn, (await world.preview(msisdn, positionId)).reference)

const payoutNow = async (world: World, { id }: Pick<Payout, 'id'>) =>
  at(await world.rows('SELECT * FROM payouts WHERE id = ?', id), 0)

const transfersOf = async (world: World, { id }: Pick<Payout, 'id'>) =>
  world.rows(
    'SELECT id, part, attempt, status, amount FROM payment_orders WHERE payout_id = ? ORDER BY part, attempt',
    id,
  )

const reviewsOf = (world: World, msisdn: Msisdn) =>
  world.rows(
    `SELECT kind, review_cases.status FROM review_cases
     JOIN customers ON customers.id = review_cases.customer_id WHERE msisdn = ?`,
    msisdn,
  )

/** The balances of the customer's accounts in the ledger. */
const ledgerOf = async (world: World, msisdn: Msisdn) => {
  const rows = await world.rows(
    `SELECT account, dimension, SUM(amount) AS amount FROM postings
     JOIN journals ON journals.id = journal_id JOIN customers ON customers.id = journals.customer_id
     WHERE msisdn = ? GROUP BY account, dimension ORDER BY account, dimension`,
    msisdn,
  )
  return rows
    .map(({ account, dimension, amount }) => [account, dimension, Number(amount)])
    .filter(([, , amount]) => amount !== 0)
}

describeEachDatabase('an early exit', (database) => {
  const world = worldFor(database)
  const releaseAt = (day: string) => ({ at: Date.parse(`${day}T11:00:00Z`), on: dateOf(day) })
  const heldBy = (day: string) =>
    dueIds(world().database.read, payoutsToRelease('system', releaseAt(day)), '', 200)
  const release = (payout: Pick<Payout, 'id'>, day: string) =>
    releaseHeld({ database: world().database, payouts: deps }, world().call(), {
      payoutId: payout.id,
      ...releaseAt(day),
    })

  test('is previewed, booked, held, sent and paid with the same amount', async () => {
    const { msisdn, accountId, positionId } = await saver(world())
    world().clock.set('2026-04-10')
    const tables = ['positions', 'payouts', 'payment_orders', 'journals', 'audit_log']
    const counts = async () =>
      Promise.all(tables.map(async (table) => (await world().rows(`SELECT COUNT(*) AS n FROM ${table}`))[0]))
    const before = await counts()

    // 40 days: 493 at 4.50 %, 110 at 1.00 %.
    const preview = await world().preview(msisdn, positionId)
    expect(preview).toMatchObject({
      status: 'ACCRUING',
      payout: null,
      hold: { hours: 48 },
      terms: {
        basis: 'EARLY_EXIT',
        originalRatePpm: 45_000,
        effectiveRatePpm: 10_000,
        principal: 100_000n,
        accruedNet: 493n,
        atMaturityNet: 1134n,
        interest: 110n,
        tax: 0n,
        forfeitedNet: 383n,
        amount: 100_110n,
      },
    })
    expect(preview.reference).toMatch(/^WDR-/)
    expect(await counts()).toEqual(before)

    const payout = await world().withdraw(msisdn, preview.reference)
    expect(payout).toMatchObject({ status: 'ON_HOLD', withdrawnOn: '2026-04-10' })
    expect(payout.heldUntil).toBe(Date.parse('2026-04-12T11:00:00Z'))
    expect(payout).toMatchObject({ accountId, amount: 100_110n, withdrawalReference: preview.reference })
    expect(await ledgerOf(world(), msisdn)).toEqual([
      ['interest_expense', '', 110],
      ['payout_reserved', payout.id, -100_110],
      ['wallet_clearing', '', 100_000],
    ])
    expect(await readBalance(world().database.read, world().call(), msisdn)).toMatchObject({
      accruing: { count: 0 },
      payingOut: { principal: 100_000n, count: 1 },
      interest: 110n,
    })

    await release(payout, '2026-04-11')
    expect(await transfersOf(world(), payout)).toEqual([])
    expect(await heldBy('2026-04-11')).not.toContain(payout.id)
    expect(await heldBy('2026-04-12')).toContain(payout.id)
    world().clock.set('2026-04-12')
    await Promise.all([release(payout, '2026-04-12'), release(payout, '2026-04-12')])
    await release(payout, '2026-04-13')
    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'PROCESSING' })
    expect(await transfersOf(world(), payout)).toHaveLength(1)

    await world().driveOrders()
    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'PAID', settled_on: '2026-04-12' })
    expect(await world().positions(msisdn)).toEqual([])
    expect(await ledgerOf(world(), msisdn)).toEqual([
      ['interest_expense', '', 110],
      ['wallet_clearing', '', -110],
    ])
    const sent = [...world().providers.real.orders.values()].filter(
      (order) => order.msisdn === msisdn && order.kind === 'PAY_OUT',
    )
    expect(sent).toMatchObject([{ amount: 100_110n, currency: 'XAF', note: 'payout' }])
    expect(await readTransactions(world().database.read, world().call(), msisdn)).toMatchObject([
      { id: payout.id, type: 'WITHDRAWAL', date: '2026-04-12', status: 'SUCCESSFUL', amount: 100_110n },
      { type: 'DEPOSIT', date: firstDay, status: 'SUCCESSFUL', amount: 100_000n },
    ])
  })

  test('confirmed fifty times at once, and again later, is one payout, shown in its present state', async () => {
    const { msisdn, positionId } = await saver(world())
    const { reference } = await world().preview(msisdn, positionId)
    const payouts = await Promise.all(Array.from({ length: 50 }, () => world().withdraw(msisdn, reference)))
    expect(new Set(payouts.map(({ id }) => id)).size).toBe(1)
    await release(at(payouts, 0), '2026-03-03')
    await world().driveOrders()
    world().clock.set('2026-05-01')
    expect(await world().withdraw(msisdn, reference)).toMatchObject({ id: at(payouts, 0).id, status: 'PAID' })
    expect(await transfersOf(world(), at(payouts, 0))).toHaveLength(1)
  })

  test('of which two previews are confirmed at once pays one, and answers ALREADY_PAYING_OUT to the other', async () => {
    const { msisdn, positionId } = await saver(world())
    const previews = [await world().preview(msisdn, positionId), await world().preview(msisdn, positionId)]
    const answers = await Promise.allSettled(
      previews.map(({ reference }) => world().withdraw(msisdn, reference)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const loser = answers.findIndex(({ status }) => status === 'rejected')
    const again = () => world().withdraw(msisdn, at(previews, loser).reference)
    expect(await refusalOf(again())).toBe('ALREADY_PAYING_OUT')
    await world().write(`UPDATE payouts SET held_until = 0 WHERE position_id = ?`, positionId)
    const payout = at(await world().rows('SELECT id FROM payouts WHERE position_id = ?', positionId), 0)
    await release({ id: String(payout['id']) }, firstDay)
    await world().driveOrders()
    expect(await refusalOf(again())).toBe('POSITION_NOT_OPEN')
  })

  test('is refused with a preview of yesterday, of a quarter of an hour ago, or of a smaller amount', async () => {
    const { msisdn, positionId } = await saver(world())
    world().clock.set('2026-03-11')
    const refusal = (reference: string | null) => refusalOf(world().withdraw(msisdn, reference))
    const first = await world().preview(msisdn, positionId)
    world().clock.advance(15 * 60_000 - 1)
    const second = await world().preview(msisdn, positionId)
    await world().deposit(msisdn, '50000')
    expect(await refusal(first.reference)).toBe('TERMS_CHANGED')
    world().clock.advance(1)
    expect(await refusal(first.reference)).toBe('REFERENCE_EXPIRED')
    expect(await refusal(second.reference)).toBe('TERMS_CHANGED')
    world().clock.set('2026-03-11T22:59:00Z')
    const late = await world().preview(msisdn, positionId)
    world().clock.set('2026-03-11T23:01:00Z')
    expect(await refusal(late.reference)).toBe('REFERENCE_EXPIRED')
    expect(at(await world().positions(msisdn), 0).figures.status).toBe('ACCRUING')
    expect(await world().rows('SELECT id FROM payouts WHERE position_id = ?', positionId)).toEqual([])
  })

  test('that was made is shown by a new preview, without a reference, also days later', async () => {
    const { msisdn, positionId } = await saver(world())
    world().clock.set('2026-04-10')
    const payout = await withdraw(world(), { msisdn, positionId })
    world().clock.set('2026-07-10')
    expect(await world().preview(msisdn, positionId)).toMatchObject({
      status: 'PAYING_OUT',
      reference: null,
      payout: { id: payout.id, status: 'ON_HOLD' },
      terms: { basis: 'EARLY_EXIT', accruedNet: 493n, forfeitedNet: 383n, amount: 100_110n },
    })
    await release(payout, '2026-07-10')
    await world().driveOrders()
    expect(await world().preview(msisdn, positionId)).toMatchObject({
      status: 'CLOSED',
      reference: null,
      payout: { id: payout.id, status: 'PAID' },
    })
  })

  test("of an unknown position, or of another customer's, is NOT_FOUND and cannot be confirmed", async () => {
    const [mine, other] = [await saver(world()), await saver(world())]
    const notFound = { status: 'NOT_FOUND', terms: null, reference: null }
    for (const id of ['', 'POS-NONE', other.positionId, 'x'.repeat(64)]) {
      expect(await world().preview(mine.msisdn, id)).toMatchObject(notFound)
    }
    expect(await world().preview(world().newNumber(), mine.positionId)).toMatchObject(notFound)
    const { reference } = await world().preview(other.msisdn, other.positionId)
    const deposit = await world().quote(mine.msisdn, '5000')
    for (const wrong of [reference, deposit.reference, '', 'WDR-NONE']) {
      expect(await refusalOf(world().withdraw(mine.msisdn, wrong))).toBe('INVALID_REFERENCE')
    }
    expect(await refusalOf(world().withdraw(world().newNumber(), reference))).toBe('NOT_REGISTERED')
  })

  test('during a walk shows its terms and cannot be confirmed', async () => {
    const clock = await world().newClock('2026-03-01')
    const { msisdn, positionId } = await saver(world(), '100000', 'LOCK3M', clock.id)
    const { reference } = await world().preview(msisdn, positionId)
    await world().write(`UPDATE clocks SET advancing_to = '2026-04-01' WHERE id = ?`, clock.id)
    expect(await world().preview(msisdn, positionId)).toMatchObject({
      status: 'ACCRUING',
      terms: { amount: 100_000n },
      reference: null,
    })
    expect(await refusalOf(world().withdraw(msisdn, reference))).toBe('CLOCK_ADVANCING')
    await world().write('UPDATE clocks SET advancing_to = NULL WHERE id = ?', clock.id)
    expect(await world().withdraw(msisdn, reference)).toMatchObject({ status: 'ON_HOLD' })
  })

  test.each([
    ['2026-01-31', 48, '2026-02-02'],
    ['2028-02-28', 36, '2028-03-01'],
    ['2026-02-28', 24, '2026-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('on a test clock from %s with a hold of %d hours is held until %s', async (from, holdHours, until) => {
    const code = `HOLD${holdHours}`
    await world().sell(code, { holdHours })
    const clock = await world().newClock(from)
    const saved = await saver(world(), '100000', code, clock.id)
    expect(await withdraw(world(), saved)).toMatchObject({
      status: 'ON_HOLD',
      heldUntil: Date.parse(`${until}T00:00:00Z`),
    })
  })

  test('from a product without a hold is sent at once', async () => {
    await world().sell('HOLD0', { holdHours: 0 })
    const nudged = world().nudges()
    const saved = await saver(world(), '100000', 'HOLD0')
    expect(await withdraw(world(), saved)).toMatchObject({ status: 'PROCESSING', heldUntil: null })
    expect(world().nudges()).toBe(nudged + 2)
    await world().driveOrders()
    expect(await world().positions(saved.msisdn)).toEqual([])
  })

  test('pays no interest on the first day, taxes each deposit half up, and never pays more than the locked rate', async () => {
    const same = await saver(world())
    expect(await withdraw(world(), same)).toMatchObject({ interest: 0n, tax: 0n, amount: 100_000n })

    await world().sell('TAXED', { ratePpm: 50_000, earlyRatePpm: 20_000, taxPpm: 165_000 })
    const taxed = await saver(world(), '100000', 'TAXED')
    world().clock.set('2026-03-11')
    await world().deposit(taxed.msisdn, '3333', 'TAXED')
    world().clock.set('2026-04-10')
    // 100,000 for 40 days at 2 %: 219.18, rounded to 219; tax of 16.5 %: 36.14, rounded to 36.
    // 3,333 for 30 days: 5.48, rounded to 5; tax: 0.83, rounded to 1.
    expect(await withdraw(world(), taxed)).toMatchObject({ interest: 224n, tax: 37n, amount: 103_520n })

    await world().sell('CHEAP', { ratePpm: 5_000, earlyRatePpm: 10_000 })
    world().clock.set(firstDay)
    const cheap = await saver(world(), '2000000', 'CHEAP')
    world().clock.set('2026-04-10')
    const { terms } = await world().preview(cheap.msisdn, cheap.positionId)
    expect(terms).toMatchObject({ effectiveRatePpm: 5_000, forfeitedNet: 0n, amount: 2_001_096n })
  })

  test('during which a top-up settles is refused with TERMS_CHANGED, or leaves the top-up a position of its own', async () => {
    const { msisdn, positionId } = await saver(world())
    const { reference } = await world().quote(msisdn, '50000')
    await world().confirm(msisdn, reference)
    const preview = await world().preview(msisdn, positionId)
    const [left] = await Promise.allSettled([
      world().withdraw(msisdn, preview.reference),
      world().driveOrders(),
    ])
    const principals = (await world().positions(msisdn)).map(({ figures }) => figures.principal)
    if (left.status === 'fulfilled') {
      expect(left.value.amount).toBe(100_000n)
      expect(principals.toSorted()).toEqual([100_000n, 50_000n])
    } else {
      expect(left.reason).toMatchObject({ code: 'TERMS_CHANGED' })
      expect(principals).toEqual([150_000n])
    }
  })
})

describeEachDatabase('a withdrawal at maturity', (database) => {
  const world = worldFor(database)

  test('pays everything, forfeits nothing, and has no hold', async () => {
    const saved = await saver(world())
    world().clock.set('2026-06-01')
    expect(await world().preview(saved.msisdn, saved.positionId)).toMatchObject({
      status: 'MATURED',
      terms: { basis: 'MATURITY', effectiveRatePpm: 45_000, forfeitedNet: 0n, amount: 101_134n },
    })
    const nudged = world().nudges()
    const payout = await withdraw(world(), saved)
    expect(payout).toMatchObject({ status: 'PROCESSING', heldUntil: null, amount: 101_134n })
    expect(world().nudges()).toBe(nudged + 1)
    expect(
      await world().rows('SELECT matured_on FROM maturities WHERE position_id = ?', saved.positionId),
    ).toEqual([{ matured_on: '2026-06-01' }])
    await world().driveOrders()
    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'PAID' })
    expect(await transfersOf(world(), payout)).toMatchObject([{ status: 'SUCCESSFUL' }])
  })
})

describeEachDatabase('a transfer to a customer', (database) => {
  const world = worldFor(database)
  /** Matured savings whose payout has been ordered. */
  const withdrawn = async (clockId: string | null = null) => {
    const saved = await saver(world(), '100000', 'LOCK3M', clockId)
    if (clockId === null) world().clock.set('2026-06-01')
    else await accrueTo(world(), clockId, '2026-06-01')
    return { ...saved, payout: await withdraw(world(), saved) }
  }
  const settle = (key: string, standing: StatusResult) => {
    for (const provider of Object.values(world().providers)) provider.settle(key, standing)
  }
  const sentTo = (msisdn: Msisdn) =>
    [...world().providers.real.orders.values()].filter(
      (order) => order.msisdn === msisdn && order.kind === 'PAY_OUT',
    )

  test.each([
    ['PAYEE_NOT_FOUND', 'PAYEE_NOT_FOUND'],
    ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'PAYEE_NOT_ALLOWED'],
    ['PAYEE_LIMIT_REACHED', 'PAYEE_LIMIT_REACHED'],
  ])('that fails with %s gives the position back as it was', async (reason, code) => {
    const saved = await saver(world())
    world().clock.set('2026-06-01')
    const [before] = await world().positions(saved.msisdn)
    const ledger = await ledgerOf(world(), saved.msisdn)
    const { reference, terms } = await world().preview(saved.msisdn, saved.positionId)
    const payout = await world().withdraw(saved.msisdn, reference)
    settle(saved.msisdn, refused(reason))
    await world().driveOrders()

    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'FAILED', failure_code: code })
    expect(await ledgerOf(world(), saved.msisdn)).toEqual(ledger)
    expect(await world().positions(saved.msisdn)).toEqual([before])
    expect(await world().withdraw(saved.msisdn, reference)).toMatchObject({ id: payout.id, status: 'FAILED' })
    expect(await reviewsOf(world(), saved.msisdn)).toEqual([])
    expect((await readTransactions(world().database.read, world().call(), saved.msisdn))[0]).toMatchObject({
      id: payout.id,
      status: 'FAILED',
    })

    settle(saved.msisdn, paid)
    const again = await world().preview(saved.msisdn, saved.positionId)
    expect(again.terms).toEqual(terms)
    const second = await world().withdraw(saved.msisdn, again.reference)
    expect(second.id).not.toBe(payout.id)
    await world().driveOrders()
    expect(await payoutNow(world(), second)).toMatchObject({ status: 'PAID' })
  })

  test('that fails days later gives the position back with the interest of the days between', async () => {
    await world().sell('AT_ONCE', { holdHours: 0 })
    const clock = await world().newClock(firstDay)
    const twin = await saver(world(), '100000', 'AT_ONCE', clock.id)
    const saved = await saver(world(), '100000', 'AT_ONCE', clock.id)
    await accrueTo(world(), clock.id, '2026-04-10')
    world().providers.test.settle(saved.msisdn, pending)
    await withdraw(world(), saved)
    await world().driveOrders()
    await accrueTo(world(), clock.id, '2026-04-25')
    settle(saved.msisdn, refused('PAYEE_NOT_FOUND'))
    await world().driveOrders()
    const [[back], [stayed]] = [await world().positions(saved.msisdn), await world().positions(twin.msisdn)]
    expect(present(back).figures).toEqual(present(stayed).figures)
    expect(present(back).figures).toMatchObject({ status: 'ACCRUING', accrued: { net: 678n } })
  })

  test('that fails after the maturity date gives the position back as MATURED, and records the maturity', async () => {
    await world().sell('AT_ONCE', { holdHours: 0 })
    const clock = await world().newClock(firstDay)
    const saved = await saver(world(), '100000', 'AT_ONCE', clock.id)
    await accrueTo(world(), clock.id, '2026-05-31')
    world().providers.test.settle(saved.msisdn, pending)
    await withdraw(world(), saved)
    await world().driveOrders()
    await accrueTo(world(), clock.id, '2026-06-02')
    settle(saved.msisdn, refused('PAYEE_NOT_FOUND'))
    await world().driveOrders()
    const back = at(await world().positions(saved.msisdn), 0)
    expect(back.figures).toMatchObject({ status: 'MATURED', accrued: { net: 1134n } })
    expect(
      await world().rows('SELECT matured_on FROM maturities WHERE position_id = ?', saved.positionId),
    ).toEqual([{ matured_on: '2026-06-01' }])
    await accrueTo(world(), clock.id, '2026-06-10')
  })

  test('that is refused while the account is closing gives nothing back, and people decide', async () => {
    const { msisdn, accountId, payout } = await withdrawn()
    await world().write(`UPDATE accounts SET status = 'CLOSING' WHERE id = ?`, accountId)
    settle(msisdn, refused('PAYEE_NOT_FOUND'))
    await world().driveOrders()
    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'FAILED', open_key: payout.positionId })
    expect(at(await world().positions(msisdn), 0).figures.status).toBe('PAYING_OUT')
    expect(await reviewsOf(world(), msisdn)).toEqual([{ kind: 'PAYOUT_FAILED', status: 'OPEN' }])
  })

  test('with an unknown outcome that turns out to be paid is one transfer', async () => {
    const { msisdn, payout } = await withdrawn()
    const lost = { outcome: 'UNKNOWN', detail: 'TIMEOUT', arrives: true } as const
    world().providers.real.scriptSend(msisdn, lost)
    world().providers.real.scriptStatus(msisdn, { state: 'UNKNOWN', detail: 'HTTP_502' }, pending)
    await world().dispatch()
    await world().makeAllDue()
    await world().poll()
    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'PROCESSING' })
    expect(at(await world().positions(msisdn), 0).figures.status).toBe('PAYING_OUT')
    await world().driveOrders()
    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'PAID' })
    expect(sentTo(msisdn)).toHaveLength(1)
  })

  test('that never arrived is sent again after the grace time, under the same reference', async () => {
    const { msisdn, payout } = await withdrawn()
    world().providers.real.scriptSend(msisdn, { outcome: 'UNKNOWN', detail: 'TIMEOUT' })
    await world().driveOrders()
    expect(sentTo(msisdn)).toEqual([])
    await world().write('UPDATE payment_orders SET sent_at = sent_at - 60000 WHERE payout_id = ?', payout.id)
    await world().driveOrders()
    await world().driveOrders()
    const [transfer, ...others] = await transfersOf(world(), payout)
    expect(others).toEqual([])
    expect(sentTo(msisdn).map(({ reference }) => reference)).toEqual([present(transfer)['id']])
    const offers = world().providers.real.calls.filter(
      (call) => call.method === 'payOut' && call.msisdn === msisdn,
    )
    expect(offers).toHaveLength(2)
    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'PAID' })
  })

  test('that cannot be sent is tried again without a limit, and raises an alarm', async () => {
    const { msisdn, payout } = await withdrawn()
    const down = { outcome: 'NOT_SENT', reason: 'NOT_ALLOWED' } as const
    world().providers.real.scriptSend(msisdn, down, down, down, down)
    await world().dispatch()
    await world().write(
      'UPDATE payment_orders SET created_at = created_at - 3600000 WHERE payout_id = ?',
      payout.id,
    )
    for (let i = 0; i < 3; i++) {
      await world().makeAllDue()
      await world().dispatch()
    }
    expect(await transfersOf(world(), payout)).toMatchObject([{ status: 'CREATED' }])
    expect(
      world().alarms.filter(({ facts }) => 'reason' in facts && facts.reason === 'NOT_ALLOWED'),
    ).not.toEqual([])
    await world().driveOrders()
    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'PAID' })
  })

  test('for which our float is empty raises an alarm, and is tried again under a new reference once it is filled', async () => {
    const { msisdn, payout } = await withdrawn()
    settle(msisdn, refused('NOT_ENOUGH_FUNDS'))
    const alarms = world().alarms.length
    await world().dispatch()
    await world().makeAllDue()
    await world().poll()
    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'PROCESSING' })
    expect(world().alarms.length).toBe(alarms + 1)
    expect(await transfersOf(world(), payout)).toMatchObject([{ status: 'FAILED' }, { status: 'CREATED' }])
    await world().dispatch()
    expect(sentTo(msisdn)).toHaveLength(1)
    // The transfer is tried again any number of times: a fault of our own account never fails the withdrawal.
    for (let i = 0; i < 4; i++) await world().driveOrders()
    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'PROCESSING' })
    settle(msisdn, paid)
    await world().driveOrders()
    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'PAID' })
    const references = sentTo(msisdn).map(({ reference }) => reference)
    expect(new Set(references).size).toBe(references.length)
  })

  test('that fails for a fault of the provider is tried three times, then goes to review', async () => {
    const { msisdn, payout } = await withdrawn()
    settle(msisdn, refused('INTERNAL_PROCESSING_ERROR'))
    await world().driveOrders()
    await world().driveOrders()
    expect(await transfersOf(world(), payout)).toHaveLength(3)
    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'UNDER_REVIEW' })
    expect(await reviewsOf(world(), msisdn)).toEqual([{ kind: 'PAYOUT_FAILED', status: 'OPEN' }])
  })

  test('that never arrived at the provider is sent again, and is no longer under review', async () => {
    const { payout } = await withdrawn()
    await world().dispatch()
    const id = String(at(await transfersOf(world(), payout), 0)['id'])
    const report = (result: StatusResult) => recordStatus(world().orders, world().call(), id, result)
    await world().write('UPDATE payment_orders SET polls = 100, sent_at = 1 WHERE id = ?', id)
    await report({ state: 'UNKNOWN', detail: 'HTTP_502' })
    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'UNDER_REVIEW' })
    await report({ state: 'NOT_FOUND' })
    expect(await transfersOf(world(), payout)).toMatchObject([{ status: 'CREATED' }])
    expect(await payoutNow(world(), payout)).toMatchObject({ status: 'PROCESSING' })
  })

  test.each(['TRANSACTION_CANCELED', 'A_NEW_WORD', 'EXPIRED'])(
    'that fails with %s goes to review: it is neither given back nor sent again',
    async (reason) => {
      const { msisdn, payout } = await withdrawn()
      settle(msisdn, refused(reason))
      await world().driveOrders()
      expect(await payoutNow(world(), payout)).toMatchObject({ status: 'UNDER_REVIEW' })
      expect(await transfersOf(world(), payout)).toHaveLength(1)
      expect(at(await world().positions(msisdn), 0).figures.status).toBe('PAYING_OUT')
    },
  )

  test.each([
    ['PAID', paid, refused('PAYEE_NOT_FOUND')],
    ['FAILED', refused('PAYEE_NOT_FOUND'), paid],
  ])(
    'that is %s, and then has the opposite outcome at the provider, opens a review case',
    async (status, said, says) => {
      const { msisdn, payout } = await withdrawn()
      settle(msisdn, said)
      await world().driveOrders()
      const ledger = await ledgerOf(world(), msisdn)
      const transfer = at(await transfersOf(world(), payout), 0)
      await recordStatus(world().orders, world().call(), String(transfer['id']), says)
      expect(await payoutNow(world(), payout)).toMatchObject({ status })
      expect(await ledgerOf(world(), msisdn)).toEqual(ledger)
      expect(await reviewsOf(world(), msisdn)).toEqual([{ kind: 'CONTRADICTION', status: 'OPEN' }])
    },
  )

  test('reported as paid eight times at the same instant is one payment', async () => {
    const { msisdn, payout } = await withdrawn()
    await world().dispatch()
    const transfer = at(await transfersOf(world(), payout), 0)
    const id = String(transfer['id'])
    await Promise.all(Array.from({ length: 8 }, () => recordStatus(world().orders, world().call(), id, paid)))
    expect(await world().rows('SELECT id FROM journals WHERE reference = ?', `PAID:${id}`)).toHaveLength(1)
    expect(await world().positions(msisdn)).toEqual([])
  })
})

describeEachDatabase('a payout over the largest transfer', (database) => {
  const world = worldFor(database, { payoutMax: 40_000n })
  const withdrawn = async () => {
    const saved = await saver(world())
    world().clock.set('2026-06-01')
    const payout = await withdraw(world(), saved)
    await world().dispatch()
    const parts = await transfersOf(world(), payout)
    return { ...saved, payout, parts: parts.map(({ id }) => String(id)) }
  }
  const report = (id: string, result: StatusResult) =>
    recordStatus(world().orders, world().call(), id, result)
  const statusesOf = async (payout: Payout) => {
    const position = at(await world().rows('SELECT status FROM positions WHERE id = ?', payout.positionId), 0)
    return [(await payoutNow(world(), payout))['status'], position['status']]
  }

  test('goes in parts, and is paid when all of them are paid', async () => {
    const { payout, parts } = await withdrawn()
    expect((await transfersOf(world(), payout)).map(({ amount }) => Number(amount))).toEqual([
      40_000, 40_000, 21_134,
    ])
    await report(at(parts, 2), paid)
    await report(at(parts, 0), paid)
    expect(await statusesOf(payout)).toEqual(['PROCESSING', 'PAYING_OUT'])
    await report(at(parts, 1), paid)
    expect(await statusesOf(payout)).toEqual(['PAID', 'CLOSED'])
  })

  test('whose second part is refused after the first was paid tries only the second part again', async () => {
    const { payout, parts } = await withdrawn()
    await report(at(parts, 0), paid)
    await report(at(parts, 1), refused('PAYEE_LIMIT_REACHED'))
    await report(at(parts, 2), paid)
    expect(await statusesOf(payout)).toEqual(['PROCESSING', 'PAYING_OUT'])
    const [, , again] = firstOf(3, await transfersOf(world(), payout))
    expect([again['part'], again['attempt']].map(Number)).toEqual([2, 2])
    await report(String(again['id']), paid)
    expect(await statusesOf(payout)).toEqual(['PAID', 'CLOSED'])
  })

  test('of which a part is refused repeatedly goes to review, and its money stays reserved', async () => {
    const { msisdn, payout, parts } = await withdrawn()
    await report(at(parts, 0), paid)
    await report(at(parts, 2), paid)
    for (let attempt = 1; attempt <= 3; attempt++) {
      const open = present(
        (await transfersOf(world(), payout)).find(
          (order) => Number(order['part']) === 2 && Number(order['attempt']) === attempt,
        ),
      )
      await report(String(open['id']), refused('PAYEE_NOT_FOUND'))
    }
    expect(await statusesOf(payout)).toEqual(['UNDER_REVIEW', 'PAYING_OUT'])
    expect(await transfersOf(world(), payout)).toHaveLength(5)
    expect(await reviewsOf(world(), msisdn)).toHaveLength(1)
  })

  test('of which all parts are refused is given back, and no waiting attempt is sent', async () => {
    const { msisdn, payout, parts } = await withdrawn()
    for (const part of parts) await report(part, refused('PAYEE_NOT_FOUND'))
    expect(await statusesOf(payout)).toEqual(['FAILED', 'OPEN'])
    await world().driveOrders()
    const arrived = [...world().providers.real.orders.values()]
    expect(arrived.filter((order) => order.msisdn === msisdn && order.kind === 'PAY_OUT')).toHaveLength(3)
    expect(await reviewsOf(world(), msisdn)).toEqual([])
  })

  test('whose first part is refused before the others are sent is given back at once', async () => {
    const saved = await saver(world())
    world().clock.set('2026-06-01')
    const payout = await withdraw(world(), saved)
    const first = at(await transfersOf(world(), payout), 0)
    await world().write(
      `UPDATE payment_orders SET due_at = due_at + 60000 WHERE payout_id = ? AND id <> ?`,
      payout.id,
      first['id'],
    )
    await world().dispatch()
    await report(String(first['id']), refused('PAYEE_NOT_FOUND'))
    expect(await statusesOf(payout)).toEqual(['FAILED', 'OPEN'])
    await world().driveOrders()
    expect(await transfersOf(world(), payout)).toMatchObject([
      { status: 'FAILED' },
      { status: 'FAILED' },
      { status: 'FAILED' },
    ])
  })

  test('of which two parts are refused while the first is unknown tries these two again, and is not given back', async () => {
    const { payout, parts } = await withdrawn()
    await report(at(parts, 0), { state: 'UNKNOWN', detail: 'HTTP_502' })
    await report(at(parts, 1), refused('PAYEE_NOT_FOUND'))
    await report(at(parts, 2), refused('PAYEE_NOT_FOUND'))
    expect(await statusesOf(payout)).toEqual(['PROCESSING', 'PAYING_OUT'])
    const attempts = (await transfersOf(world(), payout)).map((row) =>
      [row['part'], row['attempt']].map(Number),
    )
    expect(attempts).toEqual([
      [1, 1],
      [2, 1],
      [2, 2],
      [3, 1],
      [3, 2],
    ])
  })

  test('with a part under review is not given back for the other parts', async () => {
    const { payout, parts } = await withdrawn()
    await report(at(parts, 0), refused('TRANSACTION_CANCELED'))
    expect(await statusesOf(payout)).toEqual(['UNDER_REVIEW', 'PAYING_OUT'])
    for (const part of [2, 3]) {
      for (let attempt = 1; attempt <= 3; attempt++) {
        const open = present(
          (await transfersOf(world(), payout)).find(
            (order) => Number(order['part']) === part && Number(order['attempt']) === attempt,
          ),
        )
        await report(String(open['id']), refused('PAYEE_NOT_FOUND'))
      }
    }
    expect(await statusesOf(payout)).toEqual(['UNDER_REVIEW', 'PAYING_OUT'])
  })
})
