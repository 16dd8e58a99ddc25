import type { HttpParts } from '../http/types.js'
import type { Jobs } from '../../../jobs/agenda.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import type { App } from '../app.js'
import { hasJobs } from '../config/process-roles.js'
import type { Config } from '../config/config.js'

/** Whether this process should get traffic, and the state of what it depends on. */
export const createReadiness =
  (
    app: Pick<App, 'ready' | 'readerSandbox'>,
    { roles }: Pick<Config, 'roles'>,
    now: { readonly jobs: () => Jobs | undefined; readonly isStopping: () => boolean },
  ): HttpParts<RequestContext>['ready'] =>
  async () => {
    if (now.isStopping())
      return { ok: false, isExpected: true, detail: { reason: 'the process is asked to stop' } }
    await app.ready()
    if (!hasJobs(roles)) return { ok: true, detail: { database: 'up' } }
    const jobs = now.jobs()
    // The port is opened first.
    if (!jobs) return { ok: false, isExpected: true, detail: { database: 'up', jobs: 'starting' } }
    const { isLive, isStoreUp } = jobs.health()
    return {
      ok: isLive,
      detail: {
        database: 'up',
        jobs: isLive ? 'running' : 'stuck',
        ...(app.readerSandbox && { readers: (await app.readerSandbox).holds.join(' ') || 'watched only' }),
        // Without the job store a timer runs the jobs: work is shared less evenly, and nothing is lost.
        jobStore: isStoreUp ? 'up' : 'down',
      },
    }
  }
