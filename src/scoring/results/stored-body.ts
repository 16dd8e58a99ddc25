import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Instant } from '../../shared/clock.js'
import type { ScoringDeps } from '../deps.js'
import { openPieces, sealPieces } from '../keys/sealed-pieces.js'
import { newObjectKey, storeObjectAs } from '../objects/stored-objects.js'

/**
 * The key of an object says whether it is sealed, and keys come from SQL: whoever can write into the store cannot pass an
 * open body off as one of ours. What lies under `results/` was stored before bodies were sealed, and is gone 30 days later.
 */
const folder = 'sealed-results'

/** Puts a body into the store, sealed before it touches a disk; gives the key of the object. */
export const storeBody = async (
  deps: Pick<ScoringDeps, 'database' | 'objects' | 'staging' | 'sealing'>,
  json: string,
  now: Instant,
): Promise<string> => {
  const objectKey = newObjectKey(folder, now)
  const path = deps.staging.newPath()
  const pieces = sealPieces(deps.sealing, objectKey, Buffer.from(json))
  await writeFile(path, pieces, { mode: 0o600, flush: true })
  await storeObjectAs(deps, objectKey, path, now)
  return objectKey
}

/** A body in the clear, piece by piece. Whoever does not read it to its end destroys the source. */
export interface OpenBody {
  readonly bytes: number
  readonly pieces: AsyncIterable<Buffer>
  readonly source: Readable
}

/** Undefined when it is no longer there. Throws when its sealing key is gone. */
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
