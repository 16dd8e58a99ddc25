import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { HeaderMap, type ApolloServer } from '@apollo/server'
import {
  buildSchema,
  getIntrospectionQuery,
  getNamedType,
  isLeafType,
  isRequiredArgument,
  type GraphQLFormattedError,
} from 'graphql'
import type { Database } from '../../src/platform/database/database.js'
import { createApollo } from '../../src/platform/graphql/server/apollo.js'
import type { Role } from '../../src/kernel/call.js'
import { createContext } from '../../src/app/context.js'
import type { RequestContext } from '../../src/platform/graphql/context.js'
import { createSchema, schemaText } from '../../src/app/schema.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor, type World } from '../support/world.js'
import { domainOf, person, typeWithFields } from './support.js'
import { present } from '../support/present.js'
import { dateOf } from '../support/typed.js'
import { standIn } from '../support/stand-in.js'

/** Sends a GET like a browser that opens the address, or, with a content type, a POST like a form of another site. */
const browse = async (apollo: ApolloServer<RequestContext>, contentType?: string) => {
  const headers = new HeaderMap([['accept', 'text/html']])
  if (contentType) headers.set('content-type', contentType)
  const { status, body } = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method: contentType ? 'POST' : 'GET', headers, search: '', body: {} },
    context: () => Promise.reject(new Error('no context was to be made')),
  })
  return { status: status ?? 200, text: body.kind === 'complete' ? body.string : '' }
}

type Ask = (
  query: string,
  variables?: Record<string, unknown>,
) => Promise<{
  status: number
  data: unknown
  errors: readonly GraphQLFormattedError[] | undefined
}>

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Apollo Server on the database and the providers of a world, without HTTP. Calls have the role ADMIN unless another is given. */
const serverOf = (world: () => World, production: boolean, role: Role = 'ADMIN'): Ask => {
  let apollo: ApolloServer<RequestContext>
  beforeAll(async () => {
    apollo = createApollo({ schema: createSchema(domainOf(world())), production, log: quiet })
    await apollo.start()
  })
  afterAll(() => apollo.stop())
  return async (query, variables) => {
    const contextValue = createContext(domainOf(world()), world().call({ actor: person(role) }))
    const request = { query, ...(variables && { variables }) }
    const { body, http } = await apollo.executeOperation(request, { contextValue })
    if (body.kind !== 'single') throw new Error('one answer was expected')
    const { data, errors } = body.singleResult
    return { status: http.status ?? 200, data: structuredClone(data), errors }
  }
}

const turns = ['positions(first: 1)', 'nodes', 'customer']

/** A selection of a customer, of this depth, that goes to the positions and back to the customer again and again. */
const nested = (levels: number, turn = 0): string =>
  levels === 0 ? '{ __typename }' : `{ ${turns[turn % 3]} ${nested(levels - 1, turn + 1)} }`

const deep = (depth: number): string => `{ customer(by: { msisdn: "670000010" }) ${nested(depth - 1)} }`

const aliased = (count: number): string =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: productsOnSale { code }`).join(' ')} }`

