import { describe, expect, test } from '@jest/globals'
import { isRequiredArgument, isCompositeType, getNamedType, type GraphQLField } from 'graphql'
import { openReview } from '../../src/payments/review.js'
import { personalDataFor } from '../../src/identity/personal-data.js'
import type { Role } from '../../src/shared/call.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { analyst, clerk, gateway, person, pseudonyms, serviceOf } from './support.js'

const samples: Readonly<Record<string, string>> = {
  msisdn: '"679990010"',
  id: '"nothing"',
  reference: '"nothing"',
  now: '"2026-03-01"',
  to: '"2026-03-01"',
  after: '"2026-03-01"',
  asOf: '"2026-03-01"',
  caseId: '"nothing"',
  proposalId: '"nothing"',
  outcome: 'NOTHING',
  evidence: '"ticket 1"',
  requestId: '"nothing"',
  nationalId: '"nothing"',
  reason: '"ticket 1"',
  status: 'UNDER_REVIEW',
  roles: '[GATEWAY]',
  name: '"ussd"',
  kind: 'SYSTEM',
  input: '{ nationalId: "1", firstName: "a", lastName: "b", productCode: P7, phoneNumber: "none" }',
}

/** The smallest call of a root field that validates. */
const smallest = ({ name, args, type }: GraphQLField<unknown, unknown>): string => {
  const given = args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${samples[arg.name]}`)
  const selection = isCompositeType(getNamedType(type)) ? '{ __typename }' : ''
  return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selection}`
}

const journeys: readonly Role[] = ['GATEWAY', 'BACK_OFFICE', 'APPROVER', 'ADMIN']
const office: readonly Role[] = ['BACK_OFFICE', 'APPROVER', 'ANALYST', 'ADMIN']
const acting: readonly Role[] = ['GATEWAY', 'BACK_OFFICE', 'ADMIN']

/** Who is let in, by root field. A root field that is missing here fails the test below. */
const allowed: Readonly<Record<string, readonly Role[]>> = {
  registration: journeys,
  emailOnFile: journeys,
  moneyUnderWay: journeys,
  savingsBalance: journeys,
  positions: journeys,
  optOutPositions: journeys,
  transactions: journeys,
  products: [...journeys, 'ANALYST'],
  statementStanding: journeys,
  statement: office,
  prepareStatement: acting,
  requestStatement: acting,
  customer: ['BACK_OFFICE', 'APPROVER', 'ADMIN'],
  customerById: office,
  quote: office,
  order: office,
  reviewCases: office,
  payout: office,
  payouts: office,
  trialBalance: office,
  ledgerEntries: office,
  clock: ['TESTER', ...office],
  clockedCustomers: ['TESTER', ...office],
  nights: office,
  dayExceptions: office,
  registerCustomer: acting,
  quoteDeposit: acting,
  quoteWithdrawal: acting,
  confirmWithdrawal: acting,
  confirmDeposit: acting,
  optOut: acting,
  proposeResolution: ['BACK_OFFICE'],
  confirmResolution: ['APPROVER'],
  rejectResolution: ['BACK_OFFICE', 'APPROVER'],
  scoreRequest: office,
  scoreRequests: office,
  submitScoreRequest: ['BACK_OFFICE', 'ADMIN'],
  resubmitScoreRequest: ['BACK_OFFICE', 'ADMIN'],
  eraseScoringRequest: ['BACK_OFFICE', 'ADMIN'],
  eraseScoringPerson: ['BACK_OFFICE', 'ADMIN'],
  apiKeys: ['ADMIN'],
  createApiKey: ['ADMIN'],
  revokeApiKey: ['ADMIN'],
  createClock: ['TESTER', 'ADMIN'],
  advanceClock: ['TESTER', 'ADMIN'],
  resetCustomer: ['TESTER', 'ADMIN'],
}

const roles: readonly Role[] = ['GATEWAY', 'TESTER', 'BACK_OFFICE', 'APPROVER', 'ANALYST', 'ADMIN']

