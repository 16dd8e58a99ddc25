import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { buildSchema } from 'graphql'
import { french } from '../../src/app/guide/french/french.js'
import { withFrenchSpaces } from '../../src/kernel/french-spaces.js'
import type { StubServer } from '../running/stub-server.js'
import { present } from '../support/present.js'
import { docsWith, startDocs } from './documents.js'

/** Whether a text has only names of the wire or of types, which are the same in both languages. */
const isCode = (text: string): boolean =>
  text
    .replace(/`[^`]+`|<[^>]+>|"|\b(?:Document|Instant|Integer|Money|Msisdn|Rate)\b:?/g, '')
    .split(/[\s,|()]+/)
    .every((word) =>
      /^(?:[\w.:"-]*_[\w.:"-]*|[A-Z\d]+|[A-Za-z]+[a-z][A-Z]\w*|\W*|\d.*|true|false|array|null)$/.test(word),
    ) || /^(?:list of |string|number|integer|boolean|object|null|any\b)/.test(text)

/** All texts of the pages of the guide, and those of them that have no French translation. */
const textsOfGuide = (): { readonly said: Set<string>; readonly untranslated: Set<string> } => {
  const said = new Set<string>()
  const untranslated = new Set<string>()
  const watched: ReadonlyMap<string, string> = new Proxy(french, {
    get: (map, name) =>
      name === 'get'
        ? (text: string) => {
            said.add(text)
            if (!map.has(text) && !isCode(text)) untranslated.add(text)
            return map.get(text)
          }
        : Reflect.get(map, name),
  })
  const docs = docsWith({ french: watched, graphql: buildSchema('type Query { who: String }') })
  docs.page('fr')
  docsWith({ french: watched, guide: undefined }).page('fr')
  present(docs.graphql).page('fr')
  return { said, untranslated }
}

test('every text of the guide exists in both languages, and every French text is used', () => {
  const { said, untranslated } = textsOfGuide()
  expect([...untranslated]).toEqual([])
  expect(said.size).toBeGreaterThan(250)
  expect([...french.keys()].filter((text) => !said.has(text))).toEqual([])
})

test('names in back quotes, figures and words of the wire are the same in both languages', () => {
  const namesIn = (text: string): string[] =>
    [...text.matchAll(/`[^`]+`|\b[A-Z]{2,}(?:_[A-Z]+)*\b|\{\w+\}|\b\d{2,}\b/g)]
      .map(([name]) => name)
      .toSorted()
  // Abbreviations that French spells out or names otherwise.
  const others: ReadonlySet<string> = new Set(['PIN', 'UTF'])
  const differing = [...french].filter(
    ([english, inFrench]) =>
      JSON.stringify(namesIn(english).filter((name) => !others.has(name))) !==
      JSON.stringify(namesIn(inFrench).filter((name) => !others.has(name))),
  )
  expect(differing).toEqual([])
})

test('no line breaks before a French punctuation mark, nor inside the quotation marks', () => {
  expect(withFrenchSpaces('« Où ? » : à 5 % ; ici !')).toBe(
    '«\u00a0Où\u00a0?\u00a0»\u00a0: à 5\u00a0%\u00a0; ici\u00a0!',
  )
  expect([...french.values()].filter((text) => /(?:^|\S) [:;?!»%]|« /.test(text))).toEqual([])
  expect([...french.values()].filter((text) => text.includes('\u00a0:')).length).toBeGreaterThan(10)
})

let server: StubServer
beforeAll(async () => {
  server = await startDocs({ graphql: buildSchema('type Query { who: String }') })
})
afterAll(() => server.stop())

test.each(['/docs', '/docs/graphql'])(
  '%s is in the language of the browser, or in the one chosen on the page, and for a program in English',
  async (path) => {
    const languageOf = async (query: string, accepted?: string) => {
      const answer = await fetch(`${server.url}${path}${query}`, {
        headers: accepted === undefined ? {} : { 'accept-language': accepted },
      })
      const text = await answer.text()
      return [
        /<html lang="(\w+)"/.exec(text)?.[1],
        /class="language" href="\?language=(\w+)"/.exec(text)?.[1],
      ]
    }
    expect(await languageOf('')).toEqual(['en', 'fr'])
    expect(await languageOf('', 'fr-CM,fr;q=0.9,en;q=0.8')).toEqual(['fr', 'en'])
    expect(await languageOf('', 'en-GB')).toEqual(['en', 'fr'])
    expect(await languageOf('?language=fr', 'en-GB')).toEqual(['fr', 'en'])
    expect(await languageOf('?language=en', 'fr')).toEqual(['en', 'fr'])
    expect(await languageOf('?language=%3Cscript%3E', 'fr')).toEqual(['fr', 'en'])
  },
)
