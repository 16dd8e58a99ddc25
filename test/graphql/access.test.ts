import { describe, expect, test } from '@jest/globals'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  execute,
  getNamedType,
  getNullableType,
  GraphQLObjectType,
  GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  parse,
  validate,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql'
import { packageRoot } from '../../src/app/config/config.js'
import { typeReaders } from '../../src/platform/graphql/server/access-of-types.js'
import { createContext } from '../../src/app/context.js'
import { createExports } from '../../src/app/exports/create-exports.js'
import { exportedLists, type ExportedList } from '../../src/app/exports/exported-lists.js'
import { openReview } from '../../src/bank/payments/review.js'
import { createKey, revokeKey } from '../../src/platform/identity/keys/manage-keys.js'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { createSessions } from '../../src/platform/identity/sessions/sessions.js'
import { personalDataFor } from '../../src/platform/identity/personal-data.js'
import type { Call, Role } from '../../src/kernel/call.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { analyst, clerk, gateway, person, pseudonyms, serviceOf, type Service } from './support.js'

const samples: Readonly<Record<string, string>> = {
  msisdn: '"679990010"',
  id: '"nothing"',
  reference: '"nothing"',
  now: '"2026-03-01"',
  date: '"2026-03-01"',
  on: '"2026-03-01"',
  to: '"2026-03-01"',
  after: '"2026-03-01"',
  from: '"2026-03-01"',
  before: '"2026-03-02"',
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
  text: '"nothing"',
  email: '"awa@example.com"',
  kind: 'SYSTEM',
  idempotencyKey: '"one"',
  firstName: '"a"',
  lastName: '"b"',
  productCode: 'P7',
  customer: '"nothing"',
  about: 'CUSTOMER',
  subject: '"nothing"',
  newMsisdn: '"679990011"',
  block: '"nothing"',
  payout: '"nothing"',
  scope: 'DEBIT',
  cause: 'COURT',
  code: '"nothing"',
  deposit: '"nothing"',
  lines: '[]',
  month: '"2026-03"',
  line: '"nothing"',
  queue: 'ORDERS',
  statement: '"nothing"',
  period: '"ALL"',
  until: '"2026-03-02T00:00:00Z"',
}

/** A value of an argument, or of a field of an input. */
const sampleOf = (name: string, type: GraphQLInputType): string => {
  const named = getNullableType(type)
  if (!isInputObjectType(named)) return samples[name]!
  if (named.isOneOf) return '{ id: "nothing" }'
  const required = Object.values(named.getFields()).filter(isRequiredInputField)
  return `{ ${required.map((field) => `${field.name}: ${sampleOf(field.name, field.type)}`).join(', ')} }`
}

/** The smallest call of a root field that validates. */
const smallest = ({ name, args, type }: GraphQLField<unknown, unknown>): string => {
  const given = args.filter(isRequiredArgument).map(({ name, type }) => `${name}: ${sampleOf(name, type)}`)
  const selection = isCompositeType(getNamedType(type)) ? '{ __typename }' : ''
  return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selection}`
}

const roles: readonly Role[] = ['GATEWAY', 'TESTER', 'BACK_OFFICE', 'APPROVER', 'ANALYST', 'AUDITOR', 'ADMIN']

const rowOf = (what: string, letIn: readonly Role[]): string =>
  `| ${[what, ...roles.map((role) => (letIn.includes(role) ? 'yes' : ''))].join(' | ')} |`

const head = (what: string): string[] => [
  `| ${[what, ...roles].join(' | ')} |`,
  `|---|${'---|'.repeat(roles.length)}`,
]

/** What each role is given of each list as a file. */
const fileRows = async ({ domain, schema }: Service, call: (role: Role) => Call): Promise<string[]> => {
  const contextFor = (asking: Call) => createContext(domain, asking)
  const exporting = createExports({ schema, database: domain.database, contextFor })
  const given = async ({ name }: ExportedList, role: Role): Promise<string> => {
    const asking = call(role)
    const made = await exporting(asking, { name, filter: undefined, sort: undefined })
    if ('refused' in made) {
      expect([name, role, made.refused]).toEqual([name, role, 'FORBIDDEN'])
      return ''
    }
    await made.close()
    return contextFor(asking).personal.isMasked ? 'masked' : 'yes'
  }
  const found: string[] = []
  for (const list of [...exportedLists(schema).values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const cells: string[] = []
    for (const role of roles) cells.push(await given(list, role))
    found.push(`| \`${list.name}.csv\`${list.owner ? '' : ' (of nobody)'} | ${cells.join(' | ')} |`)
  }
  return found
}

