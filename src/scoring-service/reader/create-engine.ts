import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../kernel/clock.js'
import {
  resultOptionsDefault,
  type DocumentOutcome,
  type Engine,
  type EngineRequest,
  type EngineResult,
  type StagedBody,
} from '../model/engine.js'
import { withDocuments } from '../bodies/documents.rules.js'
import type { Environment } from '../../scoring-contract/environment.js'
import type { KeyRing } from '../../platform/crypto/key-ring.js'
import { newPieceSeal } from '../../platform/crypto/sealed-pieces.js'
import type { Staging } from '../../platform/files/staging.js'
import { newObjectKey } from '../../platform/files/stored-objects.js'
import { openPool, type Pool, type PoolSettings, type TaskResult } from './pool.js'
import { readerBytesMax, readersHere } from './readers-for.js'
import { openSandbox, type Sandbox } from './sandbox.js'
import { requestBytesMax, type Answer, type ReadAnswer, type Refused, type ScoreAnswer } from './tasks.js'

export interface RunningEngine {
  readonly engine: Engine
  /** Ends the children. Requests in flight are rejected, to be taken up again. */
  close(): Promise<void>
  readonly pids: Pool['pids']
  /** What keeps the readers from the rest of this machine, once that is known. */
  readonly sandbox: Promise<Sandbox>
}

export interface EngineParts {
  readonly staging: Staging
  readonly sealing: KeyRing
}

export interface EngineSettings extends PoolSettings {
  /** Of all bodies of one request together. */
  readonly requestBytesMax: number
}

/**
 * docs/design/scoring-service.md#isolation: memory, 30 s of work and 50 ms a page, and one core left to those who are being
 * served.
 */
const defaults: EngineSettings = {
  entry: fileURLToPath(new URL('./child.js', import.meta.url)),
  size: readersHere(),
  memoryBytes: readerBytesMax,
  niceness: 19,
  workMs: 30_000,
  pageMs: 50,
  startMs: 200_000,
  tasksPerReader: 50,
  idleMs: 60_000,
  requestBytesMax,
}

const outcomeOf = (documentName: string, { refused, answer }: TaskResult<ReadAnswer>): DocumentOutcome =>
  refused
    ? { documentName, state: 'FAILED', ...refused }
    : { documentName, state: 'PARSED', fingerprint: answer.fingerprint, validity: answer.validity }

/** Documents that can be read one by one and not be scored together. */
const refusedTogether =
  (refused: Refused) =>
  (outcome: DocumentOutcome): DocumentOutcome =>
    outcome.state === 'FAILED' ? outcome : { documentName: outcome.documentName, state: 'FAILED', ...refused }

/** Whether each document makes a result of its own. */
const isEachAlone = ({ productCode, documents }: EngineRequest): boolean =>
  productCode === 'PA' || documents.length === 1

const tooLarge = (bytesMax: number): Refused => ({
  code: 'result_too_large',
  detail: `the results of a request have at most ${bytesMax} bytes`,
})

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const removeAll = async (paths: readonly string[]): Promise<void> => {
  for (const path of paths) await rm(path, { force: true })
}

/** Of several pieces of work at once, all that came of them when each has ended; the first failure is thrown after that. */
const allOf = async <T extends TaskResult<Answer>>(works: readonly Promise<T>[]): Promise<T[]> => {
  const ended = await Promise.allSettled(works)
  const failure = ended.find(({ status }) => status === 'rejected')
  const results = ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  if (failure?.status !== 'rejected') return results
  for (const result of results) if (result.answer) await removeAll(result.paths)
  throw failure.reason
}

/**
 * Starts the engine: pools of children that read and score, as this process has others to serve. The children are
 * started by the first document and end with `close`, or with this process. The sandbox of clients who try things out has one
 * reader of its own, so that a live document never waits for one of theirs.
 */
