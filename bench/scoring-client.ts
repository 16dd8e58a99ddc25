const credentials = {
  clientId: 'dev-scoring-client',
  secret: 'dev-scoring-secret',
  apiKey: 'dev-scoring-key',
}

const answerOf = async <T>(response: Response): Promise<T> => {
  if (!response.ok) throw new Error(`${response.url}: ${await response.text()}`)
  return (await response.json()) as T
}

const post = async <T>(url: string, body: object, headers: Record<string, string> = {}): Promise<T> =>
  answerOf(
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  )

export interface Accepted {
  readonly requestId: string
  readonly uploadUrls: readonly { readonly url: string }[]
}

/** A client of the scoring service over HTTP. Throws when a call is refused. */
export interface ScoringClient {
  submit(body: object): Promise<Accepted>
  /** The addresses of the results; undefined until there are any. */
  results(requestId: string): Promise<readonly string[] | undefined>
}

export const openScoringClient = async (origin: string): Promise<ScoringClient> => {
  const { clientId, secret, apiKey } = credentials
  const { token } = await post<{ token: string }>(`${origin}/scoring/auth/token`, { clientId, secret })
  const headers = { authorization: token, 'x-api-key': apiKey }
  return {
    submit: (body) => post<Accepted>(`${origin}/scoring/score/request`, body, headers),
    results: async (requestId) => {
      const response = await fetch(`${origin}/scoring/score/results/${requestId}`, { headers })
      const { parsedUrls } = await answerOf<{ parsedUrls: readonly string[] }>(response)
      return response.status === 200 ? parsedUrls : undefined
    },
  }
}
