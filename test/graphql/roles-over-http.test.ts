import { describe, expect, test } from '@jest/globals'
import {
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql'
import { readFileSync } from 'node:fs'
import type { Role } from '../../src/kernel/call.js'
import { withWholePayload } from '../docs/whole-payload.js'
import { guideServer } from './guide-server.js'
import { smallest } from './smallest-call.js'
import { keys } from './tasks-world.js'
import { first, present } from '../support/present.js'
import { keysOf } from '../support/typed.js'

/** The tables of docs/roles.md: the roles with access, by the first cell of a row. */
const readTable = () => {
  const page = readFileSync('docs/roles.md', 'utf8')
  const cells = (row: string) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const [, ...roles] = cells(present(/^\| field \|.*$/m.exec(page))[0])
  const all = [...page.matchAll(/^\| .*`.*$/gm)].map(([row]) => cells(row))
  const letIn = (marks: readonly string[]) => new Set(roles.filter((_, at) => marks[at] === 'yes'))
  return new Map(
    all.flatMap(([names = '', ...marks]) =>
      names.split(', ').map((name) => [name.replaceAll('`', ''), letIn(marks)] as const),
    ),
  )
}

const atOnce = 6

interface Answer {
  readonly data?: unknown
  readonly errors?: readonly {
    readonly path?: readonly (string | number)[]
    readonly message: string
    readonly extensions: { readonly code: string }
  }[]
}

// One database is enough: the queries are the same on both.
describe('docs/roles.md, checked over HTTP with the key of each role', () => {
  const table = readTable()
  const roles = keysOf(keys)
  const server = guideServer()

  const ask = async (query: string, role: Role): Promise<Answer> =>
    JSON.parse((await server().ask(query, role)).text) as Answer
  const isForbidden = ({ errors = [] }: Answer) =>
    errors.some(({ extensions, message }) => extensions.code === 'FORBIDDEN' && /needs one of/.test(message))
  const mayCall = (kind: string, name: string, role: Role) => {
    const letIn = table.get(`${kind} ${name}`)
    if (!letIn) throw new Error(`docs/roles.md does not have ${kind} ${name}`)
    return letIn.has(role)
  }

  test('names every type: pages, edges, payloads, refusals and parts of insights too', () => {
    const types = Object.values(server().schema.getTypeMap()).filter(
      (type) => isObjectType(type) && !/^(__|Query$|Mutation$)/.test(type.name),
    )
    expect(types.length).toBeGreaterThan(200)
    expect(types.filter(({ name }) => !table.has(name)).map(({ name }) => name)).toEqual([])
  })

  test('holds for every query, and for every mutation with its whole payload', async () => {
    const differ: string[] = []
    let asked = 0
    for (const [kind, type] of [
      ['query', present(server().schema.getQueryType())],
      ['mutation', present(server().schema.getMutationType())],
    ] as const)
      for (const field of Object.values(type.getFields()))
        for (const role of roles) {
          const source = `${kind} { ${smallest(field)} }`
          const answer = await ask(
            kind === 'mutation' ? withWholePayload(server().schema, source) : source,
            role,
          )
          asked += 1
          if (isForbidden(answer) === mayCall(kind, field.name, role))
            differ.push(`${kind} ${field.name} as ${role}: ${JSON.stringify(answer)}`)
        }
    expect(differ).toEqual([])
    expect(asked).toBeGreaterThan(600)
  })

  const objectsOf = (given: GraphQLOutputType): readonly GraphQLObjectType[] => {
    const type = getNamedType(given)
    if (isAbstractType(type)) return server().schema.getPossibleTypes(type)
    return isObjectType(type) ? [type] : []
  }
  /** The root fields without required arguments, each with the types of its rows; `around` makes the query for fields of a row. */
  const answered = () =>
    Object.values(present(server().schema.getQueryType()).getFields())
      .filter(({ args, type }) => !args.some(isRequiredArgument) && objectsOf(type).length > 0)
      .map(({ name, type }) => {
        const page = first(objectsOf(type))
        const isList = page.name.endsWith('Connection')
        return {
          name,
          rows: isList ? objectsOf(present(page.getFields()['nodes']).type) : objectsOf(type),
          around: (inner: string) =>
            isList ? `{ ${name}(first: 2) { nodes { ${inner} } } }` : `{ ${name} { ${inner} } }`,
        }
      })

  /** The fields of a type in groups that a role may read together, and one by one those that it may not read. */
  const asked = (type: GraphQLObjectType, role: Role) => {
    const fields = Object.values(type.getFields())
    const isOpen = ({ name }: { readonly name: string }) =>
      (table.get(`${type.name}.${name}`) ?? table.get(type.name))?.has(role) ?? false
    const open = fields.filter(isOpen)
    const together = open
      .filter((_, at) => at % atOnce === 0)
      .map((_, at) => open.slice(at * atOnce, (at + 1) * atOnce))
    return [
      ...together.map((those) => ({ fields: those, isOpen: true })),
      ...fields.filter((field) => !isOpen(field)).map((field) => ({ fields: [field], isOpen: false })),
    ]
  }

  const questions = () =>
    answered().flatMap(({ name, rows, around }) =>
      roles
        .filter((role) => mayCall('query', name, role))
        .flatMap((role) =>
          rows.flatMap((type) => asked(type, role).map((those) => ({ name, around, role, type, ...those }))),
        ),
    )

  test('holds for every field of the rows of every list', async () => {
    const differ: string[] = []
    const read = new Set<string>()
    for (const { name, around, role, type, fields, isOpen } of questions()) {
      const answer = await ask(around(`... on ${type.name} { ${fields.map(smallest).join(' ')} }`), role)
      const isTooLarge = answer.errors?.some(({ extensions }) => extensions.code === 'OPERATION_TOO_LARGE')
      const paths = fields.map((field) => `${type.name}.${field.name}`)
      if (isForbidden(answer) === isOpen || isTooLarge)
        differ.push(`${paths.join()} in ${name} as ${role}: ${JSON.stringify(answer)}`)
      const told = JSON.stringify(answer.data ?? null)
      for (const [at, field] of fields.entries())
        if (told.includes(`"${field.name}":`)) read.add(`${paths[at]} as ${role}`)
    }
    expect(differ).toEqual([])
    // Counts only fields that were read of an existing row.
    expect(read.size).toBeGreaterThan(900)
  })

  /** `open` or `closed`, or the errors if there were others. */
  const verdict = (answer: Answer): string => {
    if (isForbidden(answer)) return 'closed'
    return answer.errors ? JSON.stringify(answer.errors) : 'open'
  }
  const said = (field: string, role: Role): string => {
    const letIn = table.get(field) ?? table.get(present(field.split('.')[0]))
    return present(letIn).has(role) ? 'open' : 'closed'
  }

  test('holds behind an edge, an interface and a search result', async () => {
    const differ: unknown[] = []
    const verdicts: string[] = []
    const compare = async (field: string, role: Role, source: string) => {
      const found = verdict(await ask(source, role))
      verdicts.push(found)
      if (found !== said(field, role)) differ.push([field, role, source, found])
    }
    for (const role of roles.filter((one) => mayCall('query', 'customers', one))) {
      const { data } = await ask('{ customers(first: 1) { nodes { id } } }', role)
      const id = present(/"id":"([^"]+)"/.exec(JSON.stringify(data)))[1]
      for (const [name, inner] of [
        ['notes', 'notes { edges { cursor node { at } } }'],
        ['history', 'history { edges { cursor node { at } } }'],
        ['id', 'id createdAt'],
      ] as const) {
        const field = `Customer.${name}`
        await compare(field, role, `{ customers(first: 1) { edges { cursor node { ${inner} } } } }`)
        await compare(field, role, `{ node(id: "${id}") { id ... on Customer { ${inner} } } }`)
        if (mayCall('query', 'search', role))
          await compare(
            field,
            role,
            `{ search(text: "670010020") { whose { ${inner} } found { ... on Customer { ${inner} } } } }`,
          )
      }
      await compare('AccountBlock.approval', role, '{ blocks { edges { node { approval { id } } } } }')
    }
    expect(differ).toEqual([])
    expect(verdicts.length).toBeGreaterThan(20)
    expect(new Set(verdicts)).toEqual(new Set(['open', 'closed']))
  })

  test('holds for every part of the insights', async () => {
    const query = present(server().schema.getQueryType()).getFields()
    const insights = first(objectsOf(present(query['insights']).type))
    const differ: unknown[] = []
    let asked = 0
    for (const role of roles)
      for (const part of Object.values(insights.getFields())) {
        const [type] = objectsOf(part.type)
        if (!type) continue
        const leaves = Object.values(type.getFields()).filter((field) => isLeafType(getNamedType(field.type)))
        const inner = smallest(part).replace('__typename', leaves.map(({ name }) => name).join(' '))
        const found = verdict(await ask(`{ insights { ${inner} } }`, role))
        asked += 1
        const isOpen = mayCall('query', 'insights', role) && said(type.name, role) === 'open'
        if (found !== (isOpen ? 'open' : 'closed')) differ.push([role, part.name, found])
      }
    expect(differ).toEqual([])
    expect(asked).toBeGreaterThan(60)
  })
})
