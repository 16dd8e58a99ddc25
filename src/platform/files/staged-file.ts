import { open, type FileHandle } from 'node:fs/promises'
import pLimit from 'p-limit'

/**
 * However many documents arrive at once, so many writes are under way, and their senders wait in their connections: what an
 * event loop does for uploads between two answers to the gateway is bounded, and so is what is held of all of them. Two
 * writes and one sync also leave one of the four threads for file work to everybody else.
 */
const writeTurn = pLimit(2)
const syncTurn = pLimit(1)

/** What has come while the last write was under way goes out as one; no more is taken before that. */
const heldBytesMax = 128 * 1024

/** A file that grows by pieces and is on the disk when it is finished. */
export interface StagedFile {
  /** A promise only when the sender has to wait. Throws what an earlier write came to. */
  add(piece: Buffer): Promise<void> | undefined
  finish(): Promise<void>
  /** Always, whatever became of it. */
  close(): Promise<void>
}

const writeWhole = async (file: FileHandle, pieces: Buffer[]): Promise<void> => {
  const wanted = pieces.reduce((sum, { length }) => sum + length, 0)
  const { bytesWritten } = await file.writev(pieces)
  // A disk that takes a part of a write refuses the next one and says why.
  if (bytesWritten < wanted) await writeWhole(file, [Buffer.concat(pieces).subarray(bytesWritten)])
}

/** Opens a new file for a document that arrives; the pieces are written as they are, and must not be changed. */
export const openStagedFile = async (path: string): Promise<StagedFile> => {
  const file = await open(path, 'wx', 0o600)
  let held: Buffer[] = []
  let heldBytes = 0
  let writing: Promise<void> | undefined
  let failure: unknown

  const writeHeld = async (): Promise<void> => {
    try {
      while (held.length > 0) {
        await writeTurn(() => {
          const pieces = held
          held = []
          heldBytes = 0
          return writeWhole(file, pieces)
        })
      }
    } catch (error) {
      failure = error
    }
    writing = undefined
  }
  const untilWritten = async (): Promise<void> => {
    await writing
    if (failure !== undefined) throw failure
  }

  return {
    add: (piece) => {
      held.push(piece)
      heldBytes += piece.length
      if (failure === undefined) writing ??= writeHeld()
      return heldBytes >= heldBytesMax || failure !== undefined ? untilWritten() : undefined
    },
    finish: async () => {
      await untilWritten()
      await syncTurn(() => file.sync())
    },
    close: async () => {
      await writing
      await file.close()
    },
  }
}
