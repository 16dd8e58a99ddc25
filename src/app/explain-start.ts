import { ConfigError } from './config/config.js'
import { StartError } from './data-directory.js'

/** Whether an address cannot be listened on, or its name not be found. Other address errors are classes of their own. */
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
