import { open, type FileHandle } from 'node:fs/promises'
import pLimit from 'p-limit'

/**
 * However many documents arrive at once, so many writes are under way, and their senders wait in their connections: what an
 * event loop does for uploads between two answers to the gateway is bounded, and so is what is held of all of them. Two
 * writes and one sync also leave one of the four threads for file work to everybody else.
 */
const writeTurn = pLimit(2)
const syncTurn = pLimit(1)

/**
 * So much goes out as one write, and no more is taken before it has: each write costs the event loop as much as sealing
 * what is in it. Of a sender who sends a few bytes at a time it is so many pieces.
 */
const heldBytesMax = 128 * 1024
const heldPiecesMax = 64

/** A file that is written in pieces and is synced to the disk when it is finished. */
export interface StagedFile {
  /** Returns a promise only when the sender has to wait (backpressure). Throws the error of an earlier write. */
  add(piece: Buffer): Promise<void> | undefined
  finish(): Promise<void>
  /** Always called, whatever became of it. */
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

  const writeHeld = (): Promise<void> => {
    const pieces = held
    held = []
    heldBytes = 0
    return writeTurn(() => writeWhole(file, pieces))
  }

  return {
    add: (piece) => {
      held.push(piece)
      heldBytes += piece.length
      if (heldBytes < heldBytesMax && held.length < heldPiecesMax) return undefined
      return (writing = writeHeld())
    },
    finish: async () => {
      await (writing = writeHeld())
      await syncTurn(() => file.sync())
    },
    close: async () => {
      await writing?.catch(() => undefined)
      await file.close()
    },
  }
}
