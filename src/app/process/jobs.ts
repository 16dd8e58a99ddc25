import { createJobs, type Jobs } from '../../../jobs/agenda.js'
import { systemClock } from '../../kernel/clock.js'
import type { Logger } from '../../platform/log/log.js'
import type { App } from '../app.js'
import type { Config } from '../config/config.js'
import { StartError } from '../data-directory.js'
import { measuredTicks, registerTickMetrics } from '../metrics/process.js'
import type { Observation } from './observation.js'

/** Logs how document readers are sandboxed. Not awaited, as finding it out takes some time. */
const logReaderSandbox = async ({ readerSandbox }: App, log: Logger): Promise<void> => {
  if (!readerSandbox) return
  const { holds, lacks } = await readerSandbox
  if (lacks.length === 0) log.info({ holds, lacks }, 'document readers run in a sandbox')
  else log.warn({ holds, lacks }, 'document readers run in an incomplete sandbox')
}

/** @throws StartError for an invalid address of the job store */
const openJobs = async (
  { mongoUrl }: Config,
  { work }: App,
  { log, metrics }: Observation,
): Promise<Jobs> => {
  try {
    return await createJobs({
      ticks: measuredTicks(metrics, work),
      ...(mongoUrl === undefined ? {} : { mongoUrl }),
      log,
      clock: systemClock,
    })
  } catch (error) {
    throw new StartError(`MONGO_URL is not a valid MongoDB address: ${(error as Error).message}`)
  }
}

/** The jobs of this process, running. */
export const startJobs = async (config: Config, app: App, observation: Observation): Promise<Jobs> => {
  const jobs = await openJobs(config, app, observation)
  registerTickMetrics(observation.metrics, () => jobs.health())
  await jobs.start()
  void logReaderSandbox(app, observation.log)
  return jobs
}
