import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { shaped } from '../support/typed.js'

// What a page has in a browser.
Object.assign(globalThis, {
  document: { documentElement: { lang: 'fr', dataset: { zone: 'Africa/Douala' } } },
})

/** Loaded by its path, since the types of a page need those of a browser. */
const load = async (path: string): Promise<unknown> => import(path)
const filter = z.custom<(list: object, query: URLSearchParams, prefix: string) => object>(
  (one) => typeof one === 'function',
)
const { filterOf } = shaped(z.object({ filterOf: filter }), await load('../../web/console/filter-of.js'))

test.each([
  ['Awa Ngo', ['Awa Ngo']],
  ['Ngo, Awa', ['Ngo, Awa', 'Ngo', 'Awa']],
])('a filter by names finds a name with a comma, and each of several names: %s', (actor, found) => {
  const filters = [{ name: 'actor', kind: 'texts' }]
  expect(filterOf({ filters }, new URLSearchParams({ actor }), '')).toEqual({ actor: found })
})

test('a filter by words takes each of several', () => {
  const filters = [{ name: 'status', kind: 'one of', words: ['OPEN', 'DONE'] }]
  expect(filterOf({ filters }, new URLSearchParams({ status: 'OPEN,DONE' }), '')).toEqual({
    status: ['OPEN', 'DONE'],
  })
})
