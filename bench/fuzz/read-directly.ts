import { createReadStream, readdirSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../../src/app/config/config.js'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { openPieces } from '../../src/platform/crypto/sealed-pieces.js'
import { openStaging } from '../../src/platform/files/staging.js'
import { bankNameOf } from '../../src/scoring-contract/bank-names.js'
import { sniff, sniffBytes } from '../../src/scoring-contract/sniff.js'
import type { DocumentType } from '../../src/scoring-contract/words.js'
import type { EngineBody, EngineDocument, EngineResult } from '../../src/scoring-service/model/engine.js'
import { createEngine } from '../../src/scoring-service/reader/create-engine.js'
import { residentBytes } from '../../src/scoring-service/reader/process-facts.js'
import { holder } from '../../test/scoring-service/fixtures/wallet-statement.js'
import type { DocumentInput } from './input.js'

/** The readers without the service: the same pool, sandbox and interface, but no polling. */
export interface DirectReaders {
  /** How many requests keep all readers busy. */
  readonly atOnce: number
  /** Runs one request with these documents. Throws for an outcome that is not allowed. */
  read(inputs: readonly DocumentInput[]): Promise<DirectRead>
  /** The largest memory of a reader, measured between two documents, since the last call. */
  megabytes(): number
  /** Ends the readers. Returns the files that they left behind. */
  close(): Promise<readonly string[]>
}

interface DirectRead {
  /** The outcomes in the form of `readDocuments`. */
  readonly outcomes: readonly string[]
  /** Processor time. */
  readonly workMs: number
}

const sealing = developmentKeyRing('fuzz')
const asOf = new Date('2026-07-02T08:00:00Z')

/** Checks that the body of a result is complete JSON. */
const expectBody = async (body: EngineBody): Promise<void> => {
  if ('json' in body) return void JSON.parse(body.json)
  const { size } = await stat(body.path)
  const { pieces } = await openPieces(sealing, body.objectKey, {
    stream: createReadStream(body.path),
    bytes: size,
  })
  const found: Buffer[] = []
  for await (const piece of pieces) found.push(piece)
  await rm(body.path)
  JSON.parse(Buffer.concat(found).toString())
}

const outcomesOf = ({ documents }: EngineResult): string[] =>
  documents.map((document) =>
    document.state === 'PARSED' ? 'PARSED' : `${document.code}: ${document.detail}`,
  )

export const openReaders = async (): Promise<DirectReaders> => {
  const directory = await mkdtemp(join(tmpdir(), 'cauri-fuzz-readers-'))
  const stagingDirectory = join(directory, 'staging')
  const size = availableParallelism()
  const engine = createEngine(
    { staging: openStaging(stagingDirectory), sealing },
    // The service runs readers at a low priority; here no requests compete with them.
    { entry: join(packageRoot, 'dist', 'child.js'), size, niceness: 0 },
  )
  let count = 0
  let bytesMax = 0

  const given = async ({ bytes, ...input }: DocumentInput): Promise<EngineDocument | undefined> => {
    const format = sniff(bytes.subarray(0, sniffBytes))
    if (format === undefined) return undefined
    const path = join(directory, `${(count += 1)}`)
    await writeFile(path, bytes)
    return {
      documentName: `${count}`,
      documentType: input.documentType as DocumentType,
      bankName: (input.bankName && bankNameOf(input.bankName)) ?? null,
      accountNumber: null,
      password: input.password,
      format,
      path,
    }
  }

  return {
    atOnce: size + 1,
    read: async (inputs) => {
      const all = await Promise.all(inputs.map(given))
      const documents = all.filter((document) => document !== undefined)
      if (documents.length === 0) return { outcomes: all.map(() => 'refused at upload'), workMs: 0 }
      try {
        const result = await engine.engine({
          requestId: '6f1c1f0e-8f0a-4c58-9a3a-0d8f0a4c589a',
          productCode: inputs[0]?.productCode ?? 'PA',
          applicant: { ...holder, middleName: 'Nyambura' },
          documents,
          asOf,
          bureau: null,
          options: { masksContacts: true, withChecks: true, acceptsCsv: true },
        })
        for (const body of result.bodies) await expectBody(body)
        const remaining = outcomesOf(result)
        const outcomes = all.map((document) => (document ? (remaining.shift() ?? '') : 'refused at upload'))
        return { outcomes, workMs: result.workMs ?? 0 }
      } finally {
        for (const pid of engine.pids()) bytesMax = Math.max(bytesMax, residentBytes(pid) ?? 0)
        for (const { path } of documents) await rm(path)
      }
    },
    megabytes: () => {
      const found = bytesMax / 1024 / 1024
      bytesMax = 0
      return found
    },
    close: async () => {
      await engine.close()
      const left = [...readdirSync(directory), ...readdirSync(stagingDirectory)]
      await rm(directory, { recursive: true, force: true })
      return left.filter((name) => name !== 'staging' && name !== 'reader-syscalls.bpf')
    },
  }
}
