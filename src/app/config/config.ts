import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { BureauPlaces } from '../../scoring-service/bureau/open-bureaus.js'
import { bureauOf } from './bureau.js'
import { checkProductsFile, readAccountNumbers, readApiClients, readDatabaseCa, readTls } from './files.js'
import { guard } from './guards.js'
import { hostOf, isLoopback } from './hosts.js'
import { nearMisses, refusalsOf, type NearMiss } from './near-misses.js'
import { providerOf, type Provider } from './provider.js'
import { allRoles, type ProcessRoles } from './process-roles.js'
import { identityProviderOf } from './identity-provider.js'
import { scoresOf, type ScoresConfig } from './scores.js'
import { scoringOf, type ScoringConfig } from './scoring.js'
import { readVariables, type Environment, type Variables } from './variables.js'
import { forgetSecrets, withSecretFiles } from './secrets.js'
import type { ApiClient } from '../../platform/identity/keys/api-clients.js'
import { poolSizeUsual } from '../../platform/database/drivers/pool-size.js'
import type { ProviderSettings } from '../../platform/identity/sessions/provider.js'
import { sandboxOrigin } from '../../platform/pages/shell.js'
import { developmentPepper, withSecret } from '../../platform/identity/keys/development-keys.js'
import { errorCodeOf } from '../../kernel/error-code.js'
import { makeDirectory } from '../../platform/files/make-directory.js'
import type { AccountNumbers } from '../../bank/month-end/account-numbers.js'
import type { Bank } from '../../bank/statements/contents/bank.js'
import type { Minor } from '../../kernel/money.js'
import type { Msisdn } from '../../kernel/msisdn.js'

export type { ObjectsConfig, ScoringConfig } from './scoring.js'
export type { ScoresConfig } from './scores.js'
export { emulatorAccount, type Provider } from './provider.js'

/** All that can be set from outside, checked and typed. Read once, at start. */
export interface Config {
  /** Whether a developer started it, who is told where everything is. */
  readonly welcomes: boolean
  readonly production: boolean
  /** What people are told that this is: what happens on a sandbox happens to nobody. */
  readonly stage: 'development' | 'sandbox' | 'production'
  readonly host: string
  readonly port: number
  /** What this process does. */
  readonly roles: ProcessRoles
  /** Absolute. */
  readonly dataDirectory: string
  /** `mysql://...`; undefined: an SQLite file under the data directory. */
  readonly databaseUrl: string | undefined
  /** Who vouches for the database, as PEM; undefined: it is spoken to without TLS. */
  readonly databaseCa: string | undefined
  /** Connections of this process to MySQL. */
  readonly databasePoolSize: number
  /** All processes write to one node of the cluster that the database is. */
  readonly singleWriter: boolean
  /** The same database as another user, who may change its tables; undefined: the user of the service does. */
  readonly migrationUrl: string | undefined
  /** Absolute; where the head of the chain of evidence is written down. */
  readonly evidenceDirectory: string
  /** Undefined: the job backend inside this process. */
  readonly mongoUrl: string | undefined
  readonly provider: Provider
  /** The emulator for customers on a test clock. Undefined: the embedded one, or there are no test clocks. */
  readonly emulatorUrl: string | undefined
  readonly emulatorDelayMs: number
  /** Divides the polling ladder, the grace time and the waits before a transfer is tried again. */
  readonly paymentTimeScale: number
  /** The most a wallet gives at once, in minor units. */
  readonly collectionMax: Minor | undefined
  /** The most that the provider sends at once: a larger payout is split. */
  readonly payoutMax: Minor | undefined
  /** Undefined: mails are left as files under the data directory. */
  readonly smtpUrl: string | undefined
  /** A mail goes over TLS or waits. */
  readonly smtpRequiresTls: boolean
  /** `Name <address>`. */
  readonly mailFrom: string
  /** Who is written to about approvals that wait. */
  readonly approvalsMailTo: readonly string[]
  /** Whose paper a statement is. */
  readonly bank: Bank
  /** How long unconfirmed summaries and mail files are kept. */
  readonly retentionDays: number
  /** An IANA zone: its civil date is the business date of real customers. */
  readonly timeZone: string
  readonly productsFile: string
  /** Where our accounts go in the general ledger of the bank. */
  readonly accountNumbers: AccountNumbers
  readonly apiClients: readonly ApiClient[]
  readonly keyPepper: string
  /** While it is rotated: what was hashed under this one is known too. */
  readonly keyPepperBefore: string | undefined
  /** Where the bank's persons sign in; undefined: by keys, and as test persons in development. */
  readonly identityProvider: ProviderSettings | undefined
  /** Hosts whose explorers may ask GraphQL from a browser, with a key. */
  readonly explorerOrigins: readonly string[]
  /** What stands behind the keys for development, where those must not be what everybody knows. */
  readonly developmentSecret: string | undefined
  /** Where health, metrics and documentation are, if they are not where the service is. */
  readonly admin: { readonly host: string; readonly port: number } | undefined
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  /** For how long a process that is to stop says that it is not ready before it closes its port. */
  readonly drainMs: number
  readonly trustProxy: boolean | string
  readonly logLevel: Variables['LOG_LEVEL']
  readonly clockStallSeconds: number
  /** `msisdns` undefined: any number may be attached to a test clock. */
  readonly testClocks: { readonly on: boolean; readonly msisdns: ReadonlySet<Msisdn> | undefined }
  /** Per key; undefined: no limit. */
  readonly rateLimitPerSecond: number | undefined
  readonly scoring: ScoringConfig
  /** Who answers what is asked about a person's credit. */
  readonly bureau: BureauPlaces
  /** Other servers of ours that the documentation names. */
  readonly stages: readonly { readonly name: string; readonly origin: string }[]
  readonly scores: ScoresConfig
  /** Spans go to a collector, as the standard `OTEL_*` variables say; they are read by its library. */
  readonly traces: boolean
  /** Variables that look like mistyped settings. */
  readonly nearMisses: readonly NearMiss[]
}

