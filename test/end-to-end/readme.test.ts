import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '../../src/config.js'
import { bodyProblems } from '../facade/conformance.js'
import { expectBooksToClose } from './expect-books.js'
import { startService, type Service } from './service.js'
import { onSqlite } from './sqlite.js'

let service: Service
beforeAll(async () => {
  service = await startService(onSqlite)
})
afterAll(() => service?.close())

/** The shell blocks of a chapter of the README, with the address at which this service listens. */
const blocksOf = async (title: string): Promise<string[]> => {
  const text = await readFile(join(packageRoot, 'README.md'), 'utf8')
  const chapter = text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
  return [...chapter.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) =>
    block.replaceAll('http://127.0.0.1:4000', service.url()),
  )
}

const paste = async (block: string): Promise<Record<string, unknown>[]> => {
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', block])
  expect(stderr).toBe('')
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('the deposit of the README works when it is pasted', async () => {
  const [deposit = '', graphql = ''] = await blocksOf('A deposit, step by step')
  const operations = [...deposit.matchAll(/operation_name=(\w+)/g)].map(([, name]) => name!)
  // The summary's answer goes into a variable and is not printed.
  const printed = operations.filter((name) => name !== 'create_deposit_summary')
  const answers = await paste(deposit)
  expect(answers).toHaveLength(printed.length)
  answers.forEach((answer, index) => expect(bodyProblems(printed[index]!, answer)).toEqual([]))

  const said = answers.map((answer) => JSON.stringify(answer))
  expect(said[0]).toContain('"REGISTERED"')
  expect(said[2]).toContain('"PENDING_VALIDATION"')
  expect(said[3]).toContain('"SUCCESSFUL"')
  expect(said[4]).toContain('{"key":{"value":"total_balance"},"value":{"value":"50000"}}')
  expect(said[5]).toContain('"ACCRUING"')

  expect(await paste(graphql)).toEqual([
    {
      data: {
        customer: {
          email: 'awa@example.com',
          positions: [
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
  ])
  await expectBooksToClose(service)
})

test('the month of the README passes when it is pasted after it', async () => {
  const [deposit = ''] = await blocksOf('A deposit, step by step')
  const [month = ''] = await blocksOf('A month in a second')
  const functions = deposit.slice(0, deposit.indexOf('\n\n'))
  const said = (await paste(`${functions}\n${month}`)).map((answer) => JSON.stringify(answer))
  expect(said).toHaveLength(5)
  expect(said[0]).toContain('"REGISTERED"')
  expect(said[1]).toContain('"PENDING_VALIDATION"')
  expect(said[3]).toContain('{"key":{"value":"now"},"value":{"value":"2026-02-28"}}')
  expect(said[4]).toMatch(/2026-02-28.*MATURITY.*100230.*2026-01-31.*DEPOSIT.*100000/)
  await expectBooksToClose(service)
})
