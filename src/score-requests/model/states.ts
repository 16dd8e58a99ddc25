/**
 * The states of our score request. AWAITING_DOCUMENTS until every document has arrived here, QUEUED until the service
 * has accepted the request, UPLOADING until the service has every document, PROCESSING until the result is stored.
 */
export const scoreStatuses = [
  'AWAITING_DOCUMENTS',
  'QUEUED',
  'UPLOADING',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
] as const
export type ScoreStatus = (typeof scoreStatuses)[number]

/**
 * AWAITED: not here yet. HELD: sealed here. SENT to the service. READ by the service. FAILED: the service could not
 * read it.
 */
export type ScoreDocumentState = 'AWAITED' | 'HELD' | 'SENT' | 'READ' | 'FAILED'
