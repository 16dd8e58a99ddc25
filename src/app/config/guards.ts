import { clientsWithDevelopmentKey, type ApiClient } from '../../platform/identity/keys/api-clients.js'
import { developmentPepper } from '../../platform/identity/keys/development-keys.js'
import { peppersOf } from '../../platform/identity/keys/keys.js'
import { developmentKeyRing, type KeyRing } from '../../platform/crypto/key-ring.js'
import { guardBureau } from './bureau.js'
import { developmentClients } from '../../scoring-service/clients/development-clients.js'
import { hostOf, isLoopback } from './hosts.js'
import { momoIsEmulator, momoVariables } from './provider.js'
import { guardIdentityProvider } from './identity-provider.js'
import { allRoles, hasEntryPoints, isSplit } from './process-roles.js'
import { scoresCredentials } from './scores.js'
import type { VariableName, Variables } from './variables.js'

/**
 * Whether a MongoDB connection is over TLS with verified certificates, or stays on this machine. The address may name several hosts,
 * and so is not parsed as a URL.
 */
const isMongoPrivate = (url: string): boolean => {
  const [, scheme = '', hosts = '', query = ''] =
    /^(mongodb(?:\+srv)?):\/\/(?:[^@/]*@)?([^/?]+)\/?[^?]*\??(.*)$/.exec(url) ?? []
  // For the driver, the names of options are the same in lower and upper case.
  const options = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]))
  const isOn = (name: string): boolean => options.get(name) === 'true'
  if (isOn('tlsinsecure') || isOn('tlsallowinvalidcertificates') || isOn('tlsallowinvalidhostnames'))
    return false
  const tls = options.get('tls') ?? options.get('ssl')
  if (tls === 'true' || (tls === undefined && scheme === 'mongodb+srv')) return true
  return hosts
    .split(',')
    .every((host) => isLoopback(host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')) || host.endsWith('.sock'))
}

const pepperLengthMin = 32

/**
 * Checks the settings of the wallet provider and of test clocks. `mustBeSet` adds a problem for each of these names that is not set.
 */
const guardProvider = (
  values: Variables,
  mustBeSet: (names: readonly VariableName[], why: string) => void,
): void => {
  const production = values.NODE_ENV === 'production'
  if (production) mustBeSet(momoVariables, 'for production')
  else if (values.MOMO_BASE_URL !== undefined && !momoIsEmulator(values)) {
    mustBeSet(momoVariables, 'since MOMO_BASE_URL names a provider')
  } else if (isSplit(values.ROLE) && values.EMULATOR_URL === undefined) {
    mustBeSet(
      ['EMULATOR_URL'],
      'or MOMO_BASE_URL: where ROLE splits the service the emulator is not started in this process',
    )
  }

  const testClocks = values.TEST_CLOCKS ?? !production
  if (testClocks && (production || values.MOMO_BASE_URL !== undefined)) {
    mustBeSet(
      ['EMULATOR_URL'],
      'since customers on a test clock never reach the real provider (or set TEST_CLOCKS=off)',
    )
  }
  if (testClocks && production) mustBeSet(['TEST_CLOCK_MSISDNS'], 'since TEST_CLOCKS is on')
}

/** Refuses published keys and the published client, a key that both signs and seals, and addresses that need https. */
const guardScoring = (values: Variables, problems: string[]): void => {
  const bytesOf = (ring: KeyRing | undefined) =>
    [...(ring?.byId.values() ?? [])].map(({ bytes }) => bytes.toString('hex'))
  const signing = bytesOf(values.SCORING_SIGNING_KEYS)
  const sealing = bytesOf(values.SCORING_SEALING_KEYS)
  const published = new Set(['signing', 'sealing'].flatMap((purpose) => bytesOf(developmentKeyRing(purpose))))
  for (const [name, keys] of Object.entries({
    SCORING_SIGNING_KEYS: signing,
    SCORING_SEALING_KEYS: sealing,
  })) {
    if (keys.some((key) => published.has(key))) problems.push(`${name} must not have a key for development`)
  }
  if (signing.some((key) => sealing.includes(key)))
    problems.push('SCORING_SIGNING_KEYS and SCORING_SEALING_KEYS must not share a key')
  if (developmentClients.some(({ clientId }) => clientId === values.SCORING_CLIENT_ID)) {
    problems.push('SCORING_CLIENT_ID must not be the one for development in production')
  }
  if (
    values.SCORING_BASE_URL?.startsWith('http://') &&
    !isLoopback(new URL(values.SCORING_BASE_URL).hostname)
  ) {
    problems.push('SCORING_BASE_URL must be https in production, unless it is on this machine')
  }
  if (values.SCORING_PUBLIC_URL?.startsWith('http://')) {
    problems.push('SCORING_PUBLIC_URL must be https in production')
  }
}

/** Whether the query of a mail server's address has options that the mailer takes for its own, and that could switch off TLS or its checks. */
const hasTlsOptions = (url: string): boolean =>
  [...new URL(url).searchParams.keys()].some((name) => /^(?:tls\.|requireTLS$)/.test(name))

/** Money, names and secrets go to these servers: over TLS, or on this machine. */
const guardConnections = (values: Variables, problems: string[]): void => {
  const { DATABASE_URL, MIGRATION_DATABASE_URL, DATABASE_CA_FILE, MONGO_URL, SMTP_URL, S3_ENDPOINT } = values
  const databases = [DATABASE_URL, MIGRATION_DATABASE_URL].filter((url) => url !== undefined)
  if (DATABASE_CA_FILE === undefined && databases.some((url) => !isLoopback(hostOf(url))))
    problems.push(
      'DATABASE_CA_FILE must be set in production: the connection to the database needs TLS unless it is on this machine',
    )
  if (MONGO_URL !== undefined && !isMongoPrivate(MONGO_URL))
    problems.push(
      'MONGO_URL must say tls=true in production, unless it is on this machine, and must not switch its checks off',
    )
  if (SMTP_URL !== undefined && hasTlsOptions(SMTP_URL) && !isLoopback(hostOf(SMTP_URL)))
    problems.push(
      'SMTP_URL must have no options for TLS in production, unless it is on this machine: its checks are always on',
    )
  if (S3_ENDPOINT?.startsWith('http://') && !isLoopback(hostOf(S3_ENDPOINT)))
    problems.push('S3_ENDPOINT must be https in production, unless it is on this machine')
}

/** Published keys must not authenticate on a reachable address. */
const guardDevelopment = (values: Variables, problems: string[]): void => {
  if (isLoopback(values.HOST) || values.DEVELOPMENT_SECRET !== undefined) return
  problems.push(
    `DEVELOPMENT_SECRET must be set to listen on ${values.HOST} outside production: the development keys are published, and this secret is appended to them`,
  )
}

/** API_CLIENTS_FILE must not have the hash of a published key, under any pepper that is accepted. */
const guardClients = (values: Variables, clients: readonly ApiClient[], problems: string[]): void => {
  const peppers = peppersOf({
    pepper: values.KEY_PEPPER ?? developmentPepper,
    pepperBefore: values.KEY_PEPPER_BEFORE,
  })
  for (const name of peppers.flatMap((pepper) => clientsWithDevelopmentKey(clients, pepper)))
    problems.push(`API_CLIENTS_FILE gives a development key to '${name}'`)
}

/** The other settings that production refuses to start with (docs/design/security.md#production-guards). */
const guardProduction = (values: Variables, problems: string[]): void => {
  if (values.PAYMENT_TIME_SCALE !== undefined && values.PAYMENT_TIME_SCALE !== 1) {
    problems.push('PAYMENT_TIME_SCALE must be 1 in production: no wallet answers faster there')
  }
  if (values.MOMO_BASE_URL?.startsWith('http://')) {
    problems.push('MOMO_BASE_URL must be https in production')
  }
  if (momoIsEmulator(values)) problems.push('MOMO_BASE_URL must not be the emulator in production')
  const pepper = values.KEY_PEPPER
  if (pepper === developmentPepper)
    problems.push('KEY_PEPPER must not be the one for development in production')
  else if (pepper !== undefined && pepper.length < pepperLengthMin) {
    problems.push(`KEY_PEPPER must have at least ${pepperLengthMin} characters in production`)
  }
  if (values.KEY_PEPPER_BEFORE !== undefined && values.KEY_PEPPER_BEFORE === pepper)
    problems.push('KEY_PEPPER_BEFORE must be the pepper before KEY_PEPPER, and not the same')
  // A process without an entry point answers only health checks and scrapes of its metrics, so it needs no TLS.
  const isUnencrypted =
    values.TRUST_PROXY === false && values.TLS_CERT_FILE === undefined && !isLoopback(values.HOST)
  if (isUnencrypted && hasEntryPoints(values.ROLE ?? allRoles)) {
    problems.push(
      `TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY, must be set to serve on ${values.HOST} in production`,
    )
  }
}

/** Adds a problem for each setting that is missing, or that another setting or production does not allow. */
export const guard = (
  values: Variables,
  wrong: ReadonlySet<VariableName>,
  clients: readonly ApiClient[],
  problems: string[],
): void => {
  const mustBeSet = (names: readonly VariableName[], why: string): void => {
    // A variable with a wrong value is reported already; reporting it as missing too would mislead.
    for (const name of names) {
      if (values[name] === undefined && !wrong.has(name)) problems.push(`${name} must be set ${why}`)
    }
  }
  guardProvider(values, mustBeSet)
  guardBureau(values, mustBeSet, problems)
  guardIdentityProvider(values, mustBeSet, problems)
  if (isSplit(values.ROLE) && values.NODE_ENV !== 'production') {
    mustBeSet(['DATABASE_URL'], 'since ROLE splits the service over processes, which share one database')
  }
  if (values.DATABASE_CA_FILE !== undefined)
    mustBeSet(['DATABASE_URL'], 'since DATABASE_CA_FILE is for a database server')
  if (values.S3_BUCKET !== undefined)
    mustBeSet(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'], 'since S3_BUCKET names a store')
  if (values.SCORING_BASE_URL !== undefined) {
    mustBeSet(scoresCredentials, 'since SCORING_BASE_URL names a scoring service')
  }
  if (values.NODE_ENV !== 'production') return guardDevelopment(values, problems)
  guardConnections(values, problems)
  if (values.SCORING_BASE_URL === undefined)
    mustBeSet(
      ['SCORING_BASE_URL', ...scoresCredentials],
      'for production, where the back office requests scores',
    )
  mustBeSet(['DATABASE_URL'], 'for production, which does not run on SQLite')
  mustBeSet(['MONGO_URL'], 'for production, which does not keep its jobs in one process')
  mustBeSet(['SMTP_URL', 'MAIL_FROM'], 'for production, where statements are mailed')
  mustBeSet(['KEY_PEPPER'], 'for production, where the development keys do not exist')
  mustBeSet(
    ['SCORING_PUBLIC_URL', 'SCORING_SIGNING_KEYS', 'SCORING_SEALING_KEYS'],
    'for production, where lenders request scores',
  )
  if (values.S3_BUCKET === undefined)
    mustBeSet(['DOCUMENTS_DIR'], 'for production, or S3_BUCKET: documents outlast the process')
  guardProduction(values, problems)
  guardScoring(values, problems)
  guardClients(values, clients, problems)
}
