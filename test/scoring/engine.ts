import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine, type RunningEngine } from '../../src/scoring/engine/create-engine.js'
import type { PoolSettings } from '../../src/scoring/engine/pool.js'
import type { EngineDocument, EngineRequest } from '../../src/scoring/engine.js'
import { compiledProgram } from '../end-to-end/compile.js'
import { holder } from './fixtures/wallet-statement.js'

/** Children run what is shipped. */
const compiledReader = compiledProgram('child')

export const asOf = new Date('2026-07-02T08:00:00Z')

export interface TestEngine extends RunningEngine {
  /** Puts a document on the disk and gives what the engine is asked of it. */
  document(bytes: Buffer, more?: Partial<EngineDocument>): Promise<EngineDocument>
  request(documents: readonly EngineDocument[], more?: Partial<EngineRequest>): EngineRequest
}

export const startTestEngine = async (settings: Partial<PoolSettings> = {}): Promise<TestEngine> => {
  const directory = await mkdtemp(join(tmpdir(), 'cauri-engine-'))
  const running = createEngine({ entry: compiledReader, size: 1, ...settings })
  let count = 0
  return {
    ...running,
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
