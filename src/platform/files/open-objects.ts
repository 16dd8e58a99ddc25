import { access, constants } from 'node:fs/promises'
import { makeDirectory } from './make-directory.js'
import { createFilesStore } from './files-store.js'
import type { ObjectStore } from './object-store.js'
import type { S3Settings } from './s3-store.js'
import type { Staging } from './staging.js'

type ObjectsSettings =
  { readonly kind: 'files'; readonly directory: string } | ({ readonly kind: 's3' } & S3Settings)

/** The store that is configured. Rejects when files cannot be written: the start says so, and not the first customer who sends one. */
export const openObjects = async (settings: ObjectsSettings, staging: Staging): Promise<ObjectStore> => {
  if (settings.kind === 'files') {
    makeDirectory(settings.directory, 0o700)
    await access(settings.directory, constants.R_OK | constants.W_OK | constants.X_OK)
    return createFilesStore(settings.directory)
  }
  // Amazon's library is large: who keeps files does not load it.
  const { createS3Store } = await import('./s3-store.js')
  return createS3Store(settings, staging)
}
