import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createEngine,
  type EngineSettings,
  type RunningEngine,
} from '../../src/scoring-service/reader/create-engine.js'
import type {
  EngineBody,
  EngineDocument,
  EngineRequest,
  EngineResult,
  ResultBody,
} from '../../src/scoring-service/model/engine.js'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { openPieces } from '../../src/platform/crypto/sealed-pieces.js'
import { openStaging } from '../../src/platform/files/staging.js'
import { applyEdits } from '../../src/scoring-service/results/stored-body.js'
import { compiledProgram } from '../end-to-end/compile.js'
import { holder } from './fixtures/wallet-statement.js'

/** The readers run the program that is shipped. */
const compiledReader = compiledProgram('child')

export const asOf = new Date('2026-07-02T08:00:00Z')

const sealing = developmentKeyRing('sealing')

const opened = async (body: EngineBody): Promise<ResultBody> => {
  if ('json' in body) return body
  const { size } = await stat(body.path)
  const { pieces } = await openPieces(sealing, body.objectKey, {
    stream: createReadStream(body.path),
    bytes: size,
  })
  let text = Buffer.alloc(0)
  for await (const piece of applyEdits(pieces, body.edits ?? [])) text = Buffer.concat([text, piece])
  await rm(body.path)
  return { json: text.toString() }
}

type OpenResult = Pick<EngineResult, 'documents'> & { readonly bodies: readonly ResultBody[] }

/**
 * An engine whose result bodies are decrypted, so that tests can look into them; `sealed` gives them as the service gets
 * them.
 */
export interface TestEngine extends Omit<RunningEngine, 'engine'> {
  readonly engine: (request: EngineRequest, signal?: AbortSignal) => Promise<OpenResult>
  readonly sealed: RunningEngine['engine']
  /** The directory in which its readers have their files. */
  readonly stagingDirectory: string
  /** Writes a document to the disk, and returns it as the engine takes it. */
  document(bytes: Buffer, more?: Partial<EngineDocument>): Promise<EngineDocument>
  request(documents: readonly EngineDocument[], more?: Partial<EngineRequest>): EngineRequest
}

export const startTestEngine = async (settings: Partial<EngineSettings> = {}): Promise<TestEngine> => {
  const directory = await mkdtemp(join(tmpdir(), 'cauri-engine-'))
  const stagingDirectory = join(directory, 'staging')
  const running = createEngine(
    { staging: openStaging(stagingDirectory), sealing },
    // With a lower priority the readers would wait for all other suites of a run.
    { entry: compiledReader, size: 1, niceness: 0, ...settings },
  )
  let count = 0
  return {
    ...running,
    sealed: running.engine,
    stagingDirectory,
    engine: async (request, signal) => {
      const { documents, bodies: sealed } = await running.engine(request, signal)
      const bodies: ResultBody[] = []
      for (const body of sealed) bodies.push(await opened(body))
      return { documents, bodies }
    },
    close: async () => {
      await running.close()
      await rm(directory, { recursive: true })
    },
    document: async (bytes, more = {}) => {
      const name = `document-${(count += 1)}.pdf`
      const path = join(directory, name)
      await writeFile(path, bytes)
      return {
        documentName: name,
        documentType: 'WALLET_STATEMENT',
        bankName: null,
        accountNumber: null,
        password: '482915',
        format: 'pdf',
        path,
        ...more,
      }
    },
    request: (documents, more = {}) => ({
      requestId: '6f1c1f0e-8f0a-4c58-9a3a-0d8f0a4c589a',
      productCode: 'PA',
      applicant: holder,
      documents,
      asOf,
      bureau: null,
      options: { masksContacts: false, withChecks: true, acceptsCsv: false },
      ...more,
    }),
  }
}
