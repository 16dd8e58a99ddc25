import { errorCodeOf } from '../kernel/error-code.js'

/** An error's message with those of its causes, since `fetch failed` alone does not contain the reason. */
export const messageOf = (error: unknown): string => {
  // A name with several addresses has one error for each.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  const own = error.message || errorCodeOf(error)
  const cause = error.cause instanceof Error ? messageOf(error.cause) : ''
  return own.includes(cause) ? own : `${own} (${cause})`
}
