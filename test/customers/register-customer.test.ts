import { describe, expect, test } from '@jest/globals'
import { lockCustomer } from '../../src/bank/customers/customers.repository.js'
import { checkedEmail } from '../../src/bank/customers/email.rules.js'
import { readRegistration } from '../../src/bank/customers/customers.read.js'
import { registerCustomer, type TestClockPolicy } from '../../src/bank/customers/register-customer.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { describeEachDatabase } from '../support/services.js'
import { refusalOf } from '../support/thrown.js'
import { worldFor } from '../support/world.js'
import { at } from '../support/present.js'
import { msisdnOf } from '../support/typed.js'

describe('an e-mail address', () => {
  test.each(['a@b.cm', ' awa.ngo+epargne@exemple.cm '])(
    '%p is stored without the spaces around it',
    (raw) => {
      expect(checkedEmail(raw)).toBe(raw.trim())
    },
  )

  const tooLong = `${'a'.repeat(250)}@b.cm`
  test.each(['', 'awa', 'awa@', '@b.cm', 'a b@c.cm', 'a@b', tooLong])('%p is refused', async (raw) => {
    expect(await refusalOf(Promise.resolve().then(() => checkedEmail(raw)))).toBe('INVALID_EMAIL')
  })
})

describeEachDatabase('registering', (database) => {
  const world = worldFor(database)
  const registration = (msisdn: Msisdn) => readRegistration(world().database.read, msisdn)
  /** Sorted by time, with the open account last: two accounts may be created in the same millisecond. */
  const accounts = (msisdn: Msisdn) =>
    world().rows(
      `SELECT accounts.* FROM accounts JOIN customers ON customers.id = accounts.customer_id
       WHERE msisdn = ? ORDER BY accounts.open_key IS NOT NULL, accounts.created_at`,
      msisdn,
    )

  test('opens an account on the business date', async () => {
    world().clock.set('2026-03-01T23:30:00Z')
    const { msisdn, accountId, result } = await world().register({ email: 'awa@exemple.cm' })
    expect(result).toBe('REGISTERED')
    expect(await registration(msisdn)).toEqual({ accountId, email: 'awa@exemple.cm' })
    expect(await accounts(msisdn)).toMatchObject([
      { status: 'ACTIVE', opened_on: '2026-03-02', closed_on: null },
    ])
  })

  test('one number thirty times at the same moment opens one account', async () => {
    const msisdn = world().newNumber()
    const answers = await Promise.all(Array.from({ length: 30 }, () => world().register({ msisdn })))
    expect(answers.filter(({ result }) => result === 'REGISTERED')).toHaveLength(1)
    expect(new Set(answers.map(({ accountId }) => accountId)).size).toBe(1)
    expect(await accounts(msisdn)).toHaveLength(1)
  })

  test('thirty numbers at the same moment makes thirty customers', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => world().register()))
    expect(new Set(answers.map(({ accountId }) => accountId)).size).toBe(30)
  })

  test('a number again with another e-mail, even an invalid one, changes nothing', async () => {
    const first = await world().register({ email: 'first@exemple.cm' })
    for (const email of ['second@exemple.cm', 'no address', null]) {
      const again = await world().register({ msisdn: first.msisdn, email })
      expect(again).toEqual({ ...first, result: 'ALREADY_REGISTERED' })
    }
    expect((await registration(first.msisdn)).email).toBe('first@exemple.cm')
  })

  test('while the account is closing is refused, and the customer is still registered', async () => {
    const { msisdn, accountId } = await world().register()
    await world().write(`UPDATE accounts SET status = 'CLOSING' WHERE id = ?`, accountId)
    expect(await refusalOf(world().register({ msisdn }))).toBe('ACCOUNT_CLOSING')
    expect((await registration(msisdn)).accountId).toBe(accountId)
  })

  test('after the account was closed opens a new one; the history is kept, the e-mail is not', async () => {
    const first = await world().register({ email: 'former@exemple.cm' })
    await world().optOut(first.msisdn)
    expect(await registration(first.msisdn)).toEqual({ accountId: null, email: null })
    const second = await world().register({ msisdn: first.msisdn })
    expect(second.result).toBe('REGISTERED')
    expect(second.accountId).not.toBe(first.accountId)
    expect((await accounts(first.msisdn)).map(({ status }) => status)).toEqual(['CLOSED', 'ACTIVE'])
    expect((await registration(first.msisdn)).email).toBeNull()
    expect(await accounts(first.msisdn)).toMatchObject([{ email: 'former@exemple.cm' }, { email: null }])
    expect(await world().rows('SELECT email FROM customers WHERE msisdn = ?', first.msisdn)).toEqual([
      { email: null },
    ])
  })

  test('without an e-mail stores none', async () => {
    const { msisdn } = await world().register({ email: null })
    expect((await registration(msisdn)).email).toBeNull()
  })

  test('with an invalid e-mail is refused, and stores nothing of the number', async () => {
    const msisdn = world().newNumber()
    expect(await refusalOf(world().register({ msisdn, email: 'awa@' }))).toBe('INVALID_EMAIL')
    expect(await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn)).toEqual([])
  })

  test('leaves one audit row that says who did it', async () => {
    const { accountId } = await world().register({ email: 'b@exemple.cm' })
    const rows = await world().rows(
      'SELECT actor, action, state_after FROM audit_log WHERE subject = ?',
      accountId,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ actor: 'gateway', action: 'REGISTER_CUSTOMER' })
    expect(JSON.parse(String(at(rows, 0)['state_after']))).toEqual({ email: 'b@exemple.cm', clockId: null })
  })

  test('can never leave a customer with two open accounts: the database refuses the second', async () => {
    const { accountId } = await world().register()
    const copy = `INSERT INTO accounts (id, customer_id, status, open_key, opened_on, created_at)
      SELECT 'ACC-copy', customer_id, status, open_key, opened_on, created_at FROM accounts WHERE id = ?`
    await expect(world().write(copy, accountId)).rejects.toMatchObject({
      message: expect.stringMatching(/uniq|dupl/i),
    })
  })
})

