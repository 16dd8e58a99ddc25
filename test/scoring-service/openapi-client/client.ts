import type { components, operations } from './schema.js'

type Operations = operations
/** The answers of an operation, by status, as the document describes them. */
type Answers<Name extends keyof Operations> = {
  [Status in keyof Operations[Name]['responses']]: {
    readonly status: Status
    readonly body: Operations[Name]['responses'][Status] extends {
      content: { 'application/json': infer Body }
    }
      ? Body
      : never
  }
}[keyof Operations[Name]['responses']]

export interface Seen {
  readonly operation: keyof Operations
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** A client with the types of the document, which gives each answer to `onAnswer` first. */
export const createClient = (baseUrl: string, onAnswer: (seen: Seen) => Promise<void>) => {
  const call = async <Name extends keyof Operations>(
    operation: Name,
    url: string,
    init: RequestInit = {},
  ): Promise<Answers<Name>> => {
    const answer = await fetch(url, init)
    const body: unknown = await answer.json()
    await onAnswer({ operation, status: answer.status, headers: answer.headers, body })
    return { status: answer.status, body } as Answers<Name>
  }
  const json = { 'content-type': 'application/json' }
  return {
    token: (body: components['schemas']['TokenRequest']) =>
      call('token', `${baseUrl}/auth/token`, { method: 'POST', headers: json, body: JSON.stringify(body) }),
    requestScore: (
      credentials: { readonly token: string; readonly apiKey: string },
      body: components['schemas']['ScoreRequest'],
    ) =>
      call('requestScore', `${baseUrl}/score/request`, {
        method: 'POST',
        headers: { ...json, authorization: credentials.token, 'x-api-key': credentials.apiKey },
        body: JSON.stringify(body),
      }),
    upload: (url: string, bytes: Buffer) =>
      call('upload', url, {
        method: 'PUT',
        headers: { 'content-type': 'application/pdf' },
        body: new Uint8Array(bytes),
      }),
    readResults: (token: string, requestId: string) =>
      call('readResults', `${baseUrl}/score/results/${requestId}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    readResult: (url: string) => call('readResult', url),
  }
}
