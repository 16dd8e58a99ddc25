import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import {
  getNamedType,
  isInputObjectType,
  parse,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { withWholePayload } from './whole-payload.js'
import type { Role } from '../../src/kernel/call.js'
import { wholeChart } from '../graphql/support.js'
import { serve } from '../graphql/tasks-world.js'
import { onSqlite } from '../support/services.js'
import { checkBooks, openWorld, type World } from '../support/world.js'
import { guideWorld } from './graphql-world.js'
import { first, present } from '../support/present.js'
import { recordOf, shaped } from '../support/typed.js'
import { z } from 'zod'

interface Example {
  readonly text: string
  /** The role that the page names for the example. */
  readonly role: Role
  readonly operation: OperationDefinitionNode
  readonly roots: readonly string[]
}

const examplesOf = (page: string): Example[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```graphql\n([^]*?)^```$/gm)].map(([, text]) => {
    const role = /^# ([A-Z_]+)\b/.exec(present(text))?.[1]
    if (role === undefined) throw new Error(`${page}: nobody is said to ask ${text}`)
    const operation = first(parse(present(text)).definitions as readonly OperationDefinitionNode[])
    const roots = operation.selectionSet.selections.map((one) => (one.kind === 'Field' ? one.name.value : ''))
    return { text: present(text), role: role as Role, operation: operation, roots }
  })

const pages = ['docs/graphql.md', 'docs/graphql-examples.md']

/** What the page of examples must show: every connection of the root, and every mutation of staff with an idempotency key. */
const expectedExamples = (schema: GraphQLSchema): string[] => {
  const lists = Object.values(present(schema.getQueryType()).getFields()).filter(({ type }) =>
    getNamedType(type).name.endsWith('Connection'),
  )
  const actions = Object.values(present(schema.getMutationType()).getFields()).filter(
    ({ args, deprecationReason }) => {
      const input = getNamedType(first(args).type)
      return isInputObjectType(input) && 'idempotencyKey' in input.getFields() && !deprecationReason
    },
  )
  return [...lists, ...actions].map(({ name }) => name)
}

const isPage = (value: unknown): value is { readonly nodes: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'nodes' in value

/** Why an answer demonstrates nothing; undefined if it does. */
const whyEmpty = (answer: unknown): string | undefined => {
  if (Array.isArray(answer)) return answer.length === 0 ? 'an empty list' : undefined
  if (typeof answer !== 'object' || answer === null) return `${answer}`
  const { refusal = null, ...given } = recordOf(answer)
  if (refusal !== null) return `refused: ${JSON.stringify(refusal)}`
  const values = Object.values(given)
  if ([given, ...values].some((value) => isPage(value) && value.nodes.length === 0)) return 'an empty page'
  return values.every((value) => value === null) ? 'nothing but null' : undefined
}

describe('the examples of the guide to GraphQL', () => {
  let world: World
  let server: Awaited<ReturnType<typeof serve>>
  let known: Awaited<ReturnType<typeof guideWorld>>
  beforeAll(async () => {
    world = await openWorld(onSqlite)
    server = await serve(world, { accountNumbers: wholeChart })
    known = await guideWorld(world, server)
  })
  afterAll(async () => {
    await server.stop()
    await checkBooks(world.database)
    await world.close()
  })

  test('show every connection and every action of staff once', () => {
    const shown = examplesOf('docs/graphql-examples.md').flatMap(({ roots }) => roots)
    expect(shown.toSorted()).toEqual(expectedExamples(server.schema).toSorted())
    expect(shown.length).toBeGreaterThan(55)
  })

  const valueOf = async (name: string, kind: string): Promise<string> => {
    if (kind === 'query' && known.there[name] !== undefined) return known.there[name]
    const make = known.fresh[name]
    if (!make) throw new Error(`no test knows what $${name} stands for`)
    return make()
  }

  const examples = pages.flatMap(examplesOf)
  // Queries come first, because mutations change the data.
  const inOrder = examples.toSorted(
    (a, b) => Number(a.operation.operation === 'mutation') - Number(b.operation.operation === 'mutation'),
  )

  test.each(inOrder.map((example) => [example.roots.join(', '), example.role, example] as const))(
    'are answered with data: %s, as %s',
    async (_roots, role, { text, operation, roots }) => {
      const variables: Record<string, string> = {}
      for (const { variable } of operation.variableDefinitions ?? [])
        variables[variable.name.value] = await valueOf(variable.name.value, operation.operation)
      const asked = operation.operation === 'mutation' ? withWholePayload(server.schema, text) : text
      const { text: told } = await server.ask(asked, role, variables)
      const { data, errors } = shaped(
        z.object({
          data: z.record(z.string(), z.unknown()).nullable().optional(),
          errors: z.unknown().optional(),
        }),
        JSON.parse(told),
      )
      expect(errors).toBeUndefined()
      expect(roots.map((root) => [root, whyEmpty(data?.[root])])).toEqual(
        roots.map((root) => [root, undefined]),
      )
      if (operation.operation !== 'mutation') return
      const acts = async () => (await world.rows('SELECT COUNT(*) AS n FROM audit_log'))[0]
      const before = await acts()
      const { text: replayed } = await server.ask(asked, role, variables)
      // The text of a key is shown only once.
      expect(replayed).toBe(
        roots.includes('createApiKey') ? told.replace(/"text":"[^"]*"/, '"text":null') : told,
      )
      expect(await acts()).toEqual(before)
    },
  )
})
