import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { HttpAnswer } from '../../platform/http-client/http-call.js'
import { parseJson } from '../../kernel/json.js'
import type { BureauAnswer, BureauReport } from '../model/bureau.js'
import { accountMapping, reportMapping } from './mapping.js'
import { parseBy, UnreadableReport } from './value-parsers.js'

/** `retry`: the same request may succeed a moment later. */
export interface ReadAnswer {
  readonly answer: BureauAnswer
  readonly retry: boolean
}

const referenceMembers = { bureau: z.string().min(1).max(64), reference: z.string().min(1).max(128) }

const wire = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('FOUND'),
    ...referenceMembers,
    currency: z.string().regex(/^[A-Z]{3}$/),
    report: z.object({ account_info: z.array(z.unknown()).max(1000) }).loose(),
  }),
  z.object({ status: z.literal('NO_RECORD'), ...referenceMembers }),
  z.object({ status: z.literal('REJECTED'), reason: z.string().max(200) }),
])

const unavailable = (reason: string, retry: boolean): ReadAnswer => ({
  answer: { kind: 'Unavailable', reason },
  retry,
})

/** Temporary server errors. A 429 is not one of them: a caller that is told to wait must not retry at once. */
const temporaryStatuses: ReadonlySet<number> = new Set([500, 502, 503, 504])

/** What a bureau's HTTP response means. Only a valid answer of the bureau itself says anything about a person. */
export const readAnswer = (http: HttpAnswer): ReadAnswer => {
  if (http.kind !== 'ANSWERED') return unavailable(`no answer (${http.detail})`, true)
  const { status, body } = http
  if (status !== 200 && status !== 400 && status !== 422)
    return unavailable(`answered ${status}`, temporaryStatuses.has(status))
  const parsed = wire.safeParse(parseJson(body))
  if (!parsed.success) return unavailable(`answered ${status} with a body that is not its own`, false)
  if (parsed.data.status === 'REJECTED')
    return { answer: { kind: 'Rejected', reason: parsed.data.reason }, retry: false }
  if (status !== 200) return unavailable(`answered ${status} with ${parsed.data.status}`, false)
  const { bureau, reference } = parsed.data
  const responseDigest = createHash('sha256').update(body).digest('hex')
  if (parsed.data.status === 'NO_RECORD')
    return { answer: { kind: 'NoRecord', bureau, reference, responseDigest }, retry: false }
  try {
    const report = reportOf(parsed.data, responseDigest)
    return { answer: { kind: 'Found', report }, retry: false }
  } catch (error) {
    if (!(error instanceof UnreadableReport)) throw error
    return unavailable(`gave a report whose ${error.message}`, false)
  }
}

type Found = Extract<z.output<typeof wire>, { status: 'FOUND' }>

const reportOf = ({ bureau, reference, currency, report }: Found, responseDigest: string): BureauReport => ({
  bureau,
  reference,
  currency,
  ...parseBy(reportMapping, report, currency),
  accounts: report.account_info.map((account) => parseBy(accountMapping, account, currency)),
  responseDigest,
})
