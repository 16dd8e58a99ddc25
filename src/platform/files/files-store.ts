import { constants, createReadStream } from 'node:fs'
import { access, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { errorCodeOf } from '../../kernel/error-code.js'
import type { ObjectStore } from './object-store.js'

const ifExists = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const sync = async (path: string, flags: 'r' | 'r+'): Promise<void> => {
  const handle = await open(path, flags)
  await handle.sync().finally(() => handle.close())
}

/** A rename where possible, so that nobody sees a partial object; across file systems, a copy first, which is synced as the file was. */
const moveTo = async (from: string, to: string): Promise<void> => {
  try {
    return await rename(from, to)
  } catch (error) {
    if (errorCodeOf(error) !== 'EXDEV') throw error
  }
  const part = `${to}.${randomUUID()}.part`
  await copyFile(from, part, constants.COPYFILE_EXCL)
  await sync(part, 'r+')
  await rename(part, to)
  await rm(from)
}

/** Objects as files under a directory, which processes of one machine may share. */
export const createFilesStore = (root: string): ObjectStore => {
  const pathOf = (key: string): string => join(root, key)
  return {
    keep: async (key, path) => {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await moveTo(path, target)
      // A rename is durable only once the directory is synced.
      await sync(dirname(target), 'r')
    },
    read: async (key) => {
      const found = await ifExists(stat(pathOf(key)))
      return found && { stream: createReadStream(pathOf(key)), bytes: found.size }
    },
    borrow: async (key) => {
      const path = pathOf(key)
      return ifExists(access(path).then(() => ({ path, release: async () => undefined })))
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    close: () => undefined,
  }
}
