import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import {
  resultOptionsDefault,
  type DocumentOutcome,
  type Engine,
  type EngineRequest,
  type EngineResult,
} from '../engine.js'
import { withDocuments } from '../bodies/documents.rules.js'
import { openPool, type Pool, type PoolSettings, type TaskResult } from './pool.js'
import type { ReadAnswer, Refused, ScoreAnswer } from './tasks.js'

export interface RunningEngine {
  readonly engine: Engine
  /** Ends the children. Requests in flight are rejected, to be taken up again. */
  close(): Promise<void>
  readonly pids: Pool['pids']
}

/** SCORING, isolation: memory, 30 s of work and 50 ms a page, and one core left to those who are being served. */
const defaults: PoolSettings = {
  entry: fileURLToPath(new URL('./child.js', import.meta.url)),
  size: Math.max(1, availableParallelism() - 1),
  memoryBytes: 512 * 1024 * 1024,
  workMs: 30_000,
  pageMs: 50,
  startMs: 200_000,
  tasksPerReader: 50,
  idleMs: 60_000,
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

const readAll = (pool: Pool, request: EngineRequest, signal?: AbortSignal) => {
  const { productCode, bureau, applicant, options = resultOptionsDefault } = request
  return Promise.all(
    request.documents.map((document) =>
      pool.run<ReadAnswer>(
        {
          kind: 'read',
          document,
          applicant,
          asOf: request.asOf.toISOString(),
          options,
          product: isEachAlone(request) ? { productCode, bureau } : null,
        },
        signal,
      ),
    ),
  )
}

/**
 * Starts the engine: a pool of children that read and score, as this process has others to serve. The children are
 * started by the first document and end with `close`, or with this process.
 */
export const createEngine = (settings: Partial<PoolSettings> = {}): RunningEngine => {
  const pool = openPool({ ...defaults, ...settings })

  const engine: Engine = async (request, signal): Promise<EngineResult> => {
    const results = await readAll(pool, request, signal)
    const documents = results.map((result, i) => outcomeOf(request.documents[i]?.documentName ?? '', result))
    const { productCode } = request
    const told = (bodies: readonly string[]) =>
      bodies.map((json) => withDocuments(json, request.documents, documents))
    const readings = results.flatMap(({ answer }) => answer?.reading ?? [])
    if (productCode === 'PA' || readings.length === 0) {
      return { documents, bodies: told(results.flatMap(({ answer }) => answer?.bodies ?? [])) }
    }
    const scored = await pool.run<ScoreAnswer>(
      {
        kind: 'score',
        productCode,
        applicant: request.applicant,
        asOf: request.asOf.toISOString(),
        bureau: request.bureau,
        options: request.options ?? resultOptionsDefault,
        readings,
      },
      signal,
    )
    if (scored.refused) return { documents: documents.map(refusedTogether(scored.refused)), bodies: [] }
    return { documents, bodies: told(scored.answer.bodies) }
  }

  return { engine, close: () => pool.close(), pids: pool.pids }
}
