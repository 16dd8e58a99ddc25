import * as z from 'zod'
import type { Instant } from '../../shared/clock.js'
import { parseJson } from '../../shared/json.js'
import { failureOfDetails, type ScoreFailure } from '../failure.rules.js'
import type {
  AskLater,
  FetchedResult,
  RefusedByService,
  ResultsAnswer,
  Submission,
  UploadAddress,
  UploadOutcome,
} from '../port.js'
import type { Reply } from './http.js'

type Answered = Extract<Reply, { kind: 'ANSWERED' }>

const detailLengthMax = 500
/** However long the service wants to be left alone, we look again after a day and a bit. */
const retryAfterMsMax = 26 * 3_600_000

const jsonOf = ({ body }: Answered): unknown => parseJson(body.toString('utf8'))

const text = z.string().catch('')

/** Any of the three families of error bodies (contract 4.1, 4.3, 7). */
const errorBody = z.object({
  message: text,
  details: z
    .union([
      z.string(),
      z
        .array(z.object({ field: text, message: text }))
        .transform((fields) => fields.map(({ field, message }) => `${field} ${message}`).join('; ')),
    ])
    .catch(''),
  retryAfter: z.number().nonnegative().optional().catch(undefined),
})

const errorOf = (reply: Answered): z.output<typeof errorBody> =>
  errorBody.safeParse(jsonOf(reply)).data ?? { message: '', details: '', retryAfter: undefined }

const headerMs = (header: string | undefined, now: Instant): number => {
  if (header === undefined) return 0
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}

/** The longer of what the header and the body ask for; undefined when neither does. */
const retryAfterMsOf = (reply: Answered, now: Instant): number | undefined => {
  const asked = Math.max(headerMs(reply.retryAfter, now), (errorOf(reply).retryAfter ?? 0) * 1000)
  return asked === 0 ? undefined : Math.min(asked, retryAfterMsMax)
}

export const later = (problem: string, retryAfterMs?: number): AskLater => ({
  kind: 'LATER',
  problem,
  retryAfterMs,
})

const refused = (code: ScoreFailure, reply: Answered): RefusedByService => {
  const { message, details } = errorOf(reply)
  const said = [message, details].filter((part) => part !== '').join(': ')
  return { kind: 'REFUSED', code, detail: (said || `HTTP ${reply.status}`).slice(0, detailLengthMax) }
}

/** What every address can say that is not final; undefined for an answer that is. */
export const notFinal = (reply: Reply, now: Instant): AskLater | undefined => {
  if (reply.kind === 'TOO_LARGE') return later('ANSWER_TOO_LARGE')
  if (reply.kind === 'BROKEN') return later(reply.detail)
  if (reply.status === 401) return later('CREDENTIALS_REFUSED')
  if (reply.status === 429) return later('RATE_LIMITED', retryAfterMsOf(reply, now))
  // Nothing of ours is wrong: the address is, or who answers at it.
  const isElsewhere = (reply.status >= 300 && reply.status < 400) || reply.status === 405
  if (isElsewhere || reply.status === 408 || reply.status === 425 || reply.status >= 500)
    return later(`HTTP_${reply.status}`, retryAfterMsOf(reply, now))
  return undefined
}

const address = z.object({ documentName: z.string(), url: z.url(), expiresAt: z.string().nullish() })

/** Shape A has `documents`, shape B `uploadUrls`; a service may send both, or neither for P7 (contract 4.2). */
const accepted = z.object({
  requestId: z.string().regex(/^[\w-]{1,64}$/),
  documents: z.array(address).nullish(),
  uploadUrls: z.array(address).nullish(),
})

const moment = (iso: string | null | undefined): Instant | null => {
  const at = Date.parse(iso ?? '')
  return Number.isNaN(at) ? null : at
}

/** An address of a service with TLS has TLS too: documents never leave in the clear because an answer said so. */
const isSafe = (url: string, base: string): boolean =>
  url.startsWith('https://') || (url.startsWith('http://') && base.startsWith('http://'))

