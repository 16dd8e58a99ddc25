import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import {
  ConfigError,
  packageRoot,
  readCommandConfig,
  readConfig,
  readEmulatorConfig,
} from '../../src/app/config/config.js'
import { authenticator } from '../../src/platform/identity/keys/authenticator.js'
import { developmentPepper } from '../../src/platform/identity/keys/development-keys.js'
import { hashText } from '../../src/platform/identity/keys/keys.js'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

type Env = Record<string, string>

const problemsOf = (env: Env): readonly string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

const directory = mkdtempSync(join(tmpdir(), 'config-'))
const fixture = (name: string): string => join(packageRoot, 'test', 'running', 'fixtures', name)
const pepper = 'p'.repeat(40)

const clientsFile = (name: string, content: unknown): string => {
  const path = join(directory, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const goodClients = clientsFile('clients.json', [
  { name: 'gateway', roles: ['GATEWAY'], keyHash: hashText(pepper, 'a secret') },
])

const notJson = clientsFile('products.json', '')

const momo: Env = {
  MOMO_BASE_URL: 'https://momo.example',
  MOMO_TARGET_ENVIRONMENT: 'mtncameroon',
  MOMO_COLLECTION_SUBSCRIPTION_KEY: 'a',
  MOMO_COLLECTION_API_USER: 'b',
  MOMO_COLLECTION_API_KEY: 'c',
  MOMO_DISBURSEMENT_SUBSCRIPTION_KEY: 'd',
  MOMO_DISBURSEMENT_API_USER: 'e',
  MOMO_DISBURSEMENT_API_KEY: 'f',
}

const keyOf = (id: string): string => `${id}:${createHash('sha256').update(id).digest('base64url')}`
const scoring: Env = {
  SCORING_PUBLIC_URL: 'https://api.example',
  SCORING_SIGNING_KEYS: keyOf('sign-1'),
  SCORING_SEALING_KEYS: keyOf('seal-1'),
  DOCUMENTS_DIR: '/srv/documents',
  SCORING_BASE_URL: 'https://api.example/scoring',
  SCORING_CLIENT_ID: 'bank',
  SCORING_CLIENT_SECRET: 'a secret of the bank',
  SCORING_API_KEY: 'a key of the bank',
}

const known = developmentKeyRing('signing').current.bytes.toString('base64url')
const developmentRing = `any-id:${known}`

const production: Env = {
  NODE_ENV: 'production',
  DATABASE_URL: 'mysql://u:p@db/cauri',
  DATABASE_CA_FILE: fixture('localhost.cert.pem'),
  MONGO_URL: 'mongodb://a:27017,b:27017/jobs?tls=true',
  KEY_PEPPER: pepper,
  API_CLIENTS_FILE: goodClients,
  SMTP_URL: 'smtps://user:secret@mail.example',
  MAIL_FROM: 'Cauri <statements@bank.example>',
  ...scoring,
  ...momo,
}

describe('the default configuration', () => {
  test('needs no variable', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 4000,
      roles: new Set(['gateway', 'staff', 'scoring', 'worker', 'reader']),
      databaseUrl: undefined,
      mongoUrl: undefined,
      provider: { kind: 'embedded-emulator' },
      paymentTimeScale: 25,
      timeZone: 'Africa/Douala',
      rateLimitPerSecond: undefined,
      testClocks: { on: true, msisdns: undefined },
      clockStallSeconds: 30,
      smtpUrl: undefined,
      mailFrom: 'Cauri <statements@cauri.example>',
      bank: { name: 'Cauri', details: ['Épargne par Mobile Money', 'Douala, Cameroun'] },
      retentionDays: 90,
    })
    expect(isAbsolute(config.dataDirectory)).toBe(true)
    expect(Object.isFrozen(config)).toBe(true)
    expect(existsSync(config.productsFile)).toBe(true)
  })

  test('has no aliases of document types; SCORING_DOCUMENT_TYPE_ALIASES adds them', () => {
    const SCORING_DOCUMENT_TYPE_ALIASES = 'KOLA_STATEMENT=WALLET_STATEMENT, KOLA_TILL = WALLET_TILL_STATEMENT'
    expect([...readConfig({ SCORING_DOCUMENT_TYPE_ALIASES }).scoring.documentTypeAliases]).toEqual([
      ['KOLA_STATEMENT', 'WALLET_STATEMENT'],
      ['KOLA_TILL', 'WALLET_TILL_STATEMENT'],
    ])
    expect(readConfig({}).scoring.documentTypeAliases.size).toBe(0)
  })

  test('is the same if a variable is empty', () => {
    expect(readConfig({ PORT: '', ROLE: '', DATABASE_URL: '' })).toEqual(readConfig({}))
  })

  test('of the emulator as a process has its own address and directory', () => {
    expect(readEmulatorConfig({ DATA_DIR: '/x', EMULATOR_PORT: '5', PORT: 'ignored' })).toMatchObject({
      host: '127.0.0.1',
      port: 5,
      directory: '/x/emulator',
      delayMs: 1500,
      timeScale: 25,
    })
    expect(() => readEmulatorConfig({ EMULATOR_PORT: 'x' })).toThrow(
      "EMULATOR_PORT must be a number from 0 to 65535, got 'x'",
    )
  })
})

