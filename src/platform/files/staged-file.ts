import { open, type FileHandle } from 'node:fs/promises'
import pLimit from 'p-limit'
import { freeBuffers } from './free-buffers.js'

/**
 * The number of concurrent writes, however many documents arrive; other senders wait. This bounds the work of the event loop
 * between two answers to the gateway, and the memory for all uploads. Two writes and one sync also leave one of the four threads of
 * Node for other file work.
 */
const writeTurn = pLimit(2)
const syncTurn = pLimit(1)

/**
 * The bytes of one write; no more are accepted until it is done. Each write costs the event loop as much as sealing its bytes. For a
 * sender of very small pieces, the number of held pieces is limited too.
 */
const heldBytesMax = 128 * 1024
const heldPiecesMax = 64

/** A file that is written in pieces and is synced to the disk when it is finished. */
export interface StagedFile {
  /** Returns a promise only when the sender has to wait (backpressure); it rejects if the write fails. */
  add(piece: Buffer): Promise<void> | undefined
  finish(): Promise<void>
  /** Must always be called, also after an error. */
  close(): Promise<void>
}

const writeWhole = async (file: FileHandle, pieces: Buffer[]): Promise<void> => {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  const { bytesWritten } = await file.writev(pieces)
  // After a partial write, the next write fails with the reason.
  if (bytesWritten < bytes) await writeWhole(file, [Buffer.concat(pieces).subarray(bytesWritten)])
}

/** Opens a new file for an arriving document. Pieces are written without a copy, so the caller must not change them. */
export const openStagedFile = async (path: string): Promise<StagedFile> => {
  const file = await open(path, 'wx', 0o600)
  let heldPieces: Buffer[] = []
  let heldBytes = 0
  let lastWrite: Promise<void> | undefined

  const writeHeld = (): Promise<void> => {
    const pieces = heldPieces
    const bytes = heldBytes
    heldPieces = []
    heldBytes = 0
    return writeTurn(() => writeWhole(file, pieces)).then(() => freeBuffers(bytes))
  }

  return {
    add: (piece) => {
      heldPieces.push(piece)
      heldBytes += piece.length
      if (heldBytes < heldBytesMax && heldPieces.length < heldPiecesMax) return undefined
      return (lastWrite = writeHeld())
    },
    finish: async () => {
      await (lastWrite = writeHeld())
      await syncTurn(() => file.sync())
    },
    close: async () => {
      await lastWrite?.catch(() => undefined)
      await file.close()
    },
  }
}
