import type { unprocessableCodes } from '../../scoring-contract/words.js'

/**
 * The states of a request (docs/scoring-contract.md#life-of-a-request). The last accepted upload queues the request; a
 * P7 request is queued from the beginning.
 */
export const requestStatuses = [
  'AWAITING_UPLOADS',
  'QUEUED',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const
export type RequestStatus = (typeof requestStatuses)[number]

export type DocumentState = 'AWAITING_UPLOAD' | 'RECEIVED' | 'PARSED' | 'FAILED'

/** Why a request ended without a result; the `details` of its 422 begin with this. */
export type FailureCode = (typeof unprocessableCodes)[number]
