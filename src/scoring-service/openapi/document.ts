import * as z from 'zod'
import { documentTypes, productCodes } from '../../scoring-contract/words.js'
import { tokenBodySchema } from '../api/token-body.schema.js'
import { bankNames } from '../../scoring-contract/bank-names.js'
import { noAliases, type DocumentTypeAliases } from '../../scoring-contract/document-types.js'
import {
  documentCountMax,
  documentSchemaOf,
  requestSchema,
} from '../../scoring-contract/score-request.schema.js'
import {
  pending,
  requestErrors,
  results,
  resultsError,
  submitted,
  tokenAnswer,
  tokenError,
  unprocessable,
  uploaded,
} from '../../scoring-contract/answers.js'
import { resultBodies } from '../../scoring-contract/result/bodies.js'
import { as, named } from '../../scoring-contract/result/member.js'

type Json = Readonly<Record<string, unknown>>

const wireVersion = '1.0.0'

/** What is sent, not what it becomes. Our OpenAPI names its dialect once, for all. */
const schemaOf = (schema: z.ZodType): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` })
const json = (schema: Json, more: Json = {}): Json => ({ 'application/json': { schema, ...more } })

const count = (description: string, example: number): Json => ({
  description,
  schema: { type: 'integer', minimum: 0, examples: [example] },
})
const words = (description: string, example: string): Json => ({
  description,
  schema: { type: 'string', examples: [example] },
})

/** The RateLimit fields stand on answers to what was counted, so that nobody must run into a limit to learn of it. */
const headers: Json = {
  'RateLimit-Limit': count('What is counted in all; of several limits the one that ends first', 120),
  'RateLimit-Remaining': count('What is left of it', 119),
  'RateLimit-Reset': count('Seconds until all of it is there again', 60),
  'Retry-After': count('Seconds to wait; who does is not told 429', 2),
  'WWW-Authenticate': words('How to authenticate', 'Bearer realm="scoring"'),
  Allow: words('What this address takes', 'POST'),
  Connection: words('The line is closed: the rest is not waited for', 'close'),
  'Cache-Control': words('Nothing of a person is kept on the way', 'no-store'),
  'X-Api-Version': words('The version of this document', wireVersion),
}

const limitNames = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
const headersOf = (names: readonly string[]): Json =>
  Object.fromEntries(['X-Api-Version', ...names].map((name) => [name, header(name)]))

const answer = (description: string, name: string, ...headerNames: readonly string[]): Json => ({
  description,
  headers: headersOf(headerNames),
  content: json(ref(name)),
})

/** Of answers that were counted. */
const counted = (description: string, name: string, ...headerNames: readonly string[]): Json =>
  answer(description, name, ...limitNames, ...headerNames)

/** What every address can answer, in the body of its family. */
const commonNos = (nameOf: (status: number) => string): Json => ({
  408: answer('The request took too long to arrive', nameOf(408), 'Connection'),
  500: answer('Something went wrong on our side', nameOf(500)),
  503: answer('We cannot answer now', nameOf(503), 'Retry-After'),
})

const requestErrorOf: Readonly<Record<number, keyof typeof requestErrors>> = {
  500: 'InternalServerError',
  503: 'InternalServerError',
}

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
    const bankName = {
      type: 'string',
      description: `In any case: ${bankNames.join(', ')}`,
      examples: ['KCB'],
    }
    return {
      ...rest,
      title: type,
      properties: {
        ...properties,
        name: { ...(properties['documentName'] as Json), description: 'The same as documentName' },
        documentType: {
          ...(aliases.length === 0 ? { const: type } : { enum: [type, ...aliases] }),
          description: 'What it is',
          examples: [type],
        },
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
        examples: [[{ documentName: 'march.pdf', documentType: 'WALLET_STATEMENT', password: '482915' }]],
      },
      documents: { ...list, description: 'The same list under its other name', examples: [null] },
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

const headerOf: Readonly<Record<string, string>> = { 401: 'WWW-Authenticate', 405: 'Allow' }

const refusals = (causes: Readonly<Record<number, string>>): Json =>
  Object.fromEntries(
    Object.entries(causes).map(([status, cause]) => {
      const name = headerOf[status]
      return [status, answer(cause, 'ResultsError', ...(name === undefined ? [] : [name]))]
    }),
  )

const digestHeaders: readonly Json[] = ['Content-Digest', 'Repr-Digest', 'Digest', 'Content-MD5'].map(
  (name) => ({
    name,
    in: 'header',
    required: false,
    description: 'Is checked against the bytes that came; sha-256, sha-512 and md5 are known',
    schema: { type: 'string' },
  }),
)

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
        400: answer('Fields are missing, or the credentials are not valid', 'TokenError', ...limitNames),
        405: answer('Another method than POST', 'TokenError', 'Allow'),
        413: answer('The body is too large', 'TokenError'),
        415: answer('The body is not application/json', 'TokenError'),
        429: counted('Too many tokens in a minute', 'TokenError', 'Retry-After'),
        ...commonNos(() => 'TokenError'),
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
          description:
            'The same key with the same body finds the first request, for a day; that repeat is counted against no limit',
          schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
        },
      ],
      requestBody: { required: true, content: json(ref('ScoreRequest'), { example }) },
      responses: {
        200: counted('Accepted', 'Submitted'),
        400: answer('Fields are missing or wrong, all of them', 'ValidationError', ...limitNames),
        401: answer('No valid token or API key', 'AuthenticationError', 'WWW-Authenticate'),
        403: answer(
          "The API key is not this client's, or the product is not in its plan",
          'AuthorizationError',
          ...limitNames,
        ),
        405: answer('Another method than POST', 'MethodNotAllowedError', 'Allow'),
        409: answer('The Idempotency-Key came before with another body', 'ConflictError', ...limitNames),
        413: answer('The body is too large', 'ValidationError', ...limitNames),
        415: answer('The body is not application/json', 'ValidationError', ...limitNames),
        429: counted('Too many requests', 'RateLimitError', 'Retry-After'),
        ...commonNos((status) => requestErrorOf[status] ?? 'ValidationError'),
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
        202: counted('Not ready; the wait that is asked for grows with the time', 'Pending', 'Retry-After'),
        ...refusals({
          400: 'The id is no UUID',
          401: 'No valid token',
          403: 'The token may not read this request',
          405: 'Another method than GET',
        }),
        404: counted('There is no such request, or its results are no longer kept', 'ResultsError'),
        422: counted('The statements could not be read; `details` begins with the reason', 'Unprocessable'),
        429: counted('Too many calls', 'ResultsError', 'Retry-After'),
        ...commonNos(() => 'ResultsError'),
      },
    },
  },
  '/uploads/{id}': {
    put: {
      operationId: 'upload',
      summary: 'Send a document',
      description:
        'The address comes with the answer to a score request, signed. It takes one document, whole, and is tried again after a transfer that broke off.',
      security: [],
      parameters: [idInPath, ...digestHeaders],
      requestBody: {
        required: true,
        content: { 'application/pdf': {}, 'text/csv': {}, 'application/octet-stream': {} },
      },
      responses: {
        200: answer('Taken', 'Uploaded'),
        ...refusals({
          400: 'The document is empty, a part of one (`Content-Range`), or not what its digest says',
          403: 'The address is not valid, or no longer',
          409: 'A document was taken already',
          413: 'The document is larger than 20 MB',
          415: 'It is neither a PDF nor a CSV that we know',
        }),
        429: counted("The day's budget of documents is used up", 'ResultsError', 'Retry-After'),
        ...commonNos(() => 'ResultsError'),
      },
    },
  },
  '/results/{id}': {
    get: {
      operationId: 'readResult',
      summary: 'Fetch a result',
      description:
        'The address comes with the results, signed. It serves one reader, within 600 seconds; one whose transfer broke off asks for the results again, for a new one. HEAD uses nothing up.',
      security: [],
      parameters: [idInPath],
      responses: {
        200: {
          description: 'The result, by product',
          headers: headersOf(['Cache-Control']),
          content: json({ anyOf: productCodes.map((product) => ref(`${product}_result`)) }),
        },
        ...refusals({
          403: 'The address is not valid',
          405: 'Another method than GET and HEAD',
          410: 'It has been read, or its time is over',
        }),
        ...commonNos(() => 'ResultsError'),
      },
    },
  },
}

/** All that is answered, by its name. */
const answered: Readonly<Record<string, z.ZodType>> = {
  TokenAnswer: tokenAnswer,
  TokenError: tokenError,
  Submitted: submitted,
  Uploaded: uploaded,
  Results: results,
  Pending: pending,
  ResultsError: resultsError,
  Unprocessable: unprocessable,
  ...requestErrors,
  ...Object.fromEntries(
    Object.entries(resultBodies).map(([product, schema]) => [`${product}_result`, schema]),
  ),
}
for (const [name, schema] of Object.entries(answered)) as(name, schema)

const answerSchemas = (): Json => {
  const { schemas } = z.toJSONSchema(named, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    unrepresentable: 'any',
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _place, ...rest }]) => [name, rest]),
  )
}

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
    headers,
    securitySchemes: {
      token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Bare or after Bearer' },
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    },
    schemas: {
      TokenRequest: schemaOf(tokenBodySchema),
      ScoreRequest: scoreRequestSchema(),
      Document: documentSchema(documentTypeAliases),
      ...answerSchemas(),
    },
  },
})
