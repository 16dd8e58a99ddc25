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
import {
  requestBytesMax,
  type Answer,
  type ReadAnswer,
  type Refused,
  type ScoreAnswer,
  type SealedReading,
} from './tasks.js'

export interface RunningEngine {
  readonly engine: Engine
  /** Ends the children. Requests in flight are rejected; a worker claims them again. */
  close(): Promise<void>
  readonly pids: Pool['pids']
  /** The sandbox layers of the readers, once they are known. */
  readonly sandbox: Promise<Sandbox>
}

export interface EngineParts {
  readonly staging: Staging
  readonly sealing: KeyRing
}

export interface EngineSettings extends PoolSettings {
  /** The limit for all result bodies of one request together. */
  readonly requestBytesMax: number
}

/**
 * The limits of docs/design/scoring-service.md#isolation: memory, 30 s of processor time and 50 ms more for each page.
 * One core is left free for serving requests.
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

/** The outcome of documents that could be read one by one but not be scored together. */
const refusedTogether =
  (refused: Refused) =>
  (outcome: DocumentOutcome): DocumentOutcome =>
    outcome.state === 'FAILED' ? outcome : { documentName: outcome.documentName, state: 'FAILED', ...refused }

/** Whether each document has a result of its own, and no combined one. */
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

/**
 * Waits until all of the work has ended and returns the results. If any work failed, removes the files of the others
 * and throws the first failure.
 */
const allOf = async <T extends TaskResult<Answer>>(works: readonly Promise<T>[]): Promise<T[]> => {
  const ended = await Promise.allSettled(works)
  const failure = ended.find(({ status }) => status === 'rejected')
  const results = ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  if (failure?.status !== 'rejected') return results
  for (const result of results) if (result.answer) await removeAll(result.paths)
  throw failure.reason
}

/**
 * The names of new objects in the store, each with a sealing key of its own: a reader can seal its output and decrypt
 * nothing else.
 */
const outputsFor = (count: number, sealing: KeyRing) =>
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

/** The parts of an engine: a pool for each environment, and the keys that seal the results. */
interface EngineResources {
  readonly pools: Readonly<Record<Environment, Pool>>
  readonly sealing: KeyRing
}

const scoreTogether = async (
  { pools, sealing }: EngineResources,
  request: EngineRequest,
  readings: readonly SealedReading[],
  signal?: AbortSignal,
) => {
  const { productCode, applicant, bureau, options = resultOptionsDefault } = request
  if (productCode === 'PA') throw new Error('each document of PA is scored alone')
  const outputs = outputsFor(request.documents.length + 1, sealing)
  const scored = await pools[request.environment ?? 'live'].run<ScoreAnswer>(
    {
      kind: 'score',
      productCode,
      applicant,
      asOf: request.asOf.toISOString(),
      bureau,
      options,
      readings,
      seals: outputs.map(({ seal }) => seal),
    },
    { client: request.client ?? '', signal },
  )
  return { scored, bodies: bodiesOf(outputs, scored) }
}

/** Reads every document. If each document has its own result, the reader that read it also makes the result. */
const readAll = async ({ pools, sealing }: EngineResources, request: EngineRequest, signal?: AbortSignal) => {
  const { productCode, bureau, applicant, options = resultOptionsDefault } = request
  const isAlone = isEachAlone(request)
  const read = request.documents.map((document) => {
    const outputs = outputsFor(1, sealing)
    return {
      outputs,
      result: pools[request.environment ?? 'live'].run<ReadAnswer>(
        {
          kind: 'read',
          document,
          applicant,
          asOf: request.asOf.toISOString(),
          options,
          product: isAlone ? { productCode, bureau } : null,
          seals: outputs.map(({ seal }) => seal),
        },
        { client: request.client ?? '', signal },
      ),
    }
  })
  const results = await allOf(read.map(({ result }) => result))
  const keys = new Map(
    read.flatMap(({ outputs }) => outputs.map(({ objectKey, seal }) => [objectKey, seal.key] as const)),
  )
  return {
    documents: results.map((result, i) => outcomeOf(request.documents[i]?.documentName ?? '', result)),
    bodies: results.flatMap((result, i) => bodiesOf(read[i]?.outputs ?? [], result)),
    workMs: sum(results.map(({ workMs }) => workMs)),
    keyOf: (objectKey: string): Buffer => keys.get(objectKey) ?? Buffer.alloc(0),
  }
}

const work = async (
  resources: EngineResources,
  request: EngineRequest,
  signal?: AbortSignal,
): Promise<EngineResult> => {
  const { documents, bodies: readBodies, workMs: readMs, keyOf } = await readAll(resources, request, signal)
  const allWithDocuments = (bodies: readonly StagedBody[]) =>
    bodies.map((body) => withDocuments(body, request.documents, documents))
  if (isEachAlone(request) || readBodies.length === 0)
    return { documents, bodies: allWithDocuments(readBodies), workMs: readMs }

  const readings = readBodies.map(({ path, objectKey }) => ({ path, key: keyOf(objectKey) }))
  try {
    const { scored, bodies } = await scoreTogether(resources, request, readings, signal)
    const workMs = readMs + scored.workMs
    return scored.refused
      ? { documents: documents.map(refusedTogether(scored.refused)), bodies: [], workMs }
      : { documents, bodies: allWithDocuments(bodies), workMs }
  } finally {
    await removeAll(readBodies.map(({ path }) => path))
  }
}

/** Discards the results of a request if they are too large together. */
const withinBytes = async (result: EngineResult, bytesMax: number): Promise<EngineResult> => {
  const staged = result.bodies.filter((body): body is StagedBody => 'path' in body)
  if (sum(staged.map(({ bytes }) => bytes)) <= bytesMax) return result
  await removeAll(staged.map(({ path }) => path))
  return { ...result, documents: result.documents.map(refusedTogether(tooLarge(bytesMax))), bodies: [] }
}

/**
 * Starts the engine: pools of children that read and score, so that this process stays free to serve requests. The
 * first document starts the children; they end with `close`, or with this process. The sandbox environment has
 * one reader of its own, so that its documents never delay live ones.
 */
export const createEngine = (
  { staging, sealing }: EngineParts,
  settings: Partial<EngineSettings> = {},
): RunningEngine => {
  const allSettings = { ...defaults, ...settings }
  const { entry, memoryBytes, niceness } = allSettings
  const sandbox = openSandbox({ entry, memoryBytes, niceness, directory: dirname(staging.newPath()) })
  const place = sandbox.then((opened) => ({ sandbox: opened, staging }))
  const pools: Readonly<Record<Environment, Pool>> = {
    live: openPool(allSettings, place),
    sandbox: openPool({ ...allSettings, size: 1 }, place),
  }
  return {
    engine: async (request, signal) =>
      withinBytes(await work({ pools, sealing }, request, signal), allSettings.requestBytesMax),
    close: async () => {
      await Promise.all([pools.live.close(), pools.sandbox.close()])
    },
    pids: () => [...pools.live.pids(), ...pools.sandbox.pids()],
    sandbox,
  }
}
