import { expect, test } from '@jest/globals'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { openStagedFile } from '../../src/platform/files/staged-file.js'
import { z } from 'zod'
import { present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { eventually } from '../support/wait.js'

/** A collection of garbage, as Node reports it. */
const collection = z.object({ detail: z.object({ kind: z.number(), flags: z.number() }) })

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

test('the buffers of a written document are freed after each 6 MB', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cauri-staged-'))
  const collections: z.infer<typeof collection>[] = []
  const observer = new PerformanceObserver((list) =>
    list.getEntries().forEach((entry) => collections.push(shaped(collection, entry))),
  )
  observer.observe({ entryTypes: ['gc'] })
  const file = await openStagedFile(join(directory, 'a'))
  for (let pieces = 0; pieces < 20 * 16; pieces++) await file.add(Buffer.alloc(64 * 1024))
  await file.finish()
  await file.close()
  const { NODE_PERFORMANCE_GC_MINOR, NODE_PERFORMANCE_GC_FLAGS_FORCED } = constants
  const forced = () =>
    collections
      .filter(({ detail: { flags } }) => flags & NODE_PERFORMANCE_GC_FLAGS_FORCED)
      .map(({ detail: { kind } }) => kind)
  await eventually('the collections are reported', () => forced().length >= 3)
  observer.disconnect()
  expect(forced()).toHaveLength(3)
  // V8 collects everything instead if it was just about to do so: at most once in so few bytes.
  expect(forced().filter((kind) => kind === NODE_PERFORMANCE_GC_MINOR).length).toBeGreaterThanOrEqual(2)
  await rm(directory, { recursive: true })
})
