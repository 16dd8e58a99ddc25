import { accessSync, constants, existsSync, readdirSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { makeDirectory } from '../../make-directory.js'

/** A directory of this process for files that are being written. What a killed process left there is gone at the start. */
export interface Staging {
  /** The path of a new file, not yet made. */
  newPath(): string
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
  return { newPath: () => join(directory, randomUUID()), close: clear }
}
