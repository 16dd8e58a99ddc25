import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { packageRoot } from '../../src/app/config/config.js'
import { ContractClient } from '../../src/cli/conformance/scoring-client.js'
import { runProgram } from '../running/processes.js'
import { scratchFolder } from '../support/scratch.js'
import { eventually } from '../support/wait.js'
import { createClient } from './client.js'
import { compiledProgram } from './compile.js'
import { startGuarded, type GuardedProcess } from './guarded-process.js'
import type { Env } from './service.js'

const ring = (...ids: readonly string[]): string => ids.map((id) => `${id}:${secrets[id]}`).join(',')
const secrets: Readonly<Record<string, string>> = Object.fromEntries(
  ['2026-1', '2026-2'].map((id) => [id, randomBytes(32).toString('base64url')]),
)
const [oldPepper, newPepper] = ['the pepper of the last year', 'the pepper of this year, which is another']

let directory: string
let running: GuardedProcess | undefined
let url = ''
beforeAll(async () => {
  directory = await scratchFolder('cauri-rotation-')
})
const stop = async (): Promise<void> => {
  running?.signal('SIGTERM')
  await running?.over
}
afterAll(stop)

/** Restarts all processes: here it is one. */
const restart = async (env: Env): Promise<void> => {
  await stop()
  const started = (running = startGuarded(
    [compiledProgram('cauri'), 'start'],
    { PORT: '0', DATA_DIR: directory, ...env },
    directory,
  ))
  await eventually('the service listens', () => {
    if (started.hasExited()) throw new Error(started.stderr())
    url = /Cauri listens on (http:\/\/[\d.:]+)/.exec(started.stdout())?.[1] ?? ''
    return url !== ''
  })
}

const cauri = async <Data>(env: Env, words: readonly string[]): Promise<Data> => {
  const { code, stdout, stderr } = await runProgram('cauri', [...words, '--json'], {
    DATA_DIR: directory,
    ...env,
  })
  expect([words, code, stderr]).toEqual([words, 0, stderr])
  return JSON.parse(stdout) as Data
}

const statusOf = async (key: string): Promise<number> =>
  (await createClient(() => url).graphql('{ productsOnSale { code } }', key)).status

interface MadeKey {
  readonly id: string
  readonly key: string
}

const newKey = (env: Env, name: string): Promise<MadeKey> =>
  cauri<MadeKey>(env, ['keys', 'create', '--name', name, '--roles', 'BACK_OFFICE'])

interface Credentials {
  readonly secret: string
  readonly apiKey: string
}

const signIn = async ({ secret, apiKey }: Credentials): Promise<ContractClient> => {
  const client = new ContractClient(`${url}/scoring`, apiKey)
  await client.authenticate('awa-bank', secret)
  return client
}

/** Asks about an unknown request: with a valid token the answer is 404, with an invalid one 401. */
const askUnknownRequest = (client: ContractClient): Promise<unknown> =>
  client.outcome('00000000-0000-4000-8000-000000000000')

test('KEY_PEPPER is rotated as docs/running/upgrade.md says: both peppers work meanwhile, and afterwards only the new one', async () => {
  const page = readFileSync(join(packageRoot, 'docs', 'running', 'upgrade.md'), 'utf8')
  expect(page).toContain('set a new one, and put the old one into `KEY_PEPPER_BEFORE`; restart all processes')
  const before = { KEY_PEPPER: oldPepper }
  const meanwhile = { KEY_PEPPER: newPepper, KEY_PEPPER_BEFORE: oldPepper }
  const afterwards = { KEY_PEPPER: newPepper }
  await restart(before)
  const old = await newKey(before, 'Awa Ngo')
  const forgotten = await newKey(before, 'Paul Essomba')
  const oldClient = await cauri<Credentials>(before, [
    'clients',
    'create',
    '--id',
    'awa-bank',
    '--name',
    'Awa Bank',
    '--products',
    'PA',
  ])
  await eventually('the key is known', async () => (await statusOf(old.key)) === 200)
  await signIn(oldClient)

  await restart(meanwhile)
  expect([await statusOf(old.key), await statusOf(forgotten.key)]).toEqual([200, 200])
  await signIn(oldClient)
  const fresh = await newKey(meanwhile, 'Awa Ngo')
  const freshClient = await cauri<Credentials>(meanwhile, [
    'clients',
    'rotate',
    '--id',
    'awa-bank',
    '--overlap-hours',
    '24',
  ])
  await eventually('the new key is known', async () => (await statusOf(fresh.key)) === 200)
  await signIn(oldClient)
  await signIn(freshClient)
  await cauri(meanwhile, ['keys', 'revoke', '--id', old.id])
  await eventually('the old key is refused', async () => (await statusOf(old.key)) === 401)

  await restart(afterwards)
  expect([await statusOf(fresh.key), await statusOf(old.key), await statusOf(forgotten.key)]).toEqual([
    200, 401, 401,
  ])
  await signIn(freshClient)
  await expect(signIn(oldClient)).rejects.toThrow()
}, 180_000)

test('signing keys are rotated: tokens signed with the old key are valid until it is removed', async () => {
  const env = { KEY_PEPPER: newPepper }
  await restart({ ...env, SCORING_SIGNING_KEYS: ring('2026-1') })
  const credentials = await cauri<Credentials>(env, [
    'clients',
    'rotate',
    '--id',
    'awa-bank',
    '--overlap-hours',
    '0',
  ])
  const old = await signIn(credentials)
  const none = /^40[34]|not.found/i
  const answerTo = async (client: ContractClient): Promise<string> => {
    const error: unknown = await askUnknownRequest(client).catch((reason: unknown) => reason)
    return error instanceof Error ? error.message : String(error)
  }
  expect(await answerTo(old)).toMatch(none)

  const baseNow = (client: ContractClient) => Object.assign(client, { baseUrl: `${url}/scoring` })
  await restart({ ...env, SCORING_SIGNING_KEYS: ring('2026-2', '2026-1') })
  expect(await answerTo(baseNow(old))).toMatch(none)
  const fresh = await signIn(credentials)

  // A process that was restarted with the new key at the end of the ring, and not yet a second time, accepts tokens that are signed with
  // the new key.
  const page = readFileSync(join(packageRoot, 'docs', 'running', 'upgrade.md'), 'utf8')
  expect(page).toContain('add a new key at the end, `2026-1:…,2026-2:…`, and restart all processes')
  await restart({ ...env, SCORING_SIGNING_KEYS: ring('2026-1', '2026-2') })
  expect(await answerTo(baseNow(fresh))).toMatch(none)

  await restart({ ...env, SCORING_SIGNING_KEYS: ring('2026-2') })
  expect(await answerTo(baseNow(old))).toMatch(/^401/)
  expect(await answerTo(baseNow(fresh))).toMatch(none)
}, 180_000)
