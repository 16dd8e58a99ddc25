import { beforeAll, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../../src/app/config/config.js'
import { eventually } from '../support/wait.js'
import { compiledProgram } from './compile.js'
import { compiledCode, startGuarded } from './guarded-process.js'
import type { Env, Service } from './service.js'
import { at, first, present } from '../support/present.js'

/** Commands that this suite does not run, each with the reason. */
const notRun: Readonly<Record<string, string>> = {
  'npm ci': 'it installs this clone anew, under the feet of the run',
  'npm ci && npm start': 'it installs this clone anew; .ci/run does it',
  'npm ci && npm test': 'it is the run itself; .ci/run does it',
  'npm start': '.ci/run does it',
  'npm run check': '.ci/run does it',
  'npm test': '.ci/run does it',
  'npm run test:processes': 'it is the run itself',
  'npm test -- test/savings/confirm-deposit': 'it is a part of the run',
  "npm test -- test/savings -t 'room'": 'it is a part of the run',
  'npm test -- --watch test/kernel': 'it has no end',
  'npm test -- -u test/end-to-end/wire-goldens': 'it changes this clone',
  'npx cauri calibration groups': 'test/scoring-service/calibration.test.ts makes all these lives',
  'npx cauri calibration lives': 'test/scoring-service/calibration.test.ts makes all these lives',
  'npx cauri release minor': 'it wants a clone without changes; test/cli/command-line.test.ts gives it one',
  'npx cauri scenario --url https://sandbox.example.com --key $KEY scenarios':
    '.ci/run plays all of them; test/end-to-end/scenarios.test.ts too',
  'npx cauri migrate down --yes':
    'the service must not run meanwhile; test/cli/command-line.test.ts does it on a database of its own',
}

interface Expectation {
  readonly exit?: number
  readonly env?: Env
  /** Matches its standard output and standard error. */
  readonly says?: RegExp
}

const clerkKey = 'dev-back-office-key'
const gatewayKey = 'dev-gateway-key'

/** What a command needs and answers, by the beginning of its line. */
const expectations: readonly (readonly [command: string, expectation: Expectation])[] = [
  ['npx cauri products publish', { env: { KEY: clerkKey } }],
  ['npx cauri conformance', { env: { KEY: gatewayKey }, says: /conform to the contract|\bok\b/ }],
  ['npx cauri scenario', { env: { KEY: gatewayKey } }],
  // docs/backup.md restores in two commands. The first one is for a machine whose settings lack the keys: it copies the keys from
  // the backup to a file, and exits with 2. Development has the same keys everywhere, so another pepper is set here.
  [
    'npx cauri restore /backups/2026-11-22 --password-file',
    { exit: 2, env: { KEY_PEPPER: 'another pepper, as if it had been forgotten', DATA_DIR: 'restored' } },
  ],
  ['npx cauri restore', { env: { DATA_DIR: 'restored' }, says: /the totals match/ }],
  ['npx cauri lost-payments', { exit: 1, env: { DATA_DIR: 'restored' }, says: /LOST/ }],
  ['npx cauri calibration shift', { says: /./ }],
  ['curl -H "x-api-key: $KEY" --get', { env: { KEY: clerkKey }, says: /^\uFEFFid,kind,status/ }],
  // The service of this suite has no closed month; test/insights/analysts.test.ts closes one and exports it.
  [
    'curl -H "x-api-key: $KEY" -G "$CAURI_URL',
    { exit: 22, env: { KEY: clerkKey }, says: /2026-03 is not closed/ },
  ],
  ['curl localhost:4000/graphql', { says: /"status":"QUEUED"|"status":"\w+"/ }],
]

/** Files that commands of the pages expect from the reader. */
const files: Readonly<Record<string, string>> = {
  'products.json': JSON.stringify([]),
  'record-of-november.csv':
    'reference,kind,amount,currency,status\nno-such-order,COLLECT,5000,XAF,SUCCESSFUL\n',
}

const rowsOfScores = ['score', ...Array.from({ length: 60 }, (_, index) => 300 + index * 10)].join('\n')

const outcomes = [
  'request_id,card,score,scored_on,observed_on,outcome',
  ...Array.from({ length: 400 }, (_, n) => {
    const isBad = (n * 7) % 100 < 60 - n / 10
    return `r${n},sc-2026.2,${200 + n * 2},2026-01-05,${isBad ? '2026-02-20' : '2026-06-30'},${isBad ? 'bad' : 'good'}`
  }),
].join('\n')

interface Command {
  readonly page: string
  readonly line: string
}

/** All lines of shell blocks, but for the README's chapters, which `readme.test.ts` pastes whole. */
const commandsOf = (): readonly Command[] =>
  globSync(['*.md', 'docs/**/*.md'], { cwd: packageRoot })
    .toSorted()
    .flatMap((page) => {
      const text = readFileSync(join(packageRoot, page), 'utf8')
      const told = page === 'README.md' ? first(text.split(/^## /m, 1)) : text
      return [...told.matchAll(/^```(?:sh|bash|shell|console)\n([^]*?)^```/gm)].flatMap(([, block = '']) =>
        block
          .replaceAll('\\\n', ' ')
          .split('\n')
          .map((line) => line.replace(/\s+# .*$/, '').trim())
          .filter(Boolean)
          .map((line) => ({ page, line })),
      )
    })

/** Runs every command of the pages against this service, which has some data. */
export const declareDocsCommands = (service: () => Service, folder: () => string): void => {
  const commands = commandsOf()
  let keyId = ''

  const runnable = (line: string): string => {
    const { url } = service()
    const shell = line
      .replaceAll('npx cauri', `'${process.execPath}' '${compiledProgram('cauri')}'`)
      .replaceAll(/https:\/\/(?:sandbox\.example\.com|bank\.example)/g, url())
      .replaceAll('localhost:4000', url())
      .replaceAll(/(?<= )\/(backups|safe)\//g, `${folder()}/$1/`)
      .replaceAll('01JD…', keyId)
      .replace('--customers 500', '--customers 3 --days 3')
    // On the page these commands reach a service on the default port; the service of this suite has another one.
    const isThere = /cauri (?:products publish|scenario|conformance)/.test(line) && !line.includes('--url')
    return isThere ? `${shell} --url ${url()}` : shell
  }

  const run = (line: string, env: Env): Promise<{ code: number; said: string }> =>
    new Promise((resolve) => {
      const { settings } = service()
      const own = { ...settings, ...env }
      execFile(
        'bash',
        ['--norc', '-c', `curl() { command curl --silent --fail-with-body "$@"; }\n${runnable(line)}`],
        {
          cwd: folder(),
          env: { PATH: process.env.PATH, ...compiledCode, ...own, CAURI_URL: service().url() },
          timeout: 60_000,
        },
        (error, stdout, stderr) => {
          const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0
          resolve({ code, said: stdout + stderr })
        },
      )
    })

  /** `cauri start` does not end until it is stopped. */
  const startAndStop = async (line: string): Promise<{ code: number | null; said: string }> => {
    const DATA_DIR = join(folder(), at(present(/^DATA_DIR=(\S+)/.exec(line)), 1))
    const started = startGuarded([compiledProgram('cauri'), 'start'], { PORT: '0', DATA_DIR }, DATA_DIR)
    await eventually('it listens', () => started.hasExited() || started.stdout().includes('Cauri listens'))
    started.signal('SIGTERM')
    return { code: await started.over, said: started.stdout() + started.stderr() }
  }

  beforeAll(async () => {
    for (const name of ['backups', 'safe']) await mkdir(join(folder(), name))
    await writeFile(join(folder(), 'safe/backup-password'), 'a password that lies elsewhere\n')
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder(), name), text)
    for (const name of ['january.csv', 'june.csv']) await writeFile(join(folder(), name), rowsOfScores)
    await writeFile(join(folder(), 'outcomes.csv'), outcomes)
    await copyFile(join(folder(), 'statement.pdf'), join(folder(), 'march.pdf'))
    for (const name of ['src', 'scenarios']) await symlink(join(packageRoot, name), join(folder(), name))
  })

  test('every command that `notRun` and `expectations` name is in the documentation', () => {
    const lines = new Set(commands.map(({ line }) => line))
    expect(Object.keys(notRun).filter((line) => !lines.has(line))).toEqual([])
    expect(expectations.filter(([begin]) => !commands.some(({ line }) => line.startsWith(begin)))).toEqual([])
  })

  const pages = Map.groupBy(
    commands.filter(({ line }) => !(line in notRun)),
    ({ page }) => page,
  )
  for (const [page, ofPage] of pages)
    test(`the commands of ${page} run as they are written`, async () => {
      for (const { line } of ofPage) {
        const {
          exit = 0,
          env = {},
          says = /^/,
        } = expectations.find(([begin]) => line.startsWith(begin))?.[1] ?? {}
        const { code, said } = await (line.endsWith('cauri start') ? startAndStop(line) : run(line, env))
        expect([line, code, said]).toEqual([line, exit, expect.stringMatching(says)])
        // The page revokes the key that it has created.
        keyId ||= /keys create/.test(line) ? (/\b[0-9A-HJKMNP-TV-Z]{26}\b/.exec(said)?.[0] ?? '') : ''
      }
    }, 180_000)
}
