import { rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { makeDirectory } from '../../make-directory.js'

/** A directory of this process for files that are being written. What a killed process left there is gone at the start. */
export interface Staging {
  /** The path of a new file, not yet made. */
  newPath(): string
}

export const openStaging = (directory: string): Staging => {
  rmSync(directory, { recursive: true, force: true })
  makeDirectory(directory, 0o700)
  return { newPath: () => join(directory, randomUUID()) }
}
