import { Worker } from 'node:worker_threads'
import { createTurns } from '../../platform/files/turns.js'

/** An outline that is longer says what no reader of ours shows. */
const outlineLengthMax = 512 * 1024
const msMax = 20_000

/**
 * Runs beside the loop, which has others to serve while it unfolds megabytes. A body without its transactions, and with
 * their number instead: the rest is what is shown.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const outlineOf = (bytes) => {
  try {
    const body = JSON.parse(Buffer.from(bytes).toString('utf8'))
    if (typeof body !== 'object' || body === null) return null
    const { data } = body
    if (typeof data === 'object' && data !== null && Array.isArray(data.transactions)) {
      data.transactionCount = data.transactions.length
      delete data.transactions
    }
    return body
  } catch {
    return null
  }
}
const outlines = []
let length = 0
for (const bytes of workerData) {
  const text = JSON.stringify(outlineOf(bytes))
  length += text.length
  outlines.push(length > ${outlineLengthMax} ? 'null' : text)
}
parentPort.postMessage('[' + outlines.join(',') + ']')
`

const unfold = (bodies: readonly Buffer[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      eval: true,
      env: {},
      execArgv: [],
      workerData: bodies,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    const late = setTimeout(() => void worker.terminate(), msMax)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(late)
      reject(new Error('a result could not be unfolded'))
    })
  })

const oneAtATime = createTurns(1)

/**
 * The bodies of a result as one JSON list, each without its transactions; null for what is no body. One at a time, whoever
 * asks. Rejects for what takes too much memory or time.
 */
export const outlineOf = (bodies: readonly Buffer[]): Promise<string> => oneAtATime(() => unfold(bodies))
