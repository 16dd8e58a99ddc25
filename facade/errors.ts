/** An error that a call can get: its HTTP status, its codes, and when it occurs. */
export interface EnvelopeError {
  readonly status: number
  readonly codes: readonly string[]
  readonly when: string
}

/** Every error that a call of the gateway can get, as docs/wire-contract.md#errors and `/docs` show them. */
export const envelopeErrors: readonly EnvelopeError[] = [
  { status: 400, codes: ['INVALID_JSON'], when: 'the body is not JSON in UTF-8' },
  { status: 400, codes: ['MALFORMED_ENVELOPE'], when: 'it is JSON and no envelope' },
  {
    status: 400,
    codes: ['UNKNOWN_OPERATION'],
    when: 'nothing has this name at this address; the message names the right address, or the closest name',
  },
  {
    status: 400,
    codes: ['MISSING_ARGUMENT', 'INVALID_ARGUMENT'],
    when: 'an argument that the network supplies (a number, a date, a clock) is missing or invalid; the message names it',
  },
  {
    status: 400,
    codes: ['CLOCK_NOT_FOUND', 'CLOCK_CANNOT_MOVE_BACK', 'CLOCK_ADVANCING', 'WALK_TOO_LONG'],
    when: 'of the clock operations only: their answers have no key for a refusal',
  },
  { status: 401, codes: ['UNAUTHENTICATED'], when: 'no key, or an unknown one' },
  { status: 403, codes: ['FORBIDDEN'], when: 'the key has no role for it, or test clocks are off' },
  {
    status: 404,
    codes: ['NOT_FOUND'],
    when: 'no such address',
  },
  { status: 405, codes: ['METHOD_NOT_ALLOWED'], when: 'another method' },
  { status: 408, codes: ['REQUEST_TIMEOUT'], when: 'the request did not arrive in time' },
  { status: 413, codes: ['PAYLOAD_TOO_LARGE'], when: 'more than 64 KiB' },
  { status: 415, codes: ['UNSUPPORTED_MEDIA_TYPE'], when: 'not `application/json`' },
  {
    status: 429,
    codes: ['RATE_LIMITED'],
    when: 'more calls a second than the key may make (`RATE_LIMIT_PER_SECOND`), or too many wrong keys',
  },
  { status: 431, codes: ['HEADERS_TOO_LARGE'], when: 'the headers are too large' },
  { status: 500, codes: ['INTERNAL'], when: 'a bug; the message has an id to quote' },
  {
    status: 503,
    codes: ['UNAVAILABLE'],
    when: 'the database cannot serve, or the answer took more than 4 s; ask again, with the same reference, after `Retry-After`',
  },
]
