import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Instant } from '../../kernel/clock.js'
import type { ScoringDeps } from '../service/deps.js'
import type { Edit, EngineBody, StagedBody } from '../model/engine.js'
import {
  newPieceSeal,
  openPieces,
  sealedLength,
  sealPieces,
  sealStreamWith,
} from '../../platform/crypto/sealed-pieces.js'
import { newObjectKey, storeObjectAs } from '../../platform/files/stored-objects.js'

/**
 * The folder of sealed bodies. The key of an object shows whether it is sealed, and keys come from SQL, so that
 * somebody who can only write into the store cannot pass off an unsealed body as ours. Objects under `results/` were
 * stored before bodies were sealed, and are removed after 30 days.
 */
const folder = 'sealed-results'

type Deps = Pick<ScoringDeps, 'database' | 'objects' | 'staging' | 'sealing'>

/** Passes on a text piece by piece, with the edits made. */
export async function* applyEdits(
  pieces: AsyncIterable<Buffer>,
  edits: readonly Edit[],
): AsyncGenerator<Buffer> {
  const waiting = [...edits]
  let seen = 0
  let skip = 0
  for await (let piece of pieces) {
    for (let edit = waiting[0]; edit && edit.at <= seen + piece.length; edit = waiting[0]) {
      waiting.shift()
      yield piece.subarray(Math.min(skip, edit.at - seen), edit.at - seen)
      yield Buffer.from(edit.insert)
      piece = piece.subarray(edit.at - seen)
      seen = edit.at
      skip = edit.remove
    }
    yield piece.subarray(Math.min(skip, piece.length))
    skip = Math.max(0, skip - piece.length)
    seen += piece.length
  }
}

/** The file of a body with its edits, sealed for another object, one piece at a time. The original file is removed. */
const rewriteFile = async (
  { staging, sealing }: Deps,
  body: StagedBody,
  objectKey: string,
): Promise<string> => {
  const path = staging.newPath()
  const sealed = { stream: createReadStream(body.path), bytes: sealedLength(body.bytes) }
  try {
    const { pieces } = await openPieces(sealing, body.objectKey, sealed)
    const changed = sealStreamWith(newPieceSeal(sealing, objectKey), applyEdits(pieces, body.edits ?? []))
    await writeFile(path, changed, { mode: 0o600, flush: true })
  } finally {
    sealed.stream.destroy()
  }
  await rm(body.path, { force: true })
  return path
}

/** The digest of a file, which is synced to the disk first: a reader is not allowed to sync. */
const sha256OnDisk = async (path: string): Promise<string> => {
  const digest = createHash('sha256')
  const file = await open(path, 'r')
  try {
    await file.sync()
    await pipeline(file.createReadStream({ autoClose: false }), digest)
  } finally {
    await file.close()
  }
  return digest.digest('hex')
}

/** Puts a body into the store. It is sealed before it is written to any disk. Returns the key of the object. */
export const storeBody = async (deps: Deps, body: EngineBody, now: Instant): Promise<string> => {
  if (!('json' in body) && body.edits === undefined) {
    if ((await sha256OnDisk(body.path)) !== body.sha256)
      throw new Error('the stored file is not the one that a reader wrote')
    await storeObjectAs(deps, body.objectKey, body.path, now)
    return body.objectKey
  }
  const objectKey = newObjectKey(folder, now)
  if ('json' in body) {
    const path = deps.staging.newPath()
    const pieces = sealPieces(deps.sealing, objectKey, Buffer.from(body.json))
    await writeFile(path, pieces, { mode: 0o600, flush: true })
    await storeObjectAs(deps, objectKey, path, now)
  } else {
    await storeObjectAs(deps, objectKey, await rewriteFile(deps, body, objectKey), now)
  }
  return objectKey
}

/** A decrypted body, piece by piece. A caller that does not read all of it must destroy the source. */
export interface OpenBody {
  readonly bytes: number
  readonly pieces: AsyncIterable<Buffer>
  readonly source: Readable
}

/** Undefined when the object no longer exists. Throws when its sealing key is missing. */
export const openBody = async (
  { objects, sealing }: Pick<ScoringDeps, 'objects' | 'sealing'>,
  objectKey: string,
): Promise<OpenBody | undefined> => {
  const found = await objects.read(objectKey)
  if (!found) return undefined
  const { stream: source, bytes } = found
  if (!objectKey.startsWith(`${folder}/`)) return { bytes, pieces: source as AsyncIterable<Buffer>, source }
  try {
    return { ...(await openPieces(sealing, objectKey, found)), source }
  } catch (error) {
    source.destroy()
    throw error
  }
}

/** Removes the files of bodies that were not stored. The file of a stored body has been moved already. */
export const discardBodies = async (bodies: readonly EngineBody[]): Promise<void> => {
  for (const body of bodies) if (!('json' in body)) await rm(body.path, { force: true })
}
