import * as z from 'zod'
import { contradictsItself } from './agreement.js'
import {
  errorIn,
  errorOf,
  isError,
  isErrorBody,
  isFromRequestApi,
  isFromResultApi,
  jsonOf,
  retryLater,
  retryUnlessFinal,
  problemOf,
  problemSchema,
  refusal,
  retryAfterMsOf,
  type Answered,
} from './error-answers.js'
import type { ProductCode } from '../../scoring-contract/words.js'
import type { Instant } from '../../kernel/clock.js'
import { errorCodeOf } from '../../kernel/error-code.js'
import { parseJson } from '../../kernel/json.js'
import { failureOfDetails } from '../model/failure.rules.js'
import { judgementIn } from '../model/judgement.js'
import type {
  ResultsQuery,
  RetryLater,
  FetchedResult,
  RefusedByService,
  ResultsAnswer,
  Submission,
  ReportedDocument,
  UploadAddress,
  UploadOutcome,
} from '../model/port.js'
import type { ParsedResult } from '../model/parse-result.js'
import type { Reply } from '../../platform/http-client/http.js'

const address = z.object({ documentName: z.string(), url: z.url(), expiresAt: z.string().nullish() })

/**
 * Shape A has `documents`, shape B `uploadUrls`; a service may send both, or neither for P7
 * (docs/scoring-contract.md#answer-to-a-request).
 */
const acceptedAnswer = z.object({
  requestId: z.string().regex(/^[\w-]{1,64}$/),
  documents: z.array(address).nullish(),
  uploadUrls: z.array(address).nullish(),
})

const instantOf = (iso: string | null | undefined): Instant | null => {
  const at = Date.parse(iso ?? '')
  return Number.isNaN(at) ? null : at
}

/** An https service must give https upload addresses: no response can make us send a document unencrypted. */
const isSafe = (url: string, base: string): boolean =>
  url.startsWith('https://') || (url.startsWith('http://') && base.startsWith('http://'))

export const submissionOf = (reply: Reply, base: string, now: Instant): Submission => {
  const retry = retryUnlessFinal(reply, now)
  if (retry || reply.kind !== 'ANSWERED') return retry ?? retryLater('NO_ANSWER')
  if (reply.status >= 200 && reply.status < 300) {
    const parsed = acceptedAnswer.safeParse(jsonOf(reply))
    if (isErrorBody(reply)) return retryLater('ERROR_IN_AN_ANSWER')
    if (!parsed.success) return retryLater('UNREADABLE_ANSWER')
    const { requestId, documents, uploadUrls } = parsed.data
    const addresses = [...(documents ?? []), ...(uploadUrls ?? [])]
    if (!addresses.every(({ url }) => isSafe(url, base))) return retryLater('UNSAFE_ADDRESS')
    const byName = new Map<string, UploadAddress>()
    for (const { documentName, url, expiresAt } of addresses)
      if (!byName.has(documentName))
        byName.set(documentName, { documentName, url, expiresAt: instantOf(expiresAt) })
    return { kind: 'ACCEPTED', requestId, addresses: [...byName.values()] }
  }
  if (!isFromRequestApi(reply)) return retryLater(`HTTP_${reply.status}`)
  return refusal(reply.status === 403 ? 'NOT_ALLOWED' : 'INVALID_REQUEST', reply)
}

/** A 409 means that the document arrived before, and only the response was lost. */
export const uploadOf = (reply: Reply, now: Instant): UploadOutcome => {
  if (reply.kind === 'ANSWERED') {
    const isTaken = reply.status >= 200 && reply.status < 300
    if (isTaken && isErrorBody(reply)) return retryLater('ERROR_IN_AN_ANSWER')
    if (isTaken || reply.status === 409) return { kind: 'RECEIVED' }
    // An upload address needs no credential, so a 401 means that the address is refused.
    if ([401, 403, 404, 410].includes(reply.status)) return { kind: 'ADDRESS_GONE' }
  }
  const retry = retryUnlessFinal(reply, now)
  if (retry || reply.kind !== 'ANSWERED') return retry ?? retryLater('NO_ANSWER')
  return refusal('DOCUMENT_REFUSED', reply)
}

