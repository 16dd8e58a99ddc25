import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { rollUpDays } from '../../src/bank/insights/roll-up.js'
import { newId } from '../../src/kernel/ids.js'
import type { Role } from '../../src/kernel/call.js'
import { describeEachDatabase } from '../support/services.js'
import { checkBooks, openWorld, type World } from '../support/world.js'
import { registerCrowd, seed, serve } from './tasks-world.js'
import type { KnownToStaff } from './task.js'
import { tasks } from './tasks.js'
import { first } from '../support/present.js'

/** The limit of statements for one screen: more would mean a loop over rows. The benchmark measures how long each operation takes. */
const statementsMax = 8
const crowd = 100_000

describeEachDatabase('one operation over 100,000 customers answers', (database) => {
  let world: World
  let known: KnownToStaff
  let server: Awaited<ReturnType<typeof serve>>

  const act = async (role: Role, mutation: string, input: object): Promise<string> => {
    const name = `${first(mutation).toUpperCase()}${mutation.slice(1)}Input`
    const query = `mutation ($input: ${name}!) { answer: ${mutation}(input: $input) { approval { id } refusal { code message } } }`
    const { text } = await server.ask(query, role, { input: { idempotencyKey: newId(0), ...input } })
    const { data, errors } = JSON.parse(text)
    expect([mutation, errors, data?.answer.refusal]).toEqual([mutation, undefined, null])
    return data.answer.approval.id
  }
  const proposeAndApprove = async (mutation: string, input: object): Promise<void> => {
    const id = await act('BACK_OFFICE', mutation, { reason: 'ticket 7', evidence: 'letter', ...input })
    await act('APPROVER', 'approve', { id })
  }

  /** A day on which staff acted on a customer, and its night. */
  const dayBefore = async () => {
    const { msisdn } = await world.register()
    await world.deposit(msisdn, '30000', 'LOCK3M')
    await world.deposit(msisdn, '20000', 'LOCK1M')
    const held = first(await world.positions(msisdn))
    const { reference } = await world.preview(msisdn, held.position.id)
    const { id: payout } = await world.withdraw(msisdn, reference)
    const row = first(await world.rows('SELECT id FROM customers WHERE msisdn = ?', msisdn))
    const customer = `CUS-${String(row['id'])}`
    await proposeAndApprove('proposeCancelPayout', { payout })
    await proposeAndApprove('proposeBlockCustomer', { customer, scope: 'BOTH', cause: 'COURT' })
    await proposeAndApprove('proposeChangeMsisdn', { customer, newMsisdn: world.newNumber() })
    const lines = [
      { account: 'wallet_clearing', amount: '-250' },
      { account: 'adjustments', amount: '250' },
    ]
    await proposeAndApprove('proposeAdjustment', { lines })
    const scored = newId(world.call().now)
    await world.write(
      `INSERT INTO score_requests (id, product_code, augment, first_name, last_name, phone_number, national_id, status, submission,
         attempts, fence, decision, risk_band, asked_by, asked_on, asked_at)
       VALUES (?, 'PARS', ?, 'Wanjiru', 'Mwangi', '+254712345123', 'x', 'COMPLETED', 1, 1, 1, 'DECLINE', 'C', 'Awa Ngo', ?, ?)`,
      scored,
      0,
      world.call().today,
      world.call().now,
    )
    world.clock.set('2026-03-02')
    await world.night()
    const rollUp = { database: world.database, zone: world.call().zone }
    await rollUpDays(rollUp, new AbortController().signal)
    return { other: customer, scored: `SCORE-${scored}` }
  }

  beforeAll(async () => {
    world = await openWorld(database)
    server = await serve(world)
    const before = await dayBefore()
    known = { ...(await seed(world)), ...before }
    // The crowd is registered after the check of the books, because it has nothing booked.
    await checkBooks(world.database)
    await registerCrowd(world, crowd)
  })
  afterAll(async () => {
    await server?.stop()
    await world?.close()
  })

  test.each(tasks.map((task) => [task.what, task] as const))('%s', async (_what, { as, ask, finds }) => {
    const { text, statements } = await server.ask(ask(known), as)
    expect(JSON.parse(text).errors).toBeUndefined()
    const wanted = finds(known)
    expect(wanted.length).toBeGreaterThan(0)
    for (const found of wanted) expect(text).toContain(found)
    if (statements.length > statementsMax) throw new Error(statements.join('\n'))
  })
})
