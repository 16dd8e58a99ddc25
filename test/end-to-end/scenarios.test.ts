import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { packageRoot } from '../../src/app/config/config.js'
import { playScenarios, scenarioFiles } from '../../src/cli/develop/play-scenarios.js'
import { httpWorld } from '../../src/simulator/scenario/http-world.js'
import type { Exchange } from '../../src/simulator/scenario/play-scenario.js'
import { planOf } from '../../src/bank/payments/emulator/outcomes.js'
import { bodyProblems } from '../../src/cli/conformance/conformance.js'
import { askOverHttp } from '../support/http.js'
import { onSqlite } from '../support/services.js'
import { expectBooksToClose } from './expect-books.js'
import { runProgram } from '../running/processes.js'
import { contract } from '../../src/cli/conformance/contract.js'
import { compiledProgram } from './compile.js'
import { gatewayKey } from './client.js'
import type { Example } from '../../src/platform/docs/guide.js'
import { oneRow, createPlaceholders, titleOf } from './guide-examples.js'
import { startService, type Service } from './service.js'
import { examplesByStaff } from './staff-examples.js'
import { at } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const folder = join(packageRoot, 'scenarios')
/** The calls and answers of each scenario file. */
const played = new Map<string, Exchange[]>()
const printed: string[] = []
const exchanges: Exchange[] = []
let service: Service
let failures: number

beforeAll(async () => {
  service = await startService(onSqlite, { EMULATOR_DELAY_MS: '300', PAYMENT_TIME_SCALE: '100' })
  failures = await playScenarios([folder], {
    url: service.url(),
    key: gatewayKey,
    print: (line) => printed.push(line),
    onExchange: (_file, exchange) => exchanges.push(exchange),
    onPlayed: (file, { step, exchange }) => {
      if (step.does === 'call' && exchange) played.set(file, [...(played.get(file) ?? []), exchange])
    },
  })
}, 180_000)
afterAll(() => service?.close())

test('every scenario passes', () => {
  expect([printed.filter((line) => /^ {2}NO|^ {6}line/.test(line)), failures]).toEqual([[], 0])
})

test('every answer has the form of the contract', () => {
  for (const { operation, status, answer } of exchanges)
    if (status === 200)
      expect([operation, ...bodyProblems(operation, JSON.parse(answer))]).toEqual([operation])
})

test('every special number of the emulator and every outcome of a payout has a scenario', () => {
  const names = scenarioFiles([folder]).join('\n')
  for (let end = 450; end <= 472; end++) {
    const plan = planOf('COLLECT', `237670000${end}`)
    if (plan.end === 'SUCCESSFUL' && !plan.first && !plan.delayed) continue
    expect(names).toMatch(new RegExp(`wallet/(payment|both)-${end}\\.yaml`))
    const { end: paid } = planOf('PAY_OUT', `237670000${end}`)
    if (typeof paid === 'object')
      expect(names).toContain(`wallet/payout-${paid.failed.toLowerCase().replaceAll('_', '-')}.yaml`)
  }
})

/** The examples of the guide, the same in every run: numbers and ids are replaced by placeholders. */
const recordedNow = (byStaff: readonly Exchange[]): Record<string, Example[]> => {
  const found: Record<string, Example[]> = {}
  const ofFiles = [...played]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    // Only scenarios on a test clock: on the real date the dates in the answers would change.
    .flatMap(([file, all]) => (/^clock: /m.test(readFileSync(file, 'utf8')) ? all : []))
  for (const { operation, status, sent, answer } of [...ofFiles, ...byStaff]) {
    const withPlaceholders = createPlaceholders()
    const request = withPlaceholders(sent)
    const told = withPlaceholders(operation === 'list_clocked_customers' ? oneRow(answer) : answer)
    const title = titleOf(status, told)
    const known = (found[operation] ??= [])
    if (!known.some((example) => example.title === title))
      known.push({ title, status, request, answer: told })
  }
  return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

test('the recorded examples of the guide equal the answers of today', async () => {
  const path = join(packageRoot, 'src/platform/docs/assets/guide/recorded.json')
  const now = `${JSON.stringify(recordedNow(await examplesByStaff(service)), null, 2)}\n`
  if (process.env['WRITE_DOCS']) writeFileSync(path, now)
  expect(now).toBe(readFileSync(path, 'utf8'))
})

test.each([
  ['bash', 'first-deposit.sh', '041'],
  ['python3', 'first_deposit.py', '042'],
  [process.execPath, 'first-deposit.ts', '043'],
])(
  "the guide's first deposit in five calls works as a program: %s %s",
  async (program, file, end) => {
    const path = join(packageRoot, 'src/platform/docs/assets/guide', file)
    const number = `237670000${end}`
    const { stdout } = await promisify(execFile)(program, [path, number, service.url()])
    expect(stdout.trim().split('\n')).toEqual([
      'REGISTERED',
      expect.stringMatching(/^You save 5 000 XAF for 3 months/),
      'SUCCESSFUL',
      '5000',
    ])
  },
  120_000,
)

test("the guide's first score in five calls works in each of its programs", async () => {
  const folder = join(packageRoot, 'src/platform/docs/assets/guide')
  const statement = join(service.dataDirectory, 'statement.pdf')
  const asBytes = { encoding: 'buffer', maxBuffer: 8 * 1024 * 1024 } as const
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [compiledProgram('sample-statement')],
    asBytes,
  )
  await writeFile(statement, stdout)
  const said = await Promise.all(
    [
      ['bash', 'first-score.sh'],
      ['python3', 'first_score.py'],
      [process.execPath, 'first-score.ts'],
    ].map(async ([program = '', file = '']) => {
      const sandbox = `${service.url()}/scoring/sandbox`
      const run = await promisify(execFile)(program, [join(folder, file), statement, '482915', sandbox])
      return run.stdout.trim().split('\n')
    }),
  )
  expect(said).toEqual([said[0], said[0], said[0]])
  expect(said[0]).toEqual(['200', expect.stringMatching(/^(APPROVE|APPROVE_WITH_CONDITIONS|REFER|DECLINE)$/)])
}, 240_000)

