import { describe, expect, test } from '@jest/globals'
import { Kind, buildSchema, isObjectType, parse } from 'graphql'
import { planFields, wireKeysOf } from '../../facade/plan.js'
import { present } from '../support/present.js'

const schema = buildSchema(/* GraphQL */ `
  interface Named {
    name: String!
  }
  type Inner implements Named {
    name: String!
    "How much it weighs."
    weight: Int!
  }
  type Thing {
    id: ID!
    "What people call it."
    label: String
    inner: Inner!
    perhaps: Inner
    named: Named!
  }
  type Query {
    thing: Thing!
  }
`)

const planOf = (source: string) => {
  const { definitions } = parse(source)
  const fragments = new Map(
    definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  )
  const operation = present(definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION))
  const [root] = operation.selectionSet.selections
  if (root?.kind !== Kind.FIELD) throw new Error('no field at the root')
  const thing = schema.getType('Thing')
  if (!isObjectType(thing)) throw new Error('Thing is no object')
  return planFields(thing, present(root.selectionSet).selections, { schema, fragments })
}

const keysOf = (source: string) => wireKeysOf(planOf(source)).map(({ key, optional }) => [key, optional])

describe('the plan of an answer', () => {
  test("has the schema's description of each key that has one", () => {
    const keys = wireKeysOf(planOf('{ thing { id label inner { weight } } }'))
    expect(keys.map(({ key, description, type }) => [key, description, type.name])).toEqual([
      ['id', '', 'ID'],
      ['label', 'What people call it.', 'String'],
      ['weight', 'How much it weighs.', 'Int'],
    ])
  })

  test('names a field by its alias', () => {
    expect(planOf('{ thing { number: id } }')).toMatchObject([
      { field: 'number', text: ',{"key":{"value":"number"},"value":{"value":' },
    ])
  })

  test.each([
    [
      'a nullable field',
      '{ thing { id label } }',
      [
        ['id', false],
        ['label', true],
      ],
    ],
    ['a field in a nullable object', '{ thing { perhaps { name } } }', [['name', true]]],
    ['a field in a non-null object', '{ thing { inner { name } } }', [['name', false]]],
    ['a field with a directive', '{ thing { id @include(if: true) } }', [['id', true]]],
    ['a field in a fragment with a directive', '{ thing { ... @skip(if: false) { id } } }', [['id', true]]],
    ['a field in a fragment of its own type', '{ thing { ... on Thing { id } } }', [['id', false]]],
    ['a field in a fragment without a type', '{ thing { ... { id } } }', [['id', false]]],
    ['a field in a named fragment', '{ thing { ...F } } fragment F on Thing { id }', [['id', false]]],
    [
      'a field that only one of the types has',
      '{ thing { named { name ... on Inner { weight } } } }',
      [
        ['name', false],
        ['weight', true],
      ],
    ],
    [
      'a field selected once always and once conditionally',
      '{ thing { id @include(if: true) id } }',
      [['id', false]],
    ],
    [
      'a field selected twice conditionally',
      '{ thing { id @include(if: true) id @skip(if: true) } }',
      [['id', true]],
    ],
    [
      'the fields of objects selected twice',
      '{ thing { inner { name } inner { weight } } }',
      [
        ['name', false],
        ['weight', false],
      ],
    ],
  ])('knows for %s whether it may be missing', (_what, source, expected) => {
    expect(keysOf(source)).toEqual(expected)
  })

  test('ignores a fragment that does not exist', () => {
    expect(keysOf('{ thing { id ...Absent } }')).toEqual([['id', false]])
  })
})
