import { rm } from 'node:fs/promises'
import { ScoringRefusal } from '../model/scoring-refusal.js'
import type { KeyRing } from '../../platform/crypto/key-ring.js'
import { newPieceSeal, sealStreamWith } from '../../platform/crypto/sealed-pieces.js'
import { openStagedFile } from '../../platform/files/staged-file.js'
import { NoRoom, type Staging } from '../../platform/files/staging.js'
import { sniff, sniffBytes } from '../../scoring-contract/sniff.js'

export const uploadBytesMax = 20 * 1024 * 1024

export const tooLarge = (): ScoringRefusal => new ScoringRefusal('TOO_LARGE', 'A document has at most 20 MB')

export interface StagedUpload {
  readonly path: string
  /** The object that the file was sealed for. */
  readonly objectKey: string
  readonly format: 'pdf' | 'csv'
  readonly bytes: number
}

/**
 * Seals and writes the bytes as they arrive, so that only a few pieces are in memory, however large the document and
 * however slow the sender.
 */
const writeAll = async (path: string, sealing: KeyRing, objectKey: string, source: AsyncIterable<Buffer>) => {
  const file = await openStagedFile(path)
  const head: Buffer[] = []
  let bytes = 0
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of source) {
      if (bytes < sniffBytes) head.push(piece.subarray(0, sniffBytes - bytes))
      bytes += piece.length
      if (bytes > uploadBytesMax) throw tooLarge()
      yield piece
    }
  }
  try {
    for await (const piece of sealStreamWith(newPieceSeal(sealing, objectKey), counted())) {
      const written = file.add(piece)
      if (written) await written
    }
    await file.finish()
  } finally {
    await file.close()
  }
  return { bytes, head: Buffer.concat(head) }
}

/**
 * Streams a document to a staged file, sealed for its future object. Leaves no file when it refuses, or when the
 * sender disconnects.
 * Refuses: UNAVAILABLE when the disk is full, TOO_LARGE, INVALID for an empty document, UNSUPPORTED_TYPE for one that
 * is neither a PDF nor the CSV of a statement.
 */
export const stageUpload = async (
  { staging, sealing }: { readonly staging: Staging; readonly sealing: KeyRing },
  objectKey: string,
  source: AsyncIterable<Buffer>,
): Promise<StagedUpload> => {
  if (!(await staging.hasRoom()))
    throw new ScoringRefusal('UNAVAILABLE', new NoRoom().message, { details: 'no_room' })
  const path = staging.newPath()
  try {
    const { bytes, head } = await writeAll(path, sealing, objectKey, source)
    if (bytes === 0) throw new ScoringRefusal('INVALID', 'The document is empty', { details: 'empty' })
    const format = sniff(head)
    if (format) return { path, objectKey, format, bytes }
    throw new ScoringRefusal('UNSUPPORTED_TYPE', 'The document is neither a PDF nor the CSV of a statement')
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}
