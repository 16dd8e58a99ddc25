import { openReview } from '../../src/bank/payments/review.js'
import { newId } from '../../src/kernel/ids.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { declined, pending, type World } from '../support/open-world.js'
import { seed, type serve } from '../graphql/tasks-world.js'
import type { Role } from '../../src/kernel/call.js'
import { first, present } from '../support/present.js'
import { msisdnOf, shaped } from '../support/typed.js'
import { z } from 'zod'

/** The customer in the examples of the guide. */
const awa = msisdnOf('237670010020')

type Row = Readonly<Record<string, unknown>>

/** Runs a mutation of staff that must not be refused, and returns a field of its payload. */
type Act = (role: Role, mutation: string, input: object, gives: string) => Promise<Row>

type GuideServer = Pick<Awaited<ReturnType<typeof serve>>, 'ask'>

const acting =
  ({ ask }: GuideServer): Act =>
  async (role, mutation, input, gives) => {
    const name = `${first(mutation).toUpperCase()}${mutation.slice(1)}Input`
    const query = `mutation ($input: ${name}!) { done: ${mutation}(input: $input) { ${gives} refusal { code message } } }`
    const { text } = await ask(query, role, { input: { idempotencyKey: newId(0), ...input } })
    const { data, errors } = shaped(
      z.object({
        data: z.object({ done: z.record(z.string(), z.unknown()) }).optional(),
        errors: z.unknown().optional(),
      }),
      JSON.parse(text),
    )
    if (errors !== undefined || data?.done['refusal'] !== null) throw new Error(`${mutation}: ${text}`)
    return data.done
  }

const idIn = (given: Row, what: string): string => shaped(z.object({ id: z.string() }), given[what]).id

/** March, over and compared with the provider, with one deposit. */
export const lastMonth = async (world: World): Promise<void> => {
  const { msisdn } = await world.register()
  await world.deposit(msisdn, '20000', 'LOCK3M')
  world.clock.set('2026-04-01')
  await world.night()
  for (let day = 1; day <= 31; day++)
    await world.write(
      'INSERT INTO order_comparisons (day, last_order_id, compared, differences, finished_at) VALUES (?, ?, 7, 0, 1)',
      `2026-03-${String(day).padStart(2, '0')}`,
      '',
    )
}

/** A deposit that the customer declines. */
const declinedDeposit = async (world: World): Promise<void> => {
  const { msisdn } = await world.register()
  const { reference } = await world.quote(msisdn, '12000', 'LOCK1M')
  await world.confirm(msisdn, reference)
  world.providers.real.settle((await world.orderOf(present(reference))).id, declined)
  await world.driveOrders()
}

