import { join, resolve } from 'node:path'
import { packageRoot } from '../../platform/files/package-root.js'
import type { BureauSources } from '../../scoring-service/bureau/open-bureaus.js'
import { bureauOf } from './bureau.js'
import { ConfigError } from './config-error.js'
import { adminOf, evidenceDirectoryOf, timeScaleOf, tracesOf } from './derived.js'
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
import type { AccountNumbers } from '../../bank/month-end/account-numbers.js'
import type { Bank } from '../../bank/statements/contents/bank.js'
import type { Minor } from '../../kernel/money.js'
import type { Msisdn } from '../../kernel/msisdn.js'

export { ConfigError } from './config-error.js'
export {
  keySettings,
  mistypedSettings,
  readBureauEmulatorConfig,
  readCommandConfig,
  readEmulatorConfig,
  readKeyPepper,
  type EmulatorConfig,
} from './command-configs.js'
export { packageRoot }
export type { ObjectsConfig, ScoringConfig } from './scoring.js'
export type { ScoresConfig } from './scores.js'
export { emulatorAccount, type Provider } from './provider.js'

/** All that can be set from outside, checked and typed. Read once, at start. */
export interface Config {
  /** Whether a developer started the service: addresses and keys are then printed. */
  readonly printsWelcome: boolean
  readonly production: boolean
  /** The stage that pages show, so that people know whether they are on a sandbox. */
  readonly stage: 'development' | 'sandbox' | 'production'
  readonly host: string
  readonly port: number
  readonly roles: ProcessRoles
  /** Absolute. */
  readonly dataDirectory: string
  /** `mysql://...`; undefined: an SQLite file under the data directory. */
  readonly databaseUrl: string | undefined
  /** The authority for the database's certificate, as PEM; undefined: the connection has no TLS. */
  readonly databaseCa: string | undefined
  /** Connections of this process to MySQL. */
  readonly databasePoolSize: number
  /** The operator declares that all processes write to the same node, if the database is a cluster. */
  readonly singleWriter: boolean
  /** The address for migrations, with a user who may change tables; undefined: `databaseUrl`. */
  readonly migrationUrl: string | undefined
  /** Absolute; the directory of the file to which the head of the evidence chain is appended. */
  readonly evidenceDirectory: string
  /** Undefined: the job backend inside this process. */
  readonly mongoUrl: string | undefined
  readonly provider: Provider
  /** The emulator for customers on a test clock, and for all without a real provider. Undefined: the embedded one, or none. */
  readonly emulatorUrl: string | undefined
  readonly emulatorDelayMs: number
  /**
   * Divides the waits and time limits of payment orders (`Timing` in order.rules.ts) and of the embedded emulator, and the waits before a
   * statement is mailed again or a score request is tried again.
   */
  readonly paymentTimeScale: number
  /** The maximum amount of one collection, in minor units. */
  readonly collectionMax: Minor | undefined
  /** The maximum amount of one transfer: a larger payout is split. */
  readonly payoutMax: Minor | undefined
  /** Undefined: mails are left as files under the data directory. */
  readonly smtpUrl: string | undefined
  /** Whether a mail waits, and is not sent, while the mail server offers no TLS. */
  readonly smtpRequiresTls: boolean
  /** `Name <address>`. */
  readonly mailFrom: string
  /** The addresses that are mailed about pending approvals. */
  readonly approvalsMailTo: readonly string[]
  /** The bank's details on a statement. */
  readonly bank: Bank
  /** How long unconfirmed summaries and mail files are kept. */
  readonly retentionDays: number
  /** An IANA zone: its civil date is the business date of real customers. */
  readonly timeZone: string
  readonly productsFile: string
  /** The numbers of our accounts in the bank's own general ledger. */
  readonly accountNumbers: AccountNumbers
  readonly apiClients: readonly ApiClient[]
  readonly keyPepper: string
  /** The previous pepper, during a rotation: hashes under it are still accepted. */
  readonly keyPepperBefore: string | undefined
  /** The identity provider of the bank; undefined: people use keys, and test persons in development. */
  readonly identityProvider: ProviderSettings | undefined
  /** Hosts whose explorers may ask GraphQL from a browser, with a key. */
  readonly explorerOrigins: readonly string[]
  /** A secret that is appended to the development keys, which are published without it. */
  readonly developmentSecret: string | undefined
  /** A separate address for health, metrics and documentation; undefined: they are at the address of the service. */
  readonly admin: { readonly host: string; readonly port: number } | undefined
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  /** At shutdown, how long the process reports that it is not ready before it closes its port. */
  readonly drainMs: number
  readonly trustProxy: boolean | string
  readonly logLevel: Variables['LOG_LEVEL']
  readonly clockStallSeconds: number
  /** `msisdns` undefined: any number may be attached to a test clock. */
  readonly testClocks: { readonly on: boolean; readonly msisdns: ReadonlySet<Msisdn> | undefined }
  /** Requests of one caller, with all their keys, to one process; undefined: no limit. */
  readonly rateLimitPerSecond: number | undefined
  readonly scoring: ScoringConfig
  readonly bureau: BureauSources
  /** Our other servers that the documentation names. */
  readonly stages: readonly { readonly name: string; readonly origin: string }[]
  readonly scores: ScoresConfig
  /** Whether spans are sent to a collector; the tracing library reads the standard `OTEL_*` variables itself. */
  readonly traces: boolean
  /** Variables that look like mistyped settings. */
  readonly nearMisses: readonly NearMiss[]
}

