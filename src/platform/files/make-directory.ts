import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a directory and its missing parents; an existing one is left unchanged. Throws the error of the system, EEXIST if a file is
 * in the way. It replaces `mkdirSync` with `recursive`, which in Node.js 20 to 26 never returns where the system answers ENOENT
 * although the parent exists, as below /proc.
 */
export const makeDirectory = (path: string, mode = 0o777): void => {
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeDirectory(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (!isDirectory(path)) throw error
  }
}

const isDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