export const createEngine = (
  { staging, sealing }: EngineParts,
  settings: Partial<EngineSettings> = {},
): RunningEngine => {
  const wanted = { ...defaults, ...settings }
  const { entry, memoryBytes, niceness } = wanted
  const sandbox = openSandbox({ entry, memoryBytes, niceness, directory: dirname(staging.newPath()) })
  const place = sandbox.then((opened) => ({ sandbox: opened, staging }))
  const pools: Readonly<Record<Environment, Pool>> = {
    live: openPool(wanted, place),
    sandbox: openPool({ ...wanted, size: 1 }, place),
  }

  /** Keys of objects and what seals each: a reader has the means to seal what it wrote, and to open nothing. */
  const outputsFor = (count: number) =>
    Array.from({ length: count }, () => {
      const objectKey = newObjectKey('sealed-results', systemClock.now())
      return { objectKey, seal: newPieceSeal(sealing, objectKey) }
    })
  type Outputs = ReturnType<typeof outputsFor>

  const bodiesOf = (outputs: Outputs, result: TaskResult<Answer>): StagedBody[] =>
    result.answer
      ? result.paths.flatMap((path, at) => {
          const [written, output] = [result.answer.written[at], outputs[at]]
          return written && output ? [{ ...written, objectKey: output.objectKey, path }] : []
        })
      : []

  const scoreTogether = async (
    request: EngineRequest & { readonly productCode: 'PAS' | 'PARS' | 'P8' },
    readings: readonly { readonly path: string; readonly key: Buffer }[],
    signal?: AbortSignal,
  ) => {
    const { productCode, applicant, bureau, options = resultOptionsDefault } = request
    const outputs = outputsFor(request.documents.length + 1)
    const scored = await pools[request.environment ?? 'live'].run<ScoreAnswer>(
      {
        kind: 'score',
        productCode,
        applicant,
        asOf: request.asOf.toISOString(),
        bureau,
        options,
        readings,
        outputs: outputs.map(({ seal }) => seal),
      },
      { client: request.client ?? '', signal },
    )
    return { scored, bodies: bodiesOf(outputs, scored) }
  }

  const work = async (request: EngineRequest, signal?: AbortSignal): Promise<EngineResult> => {
    const { productCode, bureau, applicant, options = resultOptionsDefault } = request
    const pool = pools[request.environment ?? 'live']
    const isAlone = isEachAlone(request)
    const read = request.documents.map((document) => {
      const outputs = outputsFor(1)
      return {
        outputs,
        result: pool.run<ReadAnswer>(
          {
            kind: 'read',
            document,
            applicant,
            asOf: request.asOf.toISOString(),
            options,
            product: isAlone ? { productCode, bureau } : null,
            outputs: outputs.map(({ seal }) => seal),
          },
          { client: request.client ?? '', signal },
        ),
      }
    })
    const results = await allOf(read.map(({ result }) => result))
    const documents = results.map((result, i) => outcomeOf(request.documents[i]?.documentName ?? '', result))
    const readMs = sum(results.map(({ workMs }) => workMs))
    const made = results.flatMap((result, i) => bodiesOf(read[i]?.outputs ?? [], result))
    const told = (bodies: readonly StagedBody[]) =>
      bodies.map((body) => withDocuments(body, request.documents, documents))
    if (isAlone || productCode === 'PA' || made.length === 0)
      return { documents, bodies: told(made), workMs: readMs }

    const keys = new Map(
      read.flatMap(({ outputs }) => outputs.map(({ objectKey, seal }) => [objectKey, seal.key] as const)),
    )
    const readings = made.map(({ path, objectKey }) => ({
      path,
      key: keys.get(objectKey) ?? Buffer.alloc(0),
    }))
    try {
      const { scored, bodies } = await scoreTogether({ ...request, productCode }, readings, signal)
      const workMs = readMs + scored.workMs
      return scored.refused
        ? { documents: documents.map(refusedTogether(scored.refused)), bodies: [], workMs }
        : { documents, bodies: told(bodies), workMs }
    } finally {
      await removeAll(made.map(({ path }) => path))
    }
  }

  const engine: Engine = async (request, signal) => {
    const result = await work(request, signal)
    const staged = result.bodies.filter((body): body is StagedBody => 'path' in body)
    if (sum(staged.map(({ bytes }) => bytes)) <= wanted.requestBytesMax) return result
    await removeAll(staged.map(({ path }) => path))
    const refused = refusedTogether(tooLarge(wanted.requestBytesMax))
    return { ...result, documents: result.documents.map(refused), bodies: [] }
  }

  return {
    engine,
    close: async () => {
      await Promise.all([pools.live.close(), pools.sandbox.close()])
    },
    pids: () => [...pools.live.pids(), ...pools.sandbox.pids()],
    sandbox,
  }
}