describe('the provider of payments is chosen by', () => {
  test.each<[string, Env, object]>([
    ['EMULATOR_URL', { EMULATOR_URL: 'http://e:1/' }, { kind: 'emulator', baseUrl: 'http://e:1' }],
    ['MOMO', { ...momo, TEST_CLOCKS: 'off' }, { kind: 'momo', baseUrl: 'https://momo.example' }],
    [
      'both',
      { ...momo, EMULATOR_URL: 'http://e:1' },
      { kind: 'momo', account: { collection: { apiUser: 'b' } } },
    ],
    [
      'MOMO with the address of the emulator',
      { MOMO_BASE_URL: 'http://e:1/', EMULATOR_URL: 'http://e:1' },
      { kind: 'emulator' },
    ],
    [
      'EMULATOR_URL, for a worker',
      { ROLE: 'worker', DATABASE_URL: 'mysql://h/d', EMULATOR_URL: 'http://e:1' },
      { kind: 'emulator' },
    ],
  ])('%s', (_name, env, provider) => {
    expect(readConfig(env).provider).toMatchObject(provider)
  })
})

describe('the message of a wrong setting', () => {
  test.each<[Env, string]>([
    [{ NODE_ENV: 'prod' }, "NODE_ENV must be one of production, development, test, got 'prod'"],
    [{ PORT: 'abc' }, "PORT must be a number from 0 to 65535, got 'abc'"],
    [{ PORT: '65536' }, "PORT must be a number from 0 to 65535, got '65536'"],
    [
      { SMTP_URL: 'https://u:secret@mail' },
      'SMTP_URL must be an address that starts with smtp:// or smtps://',
    ],
    [
      { MAIL_FROM: 'nobody' },
      "MAIL_FROM must be a sender like Cauri <statements@bank.example>, got 'nobody'",
    ],
    [{ BANK_DETAILS: ' | a' }, "BANK_DETAILS must be a name, and lines after it, separated by |, got ' | a'"],
    [{ RETENTION_DAYS: '1' }, "RETENTION_DAYS must be a number from 2 to 3650, got '1'"],
    ...['boss', 'worker,', 'toString', 'worker;reader'].map((ROLE): [Env, string] => [
      { ROLE },
      `ROLE must be some of gateway, staff, scoring, worker, reader, api, separated by commas, got '${ROLE}'`,
    ]),
    [
      { DATABASE_URL: 'postgres://u:secret@h/d' },
      'DATABASE_URL must be an address like mysql://user:password@host/database, without a query',
    ],
    [
      { DATABASE_URL: 'mysql://u:secret@h' },
      'DATABASE_URL must be an address like mysql://user:password@host/database, without a query',
    ],
    ...['x', 'mongodb://', 'mongodb://a b', 'mongodb://a:999999/jobs', 'mongodb://u:secret@a,,b/jobs'].map(
      (MONGO_URL): [Env, string] => [
        { MONGO_URL },
        'MONGO_URL must be an address like mongodb://host:27017/database',
      ],
    ),
    ...['DATABASE_URL', 'MONGO_URL'].flatMap((name) =>
      ['a%b', 'a%', '%zz', '%ff'].map((password): [Env, string] => [
        { [name]: `${name === 'MONGO_URL' ? 'mongodb' : 'mysql'}://root:${password}@localhost/x` },
        `${name} must be percent-encoded: a % in a user or a password is written %25`,
      ]),
    ),
    [
      { EMULATOR_URL: 'e:1' },
      "EMULATOR_URL must be an address that starts with https:// or http://, got 'e:1'",
    ],
    [
      { MARKET_TIME_ZONE: 'Mars/Base' },
      "MARKET_TIME_ZONE must be a time zone like Africa/Douala, got 'Mars/Base'",
    ],
    [{ MARKET_TIME_ZONE: '+01:00' }, "MARKET_TIME_ZONE must be a time zone like Africa/Douala, got '+01:00'"],
    [{ COLLECTION_MAX: '1e6' }, "COLLECTION_MAX must be an amount of XAF in plain digits, got '1e6'"],
    [
      { SCORING_SIGNING_KEYS: 'a:short' },
      'SCORING_SIGNING_KEYS must be keys like 2026-1:<32 bytes in base64url>, separated by commas, each with an id of its own',
    ],
    ...[
      'KOLA=STATEMENT',
      'KOLA=WALLET_STATEMENT,KOLA=BANK_STATEMENT',
      'BANK_STATEMENT=WALLET_STATEMENT',
      'KOLA',
    ].map((given): [Env, string] => [
      { SCORING_DOCUMENT_TYPE_ALIASES: given },
      `SCORING_DOCUMENT_TYPE_ALIASES must be like KOLA_STATEMENT=WALLET_STATEMENT, separated by commas, each name once, for one of WALLET_STATEMENT, WALLET_TILL_STATEMENT, BANK_STATEMENT, got '${given}'`,
    ]),
    [{ TEST_CLOCKS: 'maybe' }, "TEST_CLOCKS must be on or off, got 'maybe'"],
    [{ TEST_CLOCK_MSISDNS: '12' }, "TEST_CLOCK_MSISDNS must be mobile numbers separated by commas, got '12'"],
    ...['yes!', 'a.b', '999.1.1.1', '10.0.0.0/33', '10.0.0.1,', '::1/8/8'].map(
      (TRUST_PROXY): [Env, string] => [
        { TRUST_PROXY },
        `TRUST_PROXY must be on, off, or addresses separated by commas, got '${TRUST_PROXY}'`,
      ],
    ),
    [{ RATE_LIMIT_PER_SECOND: '0' }, "RATE_LIMIT_PER_SECOND must be a number from 1 to 1000000, got '0'"],
    [{ PRODUCTS_FILE: '/no/file' }, "PRODUCTS_FILE must be a readable file, got '/no/file' (ENOENT)"],
    [{ PRODUCTS_FILE: directory }, `PRODUCTS_FILE must be a readable file, got '${directory}' (EISDIR)`],
    [
      { DATABASE_CA_FILE: goodClients, DATABASE_URL: 'mysql://h/d' },
      `DATABASE_CA_FILE must be a PEM certificate, got '${goodClients}' (ERR_OSSL_PEM_NO_START_LINE)`,
    ],
    [
      { DATABASE_CA_FILE: fixture('localhost.cert.pem') },
      'DATABASE_URL must be set since DATABASE_CA_FILE is for a database server',
    ],
    [{ PRODUCTS_FILE: notJson }, `PRODUCTS_FILE '${notJson}': it is not JSON: Unexpected end of JSON input`],
    [{ TLS_CERT_FILE: '/a' }, 'TLS_CERT_FILE and TLS_KEY_FILE must be set together'],
    [
      { TLS_CERT_FILE: goodClients, TLS_KEY_FILE: fixture('localhost.key.pem') },
      'TLS_CERT_FILE and TLS_KEY_FILE must be a PEM certificate and its key (ERR_OSSL_PEM_NO_START_LINE)',
    ],
    [
      { TLS_CERT_FILE: notJson, TLS_KEY_FILE: fixture('localhost.key.pem') },
      'TLS_CERT_FILE and TLS_KEY_FILE must be a PEM certificate and its key (ERR_OSSL_PEM_NO_START_LINE)',
    ],
    [
      { TLS_CERT_FILE: fixture('localhost.cert.pem'), TLS_KEY_FILE: notJson },
      'TLS_CERT_FILE and TLS_KEY_FILE must be a PEM certificate and its key (ERR_OSSL_UNSUPPORTED)',
    ],
    [
      { TLS_CERT_FILE: fixture('localhost.cert.pem'), TLS_KEY_FILE: fixture('renewed.key.pem') },
      "TLS_CERT_FILE and TLS_KEY_FILE must be a PEM certificate and its key (Error: the key is not the certificate's)",
    ],
    [
      { ROLE: 'api', DATABASE_URL: 'mysql://h/d' },
      'EMULATOR_URL must be set or MOMO_BASE_URL: where ROLE splits the service the emulator is not started in this process',
    ],
    [
      { ROLE: 'api', EMULATOR_URL: 'http://e:1' },
      'DATABASE_URL must be set since ROLE splits the service over processes, which share one database',
    ],
    [
      { DATABASE_URL: 'mysql://u:p#s@127.0.0.1:99999/x' },
      'DATABASE_URL must be an address like mysql://user:password@host/database, without a query',
    ],
    [
      { DATABASE_URL: 'mysql://u:secret@h:3306/d?ssl=on' },
      'DATABASE_URL must be an address like mysql://user:password@host/database, without a query',
    ],
    [
      { ...momo },
      'EMULATOR_URL must be set since customers on a test clock never reach the real provider (or set TEST_CLOCKS=off)',
    ],
  ])('is one sentence for %j', (env, sentence) => {
    expect(problemsOf(env)).toEqual([sentence])
  })

  test.each<Env>([
    { MONGO_URL: 'mongodb://u:p%40@a:27017,[::1]:27018/jobs?replicaSet=r' },
    { MONGO_URL: 'mongodb+srv://jobs.example' },
    { MONGO_URL: 'mongodb://%2Ftmp%2Fmongodb.sock/jobs' },
    { DATABASE_URL: 'mysql://u:p@h:3306/d' },
    { DATABASE_URL: 'mysql://root:a%25b@localhost/x' },
    { MONGO_URL: 'mongodb://root:a%25b@h:27017/db?appName=50%' },
    ...['10.0.0.1', '10.0.0.0/8, fd00::/8', '10.0.0.0/255.0.0.0', 'on'].map((TRUST_PROXY) => ({
      TRUST_PROXY,
    })),
  ])('is absent for %j', (env) => {
    expect(problemsOf(env)).toEqual([])
  })

  test('does not occur for ROLE with any set of roles', () => {
    const rolesOf = (ROLE: string) => [
      ...readConfig({ ROLE, DATABASE_URL: 'mysql://h/d', EMULATOR_URL: 'http://e:1' }).roles,
    ]
    expect(rolesOf('reader')).toEqual(['reader'])
    expect(rolesOf('worker, reader')).toEqual(['worker', 'reader'])
    expect(rolesOf('api')).toEqual(['gateway', 'staff', 'scoring'])
    // A process with all roles is the only one: it keeps its embedded emulator and needs no shared database.
    expect(problemsOf({ ROLE: 'api,worker,reader' })).toEqual([])
    expect(readConfig({ ROLE: 'api,worker,reader' }).provider.kind).toBe('embedded-emulator')
  })

  test('comes with those of all other wrong settings, also of settings that depend on each other', () => {
    const problems = problemsOf({
      PORT: 'x',
      ROLE: 'api',
      MONGO_URL: 'mongodb://root:a%b@localhost/x',
      EMULATOR_URL: 'y',
      TLS_KEY_FILE: '/k',
      LOG_LEVEL: 'loud',
    })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'MONGO_URL',
      'EMULATOR_URL',
      'LOG_LEVEL',
      'TLS_CERT_FILE',
      'DATABASE_URL',
    ])
  })
})

