import type { DriveScoresDeps } from '../model/deps.js'
import { unsealSecrets } from '../documents/secrets.js'
import { openSealed } from '../documents/sealed-file.js'
import type { ScoreFailure } from '../model/failure.rules.js'
import { checkReported } from '../model/reported-documents.rules.js'
import { judgementOf, type Judgement } from '../model/judgement.js'
import type {
  ResultsQuery,
  RetryLater,
  ResultsAnswer,
  ScoringService,
  ReportedDocument,
  UploadAddress,
  UploadOutcome,
} from '../model/port.js'
import type { ScoreDocument, ScoreRequest } from '../model/score.entity.js'
import { fetchAndStore, storeOutline } from './fetch-result.js'
import { backoffMsAfter, pollMsAfter } from './ladder.rules.js'
import {
  documentsOf,
  recordAccepted,
  recordEnd,
  recordNewSubmission,
  recordSent,
  recordUploaded,
} from './record.js'
import { storedBody } from './request-body.js'

/** AGAIN: the request has advanced, and its next step may follow at once. */
export type Next =
  | { readonly kind: 'AGAIN' }
  | { readonly kind: 'ENDED' }
  | { readonly kind: 'WAIT'; readonly waitMs: number; readonly problem: string | null }

export interface StepParts {
  readonly deps: DriveScoresDeps
  readonly service: ScoringService
  readonly signal: AbortSignal
}

/** Each submission costs money: after three whose documents did not arrive in time, the request fails. */
const submissionsMax = 3
/** The limit for all bodies of one request together. */
const resultsBytesMax = 128 * 1024 * 1024
const again: Next = { kind: 'AGAIN' }

type Failed = { code: ScoreFailure; detail?: string | null; documents?: readonly ReportedDocument[] }

const fail = async ({ deps }: StepParts, score: ScoreRequest, failed: Failed): Promise<Next> => {
  const { code, detail = null, documents = [] } = failed
  await recordEnd(deps, score, { status: 'FAILED', code, detail, documents })
  return { kind: 'ENDED' }
}

const queryOf = ({ serviceRequestId, productCode }: ScoreRequest): ResultsQuery => ({
  requestId: serviceRequestId ?? '',
  productCode,
})

const backOff = ({ deps }: StepParts, score: ScoreRequest, { problem, retryAfterMs }: RetryLater): Next => ({
  kind: 'WAIT',
  waitMs: backoffMsAfter(score.attempts, retryAfterMs, deps.timing.scale),
  problem,
})

const submit = async (parts: StepParts, score: ScoreRequest): Promise<Next> => {
  const { deps, service, signal } = parts
  const documents = await documentsOf(deps.database.read, score.id)
  const body = storedBody(deps.sealing, score, documents)
  // The submission number is stored before anything is sent: after a crash the same key is sent with the same body.
  const answer = await service.submit(body, `${score.id}.${score.submission}`, signal)
  if (answer.kind === 'LATER') return backOff(parts, score, answer)
  if (answer.kind === 'REFUSED') return fail(parts, score, { code: answer.code, detail: answer.detail })
  const byName = new Map(answer.addresses.map((address) => [address.documentName, address]))
  const addresses = new Map<string, UploadAddress>()
  for (const { id, documentName } of documents) {
    const address = byName.get(documentName)
    if (!address) return fail(parts, score, { code: 'NO_UPLOAD_ADDRESS', detail: documentName })
    addresses.set(id, address)
  }
  await recordAccepted(deps, score, answer.requestId, addresses)
  return again
}

const contentTypes = { pdf: 'application/pdf', csv: 'text/csv' } as const

const send = async (
  { deps, service, signal }: StepParts,
  document: ScoreDocument,
): Promise<UploadOutcome> => {
  const { id, documentName, secrets, objectKey, format, uploadUrl, uploadUntil } = document
  const fileKey = secrets === null ? null : unsealSecrets(deps.sealing, id, secrets).fileKey
  const borrowed = objectKey === null ? undefined : await deps.objects.borrow(objectKey)
  try {
    if (!borrowed || fileKey === null || format === null || uploadUrl === null)
      throw new Error(`document ${id} has no bytes to be sent`)
    const opened = await openSealed(borrowed.path, fileKey)
    const address = { documentName, url: uploadUrl, expiresAt: uploadUntil }
    return await service.upload(address, { ...opened, contentType: contentTypes[format] }, signal)
  } finally {
    await borrowed?.release()
  }
}

/**
 * Handles an expired address. If the service is working or has results, only the answer to the last upload was lost,
 * and the request continues; if it refused the request for good, the request fails. Otherwise the request is submitted again.
 */
const handleExpiredAddress = async (parts: StepParts, score: ScoreRequest): Promise<Next> => {
  const { deps, service, signal } = parts
  const results = await service.results(queryOf(score), signal)
  if (results.kind === 'LATER') return backOff(parts, score, results)
  const hasAllDocuments =
    results.kind === 'READY' ||
    (results.kind === 'PENDING' && /^(QUEUED|PROCESSING)$/.test(results.status ?? ''))
  if (hasAllDocuments) {
    await recordUploaded(deps, score)
    return again
  }
  if (results.kind === 'REFUSED' && !/^(DOCUMENTS_NOT_UPLOADED|RESULT_NOT_FOUND)$/.test(results.code))
    return fail(parts, score, results)
  if (score.submission >= submissionsMax) return fail(parts, score, { code: 'UPLOADS_FAILED' })
  await recordNewSubmission(deps, score)
  return again
}

