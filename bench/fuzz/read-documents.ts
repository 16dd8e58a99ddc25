import { setTimeout as sleep } from 'node:timers/promises'
import { holder } from '../../test/scoring-service/fixtures/wallet-statement.js'
import { askOverHttp } from '../../test/support/http.js'
import type { DocumentInput } from './input.js'
import { announce, type Account } from './service.js'

const pollMs = 250
/** Long, since readers have the lowest priority, and many requests are in progress at once. */
const waitMsMax = 15 * 60_000

export interface Read {
  /** The outcome of each document, in order: `PARSED`, or the code and the detail of the failure. */
  readonly outcomes: readonly string[]
}

interface Results {
  readonly parsedUrls?: readonly string[]
  /** A 422 has the problem of each document, under the document's name. */
  readonly documents?: readonly ({
    readonly documentName: string
    readonly problem?: Problem
  } & Partial<Problem>)[]
  readonly details?: string
}

interface Problem {
  readonly code: string
  readonly detail: string
}

const wordsOf = ({ code, detail }: Partial<Problem>): string | undefined =>
  code === undefined ? undefined : `${code}: ${detail}`

/**
 * Uploads documents for one product, and waits for their outcomes; undefined when the run ended meanwhile. Throws for
 * an answer that no client should get.
 */
export const readDocuments = async (
  url: string,
  account: Account,
  inputs: readonly DocumentInput[],
  goesOn: () => boolean = () => true,
): Promise<Read | undefined> => {
  const announced = await announce(url, account, {
    ...holder,
    middleName: 'Nyambura',
    nationalId: '29384756',
    productCode: inputs[0]?.productCode,
    documents: inputs.map(({ documentType, bankName, password }, i) => ({
      documentName: `${i}`,
      documentType,
      password,
      ...(bankName !== undefined && { bankName }),
    })),
  })
  const outcomes: (string | undefined)[] = inputs.map(() => undefined)
  for (const [i, { bytes }] of inputs.entries()) {
    const upload = announced.uploadUrls[i]?.url ?? ''
    const body = Uint8Array.from(bytes)
    const headers = { 'content-type': 'application/octet-stream' }
    const { status, text } = await askOverHttp(upload, { method: 'PUT', headers, body })
    if (status >= 500) throw new Error(`an upload was answered ${status}: ${text.slice(0, 200)}`)
    if (status === 200) continue
    // A file of an unknown format is refused at once. The first line of a PDF is sent instead, since the request would
    // wait for the document for a day.
    outcomes[i] = `refused at upload: ${status}`
    const instead = await askOverHttp(upload, { method: 'PUT', headers, body: '%PDF-1.4\n' })
    if (instead.status !== 200) throw new Error(`a PDF in place of another was answered ${instead.status}`)
  }
  const headers = { authorization: account.token, 'x-api-key': account.apiKey }
  const address = `${url}${account.prefix}/score/results/${announced.requestId}`
  for (const begun = performance.now(); performance.now() - begun < waitMsMax; await sleep(pollMs)) {
    const { status, text } = await askOverHttp(address, { headers })
    if (status === 202 && !goesOn()) return undefined
    if (status === 202) continue
    if (status !== 200 && status !== 422)
      throw new Error(`results were answered ${status}: ${text.slice(0, 200)}`)
    const { documents = [], details, parsedUrls = [] } = JSON.parse(text) as Results
    for (const result of parsedUrls.slice(0, 2)) {
      const answered = await askOverHttp(result)
      if (answered.status !== 200) throw new Error(`a result was answered ${answered.status}`)
      JSON.parse(answered.text)
    }
    const problems = new Map(
      documents.map((document) => [document.documentName, wordsOf(document.problem ?? document)]),
    )
    return {
      outcomes: outcomes.map((outcome, i) => outcome ?? problems.get(`${i}`) ?? details ?? 'PARSED'),
    }
  }
  throw new Error('a request for scores did not end')
}

/** What is wrong with an outcome: every document must be read, or refused with a reason. */
export const problemOfDocument = (outcome: string): string | undefined =>
  /the reader failed on it|processing_crashed|internal|it came to/.test(outcome) ? outcome : undefined
