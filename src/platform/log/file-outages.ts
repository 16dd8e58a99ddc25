import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createEpisode } from './episode.js'
import type { Log } from '../../kernel/log.js'
import { isLoggedAsState, markLoggedAsState, withCauses } from './logged-as-state.js'

/** Our one code for a bucket that does not answer; the SDK has many. */
export const bucketAway = 'BUCKET_AWAY'

/**
 * Error codes of a full disk or quota, exhausted file descriptors, a read-only file system, an I/O error, and a bucket that does not
 * answer.
 */
export const fileOutageCodes: ReadonlySet<unknown> = new Set([
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOSPC',
  'EROFS',
  bucketAway,
])

export const isFileOutage = (error: unknown): boolean =>
  withCauses(error).some(({ code }: { readonly code?: unknown }) => fileOutageCodes.has(code))

/** As large as one write of most files that we store. */
const probeBytes = 64 * 1024

/** Whether files can be written in these directories; other faults of a directory are not checked here. */
export const canWrite = async (directories: readonly string[]): Promise<boolean> => {
  for (const directory of directories) {
    const path = join(directory, `probe-${randomUUID()}`)
    try {
      await writeFile(path, Buffer.alloc(probeBytes, 1), { flag: 'wx', mode: 0o600, flush: true })
    } catch (error) {
      if (isFileOutage(error)) return false
    } finally {
      await rm(path, { force: true }).catch(() => undefined)
    }
  }
  return true
}

/**
 * Logs the beginning and the end of a file outage as a state, found by its errors. The returned function marks such
 * an error, so that it is not logged on its own.
 */
export const loggingFileOutages = (
  log: Log,
  filesAreBack: (() => Promise<boolean>) | undefined,
): ((error: unknown) => void) => {
  const outage = createEpisode(
    log,
    { begins: 'files cannot be written or opened', ends: 'files can be written and opened again' },
    filesAreBack,
  )
  return (error) => {
    if (isLoggedAsState(error) || !isFileOutage(error)) return
    outage.report({ err: error })
    markLoggedAsState(error)
  }
}
