import axios, { type AxiosInstance } from 'axios'

/**
 * A client written from the pages of the contract and nothing else: addresses, headers and members are those of its
 * tables. It imports nothing of ours.
 */
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

export type Outcome =
  | { readonly kind: 'READY'; readonly productCode: string; readonly bodies: readonly unknown[] }
  | { readonly kind: 'UNPROCESSABLE'; readonly details: string }

const pollsMax = 600
const pollMs = 100

export class ContractClient {
  private readonly http: AxiosInstance
  private token = ''

  constructor(
    baseUrl: string,
    private readonly apiKey: string,
  ) {
    this.http = axios.create({ baseURL: baseUrl, validateStatus: () => true })
  }

  /** 4.1 */
  async authenticate(clientId: string, secret: string): Promise<void> {
    const { status, data } = await this.http.post('/auth/token', { clientId, secret })
    if (status !== 200) throw new Error(data.message)
    this.token = data.token
  }

  /** 4.2: the examples send the bare token. */
  async submit(body: object): Promise<Submitted> {
    const headers = { Authorization: this.token, 'x-api-key': this.apiKey }
    const { status, data } = await this.http.post('/score/request', body, { headers })
    if (status !== 200) throw new Error(`${data.error}: ${data.message}`)
    return data
  }

  /** 4.2, upload procedure: matched by name, all before they expire. */
  async upload({ uploadUrls }: Submitted, files: Readonly<Record<string, Buffer>>): Promise<void> {
    for (const { documentName, url, expiresAt } of uploadUrls) {
      if (new Date(expiresAt) <= new Date()) throw new Error(`${documentName} came too late`)
      const { status, data } = await this.http.put(url, files[documentName], {
        headers: { 'Content-Type': 'application/pdf' },
      })
      if (status !== 200) throw new Error(`${documentName}: ${JSON.stringify(data)}`)
    }
  }

  /** 4.3: the examples send the token after the word Bearer; each address needs no credential. */
  async outcome(requestId: string): Promise<Outcome> {
    const headers = { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' }
    for (let poll = 0; poll < pollsMax; poll++) {
      const { status, data } = await this.http.get(`/score/results/${requestId}`, { headers })
      if (status === 422) return { kind: 'UNPROCESSABLE', details: data.details }
      if (status === 200) {
        const bodies: unknown[] = []
        for (const url of data.parsedUrls) bodies.push((await axios.get(url)).data)
        return { kind: 'READY', productCode: data.productCode, bodies }
      }
      if (status !== 202) throw new Error(`${status}: ${JSON.stringify(data)}`)
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
    throw new Error('no result in time')
  }
}
