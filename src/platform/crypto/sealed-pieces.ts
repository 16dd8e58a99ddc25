import { hkdfSync, randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGcmCipher, keyBytes, nonceBytes, openWhole, tagBytes, type GcmParts } from './aes-gcm.js'
import type { Key, KeyRing } from './key-ring.js'

// Long texts sealed in pieces, so that each piece is authenticated before it is returned, with only one of them in memory. The
// number of a piece, and whether it is the last, are authenticated with it: pieces that were swapped, repeated, left out, cut off
// or joined do not open. Each text has its own key, derived from a key of the ring, a random salt and its place, since the nonces
// count from 0 and must never be used twice under one key (docs/decisions/0101).
//
// The pieces follow a head: a mark of this format, the id of the key in the ring, and the salt.

const pieceBytes = 64 * 1024
const mark = 2
/** The longest id that `parseKeyRing` accepts. */
const keyIdBytes = 32
const saltBytes = 31
const headBytes = 1 + keyIdBytes + saltBytes

const deriveKey = ({ bytes }: Key, salt: Buffer, place: string): Buffer =>
  Buffer.from(hkdfSync('sha256', bytes, salt, `pieces of ${place}`, keyBytes))

/** The nonce and the associated data of a piece. */
type PieceOf = (index: number, isLast: boolean) => Omit<GcmParts, 'key'>

const pieceOf: PieceOf = (index, isLast) => {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.writeUInt32BE(index, nonceBytes - 4)
  const associatedData = Buffer.alloc(5)
  associatedData.writeUInt32BE(index, 0)
  associatedData.writeUInt8(isLast ? 1 : 0, 4)
  return { nonce, associatedData }
}

/**
 * The format of version 0.2.0: the head begins with the id of the key; the number of a piece, and whether it is the last, are in the
 * nonce and not in associated data. No sealed text is kept longer than a result, so this can be removed 31 days after the last process
 * of that version has stopped.
 */
const previousFormat = {
  idAt: 0,
  keyOf: ({ bytes }: Key, salt: Buffer, place: string): Buffer =>
    Buffer.from(hkdfSync('sha256', bytes, salt, `scoring pieces ${place}`, keyBytes)),
  pieceOf: ((index, isLast) => {
    const nonce = Buffer.alloc(nonceBytes)
    nonce.writeUInt32BE(index, 0)
    nonce[nonceBytes - 1] = isLast ? 1 : 0
    return { nonce }
  }) as PieceOf,
}

/** The present format begins with a mark, with which no id begins. */
const formatOf = (head: Buffer): typeof previousFormat =>
  head[0] === mark ? { idAt: 1, keyOf: deriveKey, pieceOf } : previousFormat

/** The head and key that seal one text. They can neither open nor forge any other text. */
export interface PieceSeal {
  /** Written before the pieces. */
  readonly head: Buffer
  readonly key: Buffer
}

/** A new seal, with the current key of the ring. What it seals can be opened for this place only. */
export const newPieceSeal = ({ current }: KeyRing, place: string): PieceSeal => {
  const salt = randomBytes(saltBytes)
  const id = Buffer.alloc(keyIdBytes)
  id.write(current.id, 'latin1')
  return { head: Buffer.concat([Buffer.of(mark), id, salt]), key: deriveKey(current, salt, place) }
}

/** With more parts than this, the parts of a piece are joined first, since each part costs as much as a thousand bytes. */
const partsMax = 16

/** Seals a piece. The sealed bytes are not copied; the plain ones only if there are more than `partsMax` parts. */
function* sealPiece(piece: GcmParts, parts: readonly Buffer[]): Generator<Buffer> {
  const cipher = createGcmCipher(piece)
  for (const part of parts.length > partsMax ? [Buffer.concat(parts)] : parts) yield cipher.update(part)
  // For GCM, `final` returns no further bytes.
  cipher.final()
  yield cipher.getAuthTag()
}

/** Seals a text; a seal is used once. */
export function* sealWith({ head, key }: PieceSeal, text: Buffer): Generator<Buffer> {
  yield head
  const last = Math.max(0, Math.ceil(text.length / pieceBytes) - 1)
  for (let index = 0; index <= last; index++)
    yield* sealPiece({ key, ...pieceOf(index, index === last) }, [
      text.subarray(index * pieceBytes, (index + 1) * pieceBytes),
    ])
}

/** Seals a stream. A piece is held until more arrives or the stream ends, since the last piece is marked. */
export async function* sealStreamWith(
  { head, key }: PieceSeal,
  text: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield head
  let index = 0
  let parts: Buffer[] = []
  let bytes = 0
  for await (const portion of text) {
    for (let at = 0; at < portion.length;) {
      if (bytes === pieceBytes) {
        yield* sealPiece({ key, ...pieceOf(index++, false) }, parts)
        parts = []
        bytes = 0
      }
      const part = portion.subarray(at, at + pieceBytes - bytes)
      parts.push(part)
      bytes += part.length
      at += part.length
    }
  }
  yield* sealPiece({ key, ...pieceOf(index, true) }, parts)
}

