import * as z from 'zod'
import { documentTypes, productCodes, unprocessableCodes } from './words.js'
import { listOf, described } from './result/member.js'

const requestId = described(z.uuid(), 'The id of the request', '7804e5e1-0003-4705-b72c-5c94f2be3e57')
const productCode = described(z.enum(productCodes), 'The product that was ordered', 'PARS')
const documentName = described(z.string(), 'The name of the document, as the client gave it', 'march.pdf')

const upload = z.strictObject({
  documentName,
  url: described(
    z.string(),
    'Accepts one PUT of the raw bytes until `expiresAt`, without a credential',
    'https://scores.example/scoring/uploads/01K0?expires=1767225600&signature=c2ln',
  ),
  expiresAt: described(z.iso.datetime(), 'ISO 8601, UTC', '2026-03-02T11:00:00.000Z'),
})

export const tokenAnswer = z.strictObject({
  token: described(z.string(), 'A JSON Web Token', 'eyJhbGciOiJFZERTQSJ9.e30.c2ln'),
})
export const tokenError = z.strictObject({
  message: described(z.string(), 'A text for people', 'Invalid credentials'),
})

/** One body with the members of both forms of the answer (docs/scoring-contract.md#answer-to-a-request). */
export const submitted = z.strictObject({
  message: described(z.string(), 'The next step', 'Send each document with PUT to its url before expiresAt'),
  requestId,
  documents: listOf(
    upload.extend({
      documentType: described(z.enum(documentTypes), 'The type given in the request', 'WALLET_STATEMENT'),
    }),
    'Where to send each document',
  ),
  totalDocuments: described(z.int().min(0), 'The number of documents', 1),
  token: described(
    z.string(),
    'A token that reads the results of this request, and nothing else',
    'eyJhbGciOiJFZERTQSJ9.e30.c2ln',
  ),
  uploadUrls: listOf(
    upload,
    'The same addresses as in `documents`: the interface describes this answer in two forms, and this member is of the second',
  ),
})

const refused = (error: string, message: string) => ({
  success: described(z.literal(false), 'False in every refusal', false),
  error: described(z.literal(error), 'The kind of refusal', error),
  message: described(z.string(), 'A text for people', message),
})

const seconds = (description: string) => described(z.int().min(1), description, 30)

/**
 * One body for each kind of refusal of a request (docs/scoring-contract.md#errors). The interface that we were asked to
 * implement does not define the last three; their `error` values are ours.
 */
export const requestErrors = {
  ValidationError: z.strictObject({
    ...refused('ValidationError', 'The request is not valid'),
    details: listOf(
      z.strictObject({
        field: described(z.string(), 'The field, as the client spelt it', 'documentsDetails[0].password'),
        message: described(
          z.string(),
          'The problem, which completes a sentence that begins with the field',
          'is required',
        ),
      }),
      'All invalid fields; `body` where the body as a whole is invalid',
    ),
  }),
  AuthenticationError: z.strictObject(
    refused('AuthenticationError', 'A valid token is needed in the header Authorization'),
  ),
  AuthorizationError: z.strictObject(
    refused('AuthorizationError', 'The product P7 is not part of your plan'),
  ),
  RateLimitError: z.strictObject({
    ...refused('RateLimitError', 'Too many score requests; wait a while'),
    retryAfter: seconds('How many seconds to wait; also in the header Retry-After'),
    quotaRemaining: described(z.int().min(0), "How many requests of the day's quota are left", 0),
    resetTime: described(z.iso.datetime(), 'When requests are accepted again', '2026-03-02T10:01:00.000Z'),
  }),
  InternalServerError: z.strictObject(refused('InternalServerError', 'We cannot answer now; ask again')),
  ConflictError: z.strictObject(refused('ConflictError', 'This Idempotency-Key was used with another body')),
  NotFoundError: z.strictObject(refused('NotFoundError', 'There is nothing at this address')),
  MethodNotAllowedError: z.strictObject(
    refused('MethodNotAllowedError', 'This address does not take this method'),
  ),
} as const

const problem = {
  code: described(z.enum(unprocessableCodes), 'A code that never changes', 'wrong_password'),
  detail: described(z.string(), 'A text for people', 'the password does not open it'),
}

const documentStates = (description: string) =>
  listOf(
    z.strictObject({
      documentName,
      state: described(
        z.enum(['AWAITING_UPLOAD', 'RECEIVED', 'PARSED', 'FAILED']),
        'AWAITING_UPLOAD: not uploaded yet; RECEIVED: uploaded and not read yet; PARSED: read; FAILED: it could not be read',
        'RECEIVED',
      ),
      problem: described(
        z.strictObject(problem),
        'Why it could not be read; only for a document that failed',
      ).optional(),
    }),
    description,
  )

/** docs/scoring-contract.md#get-scoreresultsrequestid. */
export const results = z.strictObject({
  parsedUrls: listOf(
    z.string(),
    'The addresses of the results: each serves one GET within 600 seconds, without a credential',
    ['https://scores.example/scoring/results/01K0?expires=1767225600&signature=c2ln'],
  ),
  requestId,
  productCode,
  documents: documentStates('Only if some of several documents could not be read').optional(),
})

export const pending = z.strictObject({
  parsedUrls: described(z.array(z.string()).max(0), 'Empty until the results are ready', []),
  requestId,
  productCode,
  status: described(
    z.enum(['AWAITING_UPLOADS', 'QUEUED', 'PROCESSING']),
    'AWAITING_UPLOADS: documents are missing; QUEUED: all were received; PROCESSING: they are being read, or the bureau is asked',
    'PROCESSING',
  ),
  documents: documentStates('The state of each document; none for P7'),
})

export const uploaded = z.strictObject({
  documentName,
  bytes: described(z.int().min(1), 'The number of bytes received', 48213),
  state: described(z.literal('RECEIVED'), 'The document has been received', 'RECEIVED'),
})

const resultsRefusal = (status: number, message: string) => ({
  status: described(z.literal('error'), 'Always `error` in a refusal', 'error'),
  code: described(z.int(), 'The status of the answer', status),
  message: described(z.string(), 'A text for people', message),
})

export const resultsError = z.strictObject({
  ...resultsRefusal(404, 'There is no such request'),
  details: described(z.string(), 'For programs: begins with a code that never changes', 'not_found'),
})

export const unprocessable = z.strictObject({
  ...resultsRefusal(422, 'The request could not be processed; correct it and send a new one'),
  details: described(
    z.string().regex(new RegExp(`^(${unprocessableCodes.join('|')}): `)),
    `Begins with one of ${unprocessableCodes.join(', ')}`,
    'wrong_password: the password does not open it',
  ),
  documents: listOf(
    z.strictObject({ documentName, ...problem }),
    'Each document that could not be read',
  ).optional(),
})
