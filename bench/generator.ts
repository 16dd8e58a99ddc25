import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Job, Measured } from './generator/job.js'

export type { Job, Measured, Subject } from './generator/job.js'

export interface Generator {
  /** Runs one job at a time. Throws when a step gets an unexpected answer. */
  run(job: Job): Promise<Measured>
  stop(): void
}

type Reply = { readonly measured: Measured; readonly error?: never } | { readonly error: string }

export const startGenerator = (): Generator => {
  const child = fork(join(import.meta.dirname, 'generator.js'))
  return {
    run: async (job) => {
      child.send(job)
      const [reply] = (await once(child, 'message')) as [Reply]
      if (reply.error !== undefined) throw new Error(`${JSON.stringify(job.subject)}: ${reply.error}`)
      return reply.measured
    },
    stop: () => child.disconnect(),
  }
}