/** What the emulator needs when it runs alone. */
export interface EmulatorConfig {
  readonly host: string
  readonly port: number
  /** Absolute; its orders live here, apart from ours. */
  readonly directory: string
  readonly delayMs: number
  readonly timeScale: number
  readonly logLevel: Variables['LOG_LEVEL']
}

/** The environment does not describe a service that may run. The message has one line for each thing to put right. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(readonly problems: readonly string[]) {
    super(['The configuration is wrong:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
  }
}

const adminPortDefault = 4001

/** As long as a load balancer takes to see it, with a look every two seconds. */
const drainSecondsUsual = 5

const evidenceDirectoryOf = ({ EVIDENCE_DIR, DATA_DIR }: Variables): string =>
  resolve(EVIDENCE_DIR ?? join(DATA_DIR, 'evidence'))

const findPackageRoot = (from: string): string =>
  existsSync(join(from, 'package.json')) ? from : findPackageRoot(dirname(from))

/** Where package.json is: files that are not compiled are found from here, from `src` and from `dist` alike. */
export const packageRoot = findPackageRoot(import.meta.dirname)

/** In development a minute of waiting is no one's friend: the first poll comes after 0.2 s. */
const timeScaleOf = (values: Variables): number =>
  values.PAYMENT_TIME_SCALE ?? (values.NODE_ENV === 'production' ? 1 : 25)

/** One of the two is enough: the address beside the service's port, or the port beside its address. */
const adminOf = ({ ADMIN_HOST, ADMIN_PORT, HOST }: Variables): Config['admin'] =>
  ADMIN_HOST === undefined && ADMIN_PORT === undefined
    ? undefined
    : { host: ADMIN_HOST ?? HOST, port: ADMIN_PORT ?? adminPortDefault }

/** On where a collector is named, as the specification of OpenTelemetry has it. */
const tracesOf = (env: Environment): boolean =>
  env['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true' &&
  env['OTEL_TRACES_EXPORTER'] !== 'none' &&
  Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])

/**
 * The whole configuration from an environment.
 * Throws ConfigError that names every wrong or missing variable at once.
 */