/**
 * The states of documents in status answers and bodies. An answer that lists a document in a state other than PARSED
 * and FAILED is not final.
 */
const documentStates = z.array(
  z.looseObject({
    documentName: z.string(),
    state: z.string(),
    problem: problemSchema.nullish(),
  }),
)

const isFinal = ({ state }: { readonly state: string }): boolean => ['PARSED', 'FAILED'].includes(state)

const reportedIn = (states: z.output<typeof documentStates> | null | undefined): ReportedDocument[] =>
  (states ?? []).map(({ documentName, state, problem }) => ({
    documentName,
    problem: state === 'FAILED' ? problemOf(problem ?? { code: '', detail: '' }) : null,
  }))

const addressesAnswer = z.object({
  parsedUrls: z.array(z.url()).nullish(),
  requestId: z.string().nullish(),
  productCode: z.string().nullish(),
  status: z.string().optional().catch(undefined),
  documents: documentStates.nullish(),
})

const refusalOfResults = (reply: Answered): RefusedByService => {
  if (reply.status === 422) return refusal(failureOfDetails(errorOf(reply).details), reply)
  if (reply.status === 403) return refusal('NOT_ALLOWED', reply)
  return refusal(reply.status === 404 || reply.status === 410 ? 'RESULT_NOT_FOUND' : 'INVALID_REQUEST', reply)
}

/** The 404 of our own scoring service says what is unknown: the address or the request. */
const isUnknownAddress = (reply: Answered): boolean => /^unknown_address\b/.test(errorOf(reply).details)

/**
 * The contract does not define how a service shows that results are ready: we take an answer with addresses as ready,
 * one without as pending. A ready answer names its request and product
 * (docs/scoring-contract.md#get-scoreresultsrequestid).
 */
export const resultsOf = (reply: Reply, query: ResultsQuery, base: string, now: Instant): ResultsAnswer => {
  const isAnswered = reply.kind === 'ANSWERED'
  const isGone = isAnswered && reply.status === 404 && isFromResultApi(reply) && !isUnknownAddress(reply)
  const retry = isGone ? undefined : retryUnlessFinal(reply, now)
  if (retry || !isAnswered) return retry ?? retryLater('NO_ANSWER')
  if (reply.status < 200 || reply.status >= 300)
    return isFromResultApi(reply) ? refusalOfResults(reply) : retryLater(`HTTP_${reply.status}`)
  if (isErrorBody(reply)) return retryLater('ERROR_IN_AN_ANSWER')
  const parsed = addressesAnswer.safeParse(jsonOf(reply))
  if (!parsed.success && reply.status !== 202) return retryLater('UNREADABLE_ANSWER')
  const { parsedUrls, status, requestId, productCode, documents } = parsed.data ?? {}
  if (requestId != null && requestId !== query.requestId) return retryLater('OTHER_REQUEST')
  if (productCode != null && productCode !== query.productCode) return retryLater('OTHER_PRODUCT')
  const addresses = reply.status === 202 ? [] : (parsedUrls ?? [])
  if (addresses.length === 0) return { kind: 'PENDING', status, retryAfterMs: retryAfterMsOf(reply, now) }
  if (requestId == null || productCode == null) return retryLater('UNREADABLE_ANSWER')
  if (documents?.some((one) => !isFinal(one))) return retryLater('UNFINISHED_DOCUMENTS')
  if (!addresses.every((url) => isSafe(url, base))) return retryLater('UNSAFE_ADDRESS')
  return { kind: 'READY', addresses, documents: reportedIn(documents) }
}

/** The body of a result. Neither an error that is answered with 200 nor a body without a success status is a result. */
const resultBody = z.object({
  status: z.literal('success'),
  code: z.literal(200),
  data: z.looseObject({
    documentName: z.string().optional(),
    documents: documentStates.optional(),
  }),
})

type ResultData = z.output<typeof resultBody>['data']

