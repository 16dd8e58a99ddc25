import { orAfter } from '../kernel/deadline.js'
import { X509Certificate } from 'node:crypto'
import { accessSync, constants, mkdirSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../app/config/config.js'
import { schemaStateOf, withDataSource } from '../app/open-database.js'
import { reachMomo } from '../bank/payments/momo/http.js'
import { reachSmtp } from '../bank/statements/mail/smtp.js'
import { systemClock } from '../kernel/clock.js'
import { reachBucket } from '../platform/files/s3-store.js'
import { messageOf } from './message-of.js'

/** The result of a check: `fine` false means that the service or a part of it cannot run. */
export interface ProbeResult {
  readonly what: string
  readonly fine: boolean
  readonly detail: string
}

export interface Probe {
  readonly what: string
  /** Returns what to print; throws where the check fails. The signal aborts what still runs when the time is up. */
  readonly check: (signal: AbortSignal) => Promise<string>
}

const probeMsMax = 10_000

const timeOut = (): never => {
  throw new Error(`no answer in ${probeMsMax / 1000} s`)
}

/** All checks concurrently; each has a timeout. */
export const runProbes = (
  probes: readonly Probe[],
  onDone: (done: number) => void,
): Promise<ProbeResult[]> => {
  let done = 0
  return Promise.all(
    probes.map(async ({ what, check }) => {
      const controller = new AbortController()
      try {
        return { what, fine: true, detail: await orAfter(probeMsMax, check(controller.signal), timeOut) }
      } catch (error) {
        return { what, fine: false, detail: messageOf(error) }
      } finally {
        controller.abort()
        onDone(++done)
      }
    }),
  )
}

/** The allowed difference of two clocks; beyond it, tokens and sessions expire at the wrong time. */
const clockDifferenceMsMax = 5_000

const compareClocks = (other: number, own = systemClock.now()): string => {
  const seconds = ((other - own) / 1000).toFixed(1)
  if (Math.abs(other - own) > clockDifferenceMsMax)
    throw new Error(`its clock differs by ${seconds} s from that of this machine`)
  return `clock ${seconds} s apart`
}

const httpMsMax = 5_000

/** Any answer shows that the server is reachable; its `Date` header gives its clock. */
const reachWeb = async (url: string): Promise<string> => {
  const answer = await fetch(url, {
    method: 'GET',
    redirect: 'manual',
    signal: AbortSignal.timeout(httpMsMax),
  })
  await answer.body?.cancel()
  const date = Date.parse(answer.headers.get('date') ?? '')
  return `HTTP ${answer.status}${Number.isNaN(date) ? '' : `, ${compareClocks(date + 500)}`}`
}

/** Without the description that an identity provider publishes of itself, nobody can sign in. */
const reachIssuer = async (issuer: string, signal: AbortSignal): Promise<string> => {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await fetch(url, { signal })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`HTTP ${answer.status} from ${url}`)
  return 'describes itself'
}

const hostOf = (url: string): string => new URL(url).host

const reachDatabase = (config: Config): Promise<string> =>
  withDataSource({ ...config, migrationUrl: undefined }, async (dataSource) => {
    if (dataSource.options.type !== 'mysql') return 'SQLite, can be read'
    const [row]: { version: string; now: string }[] = await dataSource.query(
      'SELECT VERSION() AS version, CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED) AS now',
    )
    return `${row!.version}, ${compareClocks(Number(row!.now))}`
  })

export const reachMongo = async (url: string): Promise<string> => {
  const { MongoClient } = await import('mongodb')
  const client = new MongoClient(url, { serverSelectionTimeoutMS: httpMsMax, connectTimeoutMS: httpMsMax })
  try {
    await client.db().command({ ping: 1 })
    return 'answers'
  } finally {
    await client.close()
  }
}

const reachProvider = async ({ baseUrl, account }: Extract<Config['provider'], { baseUrl: string }>) => {
  const problems = await reachMomo({ ...account, baseUrl })
  if (problems.length > 0) throw new Error(problems.join('; '))
  return `accepts our credentials, ${await reachWeb(baseUrl)}`
}

const freeShareMin = 0.05
const gigabyte = 1024 ** 3

/** Checks that a directory is writable, and that a twentieth of its disk is free. Creates it if it is missing. */
export const checkDirectory = (path: string): string => {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  const { bavail, blocks, bsize } = statfsSync(path)
  const free = `${((bavail * bsize) / gigabyte).toFixed(1)} GB free of ${((blocks * bsize) / gigabyte).toFixed(1)}`
  if (bavail < blocks * freeShareMin) throw new Error(`nearly full: ${free}`)
  return free
}

const dayMs = 86_400_000
const certificateDaysMin = 14