describeEachDatabase('GraphQL outside production', (database) => {
  const ask = serverOf(worldFor(database), false)

  test('an operation may be ten levels deep, and no deeper', async () => {
    const { status, errors } = await ask(deep(11))
    expect(status).toBe(400)
    expect(errors?.map(({ message, extensions }) => [message, extensions?.['code']])).toEqual([
      ['The depth of this operation is 11, at most 10 is answered', 'OPERATION_TOO_LARGE'],
    ])
    expect(await ask(deep(10))).toMatchObject({ status: 200, data: { customer: null } })
  })

  test('fragments count with their depth, and a circle of them is refused', async () => {
    const fragments = `
      fragment A on Customer { positions { nodes { customer { positions { nodes { ...B } } } } } }
      fragment B on Position { customer { positions { nodes { product { code } } } } }`
    expect(
      (await ask(`{ customer(by: { msisdn: "670000010" }) { ...A } } ${fragments}`)).errors?.[0]?.message,
    ).toContain('depth of this operation is 11')
    const circle = 'fragment C on Customer { positions { nodes { customer { ...C } } } }'
    const { status, errors } = await ask(`{ customer(by: { msisdn: "670000010" }) { ...C } } ${circle}`)
    expect([status, errors?.[0]?.message]).toEqual([400, 'Cannot spread fragment "C" within itself.'])
  })

  test('a document with two operations is refused if the request names neither', async () => {
    const { status, errors } = await ask('query A { __typename } query B { __typename }')
    expect([status, errors?.[0]?.extensions]).toEqual([400, { code: 'OPERATION_RESOLUTION_FAILURE' }])
  })

  test('an operation may have twenty aliases, and no more', async () => {
    expect((await ask(aliased(20))).errors).toBeUndefined()
    const { status, errors } = await ask(aliased(21))
    expect([status, errors?.[0]?.message]).toEqual([
      400,
      'The number of aliases of this operation is 21, at most 20 is answered',
    ])
  })

  test('the cost of an operation is limited: rows times fields, and more for a mutation than for a field', async () => {
    const rows =
      '{ reviewCases { nodes { customer { orders { nodes { customer { id msisdn createdAt email } } } } } } }'
    const { status, errors } = await ask(rows)
    expect([status, errors?.[0]?.extensions]).toEqual([400, { code: 'OPERATION_TOO_LARGE' }])
    expect(errors?.[0]?.message).toMatch(/^The cost of this operation is \d+, at most 2000 is answered$/)
    const writes = Array.from(
      { length: 20 },
      (_, i) => `w${i}: createClock(input: { now: "2026-01-31" }) { clock { id } }`,
    )
    expect((await ask(`mutation { ${writes.join(' ')} }`)).errors?.[0]?.message).toContain('cost')
    expect((await ask('{ reviewCases { nodes { id order { status } customer { msisdn } } } }')).data).toEqual(
      {
        reviewCases: { nodes: [] },
      },
    )
  })

  test('a page of any list with all scalars of its rows is within the limits, at the default page size', async () => {
    const schema = buildSchema(schemaText())
    const lists = Object.values(present(schema.getQueryType()).getFields()).filter(({ type }) =>
      getNamedType(type).name.endsWith('Connection'),
    )
    expect(lists.length).toBeGreaterThan(20)
    for (const { name, type } of lists) {
      const nodes = present(typeWithFields(type).getFields()['nodes'])
      const scalars = Object.values(typeWithFields(nodes.type).getFields()).filter(
        (field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument),
      )
      const names = scalars.map((field) => field.name)
      const all = `pageInfo { endCursor hasNextPage } totalCount { value isExact } edges { cursor }`
      const { errors } = await ask(`{ ${name} { nodes { ${names.join(' ')} } ${all} } }`)
      const codes = errors?.map(({ extensions }) => extensions?.['code']) ?? []
      expect([name, codes.filter((code) => code !== 'FORBIDDEN')]).toEqual([name, []])
    }
  })

  test('the refusal of an invalid literal names the argument, the value and what is expected', async () => {
    const messageOf = async (source: string) => (await ask(source)).errors?.map(({ message }) => message)
    expect(await messageOf('{ trialBalance(asOf: "22/11/2026") { book } }')).toEqual([
      'The argument asOf is invalid: Expected value of type "LocalDate!", found "22/11/2026"; must be a date YYYY-MM-DD',
    ])
    expect(
      await messageOf('{ orders(filter: { amount: { atLeast: 5 }, status: [GONE] }) { nodes { id } } }'),
    ).toEqual([
      'The argument filter.amount.atLeast is invalid: Expected value of type "Money", found 5; must be an amount in plain digits, as text',
      'The argument filter.status[0] is invalid: Value "GONE" does not exist in "OrderStatus" enum.',
    ])
    expect(await messageOf('{ orders(first: "x") { nodes { id } } }')).toEqual([
      'The argument first is invalid: Int cannot represent non-integer value: "x"',
    ])
    expect((await ask('subscription { x }')).status).toBe(400)
  })

  test('the refusal of an invalid value within an input names its path, also for a variable', async () => {
    const adjusting = (input: string) =>
      `mutation { proposeAdjustment(input: { idempotencyKey: "x", reason: "x", ${input} }) { approval { id } } }`
    const messagesOf = async (source: string, variables = {}) =>
      (await ask(source, variables)).errors?.map(({ message }) => message)
    const sound = '{ account: adjustments, amount: "1" }'
    expect(await messagesOf(adjusting(`lines: [${sound}, { account: adjustments, amount: 5 }]`))).toEqual([
      'The argument input.lines[1].amount is invalid: Expected value of type "Money!", found 5; must be an amount in plain digits, as text',
    ])
    expect(await messagesOf(adjusting(`lines: [{ account: adjustments }]`))).toEqual([
      'The argument input.lines[0] is invalid: Field "AdjustmentLineInput.amount" of required type "Money!" was not provided.',
    ])
    expect(await messagesOf(adjusting(`lines: [{ amount: "1", account: adjustments, note: "x" }]`))).toEqual([
      'The argument input.lines[0] is invalid: Field "note" is not defined by type "AdjustmentLineInput".',
    ])
    const variables = { lines: [{ account: 'adjustments', amount: 5 }] }
    const [told] =
      (await messagesOf(
        `mutation ($lines: [AdjustmentLineInput!]!) { proposeAdjustment(input: { idempotencyKey: "x", reason: "x", lines: $lines }) { approval { id } } }`,
        variables,
      )) ?? []
    expect(told).toBe(
      'Variable "$lines" got invalid value 5 at "lines[0].amount"; must be an amount in plain digits, as text',
    )
  })

  test('a document of more than 2000 tokens is refused before it is parsed to its end', async () => {
    const { status, errors } = await ask(`{ productsOnSale { ${'code '.repeat(3000)} } }`)
    expect([status, errors?.[0]?.message]).toEqual([
      400,
      'Syntax Error: Document contains more that 2000 tokens. Parsing aborted.',
    ])
  })

  test('a subscription is refused, whatever it names', async () => {
    const { status, errors } = await ask('subscription { orders { id } }')
    expect([status, errors?.[0]?.extensions?.['code']]).toEqual([400, 'BAD_REQUEST'])
  })

  test('the schema can be read by the introspection query of Sandbox', async () => {
    const { status, data } = await ask(getIntrospectionQuery())
    expect(status).toBe(200)
    expect(data).toHaveProperty('__schema')
  })

  test('introspection may not nest lists of types nor repeat a field, because the answer would exceed the memory', async () => {
    const names = Array.from({ length: 300 }, (_, i) => `n${i}: name`).join(' ')
    for (const source of [
      '{ __schema { types { fields { type { fields { name } } } } } }',
      '{ __schema { types { ...type } } } fragment type on __Type { fields { type { ...words } } } fragment words on __Type { enumValues { name } }',
      `{ __schema { types { ${names} } } }`,
      '{ one: __schema { queryType { name } } }',
      '{ __type(name: "Query") { fields { type { inputFields { name } } } } }',
    ]) {
      const { status, errors } = await ask(source)
      expect([status, errors?.[0]?.extensions]).toEqual([400, { code: 'OPERATION_TOO_LARGE' }])
    }
    expect((await ask('{ __type(name: "Query") { fields { name args { name } } } }')).status).toBe(200)
  })

  test('an overlong identifier finds no customer', async () => {
    const source = `{ orders(filter: { customer: "CUS-${'x'.repeat(300)}" }) { nodes { id } } }`
    expect(await ask(source)).toEqual({ status: 200, data: { orders: { nodes: [] } }, errors: undefined })
  })

  test('a variable that its scalar refuses is answered with the reason', async () => {
    const source = 'query ($msisdn: Msisdn!) { registration(msisdn: $msisdn) { status } }'
    const { status, errors } = await ask(source, { msisdn: '12' })
    expect([status, errors?.[0]?.extensions]).toEqual([400, { code: 'BAD_USER_INPUT' }])
    expect(errors?.[0]?.message).toContain('must be a mobile number of 9 digits')
  })

  test('a refusal has its code, and sets the HTTP status', async () => {
    const { status, errors } = await ask('{ clock(id: "nothing") { id } }')
    expect([status, errors?.[0]?.extensions, errors?.[0]?.path]).toEqual([
      400,
      { code: 'CLOCK_NOT_FOUND' },
      ['clock'],
    ])
  })
})

