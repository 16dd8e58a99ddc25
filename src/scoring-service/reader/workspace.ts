import { chownSync, constants, mkdirSync, realpathSync } from 'node:fs'
import { chmod, chown, copyFile, lstat, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodeOf } from '../../kernel/error-code.js'
import { sealedLength } from '../../platform/crypto/sealed-pieces.js'
import type { Staging } from '../../platform/files/staging.js'
import { inputFolder, outputFolder, type Written } from './tasks.js'

/** The directory of one reader: it contains only the files that the reader gets, and those that it writes. */
export interface Workspace {
  readonly directory: string
  /** Copies a file to where the reader finds it; returns the path, relative to the reader's working directory. */
  give(path: string): Promise<string>
  /**
   * Moves a file of the reader into staging and returns its new path; throws when the file is not as the reader
   * reported it.
   */
  take(at: number, written: Written): Promise<string>
  /** Removes everything that the last task left. */
  clear(): Promise<void>
  remove(): Promise<void>
}

const move = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to)
  } catch (error) {
    if (errorCodeOf(error) !== 'EXDEV') throw error
    await copyFile(from, to, constants.COPYFILE_EXCL)
  }
}

/** `user`: the user that readers run as; undefined for our own. */
export const makeWorkspace = (staging: Staging, user: number | undefined): Workspace => {
  const path = staging.newPath()
  const folders = ['', inputFolder, outputFolder].map((folder) => join(path, folder))
  for (const folder of folders) {
    mkdirSync(folder, { mode: 0o700 })
    if (user !== undefined) chownSync(folder, user, user)
  }
  const directory = realpathSync(path)
  let givenCount = 0
  return {
    directory,
    give: async (from) => {
      const name = join(inputFolder, String(givenCount++))
      const to = join(directory, name)
      await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      await chmod(to, 0o400)
      if (user !== undefined) await chown(to, user, user)
      return name
    },
    take: async (at, { bytes }) => {
      const from = join(directory, outputFolder, String(at))
      const stats = await lstat(from)
      // A symbolic link or a hard link could lead to a file that the reader did not write.
      if (!stats.isFile() || stats.nlink !== 1 || stats.size !== sealedLength(bytes))
        throw new Error('a reader wrote a file other than the one it reported')
      const to = staging.newPath()
      await move(from, to)
      if (user !== undefined) await chown(to, process.getuid?.() ?? user, process.getgid?.() ?? user)
      return to
    },
    clear: async () => {
      for (const folder of [inputFolder, outputFolder])
        for (const name of await readdir(join(directory, folder)))
          await rm(join(directory, folder, name), { recursive: true, force: true })
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}
