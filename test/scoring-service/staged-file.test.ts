import { expect, test } from '@jest/globals'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStagedFile } from '../../src/platform/files/staged-file.js'
import { present } from '../support/present.js'

test('documents that arrive at the same time are each written completely and in order', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cauri-staged-'))
  const documents = Array.from({ length: 8 }, (_, i) => randomBytes(100_000 * i))
  const write = async (document: Buffer, i: number): Promise<Buffer> => {
    const path = join(directory, String(i))
    const file = await openStagedFile(path)
    const pieceBytes = 7_000 + 9_000 * i
    let waits = 0
    for (let at = 0; at < document.length; at += pieceBytes) {
      const written = file.add(document.subarray(at, at + pieceBytes))
      if (written) waits++
      await written
    }
    await file.finish()
    await file.close()
    // The sender has to wait while the disk is slower.
    expect(waits > 0).toBe(document.length > 150_000)
    return readFile(path)
  }
  const found = await Promise.all(documents.map(write))
  expect(found.map((bytes, i) => bytes.equals(present(documents[i])))).toEqual(documents.map(() => true))
  await rm(directory, { recursive: true })
})
