import { mkdtemp } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { packageRoot } from '../../src/app/config/config.js'
import { startGuarded } from '../../test/end-to-end/guarded-process.js'
import { envelopeOf, valuesOf } from '../../src/cli/conformance/call.js'
import { freePort } from '../../test/support/free-port.js'
import { askOverHttp, type HttpAnswer } from '../../test/support/http.js'
import { startMariadb } from '../../test/support/mariadb.js'
import { eventually } from '../../test/support/wait.js'

const startMsMax = 90_000
const unlimited = '100000000'

/** The service under test, in a process of its own. */
export interface Service {
  readonly url: string
  readonly pid: number
  isAlive(): boolean
  /** The lines of its log of level warn and above. */
  log(): readonly string[]
  stop(): Promise<void>
}

/** Opens an empty database on a separate server; SQLite needs none. */
const openDatabase = async (
  kind: string,
): Promise<{ env: Record<string, string>; stop(): Promise<void> }> => {
  if (kind === 'sqlite') return { env: {}, stop: async () => undefined }
  const server = await startMariadb()
  if (!server) throw new Error('this machine has neither mariadbd nor mysqld')
  const connection = await createConnection(server.url)
  await connection.query('CREATE DATABASE cauri CHARACTER SET utf8mb4')
  await connection.end()
  return { env: { DATABASE_URL: `${server.url}/cauri` }, stop: server.stop }
}

const raiseEveryMs = 1_000