describeEachDatabase('a customer of a test clock', (database) => {
  const world = worldFor(database)
  const registerAs = (
    policy: TestClockPolicy,
    clockId: string | null,
    msisdn: Msisdn,
    role: 'GATEWAY' | 'TESTER',
  ) =>
    registerCustomer(
      { database: world().database, testClocks: policy },
      world().call({ actor: { name: 'someone', roles: new Set([role]) } }),
      { msisdn, email: null, clockId },
    )

  test('has the business date and the book of the clock; a customer without a clock has those of the market', async () => {
    const clock = await world().newClock('2031-07-09')
    const { msisdn } = await world().register({ clockId: clock.id })
    const real = await world().register()
    const factsOf = (number: Msisdn) =>
      world().database.inTransaction((tx) => lockCustomer(tx, world().call(), number))
    expect(await factsOf(msisdn)).toMatchObject({ today: '2031-07-09', book: clock.id })
    expect(await factsOf(real.msisdn)).toMatchObject({
      today: '2026-03-01',
      book: 'system',
      clock: undefined,
    })
    expect(
      await world().rows(
        'SELECT opened_on FROM accounts WHERE customer_id = (SELECT id FROM customers WHERE msisdn = ?)',
        msisdn,
      ),
    ).toEqual([{ opened_on: '2031-07-09' }])
  })

  test.each(['no such clock', 'system'])(
    'cannot be registered on the clock %p: it does not exist on the wire',
    async (clockId) => {
      const msisdn = world().newNumber()
      expect(await refusalOf(world().register({ msisdn, clockId }))).toBe('CLOCK_NOT_FOUND')
      expect(await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn)).toEqual([])
    },
  )

  test('cannot have the number of a customer of the real world, even after that account was closed', async () => {
    const clock = await world().newClock('2031-07-09')
    const { msisdn } = await world().register()
    expect(await world().register({ msisdn, clockId: clock.id })).toMatchObject({
      result: 'ALREADY_REGISTERED',
    })
    await world().optOut(msisdn)
    expect(await refusalOf(world().register({ msisdn, clockId: clock.id }))).toBe('CLOCK_NOT_FOUND')
    expect((await world().register({ msisdn })).result).toBe('REGISTERED')
  })

  test('is not made by registering a registered number again, whatever clock is named', async () => {
    const { msisdn, accountId } = await world().register({})
    const other = await world().newClock('2031-07-09')
    for (const clockId of ['no such clock', other.id]) {
      expect(await world().register({ msisdn, clockId })).toEqual({
        msisdn,
        accountId,
        result: 'ALREADY_REGISTERED',
      })
    }
    expect(await world().rows('SELECT clock_id FROM customers WHERE msisdn = ?', msisdn)).toEqual([
      { clock_id: null },
    ])
  })

  test('keeps the clock when they register again without naming it', async () => {
    const clock = await world().newClock('2031-07-09')
    const { msisdn } = await world().register({ clockId: clock.id })
    await world().optOut(msisdn)
    await world().register({ msisdn })
    const [row] = await world().rows('SELECT clock_id FROM customers WHERE msisdn = ?', msisdn)
    expect(row).toEqual({ clock_id: clock.id })
  })

  test('is registered only by a TESTER, while test clocks are enabled, and with an allowed number', async () => {
    const { id } = await world().newClock('2031-07-09')
    const msisdn = world().newNumber()
    const on = { enabled: true, msisdns: undefined }
    const off = { enabled: false, msisdns: undefined }
    const others = { enabled: true, msisdns: new Set(['237699999999']) }
    expect(await refusalOf(registerAs(on, id, msisdn, 'GATEWAY'))).toBe('FORBIDDEN')
    expect(await refusalOf(registerAs(off, id, msisdn, 'TESTER'))).toBe('CLOCK_NOT_FOUND')
    expect(await refusalOf(registerAs(others, id, msisdn, 'TESTER'))).toBe('CLOCK_NOT_FOUND')
    expect(await refusalOf(registerAs(off, null, msisdn, 'GATEWAY'))).toBe('accepted')
    const allowed = { enabled: true, msisdns: new Set(['237699999998']) }
    expect(await refusalOf(registerAs(allowed, id, msisdnOf('237699999998'), 'TESTER'))).toBe('accepted')
  })

  test('is not registered while the clock walks; a customer of another clock is', async () => {
    const walking = await world().newClock('2031-07-09')
    const idle = await world().newClock('2031-07-09')
    await world().write(`UPDATE clocks SET advancing_to = '2031-08-01' WHERE id = ?`, walking.id)
    expect(await refusalOf(world().register({ clockId: walking.id }))).toBe('CLOCK_ADVANCING')
    expect((await world().register({ clockId: idle.id })).result).toBe('REGISTERED')
  })

  test.each(['1999-12-31', '2100-01-01'])(
    'can have no clock at %s: clocks stand between 2000-01-01 and 2099-12-31',
    async (date) => {
      expect(await refusalOf(Promise.resolve().then(() => world().newClock(date)))).toBe('INVALID_ARGUMENT')
    },
  )

  test('is on one clock alone: two clocks that were created with the same date have different ids', async () => {
    const [one, other] = [await world().newClock('2000-01-01'), await world().newClock('2000-01-01')]
    expect(one.id).not.toBe(other.id)
    expect(one).toMatchObject({ nowOn: '2000-01-01', advancingTo: null, heartbeatAt: null })
  })
})
