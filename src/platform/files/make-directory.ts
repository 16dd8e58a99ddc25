import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a directory and the parents that it lacks; one that is there, or that another process makes meanwhile, is left as
 * it is. Throws the error of the system, EEXIST for a file in the way. `mkdirSync` of Node.js 20 to 26 with `recursive`
 * never returns where the system says ENOENT although the parent is there, as it does below /proc.
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
