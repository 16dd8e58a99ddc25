import * as z from 'zod'
import { documentTypes, productCodes } from '../engine.js'
import { tokenBodySchema } from '../http/token-body.schema.js'
import { bankNames } from '../requests/bank-names.js'
import { noAliases, type DocumentTypeAliases } from '../requests/document-types.js'
import { documentCountMax, documentSchemaOf, requestSchema } from '../requests/score-request.schema.js'
import {
  pending,
  requestErrors,
  results,
  resultsError,
  submitted,
  tokenAnswer,
  tokenError,
  uploaded,
} from './answers.js'
import { resultBodies } from './bodies.js'

type Json = Readonly<Record<string, unknown>>

const wireVersion = '1.0.0'

/** What is sent, not what it becomes. Our OpenAPI names its dialect once, for all. */
const schemaOf = (schema: z.ZodType): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Json, more: Json = {}): Json => ({ 'application/json': { schema, ...more } })
const answer = (description: string, name: string): Json => ({ description, content: json(ref(name)) })

const count = (description: string): Json => ({ description, schema: { type: 'integer', minimum: 0 } })

/** On answers to what was counted, so that nobody must run into a limit to learn of it. */
const limitHeaders: Json = {
  'RateLimit-Limit': count('What is counted in all; of several limits the one that ends first'),
  'RateLimit-Remaining': count('What is left of it'),
  'RateLimit-Reset': count('Seconds until all of it is there again'),
}

/** Of answers that were counted. */
const counted = (description: string, name: string): Json => ({
  ...answer(description, name),
  headers: limitHeaders,
})

/** Of a 429. */
const tooMany = (description: string, name: string): Json => ({
  ...answer(description, name),
  headers: { ...limitHeaders, 'Retry-After': count('Seconds to wait') },
})

const example = {
  nationalId: '90000001',
  phoneNumber: '+254712345678',
  firstName: 'Aïcha',
  lastName: 'Mbarga',
  productCode: 'P7',
}

type ObjectSchema = Json & { readonly properties: Json; readonly required: readonly string[] }

/**
 * A document is one of its types, each with what it needs (docs/scoring-contract.md#documents), and its name has two names.
 */
const documentSchema = (documentTypeAliases: DocumentTypeAliases): Json => ({
  oneOf: documentTypes.map((type) => {
    const { properties, required, ...rest } = schemaOf(documentSchemaOf(type)) as ObjectSchema
    const aliases = [...documentTypeAliases].flatMap(([alias, of]) => (of === type ? [alias] : []))
    const bankName = { type: 'string', description: `In any case: ${bankNames.join(', ')}` }
    return {
      ...rest,
      title: type,
      properties: {
        ...properties,
        name: { ...(properties['documentName'] as Json), description: 'The same as documentName' },
        documentType: aliases.length === 0 ? { const: type } : { enum: [type, ...aliases] },
        ...(type === 'BANK_STATEMENT' ? { bankName } : {}),
      },
      required: required.filter((name) => name !== 'documentName'),
      anyOf: [{ required: ['documentName'] }, { required: ['name'] }],
    }
  }),
})

const listNames = ['documentsDetails', 'documents'] as const

/** The list of documents has two names as well; whether it must be empty or must not, the product says. */
const scoreRequestSchema = (): Json => {
  const { properties, ...rest } = schemaOf(requestSchema) as ObjectSchema
  const list = { type: ['array', 'null'], maxItems: documentCountMax, items: ref('Document') }
  return {
    ...rest,
    properties: {
      ...properties,
      documentsDetails: {
        ...list,
        description: 'One or more for every product but P7, which takes none',
      },
      documents: { ...list, description: 'The same list under its other name' },
    },
    oneOf: [
      {
        title: 'About a person alone',
        properties: {
          productCode: { const: 'P7' },
          ...Object.fromEntries(listNames.map((name) => [name, { maxItems: 0 }])),
        },
      },
      {
        title: 'About statements',
        properties: { productCode: { enum: productCodes.filter((code) => code !== 'P7') } },
        anyOf: listNames.map((name) => ({
          required: [name],
          properties: { [name]: { type: 'array', minItems: 1 } },
        })),
      },
    ],
  }
}

const idInPath = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

const refusals = (causes: Readonly<Record<number, string>>): Json =>
  Object.fromEntries(Object.entries(causes).map(([status, cause]) => [status, answer(cause, 'ResultsError')]))

