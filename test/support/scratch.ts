import { accessSync, constants, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The memory file system of Linux. */
const memory = '/dev/shm'
/** Containers often have 64 MB there, which one run would fill. */
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
 * Creates a folder for the data of a test, in memory if there is room: on a disk each commit and each new table would
 * wait for a sync. A killed process loses nothing in memory, and no test cuts the power.
 */
export const scratchFolder = (prefix: string): Promise<string> =>
  mkdtemp(join(hasRoom(memory) ? memory : tmpdir(), prefix))
