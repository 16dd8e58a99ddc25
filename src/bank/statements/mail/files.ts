import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { errorCodeOf } from '../../../kernel/error-code.js'
import type { Instant } from '../../../kernel/clock.js'
import type { Mailer } from './port.js'
import { messageOf } from './message.js'

const extension = '.eml'

/** The file of a Message-ID, so that a mail that is sent twice is one file. */
const fileOf = (messageId: string): string =>
  `${createHash('sha256').update(messageId).digest('hex').slice(0, 32)}${extension}`

/** Writes mails to a directory as `.eml` files, which any mail program opens. A file is never partial. */
export const createFileMailer = (directory: string, from: string): Mailer => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (mail) => {
      try {
        const { message } = await transport.sendMail(messageOf(from, mail))
        await mkdir(directory, { recursive: true, mode: 0o700 })
        const path = join(directory, fileOf(mail.messageId))
        await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
        await rename(`${path}.part`, path)
        return { state: 'SENT' }
      } catch (error) {
        return { state: 'LATER', problem: errorCodeOf(error) }
      }
    },
  }
}

/** The text of the mail with this id; undefined when its file is gone. */
export const readMailFile = (directory: string, messageId: string): Promise<string | undefined> =>
  readFile(join(directory, fileOf(messageId)), 'utf8').catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  })

/**
 * Removes mails, and partial files, that were written before a moment; at most `max`. Returns how many; 0 without a
 * directory.
 */
export const removeMailFiles = async (directory: string, before: Instant, max: number): Promise<number> => {
  const names = await readdir(directory).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return []
    throw error
  })
  let removed = 0
  for (const name of names) {
    if (removed === max) break
    if (!name.endsWith(extension) && !name.endsWith(`${extension}.part`)) continue
    const path = join(directory, name)
    if ((await stat(path)).mtimeMs >= before) continue
    await unlink(path)
    removed++
  }
  return removed
}
