import { access, constants, mkdir } from 'node:fs/promises'
import { createFilesStore } from './files-store.js'
import type { ObjectStore } from './object-store.js'
import type { S3Settings } from './s3-store.js'
import type { Staging } from './staging.js'

type ObjectsSettings =
  { readonly kind: 'files'; readonly directory: string } | ({ readonly kind: 's3' } & S3Settings)

/**
 * The configured store. Rejects when its directory cannot be read or written, so that the start reports it and not the first upload; a
 * bucket is not tried.
 */
export const openObjects = async (settings: ObjectsSettings, staging: Staging): Promise<ObjectStore> => {
  if (settings.kind === 'files') {
    await mkdir(settings.directory, { recursive: true, mode: 0o700 })
    await access(settings.directory, constants.R_OK | constants.W_OK | constants.X_OK)
    return createFilesStore(settings.directory)
  }
  // Amazon's library is large: it is not loaded for a file store.
  const { createS3Store } = await import('./s3-store.js')
  return createS3Store(settings, staging)
}
