import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SqliteConnection } from '../platform/database/drivers/node-sqlite.js'
import { errorCodeOf } from '../kernel/error-code.js'

/** The service cannot start here. The message is one line for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

export interface DataDirectory {
  readonly path: string
  /** Releases the directory for another process. */
  release(): void
}

const ensureWritable = (path: string): void => {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR ${path} cannot be written (${errorCodeOf(error)})`)
  }
}

/** Keeps a reference to each lock: a garbage-collected one would be released while the process lives. */
const openLocks = new Set<SqliteConnection>()

/**
 * Locks a data directory for this process, and creates it if it is missing. The lock is an open SQLite transaction on
 * a small file: the operating system releases it when the process ends, even if it is killed, so no stale pid file
 * can block a start. Throws StartError when the directory cannot be written or another process has it.
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
  openLocks.add(lock)
  const release = (): void => {
    openLocks.delete(lock)
    lock.close()
  }
  return { path, release }
}
