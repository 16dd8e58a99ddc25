import { describe, expect, test } from '@jest/globals'
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  isIntrospectionType,
  type GraphQLNamedType,
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
      'advanceClock',
      'confirmDeposit',
      'confirmProposal',
      'confirmResolution',
      'confirmWithdrawal',
      'createApiKey',
      'createClock',
      'optOut',
      'prepareStatement',
      'proposeEmail',
      'proposeErasure',
      'proposeOptOut',
      'proposeResolution',
      'quoteDeposit',
      'quoteWithdrawal',
      'registerCustomer',
      'rejectProposal',
      'rejectResolution',
      'requestStatement',
      'resetCustomer',
      'resubmitScoreRequest',
      'revokeApiKey',
      'submitScoreRequest',
    ])
  })

  test('carries the operations of the gateway, with the keys of the contract', () => {
    expect(operationProblems(compileOperations(schema, readOperations(operationsDirectory)))).toEqual([])
  })
})
