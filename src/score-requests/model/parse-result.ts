import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'

/** The longest outline; a longer one is not shown. */
const outlineLengthMax = 512 * 1024
/** A body up to this size is parsed in the main thread, which takes less time than starting another one. */
const inlineBytesMax = 64 * 1024
const msMax = 20_000

/** A body of a result as JSON texts. */
export interface ParsedResult {
  /** The body with the number of its transactions instead of the transactions; `null` if that is too long, or no object. */
  readonly outline: string
  /**
   * The body with its documents and its judgement. Of each section only the judgement is left, and other lists are empty.
   * `null` like the outline.
   */
  readonly head: string
}

/** Also runs as source text in a thread, so it uses nothing else of this file. */
const parseText = (text: string): { outline: string; head: string } => {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null
  const limits = ['recommendedCreditLimit', 'limit']
  const judgementMembers = [
    'productCode',
    'decision',
    'riskBand',
    'reasonCodes',
    ...limits,
    'model',
    'status',
  ]
  const emptied = (name: string, value: unknown): unknown => {
    if (!isObject(value) || name === 'documents' || judgementMembers.includes(name)) return value
    return Array.isArray(value) ? [] : Object.fromEntries(judgementMembers.map((key) => [key, value[key]]))
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // Invalid JSON is treated below like JSON that is not an object.
  }
  if (!isObject(body)) return { outline: 'null', head: 'null' }
  const { status, code, data } = body
  const shown = isObject(data)
    ? Object.fromEntries(Object.entries(data).map(([name, value]) => [name, emptied(name, value)]))
    : data
  const head = JSON.stringify({ status, code, data: shown })
  if (isObject(data) && Array.isArray(data['transactions'])) {
    data['transactionCount'] = data['transactions'].length
    delete data['transactions']
  }
  return { outline: JSON.stringify(body), head }
}

const program = `
const { parentPort, workerData } = require('node:worker_threads')
const parseText = ${parseText.toString()}
const { outline, head } = parseText(Buffer.from(workerData).toString('utf8'))
const short = (text) => (text.length > ${outlineLengthMax} ? 'null' : text)
parentPort.postMessage({ outline: short(outline), head: short(head) })
`

const inThread = (body: Buffer): Promise<ParsedResult> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      eval: true,
      env: {},
      execArgv: [],
      workerData: body,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    const timeout = setTimeout(() => void worker.terminate(), msMax)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timeout)
      reject(new Error('a result could not be parsed'))
    })
  })

const oneAtATime = pLimit(1)

/**
 * Parses a body: a small one at once, a larger one in a worker thread, of which there is one at a time. Rejects when that
 * thread takes too much memory or time.
 */
export const parseResult = (body: Buffer): Promise<ParsedResult> =>
  body.length <= inlineBytesMax
    ? Promise.resolve(parseText(body.toString('utf8')))
    : oneAtATime(() => inThread(body))

/** The outlines of several bodies as one JSON list; when they are too long together, the last ones are null. */
export const outlinesOf = (outlines: readonly string[]): string => {
  let length = 0
  const fitting = outlines.map((outline) => {
    length += outline.length
    return length > outlineLengthMax ? 'null' : outline
  })
  return `[${fitting.join(',')}]`
}
