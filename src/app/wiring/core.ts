import { releaseOrphanedLeases } from '../../bank/end-of-day/lease.js'
import { ensureSystemClock } from '../../bank/business-clock/clocks.repository.js'
import { civilDate } from '../../kernel/calendar.js'
import type { Actor, Call, Language } from '../../kernel/call.js'
import type { WallClock } from '../../kernel/clock.js'
import type { Database } from '../../platform/database/database.js'
import { serverLimitProblems, userRightProblems } from '../../platform/database/health/server-limits.js'
import { tracedDatabase } from '../../platform/trace/traced-database.js'
import { loggingOutages } from '../../platform/database/health/log-outages.js'
import { loggingChanges } from '../../platform/identity/logged-changes.js'
import { createKeyRegister, type KeyRegister } from '../../platform/identity/keys/key-register.js'
import type { Config } from '../config/config.js'
import { StartError } from '../data-directory.js'
import { forScrapes } from '../metrics/for-scrapes.js'
import { registerExpiryMetrics } from '../metrics/expiry.js'
import { countingRetries, registerPoolMetrics } from '../metrics/process.js'
import { registerQueueMetrics } from '../metrics/queues.js'
import type { AppParts } from '../parts.js'
import { openDatabaseOrStartError, publishProductsOrStartError } from './openings.js'

export interface CallFacts {
  readonly language?: Language
  readonly session?: string | null
  readonly journey?: string | null
  readonly address?: string
}

/** Makes a call; the clock is read here, once per call. */
export type CallOf = (actor: Actor, facts?: CallFacts) => Call

const job: Actor = { name: 'job', roles: new Set() }

const createCallOf = ({ timeZone }: Config, clock: WallClock): CallOf => {
  const dateOf = civilDate(timeZone)
  return (actor, facts = {}) => {
    const now = clock.now()
    return {
      now,
      today: dateOf(now),
      zone: timeZone,
      language: facts.language ?? 'fr',
      actor,
      session: facts.session ?? null,
      journey: facts.journey ?? null,
      address: facts.address,
    }
  }
}

const openDatabase = async (
  config: Config,
  { clock, isClockSimulated, log, metrics }: AppParts,
): Promise<Database> => {
  const opened = await openDatabaseOrStartError(config, isClockSimulated === true ? clock : undefined)
  registerPoolMetrics(metrics, opened)
  const counted = countingRetries(metrics, loggingOutages(opened, log))
  const database = loggingChanges(tracedDatabase(counted), log)
  for (const problem of await serverLimitProblems(database, config.databasePoolSize))
    log.warn({ problem }, 'the limits of the database server are too low')
  if (config.production)
    for (const problem of await userRightProblems(database))
      log.warn({ problem }, 'the database user can bypass the triggers')
  return database
}

const openKeys = async (
  config: Config,
  { clock, log }: AppParts,
  database: Database,
): Promise<KeyRegister> => {
  const keys = createKeyRegister({ database, clock, log })
  await keys.refresh()
  const needsKeys =
    config.roles.has('gateway') || (config.roles.has('staff') && config.identityProvider === undefined)
  if (config.production && needsKeys && keys.isEmpty() && config.apiClients.length === 0)
    throw new StartError(
      'no key exists, so nobody could call: create one with `cauri keys create`, or set API_CLIENTS_FILE',
    )
  keys.keepFresh()
  return keys
}

/** What all modules need. */
export interface Core {
  readonly database: Database
  readonly keys: KeyRegister
  readonly callOf: CallOf
  /** A new call for the work of a job, with the present time. */
  readonly jobCall: () => Call
}

/** The database, with the rows that it must have before the service starts. Throws StartError. */
export const openCore = async (config: Config, parts: AppParts): Promise<Core> => {
  const { clock, log, metrics } = parts
  const database = await openDatabase(config, parts)
  const callOf = createCallOf(config, clock)
  const jobCall = (): Call => callOf(job)
  const metricsDatabase = forScrapes(database)
  registerQueueMetrics(metrics, metricsDatabase, { today: () => jobCall().today, log })
  registerExpiryMetrics(metrics, { database: metricsDatabase, clock, ownCertificate: parts.ownCertificate })
  await publishProductsOrStartError(config, database, jobCall(), log)
  await database.inTransaction((tx) => ensureSystemClock(tx, jobCall().today))
  await releaseOrphanedLeases(database)
  return { database, keys: await openKeys(config, parts, database), callOf, jobCall }
}
