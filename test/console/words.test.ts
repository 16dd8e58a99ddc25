import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { buildSchema, getNamedType, isEnumType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql'

const folder = 'web/console'
const sourceOf = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** The schema words, columns and filters that the console names in both languages, without the console's own texts. */
const named = new Set(
  [sourceOf('words.ts').split('\nconst names')[1]!, sourceOf('schema-words.ts')].flatMap((source) =>
    [...source.matchAll(/^ {2}'?([\w. ]+)'?: (?:\[|'[^']+',$)/gm)].map(([, word]) => word!),
  ),
)

/** Codes that are shown without translation. */
const codes = new Set(['P7', 'P8', 'PA', 'PARS', 'PAS'])

/** Every word that the schema allows in an answer to one of the console's operations. */
const wordsOfAnswers = (): [string, string][] => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.graphql'),
  )
  const found: [string, string][] = []
  for (const file of files) {
    const types = new TypeInfo(schema)
    const Field = (): void => {
      const type = getNamedType(types.getType())
      if (isEnumType(type)) found.push(...type.getValues().map((word): [string, string] => [word.name, file]))
    }
    visit(parse(sourceOf(file)), visitWithTypeInfo(types, { Field }))
  }
  return found
}

test('every word of an answer, every column and every filter has its name in French and English', () => {
  const lists = sourceOf('lists.ts')
  const words = [
    ...wordsOfAnswers(),
    ...[...lists.matchAll(/\b(?:is|words)\(\s*'(\w+)'/g)].map(([, name]) => [name!, 'lists.ts']),
    ...[...lists.matchAll(/^ {4}'((?:\w+ )+\w+)',$/gm)]
      .flatMap(([, columns]) => columns!.split(' '))
      .map((name) => [name, 'lists.ts']),
  ] as [string, string][]
  expect(words.length).toBeGreaterThan(300)
  const unnamed = words.filter(([word]) => !named.has(word) && !codes.has(word))
  expect(unnamed.map((one) => one.join(' of '))).toEqual([])
})

test('each page that lists the attempts of a payment requests all their columns', () => {
  const [, columns] = /const attempts =\s*'([^']+)'/.exec(sourceOf('money-pages.tsx'))!
  for (const page of ['order', 'payout', 'review']) {
    const requested = sourceOf(`console-${page}.graphql`).split(/\W+/)
    expect([page, columns!.split(' ').filter((name) => !requested.includes(name))]).toEqual([page, []])
  }
})
