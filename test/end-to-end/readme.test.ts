import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '../../src/app/config/config.js'
import { bodyProblems } from '../../src/cli/conformance/conformance.js'
import { pdfPages } from '../support/pdf-text.js'
import { scratchFolder } from '../support/scratch.js'
import { onSqlite } from '../support/services.js'
import { expectBooksToClose } from './expect-books.js'
import { compiledProgram } from './compile.js'
import { declareDocsCommands } from './docs-commands.js'
import { startService, type Service } from './service.js'
import { at, present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const end = '-- end of a block --'
/** A loop in the README that waits for something must end before the test does. */
const pasteMsMax = 110_000

let service: Service
let folder: string
/** The lines that each block of the README printed, by chapter. */
const printed = new Map<string, readonly (readonly string[])[]>()
/** The shell blocks of each chapter. */
const blocks = new Map<string, readonly string[]>()

/** Reads the chapters that have shell blocks, but for the introduction, which installs and starts the service. */
const readChapters = async (): Promise<void> => {
  const text = await readFile(join(packageRoot, 'README.md'), 'utf8')
  for (const chapter of text.split(/^## /m).slice(1)) {
    const [title = ''] = chapter.split('\n', 1)
    const found = [...chapter.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) =>
      block
        .replaceAll('http://127.0.0.1:4000', service.url())
        // Runs the programs that are built for this test run, without npm and without building.
        .replaceAll(
          /npm run --silent ([\w-]+)/g,
          (_, name: string) => `'${process.execPath}' '${compiledProgram(name)}'`,
        )
        .replaceAll('npx cauri', `'${process.execPath}' '${compiledProgram('cauri')}'`),
    )
    if (found.length > 0) blocks.set(title, found)
  }
}

/** Pastes all blocks into one shell, as in a clone of the repository. */
const pasteAll = async (): Promise<void> => {
  const script = [...blocks.values()].flat().map((block) => `${block}\necho '${end}'\n`)
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script.join('')], {
    cwd: folder,
    timeout: pasteMsMax,
  })
  expect(stderr).toBe('')
  const outputs = stdout.split(`${end}\n`).map((output) => output.split('\n').filter(Boolean))
  for (const [title, { length }] of blocks) printed.set(title, outputs.splice(0, length))
}

beforeAll(async () => {
  service = await startService(onSqlite)
  folder = await scratchFolder('cauri-readme-')
  await readChapters()
  await pasteAll()
})
afterAll(async () => {
  await service?.close()
  await rm(folder, { recursive: true, force: true })
})

/** The answers of the gateway in the first block of a chapter, each checked against the form of the contract. */
const answersOf = (title: string): readonly string[] => {
  const [block = ''] = blocks.get(title) ?? []
  const [lines = []] = printed.get(title) ?? []
  // An answer that is stored in a variable is printed only where it is echoed.
  const operations = [...block.matchAll(/^(?:gateway|PREVIEW=).*operation_name=(\w+)/gm)].map(([, name]) =>
    present(name),
  )
  expect(lines).toHaveLength(operations.length)
  lines.forEach((line, index) => expect(bodyProblems(at(operations, index), JSON.parse(line))).toEqual([]))
  return lines
}

const pair = (key: string, value: string): string => JSON.stringify({ key: { value: key }, value: { value } })

test('the README has the chapters that are tested here', () => {
  expect([...blocks.keys()]).toEqual([
    'A deposit, step by step',
    'Withdraw',
    'A month in a second',
    'A score, from PDF to report',
  ])
})

test('the first chapter of the README takes a deposit from registration to the balance', () => {
  const said = answersOf('A deposit, step by step')
  expect(said[0]).toContain('"REGISTERED"')
  expect(said[2]).toContain('"PENDING_VALIDATION"')
  expect(said[3]).toContain('"SUCCESSFUL"')
  expect(said[4]).toContain(pair('total_balance', '50000'))
  expect(said[5]).toContain('"ACCRUING"')

  const [, graphql = []] = printed.get('A deposit, step by step') ?? []
  expect(graphql.map((line): unknown => JSON.parse(line))).toEqual([
    {
      data: {
        customer: {
          email: 'awa@example.com',
          positions: {
            nodes: [
              {
                id: expect.stringMatching(/^POS-/),
                status: 'ACCRUING',
                principal: '50000',
                maturityDate: expect.any(String),
              },
            ],
          },
        },
      },
    },
  ])
})

test('the withdrawal in the README pays what the preview showed', () => {
  const [preview, confirmed, transactions] = answersOf('Withdraw')
  for (const shown of [
    pair('withdrawal_basis', 'EARLY_EXIT'),
    pair('total_payout', '50000'),
    pair('settlement_delay', '48h'),
  ])
    expect(preview).toContain(shown)
  expect(confirmed).toContain(pair('withdrawal_status', 'PENDING'))
  expect(confirmed).toContain(pair('payout_status', 'ON_HOLD'))
  expect(transactions).toMatch(/WITHDRAWAL.*PENDING.*50000.*DEPOSIT.*SUCCESSFUL.*50000/)
})

test('the test clock in the README walks a month', () => {
  const said = answersOf('A month in a second')
  expect(said[0]).toContain('"REGISTERED"')
  expect(said[1]).toContain('"PENDING_VALIDATION"')
  expect(said[3]).toContain(pair('now', '2026-02-28'))
  expect(said[4]).toMatch(/2026-02-28.*MATURITY.*100230.*2026-01-31.*DEPOSIT.*100000/)
})

test('the statement in the README becomes a report', async () => {
  const [[scored = '', address = ''] = []] = printed.get('A score, from PDF to report') ?? []
  const { scoreRequest } = shaped(
    z.object({ data: z.object({ scoreRequest: z.unknown() }) }),
    JSON.parse(scored),
  ).data
  expect(scoreRequest).toEqual({
    status: 'COMPLETED',
    result: { recommendations: { shortTermScore: expect.any(Number) } },
  })
  const { shortTermScore } = shaped(
    z.object({ result: z.object({ recommendations: z.object({ shortTermScore: z.number() }) }) }),
    scoreRequest,
  ).result.recommendations
  const pages = await pdfPages(await readFile(join(folder, 'score.pdf')))
  const report = pages.flat(2).join(' ')
  expect(report).toContain(String(shortTermScore))
  expect(report).toContain('approve)')
  const page = await fetch(address, { headers: { 'x-api-key': 'dev-back-office-key' } })
  expect(await page.text()).toContain('Wanjiru Mwangi')
})

declareDocsCommands(
  () => service,
  () => folder,
)

test('the books close after all commands of the README', () => expectBooksToClose(service))
