import { readFileSync, writeFileSync } from 'node:fs'
import { randomOf, type Random } from '../../test/scoring-service/fixtures/random.js'

/**
 * A request to one of the service's endpoints. Values that only the running service knows are placeholders, `@NAME@`,
 * which are replaced when the request is sent.
 */
export interface TextInput {
  readonly kind: 'text'
  readonly endpoint: string
  /** Undefined when `body` is sent as it is on a connection, without HTTP. */
  readonly method: string | undefined
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** A document that is announced, uploaded, read and scored. */
export interface DocumentInput {
  readonly kind: 'document'
  /** The file that the document was made from. */
  readonly origin: string
  readonly productCode: 'PA' | 'PAS' | 'PARS'
  readonly documentType: string
  readonly bankName?: string
  readonly password: string
  readonly bytes: Buffer
}

export type Input = TextInput | DocumentInput

/** The random numbers of the nth input. They do not depend on whether the other inputs were made. */
export const randomOfInput = (seed: number, kind: Input['kind'], nth: number): Random => {
  const mixed =
    Math.imul(seed + (kind === 'text' ? 0 : 0x5bd1e995), 0x9e3779b1) ^ Math.imul(nth + 1, 0x85ebca6b)
  return randomOf(mixed)
}

const bytesOf = (input: Input): Buffer => (input.kind === 'text' ? input.body : input.bytes)

export const withBytes = (input: Input, bytes: Buffer): Input =>
  input.kind === 'text' ? { ...input, body: bytes } : { ...input, bytes }

export const sizeOf = (input: Input): number => bytesOf(input).length

export const writeInput = (file: string, input: Input): void => {
  const { body: _body, bytes: _bytes, ...rest } = { body: undefined, bytes: undefined, ...input }
  writeFileSync(file, JSON.stringify({ ...rest, base64: bytesOf(input).toString('base64') }, undefined, 2))
}

export const readInput = (file: string): Input => {
  const { base64, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const bytes = Buffer.from(String(base64), 'base64')
  return (rest['kind'] === 'text' ? { ...rest, body: bytes } : { ...rest, bytes }) as Input
}

/**
 * The smallest input found that still fails: pieces are cut out, the large ones first, in a limited number of attempts.
 */
export const shrink = async (
  input: Input,
  fails: (candidate: Input) => Promise<boolean>,
  triesMax: number,
): Promise<Input> => {
  let best = bytesOf(input)
  let tries = 0
  for (
    let piece = Math.ceil(best.length / 2);
    piece >= 1 && tries < triesMax;
    piece = Math.floor(piece / 2)
  ) {
    for (let at = 0; at < best.length && tries < triesMax;) {
      const candidate = Buffer.concat([best.subarray(0, at), best.subarray(at + piece)])
      tries += 1
      if (await fails(withBytes(input, candidate))) best = candidate
      else at += piece
    }
  }
  return withBytes(input, best)
}
