import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../src/app/config/config.js'
import { createEngine } from '../src/scoring-service/reader/create-engine.js'
import { developmentKeyRing } from '../src/platform/crypto/key-ring.js'
import { openStaging } from '../src/platform/files/staging.js'
import type { EngineDocument } from '../src/scoring-service/model/engine.js'
import { holder, walletStatement } from '../test/scoring-service/fixtures/wallet-statement.js'
import { median } from './compare.js'
import { limitLine, type Line } from './report.js'
import { withScratch } from './world.js'

const laps = 7
/** The rows of a busy trader in two years: a little more than 200 pages. */
export const longRows = 7200
const shortRows = 650

const ratioMax = 1.5
/**
 * The target is 4 s on a machine where the extraction alone takes 2.7 s. On a slower or busier machine only the ratio
 * counts.
 */
const longMsMax = 4000
const bareMsMax = 2700
const shortMsMax = 800
const memoryMegabytesMax = 300

/** Writes an encrypted statement of this many rows to a file in the directory. */
export const drawStatement = async (directory: string, rowCount: number): Promise<EngineDocument> => {
  const { bytes, password, rows } = await walletStatement({
    persona: 'trader',
    months: 24,
    busyness: 3.6,
    content: (content) => ({ ...content, rows: content.rows.slice(0, rowCount) }),
  })
  if (rows.length !== rowCount) throw new Error(`a statement of ${rows.length} rows, not of ${rowCount}`)
  const path = join(directory, `${rowCount}.pdf`)
  await writeFile(path, bytes)
  return {
    documentName: `${rowCount}.pdf`,
    documentType: 'WALLET_STATEMENT',
    bankName: null,
    accountNumber: null,
    password,
    format: 'pdf',
    path,
  }
}

const peakMegabytes = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024

const startBare = () => {
  const child = fork(fileURLToPath(new URL('./bare-extraction.js', import.meta.url)), [], {
    execArgv: [],
  })
  return {
    extract: async ({ path, password }: EngineDocument): Promise<number> => {
      child.send({ path, password })
      const [ms] = (await once(child, 'message')) as [number]
      return ms
    },
    stop: () => child.disconnect(),
  }
}

const startOurs = (directory: string) => {
  const parts = { staging: openStaging(join(directory, 'staging')), sealing: developmentKeyRing('sealing') }
  const running = createEngine(parts, {
    entry: join(packageRoot, 'dist', 'child.js'),
    size: 1,
    // The same conditions as for the extraction, with which it is compared.
    niceness: 0,
  })
  return {
    read: async (document: EngineDocument, productCode: 'PA' | 'PARS'): Promise<number> => {
      const began = performance.now()
      const { documents, bodies } = await running.engine({
        requestId: 'bench',
        productCode,
        applicant: holder,
        documents: [document],
        asOf: new Date('2026-07-02T08:00:00Z'),
        bureau: null,
      })
      const took = performance.now() - began
      if (bodies.length !== 1) throw new Error(`not read: ${JSON.stringify(documents)}`)
      return took
    },
    peakMegabytes: () => Math.max(...running.pids().map(peakMegabytes)),
    stop: () => running.close(),
  }
}

/** The median of the laps' ratios, since both halves of a lap run under the same load; not the ratio of two medians. */
const ratioLine = (what: string, ours: readonly number[], bare: readonly number[]): Line => {
  const ratio = median(ours.map((ms, lap) => ms / (bare[lap] as number)))
  const [took, extracted] = [median([...ours]), median([...bare])]
  return {
    what,
    target: `<= ${ratioMax} of bare extraction, ${longMsMax} ms where that takes ${bareMsMax}`,
    measured: `${Math.round(took)} ms`,
    other: `${Math.round(extracted)} ms`,
    ratio: ratio.toFixed(2),
    passed: ratio <= ratioMax && (took <= longMsMax || extracted > bareMsMax),
  }
}

/**
 * Measures from a document on the disk to the body of its result, and compares that with the PDF library's text
 * extraction alone. The two alternate lap by lap, so that both run under the same load.
 */
export const measureReading = (): Promise<Line[]> =>
  withScratch(async (directory) => {
    const [long, short] = [
      await drawStatement(directory, longRows),
      await drawStatement(directory, shortRows),
    ]
    const ours = startOurs(directory)
    const bare = startBare()
    try {
      await Promise.all([ours.read(short, 'PARS'), bare.extract(short)])
      const took = {
        bare: [] as number[],
        parsed: [] as number[],
        scored: [] as number[],
        short: [] as number[],
      }
      for (let lap = 0; lap < laps; lap += 1) {
        took.bare.push(await bare.extract(long))
        took.scored.push(await ours.read(long, 'PARS'))
        took.parsed.push(await ours.read(long, 'PA'))
        took.short.push(await ours.read(short, 'PARS'))
      }
      return [
        ratioLine('200 encrypted pages, 7,200 rows, to PA', took.parsed, took.bare),
        ratioLine('200 encrypted pages, 7,200 rows, to PARS', took.scored, took.bare),
        limitLine('20 encrypted pages to PARS', median(took.short), shortMsMax, 'ms'),
        limitLine('memory of the child, at its peak', ours.peakMegabytes(), memoryMegabytesMax, 'MB'),
      ]
    } finally {
      bare.stop()
      await ours.stop()
    }
  })
