import { productCodes } from '../../scoring-contract/words.js'
import type { requestErrors } from '../../scoring-contract/answers.js'

import {
  ref,
  json,
  limitNames,
  headersOf,
  answer,
  answerWithLimits,
  commonAnswers,
  type Json,
} from './parts.js'

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
    description: 'Checked against the received bytes; with sha-256, sha-512 or md5',
    schema: { type: 'string' },
  }),
)

/** Every address, with its parameters, bodies and answers. */
export const paths: Json = {
  '/auth/token': {
    post: {
      operationId: 'token',
      summary: 'A token for a client',
      description: 'Valid for 15 minutes. Send it in the header Authorization, bare or after `Bearer`.',
      security: [],
      requestBody: {
        required: true,
        content: json(ref('TokenRequest'), {
          example: { clientId: 'dev-scoring-client', secret: 'dev-scoring-secret' },
        }),
      },
      responses: {
        200: answerWithLimits('The token', 'TokenAnswer'),
        400: answer('Fields are missing, or the credentials are not valid', 'TokenError', ...limitNames),
        405: answer('Another method than POST', 'TokenError', 'Allow'),
        413: answer('The body is too large', 'TokenError'),
        415: answer('The body is not application/json', 'TokenError'),
        429: answerWithLimits('Too many tokens in a minute', 'TokenError', 'Retry-After'),
        ...commonAnswers(() => 'TokenError'),
      },
    },
  },
  '/score/request': {
    post: {
      operationId: 'requestScore',
      summary: 'Ask for a score',
      description:
        'Returns an upload address for each document: PUT the raw bytes there before `expiresAt`. The last accepted upload starts the processing; P7 starts at once.',
      security: [{ token: [], apiKey: [] }],
      parameters: [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'For a day, the same key with the same body returns the first request; a repeat does not count against any limit',
          schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
        },
      ],
      requestBody: { required: true, content: json(ref('ScoreRequest'), { example }) },
      responses: {
        200: answerWithLimits('Accepted', 'Submitted'),
        400: answer(
          'Fields are missing or invalid; the answer lists all of them',
          'ValidationError',
          ...limitNames,
        ),
        401: answer('No valid token or API key', 'AuthenticationError', 'WWW-Authenticate'),
        403: answer(
          "The API key is not this client's, or the product is not in its plan",
          'AuthorizationError',
          ...limitNames,
        ),
        405: answer('Another method than POST', 'MethodNotAllowedError', 'Allow'),
        409: answer('The Idempotency-Key was used before with another body', 'ConflictError', ...limitNames),
        413: answer('The body is too large', 'ValidationError', ...limitNames),
        415: answer('The body is not application/json', 'ValidationError', ...limitNames),
        429: answerWithLimits('Too many requests', 'RateLimitError', 'Retry-After'),
        ...commonAnswers((status) => requestErrorOf[status] ?? 'ValidationError'),
      },
    },
  },
  '/score/results/{requestId}': {
    get: {
      operationId: 'readResults',
      summary: 'The results of a request',
      description:
        'While the answer is 202, repeat the call after `Retry-After` seconds. Each call creates new addresses.',
      security: [{ token: [] }],
      parameters: [
        { name: 'requestId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      ],
      responses: {
        200: answerWithLimits('Ready', 'Results'),
        202: answerWithLimits(
          'Not ready; `Retry-After` grows with the time waited',
          'Pending',
          'Retry-After',
        ),
        ...refusals({
          400: 'The id is no UUID',
          401: 'No valid token',
          403: 'The token may not read this request',
          405: 'Another method than GET',
        }),
        404: answerWithLimits('There is no such request, or its results are no longer kept', 'ResultsError'),
        422: answerWithLimits(
          'The request could not be processed; `details` begins with a code',
          'Unprocessable',
        ),
        429: answerWithLimits('Too many calls', 'ResultsError', 'Retry-After'),
        ...commonAnswers(() => 'ResultsError'),
      },
    },
  },
  '/uploads/{id}': {
    put: {
      operationId: 'upload',
      summary: 'Send a document',
      description:
        'The signed address comes with the answer to a score request. It accepts one whole document; repeat the call if the transfer was interrupted.',
      security: [],
      parameters: [idInPath, ...digestHeaders],
      requestBody: {
        required: true,
        content: { 'application/pdf': {}, 'text/csv': {}, 'application/octet-stream': {} },
      },
      responses: {
        200: answer('Received', 'Uploaded'),
        ...refusals({
          400: 'The document is empty, incomplete (`Content-Range`), or does not match its digest',
          403: 'The address is not valid, or no longer valid',
          409: 'The document was received already',
          413: 'The document is larger than 20 MB',
          415: 'The document is neither a PDF nor a CSV that we know',
        }),
        429: answerWithLimits("The day's budget of documents is used up", 'ResultsError', 'Retry-After'),
        ...commonAnswers(() => 'ResultsError'),
      },
    },
  },
  '/results/{id}': {
    get: {
      operationId: 'readResult',
      summary: 'Fetch a result',
      description:
        'The signed address comes with the results. It serves one caller, within 600 seconds; if the transfer was interrupted, poll the results again for a new address. HEAD does not use it up.',
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
          410: 'The address was used, or has expired',
        }),
        ...commonAnswers(() => 'ResultsError'),
      },
    },
  },
}