describeEachDatabase('GraphQL in production', (database) => {
  const world = worldFor(database)
  const ask = serverOf(world, true, 'GATEWAY')
  const asAnalyst = serverOf(world, true, 'ANALYST')

  test('staff can read the schema, and get suggestions for names', async () => {
    const { status, data } = await asAnalyst(getIntrospectionQuery())
    expect(status).toBe(200)
    expect(data).toHaveProperty('__schema')
    const { errors } = await asAnalyst('{ product { code } }')
    expect(errors?.[0]?.message).toMatch(/Did you mean "products"/)
  })

  test('a gateway cannot read the schema, and gets no suggestions', async () => {
    for (const hidden of [
      '{ __schema { queryType { name } } }',
      '{ __type(name: "Query") { name } }',
      '{ ...all } fragment all on Query { __schema { queryType { name } } }',
    ])
      expect((await ask(hidden)).status).toBe(400)
    const { errors } = await ask('{ product { code } }')
    expect(errors?.[0]?.message).toBe('Cannot query field "product" on type "Query".')
  })

  test('a gateway gets no suggestions for a value in a variable either', async () => {
    const { errors, status } = await ask(
      'query ($status: PayoutStatus!) { payouts(filter: { status: [$status] }) { nodes { id } } }',
      {
        status: 'SEN',
      },
    )
    expect([status, errors?.[0]?.extensions?.['code']]).toEqual([400, 'BAD_USER_INPUT'])
    expect(errors?.[0]?.message).toMatch(/does not exist in "PayoutStatus" enum\.$/)
  })
})

