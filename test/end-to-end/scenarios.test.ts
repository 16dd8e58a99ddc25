import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { packageRoot } from '../../src/app/config/config.js'
import { playScenarios, scenarioFiles } from '../../src/cli/play-scenarios.js'
import { httpWorld } from '../../src/simulator/scenario/http-world.js'
import type { Exchange } from '../../src/simulator/scenario/play-scenario.js'
import { planOf } from '../../src/bank/payments/emulator/outcomes.js'
import { bodyProblems } from '../facade/conformance.js'
import { askOverHttp } from '../support/http.js'
import { onSqlite } from '../support/services.js'
import { expectBooksToClose } from './expect-books.js'
import { compiledProgram } from './compile.js'
import { gatewayKey } from './client.js'
import { startService, type Service } from './service.js'

const folder = join(packageRoot, 'scenarios')
const printed: string[] = []
const exchanges: Exchange[] = []
let service: Service
let bad: number

beforeAll(async () => {
  service = await startService(onSqlite, { EMULATOR_DELAY_MS: '300', PAYMENT_TIME_SCALE: '100' })
  bad = await playScenarios([folder], {
    url: service.url(),
    key: gatewayKey,
    print: (line) => printed.push(line),
    onExchange: (_file, exchange) => exchanges.push(exchange),
  })
}, 180_000)
afterAll(() => service?.close())

test('every scenario is as it says', () => {
  expect([printed.filter((line) => /^ {2}NO|^ {6}line/.test(line)), bad]).toEqual([[], 0])
})

test('every answer is of the form of the contract', () => {
  for (const { operation, status, answer } of exchanges)
    if (status === 200)
      expect([operation, ...bodyProblems(operation, JSON.parse(answer))]).toEqual([operation])
})

test('every number of the emulator and every end of a payout has its file', () => {
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

test('the command prints a line for each step, and ends with 1 and the line of what is not so', async () => {
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
  expect(failed.stdout).toContain('line 3: registration_status is "NOT_REGISTERED", and not REGISTERED')
})

test('nobody of the real date is shown, nor without their clock, nor to a key without the role', async () => {
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

test('the books close behind them', () => expectBooksToClose(service))
