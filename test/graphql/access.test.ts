import { describe, expect, test } from '@jest/globals'
import { isRequiredArgument, isCompositeType, getNamedType, type GraphQLField } from 'graphql'
import { openReview } from '../../src/payments/review.js'
import { personalDataFor } from '../../src/identity/personal-data.js'
import type { Role } from '../../src/shared/call.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { analyst, clerk, gateway, person, serviceOf } from './support.js'

const samples: Readonly<Record<string, string>> = {
  msisdn: '"670000010"',
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

const journeys: readonly Role[] = ['GATEWAY', 'BACK_OFFICE', 'APPROVER', 'ANALYST', 'ADMIN']
const office: readonly Role[] = ['BACK_OFFICE', 'APPROVER', 'ANALYST', 'ADMIN']
const acting: readonly Role[] = ['GATEWAY', 'BACK_OFFICE', 'ADMIN']

/** Who is let in, by root field. A root field that is missing here fails the test below. */
const allowed: Readonly<Record<string, readonly Role[]>> = {
  registration: journeys,
  emailOnFile: journeys,
  savingsBalance: journeys,
  positions: journeys,
  optOutPositions: journeys,
  transactions: journeys,
  products: journeys,
  statementStanding: journeys,
  statement: office,
  prepareStatement: acting,
  requestStatement: acting,
  customer: office,
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
    const source = `{
      customer(msisdn: "${msisdn}") { msisdn email orders { msisdn } positions { customer { msisdn } } }
      registration(msisdn: "${msisdn}") { email }
      emailOnFile(msisdn: "${msisdn}") { email status }
      quote(reference: "${reference}") { msisdn customer { msisdn email } ... on DepositQuote { order { msisdn } } }
      order(id: "${order.id}") { msisdn customer { email } }
      reviewCases { detail order { msisdn } customer { msisdn email } }
    }`
    const masked = JSON.stringify(await ask(source, { actor: analyst }))
    expect(masked).not.toContain(msisdn)
    expect(masked).not.toContain('awa@example.com')
    expect(masked).toContain(`237*******${msisdn.slice(-2)}`)
    expect(masked).toContain('a***@***')
    expect(masked).toContain('ON_FILE')

    const open = JSON.stringify(await ask(source, { actor: clerk }))
    expect(open).not.toContain('***')
    expect(open.split('awa@example.com')).toHaveLength(7)
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
  const masked = personalDataFor(analyst)

  test('of nothing is nothing', () => {
    expect(masked.email(null)).toBeNull()
    expect(masked.email('')).toBe('')
    expect(masked.text(null)).toBeNull()
  })

  test('is hidden in free text, other figures are not', () => {
    expect(masked.text('5000 XAF of 237670000010')).toBe('5000 XAF of 237*******10')
  })

  test('is open to an analyst who also works with customers', () => {
    expect(personalDataFor(person('ANALYST', 'BACK_OFFICE')).msisdn('237670000010')).toBe('237670000010')
  })
})
