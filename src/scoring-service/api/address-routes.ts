import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerEarly } from '../../platform/http/answer-early.js'
import { ScoringRefusal } from '../model/scoring-refusal.js'
import type { ScoringDeps } from '../service/deps.js'
import { withMinimumPace } from '../requests/minimum-pace.js'
import { checkDigests } from '../requests/digests.js'
import { receiveUpload } from '../requests/receive-upload.js'
import { tooLarge, uploadBytesMax } from '../requests/stage-upload.js'
import { addressExpired, peekResult, takeResult } from '../results/take-result.js'
import { checkRequestAddress } from './addresses.js'
import { errorHandler, resultsFormat } from './error-formats.js'

const forged = (): ScoringRefusal =>
  new ScoringRefusal('FORBIDDEN', 'This address is not valid', { details: 'invalid_signature' })

const expired = (): ScoringRefusal =>
  new ScoringRefusal('FORBIDDEN', 'This address is no longer valid', { details: 'expired' })

/** The content type may be left out. If it is sent, it must be a type that we read. */
const checkType = ({ headers }: FastifyRequest): void => {
  const { 'content-type': type = 'application/octet-stream' } = headers
  const name = type.split(';', 1)[0]!.trim().toLowerCase()
  if (['application/pdf', 'text/csv', 'application/octet-stream'].includes(name)) return
  throw new ScoringRefusal('UNSUPPORTED_TYPE', 'Send application/pdf, text/csv or application/octet-stream', {
    details: 'unsupported_type',
  })
}

/**
 * Removes the time limit on a whole request, since an upload or a download may take longer. The server has limits of
 * its own for both.
 */
const endTimeLimit = (request: FastifyRequest): void => clearTimeout(request.timer)

/** A document must be sent as a whole: parts of it are refused (RFC 9110, 14.5). */
const checkWhole = ({ headers }: FastifyRequest): void => {
  if (headers['content-range'] === undefined) return
  throw new ScoringRefusal('INVALID', 'A document is sent whole, without Content-Range', {
    details: 'partial',
  })
}

/** Refuses a document whose announced length is too large, before its bytes are read. */
const checkLength = ({ headers }: FastifyRequest): void => {
  if (Number(headers['content-length'] ?? 0) > uploadBytesMax) throw tooLarge()
}

/** The body chunk by chunk. When the client disconnects, the request is refused; it is not an internal error. */
async function* piecesOf({ raw }: FastifyRequest): AsyncGenerator<Buffer> {
  try {
    // Leaving the loop early must not destroy the connection: the answer still has to go out on it.
    yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch {
    throw new ScoringRefusal('INVALID', 'The document did not arrive whole', { details: 'aborted' })
  }
}

interface ById {
  Params: { id: string }
}

export const uploadRoutes =
  (deps: ScoringDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.setErrorHandler(errorHandler(resultsFormat, deps.log, answerEarly))
    // The body stays unread here: the handler streams it to a file.
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    app.route<ById>({
      method: ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/uploads/:id',
      handler: async () => {
        throw forged()
      },
    })
    const receive = async (request: FastifyRequest<ById>) => {
      endTimeLimit(request)
      const verdict = checkRequestAddress(deps.signing, 'PUT', request, deps.clock.now())
      if (verdict === 'FORGED') throw forged()
      if (verdict === 'EXPIRED') throw expired()
      checkType(request)
      checkWhole(request)
      checkLength(request)
      const withDigestCheck = checkDigests(request.headers)
      const { documentName, bytes } = await receiveUpload(
        deps,
        request.params.id,
        withDigestCheck(withMinimumPace(piecesOf(request))),
      )
      return { documentName, bytes, state: 'RECEIVED' }
    }
    app.route<ById>({ method: 'PUT', url: '/uploads/:id', handler: receive })
  }

/** A result address serves one GET. HEAD, which link checkers send, does not use it up. */
export const resultAddressRoutes =
  (deps: ScoringDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    const check = (request: FastifyRequest): void => {
      const verdict = checkRequestAddress(deps.signing, 'GET', request, deps.clock.now())
      if (verdict === 'FORGED') throw forged()
      if (verdict === 'EXPIRED') throw addressExpired()
    }
    app.head<ById>('/results/:id', async (request, reply) => {
      check(request)
      await peekResult(deps, request.params.id)
      return reply.type('application/json; charset=utf-8').send()
    })
    app.get<ById>('/results/:id', async (request, reply) => {
      endTimeLimit(request)
      check(request)
      const transfer = await takeResult(deps, request.params.id)
      // `finished` also calls back when the client has already disconnected; `close` would not be emitted again.
      finished(reply.raw, () => transfer.end())
      transfer.stream.once('error', (err) => {
        // An error before the first byte is answered and logged by the error handler.
        if (reply.raw.headersSent)
          deps.log.error({ requestId: request.id, err }, 'a result download was cut off')
      })
      return reply
        .type('application/json; charset=utf-8')
        .header('content-length', transfer.bytes)
        .send(transfer.stream)
    })
  }
