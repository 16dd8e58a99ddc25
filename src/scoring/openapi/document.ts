import { z } from 'zod'
import { documentTypes, productCodes, type DocumentType } from '../engine.js'
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

/** The schemas by which the service judges a score request: what is published is what is asked. */
export interface RequestSchemas {
  readonly token: z.ZodType
  /** All members but the documents. */
  readonly request: z.ZodType
  readonly documentOf: (documentType: DocumentType) => z.ZodType
  readonly bankNames: readonly string[]
  /** What this deployment calls a type beside its own name. */
  readonly documentTypeAliases: ReadonlyMap<string, DocumentType>
}

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

/** A document is one of its types, each with what it needs (contract 4.2 rules 1 to 3). */
const documentSchema = ({ documentOf, bankNames, documentTypeAliases }: RequestSchemas): Json => ({
  oneOf: documentTypes.map((type) => {
    const { properties, ...rest } = schemaOf(documentOf(type)) as Json & { properties: Json }
    const aliases = [...documentTypeAliases].flatMap(([alias, of]) => (of === type ? [alias] : []))
    const bankName = { type: 'string', description: `In any case: ${bankNames.join(', ')}` }
    return {
      ...rest,
      title: type,
      properties: {
        ...properties,
        documentType: aliases.length === 0 ? { const: type } : { enum: [type, ...aliases] },
        ...(type === 'BANK_STATEMENT' ? { bankName } : {}),
      },
    }
  }),
})

const requestSchema = (schemas: RequestSchemas): Json => {
  const { properties, ...rest } = schemaOf(schemas.request) as Json & { properties: Json }
  const documents = { type: 'array', maxItems: 12, items: ref('Document') }
  return {
    ...rest,
    properties: {
      ...properties,
      documentsDetails: {
        ...documents,
        description: 'One or more for every product but P7, which takes none',
      },
      documents: { ...documents, description: 'The same list under its other name' },
    },
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
      description: 'The address comes with the results, signed. It serves one reader, within 600 seconds.',
      security: [],
      parameters: [idInPath],
      responses: {
        200: {
          description: 'The result, by product',
          content: json({ anyOf: productCodes.map((product) => ref(`${product}_result`)) }),
        },
        ...refusals({ 403: 'The address is not valid, or no longer', 410: 'It has been read' }),
      },
    },
  },
}

const errorNames = Object.values(requestErrors).map(
  (schema) => [schema.shape.error.value, schemaOf(schema)] as const,
)

/** The document of the scoring service, from the schemas that judge its requests. */
export const scoringOpenApi = (schemas: RequestSchemas): Json => ({
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
      TokenRequest: schemaOf(schemas.token),
      TokenAnswer: schemaOf(tokenAnswer),
      TokenError: schemaOf(tokenError),
      ScoreRequest: requestSchema(schemas),
      Document: documentSchema(schemas),
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
