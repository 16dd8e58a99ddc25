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
  test('has the schema’s description for each key, if there is one', () => {
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
      'what may be null',
      '{ thing { id label } }',
      [
        ['id', false],
        ['label', true],
      ],
    ],
    ['what is within what may be null', '{ thing { perhaps { name } } }', [['name', true]]],
    ['what is within what may not', '{ thing { inner { name } } }', [['name', false]]],
    ['what a directive may leave out', '{ thing { id @include(if: true) } }', [['id', true]]],
    [
      'what a directive on its fragment may leave out',
      '{ thing { ... @skip(if: false) { id } } }',
      [['id', true]],
    ],
    ['what is in a fragment of its own type', '{ thing { ... on Thing { id } } }', [['id', false]]],
    ['what is in a fragment of no type', '{ thing { ... { id } } }', [['id', false]]],
    ['what is in a named fragment', '{ thing { ...F } } fragment F on Thing { id }', [['id', false]]],
    [
      'what only one of the types has',
      '{ thing { named { name ... on Inner { weight } } } }',
      [
        ['name', false],
        ['weight', true],
      ],
    ],
    [
      'what is said once for sure and once perhaps',
      '{ thing { id @include(if: true) id } }',
      [['id', false]],
    ],
    ['what is said perhaps twice', '{ thing { id @include(if: true) id @skip(if: true) } }', [['id', true]]],
    [
      'objects that are said twice: merged',
      '{ thing { inner { name } inner { weight } } }',
      [
        ['name', false],
        ['weight', false],
      ],
    ],
  ])('tells of %s whether it may be missing', (_what, source, expected) => {
    expect(keysOf(source)).toEqual(expected)
  })

  test('ignores a fragment that does not exist', () => {
    expect(keysOf('{ thing { id ...Absent } }')).toEqual([['id', false]])
  })
})
