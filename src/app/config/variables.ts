import * as z from 'zod'
import { market } from '../../kernel/market.js'
import * as value from './values.js'

/** Every variable that the service reads. An unset one has its default or is undefined. */
const variables = z.object({
  NODE_ENV: value.oneOf('production', 'development', 'test').default('development'),
  STAGE: value.oneOf('development', 'sandbox', 'production').optional(),
  HOST: value.text.default('127.0.0.1'),
  PORT: value.whole(0, 65_535).default(4000),
  ROLE: value.processRoles.optional(),
  DATA_DIR: value.text.default('./data'),
  DATABASE_URL: value.mysqlAddress.optional(),
  DATABASE_CA_FILE: value.text.optional(),
  DATABASE_POOL_SIZE: value.whole(2, 1000).optional(),
  CLUSTER_SINGLE_WRITER: value.oneOf('yes').optional(),
  MIGRATION_DATABASE_URL: value.mysqlAddress.optional(),
  EVIDENCE_DIR: value.text.optional(),
  MONGO_URL: value.mongoAddress.optional(),
  MOMO_BASE_URL: value.webAddress.optional(),
  MOMO_TARGET_ENVIRONMENT: value.text.optional(),
  MOMO_CALLBACK_URL: value.webAddress.optional(),
  MOMO_COLLECTION_SUBSCRIPTION_KEY: value.text.optional(),
  MOMO_COLLECTION_API_USER: value.text.optional(),
  MOMO_COLLECTION_API_KEY: value.text.optional(),
  MOMO_DISBURSEMENT_SUBSCRIPTION_KEY: value.text.optional(),
  MOMO_DISBURSEMENT_API_USER: value.text.optional(),
  MOMO_DISBURSEMENT_API_KEY: value.text.optional(),
  EMULATOR_URL: value.webAddress.optional(),
  EMULATOR_HOST: value.text.default('127.0.0.1'),
  EMULATOR_PORT: value.whole(0, 65_535).default(4010),
  EMULATOR_DELAY_MS: value.whole(0, 600_000).default(1500),
  PAYMENT_TIME_SCALE: value.whole(1, 1000).optional(),
  COLLECTION_MAX: value.amount.optional(),
  PAYOUT_MAX: value.amount.optional(),
  SMTP_URL: value.serverAddress('smtp', 'smtps').optional(),
  MAIL_FROM: value.mailSender.optional(),
  APPROVALS_MAIL_TO: value.mailAddresses.default([]),
  BANK_DETAILS: value.bank.default({
    name: 'Cauri',
    details: ['Épargne par Mobile Money', 'Douala, Cameroun'],
  }),
  RETENTION_DAYS: value.whole(2, 3650).default(90),
  MARKET_TIME_ZONE: value.timeZone.default(market.timeZone),
  PRODUCTS_FILE: value.text.optional(),
  GENERAL_LEDGER_FILE: value.text.optional(),
  API_CLIENTS_FILE: value.text.optional(),
  OIDC_ISSUER: value.issuer.optional(),
  OIDC_CLIENT_ID: value.text.optional(),
  OIDC_CLIENT_SECRET: value.text.optional(),
  OIDC_ROLES_CLAIM: value.text.default('roles'),
  OIDC_SCOPE: value.text.default('openid profile email'),
  STAFF_PUBLIC_URL: value.webAddress.optional(),
  EXPLORER_ORIGINS: value.origins.optional(),
  KEY_PEPPER: value.text.optional(),
  KEY_PEPPER_BEFORE: value.text.optional(),
  DEVELOPMENT_SECRET: value.ownSecret.optional(),
  ADMIN_HOST: value.text.optional(),
  ADMIN_PORT: value.whole(0, 65_535).optional(),
  TLS_CERT_FILE: value.text.optional(),
  TLS_KEY_FILE: value.text.optional(),
  DRAIN_SECONDS: value.whole(0, 60).optional(),
  TRUST_PROXY: value.trustedProxy.default(false),
  LOG_LEVEL: value.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  CLOCK_STALL_SECONDS: value.whole(1, 3600).default(30),
  TEST_CLOCKS: value.onOff.optional(),
  TEST_CLOCK_MSISDNS: value.msisdns.optional(),
  BUREAU_BASE_URL: value.webAddress.optional(),
  BUREAU_API_KEY: value.text.optional(),
  BUREAU_EMULATOR_URL: value.webAddress.optional(),
  BUREAU_EMULATOR_PORT: value.whole(0, 65_535).default(4020),
  DOCS_STAGES: value.stages.optional(),
  RATE_LIMIT_PER_SECOND: value.whole(1, 1_000_000).optional(),
  SCORING_PUBLIC_URL: value.webAddress.optional(),
  SCORING_BASE_URL: value.webAddress.optional(),
  SCORING_CLIENT_ID: value.text.optional(),
  SCORING_CLIENT_SECRET: value.text.optional(),
  SCORING_API_KEY: value.text.optional(),
  SCORING_SIGNING_KEYS: value.keyRing.optional(),
  SCORING_SEALING_KEYS: value.keyRing.optional(),
  SCORING_TOKEN_SECONDS: value.whole(300, 3600).default(900),
  SCORING_TOKENS_PER_MINUTE: value.whole(1, 1_000_000).default(10),
  SCORING_RESULTS_PER_MINUTE: value.whole(1, 1_000_000).default(300),
  SCORING_REQUESTS_PER_MINUTE: value.whole(1, 1_000_000).default(120),
  SCORING_REQUESTS_PER_DAY: value.whole(1, 100_000_000).default(5000),
  SCORING_SANDBOX_REQUESTS_PER_MINUTE: value.whole(1, 1_000_000).default(30),
  SCORING_SANDBOX_REQUESTS_PER_DAY: value.whole(1, 100_000_000).default(500),
  SCORING_READING_SECONDS_PER_DAY: value.whole(1, 1_000_000).default(21_600),
  SCORING_SANDBOX_READING_SECONDS_PER_DAY: value.whole(1, 1_000_000).default(600),
  SCORING_UPLOAD_MB_PER_DAY: value.whole(1, 1_000_000).default(20_480),
  SCORING_SANDBOX_UPLOAD_MB_PER_DAY: value.whole(1, 1_000_000).default(512),
  SCORING_DOCUMENT_TYPE_ALIASES: value.documentTypeAliases.optional(),
  DOCUMENTS_DIR: value.text.optional(),
  S3_ENDPOINT: value.webAddress.optional(),
  S3_REGION: value.text.default('us-east-1'),
  S3_BUCKET: value.text.optional(),
  S3_ACCESS_KEY_ID: value.text.optional(),
  S3_SECRET_ACCESS_KEY: value.text.optional(),
})

