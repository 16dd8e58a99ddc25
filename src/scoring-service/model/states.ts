import type { UnreadableCode } from '../../scoring-contract/words.js'

/**
 * The life of a request (docs/scoring-contract.md#life-of-a-request). The last accepted upload queues it; P7 is born queued.
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

/** Why a request ended without a result: what the `details` of its 422 begin with. */
export type FailureCode =
  UnreadableCode | 'bureau_unavailable' | 'documents_not_uploaded' | 'processing_crashed'
