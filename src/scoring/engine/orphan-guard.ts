import { Worker } from 'node:worker_threads'

const everyMs = 500

/** Runs beside the parse: a loop in a hostile document would keep the main thread from noticing that it is alone. */
const watch = `
const { workerData: parent } = require('node:worker_threads')
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, ${everyMs})
`

/** Ends this process soon after its parent is gone, whatever it is doing. */
export const guardAgainstOrphanage = (): void => {
  const guard = new Worker(watch, {
    eval: true,
    workerData: process.ppid,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  })
  guard.unref()
}
