import { describe, expect, test } from '@jest/globals'
import { getNamedType, isInterfaceType, isObjectType } from 'graphql'
import type { Role } from '../../src/kernel/call.js'
import { guideServer } from './guide-server.js'
import { prefixesOf } from './schema-rules.js'
import { present } from '../support/present.js'

interface Shown {
  readonly id?: string
  readonly __typename: string
}
interface Page {
  readonly nodes: readonly Shown[]
  readonly pageInfo: { readonly endCursor: string }
}

// One database is enough: the queries are the same on both.
describe('a list of every kind', () => {
  const server = guideServer()

  const lists = () =>
    Object.values(present(server().schema.getQueryType()).getFields()).flatMap(({ name, type }) => {
      const page = getNamedType(type)
      if (!isObjectType(page) || !page.name.endsWith('Connection')) return []
      const row = getNamedType(present(page.getFields()['nodes']).type)
      const hasId = (isObjectType(row) || isInterfaceType(row)) && 'id' in row.getFields()
      return [{ name, row: hasId ? 'id __typename' : '__typename' }]
    })

  const ask = async <Data>(query: string, role: Role, variables: object = {}) => {
    const { text } = await server().ask(query, role, variables)
    return JSON.parse(text) as { data: Data; errors?: { message: string; extensions: { code: string } }[] }
  }
  const pageOf = async (name: string, row: string, role: Role) =>
    (
      await ask<{ list: Page }>(
        `{ list: ${name}(first: 5) { nodes { ${row} } pageInfo { endCursor } } }`,
        role,
      )
    ).data?.list

  test.each<[Role, number]>([
    ['ADMIN', 22],
    ['AUDITOR', 22],
    ['ANALYST', 13],
  ])('has rows that are found by their ids, as %s sees them', async (role, kinds) => {
    const shown: Shown[] = []
    for (const { name, row } of lists()) shown.push(...((await pageOf(name, row, role))?.nodes ?? []))
    const { data } = await ask<{ apiKeys?: Shown[] } | null>('{ apiKeys { id __typename } }', role)
    shown.push(...(data?.apiKeys ?? []))
    const found = new Set<string>()
    for (const { id, __typename } of shown) {
      if (id === undefined) continue
      const { data } = await ask('query ($id: ID!) { node(id: $id) { id __typename } }', role, { id })
      expect(data).toEqual({ node: { id, __typename } })
      found.add(__typename)
    }
    const all = [...prefixesOf(server().schema).keys()]
    if (role !== 'ANALYST') expect([...found].toSorted()).toEqual(all.toSorted())
    expect(found.size).toBeGreaterThanOrEqual(kinds)
  })

  test('accepts its own cursor, and refuses those of other lists', async () => {
    const cursors = new Map<string, string>()
    for (const { name } of lists())
      cursors.set(name, (await pageOf(name, '__typename', 'ADMIN'))?.pageInfo.endCursor ?? '')
    expect([...cursors].filter(([, cursor]) => cursor === '')).toEqual([])
    expect(cursors.size).toBeGreaterThan(25)
    const answers = async (name: string, after: string) => {
      const query = `query ($after: String!) { ${name}(after: $after, first: 1) { pageInfo { hasNextPage } } }`
      const { errors } = await ask(query, 'ADMIN', { after })
      const [error] = errors ?? []
      return error && [error.extensions.code, error.message.replace(after, '<cursor>')]
    }
    for (const [name] of cursors)
      for (const [other, cursor] of cursors) {
        const told = await answers(name, cursor)
        if (name === other) expect([name, told]).toEqual([name, undefined])
        else
          expect([name, other, told]).toEqual([
            name,
            other,
            [
              'INVALID_ARGUMENT',
              expect.stringMatching(/^after: "<cursor>" is no cursor of [a-z ']+ in the order [A-Z_]+$/),
            ],
          ])
      }
  })
})