export type Variables = Readonly<z.output<typeof variables>>
export type VariableName = keyof Variables
export const variableNames = Object.keys(variables.shape) as readonly VariableName[]
export type Environment = Readonly<Record<string, string | undefined>>

/** Whether a variable may hold a secret, by its name: its value never appears in a message, which may end up in a log. */
export const isSecret = (name: string): boolean =>
  /KEY|SECRET|PEPPER|API_USER|DATABASE_URL|MONGO_URL|SMTP_URL/.test(name)

/**
 * The variables of an environment, with one problem for each that has a wrong value. A wrong one gets its default and is listed in
 * `wrong`, so that the others can still be checked and all problems are reported at once. An empty value counts as unset, since
 * compose files produce those.
 */
export const readVariables = (
  env: Environment,
): { values: Variables; problems: string[]; wrong: ReadonlySet<VariableName> } => {
  const given = Object.fromEntries(variableNames.filter((name) => env[name]).map((name) => [name, env[name]]))
  const parsed = variables.safeParse(given)
  if (parsed.success) return { values: parsed.data, problems: [], wrong: new Set() }

  const wrong = new Set<VariableName>()
  const problems = parsed.error.issues.map((issue) => {
    const name = issue.path[0] as VariableName
    wrong.add(name)
    delete given[name]
    return isSecret(name) ? `${name} ${issue.message}` : `${name} ${issue.message}, got '${env[name] ?? ''}'`
  })
  return { values: variables.parse(given), problems, wrong }
}