export const readConfig = (env: Environment = process.env): Config => {
  const unreadable: string[] = []
  const { values, problems, wrong } = readVariables(withSecretFiles(env, unreadable))
  problems.push(...unreadable)
  const production = values.NODE_ENV === 'production'
  const apiClients = readApiClients(values.API_CLIENTS_FILE, problems)
  const tls = readTls(values, problems)
  const databaseCa = readDatabaseCa(values.DATABASE_CA_FILE, problems)
  checkProductsFile(values.PRODUCTS_FILE, problems)
  const accountNumbers = readAccountNumbers(values.GENERAL_LEDGER_FILE, problems)
  guard(values, wrong, apiClients, problems)
  const misses = nearMisses(env)
  if (production) problems.push(...refusalsOf(misses, env))
  if (problems.length > 0) throw new ConfigError(problems)

  return Object.freeze({
    nearMisses: misses,
    traces: tracesOf(env),
    welcomes: !production && ['start', 'npx'].includes(env['npm_lifecycle_event'] ?? ''),
    production,
    stage: values.STAGE ?? (production ? 'production' : 'development'),
    host: values.HOST,
    port: values.PORT,
    roles: values.ROLE ?? allRoles,
    dataDirectory: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseCa,
    databasePoolSize: values.DATABASE_POOL_SIZE ?? poolSizeUsual,
    singleWriter: values.CLUSTER_SINGLE_WRITER === 'yes',
    migrationUrl: values.MIGRATION_DATABASE_URL,
    evidenceDirectory: evidenceDirectoryOf(values),
    mongoUrl: values.MONGO_URL,
    provider: providerOf(values),
    emulatorUrl: values.EMULATOR_URL,
    emulatorDelayMs: values.EMULATOR_DELAY_MS,
    paymentTimeScale: timeScaleOf(values),
    collectionMax: values.COLLECTION_MAX,
    payoutMax: values.PAYOUT_MAX,
    smtpUrl: values.SMTP_URL,
    smtpRequiresTls: production && values.SMTP_URL !== undefined && !isLoopback(hostOf(values.SMTP_URL)),
    mailFrom: values.MAIL_FROM ?? 'Cauri <statements@cauri.example>',
    approvalsMailTo: values.APPROVALS_MAIL_TO,
    bank: values.BANK_DETAILS,
    retentionDays: values.RETENTION_DAYS,
    timeZone: values.MARKET_TIME_ZONE,
    productsFile: resolve(
      values.PRODUCTS_FILE ?? join(packageRoot, 'src', 'bank', 'products', 'products.json'),
    ),
    accountNumbers,
    apiClients,
    keyPepper: values.KEY_PEPPER ?? withSecret(developmentPepper, values.DEVELOPMENT_SECRET),
    keyPepperBefore: values.KEY_PEPPER_BEFORE,
    identityProvider: identityProviderOf(values),
    explorerOrigins: values.EXPLORER_ORIGINS ?? (production ? [] : [sandboxOrigin]),
    developmentSecret: values.DEVELOPMENT_SECRET,
    admin: adminOf(values),
    tls,
    drainMs: (values.DRAIN_SECONDS ?? (production ? drainSecondsUsual : 0)) * 1000,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    clockStallSeconds: values.CLOCK_STALL_SECONDS,
    testClocks: { on: values.TEST_CLOCKS ?? !production, msisdns: values.TEST_CLOCK_MSISDNS },
    bureau: bureauOf(values),
    stages: values.DOCS_STAGES ?? [],
    rateLimitPerSecond: values.RATE_LIMIT_PER_SECOND ?? (production ? 200 : undefined),
    scoring: scoringOf(values),
    scores: scoresOf(values),
  })
}

const keyNames = ['KEY_PEPPER', 'DEVELOPMENT_SECRET', 'SCORING_SIGNING_KEYS', 'SCORING_SEALING_KEYS'] as const

/** Of the settings those that nobody could give us again: what was hashed, signed or sealed with them would be lost. */
export const keySettings = (env: Environment = process.env): Readonly<Record<string, string>> => {
  const whole = withSecretFiles(env, [])
  return Object.fromEntries(keyNames.flatMap((name) => (whole[name] ? [[name, whole[name]]] : [])))
}

/** What looks mistyped, also where the rest is so wrong that there is no configuration. */
export const mistypedSettings = (env: Environment = process.env): readonly NearMiss[] => nearMisses(env)