const upload = async (parts: StepParts, score: ScoreRequest): Promise<Next> => {
  const { deps } = parts
  const documents = await documentsOf(deps.database.read, score.id)
  const next = documents.find(({ state }) => state !== 'SENT')
  if (!next) {
    await recordUploaded(deps, score)
    return again
  }
  const outcome = await send(parts, next)
  switch (outcome.kind) {
    case 'LATER':
      return backOff(parts, score, outcome)
    case 'REFUSED':
      return fail(parts, score, { code: outcome.code, detail: `${next.documentName}: ${outcome.detail}` })
    case 'ADDRESS_GONE':
      return handleExpiredAddress(parts, score)
    case 'RECEIVED':
      await recordSent(deps, score, next.id)
      return again
  }
}

const later = (problem: string): RetryLater => ({ kind: 'LATER', problem, retryAfterMs: undefined })

/** The parts of a body that stay in memory once it is stored. */
interface Body {
  readonly outline: string
  readonly judgement: Judgement
}

/**
 * Completes a request whose bodies are stored, if the states that the service reports for its documents are consistent.
 */
const complete = async (
  parts: StepParts,
  score: ScoreRequest,
  bodies: readonly Body[],
  reported: readonly ReportedDocument[],
): Promise<Next> => {
  const sent = await documentsOf(parts.deps.database.read, score.id)
  const checked = checkReported(
    sent.map(({ documentName }) => documentName),
    reported,
  )
  if (checked.kind === 'INCONSISTENT') return backOff(parts, score, later(checked.problem))
  const documents = [...checked.documents.values()]
  const [first] = documents
  // If no document could be read, the request fails.
  if (first?.problem && documents.every(({ problem }) => problem !== null))
    return fail(parts, score, {
      code: first.problem.code,
      detail: `${first.documentName}: ${first.problem.detail}`,
      documents,
    })
  const outlines = bodies.map(({ outline }) => outline)
  await storeOutline(parts.deps, score, outlines)
  const judgements = bodies.map((body) => body.judgement)
  const judgement = judgementOf(score.productCode, judgements)
  await recordEnd(parts.deps, score, { status: 'COMPLETED', bodies: bodies.length, judgement, documents })
  return { kind: 'ENDED' }
}

/** Fetches all results. A result address works only once, so each body is stored before the next address is used. */
const fetchAll = async (
  parts: StepParts,
  score: ScoreRequest,
  { addresses, documents }: Extract<ResultsAnswer, { kind: 'READY' }>,
): Promise<Next> => {
  const bodies: Body[] = []
  const reported = [...documents]
  let bytes = 0
  for (const [position, address] of addresses.entries()) {
    const fetched = await fetchAndStore(parts, score, { address, position })
    if (fetched.kind === 'REFUSED') return fail(parts, score, { code: fetched.code, detail: fetched.detail })
    if (fetched.kind === 'LATER') return backOff(parts, score, fetched)
    if (fetched.kind === 'ADDRESS_GONE') return backOff(parts, score, later('RESULT_ADDRESS_GONE'))
    bodies.push({ outline: fetched.outline, judgement: fetched.judgement })
    reported.push(...fetched.documents)
    bytes += fetched.bytes
    if (bytes > resultsBytesMax)
      return fail(parts, score, { code: 'RESULT_TOO_LARGE', detail: `more than ${resultsBytesMax} bytes` })
  }
  return complete(parts, score, bodies, reported)
}

const poll = async (parts: StepParts, score: ScoreRequest): Promise<Next> => {
  const { deps, service, signal } = parts
  const results = await service.results(queryOf(score), signal)
  switch (results.kind) {
    case 'LATER':
      return backOff(parts, score, results)
    case 'PENDING': {
      const waitMs = pollMsAfter(score.attempts, results.retryAfterMs, deps.timing.scale)
      return { kind: 'WAIT', waitMs, problem: null }
    }
    case 'READY':
      return fetchAll(parts, score, results)
    case 'REFUSED': {
      const maySubmitAgain = results.code === 'DOCUMENTS_NOT_UPLOADED' && score.submission < submissionsMax
      if (!maySubmitAgain) return fail(parts, score, results)
      await recordNewSubmission(deps, score)
      return again
    }
  }
}

/** One step: a submission, one upload, or a poll, which also fetches results. Progress is stored here; a wait, by the caller. */
export const step = (parts: StepParts, score: ScoreRequest): Promise<Next> => {
  switch (score.status) {
    case 'AWAITING_DOCUMENTS':
      return fail(parts, score, { code: 'DOCUMENTS_NOT_RECEIVED' })
    case 'QUEUED':
      return submit(parts, score)
    case 'UPLOADING':
      return upload(parts, score)
    case 'PROCESSING':
      return poll(parts, score)
    case 'COMPLETED':
    case 'FAILED':
      return Promise.resolve({ kind: 'ENDED' })
  }
}
