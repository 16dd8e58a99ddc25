import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { GraphQLError, GraphQLString, isScalarType } from 'graphql'
import { explainInputs } from '../../facade/variables.js'
import { createFacade, type Endpoint, type FacadeCall } from '../../facade/facade.js'
import { codeOf, envelopeOf, pairsOf, valuesOf } from '../../src/cli/conformance/call.js'
import { stubFacade, type StubFacade } from './stub-facade.js'
import { balance, stubSchema } from './stub-schema.js'
import { anyText } from '../support/any-text.js'
import { recordOf, shaped } from '../support/typed.js'
import { z } from 'zod'

const customer = { ACCOUNT_HOLDER_MSISDN: '+237670000010' }

const send = (
  facade: StubFacade,
  body: unknown,
  endpoint: Endpoint = 'getdynamicarguments',
  contextFor: (call: FacadeCall) => unknown = () => ({}),
) => facade.handle(endpoint, JSON.stringify(body), contextFor)

describe('a call', () => {
  test('reaches the resolver with its scalars parsed, and comes back as text', async () => {
    const seen: unknown[] = []
    const facade = stubFacade({ savingsBalance: (args) => (seen.push(args), balance) })
    const { status, body } = await send(facade, envelopeOf('get_savings_balance', customer))
    expect(status).toBe(200)
    expect(seen).toEqual([{ msisdn: '237670000010' }])
    expect(valuesOf(body)).toMatchObject({ total_balance: '5000', position_count: '2', currency: 'XAF' })
  })

  test('passes language, session, journey and operation in the context, not as variables', async () => {
    const calls: unknown[] = []
    const facade = stubFacade({ savingsBalance: (_args, context) => (calls.push(context), balance) })
    const body = envelopeOf('get_savings_balance', customer, { languageCode: 'en-GB' })
    await send(facade, body, 'getdynamicarguments', (call) => call)
    expect(calls).toEqual([
      {
        operationName: 'get_savings_balance',
        languageCode: 'en',
        sessionIdentifier: 'session-1',
        journeyIdentifier: 'journey-1',
      },
    ])
  })

  test.each([
    [undefined, 'fr'],
    ['', 'fr'],
    ['fr', 'fr'],
    ['fr-CM', 'fr'],
    ['en', 'en'],
    ['EN', 'en'],
    ['en-GB', 'en'],
    ['en_US', 'en'],
    ['eng', 'fr'],
    ['xx', 'fr'],
    ['-en', 'fr'],
  ])('in language %s gets the context language %s', async (languageCode, expected) => {
    let seen: string | undefined
    const body = envelopeOf(
      'get_savings_balance',
      customer,
      languageCode === undefined ? {} : { languageCode },
    )
    await send(stubFacade(), body, 'getdynamicarguments', (call) => (seen = call.languageCode))
    expect(seen).toBe(expected)
  })

  test('that is refused before it is executed gets no context', async () => {
    let made = 0
    const count = () => (made += 1)
    await send(stubFacade(), envelopeOf('get_savings_balance'), 'getdynamicarguments', count)
    await send(stubFacade(), envelopeOf('get_rich'), 'getdynamicarguments', count)
    expect(made).toBe(0)
  })

  test('passes the customer’s input unchanged, and nothing for absent or empty input', async () => {
    const seen: unknown[] = []
    const facade = stubFacade({
      quoteDeposit: (args) => (seen.push(args), { status: 'INVALID_AMOUNT', currency: 'XAF' }),
    })
    for (const sent of [{ amount: ' 1e3', product_code: 'X' }, { amount: '' }, {}])
      await send(facade, envelopeOf('create_deposit_summary', { ...customer, ...sent }))
    expect(seen).toEqual([
      { input: { msisdn: '237670000010', amount: ' 1e3', productCode: 'X' } },
      // The compiled operation sets null for an absent argument within an input.
      ...[1, 2].map(() => ({ input: { msisdn: '237670000010', amount: null, productCode: null } })),
    ])
  })

  test('whose resolver returns a refusal is answered 400 with it; with neither a result nor a refusal it is answered 500', async () => {
    const advance = async (answer: object) => {
      const facade = stubFacade({ advanceClock: () => answer })
      const { status, body } = await send(
        facade,
        envelopeOf('advance_test_clock', { clock_id: 'CLK-1', to: '2026-03-02' }),
      )
      const parsed: unknown = JSON.parse(body)
      return { status, body: parsed }
    }
    const refusal = { code: 'WALK_TOO_LONG', message: 'too long' }
    expect(await advance({ refusal })).toEqual({ status: 400, body: { error: refusal } })
    expect(await advance({})).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL' } } })
  })
})

