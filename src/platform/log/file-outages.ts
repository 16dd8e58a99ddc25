import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createEpisode } from '../../kernel/episode.js'
import type { Log } from '../../kernel/log.js'
import { isLoggedAsState, markLoggedAsState, withCauses } from './logged-as-state.js'

/** As we call what a bucket does not serve, whose library has many words for it. */
export const bucketAway = 'BUCKET_AWAY'

/** What the system says when this machine has no room, no file to give, or may not be written. */
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

/** As much as is written at once of most that we keep. */
const probeBytes = 64 * 1024

/** Whether files of these directories can be written; what else may be wrong with a directory is not asked here. */
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
 * Tells by state of errors that name an outage of files, when it begins and when it is over; the function marks such an error,
 * so that it is one of many.
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
    outage.met({ err: error })
    markLoggedAsState(error)
  }
}
