import { ConfigError } from './config/config.js'
import { StartError } from './data-directory.js'

/** Whether the service cannot listen on its address, or the name of a host is not found. */
const isListenError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error &&
  'syscall' in error &&
  (error.syscall === 'listen' || error.syscall === 'getaddrinfo')

/** A fault that the operator can fix is its message alone; anything else keeps its stack. */
export const explain = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  if (isListenError(error)) return `HOST and PORT cannot be listened on (${error.message})`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
