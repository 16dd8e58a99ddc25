import { expect, test } from '@jest/globals'
import { lockCustomer } from '../../src/bank/customers/customers.repository.js'
import { changeMsisdnIn } from '../../src/bank/savings/closing/change-msisdn.js'
import { prepareStatement } from '../../src/bank/statements/prepare-statement.js'
import { requestStatement } from '../../src/bank/statements/request-statement.js'
import { argumentsOf, gatewayOf } from '../graphql/gateway.js'
import { describeEachDatabase } from '../support/services.js'
import { sortedRows } from '../support/sorted-rows.js'
import { refusalOf } from '../support/thrown.js'
import { firstDay, worldFor } from '../support/world.js'
import { submitRequest, statusOf } from './support.js'
import { first, present } from '../support/present.js'

const hours = 60 * 60 * 1000

describeEachDatabase('the request of a statement', (database) => {
  const world = worldFor(database)
  const emailOf = async (msisdn: string) =>
    (
      await world().rows(
        `SELECT accounts.email FROM accounts JOIN customers ON customers.id = accounts.open_key WHERE msisdn = ?`,
        msisdn,
      )
    )[0]?.['email']
  const statementsOf = (msisdn: string) =>
    world().rows(
      `SELECT statements.* FROM statements JOIN customers ON customers.id = statements.customer_id
       WHERE msisdn = ?`,
      msisdn,
    )
  const mint = (msisdn: Parameters<typeof prepareStatement>[2]) =>
    prepareStatement(world(), world().call(), msisdn)

  test('by a new owner of a number neither shows nor uses the address of the former one', async () => {
    const { record } = gatewayOf(world())
    const { msisdn } = await world().register({ email: 'former@example.com' })
    await world().deposit(msisdn, '5000')
    await world().optOut(msisdn)
    world().clock.set('2026-03-10')
    await world().releaseHolds()
    await world().driveOrders()
    expect((await world().register({ msisdn })).result).toBe('REGISTERED')
    expect(await record('check_registration_status', argumentsOf(msisdn))).not.toHaveProperty('user_email')
    expect(await record('get_user_email', argumentsOf(msisdn))).toEqual({
      email: '',
      email_status: 'MISSING',
    })
    const { statement_reference = '' } = await record('create_full_statement_summary', argumentsOf(msisdn))
    expect(
      await record('request_full_statement', argumentsOf(msisdn, { period: 'ALL', statement_reference })),
    ).toEqual({ request_status: 'FAILED', failure_reason: 'INVALID_EMAIL' })
    expect(await statementsOf(msisdn)).toMatchObject([{ period: 'CLOSING', email: 'former@example.com' }])
    world().clock.set(firstDay)
  })

  test('begins with a call that returns a reference, and writes only a row of the request log', async () => {
    const { msisdn } = await world().register({ email: 'awa@example.com' })
    const tables = ['customers', 'accounts', 'statements', 'audit_log', 'journals', 'payment_orders']
    const dump = () =>
      Promise.all(tables.map(async (table) => sortedRows(await world().rows(`SELECT * FROM ${table}`))))
    const before = await dump()
    const reference = await mint(msisdn)
    expect(await mint(msisdn)).not.toBe(reference)
    expect(await dump()).toEqual(before)
    expect(reference).toMatch(/^STM-[0-9A-HJKMNP-TV-Z]{26}$/)
    const logged = first(await world().rows('SELECT * FROM request_log WHERE reference = ?', reference))
    expect(logged).toMatchObject({ operation: 'create_full_statement_summary', msisdn, result: 'OK' })
    expect(Number(logged['expires_at'])).toBe(world().clock.now() + 24 * hours)
  })

  test('is answered with the keys of the contract', async () => {
    const { record } = gatewayOf(world())
    const { msisdn } = await world().register({ email: 'awa@example.com' })
    const { statement_reference: reference = '', ...nothing } = await record(
      'create_full_statement_summary',
      argumentsOf(msisdn),
    )
    expect(nothing).toEqual({})
    const check = (number: string, statement_reference: string) =>
      record('check_statement_status', argumentsOf(number, { statement_reference }))
    const request = (number: string, sent: Record<string, string>) =>
      record('request_full_statement', argumentsOf(number, { statement_reference: reference, ...sent }))
    const failed = (failure_reason: string) => ({ request_status: 'FAILED', failure_reason })

    expect(await check(msisdn, reference)).toEqual({ statement_status: 'NOT_FOUND' })
    expect(await check(msisdn, '')).toEqual({ statement_status: 'NOT_FOUND' })
    expect(await request(msisdn, {})).toEqual(failed('INVALID_PERIOD'))
    expect(await request(msisdn, { period: 'yesterday' })).toEqual(failed('INVALID_PERIOD'))
    expect(await request(msisdn, { period: 'ALL', email: 'no address' })).toEqual(failed('INVALID_EMAIL'))
    expect(await request(msisdn, { period: 'ALL', statement_reference: '' })).toEqual(
      failed('INVALID_REFERENCE'),
    )
    expect(await request(msisdn, { period: 'ALL' })).toEqual({ request_status: 'REQUESTED' })
    expect(await request(msisdn, { period: 'ALL' })).toEqual({ request_status: 'REQUESTED' })
    expect(await check(msisdn, reference)).toEqual({ statement_status: 'REQUESTED' })
    const other = await world().register()
    expect(await check(other.msisdn, reference)).toEqual({ statement_status: 'NOT_FOUND' })
    expect(await request(other.msisdn, { period: 'ALL' })).toEqual(failed('INVALID_REFERENCE'))

    const stranger = world().newNumber()
    const minted = await record('create_full_statement_summary', argumentsOf(stranger))
    expect(minted).toEqual({ statement_reference: expect.stringMatching(/^STM-/) })
    expect(await request(stranger, { ...minted, period: 'ALL' })).toEqual(failed('NOT_REGISTERED'))
  })

  test('uses the address on file if none is given, and stores a given one', async () => {
    const { msisdn } = await world().register({ email: 'old@example.com' })
    await submitRequest(world(), msisdn)
    expect(await emailOf(msisdn)).toBe('old@example.com')
    await submitRequest(world(), msisdn, { email: ' new@example.com ' })
    expect(await emailOf(msisdn)).toBe('new@example.com')
    expect((await statementsOf(msisdn)).map(({ email }) => email).toSorted()).toEqual([
      'new@example.com',
      'old@example.com',
    ])
    const [row, ...more] = await world().rows(
      `SELECT actor, state_before, state_after FROM audit_log
       WHERE action = 'REQUEST_STATEMENT' AND state_after LIKE '%new@example.com%'`,
    )
    expect(more).toEqual([])
    expect(present(row)['actor']).toBe('gateway')
    expect(JSON.parse(String(present(row)['state_before']))).toEqual({ email: 'old@example.com' })
    expect(JSON.parse(String(present(row)['state_after']))).toEqual({
      email: 'new@example.com',
      from: '2026-03-01',
      to: '2026-03-01',
    })
  })

  test('without an address is refused, and its reference can be used with an address', async () => {
    const { msisdn } = await world().register()
    const reference = await mint(msisdn)
    expect(await refusalOf(submitRequest(world(), msisdn, { reference }))).toBe('INVALID_EMAIL')
    const wrongPeriod = { reference, email: 'awa@example.com', period: '2031-01' }
    expect(await refusalOf(submitRequest(world(), msisdn, wrongPeriod))).toBe('INVALID_PERIOD')
    // A refusal stores nothing, not even the address.
    expect(await emailOf(msisdn)).toBeNull()
    await submitRequest(world(), msisdn, { reference, email: 'awa@example.com' })
    expect(await emailOf(msisdn)).toBe('awa@example.com')
  })

  test('50 times at once with one reference and different addresses is one statement, to one address', async () => {
    const { msisdn } = await world().register()
    const reference = await mint(msisdn)
    let nudges = 0
    const deps = { database: world().database, onStatement: () => void nudges++ }
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        requestStatement(deps, world().call(), {
          msisdn,
          email: `n${i}@example.com`,
          period: i % 2 ? 'ALL' : '3',
          reference,
        }),
      ),
    )
    const [statement, ...more] = await statementsOf(msisdn)
    expect(more).toEqual([])
    expect(nudges).toBe(1)
    expect(await emailOf(msisdn)).toBe(present(statement)['email'])
    const audited = first(
      await world().rows(`SELECT COUNT(*) AS n FROM audit_log WHERE subject = ?`, reference),
    )
    expect(Number(audited['n'])).toBe(1)
  })

  test('is accepted only for the number of the reference, within 24 hours', async () => {
    const { msisdn } = await world().register({ email: 'awa@example.com' })
    const { msisdn: other } = await world().register({ email: 'eve@example.com' })
    const reference = await mint(msisdn)
    expect(await refusalOf(submitRequest(world(), other, { reference }))).toBe('INVALID_REFERENCE')
    expect(await refusalOf(submitRequest(world(), msisdn, { reference: 'STM-GUESSED' }))).toBe(
      'INVALID_REFERENCE',
    )
    expect(await refusalOf(submitRequest(world(), msisdn, { reference: `${reference} ` }))).toBe(
      'INVALID_REFERENCE',
    )
    const { reference: quote } = await world().quote(msisdn, '5000')
    expect(await refusalOf(submitRequest(world(), msisdn, { reference: present(quote) }))).toBe(
      'INVALID_REFERENCE',
    )
    world().clock.advance(24 * hours - 1)
    await submitRequest(world(), msisdn, { reference })
    // An accepted reference is answered without a limit of time, any other only for 24 hours.
    world().clock.advance(25 * hours)
    await submitRequest(world(), msisdn, { reference, period: 'nonsense' })
    expect(await statusOf(world(), reference)).toBe('REQUESTED')
    const late = await mint(msisdn)
    world().clock.advance(24 * hours)
    expect(await refusalOf(submitRequest(world(), msisdn, { reference: late }))).toBe('REFERENCE_EXPIRED')
  })

  test('can use a reference from before the customer got another number, which is of no use to the next owner', async () => {
    const { msisdn } = await world().register({ email: 'awa@example.com' })
    const [used, unused] = [await submitRequest(world(), msisdn), await mint(msisdn)]
    const newNumber = world().newNumber()
    await world().database.inTransaction(async (tx) => {
      const facts = present(await lockCustomer(tx, world().call(), msisdn))
      await changeMsisdnIn(tx, world().call(), facts, newNumber)
    })
    await world().register({ msisdn, email: 'eve@example.com' })
    for (const reference of [used, unused])
      expect(await refusalOf(submitRequest(world(), msisdn, { reference }))).toBe('INVALID_REFERENCE')
    await submitRequest(world(), newNumber, { reference: unused })
    expect((await statementsOf(newNumber)).map(({ email }) => email)).toEqual([
      'awa@example.com',
      'awa@example.com',
    ])
  })

  test('can use a reference from before the number was registered', async () => {
    const msisdn = world().newNumber()
    const reference = await mint(msisdn)
    expect(await refusalOf(submitRequest(world(), msisdn, { reference }))).toBe('NOT_REGISTERED')
    await world().register({ msisdn, email: 'awa@example.com' })
    await submitRequest(world(), msisdn, { reference })
  })

  test('more than twelve months after the closing of the account is refused, unless it repeats an accepted request', async () => {
    const { msisdn, accountId } = await world().register({ email: 'awa@example.com' })
    const reference = await submitRequest(world(), msisdn)
    await world().write(`UPDATE accounts SET status = 'CLOSING' WHERE id = ?`, accountId)
    await submitRequest(world(), msisdn)
    await world().write(`UPDATE accounts SET status = 'ACTIVE' WHERE id = ?`, accountId)
    await world().optOut(msisdn)
    world().clock.set('2027-03-01')
    await submitRequest(world(), msisdn)
    world().clock.set('2027-03-02')
    await submitRequest(world(), msisdn, { reference })
    expect(await refusalOf(submitRequest(world(), msisdn))).toBe('NOT_REGISTERED')
    world().clock.set(firstDay)
  })

  test('is refused while the test clock of the customer walks, and its period is by the date of that clock', async () => {
    const { id: clockId } = await world().newClock('2024-02-29')
    const { msisdn } = await world().register({ clockId, email: 'awa@example.com' })
    await submitRequest(world(), msisdn, { period: '12' })
    await world().ask(clockId, '2024-03-02')
    expect(await refusalOf(submitRequest(world(), msisdn))).toBe('CLOCK_ADVANCING')
    await world().tick()
    await submitRequest(world(), msisdn, { period: '2024-02' })
    expect(
      (await statementsOf(msisdn))
        .map((row) => `${row['from_on']} ${row['to_on']} ${row['business_on']}`)
        .toSorted(),
    ).toEqual(['2023-03-01 2024-02-29 2024-02-29', '2024-02-01 2024-02-29 2024-03-02'])
  })
})