const paths: Json = {
  '/auth/token': {
    post: {
      operationId: 'token',
      summary: 'A token for a client',
      description: 'Lives 15 minutes. Goes bare or after `Bearer` into the header Authorization.',
      security: [],
      requestBody: {
        required: true,
        content: json(ref('TokenRequest'), {
          example: { clientId: 'dev-scoring-client', secret: 'dev-scoring-secret' },
        }),
      },
      responses: {
        200: counted('The token', 'TokenAnswer'),
        400: answer('Fields are missing, or the credentials are not valid', 'TokenError'),
        429: tooMany('Too many tokens in a minute', 'TokenError'),
        500: answer('Something went wrong on our side', 'TokenError'),
      },
    },
  },
  '/score/request': {
    post: {
      operationId: 'requestScore',
      summary: 'Ask for a score',
      description:
        'Answers an upload address for each document: PUT the raw bytes there before `expiresAt`. The last accepted upload starts the processing; P7 starts at once.',
      security: [{ token: [], apiKey: [] }],
      parameters: [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'The same key with the same body finds the first request, for a day',
          schema: { type: 'string' },
        },
      ],
      requestBody: { required: true, content: json(ref('ScoreRequest'), { example }) },
      responses: {
        200: counted('Accepted', 'Submitted'),
        400: answer('Fields are missing or wrong, all of them', 'ValidationError'),
        401: answer('No valid token or API key', 'AuthenticationError'),
        403: answer(
          "The API key is not this client's, or the product is not in its plan",
          'AuthorizationError',
        ),
        409: answer('The Idempotency-Key came before with another body', 'ConflictError'),
        429: tooMany('Too many requests', 'RateLimitError'),
        500: answer('Something went wrong on our side', 'InternalServerError'),
      },
    },
  },
  '/score/results/{requestId}': {
    get: {
      operationId: 'readResults',
      summary: 'The results of a request',
      description:
        'Ask again after `Retry-After` seconds while it answers 202. Each call gives fresh addresses.',
      security: [{ token: [] }],
      parameters: [
        { name: 'requestId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      ],
      responses: {
        200: counted('Ready', 'Results'),
        202: counted('Not ready', 'Pending'),
        ...refusals({
          400: 'The id is no UUID',
          401: 'No valid token',
          403: 'The token may not read this request',
          404: 'There is no such request, or its results are no longer kept',
          422: 'The statements could not be read; `details` begins with the reason',
          500: 'Something went wrong on our side',
        }),
        429: tooMany('Too many calls', 'ResultsError'),
      },
    },
  },
  '/uploads/{id}': {
    put: {
      operationId: 'upload',
      summary: 'Send a document',
      description:
        'The address comes with the answer to a score request, signed. It takes one document, and is tried again after a transfer that broke off.',
      security: [],
      parameters: [idInPath],
      requestBody: {
        required: true,
        content: { 'application/pdf': {}, 'text/csv': {}, 'application/octet-stream': {} },
      },
      responses: {
        200: answer('Taken', 'Uploaded'),
        ...refusals({
          400: 'The document is empty',
          403: 'The address is not valid, or no longer',
          409: 'A document was taken already',
          413: 'The document is larger than 20 MB',
          415: 'It is neither a PDF nor a CSV that we know',
        }),
      },
    },
  },
  '/results/{id}': {
    get: {
      operationId: 'readResult',
      summary: 'Fetch a result',
      description:
        'The address comes with the results, signed. It serves one reader, within 600 seconds; one whose transfer broke off asks for the results again, for a new one.',
      security: [],
      parameters: [idInPath],
      responses: {
        200: {
          description: 'The result, by product',
          content: json({ anyOf: productCodes.map((product) => ref(`${product}_result`)) }),
        },
        ...refusals({
          403: 'The address is not valid',
          410: 'It has been read, or its time is over',
          500: 'Something went wrong on our side',
        }),
      },
    },
  },
}

const errorNames = Object.values(requestErrors).map(
  (schema) => [schema.shape.error.value, schemaOf(schema)] as const,
)

/**
 * The document of the scoring service, from the very schemas that judge its requests: what is published is what is asked.
 *
 * @param documentTypeAliases what this deployment calls a type beside its own name
 */
export const scoringOpenApi = (documentTypeAliases = noAliases): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Scoring service: token, score request, results',
    version: wireVersion,
    description: 'Asks for a score of a person, takes statements, and gives the results.',
  },
  servers: [
    { url: '/scoring', description: 'Live' },
    { url: '/scoring/sandbox', description: 'Sandbox' },
  ],
  paths,
  components: {
    securitySchemes: {
      token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Bare or after Bearer' },
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    },
    schemas: {
      TokenRequest: schemaOf(tokenBodySchema),
      TokenAnswer: schemaOf(tokenAnswer),
      TokenError: schemaOf(tokenError),
      ScoreRequest: scoreRequestSchema(),
      Document: documentSchema(documentTypeAliases),
      Submitted: schemaOf(submitted),
      Uploaded: schemaOf(uploaded),
      Results: schemaOf(results),
      Pending: schemaOf(pending),
      ResultsError: schemaOf(resultsError),
      ...Object.fromEntries(errorNames),
      ...Object.fromEntries(
        Object.entries(resultBodies).map(([product, schema]) => [`${product}_result`, schemaOf(schema)]),
      ),
    },
  },
})
