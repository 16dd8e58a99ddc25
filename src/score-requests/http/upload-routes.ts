import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerEarly } from '../../platform/http/answer-early.js'
import { setRetryAfter } from '../../platform/http/errors.js'
import { checkAddress, signAddress } from '../../platform/crypto/addresses.js'
import { NoRoom } from '../../platform/files/staging.js'
import type { KeyRing } from '../../platform/crypto/key-ring.js'
import { Refusal } from '../../kernel/refusal.js'
import type { Instant } from '../../kernel/clock.js'
import type { ReceiveDeps } from '../model/deps.js'
import { DocumentRefused, documentBytesMax, tooLarge } from '../documents/sealed-file.js'
import { receiveDocument } from '../requests/receive-document.js'

const pathOf = (documentId: string): string => `/scores/documents/${documentId}`

/**
 * The signed path to which a document is sent by PUT, without a key and until `expiresAt`; the caller puts our public
 * address before it.
 */
export const uploadPath = (ring: KeyRing, documentId: string, expiresAt: Instant): string => {
  const path = pathOf(documentId)
  return `${path}?${signAddress(ring, { method: 'PUT', path, expiresAt })}`
}

const answer = (reply: FastifyReply, status: number, code: string, message: string): FastifyReply =>
  answerEarly(
    setRetryAfter(reply, status).code(status).type('application/json; charset=utf-8'),
    JSON.stringify({ error: { code, message } }),
  )

const statusOf: Readonly<Record<DocumentRefused['problem'], number>> = {
  TOO_LARGE: 413,
  OTHER_TYPE: 415,
  INCOMPLETE: 400,
}

/** The chunks of the body. When the client disconnects, the document is refused, and no internal error is logged. */
async function* piecesOf({ raw, headers }: FastifyRequest): AsyncGenerator<Buffer> {
  try {
    // An oversized body is refused before it is read.
    if (Number(headers['content-length'] ?? 0) > documentBytesMax) throw tooLarge()
    // Leaving the loop early must not destroy the connection: the answer still has to go out on it.
    yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch (error) {
    if (error instanceof DocumentRefused) throw error
    throw new DocumentRefused('INCOMPLETE', 'The document did not arrive whole')
  }
}

interface ById {
  Params: { id: string }
}

/** Our own upload addresses. The body stays unread in the connection until the handler seals and stores it. */
export const scoreUploadRoutes =
  (deps: ReceiveDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))

    const receive = async (request: FastifyRequest<ById>, reply: FastifyReply) => {
      // Clears the time limit on answers, since an upload over a slow connection takes longer; the server's own limit on
      // uploads remains.
      clearTimeout(request.timer)
      const path = request.url.split('?', 1)[0] ?? ''
      const query = request.query as Record<string, unknown>
      const verdict = checkAddress(deps.signing, { method: 'PUT', path }, query, deps.clock.now())
      if (verdict !== 'VALID')
        return answer(reply, 403, 'FORBIDDEN', 'This address is not valid, or no longer valid')
      try {
        const outcome = await receiveDocument(deps, request.params.id, piecesOf(request))
        if (outcome === undefined) return answer(reply, 403, 'FORBIDDEN', 'This document is not awaited')
        if (outcome === 'RECEIVED') return { state: 'RECEIVED' }
        return answer(
          reply,
          409,
          'ALREADY_RECEIVED',
          'This document has been received already; the first one is kept',
        )
      } catch (error) {
        if (error instanceof NoRoom) return answer(reply, error.statusCode, 'UNAVAILABLE', error.message)
        if (!(error instanceof Refusal)) throw error
        const status = error instanceof DocumentRefused ? statusOf[error.problem] : 400
        return answer(reply, status, error.code, error.message)
      }
    }
    app.put<ById>('/scores/documents/:id', receive)
  }