export const submissionOf = (reply: Reply, base: string, now: Instant): Submission => {
  const open = notFinal(reply, now)
  if (open || reply.kind !== 'ANSWERED') return open ?? later('NO_ANSWER')
  if (reply.status >= 200 && reply.status < 300) {
    const parsed = accepted.safeParse(jsonOf(reply))
    if (!parsed.success) return later('UNREADABLE_ANSWER')
    const { requestId, documents, uploadUrls } = parsed.data
    const listed = [...(documents ?? []), ...(uploadUrls ?? [])]
    if (!listed.every(({ url }) => isSafe(url, base))) return later('UNSAFE_ADDRESS')
    const byName = new Map<string, UploadAddress>()
    for (const { documentName, url, expiresAt } of listed)
      if (!byName.has(documentName))
        byName.set(documentName, { documentName, url, expiresAt: moment(expiresAt) })
    return { kind: 'ACCEPTED', requestId, addresses: [...byName.values()] }
  }
  return refused(reply.status === 403 ? 'NOT_ALLOWED' : 'INVALID_REQUEST', reply)
}

/** 409: the document arrived before, and only its answer was lost. */
export const uploadOf = (reply: Reply, now: Instant): UploadOutcome => {
  if (reply.kind === 'ANSWERED') {
    if ((reply.status >= 200 && reply.status < 300) || reply.status === 409) return { kind: 'RECEIVED' }
    // An address needs no credential, so that 401 is about the address too.
    if ([401, 403, 404, 410].includes(reply.status)) return { kind: 'ADDRESS_GONE' }
  }
  const open = notFinal(reply, now)
  if (open || reply.kind !== 'ANSWERED') return open ?? later('NO_ANSWER')
  return refused('DOCUMENT_REFUSED', reply)
}

const pointer = z.object({
  parsedUrls: z.array(z.url()).nullish(),
  requestId: z.string().nullish(),
  status: z.string().optional().catch(undefined),
})

const refusalOfResults = (reply: Answered): RefusedByService => {
  if (reply.status === 422) return refused(failureOfDetails(errorOf(reply).details), reply)
  if (reply.status === 403) return refused('NOT_ALLOWED', reply)
  return refused(reply.status === 404 || reply.status === 410 ? 'RESULT_NOT_FOUND' : 'INVALID_REQUEST', reply)
}

/** How readiness is told is not shown by the contract: addresses are ready, an answer without any is not. */
export const resultsOf = (reply: Reply, requestId: string, base: string, now: Instant): ResultsAnswer => {
  const open = notFinal(reply, now)
  if (open || reply.kind !== 'ANSWERED') return open ?? later('NO_ANSWER')
  if (reply.status < 200 || reply.status >= 300) return refusalOfResults(reply)
  const parsed = pointer.safeParse(jsonOf(reply))
  if (!parsed.success && reply.status !== 202) return later('UNREADABLE_ANSWER')
  const { parsedUrls, status, requestId: answered } = parsed.data ?? {}
  if (answered != null && answered !== requestId) return later('OTHER_REQUEST')
  if (status === 'error') return later('ERROR_IN_AN_ANSWER')
  const addresses = reply.status === 202 ? [] : (parsedUrls ?? [])
  if (addresses.length === 0) return { kind: 'PENDING', status, retryAfterMs: retryAfterMsOf(reply, now) }
  return addresses.every((url) => isSafe(url, base)) ? { kind: 'READY', addresses } : later('UNSAFE_ADDRESS')
}

/** An error that comes as a 200 is no result. */
const resultBody = z.object({
  status: z.literal('success').optional(),
  code: z.literal(200).optional(),
  data: z.looseObject({}),
})

export const fetchedOf = (reply: Reply, now: Instant): FetchedResult => {
  if (reply.kind === 'TOO_LARGE') {
    return { kind: 'REFUSED', code: 'RESULT_TOO_LARGE', detail: 'the body is larger than is kept' }
  }
  if (reply.kind === 'ANSWERED' && [401, 403, 404, 410].includes(reply.status))
    return { kind: 'ADDRESS_GONE' }
  const open = notFinal(reply, now)
  if (open || reply.kind !== 'ANSWERED') return open ?? later('NO_ANSWER')
  if (reply.status !== 200) return later(`HTTP_${reply.status}`)
  return resultBody.safeParse(jsonOf(reply)).success
    ? { kind: 'FETCHED', body: reply.body }
    : later('UNREADABLE_RESULT')
}

const tokenAnswer = z.object({ token: z.string().regex(/^[\x21-\x7e]+$/) })

/** The token, or why there is none. Wrong credentials are a 400 (contract 4.1). */
export const tokenOf = (reply: Reply, now: Instant): string | AskLater => {
  const open = notFinal(reply, now)
  if (open || reply.kind !== 'ANSWERED') return open ?? later('NO_ANSWER')
  if (reply.status >= 400) return later('CREDENTIALS_REFUSED')
  return tokenAnswer.safeParse(jsonOf(reply)).data?.token ?? later('UNREADABLE_TOKEN')
}
