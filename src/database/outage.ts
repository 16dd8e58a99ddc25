/** What the drivers say when the database is away, stops, or could not get a lock in time. */
const codes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'PROTOCOL_ENQUEUE_AFTER_QUIT',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_CON_COUNT_ERROR',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_SERVER_SHUTDOWN',
  'SQLITE_BUSY',
  'SQLITE_FULL',
  'SQLITE_IOERR',
])

const causesMax = 5

/**
 * Whether an error says that the database cannot serve now, rather than that something is wrong with what was asked of it:
 * the caller may ask again, with the same reference. Looks through what an error was wrapped in.
 */
export const isOutage = (error: unknown): boolean => {
  let current = error
  for (let depth = 0; depth < causesMax && typeof current === 'object' && current !== null; depth++) {
    const { code, originalError, cause } = current as {
      code?: unknown
      originalError?: unknown
      cause?: unknown
    }
    if (typeof code === 'string' && codes.has(code)) return true
    current = originalError ?? cause
  }
  return false
}