/** For `cauri emulator`. Throws ConfigError as `readConfig` does, but looks only at what the emulator uses. */
export const readEmulatorConfig = (env: Environment = process.env): EmulatorConfig => {
  const used = [
    'NODE_ENV',
    'DATA_DIR',
    'EMULATOR_HOST',
    'EMULATOR_PORT',
    'EMULATOR_DELAY_MS',
    'PAYMENT_TIME_SCALE',
  ]
  const relevant = Object.fromEntries([...used, 'LOG_LEVEL'].map((name) => [name, env[name]]))
  const { values, problems } = readVariables(relevant)
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze({
    host: values.EMULATOR_HOST,
    port: values.EMULATOR_PORT,
    directory: join(resolve(values.DATA_DIR), 'emulator'),
    delayMs: values.EMULATOR_DELAY_MS,
    timeScale: timeScaleOf(values),
    logLevel: values.LOG_LEVEL,
  })
}

/** For commands: where the clients are, and how their secrets are hashed. Throws ConfigError. */
export const readClientsConfig = (
  env: Environment = process.env,
): Pick<
  Config,
  | 'databaseUrl'
  | 'databaseCa'
  | 'migrationUrl'
  | 'singleWriter'
  | 'dataDirectory'
  | 'evidenceDirectory'
  | 'keyPepper'
> => {
  const names = [
    'NODE_ENV',
    'DATA_DIR',
    'DATABASE_URL',
    'DATABASE_CA_FILE',
    'CLUSTER_SINGLE_WRITER',
    'MIGRATION_DATABASE_URL',
    'EVIDENCE_DIR',
  ]
  const unreadable: string[] = []
  const whole = withSecretFiles(env, unreadable)
  const { values, problems } = readVariables(Object.fromEntries(names.map((name) => [name, whole[name]])))
  problems.push(...unreadable)
  const databaseCa = readDatabaseCa(values.DATABASE_CA_FILE, problems)
  if (problems.length > 0) throw new ConfigError(problems)
  // Else the client would be made in a file that no service of production reads.
  if (values.NODE_ENV === 'production' && values.DATABASE_URL === undefined)
    throw new ConfigError(['DATABASE_URL must be set for production, which does not run on SQLite'])
  const dataDirectory = resolve(values.DATA_DIR)
  if (values.DATABASE_URL === undefined) makeDataDirectory(dataDirectory)
  return {
    databaseUrl: values.DATABASE_URL,
    databaseCa,
    singleWriter: values.CLUSTER_SINGLE_WRITER === 'yes',
    migrationUrl: values.MIGRATION_DATABASE_URL,
    dataDirectory,
    evidenceDirectory: evidenceDirectoryOf(values),
    keyPepper: readKeyPepper(env),
  }
}

const makeDataDirectory = (path: string): void => {
  try {
    makeDirectory(path, 0o700)
  } catch (error) {
    throw new ConfigError([`DATA_DIR ${path} cannot be written (${errorCodeOf(error)})`])
  }
}

/** The pepper for the command that makes keys; the development one when none is set. Throws ConfigError. */
export const readKeyPepper = (env: Environment = process.env): string => {
  const problems: string[] = []
  const { NODE_ENV, KEY_PEPPER, DEVELOPMENT_SECRET } = withSecretFiles(env, problems)
  if (problems.length > 0) throw new ConfigError(problems)
  if (KEY_PEPPER) return KEY_PEPPER
  if (NODE_ENV === 'production')
    throw new ConfigError(['KEY_PEPPER must be set to hash a key for production'])
  return withSecret(developmentPepper, DEVELOPMENT_SECRET || undefined)
}

/** For the bureau's emulator when it runs alone. Throws ConfigError. */
export const readBureauEmulatorConfig = (
  env: Environment = process.env,
): { readonly host: string; readonly port: number } => {
  const used = Object.fromEntries(['EMULATOR_HOST', 'BUREAU_EMULATOR_PORT'].map((name) => [name, env[name]]))
  const { values, problems } = readVariables(used)
  if (problems.length > 0) throw new ConfigError(problems)
  return { host: values.EMULATOR_HOST, port: values.BUREAU_EMULATOR_PORT }
}

/** Once the configuration is read nothing else of this process needs them, and nothing that it starts inherits them. */
export const forgetEnvironmentSecrets = (): void => forgetSecrets(process.env)
