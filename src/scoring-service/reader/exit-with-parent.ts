import { Worker } from 'node:worker_threads'

const checkEveryMs = 500

/**
 * Runs in a thread of its own: an endless loop in a hostile document would keep the main thread from noticing that the
 * parent has ended.
 */
const watcherScript = `
const { workerData: parent } = require('node:worker_threads')
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, ${checkEveryMs})
`

/** The argument of a child that the kernel ends together with its parent. */
export const endsWithParent = 'ends-with-parent'

/** Ends this process soon after its parent has ended, whatever it is doing. Not needed if the kernel does so. */
export const exitWithParent = (): void => {
  if (process.argv.includes(endsWithParent)) return
  const guard = new Worker(watcherScript, {
    eval: true,
    workerData: process.ppid,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  })
  guard.unref()
}