test("in production, scoring clients are created in the service's database, never in a file of their own", () => {
  const env = { NODE_ENV: 'production', KEY_PEPPER: 'p'.repeat(32) }
  expect(() => readCommandConfig(env)).toThrow('DATABASE_URL must be set for production')
  const databaseUrl = 'mysql://u:p@h/d'
  expect(readCommandConfig({ ...env, DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl })
})

describe('keys for development', () => {
  test.each(['0.0.0.0', '::', '10.0.0.7', 'cauri.example'])(
    'cannot be used on the host %s without a secret, since they are published',
    (HOST) => {
      expect(problemsOf({ HOST })).toEqual([
        `DEVELOPMENT_SECRET must be set to listen on ${HOST} outside production: the development keys are published, and this secret is appended to them`,
      ])
      expect(problemsOf({ HOST, DEVELOPMENT_SECRET: 'short' })[0]).toContain('must have 16 to 100')
      expect(problemsOf({ HOST, DEVELOPMENT_SECRET: 's'.repeat(16) })).toEqual([])
    },
  )

  test('all contain the secret', () => {
    const own = readConfig({ DEVELOPMENT_SECRET: 's'.repeat(16) })
    const known = readConfig({})
    expect(own.keyPepper).not.toBe(known.keyPepper)
    expect(own.scores.account.secret).toBe(`${known.scores.account.secret}-${'s'.repeat(16)}`)
    for (const ring of ['signingKeys', 'sealingKeys'] as const)
      expect(own.scoring[ring].current.bytes).not.toEqual(known.scoring[ring].current.bytes)
    const authenticate = authenticator(own)
    expect(authenticate({ 'x-api-key': 'dev-admin-key' })).toBeUndefined()
    expect(authenticate({ 'x-api-key': `dev-admin-key-${'s'.repeat(16)}` })?.name).toBe('development admin')
  })
})

describe('API_CLIENTS_FILE', () => {
  test('is refused if one person could both propose and approve, however the name is spelled', () => {
    const hash = 'a'.repeat(64)
    const path = clientsFile('both.json', [
      { name: 'Awa Ngo', roles: ['BACK_OFFICE'], keyHash: hash },
      { name: 'AWA\u200b ngo', roles: ['APPROVER'], keyHash: hash.replace('a', 'b') },
    ])
    expect(problemsOf({ API_CLIENTS_FILE: path })).toEqual([
      `API_CLIENTS_FILE '${path}' 'Awa Ngo' would both propose and approve: APPROVER cannot be combined with BACK_OFFICE or ADMIN`,
    ])
  })

  test('is refused with the problem of each wrong entry', () => {
    const hash = 'a'.repeat(64)
    const path = clientsFile('bad.json', [
      { name: 'Awa Ngo', roles: ['BACK_OFFICE'], keyHash: 'short' },
      { roles: ['GATEWAY'], keyHash: hash },
      { name: 'Paul', roles: ['BOSS'], keyHash: hash.replace('a', 'b') },
      { name: 'Twin', roles: ['ADMIN'], keyHash: hash, extra: 1 },
      7,
    ])
    const text = problemsOf({ API_CLIENTS_FILE: path }).join('\n')
    expect(text).toContain(
      `API_CLIENTS_FILE '${path}' entry 1 (Awa Ngo): keyHash must be 64 lower-case hex digits`,
    )
    expect(text).toContain('entry 2: name must be a text')
    expect(text).toContain('entry 3 (Paul): roles must be of GATEWAY, TESTER')
    expect(text).toContain('entry 4 (Twin): Unrecognized key: "extra"')
    expect(text).toContain('entry 5:')
    expect(text).not.toContain(hash)
  })

  test.each([
    ['{', 'is not valid JSON'],
    ['{}', 'must hold a JSON list'],
    ['[]', 'holds no entry, so nobody could call'],
  ])('with the content %s is refused: it %s', (content, problem) => {
    expect(problemsOf({ API_CLIENTS_FILE: clientsFile('odd.json', content) })[0]).toContain(problem)
  })
})

describe('the scoring service that we ask', () => {
  test('is the one in this process, with the development client, unless another is set', () => {
    expect(readConfig({}).scores).toMatchObject({
      baseUrl: undefined,
      account: { clientId: 'dev-scoring-client' },
    })
    const { SCORING_BASE_URL, SCORING_CLIENT_ID, SCORING_CLIENT_SECRET, SCORING_API_KEY } = scoring
    const named = shaped(z.record(z.string(), z.string()), {
      SCORING_BASE_URL,
      SCORING_CLIENT_ID,
      SCORING_CLIENT_SECRET,
      SCORING_API_KEY,
    })
    expect(readConfig(named).scores).toEqual({
      baseUrl: 'https://api.example/scoring',
      account: { clientId: 'bank', secret: 'a secret of the bank', apiKey: 'a key of the bank' },
    })
  })

  test('needs credentials if another is set', () => {
    const problems = problemsOf({ SCORING_BASE_URL: 'https://scores.example', SCORING_CLIENT_ID: 'bank' })
    expect(problems).toEqual([
      'SCORING_CLIENT_SECRET must be set since SCORING_BASE_URL names a scoring service',
      'SCORING_API_KEY must be set since SCORING_BASE_URL names a scoring service',
    ])
  })
})

describe('the configuration of production', () => {
  test('allows plain HTTP to a scoring service on this machine', () => {
    const { scores } = readConfig({ ...production, SCORING_BASE_URL: 'http://127.0.0.1:4000/scoring' })
    expect(scores.baseUrl).toBe('http://127.0.0.1:4000/scoring')
  })

  test('is accepted with every required variable set', () => {
    expect(readConfig(production)).toMatchObject({
      production: true,
      paymentTimeScale: 1,
      rateLimitPerSecond: 200,
      testClocks: { on: false },
      provider: { kind: 'momo' },
      apiClients: [{ name: 'gateway' }],
    })
  })

  test('without variables is refused with a message that names all of them', () => {
    const problems = problemsOf({ NODE_ENV: 'production', HOST: '0.0.0.0' })
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(
      [
        ...Object.keys(momo),
        ...Object.keys(scoring),
        'DATABASE_URL',
        'KEY_PEPPER',
        'MAIL_FROM',
        'MONGO_URL',
        'SMTP_URL',
        'TLS_CERT_FILE',
      ].sort(),
    )
  })

  test.each<[string, Env, string]>([
    [
      'the emulator as the provider',
      { EMULATOR_URL: 'https://momo.example' },
      'MOMO_BASE_URL must not be the emulator',
    ],
    [
      'the development pepper',
      { KEY_PEPPER: developmentPepper },
      'KEY_PEPPER must not be the one for development',
    ],
    ['a short pepper', { KEY_PEPPER: 'short' }, 'KEY_PEPPER must have at least 32 characters'],
    [
      'an address that others reach without TLS',
      { HOST: '0.0.0.0' },
      'TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY, must be set',
    ],
    [
      'test clocks without an emulator',
      { TEST_CLOCKS: 'on', TEST_CLOCK_MSISDNS: '670000001' },
      'EMULATOR_URL must be set',
    ],
    [
      'test clocks for all numbers',
      { TEST_CLOCKS: 'on', EMULATOR_URL: 'http://e' },
      'TEST_CLOCK_MSISDNS must be set',
    ],
    [
      'published signing keys',
      { SCORING_SIGNING_KEYS: developmentRing },
      'must not have a key for development',
    ],
    [
      'one key for two purposes',
      { SCORING_SEALING_KEYS: `new:${present(scoring['SCORING_SIGNING_KEYS']).split(':')[1]}` },
      'SCORING_SIGNING_KEYS and SCORING_SEALING_KEYS must not share a key',
    ],
    [
      'a bucket without its secret',
      { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a' },
      'S3_SECRET_ACCESS_KEY must be set',
    ],
    [
      'a scoring service served over plain HTTP',
      { SCORING_PUBLIC_URL: 'http://api.example' },
      'SCORING_PUBLIC_URL must be https in production',
    ],
    [
      'a scoring service called over plain HTTP',
      { SCORING_BASE_URL: 'http://scores.example' },
      'SCORING_BASE_URL must be https in production',
    ],
    [
      'a scoring service called as the development client',
      { SCORING_CLIENT_ID: 'dev-scoring-client' },
      'SCORING_CLIENT_ID must not be the one for development',
    ],
    [
      'a development key',
      {
        API_CLIENTS_FILE: clientsFile('dev.json', [
          { name: 'sneaky', roles: ['ADMIN'], keyHash: hashText(pepper, 'dev-admin-key') },
        ]),
      },
      "API_CLIENTS_FILE gives a development key to 'sneaky'",
    ],
    [
      'a development key under the previous pepper',
      {
        KEY_PEPPER_BEFORE: 'b'.repeat(32),
        API_CLIENTS_FILE: clientsFile('dev-before.json', [
          { name: 'sneaky', roles: ['ADMIN'], keyHash: hashText('b'.repeat(32), 'dev-admin-key') },
        ]),
      },
      "API_CLIENTS_FILE gives a development key to 'sneaky'",
    ],
  ])('refuses %s', (_name, change, problem) => {
    const problems = problemsOf({ ...production, ...change })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  test.each<[string, Env, string]>([
    ['the database', { DATABASE_CA_FILE: '' }, 'DATABASE_CA_FILE must be set in production'],
    ['the job store', { MONGO_URL: 'mongodb://a:27017,b:27017/jobs' }, 'MONGO_URL must say tls=true'],
    [
      'the job store, with a checked certificate',
      { MONGO_URL: 'mongodb://a/jobs?tls=true&tlsAllowInvalidCertificates=true' },
      'MONGO_URL must say tls=true',
    ],
    [
      'the job store, by an option in any case',
      { MONGO_URL: 'mongodb://a/jobs?tls=true&tlsinsecure=true' },
      'MONGO_URL must say tls=true',
    ],
    [
      'the database, also for migrations',
      {
        DATABASE_URL: 'mysql://u:p@127.0.0.1/cauri',
        MIGRATION_DATABASE_URL: 'mysql://m:p@db/cauri',
        DATABASE_CA_FILE: '',
      },
      'DATABASE_CA_FILE must be set in production',
    ],
    ...['requireTLS=false', 'tls.rejectUnauthorized=false'].map((option): [string, Env, string] => [
      'the mail server',
      { SMTP_URL: `smtp://mail.example:587?name=us&${option}` },
      'SMTP_URL must have no options for TLS in production',
    ]),
    ['the bucket', { S3_ENDPOINT: 'http://s3.example' }, 'S3_ENDPOINT must be https in production'],
  ])('requires TLS to %s', (_name, change, problem) => {
    const problems = problemsOf({ ...production, ...change })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  test('requires no TLS to services on this machine, but to a mail server elsewhere', () => {
    const here = {
      DATABASE_URL: 'mysql://u:p@127.0.0.1/cauri',
      DATABASE_CA_FILE: '',
      MONGO_URL: 'mongodb://[::1]:27017,localhost/jobs',
      S3_ENDPOINT: 'http://localhost:9000',
      SMTP_URL: 'smtp://127.0.0.1:25',
    }
    expect(readConfig({ ...production, ...here }).smtpRequiresTls).toBe(false)
    expect(readConfig({ ...production, SMTP_URL: 'smtp://mail.example:587' }).smtpRequiresTls).toBe(true)
    expect(problemsOf({ ...production, MONGO_URL: 'mongodb+srv://jobs.example/jobs' })).toEqual([])
    expect(problemsOf({ ...production, MONGO_URL: 'mongodb://jobs.example/jobs?TLS=true' })).toEqual([])
    expect(problemsOf({ ...production, SMTP_URL: 'smtp://mail.example?name=us' })).toEqual([])
  })

  test.each<[string, Env]>([
    ['TLS', { TLS_CERT_FILE: fixture('localhost.cert.pem'), TLS_KEY_FILE: fixture('localhost.key.pem') }],
    ['a proxy that terminates TLS', { TRUST_PROXY: '10.0.0.0/8' }],
    ['the role worker, which serves no requests', { ROLE: 'worker' }],
    ['the roles reader and worker', { ROLE: 'reader,worker' }],
  ])('can listen for other machines with %s', (_name, change) => {
    expect(problemsOf({ ...production, HOST: '0.0.0.0', ...change })).toEqual([])
  })
})

describe('a misspelling of a variable', () => {
  test.each([
    ['COLECTION_MAX', 'COLLECTION_MAX'],
    ['collection_max', 'COLLECTION_MAX'],
    ['DATADIR', 'DATA_DIR'],
    ['RATE_LIMIT_PER_SECONDS', 'RATE_LIMIT_PER_SECOND'],
    ['KEY_PEPER_FILE', 'KEY_PEPPER_FILE'],
  ])('%s is reported, and %s suggested', (name, meant) => {
    expect(readConfig({ [name]: '1' }).nearMisses).toEqual([{ name, meant }])
  })

  test.each([
    'HOSTNAME',
    'LOGNAME',
    'POST',
    'MONGO_PORT',
    'SMTP_HOST',
    'NODE_OPTIONS',
    'npm_config_cache',
    'TLS_KEYS',
  ])('is not reported for %s, a variable of other programs', (name) =>
    expect(readConfig({ [name]: '1' }).nearMisses).toEqual([]),
  )

  test('keeps production from starting, unless the correct variable is set too', () => {
    expect(problemsOf({ ...production, RATE_LIMT_PER_SECOND: '5' })).toEqual([
      'RATE_LIMT_PER_SECOND is not a setting: did you mean RATE_LIMIT_PER_SECOND? If it belongs to another program, set RATE_LIMIT_PER_SECOND too',
    ])
    const given = { ...production, RATE_LIMT_PER_SECOND: '5', RATE_LIMIT_PER_SECOND: '6' }
    expect(problemsOf(given)).toEqual([])
  })

  test('is not reported for a variable that exists, nor for an empty one', () => {
    expect(readConfig({ RATE_LIMIT_PER_SECOND: '5', DATA_DIRR: '' }).nearMisses).toEqual([])
  })
})
