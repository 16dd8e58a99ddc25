import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { compileOperations } from '../../facade/registry.js'
import { facadeOpenApi } from '../../facade/openapi.js'
import { readOperations } from '../../facade/read-operations.js'
import { operationsDirectory } from './operations-directory.js'
import { startSchemaValidator, type SchemaValidator } from '../support/json-schema.js'
import { envelopeOf } from '../../src/cli/conformance/call.js'
import { contract } from '../../src/cli/conformance/contract.js'
import { unregisteredStubs, stubFacade } from './stub-facade.js'
import { stubSchema } from './stub-schema.js'
import { last, present } from '../support/present.js'
import { facadeDocument } from '../support/open-api.js'
import { shaped } from '../support/typed.js'

const operations = compileOperations(stubSchema({}), readOperations(operationsDirectory))
const document = shaped(facadeDocument, facadeOpenApi(operations))
const tables = Object.entries(document.paths).flatMap(([path, { post }]) =>
  post['x-operations'].map((table) => ({ path, table })),
)

describe('the OpenAPI document of the facade', () => {
  test('is OpenAPI 3.1 and has the version of the contract', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0'])
  })

  test('shows every operation at its endpoint, with the keys of the contract', () => {
    expect(tables.map(({ table }) => table.name).sort()).toEqual([...operations.keys()].sort())
    for (const { path, table } of tables) {
      const { endpoint, keys } = present(contract[table.name])
      expect(path).toBe(`/${endpoint}`)
      expect(table.keys.map(({ name }) => name)).toEqual(keys.map(({ key }) => key))
      for (const { key, optional } of keys)
        if (!optional)
          expect(table.keys).toContainEqual(expect.objectContaining({ name: key, required: true }))
    }
  })

  test("numbers the operations in the order of a customer's journey, each once", () => {
    const steps = tables.map(({ table: { name, step } }) => [step, name] as const)
    expect(new Set(steps.map(([step]) => step)).size).toBe(operations.size)
    const inOrder = steps.toSorted(([a], [b]) => a - b).map(([, name]) => name)
    expect(inOrder.slice(0, 2)).toEqual(['register_savings_account', 'check_registration_status'])
    // An operation that `journey` in facade/openapi.ts lacks would come last instead; one that only `journey` has leaves a gap.
    expect(last(inOrder)).toBe('reset_test_customer')
    expect(Math.max(...steps.map(([step]) => step))).toBe(operations.size - 1)
  })

  test('has the errors of the envelope from the contract', () => {
    const contract = readFileSync('docs/wire-contract.md', 'utf8')
    const rows = [...contract.matchAll(/^\| (\d{3}) \| (`[A-Z_`, ]+`) \| (.+) \|$/gm)].map(
      ([, status, codes, when]) => ({
        status: Number(status),
        codes: present(codes).replaceAll('`', '').split(', '),
        when: present(when).replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1'),
      }),
    )
    expect(rows.length).toBeGreaterThan(10)
    expect(document['x-errors']).toEqual(rows)
  })

  test('describes each operation, argument and key in words', () => {
    const wordless = tables.flatMap(({ table }) =>
      [table, ...table.arguments, ...table.keys]
        .filter(({ description }) => description === '')
        .map(({ name }) => `${table.name}: ${name}`),
    )
    expect(wordless).toEqual([])
  })

  test('has no reference to a schema that does not exist', () => {
    const named = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)
    expect(
      [...named].map(([, name]) => name).filter((name) => !document.components.schemas[present(name)]),
    ).toEqual([])
  })
})

describe('the schemas of the OpenAPI document', () => {
  let judge: SchemaValidator
  beforeAll(async () => {
    judge = await startSchemaValidator(document.components.schemas)
  })
  afterAll(() => judge.close())

  const sent = {
    ACCOUNT_HOLDER_MSISDN: '237679999999',
    clock_id: 'CLK-1',
    now: '2026-03-01',
    to: '2026-03-02',
  }

  test.each([...operations.keys()])('accept a request of %s and its answer', async (operation) => {
    const body = envelopeOf(operation, sent)
    expect(await judge.problems(`${operation}_request`, body)).toBe('')
    const reply = await stubFacade(unregisteredStubs).handle(
      present(contract[operation]).endpoint,
      JSON.stringify(body),
      () => ({}),
    )
    expect(await judge.problems(`${operation}_answer`, JSON.parse(reply.body))).toBe('')
  })

  test('refuse a call of another operation, a missing mandatory argument and a missing mandatory key', async () => {
    expect(await judge.problems('get_savings_balance_request', envelopeOf('get_user_email', sent))).not.toBe(
      '',
    )
    expect(await judge.problems('get_savings_balance_request', envelopeOf('get_savings_balance'))).not.toBe(
      '',
    )
    expect(await judge.problems('get_savings_balance_answer', { arguments: [] })).not.toBe('')
  })

  test('accept the error body of a refusal', async () => {
    const { body } = await stubFacade(unregisteredStubs).handle('getdynamicarguments', '[]', () => ({}))
    expect(await judge.problems('Error', JSON.parse(body))).toBe('')
  })
})
