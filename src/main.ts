import 'reflect-metadata'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Jobs } from '../jobs/agenda.js'
import { createApp } from './app/app.js'
import { forgetEnvironmentSecrets, readConfig, type Config } from './app/config/config.js'
import { hasEntryPoints, hasJobs } from './app/config/process-roles.js'
import { explain } from './app/explain-start.js'
import { hostToShow, welcome } from './app/front.js'
import { reloadCertificate } from './app/http/reload-certificate.js'
import { openEntryPoints } from './app/process/entry-points.js'
import { startJobs } from './app/process/jobs.js'
import { openObservation } from './app/process/observation.js'
import { createReadiness } from './app/process/readiness.js'
import { systemClock } from './kernel/clock.js'
import type { Log } from './kernel/log.js'

/** After the drain, work in flight has this long; then the process exits. */
const stopMsMax = 9_500

/**
 * The signal that asks this process to stop. Handled from the start: the first process of a container ignores a
 * signal without a handler, and would be killed in the middle of a migration. A start in progress is finished first,
 * if it ends in time.
 */
const listenForStop = (drainMs: () => number) =>
  new Promise<NodeJS.Signals>((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      setTimeout(() => process.exit(1), drainMs() + stopMsMax).unref()
      resolve(signal)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    // A closed terminal is no reason to stop: a service that was started from one keeps running.
    process.on('SIGHUP', () => undefined)
  })

/** The certificate that this process serves, in PEM: that of the start, until a renewed one is used. */
const createOwnCertificate = ({ tls }: Config) => {
  let served = tls && readFileSync(tls.certFile, 'utf8')
  return { ownCertificate: () => served, onUse: (renewed: string): void => void (served = renewed) }
}

/** A process without the scoring service needs SCORING_BASE_URL to reach one that has it. */
const warnWithoutScoring = ({ roles, scores }: Config, log: Log): void => {
  if (roles.has('reader') && !roles.has('scoring') && scores.baseUrl === undefined)
    log.warn({}, 'SCORING_BASE_URL is not set: this process sends no score requests')
}

interface Running {
  readonly stop: (signal: NodeJS.Signals, drainMs: number) => Promise<void>
}

const run = async (config: Config): Promise<Running> => {
  let isStopping = false
  let jobs: Jobs | undefined
  let ownUrl: string | undefined
  const { ownCertificate, onUse } = createOwnCertificate(config)
  const observation = await openObservation(config)
  const { log, metrics, version } = observation
  const app = await createApp(config, {
    clock: systemClock,
    log,
    metrics,
    nudge: (work) => jobs?.nudge(work),
    ownUrl: () => ownUrl,
    ownCertificate,
  })
  const ready = createReadiness(app, config, { jobs: () => jobs, isStopping: () => isStopping })
  const entryPoints = await openEntryPoints(config, app, observation, ready)

  // The port first: a process that cannot listen must not have begun to work.
  const { port } = await entryPoints.listen()
  const scheme = config.tls ? 'https' : 'http'
  const origin = `${scheme}://${hostToShow(config.host)}:${port}`
  const { roles, printsWelcome } = config
  warnWithoutScoring(config, log)
  if (roles.has('scoring')) ownUrl = origin
  if (hasJobs(roles)) jobs = await startJobs(config, app, observation)
  log.info(
    { event: 'service.listening', roles: [...roles] },
    `Cauri listens on ${scheme}://${config.host}:${port}`,
  )
  if (printsWelcome) process.stdout.write(welcome(config, { origin, version, emulator: app.emulatorUrl }))
  const endReloading = reloadCertificate(entryPoints.servers, config.tls, { log, clock: systemClock, onUse })

  return {
    stop: async (signal, drainMs) => {
      isStopping = true
      // The port stays open until load balancers, which poll the readiness, have seen that this process is not ready.
      if (drainMs > 0) {
        log.info({ signal, drainMs }, 'not ready any more; the port closes soon')
        await sleep(drainMs)
      }
      endReloading()
      log.info({ signal }, 'shutting down; finishing what is in flight')
      await Promise.all([entryPoints.close(), jobs?.stop()])
      await entryPoints.end()
      await app.close()
      await observation.close()
    },
  }
}

const start = async (): Promise<void> => {
  // Files of this process are readable by its user alone.
  process.umask(0o077)
  let drainMs = 0
  const askedToStop = listenForStop(() => drainMs)
  const config = readConfig()
  forgetEnvironmentSecrets()
  if (hasEntryPoints(config.roles)) drainMs = config.drainMs
  const running = await run(config)
  await running.stop(await askedToStop, drainMs)
  process.exit(0)
}

/** Runs the service until it is asked to stop: `cauri start`. The process ends with it. */
export const serve = (printError: (message: string) => void): Promise<void> =>
  start().catch((error: unknown) => {
    printError(explain(error))
    process.exit(1)
  })
