import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { packageRoot } from '../../src/app/config/config.js'
import { scenarioFiles } from '../../src/cli/develop/play-scenarios.js'
import { readGatewayOperations } from '../../src/simulator/scenario/operations.js'
import { parseScenario } from '../../src/simulator/scenario/parse-scenario.js'
import { contract, extraArguments } from '../../src/cli/conformance/contract.js'
import { present } from '../support/present.js'

const operations = readGatewayOperations(join(packageRoot, 'facade', 'operations'))

test('every operation of the contract can be used, with its endpoint, arguments and keys', () => {
  expect([...operations.keys()].toSorted()).toEqual(Object.keys(contract).toSorted())
  for (const [name, { endpoint, arguments: args, keys }] of Object.entries(contract)) {
    const { isList, arguments: found, keys: answered } = present(operations.get(name))
    expect([name, isList]).toEqual([name, endpoint === 'getdynamicoptions'])
    expect(found).toEqual([...args, ...(extraArguments[name] ?? [])])
    expect(answered).toEqual(keys.map(({ key }) => key))
  }
})

test.each(scenarioFiles([join(packageRoot, 'scenarios')]))('%s is a valid scenario', (file) => {
  expect(parseScenario(readFileSync(file, 'utf8'), operations).problems).toBeUndefined()
})

test('every value is read as text, as it is written', () => {
  const { scenario } = parseScenario(
    `title: A rate
clock: 2026-01-31
steps:
  - call: create_deposit_summary
    with: { amount: 1e3, product_code: LOCK1M }
    expect: { interest_rate: 4.50, maturity_date: 2026-02-28, summary_status: absent }
  - walk: +2
`,
    operations,
  )
  expect(scenario).toEqual({
    title: 'A rate',
    language: 'fr',
    number: '001',
    clock: '2026-01-31',
    steps: [
      {
        does: 'call',
        line: 4,
        operation: 'create_deposit_summary',
        isList: false,
        isOfCustomer: true,
        with: { amount: '1e3', product_code: 'LOCK1M' },
        expect: [{ interest_rate: '4.50', maturity_date: '2026-02-28', summary_status: 'absent' }],
        keep: {},
      },
      { does: 'walk', line: 7, to: '+2' },
    ],
  })
})

describe('a mistake in a scenario is reported with its line', () => {
  const steps = (...lines: string[]): string =>
    ['title: x', 'clock: 2026-01-31', 'steps:', ...lines].join('\n')
  test.each<[name: string, text: string, line: number, message: RegExp]>([
    ['invalid YAML', 'title: [', 1, /./],
    ['a key twice', 'title: x\ntitle: y\nsteps: []', 2, /unique/i],
    ['an empty text', '', 1, /./],
    ['no steps', 'title: x\nsteps: []', 2, /steps/],
    ['an unknown member', 'title: x\ncolour: red\nsteps:\n  - session: new', 2, /colour/],
    ['an unknown language', 'title: x\nlanguage: de\nsteps:\n  - session: new', 2, /language/],
    ['a number that is too long', `title: x\nnumber: '12345'\nsteps:\n  - session: new`, 2, /three digits/],
    ['a clock that begins on no date', 'title: x\nclock: soon\nsteps:\n  - session: new', 2, /date/],
    ['a step that does nothing', steps('  - wait: 5'), 4, /call, walk, wallet, mail, session/],
    ['an operation that is unknown', steps('  - call: get_balance'), 4, /no operation get_balance/],
    [
      'an unknown argument',
      steps('  - call: get_savings_balance', '    with:', '      sum: 5'),
      6,
      /sum is not one of/,
    ],
    [
      'an unknown key',
      steps('  - call: get_savings_balance', '    expect:', '      total: 5'),
      6,
      /total is not one of/,
    ],
    [
      'keys expected of a list',
      steps('  - call: list_locked_accounts', '    expect: { label: x }'),
      5,
      /expect a list/,
    ],
    [
      'rows expected of an operation without a list',
      steps('  - call: get_savings_balance', '    expect: []'),
      5,
      /not a list/,
    ],
    [
      'keys expected of a refusal',
      steps('  - call: get_savings_balance', '    refused: X', '    expect: { currency: X }'),
      5,
      /no keys/,
    ],
    [
      'a name that no step has kept',
      steps('  - call: confirm_deposit', '    with:', '      deposit_reference: $it'),
      6,
      /\$it was not kept/,
    ],
    [
      'an unknown key to keep',
      steps('  - call: confirm_deposit', '    keep: { it: reference }'),
      5,
      /reference is not one of/,
    ],
    ['an unknown date of a walk', steps('  - walk: soon'), 4, /maturity/],
    ['an unknown answer of the wallet', steps('  - wallet: maybe'), 4, /approve, decline/],
    [
      'a wallet of neither payment nor payout',
      steps('  - wallet: approve', '    of: refund'),
      5,
      /payment or payout/,
    ],
    ['a mail with a member that is unknown', steps('  - mail: { cc: x }'), 4, /cc/],
    ['a walk without a clock', 'title: x\nsteps:\n  - walk: +1', 3, /test clock/],
    ['a YAML alias', 'title: &t x\nsteps:\n  - call: *t', 3, /write it out/],
  ])('%s', (_name, text, line, message) => {
    const { problems = [] } = parseScenario(text, operations)
    expect(problems).toEqual(expect.arrayContaining([{ line, message: expect.stringMatching(message) }]))
  })

  test('in the order of the lines, with all other mistakes', () => {
    const { problems } = parseScenario(
      steps('  - walk: soon', '  - call: nothing', '  - wallet: maybe'),
      operations,
    )
    expect(problems?.map(({ line }) => line)).toEqual([4, 5, 6])
  })

  test('if the text is too long, without reading it', () => {
    expect(parseScenario('x'.repeat(17 * 1024), operations).problems).toHaveLength(1)
  })

  test('up to the fiftieth mistake', () => {
    const keys = Array.from({ length: 900 }, (_, i) => `k${i}: 1`)
    for (const text of [
      keys.join('\n'),
      steps('  - call: get_savings_balance', '    with:', ...keys.map((key) => `      ${key}`)),
      ']\n'.repeat(1000),
    ])
      expect(parseScenario(text, operations).problems).toHaveLength(50)
    const references = `title: &t x\nsteps: [${'*t, '.repeat(1500)}*t]`
    expect(parseScenario(references, operations).problems).toHaveLength(50)
  })
})
