import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo, type Connection } from './connection.js'
import { percentile, stepOf, type Job, type Measured } from './job.js'

/**
 * The load generator in a process of its own. Its parent sends it one job after the other; it returns the measurements,
 * or the error of the first step that failed. It ends with its parent.
 */

const run = async (job: Job): Promise<Measured> => {
  const step = stepOf(job.subject)
  const latencies: number[] = []
  const begin = performance.now()
  const end = begin + job.seconds * 1000
  const gapMs = job.rate === undefined ? 0 : 1000 / job.rate
  let next = 0
  let steps = 0

  const work = async (connection: Connection): Promise<void> => {
    for (;;) {
      const index = next++
      const now = performance.now()
      const due = gapMs === 0 ? now : begin + index * gapMs
      if (Math.max(due, now) >= end) return
      if (due > now) await sleep(due - now)
      let since = due
      await step(connection, (job.firstCustomer + index) % job.customers, () => {
        const answeredAt = performance.now()
        latencies.push(answeredAt - since)
        since = answeredAt
      })
      steps++
    }
  }

  const connections = Array.from({ length: job.connections }, () => connectTo(job.origin))
  try {
    await Promise.all(connections.map(work))
  } finally {
    await Promise.all(connections.map((connection) => connection.close()))
  }
  const seconds = (performance.now() - begin) / 1000
  latencies.sort((a, b) => a - b)
  return {
    steps,
    seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    latencies: job.rate === undefined ? [] : latencies,
  }
}

process.on('message', (job: Job) => {
  run(job).then(
    (measured) => process.send?.({ measured }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
