import { removeMailFiles } from '../statements/mail/files.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Call } from '../../kernel/call.js'

const chunkSizeMax = 200
const msPerDay = 86_400_000

export interface MailFileDeps {
  /** Undefined where mails go to a mail server, so that there are no files. */
  readonly outboxDirectory: string | undefined
  readonly retentionDays: number
  readonly jobCall: () => Call
}

/**
 * Removes old mails, with their statements, from the outbox directory: once a day, a bounded number per tick. The
 * directory belongs to this process, so the day is remembered in memory.
 */
export const createMailFileCleaning = ({ outboxDirectory, retentionDays, jobCall }: MailFileDeps) => {
  let cleanedOn: LocalDate | undefined
  return async (): Promise<void> => {
    const { now, today } = jobCall()
    if (outboxDirectory === undefined || cleanedOn === today) return
    const removed = await removeMailFiles(outboxDirectory, now - retentionDays * msPerDay, chunkSizeMax)
    if (removed < chunkSizeMax) cleanedOn = today
  }
}
