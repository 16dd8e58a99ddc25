import { describe, expect, test } from '@jest/globals'
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  isIntrospectionType,
  parse,
  type GraphQLNamedType,
} from 'graphql'
import { ChangeType, CriticalityLevel, diff, type Change } from '@graphql-inspector/core'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/app/config/config.js'
import { readOperations } from '../../facade/read-operations.js'
import { operationsDirectory } from '../facade/operations-directory.js'
import { compileOperations } from '../../facade/registry.js'
import { schemaText } from '../../src/app/schema.js'
import { operationProblems } from '../../src/cli/conformance/conformance.js'
import { present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const text = schemaText()
const schema = buildSchema(text)

interface Described {
  readonly description?: string | null | undefined
}

/** A type, its fields, arguments and enum values, each with its path. */
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
  test('is what `npm run schema` generates from the code', () => {
    expect(readFileSync('schema.graphql', 'utf8')).toBe(text)
  })

  test('has a description of every type, field, argument and enum value', () => {
    const parts = ours.flatMap(partsOf)
    expect(parts.length).toBeGreaterThan(150)
    expect(parts.filter(([, { description }]) => !description?.endsWith('.')).map(([path]) => path)).toEqual(
      [],
    )
  })

  test('has the queries and mutations whose names callers rely on', () => {
    expect(Object.keys(present(schema.getQueryType()).getFields())).toEqual(
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
    expect(Object.keys(present(schema.getMutationType()).getFields()).sort()).toEqual([
      'addNote',
      'advanceClock',
      'approve',
      'assign',
      'confirmDeposit',
      'confirmResolution',
      'confirmWithdrawal',
      'createApiKey',
      'createClock',
      'delegateApprovals',
      'endDelegation',
      'optOut',
      'pauseQueue',
      'prepareStatement',
      'printStatement',
      'proposeAdjustment',
      'proposeApprovalLimit',
      'proposeBlockCustomer',
      'proposeCancelPayout',
      'proposeChangeMsisdn',
      'proposeCloseMonth',
      'proposeEmail',
      'proposeErasure',
      'proposeExplainLine',
      'proposeOptOut',
      'proposePublishProduct',
      'proposeResolution',
      'proposeUnblockCustomer',
      'proposeVoidDeposit',
      'proposeWithdrawProduct',
      'quoteDeposit',
      'quoteWithdrawal',
      'registerCustomer',
      'reject',
      'rejectResolution',
      'requestStatement',
      'resendStatement',
      'resetCustomer',
      'resubmitScoreRequest',
      'resumeQueue',
      'retryQueue',
      'revokeApiKey',
      'submitScoreRequest',
      'withdraw',
    ])
  })

  test('supports the operations of the gateway, with the keys of the contract', () => {
    expect(operationProblems(compileOperations(schema, readOperations(operationsDirectory)))).toEqual([])
  })
})

/** The paths of the elements that a schema marks as deprecated. */
const deprecatedIn = (text: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const look = (path: string, node: object): void => {
    const {
      directives = [],
      fields = [],
      values = [],
      ...rest
    } = shaped(
      z.object({
        directives: z.array(z.object({ name: z.object({ value: z.string() }) })).optional(),
        fields: z.array(z.object({ name: z.object({ value: z.string() }) })).optional(),
        values: z.array(z.object({ name: z.object({ value: z.string() }) })).optional(),
        arguments: z.array(z.object({ name: z.object({ value: z.string() }) })).optional(),
      }),
      node,
    )
    if (directives.some(({ name }) => name.value === 'deprecated')) found.add(path)
    for (const below of [...fields, ...values, ...(rest.arguments ?? [])])
      look(`${path}.${below.name.value}`, below)
  }
  for (const definition of parse(text).definitions)
    if ('name' in definition && definition.name) look(definition.name.value, definition)
  return found
}

const deprecatedDays = 90

/** The elements that were deprecated in a release that is old enough by the changelog, and may be removed. */
const removable = (changelog: string, now: number): ReadonlySet<string> => {
  const releases = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)/gm)]
  const old = releases.filter(([, , date]) => Date.parse(present(date)) + deprecatedDays * 86_400_000 <= now)
  return new Set(
    old.flatMap(([, version]) => [
      ...deprecatedIn(readFileSync(`test/released/${version}/schema.graphql`, 'utf8')),
    ]),
  )
}

/** An output that changes from Float to Int gives the same JSON; an input does not, because 1.5 would be refused. */
const isNarrowedAnswer = ({ type, meta }: Change): boolean => {
  const { oldFieldType: before = '', newFieldType: after = '' } = shaped(
    z.object({ oldFieldType: z.string().optional(), newFieldType: z.string().optional() }),
    meta,
  )
  return type === ChangeType.FieldTypeChanged && before.replace(/\bFloat\b/, 'Int') === after
}

const breaking = async (before: string, after: string): Promise<string[]> =>
  (await diff(buildSchema(before), buildSchema(after)))
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .filter((change) => !isNarrowedAnswer(change))
    .map(({ path, message }) => `${path}: ${message}`)

