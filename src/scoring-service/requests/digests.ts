import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ScoringRefusal } from '../model/scoring-refusal.js'

/** The names of digest algorithms in headers, and Node's names for them. */
const algorithms: ReadonlyMap<string, string> = new Map([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
  ['md5', 'md5'],
])

const invalid = (details: string, message: string): ScoringRefusal =>
  new ScoringRefusal('INVALID', message, { details, fields: [{ field: 'body', message }] })

const digestPattern = /^\s*([\w-]+)\s*=\s*:?([A-Za-z0-9+/]+={0,2}):?\s*$/

/** The digests in a header such as `sha-256=:…:, md5=…`, with their algorithms. */
const digestsOf = (field: string): [name: string, digest: string][] =>
  field.split(',').map((part) => {
    const [, name, digest] = digestPattern.exec(part) ?? []
    if (name === undefined || digest === undefined)
      throw invalid('invalid_digest', 'The digest cannot be read')
    return [name.toLowerCase(), digest]
  })

const expectedDigests = (headers: IncomingHttpHeaders): (readonly [algorithm: string, digest: string])[] => {
  const fields = ['content-digest', 'repr-digest', 'digest'].flatMap((name) => headers[name] ?? [])
  const md5 = headers['content-md5']
  const allFields = [...fields, ...(md5 === undefined ? [] : [`md5=${String(md5)}`])]
  return allFields.flatMap((field) => {
    const known = digestsOf(field).flatMap(([name, digest]) => {
      const algorithm = algorithms.get(name)
      return algorithm === undefined ? [] : [[algorithm, digest] as const]
    })
    // A header that names only unknown algorithms is refused: a sender who asks for a check must not be told that all
    // is well without one.
    if (known.length === 0)
      throw invalid('unsupported_digest', 'The known digests are sha-256, sha-512 and md5')
    return known
  })
}

/**
 * Passes on the chunks of a body and checks them against every digest in the headers (RFC 9530, RFC 3230, RFC 1864).
 * Refuses, at once or at the end: INVALID.
 */
export const checkDigests = (
  headers: IncomingHttpHeaders,
): ((source: AsyncIterable<Buffer> | Iterable<Buffer>) => AsyncGenerator<Buffer>) => {
  const hashes = expectedDigests(headers).map(([algorithm, digest]) => ({
    hash: createHash(algorithm),
    digest,
  }))
  return async function* (source) {
    for await (const piece of source) {
      for (const { hash } of hashes) hash.update(piece)
      yield piece
    }
    for (const { hash, digest } of hashes) {
      if (!hash.digest().equals(Buffer.from(digest, 'base64')))
        throw invalid('digest_mismatch', 'The body is not what its digest says')
    }
  }
}
