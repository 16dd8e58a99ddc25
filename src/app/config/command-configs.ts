import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { errorCodeOf } from '../../kernel/error-code.js'
import { developmentPepper, withSecret } from '../../platform/identity/keys/development-keys.js'
import { ConfigError } from './config-error.js'
import { evidenceDirectoryOf, timeScaleOf } from './derived.js'
import { readDatabaseCa } from './files.js'
import { nearMisses, type NearMiss } from './near-misses.js'
import { withSecretFiles } from './secrets.js'
import { readVariables, type Environment, type Variables } from './variables.js'

/** What the emulator needs when it runs alone. */
export interface EmulatorConfig {
  readonly host: string
  readonly port: number
  /** The absolute path of the directory for the emulator's own orders. */
  readonly directory: string
  readonly delayMs: number
  readonly timeScale: number
  readonly logLevel: Variables['LOG_LEVEL']
}

const keyNames = [
  'KEY_PEPPER',
  'KEY_PEPPER_BEFORE',
  'DEVELOPMENT_SECRET',
  'SCORING_SIGNING_KEYS',
  'SCORING_SEALING_KEYS',
] as const

/** The settings that cannot be recreated: without them, everything hashed, signed or sealed with them would be lost. */
export const keySettings = (env: Environment = process.env): Readonly<Record<string, string>> => {
  const withSecrets = withSecretFiles(env, [])
  return Object.fromEntries(
    keyNames.flatMap((name) => (withSecrets[name] ? [[name, withSecrets[name]]] : [])),
  )
}

/** Variables that look mistyped; found in an invalid configuration too. */
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

/** Where the database and the evidence are, and how secrets are hashed. */
interface CommandConfig {
  readonly databaseUrl: string | undefined
  readonly databaseCa: string | undefined
  readonly migrationUrl: string | undefined
  readonly singleWriter: boolean
  readonly dataDirectory: string
  readonly evidenceDirectory: string
  readonly keyPepper: string
}

/** For commands that need no more than this. Throws ConfigError. */
export const readCommandConfig = (env: Environment = process.env): CommandConfig => {
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
  const withSecrets = withSecretFiles(env, unreadable)
  const { values, problems } = readVariables(
    Object.fromEntries(names.map((name) => [name, withSecrets[name]])),
  )
  problems.push(...unreadable)
  const databaseCa = readDatabaseCa(values.DATABASE_CA_FILE, problems)
  if (problems.length > 0) throw new ConfigError(problems)
  // Otherwise a client or key would be created in an SQLite file that the production service does not read.
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
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new ConfigError([`DATA_DIR ${path} cannot be written (${errorCodeOf(error)})`])
  }
}

/** The pepper by which a command hashes keys; outside production, by default that of development. Throws ConfigError. */
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