describe('an argument that its scalar refuses', () => {
  test('is named, with the reason of the scalar, and the value is not repeated', async () => {
    const body = envelopeOf('get_savings_balance', { ACCOUNT_HOLDER_MSISDN: 'secret' })
    expect(await send(stubFacade(), body)).toEqual({
      status: 400,
      body: JSON.stringify({
        error: {
          code: 'INVALID_ARGUMENT',
          message: 'The argument ACCOUNT_HOLDER_MSISDN is invalid: a mobile number has 9 digits',
        },
      }),
    })
  })

  test('has the same message when the scalar throws a plain Error', async () => {
    const schema = stubSchema({}, 'scalar Day type Query { thing(on: Day!): Thing! } type Thing { id: ID }')
    const day = schema.getType('Day')
    if (!isScalarType(day)) throw new Error('Day is no scalar')
    day.parseValue = () => {
      throw new Error('a date is YYYY-MM-DD')
    }
    const operations = new Map([['op', 'query op($to: Day!) { record: thing(on: $to) { id } }']])
    const facade = createFacade({
      schema,
      operations,
      onFailure: () => ({ incident: 'none', isOutage: false }),
    })
    const body = JSON.stringify(envelopeOf('op', { to: 'tomorrow' }))
    expect((await facade.handle('getdynamicarguments', body, () => ({}))).body).toContain(
      '"The argument to is invalid: a date is YYYY-MM-DD"',
    )
  })

  test('executes nothing', async () => {
    let executed = false
    const facade = stubFacade({ registerCustomer: () => (executed = true) })
    await send(facade, envelopeOf('register_savings_account', { ACCOUNT_HOLDER_MSISDN: 'x' }))
    expect(executed).toBe(false)
    expect(facade.failures).toEqual([])
  })
})

test('an unknown operation name is repeated in the answer, shortened', async () => {
  const { body } = await send(stubFacade(), envelopeOf('x'.repeat(10_000)))
  expect(body).toContain(`no operation ${'x'.repeat(64)}"`)
})

test.each([
  ['get_saving_balance', 'There is no operation get_saving_balance; did you mean get_savings_balance?'],
  ['make_me_rich', 'There is no operation make_me_rich'],
])(
  'for the unknown operation %s the answer suggests the nearest name, if one is near',
  async (name, message) => {
    const { status, body } = await send(stubFacade(), envelopeOf(name))
    expect([status, JSON.parse(body)]).toEqual([400, { error: { code: 'UNKNOWN_OPERATION', message } }])
  },
)

test('a byte-order mark is skipped, and a languageCode of null counts as absent', async () => {
  let seen: string | undefined
  const note = (call: FacadeCall) => (seen = call.languageCode)
  const body = JSON.stringify(envelopeOf('get_savings_balance', customer, { languageCode: null }))
  for (const bytes of [`\ufeff${body}`, Buffer.from(`\ufeff${body}`)]) {
    expect((await stubFacade().handle('getdynamicarguments', bytes, note)).status).toBe(200)
    expect(seen).toBe('fr')
  }
})

