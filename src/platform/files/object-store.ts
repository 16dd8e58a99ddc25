import type { Readable } from 'node:stream'

/** An object whose bytes are on this machine for a while. */
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
  /** Takes a file of this machine away and makes it the object, wholly or not at all. */
  keep(key: string, path: string): Promise<void>
  read(key: string): Promise<{ readonly stream: Readable; readonly bytes: number } | undefined>
  borrow(key: string): Promise<BorrowedObject | undefined>
  /** Also when it is not there. */
  remove(key: string): Promise<void>
  close(): void
}