describe('a browser', () => {
  const schema = createSchema(domainOf({ database: standIn<Database>({}) }))
  const visit = async (production: boolean, contentType?: string) => {
    const apollo = createApollo({ schema, production, log: quiet })
    await apollo.start()
    try {
      return await browse(apollo, contentType)
    } finally {
      await apollo.stop()
    }
  }

  test.each([true, false])('gets no page of Apollo Server (in production: %p)', async (production) => {
    const { status, text } = await visit(production)
    expect(status).toBe(400)
    expect(text).not.toContain('<html')
  })

  test('cannot send a query by a form of another site', async () => {
    const { status, text } = await visit(true, 'text/plain')
    expect(status).toBe(400)
    expect(text).toContain('CSRF')
  })
})

describe('while the database cannot serve', () => {
  test('a request that cannot be answered at all is a 503 with Retry-After, and a partial answer is sent', async () => {
    const all = async () => {
      throw Object.assign(new Error('the disk is full'), { errno: 1114 })
    }
    const domain = domainOf({ database: standIn<Database>({ read: { all } }) })
    const apollo = createApollo({ schema: createSchema(domain), production: true, log: quiet })
    await apollo.start()
    const contextValue = createContext(domain, {
      now: 0,
      today: dateOf('2026-03-01'),
      zone: 'Africa/Douala',
      language: 'en',
      actor: person('GATEWAY'),
      session: null,
      journey: null,
    })
    const ask = async (query: string) => {
      const { body, http } = await apollo.executeOperation({ query }, { contextValue })
      const errors = body.kind === 'single' ? body.singleResult.errors : undefined
      return [http.status ?? 200, http.headers.get('retry-after'), errors?.[0]?.extensions?.['code']]
    }
    expect(await ask('{ registration(msisdn: "670000010") { status } }')).toEqual([503, '2', 'UNAVAILABLE'])
    expect(await ask('{ __typename customer(by: { msisdn: "670000010" }) { id } }')).toEqual([
      200,
      undefined,
      expect.any(String),
    ])
    await apollo.stop()
  })
})