describe('an envelope that is ambiguous or invalid is refused:', () => {
  const whole = envelopeOf('get_savings_balance', customer)
  const pair = (key: string, value: string) => ({ key: { value: key }, value: { value } })
  const text = JSON.stringify(whole)

  test.each([
    [
      'with a member twice',
      text.replace('{', '{"journeyIdentifier":"another",'),
      'The body says a member twice',
    ],
    ['with a language that is not a string', { ...whole, languageCode: 7 }, 'languageCode must be a string'],
    [
      'with more pairs than any operation takes',
      { ...whole, arguments: Array.from({ length: 101 }, (_, i) => pair(`k${i}`, 'v')) },
      'arguments must be at most 100 pairs',
    ],
    [
      'with two values for one key',
      { ...whole, arguments: [pair('amount', '1'), pair('amount', '2')] },
      'arguments[1] repeats a key with another value',
    ],
  ])('%s', async (_what, body, message) => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await stubFacade().handle('getdynamicarguments', sent, () => ({}))
    expect(answer.status).toBe(400)
    expect(answer.body).toContain(`{"error":{"code":"MALFORMED_ENVELOPE","message":"${message}`)
  })
})

test('explainInputs finds nothing wrong with inputs that graphql accepts', () => {
  const declared = [{ name: 'day', type: GraphQLString, required: true, description: '' }]
  expect(explainInputs(declared, { day: '2026-03-10' })).toBeUndefined()
})

describe('an error of a resolver', () => {
  const refusing = (extensions: Record<string, unknown>) =>
    stubFacade({ savingsBalance: () => Promise.reject(new GraphQLError('not now', { extensions })) })

  test.each([
    [{ code: 'CLOCK_ADVANCING', http: { status: 400 } }, 400],
    [{ code: 'FORBIDDEN', http: { status: 403 } }, 403],
    [{ code: 'UNAVAILABLE', http: { status: 503 } }, 503],
    [{ code: 'WALK_TOO_LONG' }, 400],
    [{ code: 'ODD', http: { status: 200 } }, 400],
    [{ code: 'ODD', http: { status: 399 } }, 400],
    [{ code: 'ODD', http: { status: 600 } }, 400],
    [{ code: 'FULL', http: { status: 599 } }, 599],
    [{ code: 'FULL', http: { status: 401 } }, 401],
    [{ code: 'ODD', http: { status: '500' } }, 400],
  ])('with extensions %j is answered %d with its code and message', async (extensions, status) => {
    const facade = refusing(extensions)
    const reply = await send(facade, envelopeOf('get_savings_balance', customer))
    expect(reply).toEqual({
      status,
      body: JSON.stringify({ error: { code: extensions.code, message: 'not now' } }),
    })
    expect(facade.failures).toEqual([])
  })

  test.each<[string, () => unknown]>([
    [
      'thrown',
      () => {
        throw new Error('SELECT secret FROM customers')
      },
    ],
    ['rejected', () => Promise.reject(new Error('SELECT secret FROM customers'))],
    [
      'with a code that is no string',
      () => Promise.reject(Object.assign(new Error('secret'), { extensions: { code: 7 } })),
    ],
    ['that is no Error', () => Promise.reject('secret')],
    ['that is undefined', () => Promise.reject(undefined)],
    ['of a null where the schema has none', () => null],
    ['of an object where the schema has a text', () => ({ ...balance, currency: {} })],
  ])(
    'without a valid code, %s, is 500 with the incident and no word of the cause',
    async (_name, savingsBalance) => {
      const facade = stubFacade({ savingsBalance })
      const reply = await send(facade, envelopeOf('get_savings_balance', customer))
      expect(reply).toEqual({
        status: 500,
        body: '{"error":{"code":"INTERNAL","message":"Something went wrong on our side, incident incident-1"}}',
      })
      expect(facade.failures).toMatchObject([{ call: { operationName: 'get_savings_balance' } }])
      expect(facade.failures[0]?.error).toBeInstanceOf(Error)
    },
  )

  test('that is an outage is a 503, after which the caller may ask again', async () => {
    const facade = stubFacade({ savingsBalance: () => Promise.reject(new Error('an outage')) })
    const reply = await send(facade, envelopeOf('get_savings_balance', customer))
    expect(reply).toEqual({
      status: 503,
      body: '{"error":{"code":"UNAVAILABLE","message":"We cannot answer now; ask again, incident incident-1"}}',
    })
  })

  test('is reported with the id of its request', async () => {
    const facade = stubFacade({ savingsBalance: () => null })
    const body = JSON.stringify(envelopeOf('get_savings_balance', customer))
    await facade.handle('getdynamicarguments', body, () => ({}), 'r-7')
    expect(facade.failures).toMatchObject([{ requestId: 'r-7' }])
  })

  test('in one field fails the whole answer, and a failure takes precedence over a refusal', async () => {
    const refusal = new GraphQLError('no', { extensions: { code: 'NO' } })
    const quote = (amount: unknown, rate: unknown) =>
      stubFacade({ quoteDeposit: () => ({ status: 'OK', currency: 'XAF', amount, durationDays: rate }) })
    const call = envelopeOf('create_deposit_summary', customer)
    expect(codeOf((await send(quote(refusal, 1), call)).body)).toBe('NO')
    expect(codeOf((await send(quote(refusal, 'not a number'), call)).body)).toBe('INTERNAL')
  })

  test('in making the context is a failure too', async () => {
    const facade = stubFacade()
    const reply = await send(
      facade,
      envelopeOf('get_savings_balance', customer),
      'getdynamicarguments',
      () => {
        throw new Error('no loaders')
      },
    )
    expect(codeOf(reply.body)).toBe('INTERNAL')
    expect(facade.failures).toHaveLength(1)
  })
})

