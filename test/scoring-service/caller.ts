import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { once } from 'node:events'
import { askOverHttp, type HttpAnswer, type HttpRequest } from '../support/http.js'
import { prefixOf, type Environment } from '../../src/scoring-contract/environment.js'
import { anyBytes, shaped } from '../support/typed.js'
import { z } from 'zod'

export interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows the bodies that it reads.
  readonly body: any
  readonly headers: HttpAnswer['headers']
}

export interface Credentials {
  readonly clientId: string
  readonly secret: string
  readonly apiKey: string
}

type HeaderChanges = Readonly<Record<string, string | undefined>>

/** A client of the service over real HTTP that can send anything. */
export interface Caller extends Credentials {
  readonly base: string
  readonly token: string
  readonly submit: (body: unknown, headers?: HeaderChanges) => Promise<Answer>
  readonly results: (requestId: string, headers?: HeaderChanges) => Promise<Answer>
  /** Submits a request for PA with these documents, and returns the answer to it. */
  readonly accepted: (names?: readonly string[], changes?: object) => Promise<Answer['body']>
  /** Like `accepted`, with every document uploaded. */
  readonly uploaded: (names?: readonly string[], changes?: object) => Promise<Answer['body']>
}

export const pdf = Buffer.from('%PDF-1.5\nnothing that can be read')

export const person = {
  nationalId: '29384756',
  phoneNumber: '+254712345678',
  firstName: 'Wanjiku',
  lastName: 'Kamau',
  productCode: 'PA',
}

export const wallet = (documentName: string, changes: object = {}) => ({
  documentName,
  documentType: 'WALLET_STATEMENT',
  password: 'open-sesame',
  ...changes,
})

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const ask = async (url: string, asked: HttpRequest = {}): Promise<Answer> => {
  const { status, text, headers } = await askOverHttp(url, asked)
  return { status, body: bodyOf(text), headers }
}

/** A stream is sent in chunks, without a content-length. */
export const put = (
  url: string,
  body: Buffer | string | Readable,
  type = 'application/pdf',
): Promise<Answer> => ask(url, { method: 'PUT', headers: { 'content-type': type }, body })

/** Sends the beginning of a body and closes the connection. */
export const putAndHangUp = (url: string, beginning: Buffer, length: number): Promise<void> =>
  new Promise((resolve) => {
    const request = httpRequest(url, {
      method: 'PUT',
      headers: { 'content-type': 'application/pdf', 'content-length': length },
    })
    request.once('error', () => resolve())
    request.write(beginning, () => setTimeout(() => request.destroy(), 50))
    request.once('close', () => resolve())
  })

/**
 * Sends all pieces over a bare socket, even if an answer comes before the end, and returns the status. HTTP clients of
 * Node.js stop sending at an answer.
 */
export const putAllOf = async (url: string, pieces: readonly Buffer[]): Promise<number> => {
  const { hostname, port, pathname, search } = new URL(url)
  const socket = connect(Number(port), hostname)
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const head = `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-length: ${length}\r\n\r\n`
  const answered = once(socket, 'data')
  try {
    for (const piece of [Buffer.from(head), ...pieces]) if (!socket.write(piece)) await once(socket, 'drain')
    const [answer] = shaped(z.tuple([anyBytes]), await answered)
    return Number(answer.toString().split(' ')[1])
  } finally {
    socket.destroy()
  }
}

/** Sends all pieces over a bare socket, and reads the answer only afterwards. */
export const putAllThenRead = async (
  url: string,
  pieces: readonly Buffer[],
  head: string,
): Promise<string> => {
  const { hostname, port, pathname, search } = new URL(url)
  const socket = connect(Number(port), hostname).pause()
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const line = `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}\r\n${head}content-length: ${length}\r\n\r\n`
  try {
    for (const piece of [Buffer.from(line), ...pieces])
      await new Promise<void>((resolve, reject) =>
        socket.write(piece, (error) => (error ? reject(error) : resolve())),
      )
    const [answer] = shaped(z.tuple([anyBytes]), await once(socket.resume(), 'data'))
    return answer.toString()
  } finally {
    socket.destroy()
  }
}

/** Reads the beginning of an answer and closes the connection. */
export const getAndHangUp = (url: string): Promise<void> =>
  new Promise((resolve) => {
    const request = httpRequest(url, (response) => {
      response.once('data', () => {
        request.destroy()
        resolve()
      })
    })
    request.once('error', () => resolve())
    request.end()
  })

const withoutUndefined = (headers: HeaderChanges): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

export const tokenOf = (base: string, body: unknown): Promise<Answer> =>
  ask(`${base}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

export const createCaller = async (
  origin: string,
  environment: Environment,
  credentials: Credentials,
): Promise<Caller> => {
  const base = origin + prefixOf[environment]
  const { clientId, secret, apiKey } = credentials
  const { token } = (await tokenOf(base, { clientId, secret })).body
  const caller: Caller = {
    ...credentials,
    base,
    token,
    submit: (body, headers = {}) =>
      ask(`${base}/score/request`, {
        method: 'POST',
        headers: withoutUndefined({
          authorization: token,
          'x-api-key': apiKey,
          'content-type': 'application/json',
          ...headers,
        }),
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    results: (requestId, headers = {}) =>
      ask(`${base}/score/results/${requestId}`, {
        headers: withoutUndefined({
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...headers,
        }),
      }),
    accepted: async (names = ['a.pdf'], changes = {}) => {
      const documentsDetails = names.map((name) => wallet(name))
      const { status, body } = await caller.submit({ ...person, documentsDetails, ...changes })
      if (status !== 200) throw new Error(`not accepted: ${JSON.stringify(body)}`)
      return body
    },
    uploaded: async (names, changes) => {
      const accepted = await caller.accepted(names, changes)
      for (const { url } of accepted.uploadUrls) {
        const { status, body } = await put(url, pdf)
        if (status !== 200) throw new Error(`not uploaded: ${JSON.stringify(body)}`)
      }
      return accepted
    },
  }
  return caller
}
