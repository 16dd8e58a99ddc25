import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { buildSchema, parse, validate } from 'graphql'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

/** The operations in a page: blocks of GraphQL, and queries within a sentence. */
const operationsIn = (page: string): string[] =>
  [
    ...page.matchAll(/^ *```graphql\n([^]*?)^ *```/gm),
    // Not JSON, nor the start of a block of another language.
    ...page.matchAll(/`(\{ [a-zA-Z]+(?: \{|\()[^`]*\})`/g),
  ].map(([, text = '']) => text)

/** Each by itself: a block may have several operations without a name. */
const problemsOf = (text: string): string[] => {
  const document = parse(text)
  return document.definitions.flatMap((definition) =>
    validate(schema, { ...document, definitions: [definition] }).map(({ message }) => message),
  )
}

const pages = [...globSync('docs/**/*.md'), 'README.md']
const operations = pages.flatMap((page) =>
  operationsIn(readFileSync(page, 'utf8')).map((text): [string, string] => [page, text]),
)

describe('operations in the pages', () => {
  test('fit the schema', () => {
    expect(operations.length).toBeGreaterThan(90)
    const wrong = operations.map(([page, text]) => [page, text, problemsOf(text)] as const)
    expect(wrong.filter(([, , problems]) => problems.length > 0)).toEqual([])
  })
})