/** Functions that create objects of the bank, under the names that the guide uses for them as variables. */
export const thingsOf = (world: World, server: GuideServer) => {
  const act = acting(server)
  const customerOf = async (msisdn: Msisdn) => {
    const row = first(await world.rows('SELECT id FROM customers WHERE msisdn = ?', msisdn))
    return `CUS-${String(row['id'])}`
  }
  const saver = async (product = 'LOCK1M') => {
    const { msisdn } = await world.register({ email: 'kept@example.com' })
    await world.deposit(msisdn, '30000', product)
    return { msisdn, customer: await customerOf(msisdn) }
  }
  const held = async () => {
    const { msisdn } = await saver()
    const view = first(await world.positions(msisdn))
    const { reference } = await world.preview(msisdn, view.position.id)
    const { id } = await world.withdraw(msisdn, reference)
    return { msisdn, payout: id }
  }
  const proposed = async () => {
    const input = { payout: (await held()).payout, reason: 'ticket 7' }
    return idIn(await act('BACK_OFFICE', 'proposeCancelPayout', input, 'approval { id }'), 'approval')
  }
  const proposeAndApprove = async (mutation: string, input: object) => {
    const given = await act(
      'BACK_OFFICE',
      mutation,
      { reason: 'ticket 7', evidence: 'letter', ...input },
      'approval { id }',
    )
    await act('APPROVER', 'approve', { id: idIn(given, 'approval') }, 'approval { id }')
  }
  const lineOf = async () => {
    const id = `BANK-${newId(0)}`
    await world.write(
      `INSERT INTO provider_lines (transaction_id, reference, kind, amount, fee, currency, completed_on, order_id, state, file_digest)
       VALUES (?, 'float', 'COLLECT', 500000, 0, 'XAF', ?, NULL, 'UNKNOWN', '')`,
      id,
      world.call().today,
    )
    return id
  }
  const later = () => new Date(world.call().now + 60 * 86_400_000).toISOString()
  const lent = async () => {
    const given = await act(
      'APPROVER',
      'delegateApprovals',
      { to: 'name:marie biya', until: later(), reason: 'on leave' },
      'delegation { id }',
    )
    return idIn(given, 'delegation')
  }
  const failedScore = async () => {
    const person = { nationalId: '4711', firstName: 'Awa', lastName: 'Ngo', phoneNumber: '+254712345123' }
    const asked = { productCode: 'P7', ...person }
    const given = await act('BACK_OFFICE', 'submitScoreRequest', asked, 'scoreRequest { id }')
    const id = idIn(given, 'scoreRequest')
    await world.write(
      `UPDATE score_requests SET status = 'FAILED', failure_code = 'SERVICE_UNAVAILABLE' WHERE id = ?`,
      id.replace('SCORE-', ''),
    )
    return id
  }
  const inDoubt = async () => {
    const { msisdn } = await world.register()
    world.providers.real.settle(msisdn, pending)
    const { reference } = await world.quote(msisdn, '5000', 'LOCK1M')
    await world.confirm(msisdn, reference)
    await world.dispatch()
    const order = await world.orderOf(present(reference))
    await world.database.inTransaction((tx) =>
      openReview(tx, world.call(), order, { kind: 'NO_ANSWER', detail: 'no answer' }),
    )
    const row = first(await world.rows('SELECT id FROM review_cases WHERE order_id = ?', order.id))
    return `CASE-${String(row['id'])}`
  }

  const fresh = {
    approval: proposed,
    block: async () => {
      const { customer } = await saver()
      await proposeAndApprove('proposeBlockCustomer', { customer, scope: 'BOTH', cause: 'COURT' })
      const row = first(
        await world.rows('SELECT id FROM account_blocks WHERE customer_id = ?', customer.replace('CUS-', '')),
      )
      return String(row['id'])
    },
    case: inDoubt,
    colleague: async () => 'name:junior abe',
    customer: async () => (await saver()).customer,
    delegation: lent,
    deposit: async () => {
      const { customer } = await saver()
      const row = first(
        await world.rows('SELECT id FROM deposits WHERE customer_id = ?', customer.replace('CUS-', '')),
      )
      return `PMT-${String(row['id'])}`
    },
    key: async () => {
      const asked = { name: 'ivr', kind: 'SYSTEM', roles: ['GATEWAY'] }
      return idIn(await act('ADMIN', 'createApiKey', asked, 'key { id }'), 'key')
    },
    line: lineOf,
    month: async () => {
      await world.write('DELETE FROM day_exceptions')
      return '2026-03'
    },
    msisdn: async () => (await saver()).msisdn,
    newMsisdn: async () => world.newNumber(),
    payout: async () => (await held()).payout,
    score: failedScore,
    until: async () => later(),
  }
  return { act, saver, proposed, lent, lineOf, failedScore, proposeAndApprove, fresh }
}

/**
 * A bank in which each list of the guide has rows, and the values of the guide's variables: existing objects for queries, and a new one for
 * each example that changes it.
 */
export const guideWorld = async (world: World, server: GuideServer) => {
  const { act, saver, proposed, lent, lineOf, failedScore, proposeAndApprove, fresh } = thingsOf(
    world,
    server,
  )
  await lastMonth(world)
  await saver('LOCK3M')
  await proposed()
  await declinedDeposit(world)
  // Everything that dispatches and polls comes before this: it would end the orders that `seed` leaves pending.
  const numbers = [awa]
  const known = await seed(world, () => numbers.shift() ?? world.newNumber())
  await failedScore()
  await lent()
  await lineOf()
  const note = { about: 'CUSTOMER', subject: known.customer, text: 'called' }
  await act('BACK_OFFICE', 'addNote', note, 'note { id }')
  await proposeAndApprove('proposeBlockCustomer', { customer: known.other, scope: 'DEBIT', cause: 'COURT' })
  await proposeAndApprove('proposeApprovalLimit', { person: 'name:marie biya', limit: '50000' })
  const marie = { name: 'Marie Biya', kind: 'PERSON', roles: ['APPROVER'] }
  await act('ADMIN', 'createApiKey', marie, 'key { id }')
  await world.newClock('2026-03-01')
  await server.ask(`{ customer(by: { id: "${known.customer}" }) { msisdn } }`, 'BACK_OFFICE')

  const there: Readonly<Record<string, string>> = { customer: known.customer, position: known.position }
  const made: Readonly<Record<string, () => Promise<string>>> = {
    ...fresh,
    statement: async () => known.statement,
  }
  return { there, fresh: made }
}
