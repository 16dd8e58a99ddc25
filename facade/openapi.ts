import { getNullableType, isEnumType, type GraphQLInputType, type GraphQLLeafType } from 'graphql'
import { envelopeErrors } from './errors.js'
import type { Operation } from './registry.js'
import type { Endpoint } from './wire.js'

type Json = Readonly<Record<string, unknown>>

/** An OpenAPI 3.1 document, untyped. */
export type OpenApiDocument = Json

const wireVersion = '1.0.0'

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

const object = (properties: Json): Json => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
})

/** The JSON schema of a value on the wire: always a string, with what its GraphQL type says about it. */
const textOf = (type: GraphQLLeafType | GraphQLInputType): Json => {
  const named = getNullableType(type)
  if (isEnumType(named)) return { type: 'string', enum: named.getValues().map(({ name }) => name) }
  const name = 'name' in named ? named.name : ''
  if (name === 'Boolean') return { type: 'string', enum: ['true', 'false'] }
  if (name === 'Int') return { type: 'string', title: 'Integer', pattern: '^-?[0-9]+$' }
  const scalar = 'description' in named && name !== 'String' && name !== 'ID' ? named.description : undefined
  return scalar ? { type: 'string', title: name, description: scalar } : { type: 'string' }
}

const pair = (key: string, value: Json): Json =>
  object({ key: object({ value: { const: key } }), value: object({ value }) })

const requestOf = ({ name, arguments: args, description }: Operation): Json => ({
  description,
  allOf: [
    ref('Envelope'),
    {
      properties: {
        arguments: {
          allOf: [
            { contains: pair('operation_name', { const: name }) },
            ...args
              .filter(({ required }) => required)
              .map((arg) => ({ contains: pair(arg.name, textOf(arg.type)) })),
          ],
        },
      },
    },
  ],
})

const recordOf = ({ keys }: Operation): Json => ({
  type: 'array',
  items: { anyOf: keys.map(({ key, type }) => pair(key, textOf(type))) },
  allOf: keys
    .filter(({ optional }) => !optional)
    .map(({ key, type }) => ({ contains: pair(key, textOf(type)) })),
})

const answerOf = (operation: Operation): Json =>
  operation.endpoint === 'getdynamicoptions'
    ? object({ argumentsList: { type: 'array', items: recordOf(operation) } })
    : object({ arguments: recordOf(operation) })

/** The operations in the order in which a customer needs them, then those for testers. */
const journey: readonly string[] = [
  'register_savings_account',
  'check_registration_status',
  'get_user_email',
  'list_offerable_products',
  'create_deposit_summary',
  'confirm_deposit',
  'get_savings_balance',
  'list_locked_accounts',
  'list_recent_transactions',
  'create_withdrawal_summary',
  'confirm_withdrawal',
  'create_full_statement_summary',
  'request_full_statement',
  'check_statement_status',
  'list_opt_out_positions',
  'confirm_opt_out',
  'create_test_clock',
  'get_test_clock',
  'advance_test_clock',
  'list_clocked_customers',
  'reset_test_customer',
]

/** The position of an operation in `journey`; an operation that is missing there comes last. */
const placeOf = ({ name }: Operation): number => {
  const place = journey.indexOf(name)
  return place < 0 ? journey.length : place
}

/** The tables of docs/wire-contract.md for one operation, made from the compiled operation. */
const tableOf = (operation: Operation): Json => {
  const { name, description, arguments: args, keys } = operation
  return {
    name,
    step: placeOf(operation),
    description,
    arguments: args.map(({ name, required, description, type }) => ({
      name,
      required,
      description,
      schema: textOf(type),
    })),
    keys: keys.map(({ key, optional, description, type }) => ({
      name: key,
      required: !optional,
      description,
      schema: textOf(type),
    })),
  }
}

const exampleOf = ({ name, arguments: args }: Operation): Json => ({
  value: {
    arguments: [['operation_name', name], ...args.map((arg) => [arg.name, exampleText(arg.name)])].map(
      ([key, value]) => ({ key: { value: key }, value: { value } }),
    ),
    languageCode: 'fr',
    sessionIdentifier: 'session-1',
    journeyIdentifier: 'journey-1',
  },
})

