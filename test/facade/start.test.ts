import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { createFacade } from '../../facade/facade.js'
import { stubSchema } from './stub-schema.js'
import { present } from '../support/present.js'

const sdl = /* GraphQL */ `
  input Filter {
    text: String
  }
  enum Size {
    SMALL
    LARGE
  }
  interface Named {
    label: String!
  }
  type Inner implements Named {
    label: String!
    size: Int
    weight: Int!
  }
  union Either = Inner | Thing
  type Thing {
    label: String!
    either: Either!
    tags: [String!]!
    first: Inner!
    second: Inner
    inners: [Inner!]!
    named: Named!
  }
  type Query {
    thing(text: String, count: Int, texts: [String!], filter: Filter, size: Size): Thing!
    maybe: Thing
    things: [Thing!]!
    gaps: [Thing]!
    words: [String!]!
    word: String!
  }
  type Subscription {
    thing: Thing!
  }
`

const start = (sources: Readonly<Record<string, string>> | string) => () =>
  createFacade({
    schema: stubSchema({}, sdl),
    operations: typeof sources === 'string' ? sources : new Map(Object.entries(sources)),
    onFailure: () => ({ incident: 'none', isOutage: false }),
  })

describe('a bad operation file stops the start with its name', () => {
  test.each([
    ['a syntax error', 'query op { record: thing { label }', 'Syntax Error'],
    ['an empty file', '', 'Syntax Error'],
    [
      'a field that the schema does not have',
      'query op { record: thing { colour } }',
      'Cannot query field "colour"',
    ],
    [
      'a variable of a wrong type',
      'query op($text: Int) { record: thing(text: $text) { label } }',
      'Variable "$text"',
    ],
    [
      'two operations',
      'query op { record: thing { label } } query b { record: thing { label } }',
      'exactly one',
    ],
    ['another name', 'query other { record: thing { label } }', 'name of its file'],
    ['no name', '{ record: thing { label } }', 'name of its file'],
    ['another root alias', 'query op { data: thing { label } }', 'record or rows'],
    ['no root alias', 'query op { thing { label } }', 'record or rows'],
    ['two root fields', 'query op { record: thing { label } rows: things { label } }', 'one root field'],
    ['a fragment at the root', 'query op { ... { record: thing { label } } }', 'one root field'],
    ['record for a list', 'query op { record: things { label } }', 'rows for a list'],
    ['rows for one record', 'query op { rows: thing { label } }', 'rows for a list'],
    ['a record that may be null', 'query op { record: maybe { label } }', 'may be null'],
    ['rows that may be null', 'query op { rows: gaps { label } }', 'must return a non-null object'],
    ['rows that are no objects', 'query op { rows: words }', 'must return a non-null object'],
    ['a record that is no object', 'query op { record: word }', 'must return a non-null object'],
    ['a list in a record', 'query op { record: thing { tags } }', 'tags is a list'],
    ['a list of objects in a record', 'query op { record: thing { inners { label } } }', 'inners is a list'],
    [
      'two equal keys',
      'query op { record: thing { label first { label } } }',
      'two fields answer the key label',
    ],
    ['__typename as a key', 'query op { record: thing { kind: __typename } }', 'wire key'],
    [
      '__typename of a union',
      'query op { record: thing { either { __typename } } }',
      '__typename cannot be a wire key',
    ],
    ['a number as argument', 'query op($count: Int) { record: thing(count: $count) { label } }', '$count'],
    [
      'a list as argument',
      'query op($texts: [String!]) { record: thing(texts: $texts) { label } }',
      '$texts',
    ],
    [
      'an object as argument',
      'query op($filter: Filter) { record: thing(filter: $filter) { label } }',
      '$filter',
    ],
    [
      'an error without a message',
      'query op { record: thing { error: second { label } } }',
      '{ code message }',
    ],
    ['a subscription', 'subscription op { record: thing { label } }', 'query or a mutation'],
  ])('%s', (_name, source, message) => {
    const good = 'query good { record: thing { label } }'
    expect(start({ good, op: source })).toThrow(`op.graphql: `)
    expect(start({ good, op: source })).toThrow(message)
    expect(start({ good, op: source })).not.toThrow('good.graphql')
  })

  test('all bad files are named at once', () => {
    expect(start({ one: 'x', two: '{ y }' })).toThrow(/one\.graphql[^]*two\.graphql/)
  })
})

const directory = mkdtempSync(join(tmpdir(), 'operations-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('only .graphql files of the directory are read', () => {
  expect(start(directory)).toThrow('No operation files')
  writeFileSync(join(directory, 'op.graphql'), 'query op { rows: things { label } }')
  writeFileSync(join(directory, 'notes.txt'), 'nothing')
  const { operations } = start(directory)()
  expect([...operations.keys()]).toEqual(['op'])
  expect(operations.get('op')).toMatchObject({
    endpoint: 'getdynamicoptions',
    keys: [{ key: 'label', optional: false }],
  })
})

describe('what a started facade says of an operation', () => {
  const described = (source: string) => present(start({ op: source })().operations.get('op'))

  test('a key is optional when it, or an object around it, may be null', () => {
    const source = 'query op { record: thing { label first { size } second { weight } } }'
    expect(described(source).keys).toMatchObject([
      { key: 'label', optional: false },
      { key: 'size', optional: true },
      { key: 'weight', optional: true },
    ])
  })

  test('a key is optional when a directive or a narrower type may leave it out', () => {
    const source = `query op { record: thing {
      label @skip(if: false) named { name: label ... on Inner { weight } } first { again: weight } } }`
    expect(described(source).keys).toMatchObject([
      { key: 'label', optional: true },
      { key: 'name', optional: false },
      { key: 'weight', optional: true },
      { key: 'again', optional: false },
    ])
  })

  test('a key that is selected twice is optional only if both may be left out', () => {
    const twice = (first: string, second: string) =>
      described(`query op { record: thing { label ${first} label ${second} } }`).keys
    const skipped = '@skip(if: true)'
    expect(twice(skipped, '')).toMatchObject([{ key: 'label', optional: false }])
    expect(twice('', skipped)).toMatchObject([{ key: 'label', optional: false }])
    expect(twice(skipped, skipped)).toMatchObject([{ key: 'label', optional: true }])
  })

  test('an argument is required unless it may be null or has a default', () => {
    const valid = 'query op($a: String!, $c: Size! = SMALL) { record: thing(text: $a, size: $c) { label } }'
    expect(described(valid).arguments).toMatchObject([
      { name: 'a', required: true },
      { name: 'c', required: false },
    ])
    const nullable = 'query op($a: String) { record: thing(text: $a) { label } }'
    expect(described(nullable).arguments).toMatchObject([{ name: 'a', required: false }])
  })
})
