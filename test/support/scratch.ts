import { accessSync, constants, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
/** A container is often given 64 MB, which one run would fill. */
const roomBytesMin = 1024 ** 3

const hasRoom = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= roomBytesMin
  } catch {
    return false
  }
}

/**
 * Makes a folder for what a test keeps: in memory where there is room, since a disk makes every commit and every new table
 * wait for its sync, and no test cuts the power. A process that is killed loses nothing there.
 */
export const scratchFolder = (prefix: string): Promise<string> =>
  mkdtemp(join(hasRoom(memory) ? memory : tmpdir(), prefix))
