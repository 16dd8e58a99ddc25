import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { isOutage } from '../../src/platform/database/health/outage.js'
import { createFilesStore } from '../../src/platform/files/files-store.js'
import type { ObjectStore } from '../../src/platform/files/object-store.js'
import { openObjects } from '../../src/platform/files/open-objects.js'
import { createS3Store } from '../../src/platform/files/s3-store.js'
import { openStaging, type Staging } from '../../src/platform/files/staging.js'
import { freePort } from '../support/free-port.js'
import { startS3Server, type S3Server } from './s3-server.js'
import { first, present } from '../support/present.js'
import { addressOf } from '../support/typed.js'

let directory: string
let staging: Staging
let server: S3Server
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cauri-objects-'))
  staging = openStaging(join(directory, 'staging'))
  server = await startS3Server('bucket')
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

const settingsOf = (bucket: string) => ({
  endpoint: server.url,
  region: 'af-south-1',
  bucket,
  accessKeyId: 'key-id',
  secretAccessKey: 'secret',
})
const staged = async (bytes: Buffer): Promise<string> => {
  const path = staging.newPath()
  await writeFile(path, bytes)
  return path
}

/** What every store must do. */
describe.each<[string, () => ObjectStore]>([
  ['files', () => createFilesStore(join(directory, 'documents'))],
  ['S3', () => createS3Store(settingsOf('bucket'), staging)],
])('objects in %s', (_name, open) => {
  let store: ObjectStore
  beforeAll(() => {
    store = open()
  })
  afterAll(() => store.close())

  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))

  test('are moved into the store, and read back byte by byte', async () => {
    const path = await staged(bytes)
    await store.keep('uploads/one', path)
    expect(existsSync(path)).toBe(false)
    const found = present(await store.read('uploads/one'))
    expect(found.bytes).toBe(bytes.length)
    expect((await buffer(found.stream)).equals(bytes)).toBe(true)
  })

  test('may be empty', async () => {
    await store.keep('uploads/empty', await staged(Buffer.alloc(0)))
    const found = present(await store.read('uploads/empty'))
    expect([found.bytes, (await buffer(found.stream)).length]).toEqual([0, 0])
  })

  test('are borrowed as a local file', async () => {
    await store.keep('uploads/two', await staged(bytes))
    const borrowed = present(await store.borrow('uploads/two'))
    expect((await readFile(borrowed.path)).equals(bytes)).toBe(true)
    await borrowed.release()
    expect(await store.read('uploads/two').then((found) => found?.stream.destroy())).toBeDefined()
  })

  test('are gone once they are removed, and removing them again is no error', async () => {
    await store.keep('uploads/three', await staged(bytes))
    await store.remove('uploads/three')
    await store.remove('uploads/three')
    expect([await store.read('uploads/three'), await store.borrow('uploads/three')]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('are undefined if they do not exist', async () => {
    expect([await store.read('results/none'), await store.borrow('results/none')]).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe('the S3 store', () => {
  test('sends no optional checksums', async () => {
    const store = createS3Store(settingsOf('bucket'), staging)
    server.seen.length = 0
    await store.keep('uploads/plain', await staged(Buffer.from('%PDF-')))
    store.close()
    const put = first(server.seen)
    expect(put).toMatchObject({ method: 'PUT', headers: { 'content-length': '5' } })
    const checksums = [...Object.keys(put.headers), put.url].filter((name) => /checksum|trailer/i.test(name))
    expect(checksums).toEqual([])
  })

  test('leaves no local copy of a borrowed object', async () => {
    const store = createS3Store(settingsOf('bucket'), staging)
    await store.keep('uploads/lent', await staged(Buffer.from('x')))
    const borrowed = present(await store.borrow('uploads/lent'))
    expect(existsSync(borrowed.path)).toBe(true)
    await borrowed.release()
    expect(existsSync(borrowed.path)).toBe(false)
    store.close()
  })

  test('leaves no local part of an object that was cut off, which is an outage', async () => {
    const paths: string[] = []
    const newPath = (): string => {
      const path = staging.newPath()
      paths.push(path)
      return path
    }
    const store = createS3Store(settingsOf('bucket'), { ...staging, newPath })
    await store.keep('uploads/long', await staged(Buffer.alloc(1_000_000)))
    server.cutNext()
    expect(isOutage(await store.borrow('uploads/long').catch((error: unknown) => error))).toBe(true)
    expect(paths.map((path) => existsSync(path))).toEqual([false])
    store.close()
  })

  test('repeats a request that failed once, with the whole file', async () => {
    const store = createS3Store(settingsOf('bucket'), staging)
    server.failNext(500)
    const path = await staged(Buffer.from('again'))
    await store.keep('uploads/again', path)
    expect([existsSync(path), server.objects.get('uploads/again')?.toString()]).toEqual([false, 'again'])
    store.close()
  })

  test('reports an outage in time if S3 is down, fails or hangs', async () => {
    const hanging = createServer((request) => void request.resume())
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
    const failing = createServer((request, response) => {
      request.resume()
      response.writeHead(503).end()
    })
    await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve))
    const urlOf = (listening: Server) => `http://127.0.0.1:${addressOf(listening).port}`
    const endpoints = [urlOf(hanging), urlOf(failing), `http://127.0.0.1:${await freePort()}`]
    for (const endpoint of endpoints) {
      const store = createS3Store({ ...settingsOf('bucket'), endpoint }, staging, 200)
      for (const ask of [
        async () => store.keep('uploads/x', await staged(Buffer.from('x'))),
        () => store.read('uploads/x'),
        () => store.borrow('uploads/x'),
        () => store.remove('uploads/x'),
      ])
        expect(isOutage(await ask().catch((error: unknown) => error))).toBe(true)
      store.close()
    }
    hanging.closeAllConnections()
    hanging.close()
    failing.close()
  })

  test('throws if its bucket is missing, which is different from a missing object', async () => {
    const store = createS3Store(settingsOf('other'), staging)
    await expect(store.keep('uploads/x', await staged(Buffer.from('x')))).rejects.toThrow('NoSuchBucket')
    await expect(store.read('uploads/x')).rejects.toThrow('NoSuchBucket')
    store.close()
  })
})

const memory = '/dev/shm'
const onTwoFileSystems =
  existsSync(memory) && statSync(memory).dev !== statSync(tmpdir()).dev ? test : test.skip
onTwoFileSystems(
  'an object that is moved to another file system is synced there before it has its name',
  async () => {
    const elsewhere = await mkdtemp(join(memory, 'cauri-objects-'))
    const path = await staged(Buffer.from('x'))
    const handle = await open(path)
    const synced = jest.spyOn(Object.getPrototypeOf(handle), 'sync')
    await handle.close()
    try {
      await createFilesStore(elsewhere).keep('uploads/far', path)
      // Both are synced: the file, and the directory that has its name.
      expect(synced).toHaveBeenCalledTimes(2)
    } finally {
      synced.mockRestore()
      await rm(elsewhere, { recursive: true })
    }
  },
)

test('the staging directory is emptied at the start and at the end, also of incomplete files', async () => {
  const path = join(directory, 'staging-of-another')
  await writeFile(openStaging(path).newPath(), 'half')
  const next = openStaging(path)
  expect(await readdir(path)).toEqual([])
  await writeFile(next.newPath(), 'half')
  next.close()
  expect(await readdir(path)).toEqual([])
})

test('a document directory that cannot be written is reported at the start', async () => {
  const files = { kind: 'files', directory: '/dev/null/documents' } as const
  await expect(openObjects(files, staging)).rejects.toThrow('ENOTDIR')
})

test('a file in the place of the staging directory is reported at the start and kept', async () => {
  const path = join(directory, 'a-file')
  await writeFile(path, 'somebody else wrote this')
  expect(() => openStaging(path)).toThrow('EEXIST')
  expect(await readFile(path, 'utf8')).toBe('somebody else wrote this')
})
