/**
 * The life of a score request here. AWAITING_DOCUMENTS until every document has arrived, QUEUED until the service has
 * accepted the request, UPLOADING until it has every document, PROCESSING until its result is stored.
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

/** AWAITED by us, HELD sealed by us, SENT to the service, READ by it, or FAILED to be read. */
export type ScoreDocumentState = 'AWAITED' | 'HELD' | 'SENT' | 'READ' | 'FAILED'