interface Tables {
  readonly roots: readonly string[]
  readonly files: readonly string[]
  readonly types: readonly string[]
  readonly fields: readonly string[]
}

const rolesPage = ({ roots, files, fields, types }: Tables): string =>
  [
    '<!-- prettier-ignore-start -->',
    '# Roles',
    '',
    'Who may call what in GraphQL, and who reads a type by whatever way they come to it, found by calling each field with each role.',
    'Generated by `WRITE_DOCS=1 npm test -- test/graphql/access`. What an ANALYST or an AUDITOR reads is masked, and says a pseudonym where others',
    'see an id. The envelope of the gateway is for GATEWAY and ADMIN, reports of scores are for BACK_OFFICE, APPROVER, ANALYST, AUDITOR and ADMIN.',
    '',
    '## Queries and mutations',
    '',
    ...head('field'),
    ...roots,
    '',
    '## Files',
    '',
    'Every list at the root, at `/exports/<list>.csv`, found by asking for each with each role. An ANALYST has no rows of a list of',
    'customers in which there are fewer than five of them. Columns are those fields of a row that the role may read.',
    '',
    ...head('file'),
    ...files,
    '',
    '## Types, with all their fields',
    '',
    ...head('types'),
    ...types,
    '',
    '## Fields for fewer than their type',
    '',
    ...head('field'),
    ...fields,
    '',
    '<!-- prettier-ignore-end -->',
    '',
  ].join('\n')

/** The object types that a field gives: of an abstract one all that it may be. */
const objectsOf = (schema: GraphQLSchema, given: GraphQLOutputType): string[] => {
  const type = getNamedType(given)
  if (isAbstractType(type)) return schema.getPossibleTypes(type).map(({ name }) => name)
  return isObjectType(type) ? [type.name] : []
}

/** All types that a role comes to from those of its roots, by fields of types that it reads. */
const reachableBy = (schema: GraphQLSchema, role: Role, from: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>()
  const open = [...from]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    if (!typeReaders[name]!.includes(role)) continue
    const type = schema.getType(name) as GraphQLObjectType
    for (const field of Object.values(type.getFields())) open.push(...objectsOf(schema, field.type))
  }
  return found
}

