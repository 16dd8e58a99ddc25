import { ConfigError } from './config/config.js'
import { StartError } from './data-directory.js'

/** A name that does not resolve is found by another call. No other error of an address comes here: each has its own name. */
const isListenError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error &&
  'syscall' in error &&
  (error.syscall === 'listen' || error.syscall === 'getaddrinfo')

/** A fault that the operator can fix is one clear line; anything else keeps its stack. */
export const explain = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  if (isListenError(error)) return `HOST and PORT cannot be listened on (${error.message})`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