test('cauri scenario prints a line for each step, and exits with 1 and the line of a step that failed', async () => {
  const good = join(folder, 'contract/registration.yaml')
  const wrong = join(service.dataDirectory, 'wrong.yaml')
  await writeFile(
    wrong,
    'title: wrong\nsteps:\n  - call: check_registration_status\n    expect: { registration_status: REGISTERED }\n',
  )
  const run = (...files: string[]) =>
    promisify(execFile)(process.execPath, [
      compiledProgram('cauri'),
      'scenario',
      '--url',
      service.url(),
      ...files,
    ]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    )
  const [fine, failed] = await Promise.all([run(good), run(wrong)])
  expect(fine.code).toBe(0)
  expect(fine.stdout.match(/^ {2}ok/gm)).toHaveLength(8)
  expect(failed.code).toBe(1)
  expect(failed.stdout).toContain('line 3: registration_status is "NOT_REGISTERED", expected REGISTERED')
})

test('cauri conformance reports on every operation of a service, and fails for another server', async () => {
  const scoring = `${service.url()}/scoring/sandbox`
  const held = await runProgram('cauri', [
    'conformance',
    '--url',
    service.url(),
    '--scoring',
    scoring,
    '--json',
  ])
  const { failed, results } = shaped(
    z.object({
      failed: z.number(),
      results: z.array(z.object({ what: z.string(), problems: z.array(z.string()) })),
    }),
    JSON.parse(held.stdout),
  )
  expect(results.filter(({ problems }) => problems.length > 0)).toEqual([])
  expect([held.code, failed]).toEqual([0, 0])
  const told = results.map(({ what }) => what)
  expect(told).toEqual(expect.arrayContaining([...Object.keys(contract), 'GET /score/results', 'the result']))

  const other = await runProgram('cauri', ['conformance', '--url', `${service.url()}/docs`, '--no-journey'])
  expect([other.code, other.stdout]).toEqual([1, expect.stringContaining('NO  RES-001')])
  const nobody = await runProgram('cauri', ['conformance', '--url', 'http://127.0.0.1:9'])
  expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('cannot be reached')])
})

test('cauri products publish proposes the new version in a file once, however often it runs', async () => {
  const file = join(service.dataDirectory, 'next.json')
  const sold = JSON.parse(readFileSync(join(packageRoot, 'src/bank/products/products.json'), 'utf8'))
  await writeFile(file, JSON.stringify([...sold, { ...sold[1], version: 2, rate: '5.00' }]))
  const publish = async (key: string) => {
    const words = ['products', 'publish', file, '--url', service.url(), '--key', key, '--reason', 'a trial']
    return runProgram('cauri', words)
  }
  const printed = service.printed().length
  const first = await publish('dev-back-office-key')
  expect([first.code, first.stdout]).toEqual([
    0,
    expect.stringMatching(/^proposed LOCK3M\.2: APR-\S+, for another/),
  ])
  expect((await publish('dev-back-office-key')).stdout).toBe(first.stdout)
  const lines = service.printed().slice(printed).split('\n')
  const [approval = ''] = /APR-\w+/.exec(first.stdout) ?? []
  const proposed = lines.filter((line) => line.includes(approval))
  expect(proposed.map((line) => JSON.parse(line).msg)).toEqual(['a proposal waits for another person'])
  const told = lines.filter((line) => line.includes('"operation":"proposePublishProduct"'))
  expect(told).toHaveLength(2)
  expect(JSON.parse(at(told, 0))).toMatchObject({ level: 30, outcome: 'answered', ms: expect.any(Number) })
  const approver = await publish('dev-approver-key')
  expect([approver.code, approver.stdout]).toEqual([2, ''])
})

test("/simulator/left-behind shows a customer's rows to a TESTER who names the customer's test clock, and never those of a real customer", async () => {
  const world = httpWorld({ url: service.url(), key: gatewayKey })
  const msisdn = world.newNumber('001')
  const register = (more: object) =>
    service.record('register_savings_account', { ACCOUNT_HOLDER_MSISDN: msisdn, ...more })
  await register({})
  const { clock_id = '' } = await service.record('create_test_clock', { now: '2026-01-31' })
  const ask = (key: string, of: string, clock: string) =>
    askOverHttp(`${service.url()}/simulator/left-behind?msisdn=${of}&clock_id=${clock}`, {
      headers: { 'x-api-key': key },
    })
  const clocked = world.newNumber('002')
  await service.record('register_savings_account', { ACCOUNT_HOLDER_MSISDN: clocked, clock_id })
  expect((await ask(gatewayKey, clocked, clock_id)).status).toBe(200)
  const { clock_id: another = '' } = await service.record('create_test_clock', { now: '2026-01-31' })
  for (const [key, of, clock] of [
    [gatewayKey, msisdn, clock_id],
    [gatewayKey, msisdn, 'system'],
    [gatewayKey, msisdn, ''],
    [gatewayKey, clocked, another],
    [gatewayKey, clocked, '%25'],
  ] as const)
    expect([of, clock, (await ask(key, of, clock)).status]).toEqual([of, clock, 404])
  expect((await ask('dev-back-office-key', clocked, clock_id)).status).toBe(403)
  expect((await ask('no key', clocked, clock_id)).status).toBe(401)
})

test('the books close after all scenarios', () => expectBooksToClose(service))
