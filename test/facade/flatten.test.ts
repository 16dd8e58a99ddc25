import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { createFacade } from '../../facade/facade.js'
import { envelopeOf } from '../../src/cli/conformance/call.js'
import { stubSchema } from './stub-schema.js'
import { anyText } from '../support/any-text.js'
import { present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

/** The text of the body for this record, whose fields are selected from `Thing` in this SDL. */
const answer = async (sdl: string, source: string, record: unknown): Promise<string> => {
  const schema = stubSchema({ thing: () => record, things: () => record }, sdl)
  const facade = createFacade({
    schema,
    operations: new Map([['op', source]]),
    onFailure: (error) => ({ incident: String(error), isOutage: false }),
  })
  const { endpoint } = present(facade.operations.get('op'))
  return (await facade.handle(endpoint, JSON.stringify(envelopeOf('op')), () => ({}))).body
}

const pairs = (body: string): [string, string][] =>
  shaped(
    z.object({
      arguments: z.array(
        z.object({ key: z.object({ value: z.string() }), value: z.object({ value: z.string() }) }),
      ),
    }),
    JSON.parse(body),
  ).arguments.map(({ key, value }) => [key.value, value.value])

const sdl = /* GraphQL */ `
  scalar Any
  interface Named {
    name: String!
  }
  type Inner implements Named {
    name: String!
    yes: Boolean!
    size: Float
  }
  type Thing {
    id: ID!
    count: Int!
    text: String
    mandatory: String!
    any: Any
    inner: Inner
    named: Named
  }
  type Query {
    thing: Thing!
    things: [Thing!]!
  }
`

describe('a record', () => {
  test('keeps the order of the operation file, in nested objects and fragments too', async () => {
    const source = /* GraphQL */ `
      query op {
        record: thing {
          last: count
          inner {
            ...inside
          }
          ... on Thing {
            id
          }
          first: mandatory
        }
      }
      fragment inside on Inner {
        yes
        inner_name: name
      }
    `
    const thing = { id: 7, count: 3, mandatory: 'm', inner: { name: 'n', yes: false } }
    expect(pairs(await answer(sdl, source, thing))).toEqual([
      ['last', '3'],
      ['yes', 'false'],
      ['inner_name', 'n'],
      ['id', '7'],
      ['first', 'm'],
    ])
  })

  test('is written without spaces, as the contract shows a pair', async () => {
    const body = await answer(sdl, 'query op { record: thing { id } }', { id: 'a' })
    expect(body).toBe('{"arguments":[{"key":{"value":"id"},"value":{"value":"a"}}]}')
  })

  test('omits nulls, fields of null objects, and empty optional values, but no empty mandatory value', async () => {
    const source = 'query op { record: thing { text mandatory inner { yes size } } }'
    expect(pairs(await answer(sdl, source, { text: '', mandatory: '', inner: null }))).toEqual([
      ['mandatory', ''],
    ])
    expect(pairs(await answer(sdl, source, { mandatory: 'm', inner: { yes: true, size: null } }))).toEqual([
      ['mandatory', 'm'],
      ['yes', 'true'],
    ])
  })

  test('without values is an empty list', async () => {
    expect(await answer(sdl, 'query op { record: thing { text } }', {})).toBe('{"arguments":[]}')
  })

  test('merges a field that two fragments select', async () => {
    const source = 'query op { record: thing { inner { yes } ... { inner { yes name } } } }'
    expect(pairs(await answer(sdl, source, { inner: { yes: true, name: 'n' } }))).toEqual([
      ['yes', 'true'],
      ['name', 'n'],
    ])
  })

  test('leaves out what a directive skips', async () => {
    const source = 'query op { record: thing { id mandatory @skip(if: true) } }'
    expect(pairs(await answer(sdl, source, { id: 'a', mandatory: 'm' }))).toEqual([['id', 'a']])
  })

  test('writes an object of an interface by its runtime type', async () => {
    const source = 'query op { record: thing { named { name ... on Inner { yes } } } }'
    expect(
      pairs(await answer(sdl, source, { named: { __typename: 'Inner', name: 'n', yes: true } })),
    ).toEqual([
      ['name', 'n'],
      ['yes', 'true'],
    ])
  })

  test('with a scalar that serialises to an object is a failure, never [object Object]', async () => {
    const body = await answer(sdl, 'query op { record: thing { any } }', { any: { a: 1 } })
    expect(body).toContain('INTERNAL')
    expect(body).not.toContain('object Object')
  })
})

test('rows become a list of records, and no rows an empty list', async () => {
  const source = 'query op { rows: things { id text } }'
  expect(await answer(sdl, source, [])).toBe('{"argumentsList":[]}')
  const body = await answer(sdl, source, [{ id: 'a' }, { id: 'b', text: 't' }])
  expect(body).toBe(
    '{"argumentsList":[[{"key":{"value":"id"},"value":{"value":"a"}}],' +
      '[{"key":{"value":"id"},"value":{"value":"b"}},{"key":{"value":"text"},"value":{"value":"t"}}]]}',
  )
})

describe('any tree of objects', () => {
  type Leaf = string | number | boolean | null
  type Tree = (Leaf | Tree)[]

  // A JavaScript string may hold half a surrogate pair, which UTF-8 cannot; JSON must escape it.
  const text = fc.oneof(anyText(), fc.constantFrom('\ud800', 'a\udfffb', '"\\\u0000\u2028'))
  const leaf: fc.Arbitrary<Leaf> = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.array(fc.oneof({ maxDepth: 3 }, leaf, tie('tree')), { minLength: 1, maxLength: 5 }),
  }))

  /** A tree as SDL types, a selection, its data, and the expected pairs. */
  const describeTree = (root: Tree) => {
    let count = 0
    const types: string[] = []
    const expected: [string, string][] = []
    const visit = (node: Tree): { type: string; selection: string; data: Record<string, unknown> } => {
      const type = `T${count++}`
      const fields: string[] = []
      const selections: string[] = []
      const data: Record<string, unknown> = {}
      for (const child of node) {
        const name = `k${count++}`
        if (Array.isArray(child)) {
          const inner = visit(child)
          fields.push(`${name}: ${inner.type}`)
          selections.push(`${name} { ${inner.selection} }`)
          data[name] = inner.data
          continue
        }
        const scalar = typeof child === 'number' ? 'Int' : typeof child === 'boolean' ? 'Boolean' : 'String'
        fields.push(`${name}: ${scalar}`)
        selections.push(`wire_${name}: ${name}`)
        data[name] = child
        if (child !== null && child !== '') expected.push([`wire_${name}`, String(child)])
      }
      types.push(`type ${type} { ${fields.join(' ')} }`)
      return { type, selection: selections.join(' '), data }
    }
    const { type, selection, data } = visit(root)
    return { sdl: `${types.join('\n')}\ntype Query { thing: ${type}! }`, selection, data, expected }
  }

  test('becomes exactly its leaves as text, in order', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (root) => {
        const { sdl: treeSdl, selection, data, expected } = describeTree(root)
        const body = await answer(treeSdl, `query op { record: thing { ${selection} } }`, data)
        expect(pairs(body)).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })
})
