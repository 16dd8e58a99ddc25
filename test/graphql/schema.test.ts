import { describe, expect, test } from '@jest/globals'
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  isSpecifiedScalarType,
  isIntrospectionType,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql'
import { readFileSync } from 'node:fs'
import { readOperations } from '../../facade/read-operations.js'
import { operationsDirectory } from '../facade/operations-directory.js'
import { compileOperations } from '../../facade/registry.js'
import { schemaText } from '../../src/app/schema.js'
import { operationProblems } from '../facade/conformance.js'

const text = schemaText()
const schema = buildSchema(text)

interface Described {
  readonly description?: string | null | undefined
}

/** Every type, field, argument and enum value by its path. */
const partsOf = (type: GraphQLNamedType): [string, Described][] => {
  const parts: [string, Described][] = [[type.name, type]]
  if (isEnumType(type))
    for (const value of type.getValues()) parts.push([`${type.name}.${value.name}`, value])
  if (isInputObjectType(type))
    for (const field of Object.values(type.getFields())) parts.push([`${type.name}.${field.name}`, field])
  if (!isObjectType(type) && !isInterfaceType(type)) return parts
  for (const field of Object.values(type.getFields())) {
    parts.push([`${type.name}.${field.name}`, field])
    for (const argument of field.args) parts.push([`${type.name}.${field.name}(${argument.name})`, argument])
  }
  return parts
}

const ours = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)

describe('schema.graphql', () => {
  test('is what the code says; `npm run schema` writes it anew', () => {
    expect(readFileSync('schema.graphql', 'utf8')).toBe(text)
  })

  test('says of every type, field, argument and word what it means', () => {
    const parts = ours.flatMap(partsOf)
    expect(parts.length).toBeGreaterThan(150)
    expect(parts.filter(([, { description }]) => !description?.endsWith('.')).map(([path]) => path)).toEqual(
      [],
    )
  })

  test('has the root fields that keep their names', () => {
    expect(Object.keys(schema.getQueryType()!.getFields())).toEqual(
      expect.arrayContaining([
        'customer',
        'registration',
        'savingsBalance',
        'openPositions',
        'productsOnSale',
        'quote',
        'clock',
        'scoreRequest',
      ]),
    )
    expect(Object.keys(schema.getMutationType()!.getFields()).sort()).toEqual([
      'addNote',
      'advanceClock',
      'approve',
      'confirmDeposit',
      'confirmResolution',
      'confirmWithdrawal',
      'createApiKey',
      'createClock',
      'optOut',
      'prepareStatement',
      'proposeBlockCustomer',
      'proposeCancelPayout',
      'proposeChangeMsisdn',
      'proposeEmail',
      'proposeErasure',
      'proposeOptOut',
      'proposeResolution',
      'proposeUnblockCustomer',
      'quoteDeposit',
      'quoteWithdrawal',
      'registerCustomer',
      'reject',
      'rejectResolution',
      'requestStatement',
      'resetCustomer',
      'resubmitScoreRequest',
      'revokeApiKey',
      'submitScoreRequest',
      'withdraw',
    ])
  })

  test('carries the operations of the gateway, with the keys of the contract', () => {
    expect(operationProblems(compileOperations(schema, readOperations(operationsDirectory)))).toEqual([])
  })
})

/** Fields of objects by their paths. */
const fields = ours
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({ type, field, path: `${type.name}.${field.name}` })),
  )

/** Complete lists of one customer or clock, as the contract has them, and lists of one parent that are bounded. */
const lists = new Set(
  `Account.blocks ApprovalJournal.lines ApprovalPreview.changes ApprovalPreview.journals ApprovalPreview.texts
   Query.apiKeys Query.clockedCustomers Query.moneyUnderWay Query.openPositions Query.optOutPositions Query.productsOnSale
   Query.search Query.transactions Journal.entries Leaving.deposits Leaving.payouts Leaving.refunds
   Payout.transfers ScoreRequest.documents TrialBalance.accounts TrialBalance.totals`.split(/\s+/),
)

/** What a body of the scoring service, a day or a projection has in it, and sums over dates that are bounded. */
const parts = /^(Score(Cashflow|Lifestyle|Result|Scoring|Summary)|Projection|WalkDay|Insights)\./

/** What nothing speaks against: it only mints a word. */
const neverRefused = ['prepareStatement']

describe('the rules of docs/graphql.md', () => {
  test('a list is a connection, but for those that are named', () => {
    const found = fields.filter(
      ({ type, field, path }) =>
        isListType(getNullableType(field.type)) &&
        isObjectType(getNamedType(field.type)) &&
        !type.name.endsWith('Connection') &&
        !parts.test(path),
    )
    expect(new Set(found.map(({ path }) => path))).toEqual(lists)
  })

  test('a connection has the fields, the arguments and the defaults of all', () => {
    const connections = fields.filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'))
    expect(connections.length).toBeGreaterThan(30)
    for (const { path, field } of connections) {
      const type = getNamedType(field.type)
      if (!isObjectType(type)) throw new Error(path)
      const name = type.name.replace(/Connection$/, '')
      expect([path, Object.keys(type.getFields()).toSorted()]).toEqual([
        path,
        ['edges', 'nodes', 'pageInfo', 'totalCount'],
      ])
      const args = Object.fromEntries(field.args.map((arg) => [arg.name, String(arg.type)]))
      expect([path, args]).toEqual([
        path,
        { after: 'String', filter: `${name}Filter`, first: 'Int!', sort: `${name}Sort!` },
      ])
    }
  })

  const mutations = Object.values(schema.getMutationType()!.getFields())
  const capital = (name: string) => `${name[0]!.toUpperCase()}${name.slice(1)}`

  test('a mutation has one input and gives a payload of its name', () => {
    for (const { name, args, type } of mutations)
      expect([name, args.map((arg) => `${arg.name}: ${String(arg.type)}`), String(type)]).toEqual([
        name,
        [`input: ${capital(name)}Input!`],
        `${capital(name)}Payload!`,
      ])
  })

  test('a refusal is data, with the reasons that this mutation can give', () => {
    for (const { name, type } of mutations) {
      const { refusal } = (getNamedType(type) as GraphQLObjectType).getFields()
      if (neverRefused.includes(name)) continue
      expect([name, String(refusal?.type)]).toEqual([name, `${capital(name)}Refusal`])
      const refused = getNamedType(refusal!.type) as GraphQLObjectType
      const told = Object.entries(refused.getFields()).map(([key, field]) => [key, String(field.type)])
      expect(told).toEqual([
        ['code', `${capital(name)}RefusalCode!`],
        ['message', 'String!'],
      ])
    }
  })

  test('what staff do has a key under which it is done once', () => {
    const ofTheWire = [...readOperations(operationsDirectory).values()].join()
    for (const { name, args } of mutations) {
      const input = getNamedType(args[0]!.type) as GraphQLInputObjectType
      const key = input.getFields()['idempotencyKey']
      expect([name, key && String(key.type)]).toEqual([
        name,
        ofTheWire.includes(`: ${name}(`) ? undefined : 'ID!',
      ])
    }
  })

  test('a number is an Int, but for the figures of scores', () => {
    const floats = fields.filter(({ field }) => getNamedType(field.type).name === 'Float')
    expect(floats.map(({ path }) => path).filter((path) => !path.startsWith('Score'))).toEqual([])
    expect(floats.length).toBeLessThanOrEqual(71)
  })
})
