import type { Readable } from 'node:stream'

/** An object whose bytes are temporarily on this machine. */
export interface BorrowedObject {
  /** Absolute. */
  readonly path: string
  release(): Promise<void>
}

/**
 * The store of documents and results: files for one machine, an S3-compatible service for several. Keys are made by us
 * (`[a-z0-9/-]`) and never contain a client's text. A missing object is `undefined`; any other problem throws.
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
