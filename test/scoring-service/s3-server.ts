import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { first } from '../support/present.js'
import { addressOf, bufferOf } from '../support/typed.js'

/** A request as the server got it, for checks of what a store must not send. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
}

export interface S3Server {
  readonly url: string
  readonly seen: SeenRequest[]
  readonly objects: Map<string, Buffer>
  /** The next PUT fails with this status. */
  failNext(status: number): void
  /** The next GET is cut off in the middle of the object. */
  cutNext(): void
  close(): Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(bufferOf(piece))
  return Buffer.concat(pieces)
}

const error = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

/**
 * The part of the S3 protocol that the store uses, over real HTTP: PutObject, GetObject and DeleteObject of one bucket
 * by path; signatures are not verified. Like compatible services it refuses a body that is shorter than announced, and
 * the checksum of an empty body with a body that is not empty.
 */
export const startS3Server = async (bucket: string): Promise<S3Server> => {
  const objects = new Map<string, Buffer>()
  const seen: SeenRequest[] = []
  let failure: number | undefined
  let cutsNext = false

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers })
    const body = await bodyOf(request)
    const [, named, ...rest] = first(url.split('?', 1)).split('/')
    const key = rest.join('/')
    if (!headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key-id/'))
      return error(response, 403, 'AccessDenied')
    if (named !== bucket) return error(response, 404, 'NoSuchBucket')
    if (method === 'PUT') {
      if (failure !== undefined) {
        const status = failure
        failure = undefined
        return error(response, status, 'InternalError')
      }
      if (body.length !== Number(headers['content-length'])) return error(response, 400, 'IncompleteBody')
      if (headers['x-amz-checksum-crc32'] === 'AAAAAA==' && body.length > 0)
        return error(response, 400, 'BadDigest')
      objects.set(key, body)
      return void response.writeHead(200).end()
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    const object = objects.get(key)
    if (method !== 'GET' || !object) return error(response, 404, 'NoSuchKey')
    response.writeHead(200, { 'content-length': object.length })
    if (!cutsNext) return void response.end(object)
    cutsNext = false
    response.write(object.subarray(0, object.length / 2), () => response.destroy())
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${addressOf(server).port}`,
    seen,
    objects,
    failNext: (status) => void (failure = status),
    cutNext: () => void (cutsNext = true),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
