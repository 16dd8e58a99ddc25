import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TextInput } from './input.js'
import { fillPlaceholders, type PlaceholderValues } from './service.js'

export const answerMsMax = 5_000
/** Long, since it is wall-clock time, which also passes while this process has no processor. */
const waitMsMax = 120_000

export interface Outcome {
  /** `none`: the connection was closed without an answer. */
  readonly status: number | 'none'
  readonly retryAfter: boolean
  readonly text: string
  readonly ms: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

const filledBody = ({ body }: TextInput, placeholders: PlaceholderValues): Buffer =>
  body.includes('@') ? Buffer.from(fillPlaceholders(body.toString('latin1'), placeholders), 'latin1') : body

const overHttp = (url: URL, input: TextInput, placeholders: PlaceholderValues): Promise<Outcome> =>
  new Promise((resolve) => {
    const begun = performance.now()
    const body = filledBody(input, placeholders)
    const end = (outcome: Omit<Outcome, 'ms'>): void => resolve({ ...outcome, ms: performance.now() - begun })
    const headers = Object.fromEntries(
      Object.entries(input.headers).map(([name, value]) => [name, fillPlaceholders(value, placeholders)]),
    )
    const asked = request({
      agent,
      host: url.hostname,
      port: url.port,
      method: input.method,
      path: fillPlaceholders(input.path, placeholders),
      headers: { ...headers, 'content-length': body.length },
      timeout: waitMsMax,
    })
    asked.once('timeout', () => asked.destroy(new Error('no answer')))
    asked.once('error', (error) => end({ status: 'none', retryAfter: false, text: error.message }))
    asked.once('response', (response) => {
      const { statusCode = 0, headers: received } = response
      const retryAfter = received['retry-after'] !== undefined
      text(response).then(
        (body) => end({ status: statusCode, retryAfter, text: body }),
        (error: Error) => end({ status: 'none', retryAfter, text: error.message }),
      )
    })
    asked.end(body)
  })

/** Sends bytes on a connection, and then closes our side. */
const overSocket = (url: URL, input: TextInput, placeholders: PlaceholderValues): Promise<Outcome> =>
  new Promise((resolve) => {
    const begun = performance.now()
    let answer = ''
    const socket = connect(Number(url.port), url.hostname)
    const end = (): void => {
      socket.destroy()
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
      resolve({
        status: status || 'none',
        retryAfter: /^retry-after:/im.test(answer),
        text: answer,
        ms: performance.now() - begun,
      })
    }
    socket.setTimeout(waitMsMax, end)
    socket.once('error', end)
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.once('end', end)
    socket.once('close', end)
    socket.end(filledBody(input, placeholders))
  })

/**
 * Sends an input. `waited` says how long the processes were ready to run but had no processor: that time does not count
 * against the service.
 */
export const send = async (
  url: string,
  input: TextInput,
  placeholders: PlaceholderValues,
  waited: () => Promise<number>,
): Promise<Outcome> => {
  const before = await waited()
  const outcome = await (input.method === undefined ? overSocket : overHttp)(
    new URL(url),
    input,
    placeholders,
  )
  return { ...outcome, ms: Math.max(0, outcome.ms - ((await waited()) - before)) }
}

/** Internals that no answer may reveal: paths of our code, and SQL. */
const internals = /node_modules|\bat [\w.<>]+ \(\/|\.[jt]s:\d+:\d+|\bSQLITE_|\bER_[A-Z]+_|typeorm/

/** What is wrong with an answer; undefined for an allowed one. */
export const problemOf = (
  input: TextInput,
  { status, retryAfter, text, ms }: Outcome,
): string | undefined => {
  if (status === 'none') {
    // Bytes that are not HTTP may be answered by closing the connection.
    return input.method === undefined && ms < answerMsMax ? undefined : `no answer (${text.slice(0, 80)})`
  }
  // A 503 with Retry-After is allowed on a busy machine. Sending the input again, alone, shows whether the input causes
  // it.
  if (status === 503 && retryAfter) return '503'
  if (status >= 500) return `${status}`
  if (ms > answerMsMax) return `an answer after ${answerMsMax} ms`
  if (/"code":"INTERNAL"/.test(text)) return 'INTERNAL in an answer'
  if (
    internals.test(text) &&
    !internals.test(`${input.path}${input.body.toString('latin1')}`) &&
    !/^\/(docs|metrics)/.test(input.path)
  )
    return 'internals in an answer'
  return undefined
}
