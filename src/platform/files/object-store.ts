import type { Readable } from 'node:stream'

/** An object whose bytes are temporarily on this machine. */
export interface BorrowedObject {
  /** Absolute. */
  readonly path: string
  release(): Promise<void>
}

/**
 * Where documents and results lie: files for one machine, an S3-compatible service for several. Keys are ours
 * (`[a-z0-9/-]`), never a client's text. A missing object is `undefined`, never an error; whatever else goes wrong throws.
 */
export interface ObjectStore {
  /** Moves a local file into the store as the object, atomically. */
  keep(key: string, path: string): Promise<void>
  read(key: string): Promise<{ readonly stream: Readable; readonly bytes: number } | undefined>
  borrow(key: string): Promise<BorrowedObject | undefined>
  /** Idempotent: a missing object is no error. */
  remove(key: string): Promise<void>
  close(): void
}
