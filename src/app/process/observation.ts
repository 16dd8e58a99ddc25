import { Registry, collectDefaultMetrics } from 'prom-client'
import { orAfter } from '../../kernel/deadline.js'
import { useTracer } from '../../kernel/trace.js'
import { canWrite } from '../../platform/log/file-outages.js'
import { createLogger, type Logger } from '../../platform/log/log.js'
import type { Config } from '../config/config.js'
import { ownVersion, registerBuildInfo } from '../metrics/process.js'
import { writtenDirectories } from '../written-directories.js'

/** The log, the metrics and the traces of a process. */
export interface Observation {
  readonly log: Logger
  readonly metrics: Registry
  readonly version: string
  /** Flushes spans, with a timeout of a second: an unreachable collector delays no shutdown. */
  readonly close: () => Promise<void>
}

const flushMsMax = 1_000

export const openObservation = async (config: Config): Promise<Observation> => {
  const log = createLogger(config, undefined, () => canWrite(writtenDirectories(config)))
  for (const { name, meant } of config.nearMisses)
    log.warn({ name, meant }, 'unknown environment variable; a setting has a similar name')
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  const version = ownVersion()
  // The tracing library is loaded only if tracing is configured.
  const tracer = config.traces
    ? (await import('../../platform/trace/open-tracer.js')).openTracer(version)
    : undefined
  useTracer(tracer)
  registerBuildInfo(metrics, { version, roles: config.roles })
  return {
    log,
    metrics,
    version,
    close: async () => {
      if (tracer)
        await orAfter(
          flushMsMax,
          tracer.close().catch(() => undefined),
          () => undefined,
        )
    },
  }
}
