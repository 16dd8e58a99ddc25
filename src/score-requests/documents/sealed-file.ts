import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  createGcmDecipher,
  createGcmCipher,
  keyBytes,
  nonceBytes,
  tagBytes,
} from '../../platform/crypto/aes-gcm.js'
import { openStagedFile } from '../../platform/files/staged-file.js'
import { NoRoom, type Staging } from '../../platform/files/staging.js'
import { sniff, sniffBytes } from '../../scoring-contract/sniff.js'
import { Refusal } from '../../kernel/refusal.js'

export const documentBytesMax = 20 * 1024 * 1024

/** Why a document is refused, for routes that answer with a status. */
export class DocumentRefused extends Refusal {
  constructor(
    readonly problem: 'TOO_LARGE' | 'OTHER_TYPE' | 'INCOMPLETE',
    message: string,
  ) {
    super('INVALID_ARGUMENT', message)
  }
}

export const tooLarge = (): DocumentRefused =>
  new DocumentRefused('TOO_LARGE', 'A document must have at most 20 MB')

/** A document in a staged file that is unreadable without its key: deleting the key makes every copy of it unreadable. */
export interface SealedFile {
  readonly path: string
  /** In base64url; each file has its own. */
  readonly key: string
  readonly format: 'pdf' | 'csv'
  /** SHA-256 in hex of the bytes that arrived, to recognise that the same file was sent again. Not stored. */
  readonly digest: string
}

const write = async (path: string, key: Buffer, source: AsyncIterable<Buffer>) => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createGcmCipher({ key, nonce })
  const digest = createHash('sha256')
  const file = await openStagedFile(path)
  const head: Buffer[] = []
  let bytes = 0
  try {
    await file.add(nonce)
    for await (const piece of source) {
      if (bytes < sniffBytes) head.push(piece.subarray(0, sniffBytes - bytes))
      bytes += piece.length
      if (bytes > documentBytesMax) throw tooLarge()
      digest.update(piece)
      const backpressure = file.add(cipher.update(piece))
      if (backpressure) await backpressure
    }
    await file.add(Buffer.concat([cipher.final(), cipher.getAuthTag()]))
    await file.finish()
  } finally {
    await file.close()
  }
  return { bytes, format: sniff(Buffer.concat(head)), digest: digest.digest('hex') }
}

/**
 * Streams a document to a sealed file, one piece at a time. Leaves no file behind when it refuses or the sender
 * disconnects. Refuses: INVALID_ARGUMENT for a document of more than 20 MB, an empty one, and one that is neither a PDF
 * nor the CSV of a statement. Throws NoRoom when the disk is full.
 */
export const sealToFile = async (staging: Staging, source: AsyncIterable<Buffer>): Promise<SealedFile> => {
  if (!(await staging.hasRoom())) throw new NoRoom()
  const path = staging.newPath()
  const key = randomBytes(keyBytes)
  try {
    const { bytes, format, digest } = await write(path, key, source)
    if (bytes === 0) throw new DocumentRefused('INCOMPLETE', 'A document must not be empty')
    if (!format) throw new DocumentRefused('OTHER_TYPE', 'A document must be a PDF or the CSV of a statement')
    return { path, key: key.toString('base64url'), format, digest }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/**
 * The bytes of a sealed file. They are verified as a whole before the first one is returned, and nothing is written to
 * disk in the clear. Throws for a file that was changed.
 */
export const openSealed = async (
  path: string,
  key: string,
): Promise<{ readonly bytes: number; readonly stream: () => Readable }> => {
  const file = await open(path, 'r')
  const nonce = Buffer.alloc(nonceBytes)
  const tag = Buffer.alloc(tagBytes)
  const { size } = await file.stat()
  const bytes = size - nonceBytes - tagBytes
  try {
    await file.read(nonce, 0, nonceBytes, 0)
    await file.read(tag, 0, tagBytes, size - tagBytes)
  } finally {
    await file.close()
  }
  const openStreams = () => {
    const decipher = createGcmDecipher({ key: Buffer.from(key, 'base64url'), nonce }, tag)
    const source = createReadStream(path, { start: nonceBytes, end: nonceBytes + bytes - 1 })
    return { source, decipher }
  }
  const check = openStreams()
  await pipeline(check.source, check.decipher, async (pieces: AsyncIterable<Buffer>) => {
    for await (const _ of pieces);
  })
  return {
    bytes,
    stream: () => {
      const { source, decipher } = openStreams()
      source.once('error', (error) => decipher.destroy(error))
      decipher.once('close', () => source.destroy())
      return source.pipe(decipher)
    },
  }
}