const checkCertificate = (file: string): string => {
  const { validTo } = new X509Certificate(readFileSync(file))
  const days = Math.floor((Date.parse(validTo) - systemClock.now()) / dayMs)
  if (days < certificateDaysMin)
    throw new Error(days < 0 ? `it ended on ${validTo}` : `it ends in ${days} days`)
  return `ends in ${days} days`
}

const probesIf = <T>(value: T | undefined, probes: (value: T) => Probe[]): Probe[] =>
  value === undefined ? [] : probes(value)

/** The storage of our own data. */
const storesOf = (config: Config): Probe[] => {
  const { objects } = config.scoring
  const directory = (name: string, path: string): Probe => ({
    what: `${name} ${path}`,
    check: async () => checkDirectory(path),
  })
  return [
    directory('DATA_DIR', config.dataDirectory),
    directory('EVIDENCE_DIR', config.evidenceDirectory),
    ...(objects.kind === 'files' ? [directory('DOCUMENTS_DIR', objects.directory)] : []),
    {
      what: config.databaseUrl === undefined ? 'database' : `database ${hostOf(config.databaseUrl)}`,
      // SQLite's file is created by the first start.
      check: () => (config.databaseUrl === undefined ? reachSqlite(config) : reachDatabase(config)),
    },
    ...probesIf(config.migrationUrl, (url) => [
      {
        what: `MIGRATION_DATABASE_URL ${hostOf(url)}`,
        check: () => reachDatabase({ ...config, databaseUrl: url }),
      },
    ]),
    ...probesIf(config.mongoUrl, (url) => [{ what: 'MONGO_URL', check: () => reachMongo(url) }]),
  ]
}

/** A check for each thing that the configuration names. */
export const probesOf = (config: Config): Probe[] => {
  const { provider, scoring, bureau } = config
  return [
    ...storesOf(config),
    ...(provider.kind === 'embedded-emulator'
      ? []
      : [{ what: `provider ${hostOf(provider.baseUrl)}`, check: () => reachProvider(provider) }]),
    ...probesIf(config.emulatorUrl, (url) => [
      { what: `EMULATOR_URL ${hostOf(url)}`, check: () => reachWeb(url) },
    ]),
    ...probesIf(config.identityProvider, ({ issuer }) => [
      { what: `OIDC_ISSUER ${hostOf(issuer)}`, check: (signal) => reachIssuer(issuer, signal) },
    ]),
    ...probesIf(config.smtpUrl, (url) => [
      {
        what: `mail ${hostOf(url)}`,
        check: async () => {
          await reachSmtp(url, { requireTls: config.smtpRequiresTls })
          return 'accepts our credentials'
        },
      },
    ]),
    ...probesIf(scoring.objects.kind === 's3' ? scoring.objects : undefined, (bucket) => [
      {
        what: `bucket ${bucket.bucket}`,
        check: async (signal) => {
          await reachBucket(bucket, signal)
          return 'exists and is accessible'
        },
      },
    ]),
    ...probesIf(config.scores.baseUrl, (url) => [
      { what: `SCORING_BASE_URL ${hostOf(url)}`, check: () => reachWeb(url) },
    ]),
    ...probesIf(bureau.live, ({ baseUrl }) => [
      { what: `BUREAU_BASE_URL ${hostOf(baseUrl)}`, check: () => reachWeb(baseUrl) },
    ]),
    ...probesIf(typeof bureau.emulator === 'object' ? bureau.emulator : undefined, ({ baseUrl }) => [
      { what: `BUREAU_EMULATOR_URL ${hostOf(baseUrl)}`, check: () => reachWeb(baseUrl) },
    ]),
    ...probesIf(config.tls, ({ certFile }) => [
      { what: `TLS_CERT_FILE ${certFile}`, check: async () => checkCertificate(certFile) },
    ]),
  ]
}

const reachSqlite = async (config: Config): Promise<string> =>
  reachDatabase(config).catch((error: unknown) => {
    if (messageOf(error).startsWith('there is no '))
      return `none yet: the first start creates ${join(config.dataDirectory, 'cauri.sqlite')}`
    throw error
  })

/** Checks that no migration of this version is pending. Those of a later version are only counted. */
export const schemaProbe = (config: Config): Probe => ({
  what: 'schema',
  check: () =>
    withDataSource({ ...config, migrationUrl: undefined }, async (dataSource) => {
      const { done, pending, unknown } = await schemaStateOf(dataSource)
      if (pending.length > 0) throw new Error(`${pending.length} migrations are pending: cauri migrate up`)
      return `${done.length} migrations done${unknown.length > 0 ? `, ${unknown.length} of a later version` : ''}`
    }),
})

const mark = ({ fine }: ProbeResult): string => (fine ? 'ok   ' : 'WRONG')

export const textOf = (found: readonly ProbeResult[]): string => {
  const width = Math.max(...found.map(({ what }) => what.length))
  return found.map((one) => `${mark(one)} ${one.what.padEnd(width)}  ${one.detail}`).join('\n')
}
