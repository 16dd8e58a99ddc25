import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import {
  resultOptionsDefault,
  type DocumentOutcome,
  type Engine,
  type EngineRequest,
  type EngineResult,
  type ResultBody,
  type ResultOptions,
} from '../engine.js'
import { openPool, type Pool, type PoolSettings, type TaskResult } from './pool.js'
import type { ReadAnswer, Refused, ScoreAnswer } from './tasks.js'

export type EngineSettings = Partial<PoolSettings>

export interface RunningEngine {
  readonly engine: Engine
  /** Ends the children. Requests in flight are rejected, to be taken up again. */
  close(): Promise<void>
  readonly pids: Pool['pids']
}

/** SCORING, isolation: memory, 30 s and 50 ms a page, and one core left to those who are being served. */
const defaults: PoolSettings = {
  entry: fileURLToPath(new URL('./child.js', import.meta.url)),
  execArgv: [],
  size: Math.max(1, availableParallelism() - 1),
  memoryBytes: 512 * 1024 * 1024,
  wallMs: 30_000,
  pageMs: 50,
  startMs: 20_000,
  tasksPerReader: 50,
  idleMs: 60_000,
}

const parsedBody = (data: string): ResultBody => ({ json: `{"status":"success","code":200,"data":${data}}` })

const outcomeOf = (documentName: string, { refused }: TaskResult<ReadAnswer>): DocumentOutcome =>
  refused ? { documentName, state: 'FAILED', ...refused } : { documentName, state: 'PARSED' }

/** Documents that can be read one by one and not be scored together. */
const refusedTogether =
  (refused: Refused) =>
  (outcome: DocumentOutcome): DocumentOutcome =>
    outcome.state === 'FAILED' ? outcome : { documentName: outcome.documentName, state: 'FAILED', ...refused }

const readAll = (pool: Pool, request: EngineRequest, options: ResultOptions, signal?: AbortSignal) =>
  Promise.all(
    request.documents.map((document) =>
      pool.run<ReadAnswer>(
        {
          kind: 'read',
          document,
          applicant: request.applicant,
          asOf: request.asOf.toISOString(),
          options,
        },
        signal,
      ),
    ),
  )

/**
 * Starts the engine: a pool of children that read and score, as this process has others to serve. The children are
 * started by the first document and end with `close`, or with this process.
 */
export const createEngine = (settings: EngineSettings = {}): RunningEngine => {
  const pool = openPool({ ...defaults, ...settings })

  const engine: Engine = async (request, signal): Promise<EngineResult> => {
    const { options = resultOptionsDefault } = request
    const results = await readAll(pool, request, options, signal)
    const documents = results.map((result, i) => outcomeOf(request.documents[i]?.documentName ?? '', result))
    const readings = results.flatMap(({ answer }) => answer ?? [])
    if (readings.length === 0) return { documents, bodies: [] }
    const { productCode } = request
    if (productCode === 'PA') return { documents, bodies: readings.map(({ data }) => parsedBody(data)) }
    const scored = await pool.run<ScoreAnswer>(
      {
        kind: 'score',
        productCode,
        applicant: request.applicant,
        asOf: request.asOf.toISOString(),
        bureau: request.bureau,
        options,
        readings,
      },
      signal,
    )
    if (scored.refused) return { documents: documents.map(refusedTogether(scored.refused)), bodies: [] }
    return { documents, bodies: scored.answer.bodies.map((json) => ({ json })) }
  }

  return { engine, close: () => pool.close(), pids: pool.pids }
}