/** Long enough for a load balancer that checks every two seconds. */
const drainSecondsUsual = 5

const placesOf = (values: Variables, production: boolean) => ({
  host: values.HOST,
  port: values.PORT,
  roles: values.ROLE ?? allRoles,
  admin: adminOf(values),
  drainMs: (values.DRAIN_SECONDS ?? (production ? drainSecondsUsual : 0)) * 1000,
  trustProxy: values.TRUST_PROXY,
  stages: values.DOCS_STAGES ?? [],
  explorerOrigins: values.EXPLORER_ORIGINS ?? (production ? [] : [sandboxOrigin]),
  rateLimitPerSecond: values.RATE_LIMIT_PER_SECOND ?? (production ? 200 : undefined),
})

const storesOf = (values: Variables) => ({
  dataDirectory: resolve(values.DATA_DIR),
  databaseUrl: values.DATABASE_URL,
  databasePoolSize: values.DATABASE_POOL_SIZE ?? poolSizeUsual,
  singleWriter: values.CLUSTER_SINGLE_WRITER === 'yes',
  migrationUrl: values.MIGRATION_DATABASE_URL,
  evidenceDirectory: evidenceDirectoryOf(values),
  mongoUrl: values.MONGO_URL,
  retentionDays: values.RETENTION_DAYS,
})

const paymentsOf = (values: Variables) => ({
  provider: providerOf(values),
  emulatorUrl: values.EMULATOR_URL,
  emulatorDelayMs: values.EMULATOR_DELAY_MS,
  paymentTimeScale: timeScaleOf(values),
  collectionMax: values.COLLECTION_MAX,
  payoutMax: values.PAYOUT_MAX,
})

const mailOf = (values: Variables, production: boolean) => ({
  smtpUrl: values.SMTP_URL,
  smtpRequiresTls: production && values.SMTP_URL !== undefined && !isLoopback(hostOf(values.SMTP_URL)),
  mailFrom: values.MAIL_FROM ?? 'Cauri <statements@cauri.example>',
  approvalsMailTo: values.APPROVALS_MAIL_TO,
})

const keysOf = (values: Variables) => ({
  keyPepper: values.KEY_PEPPER ?? withSecret(developmentPepper, values.DEVELOPMENT_SECRET),
  keyPepperBefore: values.KEY_PEPPER_BEFORE,
  identityProvider: identityProviderOf(values),
  developmentSecret: values.DEVELOPMENT_SECRET,
})

const bankOf = (values: Variables, production: boolean) => ({
  bank: values.BANK_DETAILS,
  timeZone: values.MARKET_TIME_ZONE,
  productsFile: resolve(
    values.PRODUCTS_FILE ?? join(packageRoot, 'src', 'bank', 'products', 'products.json'),
  ),
  clockStallSeconds: values.CLOCK_STALL_SECONDS,
  testClocks: { on: values.TEST_CLOCKS ?? !production, msisdns: values.TEST_CLOCK_MSISDNS },
})

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
    printsWelcome: !production && ['start', 'npx'].includes(env['npm_lifecycle_event'] ?? ''),
    production,
    stage: values.STAGE ?? (production ? 'production' : 'development'),
    logLevel: values.LOG_LEVEL,
    tls,
    databaseCa,
    accountNumbers,
    apiClients,
    ...placesOf(values, production),
    ...storesOf(values),
    ...paymentsOf(values),
    ...mailOf(values, production),
    ...keysOf(values),
    ...bankOf(values, production),
    bureau: bureauOf(values),
    scoring: scoringOf(values),
    scores: scoresOf(values),
  })
}

/** Removes secrets from the environment after the configuration is read, so that child processes do not inherit them. */
export const forgetEnvironmentSecrets = (): void => forgetSecrets(process.env)
