import * as z from 'zod'
import type { Instant } from '../../kernel/clock.js'
import { parseJson } from '../../kernel/json.js'
import type { Reply } from '../../platform/http-client/http.js'
import { failureOfDetails, type ScoreFailure } from '../model/failure.rules.js'
import type { RetryLater, RefusedByService, ReportedDocument } from '../model/port.js'

export type Answered = Extract<Reply, { kind: 'ANSWERED' }>

const detailLengthMax = 500
/** The longest wait that we accept from a service. */
const retryAfterMsMax = 26 * 3_600_000

export const jsonOf = ({ body }: Answered): unknown => parseJson(body.toString('utf8'))

const text = z.string().catch('')

/** Why the service could not read a document. */
export const problemSchema = z.object({ code: text, detail: text })

export const problemOf = ({ code, detail }: z.output<typeof problemSchema>): ReportedDocument['problem'] => ({
  code: failureOfDetails(code),
  detail: detail.slice(0, detailLengthMax),
})

/** Any of the three families of error bodies (docs/scoring-contract.md#errors). */
const errorBody = z.object({
  success: z.unknown().optional(),
  status: z.unknown().optional(),
  code: z.unknown().optional(),
  message: text,
  details: z
    .union([
      z.string(),
      z
        .array(z.object({ field: text, message: text }))
        .transform((fields) => fields.map(({ field, message }) => `${field} ${message}`).join('; ')),
    ])
    .catch(''),
  documents: z
    .array(problemSchema.extend({ documentName: z.string() }))
    .transform((all) =>
      all.map((one): ReportedDocument => ({ documentName: one.documentName, problem: problemOf(one) })),
    )
    .catch([]),
  retryAfter: z.number().nonnegative().optional().catch(undefined),
})

type ErrorBody = z.output<typeof errorBody>

export const errorIn = (body: unknown): ErrorBody => errorBody.safeParse(body).data ?? errorBody.parse({})
export const errorOf = (reply: Answered): ErrorBody => errorIn(jsonOf(reply))

/** Whether an error has the form of the service's own errors, and is not from a proxy or another server. */
export const isFromRequestApi = (reply: Answered): boolean => errorOf(reply).success === false
export const isFromResultApi = (reply: Answered): boolean => {
  const { status, code } = errorOf(reply)
  return status === 'error' && code === reply.status
}

/** Whether a body is an error, whatever its HTTP status. */
export const isError = ({ success, status, code }: ErrorBody): boolean =>
  success === false || status === 'error' || (typeof code === 'number' && code >= 400)
export const isErrorBody = (reply: Answered): boolean => isError(errorOf(reply))

const headerMs = (header: string | undefined, now: Instant): number => {
  if (header === undefined) return 0
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}

/**
 * How long the service asks us to wait: the longer of the times in header and body; undefined when it gives neither.
 */
export const retryAfterMsOf = (reply: Answered, now: Instant): number | undefined => {
  const waitMs = Math.max(headerMs(reply.retryAfter, now), (errorOf(reply).retryAfter ?? 0) * 1000)
  return waitMs === 0 ? undefined : Math.min(waitMs, retryAfterMsMax)
}

export const retryLater = (problem: string, retryAfterMs?: number): RetryLater => ({
  kind: 'LATER',
  problem,
  retryAfterMs,
})

export const refusal = (code: ScoreFailure, reply: Answered): RefusedByService => {
  const { message, details, documents } = errorOf(reply)
  const text = [message, details].filter((part) => part !== '').join(': ')
  const detail = (text || `HTTP ${reply.status}`).slice(0, detailLengthMax)
  return { kind: 'REFUSED', code, detail, documents }
}

/** The retry for an answer that is not final, whichever call it answers; undefined for a final answer. */
export const retryUnlessFinal = (reply: Reply, now: Instant): RetryLater | undefined => {
  if (reply.kind === 'TOO_LARGE') return retryLater('ANSWER_TOO_LARGE')
  if (reply.kind !== 'ANSWERED') return retryLater(reply.detail)
  if (reply.status === 401) return retryLater('CREDENTIALS_REFUSED')
  if (reply.status === 429) return retryLater('RATE_LIMITED', retryAfterMsOf(reply, now))
  // At the right address the service does not answer like this: the address is wrong, or another server answers there.
  const isElsewhere = (reply.status >= 300 && reply.status < 400) || [404, 405].includes(reply.status)
  if (isElsewhere || reply.status === 408 || reply.status === 425 || reply.status >= 500)
    return retryLater(`HTTP_${reply.status}`, retryAfterMsOf(reply, now))
  return undefined
}
