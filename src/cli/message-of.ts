import { errorCodeOf } from '../kernel/error-code.js'

/** What an error says, with what it comes from: `fetch failed` alone helps nobody. */
export const messageOf = (error: unknown): string => {
  // Of a name with several addresses each failure is an error of its own.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  const said = error.message || errorCodeOf(error)
  const cause = error.cause instanceof Error ? messageOf(error.cause) : ''
  return said.includes(cause) ? said : `${said} (${cause})`
}