/**
 * The sections of each product in the contract, which defines none for the other products
 * (docs/scoring-contract.md#results).
 */
const sectionsOf: Readonly<Partial<Record<ProductCode, readonly string[]>>> = {
  PA: ['header', 'transactions', 'validity'],
  PARS: ['summary', 'recommendations'],
}

const isSection = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Whether a body can be of the ordered product: it names no other product, and has the product's sections. */
const isOfProduct = (data: ResultData, productCode: ProductCode): boolean => {
  const { scoring, statement } = data
  const productCodes = [data, scoring, statement].map((at) => (isSection(at) ? at['productCode'] : undefined))
  return (
    productCodes.every((name) => name === undefined || name === productCode) &&
    (sectionsOf[productCode] ?? []).every((section) => isSection(data[section]))
  )
}

const tooLarge = (detail: string): RefusedByService => ({
  kind: 'REFUSED',
  code: 'RESULT_TOO_LARGE',
  detail,
  documents: [],
})

/** Only the beginning of a longer body is searched for an error. */
const errorBytesMax = 64 * 1024
const beginningOf = (reply: Reply): Reply =>
  reply.kind === 'ANSWERED' ? { ...reply, body: reply.body.subarray(0, errorBytesMax) } : reply

/**
 * The outcome of fetching a result. A body that can be a result is parsed by `parse`, a large one in another thread.
 * Throws if this machine could not parse it now.
 */
export const fetchedOf = async (
  reply: Reply,
  productCode: ProductCode,
  now: Instant,
  parse: (body: Buffer) => Promise<ParsedResult>,
): Promise<FetchedResult> => {
  if (reply.kind === 'TOO_LARGE') return tooLarge('the body is larger than the limit')
  if (reply.kind === 'ANSWERED' && [401, 403, 404, 410].includes(reply.status))
    return { kind: 'ADDRESS_GONE' }
  if (reply.kind !== 'ANSWERED' || reply.status !== 200)
    return (
      retryUnlessFinal(beginningOf(reply), now) ??
      retryLater(reply.kind === 'ANSWERED' ? `HTTP_${reply.status}` : 'NO_ANSWER')
    )
  const parsedBody = await parse(reply.body).catch((error: unknown) => {
    // That no thread could be started says nothing about the body.
    if (errorCodeOf(error) === 'ERR_WORKER_INIT_FAILED') throw error
    return undefined
  })
  if (!parsedBody) return tooLarge('the body takes more memory or time than allowed')
  const head = parseJson(parsedBody.head)
  if (isError(errorIn(head))) return retryLater('ERROR_IN_AN_ANSWER')
  const parsed = resultBody.safeParse(head)
  if (!parsed.success) return retryLater('UNREADABLE_RESULT')
  const { data } = parsed.data
  if (!isOfProduct(data, productCode)) return retryLater('OTHER_PRODUCT')
  if (contradictsItself(data)) return retryLater('CONTRADICTORY_RESULT')
  const { documentName, documents = [] } = data
  if (!documents.every(isFinal)) return retryLater('UNFINISHED_DOCUMENTS')
  const own = documentName === undefined ? [] : [{ documentName, problem: null }]
  const reported = [...own, ...reportedIn(documents)]
  const { outline } = parsedBody
  return { kind: 'FETCHED', body: reply.body, outline, judgement: judgementIn(data), documents: reported }
}

const tokenAnswer = z.object({ token: z.string().regex(/^[\x21-\x7e]+$/) })

/** The token, or why there is none. Wrong credentials are a 400 (docs/scoring-contract.md#post-authtoken). */
export const tokenOf = (reply: Reply, now: Instant): string | RetryLater => {
  const retry = retryUnlessFinal(reply, now)
  if (retry || reply.kind !== 'ANSWERED') return retry ?? retryLater('NO_ANSWER')
  if (reply.status >= 400) return retryLater('CREDENTIALS_REFUSED')
  return tokenAnswer.safeParse(jsonOf(reply)).data?.token ?? retryLater('UNREADABLE_TOKEN')
}
