import { levels, pino, stdTimeFunctions, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { eventOf } from './events.js'
import { loggingFileOutages } from './file-outages.js'
import { isLoggedAsState } from './logged-as-state.js'
import type { Log } from '../../kernel/log.js'
import { market } from '../../kernel/market.js'
import { maskMsisdn } from '../../kernel/msisdn.js'

export type { Logger } from 'pino'

const debugLevel = levels.values['debug'] ?? 0

const jsonText = /"(?:[^"\\]|\\.)*"/g
const msisdnPattern = `${market.callingCode}\\d{${market.nationalDigits}}`
const anyMsisdn = new RegExp(msisdnPattern)
const msisdnInText = new RegExp(`(?<!\\d)((?:00)?)(${msisdnPattern})(?!\\d)`, 'g')

/**
 * Masks every mobile number in the texts of a finished line. Done on the line, so that none slips through in an
 * error's stack or a nested object; numbers outside texts are left, since a line must stay valid JSON.
 */
export const maskLine = (line: string): string =>
  anyMsisdn.test(line)
    ? line.replace(jsonText, (text) =>
        text.replace(msisdnInText, (_match, prefix: string, msisdn: string) => prefix + maskMsisdn(msisdn)),
      )
    : line

const secretKeys = [
  'authorization',
  'Authorization',
  '["x-api-key"]',
  '["Ocp-Apim-Subscription-Key"]',
  'apiKey',
  'subscriptionKey',
  'keyPepper',
  'keyHash',
  'password',
  'token',
  'access_token',
]

const join = (prefix: string, key: string): string =>
  key.startsWith('[') ? prefix + key : `${prefix}.${key}`

/** A secret is hidden at the top of a line and up to three objects deep (`err.config.headers.Authorization`). */
const secretPaths = secretKeys.flatMap((key) => [
  key,
  ...['*', '*.*', '*.*.*'].map((prefix) => join(prefix, key)),
])

/** Duck-typed: errors of a native driver are not always instances of our `Error`. */
const isErrorLike = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && 'message' in error && 'stack' in error

/** Only these fields of an error: an axios error carries the whole request, with headers and body. */
const describeError = (error: unknown): unknown => {
  if (!isErrorLike(error)) return error
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/** How many characters wait to be written before further lines are dropped. */
const waitingMax = 1024 * 1024

/**
 * Standard output, without which the service still serves. Lines that cannot be written, as on a full disk, wait until the next line is
 * written. Left to itself, the stream would end the process with its first error, and its flush at the exit would try again for ever.
 */
const standardOutput = (): DestinationStream => {
  const output = pino.destination({ dest: process.stdout.fd, maxLength: waitingMax })
  const flushSync = output.flushSync.bind(output)
  let isFailing = false
  output.on('error', () => (isFailing = true))
  output.on('write', () => (isFailing = false))
  output.flushSync = () => {
    if (!isFailing) flushSync()
  }
  return output
}

/**
 * JSON lines on stdout, or on `output`; without secrets, and with masked mobile numbers. An outage of files is
 * logged as a state, wherever it is met.
 *
 * @param filesAreBack called when no error has been seen for some seconds; it must not reject
 */
export const createLogger = (
  config: { readonly logLevel: NonNullable<LoggerOptions['level']> },
  output: DestinationStream = standardOutput(),
  filesAreBack?: () => Promise<boolean>,
): Logger => {
  let isLoggingOutage = false
  /** Logs the beginning and end of an outage, whose single errors are logged at level debug only. */
  const logOutage =
    (level: keyof Log): Log['error'] =>
    (facts, message) => {
      isLoggingOutage = true
      log[level](facts, message)
      isLoggingOutage = false
    }
  const states: Log = { info: logOutage('info'), warn: logOutage('warn'), error: logOutage('error') }
  const meetFileOutage = loggingFileOutages(states, filesAreBack)
  const options: LoggerOptions = {
    level: config.logLevel,
    base: { pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: secretPaths, censor: '[redacted]' },
    serializers: { err: describeError },
    hooks: {
      streamWrite: maskLine,
      // During an outage the single errors are logged at level debug.
      logMethod(args, write, level) {
        const [facts, message] = args as unknown[]
        const line = (
          typeof facts === 'object' && !(facts instanceof Error)
            ? [{ event: eventOf(message), ...facts }, message]
            : args
        ) as typeof args
        if (level <= debugLevel || isLoggingOutage) return write.apply(this, line)
        const err = (facts as { err?: unknown } | undefined)?.err
        meetFileOutage(err)
        if (isLoggedAsState(err)) this.debug(...line)
        else write.apply(this, line)
      },
    },
  }
  const log = pino(options, output)
  return log
}