describe('the schema compared with the last release', () => {
  const { version } = shaped(
    z.object({ version: z.string() }),
    JSON.parse(readFileSync('package.json', 'utf8')),
  )
  const released = readFileSync(`test/released/${version}/schema.graphql`, 'utf8')

  test('breaks nothing but what a release deprecated at least 90 days ago', async () => {
    const gone = removable(readFileSync('CHANGELOG.md', 'utf8'), Date.now())
    const broken = await breaking(released, text)
    expect(broken.filter((change) => !gone.has(change.slice(0, change.indexOf(':'))))).toEqual([])
  })

  test('is compared by rules that find every break, and know what may be removed', async () => {
    const before = 'type Query { a: Int @deprecated(reason: "use b") b: Int c(x: Int): E } enum E { Y Z }'
    const after = 'type Query { b: Int! c(x: Int!): E } enum E { Y }'
    expect((await breaking(before, after)).map((change) => change.split(':')[0])).toEqual([
      'Query.a',
      'Query.c.x',
      'E.Z',
    ])
    const ofFloats =
      'type Query { a: Float b: [Float!]! c: Float d(x: Float): Int e(x: X): Int } input X { y: Float }'
    const ofInts = 'type Query { a: Int b: [Int!]! c: String d(x: Int): Int e(x: X): Int } input X { y: Int }'
    const asked = (await breaking(ofFloats, ofInts)).map((change) => change.split(':')[0])
    expect(asked).toEqual(expect.arrayContaining(['Query.c', 'Query.d.x', 'X.y']))
    expect(asked).toHaveLength(3)
    expect(await breaking(ofInts, ofFloats)).toHaveLength(5)
    expect([...deprecatedIn(before)]).toEqual(['Query.a'])
    const changelog = '## 0.2.0 (2026-11-22)'
    expect(removable(changelog, Date.parse('2027-02-19'))).toEqual(new Set())
    expect(removable(changelog, Date.parse('2027-02-21'))).toEqual(
      deprecatedIn(readFileSync('test/released/0.2.0/schema.graphql', 'utf8')),
    )
  })
})

describe('the console', () => {
  const folder = join(packageRoot, 'web', 'console')
  const documents = (): string[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.graphql'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))

  /** Mutations of staff that the console does not use, with the reason. */
  const elsewhere: Readonly<Record<string, string>> = {
    quoteDeposit: 'a customer saves on their own phone, and approves there',
    confirmDeposit: 'a customer saves on their own phone, and approves there',
    quoteWithdrawal: 'a customer withdraws on their own phone',
    confirmWithdrawal: 'a customer withdraws on their own phone',
    prepareStatement: 'a customer asks for one on their own phone; at a counter it is printed',
    requestStatement: 'a customer asks for one on their own phone; at a counter it is printed',
    submitScoreRequest: 'asked by the program that has the documents of the person, which it uploads',
    confirmResolution: 'deprecated: an approval is approved',
    rejectResolution: 'deprecated: an approval is rejected or withdrawn',
    createApiKey: 'its secret is shown once, on the terminal of who runs `cauri keys`',
    revokeApiKey: 'beside its making, in `cauri keys`',
  }

  test('uses every mutation of staff but those for other programs', () => {
    const [head = '', ...lines] = readFileSync(join(packageRoot, 'docs', 'roles.md'), 'utf8')
      .split('\n')
      .filter((line) => /^\| (field|mutation) /.test(line))
    const roles = head.split('|').map((cell) => cell.trim())
    const ofStaff = lines
      .filter((line) => line.split('|').some((cell, at) => cell.trim() === 'yes' && roles[at] !== 'GATEWAY'))
      .map((line) => present(present(/`(\w+)`/.exec(line))[1]))
    const used = documents()
      .filter((document) => document.startsWith('mutation '))
      .map((document) => present(present(/\n {2}(?:\w+: )?(\w+)\(/.exec(document))[1]))
    expect(ofStaff.length).toBeGreaterThan(35)
    expect([...used, ...Object.keys(elsewhere)].toSorted()).toEqual(ofStaff.toSorted())
  })

  test('uses no enum value that the schema lacks', () => {
    const words = new Set(ours.filter(isEnumType).flatMap((type) => type.getValues().map(({ name }) => name)))
    const asked = [
      readFileSync(join(folder, 'lists.ts'), 'utf8'),
      readFileSync(join(folder, 'actions.ts'), 'utf8'),
    ]
      .flatMap((source) => [...source.matchAll(/'([A-Z][A-Z\d_]+)'/g)])
      .map(([, word]) => present(word))
    expect(asked.length).toBeGreaterThan(100)
    // Periods are texts in the schema, because they may also be months.
    expect(asked.filter((word) => !words.has(word) && !/^LAST_(\d+_)?MONTHS?$|^ALL$/.test(word))).toEqual([])
  })
})
