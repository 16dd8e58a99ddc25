import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { compileOperations } from '../../facade/registry.js'
import { readOperations } from '../../facade/read-operations.js'
import { operationsDirectory } from './operations-directory.js'
import {
  bodyProblems,
  conformanceProblems,
  operationProblems,
} from '../../src/cli/conformance/conformance.js'
import { contract } from '../../src/cli/conformance/contract.js'
import { envelopeOf, pairOf, pairsOf } from '../../src/cli/conformance/call.js'
import { unregisteredStubs, stubFacade } from './stub-facade.js'
import { stubSchema } from './stub-schema.js'
import { first, present } from '../support/present.js'

const sources = readOperations(operationsDirectory)

describe('the operation files', () => {
  test('have the arguments and the keys of the contract, in its order', () => {
    expect(operationProblems(compileOperations(stubSchema({}), sources))).toEqual([])
  })

  test('are one for each operation of the contract', () => {
    expect(Object.keys(contract)).toHaveLength(21)
    expect([...sources.keys()].sort()).toEqual(Object.keys(contract).sort())
  })

  // Arguments that an operation does not have are ignored.
  const sent = {
    ACCOUNT_HOLDER_MSISDN: '237679999999',
    clock_id: 'CLK-1',
    now: '2026-03-01',
    to: '2026-03-02',
  }

  test.each([...sources.keys()])(
    'answer %s by the contract for a number that is not registered',
    async (operation) => {
      const facade = stubFacade(unregisteredStubs)
      const body = JSON.stringify(envelopeOf(operation, sent))
      const reply = await facade.handle(present(contract[operation]).endpoint, body, () => ({}))
      expect(reply.status).toBe(200)
      expect(bodyProblems(operation, JSON.parse(reply.body))).toEqual([])
    },
  )

  test('with a wrong order, or a key too many or too few, are reported', () => {
    const changed = new Map(sources)
    changed.set(
      'get_user_email',
      'query get_user_email($MSISDN: Msisdn!) { record: emailOnFile(msisdn: $MSISDN) { email_status: status } }',
    )
    changed.delete('confirm_deposit')
    expect(operationProblems(compileOperations(stubSchema({}), changed))).toEqual([
      'confirm_deposit: has no file',
      'get_user_email: takes MSISDN',
      'get_user_email: answers email_status',
    ])
  })

  test('with a mandatory key that the schema allows to be null are reported', () => {
    const schema = stubSchema(
      {},
      'scalar Msisdn type Query { emailOnFile(msisdn: Msisdn!): Email! } type Email { email: String status: String! }',
    )
    const one = new Map([['get_user_email', present(sources.get('get_user_email'))]])
    expect(operationProblems(compileOperations(schema, one))).toContain(
      'get_user_email: mandatory key email may be null in the schema',
    )
  })
})

describe('docs/wire-contract.md', () => {
  const page = readFileSync('docs/wire-contract.md', 'utf8')

  test.each(Object.keys(contract))(
    'has a section on %s with its arguments, and its keys in order',
    (name) => {
      const [, section = ''] = page.split(`\n### \`${name}\`\n`)
      const own = first(section.split(/\n#{2,3} /))
      const cells = own.match(/^\| `[^|]+/gm) ?? []
      const told = cells.flatMap((cell) => cell.match(/`\w+`\??/g) ?? [])
      const { keys, arguments: sent } = present(contract[name])
      expect(told).toEqual(keys.map(({ key, optional }) => `\`${key}\`${optional ? '?' : ''}`))
      for (const argument of sent) expect(own).toContain(`\`${argument}\``)
    },
  )

  test('has every word that the wire may answer', () => {
    const enums =
      'AccrualPeriod DepositBasis DepositStatus EmailStatus FailureReason OptOutStatus PayoutStatus PositionStatus ' +
      'QuoteStatus RegistrationResult RegistrationStatus ResetStatus ResetWait StatementAnswer StatementRequestStatus ' +
      'TransactionStatus TransactionType WithdrawalBasis WithdrawalStatus'
    const schema = readFileSync('schema.graphql', 'utf8')
    const words = enums.split(' ').flatMap((name) => {
      const [, body = ''] = new RegExp(`^enum ${name} \\{\\n([^}]*)`, 'm').exec(schema) ?? []
      return body.match(/^ {2}[A-Z_0-9]+$/gm) ?? [`${name} is gone`]
    })
    expect(words.map((word) => word.trim()).filter((word) => !page.includes(`\`${word}\``))).toEqual([])
  })
})

describe('conformanceProblems', () => {
  const good = pairsOf({ deposit_status: 'FAILED', failure_reason: 'INVALID_REFERENCE' })

  test('accepts a record that conforms', () => {
    expect(conformanceProblems('confirm_deposit', good)).toEqual([])
    expect(conformanceProblems('get_user_email', pairsOf({ email: '', email_status: 'MISSING' }))).toEqual([])
  })

  test.each([
    ['a missing mandatory key', good.slice(1), 'mandatory key deposit_status is missing'],
    ['an unknown key', [...good, pairOf('colour', 'red')], 'unknown key colour'],
    ['the wrong order', [...good].reverse(), 'keys are out of order: failure_reason, deposit_status'],
    ['a key that comes twice', [...good, good[1]], 'key failure_reason is repeated'],
    [
      'an empty optional value',
      [good[0], pairOf('failure_reason', '')],
      'optional key failure_reason is empty',
    ],
    ['a number', [good[0], pairOf('failure_reason', 1)], 'not a pair of strings'],
    ['a null', [good[0], pairOf('failure_reason', null)], 'not a pair of strings'],
    ['a bare pair', [good[0], { key: 'failure_reason', value: 'X' }], 'not a pair of strings'],
    ['no list', {}, 'the record is not a list of pairs'],
  ])('reports %s', (_name, pairs, problem) => {
    expect(conformanceProblems('confirm_deposit', pairs).join()).toContain(problem)
  })

  test('reports an operation that is not in the contract', () => {
    expect(conformanceProblems('get_rich', [])).toEqual(['get_rich is not an operation of the contract'])
  })

  test('reports a record in place of a list, and the row that is wrong', () => {
    expect(bodyProblems('list_offerable_products', { arguments: [] })).toEqual([
      'the body is not { argumentsList }',
    ])
    expect(bodyProblems('list_recent_transactions', { argumentsList: [[]] })[0]).toMatch(
      /^row 0: mandatory key/,
    )
  })
})