export const sealPieces = (ring: KeyRing, place: string, text: Buffer): Generator<Buffer> =>
  sealWith(newPieceSeal(ring, place), text)

/** The sealed length of a text of `bytes` bytes. */
export const sealedLength = (bytes: number): number =>
  headBytes + bytes + tagBytes * Math.max(1, Math.ceil(bytes / pieceBytes))

/** The bytes at a place are not what was sealed for it. */
export class NotGenuine extends Error {
  override readonly name = 'NotGenuine'
}

const keyByHead = ({ byId }: KeyRing, place: string, head: Buffer | undefined): Buffer => {
  if (head?.length !== headBytes) throw new NotGenuine(`the bytes at ${place} were never sealed`)
  const { idAt, keyOf } = formatOf(head)
  const saltAt = idAt + keyIdBytes
  const id = head.toString('latin1', idAt, saltAt).replace(/\0+$/, '')
  const ringKey = byId.get(id)
  if (!ringKey) throw new Error(`the sealing key ${JSON.stringify(id)} of ${place} is not among the settings`)
  return keyOf(ringKey, head.subarray(saltAt), place)
}

/** The key of one sealed file, for a process that may open that file only. Throws if the file has no head, or its key is not in the ring. */
export const keyOfFile = async (ring: KeyRing, place: string, path: string): Promise<Buffer> => {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return keyByHead(ring, place, buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** Opens a whole sealed text with its own key, without the ring. Throws if it was changed. */
export const openWith = (key: Buffer, sealed: Buffer): Buffer => {
  const parts: Buffer[] = []
  const format = formatOf(sealed)
  const step = pieceBytes + tagBytes
  for (let at = headBytes; at < sealed.length; at += step) {
    const piece = { key, ...format.pieceOf(parts.length, at + step >= sealed.length) }
    parts.push(openPiece(piece, sealed.subarray(at, at + step)))
  }
  return Buffer.concat(parts)
}

/** Splits a stream into one part of `first` bytes and then parts of `others` bytes; the last may be shorter. */
async function* partsOf(
  source: AsyncIterable<Buffer>,
  first: number,
  others: number,
): AsyncGenerator<Buffer, void> {
  let parts: Buffer[] = []
  let bytes = 0
  let partBytes = first
  for await (const portion of source) {
    parts.push(portion)
    bytes += portion.length
    if (bytes < partBytes) continue
    let rest = Buffer.concat(parts)
    for (; rest.length >= partBytes; partBytes = others) {
      yield rest.subarray(0, partBytes)
      rest = rest.subarray(partBytes)
    }
    parts = [rest]
    bytes = rest.length
  }
  if (bytes > 0) yield Buffer.concat(parts)
}

const openPiece = (piece: GcmParts, sealed: Buffer, place?: string): Buffer => {
  try {
    return openWhole(piece, sealed)
  } catch (cause) {
    const message =
      place === undefined
        ? 'the bytes are not those that were sealed with this key'
        : `the bytes at ${place} are not those that were sealed there`
    throw new NotGenuine(message, { cause })
  }
}

/**
 * Opens the text that was sealed for a place. `sealed.bytes` is the length of the sealed text, the returned `bytes` that of the plain
 * text. Throws if it has no head, or its key is not in the ring. If it was changed, reading it throws before the first changed byte is
 * returned.
 */
export const openPieces = async (
  ring: KeyRing,
  place: string,
  sealed: { readonly stream: Readable; readonly bytes: number },
): Promise<{ readonly bytes: number; readonly pieces: AsyncIterable<Buffer> }> => {
  const parts = partsOf(sealed.stream as AsyncIterable<Buffer>, headBytes, pieceBytes + tagBytes)
  const { value: head } = await parts.next()
  const key = keyByHead(ring, place, head ?? undefined)
  const format = formatOf(head!)
  const count = Math.max(1, Math.ceil((sealed.bytes - headBytes) / (pieceBytes + tagBytes)))
  async function* pieces(): AsyncGenerator<Buffer> {
    let index = 0
    for await (const part of parts) {
      const piece = { key, ...format.pieceOf(index, index === count - 1) }
      index++
      yield openPiece(piece, part, place)
    }
    if (index !== count) throw new Error(`the sealed text at ${place} is truncated`)
  }
  return { bytes: sealed.bytes - headBytes - count * tagBytes, pieces: pieces() }
}
