import { systemClock } from '../../kernel/clock.js'

/** The answer to an accepted request. */
export interface Submitted {
  readonly requestId: string
  readonly token: string
  readonly uploadUrls: readonly { documentName: string; url: string; expiresAt: string }[]
  readonly documents: readonly {
    documentName: string
    documentType: string
    url: string
    expiresAt: string
  }[]
  readonly totalDocuments: number
  readonly message: string
}

export type ScoringOutcome =
  | { readonly kind: 'READY'; readonly productCode: string; readonly bodies: readonly unknown[] }
  | { readonly kind: 'UNPROCESSABLE'; readonly details: string }

const pollsMax = 600
const pollMs = 100

interface HttpCall {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

const ask = async <Data>(url: string, sent: HttpCall = {}): Promise<{ status: number; data: Data }> => {
  const response = await fetch(url, sent)
  return { status: response.status, data: (await response.json()) as Data }
}

const asJson = (body: object, headers: Readonly<Record<string, string>> = {}): HttpCall => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

interface RefusalBody {
  readonly error: string
  readonly message: string
  readonly details: string
}

/**
 * A client written from the pages of the contract and nothing else: addresses, headers and members are those of its
 * tables. It imports nothing of the scoring service.
 */
export class ContractClient {
  private token = ''

  constructor(
    private readonly baseUrl: string,
    private readonly apiKey: string,
  ) {}

  /** docs/scoring-contract.md#post-authtoken */
  async authenticate(clientId: string, secret: string): Promise<void> {
    const credentials = asJson({ clientId, secret })
    const { status, data } = await ask<RefusalBody & { token: string }>(
      `${this.baseUrl}/auth/token`,
      credentials,
    )
    if (status !== 200) throw new Error(data.message)
    this.token = data.token
  }

  /** docs/scoring-contract.md#post-scorerequest: the token without `Bearer`, as in the examples of the contract. */
  async submit(body: object): Promise<Submitted> {
    const headers = { Authorization: this.token, 'x-api-key': this.apiKey }
    const { status, data } = await ask<RefusalBody & Submitted>(
      `${this.baseUrl}/score/request`,
      asJson(body, headers),
    )
    if (status !== 200) throw new Error(`${data.error}: ${data.message}`)
    return data
  }

  /** docs/scoring-contract.md#uploads: puts each file to the address for its name, before the address expires. */
  async upload({ uploadUrls }: Submitted, files: Readonly<Record<string, Buffer>>): Promise<void> {
    for (const { documentName, url, expiresAt } of uploadUrls) {
      if (Date.parse(expiresAt) <= systemClock.now()) throw new Error(`${documentName} came too late`)
      const { status, data } = await ask(url, {
        method: 'PUT',
        headers: { 'content-type': 'application/pdf' },
        body: Uint8Array.from(files[documentName]!),
      })
      if (status !== 200) throw new Error(`${documentName}: ${JSON.stringify(data)}`)
    }
  }

  /** docs/scoring-contract.md#get-scoreresultsrequestid: the token after `Bearer`; the result addresses need no credential. */
  async outcome(requestId: string): Promise<ScoringOutcome> {
    const headers = { Authorization: `Bearer ${this.token}`, 'content-type': 'application/json' }
    const url = `${this.baseUrl}/score/results/${requestId}`
    for (let poll = 0; poll < pollsMax; poll++) {
      const { status, data } = await ask<
        RefusalBody & { parsedUrls: readonly string[]; productCode: string }
      >(url, {
        headers,
      })
      if (status === 422) return { kind: 'UNPROCESSABLE', details: data.details }
      if (status === 200) {
        const bodies: unknown[] = []
        for (const parsed of data.parsedUrls) bodies.push((await ask(parsed)).data)
        return { kind: 'READY', productCode: data.productCode, bodies }
      }
      if (status !== 202) throw new Error(`${status}: ${JSON.stringify(data)}`)
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
    throw new Error('no result in time')
  }
}
