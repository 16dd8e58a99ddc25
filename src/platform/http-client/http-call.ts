import { createHttp } from './http.js'

/** The result of a call with a text response: see `Reply`. */
export type HttpAnswer =
  | { readonly kind: 'ANSWERED'; readonly status: number; readonly body: string }
  | { readonly kind: 'NEVER_LEFT'; readonly detail: string }
  | { readonly kind: 'BROKEN'; readonly detail: string }

export interface HttpCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: object
  /** Aborts the call; its result is then BROKEN, as after any lost connection. */
  readonly signal?: AbortSignal | undefined
}

export type HostCaller = (call: HttpCall) => Promise<HttpAnswer>

const answerBytesMaxDefault = 64 * 1024
const socketsMax = 64

/**
 * Calls of one host with short text responses, each with a total timeout of `timeoutMs`: with a socket timeout alone, a
 * slow response or a hanging connect would hold up the caller's work for ever.
 */
export const createCaller = (
  baseUrl: string,
  timeoutMs: number,
  answerBytesMax = answerBytesMaxDefault,
): HostCaller => {
  const http = createHttp({ socketsMax })
  const base = baseUrl.replace(/\/+$/, '')
  return async ({ path, ...call }) => {
    const url = `${base}${path}`
    const reply = await http({ ...call, url, msMax: timeoutMs, bytesMax: answerBytesMax })
    if (reply.kind === 'TOO_LARGE') return { kind: 'BROKEN', detail: reply.detail }
    // Decoded without a byte-order mark, which is no JSON.
    return reply.kind === 'ANSWERED' ? { ...reply, body: new TextDecoder().decode(reply.body) } : reply
  }
}
