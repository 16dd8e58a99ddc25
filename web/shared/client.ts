import { language } from './language.js'
import { ofPerson } from './session.js'

/** An error of the server or of the connection, instead of an answer. */
export class Trouble extends Error {
  override readonly name = 'Trouble'

  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

interface Answered<Result> {
  readonly data?: Result | null
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
  /** An HTTP error that occurred before GraphQL. */
  readonly error?: { readonly code: string; readonly message: string }
}

/** A header that goes with the session cookie: neither another origin's page nor a form can send it. */
const pageHeader = 'x-cauri-page'

export interface RequestOptions {
  readonly signal?: AbortSignal
  /** Whether the page polls by itself, which does not keep a session alive. */
  readonly isPoll?: boolean
}

/**
 * Sends a trusted document by its hash. Throws Trouble if any part of the answer is missing, so that no page shows an
 * incomplete answer as if it were complete.
 */
export const request = async <Result, Variables>(
  { id }: TrustedDocument<Result, Variables>,
  variables: Variables,
  { signal, isPoll = false }: RequestOptions = {},
): Promise<Result> => {
  const answer = await fetch('/graphql', {
    method: 'POST',
    mode: 'same-origin',
    redirect: 'error',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-language': language.value,
      [pageHeader]: isPoll ? 'watch' : '1',
      ...ofPerson(),
    },
    body: JSON.stringify({ documentId: id, operationName: id.split('.', 1)[0], variables }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Trouble('NO_ANSWER', 'The service does not answer', 0)
  })
  const body = (await answer.json().catch(() => ({}))) as Answered<Result>
  const [first] = body.errors ?? []
  if (first) throw new Trouble(first.extensions?.code ?? 'INTERNAL', first.message, answer.status)
  if (body.error) throw new Trouble(body.error.code, body.error.message, answer.status)
  if (!answer.ok || body.data == null) throw new Trouble('NO_ANSWER', `HTTP ${answer.status}`, answer.status)
  return body.data
}