const examples: Readonly<Record<string, string>> = {
  ACCOUNT_HOLDER_MSISDN: '237670000010',
  ACCOUNT_HOLDER_EMAIL: 'awa@example.com',
  email: 'awa@example.com',
  amount: '5000',
  product_code: 'LOCK3M',
  period: '3',
  now: '2026-01-31',
  to: '2026-02-28',
}

/** Empty for a reference or an id: it comes from an earlier answer, and an invented one would be refused. */
const exampleText = (argument: string): string => examples[argument] ?? ''

const envelope: Json = {
  type: 'object',
  required: ['arguments', 'sessionIdentifier', 'journeyIdentifier'],
  properties: {
    arguments: {
      type: 'array',
      maxItems: 100,
      items: object({
        key: object({ value: { type: 'string' } }),
        value: object({ value: { type: 'string' } }),
      }),
    },
    languageCode: { type: 'string', default: 'fr', description: 'fr or en; any other language is fr' },
    sessionIdentifier: { type: 'string', minLength: 1, maxLength: 64 },
    journeyIdentifier: { type: 'string', minLength: 1, maxLength: 64 },
  },
}

/** One response for each status, with all codes that it can have. */
const responsesOfErrors = (): Json => {
  const responses: Record<number, Json> = {}
  for (const { status } of envelopeErrors) {
    const described = envelopeErrors
      .filter((error) => error.status === status)
      .map(({ codes, when }) => `${codes.join(', ')}: ${when}`)
    responses[status] = { description: described.join('; '), content: json(ref('Error')) }
  }
  return responses
}

const json = (schema: Json, more: Json = {}): Json => ({ 'application/json': { schema, ...more } })

const pathOf = (endpoint: Endpoint, operations: readonly Operation[]): Json => ({
  post: {
    operationId: endpoint,
    summary: endpoint === 'getdynamicarguments' ? 'One record' : 'A list of records',
    description: 'The argument `operation_name` selects what runs.',
    requestBody: {
      required: true,
      content: json(
        { oneOf: operations.map(({ name }) => ref(`${name}_request`)) },
        {
          examples: Object.fromEntries(operations.map((operation) => [operation.name, exampleOf(operation)])),
        },
      ),
    },
    responses: {
      200: {
        description: 'The answer. Most refusals are answered 200 too, in the status keys of the operation',
        content: json({ anyOf: operations.map(({ name }) => ref(`${name}_answer`)) }),
      },
      ...responsesOfErrors(),
    },
    'x-operations': operations.map(tableOf),
  },
})

/** The document of the gateway's two addresses, made from the compiled operations, so that it describes only what runs. */
export const facadeOpenApi = (operations: ReadonlyMap<string, Operation>): OpenApiDocument => {
  const all = [...operations.values()]
  const operationsAt = (endpoint: Endpoint) => all.filter((operation) => operation.endpoint === endpoint)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Savings journey service: USSD gateway API',
      version: wireVersion,
      description: 'Two addresses share one envelope of text pairs. Every value on the wire is a string.',
    },
    servers: [{ url: '/', description: 'This server' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    paths: {
      '/getdynamicarguments': pathOf('getdynamicarguments', operationsAt('getdynamicarguments')),
      '/getdynamicoptions': pathOf('getdynamicoptions', operationsAt('getdynamicoptions')),
    },
    'x-errors': envelopeErrors,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        Envelope: envelope,
        Error: object({
          error: object({
            code: { type: 'string', enum: envelopeErrors.flatMap(({ codes }) => codes) },
            message: { type: 'string' },
          }),
        }),
        ...Object.fromEntries(
          all.flatMap((operation) => [
            [`${operation.name}_request`, requestOf(operation)],
            [`${operation.name}_answer`, answerOf(operation)],
          ]),
        ),
      },
    },
  }
}
