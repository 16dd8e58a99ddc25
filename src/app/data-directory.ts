import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { SqliteConnection } from '../platform/database/drivers/node-sqlite.js'
import { errorCodeOf } from '../kernel/error-code.js'
import { makeDirectory } from '../platform/files/make-directory.js'

/** The service cannot start here. The message is one line for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

export interface DataDirectory {
  readonly path: string
  /** Releases it for the next process. */
  release(): void
}

const ensureWritable = (path: string): void => {
  try {
    makeDirectory(path, 0o700)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR ${path} cannot be written (${errorCodeOf(error)})`)
  }
}

/** Keeps a reference: a garbage-collected lock would be released while the process lives. */
const held = new Set<SqliteConnection>()

/**
 * Takes a data directory for this process alone, and makes it when it is not there.
 * The lock is an open SQLite transaction on a small file: the operating system drops it with the process, however the
 * process ends, so a killed one blocks nobody and no stale pid file has to be judged.
 * Throws StartError when it cannot be written or another process has it.
 */
export const openDataDirectory = (path: string): DataDirectory => {
  ensureWritable(path)
  let lock: SqliteConnection | undefined
  try {
    lock = new SqliteConnection(join(path, 'process.lock'), { timeout: 0 })
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    if (errorCodeOf(error).startsWith('SQLITE_BUSY')) {
      throw new StartError(`DATA_DIR ${path} is in use by another process; give each process its own`)
    }
    throw new StartError(`DATA_DIR ${path} cannot be locked (${errorCodeOf(error)})`)
  }
  held.add(lock)
  const release = (): void => {
    held.delete(lock)
    lock.close()
  }
  return { path, release }
}