describe('no input makes a 500 or another failure:', () => {
  const facade = stubFacade()
  const endpoint = fc.constantFrom<Endpoint>('getdynamicarguments', 'getdynamicoptions')

  const answersFor = async (to: Endpoint, body: string | Uint8Array, statuses: readonly number[]) => {
    const reply = await facade.handle(to, body, () => ({}))
    expect(facade.failures).toEqual([])
    expect(statuses).toContain(reply.status)
    const json = shaped(z.object({ error: z.unknown().optional() }), JSON.parse(reply.body))
    if (reply.status !== 200)
      expect(json).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
  }

  test('any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(endpoint, fc.uint8Array({ maxLength: 200 }), (to, bytes) =>
        answersFor(to, bytes, [400]),
      ),
      { numRuns: 500 },
    )
  })

  test('any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(endpoint, fc.json(), (to, body) => answersFor(to, body, [400])),
      { numRuns: 500 },
    )
  })

  test('any arguments of any operation', async () => {
    const key = fc.oneof(
      fc.constantFrom(
        'ACCOUNT_HOLDER_MSISDN',
        'ACCOUNT_HOLDER_EMAIL',
        'amount',
        'deposit_reference',
        '__proto__',
      ),
      anyText(),
    )
    const value = fc.oneof(fc.constantFrom('237670000010', ''), anyText())
    const call = fc.record({
      operation: fc.oneof(fc.constantFrom(...facade.operations.keys()), fc.string()),
      sent: fc.dictionary(key, value),
      languageCode: fc.string(),
    })
    await fc.assert(
      fc.asyncProperty(endpoint, call, (to, { operation, sent, languageCode }) =>
        answersFor(to, JSON.stringify(envelopeOf(operation, sent, { languageCode })), [200, 400]),
      ),
      { numRuns: 1000 },
    )
  })

  test('a valid call with one part replaced', async () => {
    const good = JSON.stringify(envelopeOf('get_savings_balance', customer))
    const places = [...good.matchAll(/"[^"]*"(?=[,}\]])|\{[^{}]*\}|\[.*\]/g)]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.json(), (place, json) => {
        const changed = good.slice(0, place.index) + json + good.slice(place.index + place[0].length)
        return answersFor('getdynamicarguments', changed, [200, 400])
      }),
      { numRuns: 1000 },
    )
  })

  test('a body that tries to pollute a prototype', async () => {
    const sent = pairsOf({ operation_name: 'get_savings_balance', ...customer, constructor: 'x' })
    const body = JSON.stringify(envelopeOf('', {}, { arguments: sent })).replace(
      '{',
      '{"__proto__":{"polluted":"yes"},',
    )
    await answersFor('getdynamicarguments', body, [200])
    expect(recordOf({})['polluted']).toBeUndefined()
  })
})
