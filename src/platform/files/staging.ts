import { accessSync, constants, existsSync, readdirSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { makeDirectory } from './make-directory.js'

/** A disk that is full stops the books too, where they are on it: that much is never given to documents. */
const roomBytesMin = 512 * 1024 * 1024

/** What is told to a sender whose document is not taken for want of room. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom'
  readonly statusCode = 503
  readonly code = 'ENOSPC'

  constructor() {
    super('There is no room for documents now; send it again later')
  }
}

/** A directory of this process for files that are being written. What a killed process left there is gone at the start. */
export interface Staging {
  /** The path of a new file, not yet made. */
  newPath(): string
  /** Whether a document may be taken: what is already being written still fits, and all else on the disk with it. */
  hasRoom(): Promise<boolean>
  /** Removes what is there: at the end of a process nobody finishes it, and it is part of somebody's document. */
  close(): void
}

/** Throws the error of the system where it cannot be written, EEXIST for a file in the way. */
export const openStaging = (directory: string): Staging => {
  makeDirectory(directory, 0o700)
  accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  const clear = (): void => {
    if (!existsSync(directory)) return
    for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true, force: true })
  }
  clear()
  return {
    newPath: () => join(directory, randomUUID()),
    hasRoom: async () => {
      const { bavail, bsize } = await statfs(directory)
      return bavail * bsize > roomBytesMin
    },
    close: clear,
  }
}