const childrenOf = (pid: number): number[] => {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/**
 * Gives the readers the priority of this process, if its user may raise priorities. With their own priority, the
 * lowest, they would read nothing beside a fuzzer that uses all processors.
 */
const raiseReaders = (pid: number): void => {
  for (const child of childrenOf(pid)) {
    try {
      setPriority(child, getPriority())
    } catch {
      // The process has ended, or only root may change priorities.
    }
    raiseReaders(child)
  }
}

/**
 * Starts the service as `npm start` does, but with rate limits that the fuzzer cannot reach, since they would hide
 * other faults.
 */
export const startService = async (database: string): Promise<Service> => {
  const { env, stop } = await openDatabase(database)
  const directory = await mkdtemp(join(tmpdir(), 'cauri-fuzz-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const running = startGuarded(
    [
      '--enable-source-maps',
      '--max-old-space-size=512',
      '--max-semi-space-size=4',
      join(packageRoot, 'dist', 'cauri.js'),
      'start',
    ],
    {
      ...env,
      PORT: new URL(url).port,
      DATA_DIR: join(directory, 'data'),
      LOG_LEVEL: 'warn',
      TRUST_PROXY: 'on',
      EMULATOR_DELAY_MS: '30',
      PAYMENT_TIME_SCALE: '100',
      SCORING_TOKEN_SECONDS: '3600',
      SCORING_TOKENS_PER_MINUTE: '1000000',
      SCORING_RESULTS_PER_MINUTE: '1000000',
      SCORING_REQUESTS_PER_MINUTE: '1000000',
      SCORING_REQUESTS_PER_DAY: unlimited,
      SCORING_SANDBOX_REQUESTS_PER_MINUTE: '1000000',
      SCORING_SANDBOX_REQUESTS_PER_DAY: unlimited,
      SCORING_READING_SECONDS_PER_DAY: '1000000',
      SCORING_SANDBOX_READING_SECONDS_PER_DAY: '1000000',
      SCORING_UPLOAD_MB_PER_DAY: '1000000',
      SCORING_SANDBOX_UPLOAD_MB_PER_DAY: '1000000',
    },
    directory,
  )
  const listens = async (): Promise<boolean> => {
    if (running.hasExited()) throw new Error(`the service did not start:\n${running.stderr()}`)
    const answered = await askOverHttp(`${url}/healthz`).catch(() => undefined)
    return answered?.status === 200
  }
  await eventually('the service listens', listens, startMsMax)
  const raising = setInterval(() => raiseReaders(running.pid), raiseEveryMs)
  return {
    url,
    pid: running.pid,
    isAlive: () => !running.hasExited(),
    log: () => `${running.stdout()}${running.stderr()}`.split('\n').filter(Boolean),
    stop: async () => {
      clearInterval(raising)
      running.signal('SIGTERM')
      await running.over
      await stop()
    },
  }
}

/** The values of the placeholders `@NAME@` in an input. */
export type PlaceholderValues = Map<string, string>

const read = <T>(answered: HttpAnswer): T => {
  if (answered.status !== 200) throw new Error(`${answered.status}: ${answered.text.slice(0, 500)}`)
  return JSON.parse(answered.text) as T
}

const post = (url: string, body: object, headers: Record<string, string>): Promise<HttpAnswer> =>
  askOverHttp(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

export interface Account {
  readonly prefix: string
  readonly apiKey: string
  readonly token: string
}

/** Gets tokens for both development clients. */
export const openAccounts = async (url: string): Promise<readonly Account[]> => {
  const accounts: Account[] = []
  for (const [prefix, name] of [
    ['/scoring', 'scoring'],
    ['/scoring/sandbox', 'sandbox'],
  ] as const) {
    const credentials = { clientId: `dev-${name}-client`, secret: `dev-${name}-secret` }
    const { token } = read<{ token: string }>(await post(`${url}${prefix}/auth/token`, credentials, {}))
    accounts.push({ prefix, apiKey: `dev-${name}-key`, token })
  }
  return accounts
}

export interface Announced {
  readonly requestId: string
  readonly uploadUrls: readonly { readonly url: string }[]
}

export const announce = async (url: string, account: Account, body: object): Promise<Announced> => {
  const headers = { authorization: account.token, 'x-api-key': account.apiKey }
  return read<Announced>(await post(`${url}${account.prefix}/score/request`, body, headers))
}

const pathOf = (url: string): string => url.slice(new URL(url).origin.length)

/** Creates what inputs can refer to: customers with money, a clock, score requests and their upload addresses. */
export const makeWorld = async (url: string): Promise<PlaceholderValues> => {
  const placeholders: PlaceholderValues = new Map()
  const references: string[] = []
  const gateway = { 'x-api-key': 'dev-gateway-key' }
  const call = async (operation: string, sent: Record<string, string>): Promise<Record<string, string>> => {
    const answered = await post(`${url}/getdynamicarguments`, envelopeOf(operation, sent), gateway)
    read(answered)
    for (const [found] of answered.text.matchAll(/\b[A-Z]{3}-[0-9A-Z]{26}\b/g))
      if (!references.includes(found)) references.push(found)
    return valuesOf(answered.text)
  }
  await call('create_test_clock', { now: '2026-01-15' })
  for (const i of [0, 1, 2]) {
    const ACCOUNT_HOLDER_MSISDN = `23767100000${i}`
    placeholders.set(`MSISDN${i}`, ACCOUNT_HOLDER_MSISDN)
    await call('register_savings_account', { ACCOUNT_HOLDER_MSISDN })
    const quoted = await call('create_deposit_summary', {
      ACCOUNT_HOLDER_MSISDN,
      amount: '50000',
      product_code: 'LOCK3M',
    })
    const { deposit_reference = '' } = quoted
    await call('confirm_deposit', { ACCOUNT_HOLDER_MSISDN, deposit_reference })
  }
  for (const person of ['back-office', 'analyst']) {
    const { headers } = await fetch(`${url}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ person: `development ${person}`, to: '/console' }),
      redirect: 'manual',
    })
    const session = /__Host-cauri=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1]
    if (session === undefined) throw new Error('nobody can sign in')
    placeholders.set(`SESSION${person === 'analyst' ? 1 : 0}`, session)
  }
  const [live, sandbox] = await openAccounts(url)
  if (!live || !sandbox) throw new Error('there are no accounts')
  placeholders.set('TOKEN', live.token)
  placeholders.set('SANDBOXTOKEN', sandbox.token)
  const documents = Array.from({ length: 12 }, (_, i) => ({
    documentName: `${i}.pdf`,
    documentType: 'WALLET_STATEMENT',
    password: '1',
  }))
  const person = { nationalId: '12345678', phoneNumber: '+254712345678', firstName: 'A', lastName: 'B' }
  const { requestId, uploadUrls } = await announce(url, live, { ...person, productCode: 'PA', documents })
  placeholders.set('REQUEST', requestId)
  uploadUrls.forEach((upload, i) => placeholders.set(`UPLOAD${i}`, pathOf(upload.url)))
  const query = `mutation($input: SubmitScoreRequestInput!) { submitScoreRequest(input: $input) {
    scoreRequest { id documents { uploadPath } } } }`
  const input = { idempotencyKey: 'fuzz', ...person, productCode: 'PA', documents: documents.slice(0, 1) }
  const submitted = read<{
    data: { submitScoreRequest: { scoreRequest: { id: string; documents: { uploadPath: string }[] } } }
  }>(await post(`${url}/graphql`, { query, variables: { input } }, { 'x-api-key': 'dev-back-office-key' }))
  placeholders.set('SCORE', submitted.data.submitScoreRequest.scoreRequest.id)
  placeholders.set(
    'SCOREUPLOAD',
    submitted.data.submitScoreRequest.scoreRequest.documents[0]?.uploadPath ?? '/',
  )
  references.forEach((reference, i) => placeholders.set(`REF${i}`, reference))
  return placeholders
}

/**
 * Replaces the placeholders of an input. If this world has fewer references than the input names, one of the existing
 * references is used.
 */
export const fillPlaceholders = (text: string, placeholders: PlaceholderValues): string =>
  text.replaceAll(/@([A-Z]+)(\d*)@/g, (whole, name: string, nth: string) => {
    const exact = placeholders.get(`${name}${nth}`)
    if (exact !== undefined) return exact
    return placeholders.get(`${name}${Number(nth) % 3}`) ?? whole
  })
