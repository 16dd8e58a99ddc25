import * as z from 'zod'
import { documentTypes, productCodes } from '../engine.js'

const uuid = z.uuid()
const instant = z.iso.datetime().describe('ISO 8601, UTC')
const productCode = z.enum(productCodes)

const upload = z.object({
  documentName: z.string(),
  url: z.string().describe('Takes one PUT of the raw bytes, until `expiresAt`; needs no credential'),
  expiresAt: instant,
})

export const tokenAnswer = z.object({ token: z.string().describe('A JSON Web Token') })
export const tokenError = z.object({ message: z.string() })

/** docs/scoring-contract.md#answer-to-a-request: both forms in one. */
export const submitted = z.object({
  message: z.string(),
  requestId: uuid,
  documents: z.array(upload.extend({ documentType: z.enum(documentTypes) })),
  totalDocuments: z.int().min(0),
  token: z.string().describe('Reads the results of this request, and nothing else'),
  uploadUrls: z.array(upload),
})

const declined = { success: z.literal(false), message: z.string() }

/** docs/scoring-contract.md#errors: one body for each status of a score request. */
export const requestErrors = {
  400: z.object({
    ...declined,
    error: z.literal('ValidationError'),
    details: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .describe('All fields that are wrong'),
  }),
  401: z.object({ ...declined, error: z.literal('AuthenticationError') }),
  403: z.object({ ...declined, error: z.literal('AuthorizationError') }),
  429: z.object({
    ...declined,
    error: z.literal('RateLimitError'),
    retryAfter: z.int().min(1).describe('Seconds; also the header Retry-After'),
    quotaRemaining: z.int().min(0),
    resetTime: instant,
  }),
  409: z.object({ ...declined, error: z.literal('ConflictError') }),
  500: z.object({ ...declined, error: z.literal('InternalServerError') }),
} as const

const documentProblem = z
  .object({ code: z.string(), detail: z.string() })
  .describe('Why it could not be read; only of one that failed')

const documentStates = z.array(
  z.object({
    documentName: z.string(),
    state: z.enum(['AWAITING_UPLOAD', 'RECEIVED', 'PARSED', 'FAILED']),
    problem: documentProblem.optional(),
  }),
)

/** docs/scoring-contract.md#get-scoreresultsrequestid. */
export const results = z.object({
  parsedUrls: z
    .array(z.string())
    .describe('Each is fetched once with GET, without a credential, within 600 seconds'),
  requestId: uuid,
  productCode,
  documents: documentStates.optional().describe('When one of several could not be read'),
})

export const pending = z.object({
  parsedUrls: z.array(z.string()).max(0),
  requestId: uuid,
  productCode,
  status: z.enum(['AWAITING_UPLOADS', 'QUEUED', 'PROCESSING']),
  documents: documentStates,
})

export const uploaded = z.object({
  documentName: z.string(),
  bytes: z.int().min(1),
  state: z.literal('RECEIVED'),
})

/** docs/scoring-contract.md#errors. */
export const resultsError = z.object({
  status: z.literal('error'),
  code: z.int(),
  message: z.string(),
  details: z.string().describe('Of a 422 it begins with a stable word, such as `wrong_password`'),
  documents: z
    .array(documentProblem.extend({ documentName: z.string() }))
    .optional()
    .describe('Of a 422: each document that could not be read'),
})
