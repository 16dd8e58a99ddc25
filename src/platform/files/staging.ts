import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

/** Documents are accepted while more than this is free: a full disk would also stop the books, if they are on it. */
const roomBytesMin = 512 * 1024 * 1024

/** The refusal of a document for lack of space, with a message for its sender. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom'
  readonly statusCode = 503
  readonly code = 'ENOSPC'

  constructor() {
    super('There is no room for documents now; send it again later')
  }
}

/** A directory of this process for files that are being written. Files of a killed process are removed at the start. */
export interface Staging {
  /** The path of a new file, not yet made. */
  newPath(): string
  /** Whether another document may be accepted: enough of the disk is free. */
  hasRoom(): Promise<boolean>
  /** Removes its files at the end of the process: they are unfinished parts of personal documents. */
  close(): void
}

/** Throws the error of the system where it cannot be written, EEXIST for a file in the way. */
export const openStaging = (directory: string): Staging => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
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