describeEachDatabase('who may ask', (database) => {
  const world = worldFor(database)

  test('each root field lets in its own roles and nobody else', async () => {
    const { schema, refusal } = serviceOf(world())
    const found: Record<string, readonly Role[]> = {}
    for (const [kind, type] of [
      ['query', schema.getQueryType()!],
      ['mutation', schema.getMutationType()!],
    ] as const) {
      for (const field of Object.values(type.getFields())) {
        const source = `${kind} { ${smallest(field)} }`
        expect(await refusal(source, { actor: person() })).toBe('FORBIDDEN 403')
        const verdicts = await Promise.all(roles.map((role) => refusal(source, { actor: person(role) })))
        found[field.name] = roles.filter((_, i) => verdicts[i] !== 'FORBIDDEN 403')
      }
    }
    const sorted = Object.fromEntries(
      Object.entries(allowed).map(([name, letIn]) => [name, roles.filter((role) => letIn.includes(role))]),
    )
    expect(found).toEqual(sorted)
  })

  test('an analyst sees no number and no address anywhere, other staff see both', async () => {
    const { ask } = serviceOf(world())
    const { msisdn } = await world().register({ email: 'awa@example.com' })
    const { reference } = await world().quote(msisdn, '5000')
    await world().confirm(msisdn, reference)
    const order = await world().orderOf(reference!)
    await world().database.inTransaction((tx) =>
      openReview(tx, world().call(), order, 'NO_ANSWER', `asked about ${msisdn}`),
    )
    const byNumber = `
      customer(msisdn: "${msisdn}") { msisdn email orders { msisdn } positions { customer { msisdn } } }
      registration(msisdn: "${msisdn}") { email }
      emailOnFile(msisdn: "${msisdn}") { email status }`
    const others = `
      quote(reference: "${reference}") { msisdn customer { msisdn email } ... on DepositQuote { order { msisdn } } }
      order(id: "${order.id}") { msisdn customer { email } }
      reviewCases { detail order { msisdn } customer { id msisdn email account { id } } }`
    const seen = await ask(`{ ${others} }`, { actor: analyst })
    const masked = JSON.stringify(seen)
    expect(masked).not.toContain(msisdn)
    expect(masked).not.toContain('awa@example.com')
    expect(masked).toContain(`237*******${msisdn.slice(-2)}`)
    expect(masked).toContain('a***@***')
    const [{ id, account }] = (
      seen as { reviewCases: { customer: { id: string; account: { id: string } } }[] }
    ).reviewCases.map(({ customer }) => customer) as [{ id: string; account: { id: string } }]
    expect([id, account.id]).toEqual([expect.stringMatching(/^P-/), expect.stringMatching(/^P-/)])
    const again = `{ customerById(id: "${id}") { id msisdn } }`
    expect(await ask(again, { actor: analyst })).toEqual({
      customerById: { id, msisdn: `237*******${msisdn.slice(-2)}` },
    })
    const [{ id: row }] = (await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn)) as [
      { id: string },
    ]
    expect(await ask(`{ customerById(id: "${row}") { id } }`, { actor: analyst })).toEqual({
      customerById: null,
    })

    const open = JSON.stringify(await ask(`{ ${byNumber} ${others} }`, { actor: clerk }))
    expect(open).not.toContain('***')
    expect(open.split('awa@example.com')).toHaveLength(7)
  })

  test('an analyst looks nobody up by number, and a gateway does not read through a position what it may not ask for', async () => {
    const { refusal } = serviceOf(world())
    const { msisdn } = await world().register({ email: 'awa@example.com' })
    await world().deposit(msisdn, '5000')
    for (const source of [
      `{ customer(msisdn: "${msisdn}") { id } }`,
      `{ positions(msisdn: "${msisdn}") { id } }`,
      `{ registration(msisdn: "${msisdn}") { accountId } }`,
      `{ transactions(msisdn: "${msisdn}") { amount } }`,
      `{ scoreRequests(msisdn: "${msisdn}") { items { id } } }`,
    ])
      expect([source, await refusal(source, { actor: analyst })]).toEqual([source, 'FORBIDDEN 403'])
    const through = `{ positions(msisdn: "${msisdn}") { customer { msisdn email } } }`
    expect(await refusal(through, { actor: gateway })).toBe('FORBIDDEN 403')
  })

  test('who looks a customer up, and who is refused, is written with the address; too many look-ups are refused', async () => {
    const { ask, refusal } = serviceOf(world())
    const { msisdn } = await world().register()
    const actor = { ...clerk, id: 'clerk-1' }
    await ask(`{ customer(msisdn: "${msisdn}") { id } }`, { actor, address: '203.0.113.9' })
    await refusal('mutation { confirmResolution(proposalId: "x") { id } }', { actor, address: '203.0.113.9' })
    const rows = await world().rows(
      'SELECT action, subject, address, customer_id FROM audit_log WHERE actor_id = ? ORDER BY id',
      'clerk-1',
    )
    const [{ id }] = (await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn)) as [
      { id: string },
    ]
    expect(rows).toEqual([
      { action: 'READ_CUSTOMER', subject: 'customer', address: '203.0.113.9', customer_id: id },
      { action: 'REFUSED', subject: 'confirmResolution', address: '203.0.113.9', customer_id: null },
    ])
    const hurried = { ...clerk, id: 'clerk-2' }
    const source = `{ registration(msisdn: "${world().newNumber()}") { status } }`
    const verdicts: string[] = []
    for (let i = 0; i < 62; i++) verdicts.push(await refusal(source, { actor: hurried }))
    expect(verdicts.filter((verdict) => verdict === 'FORBIDDEN 403')).toHaveLength(2)
    expect(await refusal(source, { actor: { ...gateway, id: 'clerk-2' } })).not.toBe('FORBIDDEN 403')
  })

  test('a clock needs TESTER also where a customer is registered with it', async () => {
    const { refusal, ask } = serviceOf(world())
    const { id } = await world().newClock('2026-01-31')
    const source = `mutation { registerCustomer(msisdn: "${world().newNumber()}", clockId: "${id}") { result } }`
    expect(await refusal(source, { actor: person('GATEWAY') })).toBe('FORBIDDEN 403')
    expect(await ask(source, { actor: gateway })).toEqual({ registerCustomer: { result: 'REGISTERED' } })
  })

  test('no clock is created where test clocks are off', async () => {
    const { refusal } = serviceOf(world(), { testClocks: { enabled: false, msisdns: undefined } })
    const source = 'mutation { createClock(now: "2026-01-31") { id } }'
    expect(await refusal(source, { actor: gateway })).toBe('FORBIDDEN 403')
  })
})

describe('personal data', () => {
  const masked = personalDataFor(analyst, pseudonyms)

  test('of nothing is nothing', () => {
    expect(masked.email(null)).toBeNull()
    expect(masked.email('')).toBe('')
    expect(masked.text(null)).toBeNull()
  })

  test('is hidden in free text, other figures are not', () => {
    expect(masked.text('5000 XAF of 237670000010')).toBe('5000 XAF of 237*******10')
  })

  test('is open to an analyst who also works with customers', () => {
    expect(personalDataFor(person('ANALYST', 'BACK_OFFICE'), pseudonyms).msisdn('237670000010')).toBe(
      '237670000010',
    )
  })
})
