import { execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { DocumentOutcome, EngineDocument } from '../../src/scoring-service/model/engine.js'
import { residentBytes } from '../../src/scoring-service/reader/process-facts.js'
import { compiledProgram } from '../end-to-end/compile.js'
import { eventually } from '../support/wait.js'
import { startTestEngine, type TestEngine } from './engine.js'
import { crossReferenceLoop, flateBomb, manyPages } from './fixtures/bombs.js'
import { walletStatement } from './fixtures/wallet-statement.js'
import { at } from '../support/present.js'

const megabyte = 1024 * 1024

let engine: TestEngine
let genuine: EngineDocument
let bomb: EngineDocument

beforeAll(async () => {
  engine = await startTestEngine()
  genuine = await engine.document((await walletStatement({ months: 1 })).bytes)
  bomb = await engine.document(flateBomb(400 * megabyte))
})

afterAll(() => engine.close())

const outcomeOf = async (document: EngineDocument, on: TestEngine = engine): Promise<DocumentOutcome> => {
  const { documents, bodies } = await on.engine(on.request([document]))
  expect(bodies).toHaveLength(documents[0]?.state === 'PARSED' ? 1 : 0)
  return at(documents, 0)
}

const failureOf = (work: Promise<unknown>): Promise<string> => work.then(() => 'none', String)

const refusedWith = (code: string) => expect.objectContaining({ state: 'FAILED', code })
const isRead = expect.objectContaining({ state: 'PARSED' })

/** Whether a process has ended; a zombie that its parent has not waited for counts as ended. */
const isGone = (pid: number): boolean => {
  try {
    return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return true
  }
}

describe('documents that harm their reader, or are missing', () => {
  test('one of some kilobytes that expands to hundreds of megabytes is refused, and the next document is read', async () => {
    expect(readFileSync(bomb.path).length).toBeLessThan(10_000)
    expect(await outcomeOf(bomb)).toEqual(refusedWith('resource_limit'))
    expect(await outcomeOf(genuine)).toEqual(isRead)
  })

  test.each([
    ['five thousand pages', () => manyPages(5000), 'too_many_pages'],
    ['a cross-reference section that refers to itself', crossReferenceLoop, 'image_only'],
  ])('%s: refused, and the next document is read', async (_, make, code) => {
    expect(await outcomeOf(await engine.document(make()))).toEqual(refusedWith(code))
    expect(await outcomeOf(genuine)).toEqual(isRead)
  })

  test('one that leaves an unhandled rejection in the PDF library is read, and its reader goes on', async () => {
    const bytes = readFileSync(join(import.meta.dirname, 'fixtures', 'left-behind.pdf'))
    const bank = { documentType: 'BANK_STATEMENT', bankName: 'ABSA', password: null } as const
    await outcomeOf(genuine)
    const before = engine.pids()
    expect(await outcomeOf(await engine.document(bytes, bank))).toEqual(isRead)
    expect(await outcomeOf(genuine)).toEqual(isRead)
    expect(engine.pids()).toEqual(before)
  })

  test('one whose reader is killed from outside fails, and the next document has another reader', async () => {
    await outcomeOf(genuine)
    const pid = at(engine.pids(), 0)
    const failure = failureOf(outcomeOf(bomb))
    process.kill(pid, 'SIGKILL')
    expect(await failure).toMatch('ReaderCrashed')
    expect(await outcomeOf(genuine)).toEqual(isRead)
    expect(engine.pids()).not.toContain(pid)
  })

  test('one whose reading never ends is refused with resource_limit', async () => {
    const entry = compiledProgram('endless-reader')
    const patient = await startTestEngine({ entry, workMs: 200, pageMs: 0 })
    try {
      expect(await outcomeOf(genuine, patient)).toEqual(refusedWith('resource_limit'))
    } finally {
      await patient.close()
    }
  })

  test('one that is missing on the disk is an outage', async () => {
    await expect(engine.engine(engine.request([{ ...genuine, path: '/nowhere/a.pdf' }]))).rejects.toThrow(
      /ENOENT/,
    )
  })
})

describe('readers', () => {
  let own: TestEngine | undefined
  afterEach(async () => {
    await own?.close()
    own = undefined
  })

  test('start with the first document, with an empty environment and the lowest priority', async () => {
    own = await startTestEngine({ niceness: 19 })
    expect(own.pids()).toEqual([])
    await outcomeOf(await own.document(readFileSync(genuine.path)), own)
    const [pid = 0] = own.pids()
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
      .split('\0')
      .map((entry) => entry.split('=')[0])
    expect(environment.filter((name) => name !== '' && !name?.startsWith('NODE_CHANNEL_'))).toEqual([])
    expect(readFileSync(`/proc/${pid}/cmdline`, 'latin1')).not.toContain(genuine.password)
    expect(getPriority(pid)).toBe(19)
    expect(residentBytes(pid)).toBeGreaterThan(20 * megabyte)
  })

  test('are replaced after a number of documents', async () => {
    own = await startTestEngine({ tasksPerReader: 1 })
    await outcomeOf(await own.document(readFileSync(genuine.path)), own)
    const [first] = own.pids()
    await outcomeOf(await own.document(readFileSync(genuine.path)), own)
    expect(own.pids()).toHaveLength(1)
    expect(own.pids()).not.toContain(first)
  })

  test('leave no files of results that are too large together', async () => {
    const [alone] = (await engine.sealed(engine.request([genuine]))).bodies
    if (!alone || !('path' in alone)) throw new Error('a body is a file')
    await rm(alone.path)
    own = await startTestEngine({ requestBytesMax: alone.bytes * 1.5 })
    const together = await own.engine(own.request([genuine, { ...genuine, documentName: 'again' }]))
    expect(together.documents).toEqual([refusedWith('result_too_large'), refusedWith('result_too_large')])
    expect(together.bodies).toEqual([])
    const left = readdirSync(own.stagingDirectory, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile() && !entry.name.endsWith('.bpf'))).toEqual([])
  })

  test('end with the engine, and the work in flight fails', async () => {
    own = await startTestEngine()
    const inFlight = failureOf(own.engine(own.request([bomb, genuine])))
    await eventually('a child is there', () => own?.pids().length === 1)
    const pids = own.pids()
    await own.close()
    expect(await inFlight).toMatch('closed')
    expect(pids.map(isGone)).toEqual([true])
    await expect(own.engine(own.request([genuine]))).rejects.toThrow('closed')
    own = undefined
  })

  test('stop at once when their request is aborted', async () => {
    own = await startTestEngine()
    const abort = new AbortController()
    const waiting = failureOf(own.engine(own.request([bomb, genuine]), abort.signal))
    abort.abort(new Error('no longer wanted'))
    expect(await waiting).toMatch('no longer')
    expect(await outcomeOf(genuine, own)).toEqual(isRead)
  })

  test('that cannot be started for want of file handles fail their task, and the process goes on', async () => {
    const few = ['-c', 'ulimit -n 64; exec "$@"', '--', process.execPath, compiledProgram('without-handles')]
    const { stdout } = await promisify(execFile)('/bin/sh', few)
    expect(stdout).toBe('EMFILE, ended\n')
  })

  test('end when their parent is killed, even in the middle of a document', async () => {
    const holder = compiledProgram('hold-readers')
    const parent = spawn(process.execPath, [holder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const pid = await new Promise<number>((resolve) => {
      parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())))
    })
    parent.kill('SIGKILL')
    await eventually('the child is gone', () => isGone(pid), 20_000)
  })
})

test('documents are read in the order in which they came', async () => {
  const finished: number[] = []
  await Promise.all(
    [1, 2, 3, 4].map(async (number) => {
      await outcomeOf(genuine)
      finished.push(number)
    }),
  )
  expect(finished).toEqual([1, 2, 3, 4])
})

test('a request whose documents have been read is scored before further requests are read', async () => {
  const ended: string[] = []
  const asked = (name: string, documents: readonly EngineDocument[], productCode: 'PA' | 'PARS') =>
    engine.engine(engine.request(documents, { productCode })).then(() => ended.push(name))
  await Promise.all([
    asked('together', [genuine, genuine], 'PARS'),
    ...['next', 'second', 'third'].map((name) => asked(name, [genuine], 'PA')),
  ])
  // The reader already had the next document when the last one of the first request was read.
  expect(ended).toEqual(['next', 'together', 'second', 'third'])
})