describeEachDatabase('who may ask', (database) => {
  const world = worldFor(database)

  test('each field of the roots and of every type, called with every role, lets in whom docs/roles.md says', async () => {
    const { schema, domain, refusal } = serviceOf(world())
    const rootRows: string[] = []
    const rootsOf = new Map<Role, string[]>(roles.map((role) => [role, []]))
    for (const [kind, type] of [
      ['query', schema.getQueryType()!],
      ['mutation', schema.getMutationType()!],
    ] as const) {
      for (const field of Object.values(type.getFields()).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        const source = `${kind} { ${smallest(field)} }`
        expect([field.name, await refusal(source, { actor: person() })]).toEqual([
          field.name,
          'FORBIDDEN 403',
        ])
        const verdicts = await Promise.all(roles.map((role) => refusal(source, { actor: person(role) })))
        const letIn = roles.filter((_, i) => verdicts[i] !== 'FORBIDDEN 403')
        for (const role of letIn) rootsOf.get(role)!.push(...objectsOf(schema, field.type))
        rootRows.push(rowOf(`${kind} \`${field.name}\``, letIn))
      }
    }

    const types = Object.values(schema.getTypeMap()).filter(
      (type) =>
        isObjectType(type) &&
        !type.name.startsWith('__') &&
        type !== schema.getQueryType() &&
        type !== schema.getMutationType(),
    ) as GraphQLObjectType[]
    const calls = types.flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    // Each type as if a root led to it, so that its own guards are what is asked.
    const query = new GraphQLObjectType({
      name: 'Query',
      fields: Object.fromEntries(types.map((type) => [type.name, { type, resolve: () => ({}) }])),
    })
    const probe = new GraphQLSchema({ query })
    const source = `{ ${calls.map(({ type, field }, i) => `a${i}: ${type.name} { ${smallest(field)} }`).join(' ')} }`
    const letIn: Role[][] = calls.map(() => [])
    // Some thousand fields: checked once, and not for each role.
    const document = parse(source)
    expect(validate(probe, document)).toEqual([])
    for (const role of roles) {
      const actor = person(role)
      const contextValue = createContext(domain, { ...world().call({ actor }) })
      const { errors = [] } = await execute({ schema: probe, document, contextValue })
      const refused = new Set(
        errors.filter(({ extensions }) => extensions['code'] === 'FORBIDDEN').map(({ path }) => path?.[0]),
      )
      const reachable = reachableBy(schema, role, rootsOf.get(role)!)
      for (const [i, { type }] of calls.entries()) {
        // What nothing leads a role to needs no guard of its own.
        const isOpen = !refused.has(`a${i}`) && reachable.has(type.name)
        if (isOpen) letIn[i]!.push(role)
      }
    }
    const fieldRows: string[] = []
    for (const [i, { type, field }] of calls.entries()) {
      const ofType = roles.filter((role) => typeReaders[type.name]!.includes(role))
      const found = letIn[i]!
      expect([type.name, field.name, found.filter((role) => !ofType.includes(role))]).toEqual([
        type.name,
        field.name,
        [],
      ])
      if (found.length < ofType.length) fieldRows.push(rowOf(`\`${type.name}.${field.name}\``, found))
    }

    const readers = new Map<string, string[]>()
    for (const type of types.map(({ name }) => name).toSorted()) {
      const row = rowOf('', typeReaders[type]!)
      readers.set(row, [...(readers.get(row) ?? []), `\`${type}\``])
    }
    const page = rolesPage({
      roots: rootRows,
      files: await fileRows(serviceOf(world()), (role) => world().call({ actor: person(role) })),
      types: [...readers].map(([row, names]) => `| ${names.join(', ')} ${row.slice(2)}`),
      fields: fieldRows.toSorted(),
    })
    const path = join(packageRoot, 'docs/roles.md')
    if (process.env['WRITE_DOCS']) writeFileSync(path, page)
    expect(readFileSync(path, 'utf8')).toBe(page)
  })

  test('an analyst sees no number and no address anywhere, other staff see both', async () => {
    const { ask } = serviceOf(world())
    const { msisdn } = await world().register({ email: 'awa@example.com' })
    const { reference } = await world().quote(msisdn, '5000')
    await world().confirm(msisdn, reference)
    const order = await world().orderOf(reference!)
    await world().write("UPDATE request_log SET session_id = 'USSD-4711', journey_id = 'J-4712'")
    await world().database.inTransaction((tx) =>
      openReview(tx, world().call(), order, { kind: 'NO_ANSWER', detail: `asked about ${msisdn}` }),
    )
    const byNumber = `
      customer(by: { msisdn: "${msisdn}" }) {
        msisdn email orders { nodes { msisdn } } positions { nodes { customer { msisdn } } } }
      registration(msisdn: "${msisdn}") { email }
      emailOnFile(msisdn: "${msisdn}") { email status }`
    const others = `
      quote(id: "${reference}") { msisdn sessionId journeyId customer { msisdn email } ... on DepositQuote { order { msisdn } } }
      order(id: "${order.id}") { msisdn customer { email } }
      reviewCases { nodes { detail order { msisdn } customer { id msisdn email account { id } } } }`
    const seen = await ask(`{ ${others} }`, { actor: analyst })
    const masked = JSON.stringify(seen)
    expect(masked).not.toContain(msisdn)
    expect(masked).not.toContain('awa@example.com')
    expect(masked).not.toMatch(/471[12]/)
    expect((seen as { quote: object }).quote).toMatchObject({
      sessionId: pseudonyms.of('USSD-4711'),
      journeyId: pseudonyms.of('J-4712'),
    })
    // A filter takes what is shown, and says nothing of what is hidden.
    for (const [session, found] of [
      ['USSD-4711', 0],
      [pseudonyms.of('USSD-4711'), 1],
    ] as const)
      expect(
        await ask(`{ quotes(filter: { session: ["${session}"] }) { totalCount { value } } }`, {
          actor: analyst,
        }),
      ).toEqual({ quotes: { totalCount: { value: found } } })
    expect(masked).toContain(`237*******${msisdn.slice(-2)}`)
    expect(masked).toContain('a***@***')
    const [{ id, account }] = (
      seen as { reviewCases: { nodes: { customer: { id: string; account: { id: string } } }[] } }
    ).reviewCases.nodes.map(({ customer }) => customer) as [{ id: string; account: { id: string } }]
    expect([id, account.id]).toEqual([expect.stringMatching(/^P-/), expect.stringMatching(/^P-/)])
    const again = `{ customer(by: { id: "${id}" }) { id msisdn } }`
    expect(await ask(again, { actor: analyst })).toEqual({
      customer: { id, msisdn: `237*******${msisdn.slice(-2)}` },
    })
    const [{ id: row }] = (await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn)) as [
      { id: string },
    ]
    expect(await ask(`{ customer(by: { id: "${row}" }) { id } }`, { actor: analyst })).toEqual({
      customer: null,
    })

    const open = JSON.stringify(await ask(`{ ${byNumber} ${others} }`, { actor: clerk }))
    expect(open).not.toContain('***')
    expect(open).toContain('"sessionId":"USSD-4711","journeyId":"J-4712"')
    expect(open.split('awa@example.com')).toHaveLength(7)
  })

  test('an auditor reads what staff do, with nobody named, and who had which role when', async () => {
    const { ask, act, refused } = serviceOf(world())
    const auditor = person('AUDITOR')
    const { msisdn } = await world().register({ email: 'awa@example.com' })
    const asker = { ...clerk, id: 'clerk-3' }
    const { customer } = (await ask(`{ customer(by: { msisdn: "${msisdn}" }) { id } }`, {
      actor: asker,
    })) as {
      customer: { id: string }
    }
    const text = `called from ${msisdn}, writes from awa@example.com`
    const note = { about: 'CUSTOMER', subject: customer.id, text }
    await act('addNote', note, 'note { id }', { actor: asker })
    const email = { msisdn, email: 'paul@example.com', reason: `asked by ${msisdn}` }
    await act('proposeEmail', email, 'approval { id }', { actor: asker })
    const read = `{
      notes { nodes { subject text customer { msisdn } } }
      approvals { nodes { reason email preview { changes { field before after } } customer { id msisdn } } }
      auditEntries(first: 100) { nodes { action subject before after customer { id } } }
      accessEntries { nodes { actor customer { msisdn } } }
      customers { nodes { id history { nodes { kind subject detail } } } } }`
    const seen = JSON.stringify(await ask(read, { actor: auditor }))
    expect(seen).toContain('called from 237*******')
    expect(seen).toContain('p***@***')
    const [{ id: accountId }] = (await world().rows('SELECT id FROM accounts')) as [{ id: string }]
    for (const hidden of [msisdn, 'example.com', customer.id.slice(4), accountId])
      expect([hidden, seen.includes(hidden)]).toEqual([hidden, false])
    const open = JSON.stringify(await ask(read, { actor: asker }))
    for (const shown of [text, 'paul@example.com', accountId]) expect(open).toContain(shown)
    expect(await refused('addNote', note, { actor: auditor })).toBe('FORBIDDEN 403')

    const deps = { database: world().database, pepper: 'a pepper' }
    const admin = world().call({ actor: person('ADMIN') })
    const made = { name: 'Nadia Auditor', kind: 'PERSON', roles: ['AUDITOR'], expiresAt: null } as const
    const { key, holder } = await createKey(deps, admin, made)
    await expect(createKey(deps, admin, { ...made, roles: ['APPROVER'] })).rejects.toThrow(
      'do what they audit',
    )
    const began = world().clock.now()
    world().clock.advance(1000)
    await revokeKey(deps, world().call({ actor: person('ADMIN') }), key.id)
    const sessions = createSessions({
      ...deps,
      clock: world().clock,
      sealing: developmentKeyRing('sealing'),
    })
    for (const roles of [['BACK_OFFICE'], ['BACK_OFFICE'], ['APPROVER']] as const) {
      world().clock.advance(1000)
      await sessions.begin({ person: 'idp awa', name: 'Awa Ngo', roles }, '203.0.113.9')
    }
    const had = async (filter: string) => {
      const { roleAssignments } = await ask(
        `{ roleAssignments(sort: OLDEST, filter: { ${filter} }) { nodes { name source roles from until lastSignInAt givenBy } } }`,
        { actor: auditor },
      )
      return (roleAssignments as { nodes: object[] }).nodes
    }
    const at = (seconds: number) => new Date(began + seconds * 1000).toISOString()
    expect(await had(`personId: ["${holder.id}"]`)).toEqual([
      {
        name: 'Nadia Auditor',
        source: 'KEY',
        roles: ['AUDITOR'],
        from: at(0),
        until: at(1),
        lastSignInAt: null,
        givenBy: 'ADMIN',
      },
    ])
    const signIn = { name: 'Awa Ngo', source: 'SIGN_IN', givenBy: null }
    expect(await had('person: ["Awa Ngo"]')).toEqual([
      { ...signIn, roles: ['BACK_OFFICE'], from: at(2), until: at(4), lastSignInAt: at(3) },
      { ...signIn, roles: ['APPROVER'], from: at(4), until: null, lastSignInAt: at(4) },
    ])
    expect(await had(`role: [BACK_OFFICE, AUDITOR], at: "${at(3)}", source: [SIGN_IN]`)).toHaveLength(1)
    expect(await had(`role: [AUDITOR], at: "${at(1)}"`)).toEqual([])
  })

  test('an analyst looks nobody up by number, and a gateway does not read through a position what it may not ask for', async () => {
    const { refusal } = serviceOf(world())
    const { msisdn } = await world().register({ email: 'awa@example.com' })
    await world().deposit(msisdn, '5000')
    for (const source of [
      `{ customer(by: { msisdn: "${msisdn}" }) { id } }`,
      `{ openPositions(msisdn: "${msisdn}") { id } }`,
      `{ registration(msisdn: "${msisdn}") { accountId } }`,
      `{ transactions(msisdn: "${msisdn}") { amount } }`,
    ])
      expect([source, await refusal(source, { actor: analyst })]).toEqual([source, 'FORBIDDEN 403'])
    const through = `{ openPositions(msisdn: "${msisdn}") { customer { msisdn email } } }`
    expect(await refusal(through, { actor: gateway })).toBe('FORBIDDEN 403')
  })

  test('who looks a customer up, and who is refused, is written with the address; too many look-ups are refused', async () => {
    const { ask, refusal, refused } = serviceOf(world())
    const { msisdn } = await world().register()
    const actor = { ...clerk, id: 'clerk-1' }
    await ask(`{ customer(by: { msisdn: "${msisdn}" }) { id } }`, { actor, address: '203.0.113.9' })
    await refused('confirmResolution', { proposalId: 'x' }, { actor, address: '203.0.113.9' })
    const [{ id }] = (await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn)) as [
      { id: string },
    ]
    const byId = `{ customer(by: { id: "${id}" }) { id } payouts { nodes { id } } orders(filter: { customer: "${id}" }) { nodes { id } } }`
    await ask(byId, { actor, address: '203.0.113.9' })
    // How many wait shows nobody; how many are somebody's does, and so does any row.
    await ask(
      `{ orders(filter: { status: [UNKNOWN] }) { totalCount { value } } blocks { totalCount { value } }
         reviewCases(filter: { assignedTo: ["Awa"] }) { totalCount { value } } }`,
      {
        actor,
      },
    )
    await ask(
      `{ refunds(filter: { customer: "${id}" }) { totalCount { value } } deposits { nodes { id } } }`,
      {
        actor,
        address: '203.0.113.9',
      },
    )
    const rows = await world().rows(
      'SELECT action, subject, address, customer_id FROM audit_log WHERE actor_id = ? ORDER BY id',
      'clerk-1',
    )
    const address = '203.0.113.9'
    expect(rows).toEqual([
      { action: 'READ_CUSTOMER', subject: 'customer', address, customer_id: id },
      { action: 'REFUSED', subject: 'confirmResolution', address, customer_id: null },
      { action: 'READ_BY_ID', subject: id, address, customer_id: null },
      { action: 'READ_CUSTOMER', subject: 'payouts', address, customer_id: null },
      { action: 'READ_CUSTOMER', subject: 'orders', address, customer_id: id },
      { action: 'READ_CUSTOMER', subject: 'refunds', address, customer_id: id },
      { action: 'READ_CUSTOMER', subject: 'deposits', address, customer_id: null },
    ])
    // Two fields of one type are one refusal.
    await world().deposit(msisdn, '5000')
    const through = { ...gateway, id: 'gateway-1' }
    await refusal(`{ openPositions(msisdn: "${msisdn}") { customer { msisdn email } } }`, {
      actor: through,
      address,
    })
    expect(
      await world().rows('SELECT action, subject, address FROM audit_log WHERE actor_id = ?', 'gateway-1'),
    ).toEqual([{ action: 'REFUSED', subject: 'Customer', address }])
    const hurried = { ...clerk, id: 'clerk-2' }
    const source = `{ registration(msisdn: "${world().newNumber()}") { status } }`
    const verdicts: string[] = []
    for (let i = 0; i < 62; i++) verdicts.push(await refusal(source, { actor: hurried }))
    expect(verdicts.filter((verdict) => verdict === 'FORBIDDEN 403')).toHaveLength(2)
    expect(await refusal(source, { actor: { ...gateway, id: 'clerk-2' } })).not.toBe('FORBIDDEN 403')
  })

  test('a clock needs TESTER also where a customer is registered with it', async () => {
    const { refused, act } = serviceOf(world())
    const { id: clockId } = await world().newClock('2026-01-31')
    const input = { msisdn: world().newNumber(), clockId }
    expect(await refused('registerCustomer', input, { actor: person('GATEWAY') })).toBe('FORBIDDEN 403')
    expect(await act('registerCustomer', input, 'result', { actor: gateway })).toEqual({
      result: 'REGISTERED',
    })
  })

  test('no clock is created where test clocks are off', async () => {
    const { refused } = serviceOf(world(), { testClocks: { enabled: false, msisdns: undefined } })
    expect(await refused('createClock', { now: '2026-01-31' }, { actor: gateway })).toBe('FORBIDDEN 403')
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
    expect(masked.text('called 237 6 70 00 00 10 on 2026-03-01 10:15, then +237 670-00-00-10')).toBe(
      'called 237*******10 on 2026-03-01 10:15, then +237*******10',
    )
    expect(masked.text('wrote to <awa@example.com>, 12 345 678 XAF')).toBe(
      'wrote to <a***@***>, 12 345 678 XAF',
    )
  })

  test('is open to an analyst who also works with customers', () => {
    expect(personalDataFor(person('ANALYST', 'BACK_OFFICE'), pseudonyms).msisdn('237670000010')).toBe(
      '237670000010',
    )
  })
})
